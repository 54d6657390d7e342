import json
import re

import pytest
from msgspec.structs import replace

from companion.core.effects import WRONG
from companion.core.game_session import DEALT
from companion.core.lineup import BOX, HOST, SPECTATOR, LineUp, ViewerKind, seat_viewer
from companion.core.messages import Chosen, Pointed, Pressed
from companion.core.model import Model
from companion.core.shown import labelled_buttons, screen_of
from companion.features.bots import change_players
from companion.program.description import VisiblePage, describe
from companion.program.view import view
from companion.tables.klondike import TABLE
from companion.tables.klondike.session import session_of
from companion.ui.screen import Option
from engine import klondike as game
from engine.dice import commitment
from engine.fairness import Finding, Line, check_fairness
from engine.game import Illegal, Seat
from engine.klondike import Event, Pass, Place, Tile
from hardware.device import Button, Press
from tests.companion.games.app import SEED, App
from tests.companion.program.test_bots import let_act

LEFT, RIGHT, OK, BACK, UNDO = Button.LEFT, Button.RIGHT, Button.OK, Button.BANK, Button.UNDO
GREEN, BLUE = seat_viewer(Seat(0)), seat_viewer(Seat(1))
EVERYBODY = (BOX, HOST, SPECTATOR, GREEN, BLUE)
TILE = re.compile(r"\b[0-6][|·][0-6]\b")
"""A tile: its name on the page and as players read it."""


def sit(players: tuple[str, ...] = ("Green", "Blue"), *, guide: bool = False) -> App:
    colours = tuple(range(len(players)))
    lineup = LineUp("klondike", players, dict(game.options), first=Seat(0), colours=colours)
    shell = App(replace(lineup, table_options={DEALT: True})).start()
    shell.model = replace(shell.model, guide=guide)
    return shell.press(OK) if shell.page == "klondike_begins" else shell


def hand(shell: App, seat: int | None = None) -> tuple[Tile, ...]:
    session = shell.model.session
    return tuple(session.hands[session.state.turn if seat is None else seat])


def may(shell: App) -> tuple[Event, ...]:
    return tuple(game.deal.legal_events(session_of(shell.model).state, hand(shell)))


def choose(shell: App, tile: Tile, sender: ViewerKind) -> None:
    shell.now += 1
    shell.send(Chosen("tile", "|".join(map(str, sorted(tile))), shell.now, sender))


def point(shell: App, event: Event, sender: ViewerKind) -> None:
    assert isinstance(event, Place)
    shell.now += 1
    shell.send(Pointed(game.SLOT_POSITIONS[event.slot].name, shell.now, sender))


def press(shell: App, button: Button, sender: ViewerKind) -> App:
    shell.now += 1
    shell.send(Pressed(Press(button), shell.now, sender))
    return shell


def lay_by_phone(shell: App) -> Event:
    event, sender = may(shell)[0], seat_viewer(shell.model.session.state.turn)
    if isinstance(event, Pass):
        press(shell, BACK, sender)
    elif isinstance(event, Place):
        choose(shell, event.tile, sender)
        # Pointed at once, it is under the cursor, unless the tile is there already; then it is laid.
        for _ in range(2):
            if shell.page == "klondike_place":
                point(shell, event, sender)
    return event


def seen_by(model: Model, viewer: ViewerKind) -> set[str]:
    sent = json.dumps(describe(VisiblePage(view(model, model.now).text, model), "en", viewer), ensure_ascii=False)
    return {"|".join(sorted(found[::2])) for found in TILE.findall(sent)}


def spelt(tiles: tuple[Tile, ...]) -> set[str]:
    return {f"{low}|{high}" for low, high in tiles}


def test_each_seat_sees_only_its_own_hand() -> None:
    model = sit().model
    assert {viewer: seen_by(model, viewer) for viewer in EVERYBODY} == {
        BOX: set(),
        HOST: set(),
        SPECTATOR: set(),
        GREEN: spelt(model.session.hands[0]),
        BLUE: spelt(model.session.hands[1]),
    }


