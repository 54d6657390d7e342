import random

from msgspec.structs import replace

from companion.core.lineup import SPECTATOR
from companion.program.description import VisiblePage, describe
from companion.program.view import view
from engine.game import Seat
from hardware.device import Button
from tests.companion.games.app import TWO_PLAYERS
from tests.companion.games.companion_process import Frame
from tests.companion.games.in_process_companion import InProcessCompanion
from tests.companion.games.players import KlondikePlayer, Player


def play_out(table: InProcessCompanion, player: Player | KlondikePlayer) -> Frame:
    for _ in range(5000):
        if table.frame.page.endswith("winner"):
            return table.frame
        table.press(*player.moves(table.frame))
    raise AssertionError(f"no end: the last page was {table.frame.page}")


def test_guests_play_a_whole_game_at_a_kiosk() -> None:
    table = InProcessCompanion(kiosk=True)
    assert table.frame.page == "attract"
    frame = play_out(table, Player(random.Random(3), 3))
    assert frame.state is not None
    assert len(frame.state["winners"]) == 1
    assert {"setup", "begins", "turn", "roll", "choose", "bust", "last_round"} <= set(table.visited_pages)
    table.press(Button.OK)
    assert (table.frame.page, table.frame.events, table.frame.state) == ("attract", 0, None)


def test_a_match_of_klondike_is_played_to_the_winner() -> None:
    table = InProcessCompanion()
    frame = play_out(table, KlondikePlayer(random.Random(2), 2, table))
    assert frame.state is not None
    assert frame.state["round"] == frame.state["rounds"] == 4
    holders = [*frame.state["players"], *frame.state["claims"].values()]
    assert sum(holder["chips"] for holder in holders) == 37  # all that two players bring in (rules, 5)
    table.press(Button.OK)
    assert table.frame.page == "attract"


def texts_on_the_web_page(table: InProcessCompanion) -> str:
    model = table.app.model
    return str(describe(VisiblePage(view(model, table.app.now).text, model), model.language, SPECTATOR))


def test_each_announcement_is_made_once_even_after_kills_and_undo() -> None:
    table = InProcessCompanion(replace(TWO_PLAYERS, first=Seat(0)), language="de")
    player, rng, kills, undone = Player(random.Random(8), 2), random.Random(5), 0, False
    seen = dict[str, str]()
    while table.frame.page != "winner":
        if table.frame.page in {"last_round", "bust"}:
            seen[table.frame.page] = " ".join(table.frame.text) + texts_on_the_web_page(table)
        if table.frame.page == "choose" and ("last round", "last_round") in table.sounds and not undone:
            table.press(Button.UNDO)
            undone = True
        if table.frame.page in {"guide", "turn", "last_round"} and rng.random() < 0.1:
            last = table.kill()
            table.press(Button.OK)  # resume
            kills += 1
            assert (table.frame.events, table.frame.state) == (last.events, last.state)
        table.press(*player.moves(table.frame))
    spoken = [speech.text for speech in table.app.spoken]
    assert "Letzte Runde!" in seen["last_round"]
    assert "Pech gehabt!" in seen["bust"]
    assert spoken.count("Letzte Runde!") == 1
    assert spoken.count(spoken[-1]) == 1
    assert [sound for sound, page in table.sounds if sound != "bust"] == ["last round", "win"]
    assert all(page in {"bust", "last_round", "winner"} for _, page in table.sounds)
    assert kills > 3
    assert undone
