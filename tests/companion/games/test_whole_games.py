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


def play_out(companion: InProcessCompanion, player: Player | KlondikePlayer) -> Frame:
    for _ in range(5000):
        if companion.frame.page.endswith("winner"):
            return companion.frame
        companion.press(*player.moves(companion.frame))
    raise AssertionError(f"no end: the last page was {companion.frame.page}")


def test_guests_play_a_whole_game_at_a_kiosk() -> None:
    companion = InProcessCompanion(kiosk=True)
    assert companion.frame.page == "attract"
    frame = play_out(companion, Player(random.Random(3), 3))
    assert frame.state is not None
    assert len(frame.state["winners"]) == 1
    assert {"setup", "begins", "turn", "roll", "choose", "bust", "last_round"} <= set(companion.visited_pages)
    companion.press(Button.OK)
    assert (companion.frame.page, companion.frame.events, companion.frame.state) == ("attract", 0, None)


def test_a_match_of_klondike_is_played_to_the_winner() -> None:
    companion = InProcessCompanion()
    frame = play_out(companion, KlondikePlayer(random.Random(2), 2, companion))
    assert frame.state is not None
    assert frame.state["round"] == frame.state["rounds"] == 4
    holders = [*frame.state["players"], *frame.state["claims"].values()]
    assert sum(holder["chips"] for holder in holders) == 37  # all that two players bring in (rules, 5)
    companion.press(Button.OK)
    assert companion.frame.page == "attract"


def web_page_texts(companion: InProcessCompanion) -> str:
    model = companion.app.model
    return str(describe(VisiblePage(view(model, companion.app.now).text, model), model.language, SPECTATOR))


def test_each_announcement_is_made_once_even_after_kills_and_undo() -> None:
    companion = InProcessCompanion(replace(TWO_PLAYERS, first=Seat(0)), language="de")
    player, rng, kills, undone = Player(random.Random(8), 2), random.Random(5), 0, False
    seen = dict[str, str]()
    while companion.frame.page != "winner":
        if companion.frame.page in {"last_round", "bust"}:
            seen[companion.frame.page] = " ".join(companion.frame.text) + web_page_texts(companion)
        if companion.frame.page == "choose" and ("last round", "last_round") in companion.sounds and not undone:
            companion.press(Button.UNDO)
            undone = True
        if companion.frame.page in {"guide", "turn", "last_round"} and rng.random() < 0.1:
            last = companion.kill()
            companion.press(Button.OK)  # resume
            kills += 1
            assert (companion.frame.events, companion.frame.state) == (last.events, last.state)
        companion.press(*player.moves(companion.frame))
    spoken = [speech.text for speech in companion.app.spoken]
    assert "Letzte Runde!" in seen["last_round"]
    assert "Pech gehabt!" in seen["bust"]
    assert spoken.count("Letzte Runde!") == 1
    assert spoken.count(spoken[-1]) == 1
    assert [sound for sound, page in companion.sounds if sound != "bust"] == ["last round", "win"]
    assert all(page in {"bust", "last_round", "winner"} for _, page in companion.sounds)
    assert kills > 3
    assert undone