def test_only_its_phone_sees_a_tile_in_hand() -> None:
    shell = sit()
    before = shell.view
    choose(shell, hand(shell)[3], GREEN)
    assert shell.page == "klondike_place"
    assert shell.view.page == "klondike_turn"
    assert (shell.view.text, shell.view.frame.screen) == (before.text, before.frame.screen)
    assert shell.advance_time(2).view.frame.lights == TABLE.board(shell.model, shell.now).colours
    for viewer in (BOX, HOST, SPECTATOR):
        assert seen_by(shell.model, viewer) == set()
        described = describe(VisiblePage(shell.view.text, shell.model), "en", viewer)
        assert not [option for option in described["screen"]["options"] if option["place"]]
        assert not any(place["usable"] for place in described["game"]["places"])
    assert seen_by(shell.model, BLUE) == spelt(hand(shell, 1))
    assert seen_by(shell.model, GREEN) == spelt(hand(shell, 0))
    assert describe(VisiblePage(shell.view.text, shell.model), "en", GREEN)["screen"]["options"]


def test_a_hand_on_the_box_is_shown_only_after_it_was_handed_over() -> None:
    shell = sit().press(OK)
    assert (shell.page, seen_by(shell.model, BOX)) == ("klondike_pass_box", set())
    shell.press(OK)
    assert shell.page == "klondike_hand"
    mine = spelt(hand(shell))
    assert {viewer: seen_by(shell.model, viewer) for viewer in EVERYBODY} == {
        BOX: mine, HOST: mine, SPECTATOR: set(), GREEN: mine, BLUE: spelt(hand(shell, 1)),
    }  # fmt: skip


def test_the_hand_is_played_with_the_buttons_of_the_box() -> None:
    shell = sit()
    tile = hand(shell)[2]
    shell.press(OK, OK, RIGHT, RIGHT, OK, OK)
    assert shell.saved_events[-1]["event"] == "place"
    assert sorted(shell.saved_events[-1]["tile"]) == list(tile)
    assert (shell.page, shell.view.text[2]) == ("klondike_turn", "Blue")
    assert seen_by(shell.model, SPECTATOR) == spelt((tile,))


def test_a_phone_lays_a_tile_by_pointing() -> None:
    shell = sit()
    first = lay_by_phone(shell)
    assert isinstance(first, Place)
    second = may(shell)[-1]
    assert isinstance(second, Place)
    point(shell, second, BLUE)
    assert (shell.page, shell.view.page) == ("klondike_hand", "klondike_turn")
    choose(shell, second.tile, BLUE)
    press(shell, OK, BLUE)
    assert [event["event"] for event in shell.saved_events] == ["start", "place", "place"]
    assert shell.model.session.state.turn == 0


def test_a_tile_of_another_hand_is_not_taken() -> None:
    for sender in [GREEN, HOST, BOX]:
        shell = sit()
        choose(shell, hand(shell, 1)[0] if sender == GREEN else hand(shell, 0)[0], sender)
        assert (shell.page, shell.tones, len(shell.saved_events)) == ("klondike_turn", WRONG, 1), sender


def offered(shell: App, button: Button) -> Option:
    return labelled_buttons(shell.model)[button]


def test_no_pass_is_offered_while_a_tile_fits() -> None:
    shell = sit()
    for _ in range(3):  # the turn, the box to be handed over, the hand
        assert not offered(shell, BACK).do, shell.page
        shell.press(OK)
    shell = press(sit(), BACK, GREEN)
    assert (shell.page, shell.tones, len(shell.saved_events)) == ("klondike_turn", WRONG, 1)


def test_without_a_fitting_tile_one_press_passes() -> None:
    shell = sit(("Green", "Blue", "Orange", "Red"))
    while not isinstance(may(shell)[0], Pass):
        lay_by_phone(shell)
        if shell.page == "klondike_round_over":
            shell.press(OK)
    assert "nothing fits: pass!" in shell.view.text
    assert offered(shell, OK).detail == "only to look"
    for page in ("klondike_turn", "klondike_hand"):
        assert (shell.page, screen_of(shell.model).sentence) == (page, "Pass: no tile fits")
        assert offered(shell, BACK).do
        assert offered(shell, BACK).main
        assert shell.press(BACK).saved_events[-1] == {"event": "pass"}
        shell.hold(UNDO).press(RIGHT, OK, RIGHT, OK).press(OK, OK)


def test_the_hand_opens_at_a_tile_that_fits() -> None:
    shell = sit()
    for _ in range(30):
        if shell.page == "klondike_turn" and not isinstance(may(shell)[0], Pass):
            shell.press(OK, OK)
            assert offered(shell, OK).do
            shell.press(UNDO, UNDO)
        lay_by_phone(shell)


def test_an_undo_gives_the_tile_back_to_its_hand() -> None:
    shell = sit()
    before = shell.model.session.hands
    lay_by_phone(shell)
    shell.hold(UNDO).press(RIGHT, OK, RIGHT, OK)
    assert shell.saved_events[-1] == {"event": "undo"}
    assert shell.model.session.hands == before


def test_hands_survive_a_power_cut() -> None:
    shell = sit(("Green", "Blue", "Orange"))
    for _ in range(30):
        lay_by_phone(shell)
        if shell.page == "klondike_round_over":
            shell.press(OK)
    before = shell.model.session.hands
    choose(shell, before[shell.model.session.state.turn][0], seat_viewer(shell.model.session.state.turn))
    assert shell.resumed_session.hands == before
    shell.restart().press(OK)
    assert shell.page == "klondike_turn"
    assert shell.model.session.hands == before
    assert seen_by(shell.model, SPECTATOR) <= {
        "|".join(map(str, sorted(tile))) for tile in session_of(shell.model).state.slots if tile
    }


def test_a_whole_match_is_verified_by_its_record() -> None:
    shell, dealt = sit(), set()
    while not shell.is_game_over:
        match shell.page:
            case "klondike_round_over" | "klondike_winner":
                shell.press(OK)
            case _:
                dealt.add((session_of(shell.model).state.round, shell.model.session.hands[0][:3]))
                lay_by_phone(shell)
        if shell.page not in {"klondike_turn", "klondike_round_over", "klondike_winner"}:
            break
    assert shell.is_game_over, shell.page
    assert shell.saved_events[0]["commitment"] == commitment(SEED)
    assert shell.saved_events[-1] == {"event": "reveal", "seed": SEED.hex()}
    found = check_fairness([Line(number, event) for number, event in enumerate(shell.saved_events, 1)])
    assert found.finding is Finding.FAIR
    assert found.hand_checks == len(shell.saved_events) - 2
    assert len(dealt) > 4


def test_no_way_leads_past_the_hand() -> None:
    shell = sit()
    session = shell.model.session
    strange = Place(game.SLOTS["1/1E"], hand(shell, 1)[0])
    for event in (strange, Pass()):
        with pytest.raises(Illegal, match=r"was not in the hand of Green|who can place must"):
            session.record_event(event)
    assert session.events == 1


SOLO = LineUp(
    "klondike",
    ("Green", "Prospector"),
    dict(game.options),
    first=Seat(0),
    colours=(0, 1),
    table_options={DEALT: True},
    bots={"1": "prospector"},
)


def sit_with_bots(lineup: LineUp = SOLO) -> App:
    shell = App(lineup).start()
    return shell.press(OK) if shell.page == "klondike_begins" else shell


def lay_by_buttons(shell: App) -> None:
    if not isinstance(may(shell)[0], Place):
        shell.press(BACK)
        return
    shell.press(OK)
    assert shell.page == "klondike_hand"
    shell.press(OK, OK)


def test_the_only_person_sees_the_hand_on_the_box_and_the_bots_hand_is_secret() -> None:
    shell = sit_with_bots()
    for _ in range(4):
        mine = spelt(hand(shell, 0))
        tiles = session_of(shell.model).state.slots
        placed = spelt(tuple((min(each), max(each)) for each in tiles if each))
        for viewer in (BOX, HOST, seat_viewer(Seat(0))):
            assert seen_by(shell.model, viewer) - placed == mine
        for viewer in (SPECTATOR, seat_viewer(Seat(1))):
            assert seen_by(shell.model, viewer) - placed == set()
        lay_by_buttons(shell)
        let_act(shell)


def test_the_box_shows_no_hand_after_a_bot_took_over_a_seat() -> None:
    shell = sit_with_bots(replace(SOLO, players=("Green", "Blue"), bots={}))
    shell.model = change_players(shell.model, shell.model.session.lineup.with_bot(Seat(1), "prospector")).model
    assert [seen_by(shell.model, viewer) for viewer in (BOX, HOST, SPECTATOR)] == [set()] * 3
    assert seen_by(shell.model, seat_viewer(Seat(0))) == spelt(hand(shell, 0))
    alone = sit_with_bots()
    alone.model = change_players(alone.model, alone.model.session.lineup.with_bot(Seat(0), "prospector")).model
    assert seen_by(alone.model, BOX) == set()


def test_a_bot_shows_its_tile_before_it_is_laid() -> None:
    shell = sit_with_bots()
    lay_by_buttons(shell)
    assert (shell.page, len(shell.saved_events)) == ("klondike_place", 2)
    assert screen_of(shell.model).sentence.startswith("Prospector: ")
    let_act(shell)
    assert (shell.page, len(shell.saved_events)) == ("klondike_turn", 3)
    assert shell.model.session.state.turn == 0
