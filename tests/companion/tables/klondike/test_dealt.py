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
ALL_VIEWERS = (BOX, HOST, SPECTATOR, GREEN, BLUE)
TILE = re.compile(r"\b[0-6][|·][0-6]\b")
"""A tile: its name on the page and as players read it."""


def start_match(players: tuple[str, ...] = ("Green", "Blue"), *, guide: bool = False) -> App:
    colours = tuple(range(len(players)))
    lineup = LineUp("klondike", players, dict(game.options), first=Seat(0), colours=colours)
    app = App(replace(lineup, table_options={DEALT: True})).start()
    app.model = replace(app.model, guide=guide)
    return app.press(OK) if app.page == "klondike_begins" else app


def hand(app: App, seat: int | None = None) -> tuple[Tile, ...]:
    session = app.model.session
    return tuple(session.hands[session.state.turn if seat is None else seat])


def legal_events(app: App) -> tuple[Event, ...]:
    return tuple(game.deal.legal_events(session_of(app.model).state, hand(app)))


def choose(app: App, tile: Tile, sender: ViewerKind) -> None:
    app.now += 1
    app.send(Chosen("tile", "|".join(map(str, sorted(tile))), app.now, sender))


def point(app: App, event: Event, sender: ViewerKind) -> None:
    assert isinstance(event, Place)
    app.now += 1
    app.send(Pointed(game.SLOT_POSITIONS[event.slot].name, app.now, sender))


def press(app: App, button: Button, sender: ViewerKind) -> App:
    app.now += 1
    app.send(Pressed(Press(button), app.now, sender))
    return app


def place_by_phone(app: App) -> Event:
    event, sender = legal_events(app)[0], seat_viewer(app.model.session.state.turn)
    if isinstance(event, Pass):
        press(app, BACK, sender)
    elif isinstance(event, Place):
        choose(app, event.tile, sender)
        # Pointed at once, it is under the cursor, unless the tile is there already; then it is laid.
        for _ in range(2):
            if app.page == "klondike_place":
                point(app, event, sender)
    return event


def tiles_visible_to(model: Model, viewer: ViewerKind) -> set[str]:
    sent = json.dumps(describe(VisiblePage(view(model, model.now).text, model), "en", viewer), ensure_ascii=False)
    return {"|".join(sorted(found[::2])) for found in TILE.findall(sent)}


def tile_texts(tiles: tuple[Tile, ...]) -> set[str]:
    return {f"{low}|{high}" for low, high in tiles}


def test_each_seat_sees_only_its_own_hand() -> None:
    model = start_match().model
    assert {viewer: tiles_visible_to(model, viewer) for viewer in ALL_VIEWERS} == {
        BOX: set(),
        HOST: set(),
        SPECTATOR: set(),
        GREEN: tile_texts(model.session.hands[0]),
        BLUE: tile_texts(model.session.hands[1]),
    }


def test_only_the_seats_phone_shows_the_selected_tile() -> None:
    app = start_match()
    before = app.view
    choose(app, hand(app)[3], GREEN)
    assert app.page == "klondike_place"
    assert app.view.page == "klondike_turn"
    assert (app.view.text, app.view.frame.screen) == (before.text, before.frame.screen)
    assert app.advance_time(2).view.frame.lights == TABLE.board(app.model, app.now).colours
    for viewer in (BOX, HOST, SPECTATOR):
        assert tiles_visible_to(app.model, viewer) == set()
        described = describe(VisiblePage(app.view.text, app.model), "en", viewer)
        assert not [option for option in described["screen"]["options"] if option["place"]]
        assert not any(place["usable"] for place in described["game"]["places"])
    assert tiles_visible_to(app.model, BLUE) == tile_texts(hand(app, 1))
    assert tiles_visible_to(app.model, GREEN) == tile_texts(hand(app, 0))
    assert describe(VisiblePage(app.view.text, app.model), "en", GREEN)["screen"]["options"]


def test_the_box_shows_a_hand_only_after_it_was_passed_on() -> None:
    app = start_match().press(OK)
    assert (app.page, tiles_visible_to(app.model, BOX)) == ("klondike_pass_box", set())
    app.press(OK)
    assert app.page == "klondike_hand"
    own_tiles = tile_texts(hand(app))
    assert {viewer: tiles_visible_to(app.model, viewer) for viewer in ALL_VIEWERS} == {
        BOX: own_tiles, HOST: own_tiles, SPECTATOR: set(), GREEN: own_tiles, BLUE: tile_texts(hand(app, 1)),
    }  # fmt: skip


def test_the_hand_is_played_with_the_buttons_of_the_box() -> None:
    app = start_match()
    tile = hand(app)[2]
    app.press(OK, OK, RIGHT, RIGHT, OK, OK)
    assert app.saved_events[-1]["event"] == "place"
    assert sorted(app.saved_events[-1]["tile"]) == list(tile)
    assert (app.page, app.view.text[2]) == ("klondike_turn", "Blue")
    assert tiles_visible_to(app.model, SPECTATOR) == tile_texts((tile,))


def test_a_phone_places_a_tile_by_pointing() -> None:
    app = start_match()
    first = place_by_phone(app)
    assert isinstance(first, Place)
    second = legal_events(app)[-1]
    assert isinstance(second, Place)
    point(app, second, BLUE)
    assert (app.page, app.view.page) == ("klondike_hand", "klondike_turn")
    choose(app, second.tile, BLUE)
    press(app, OK, BLUE)
    assert [event["event"] for event in app.saved_events] == ["start", "place", "place"]
    assert app.model.session.state.turn == 0


def test_a_tile_of_another_hand_is_rejected() -> None:
    for sender in [GREEN, HOST, BOX]:
        app = start_match()
        choose(app, hand(app, 1)[0] if sender == GREEN else hand(app, 0)[0], sender)
        assert (app.page, app.tones, len(app.saved_events)) == ("klondike_turn", WRONG, 1), sender


def offered(app: App, button: Button) -> Option:
    return labelled_buttons(app.model)[button]


def test_no_pass_is_offered_while_a_tile_fits() -> None:
    app = start_match()
    for _ in range(3):  # the turn, the box to be handed over, the hand
        assert not offered(app, BACK).do, app.page
        app.press(OK)
    app = press(start_match(), BACK, GREEN)
    assert (app.page, app.tones, len(app.saved_events)) == ("klondike_turn", WRONG, 1)


def test_without_a_fitting_tile_one_press_passes() -> None:
    app = start_match(("Green", "Blue", "Orange", "Red"))
    while not isinstance(legal_events(app)[0], Pass):
        place_by_phone(app)
        if app.page == "klondike_round_over":
            app.press(OK)
    assert "nothing fits: pass!" in app.view.text
    assert offered(app, OK).detail == "only to look"
    for page in ("klondike_turn", "klondike_hand"):
        assert (app.page, screen_of(app.model).sentence) == (page, "Pass: no tile fits")
        assert offered(app, BACK).do
        assert offered(app, BACK).main
        assert app.press(BACK).saved_events[-1] == {"event": "pass"}
        app.hold(UNDO).press(RIGHT, OK, RIGHT, OK).press(OK, OK)


def test_the_hand_opens_at_a_tile_that_fits() -> None:
    app = start_match()
    for _ in range(30):
        if app.page == "klondike_turn" and not isinstance(legal_events(app)[0], Pass):
            app.press(OK, OK)
            assert offered(app, OK).do
            app.press(UNDO, UNDO)
        place_by_phone(app)


def test_an_undo_returns_the_tile_to_its_hand() -> None:
    app = start_match()
    before = app.model.session.hands
    place_by_phone(app)
    app.hold(UNDO).press(RIGHT, OK, RIGHT, OK)
    assert app.saved_events[-1] == {"event": "undo"}
    assert app.model.session.hands == before


def test_hands_survive_a_power_cut() -> None:
    app = start_match(("Green", "Blue", "Orange"))
    for _ in range(30):
        place_by_phone(app)
        if app.page == "klondike_round_over":
            app.press(OK)
    before = app.model.session.hands
    choose(app, before[app.model.session.state.turn][0], seat_viewer(app.model.session.state.turn))
    assert app.resumed_session.hands == before
    app.restart().press(OK)
    assert app.page == "klondike_turn"
    assert app.model.session.hands == before
    assert tiles_visible_to(app.model, SPECTATOR) <= {
        "|".join(map(str, sorted(tile))) for tile in session_of(app.model).state.slots if tile
    }


def test_a_whole_match_is_verified_by_its_record() -> None:
    app, dealt = start_match(), set()
    while not app.is_game_over:
        match app.page:
            case "klondike_round_over" | "klondike_winner":
                app.press(OK)
            case _:
                dealt.add((session_of(app.model).state.round, app.model.session.hands[0][:3]))
                place_by_phone(app)
        if app.page not in {"klondike_turn", "klondike_round_over", "klondike_winner"}:
            break
    assert app.is_game_over, app.page
    assert app.saved_events[0]["commitment"] == commitment(SEED)
    assert app.saved_events[-1] == {"event": "reveal", "seed": SEED.hex()}
    found = check_fairness([Line(number, event) for number, event in enumerate(app.saved_events, 1)])
    assert found.finding is Finding.FAIR
    assert found.hand_checks == len(app.saved_events) - 2
    assert len(dealt) > 4


def test_only_events_that_the_hand_allows_are_legal() -> None:
    app = start_match()
    session = app.model.session
    strange = Place(game.SLOTS["1/1E"], hand(app, 1)[0])
    for event in (strange, Pass()):
        with pytest.raises(Illegal, match=r"was not in the hand of Green|who can place must"):
            session.record_event(event)
    assert session.event_count == 1


SOLO = LineUp(
    "klondike",
    ("Green", "Prospector"),
    dict(game.options),
    first=Seat(0),
    colours=(0, 1),
    table_options={DEALT: True},
    bots={"1": "prospector"},
)


def start_with_bots(lineup: LineUp = SOLO) -> App:
    app = App(lineup).start()
    return app.press(OK) if app.page == "klondike_begins" else app


def place_by_buttons(app: App) -> None:
    if not isinstance(legal_events(app)[0], Place):
        app.press(BACK)
        return
    app.press(OK)
    assert app.page == "klondike_hand"
    app.press(OK, OK)


def test_the_box_shows_the_hand_of_a_single_person_but_not_the_bots() -> None:
    app = start_with_bots()
    for _ in range(4):
        own_tiles = tile_texts(hand(app, 0))
        tiles = session_of(app.model).state.slots
        placed = tile_texts(tuple((min(each), max(each)) for each in tiles if each))
        for viewer in (BOX, HOST, seat_viewer(Seat(0))):
            assert tiles_visible_to(app.model, viewer) - placed == own_tiles
        for viewer in (SPECTATOR, seat_viewer(Seat(1))):
            assert tiles_visible_to(app.model, viewer) - placed == set()
        place_by_buttons(app)
        let_act(app)


def test_the_box_shows_no_hand_after_a_bot_took_over_a_seat() -> None:
    app = start_with_bots(replace(SOLO, players=("Green", "Blue"), bots={}))
    app.model = change_players(app.model, app.model.session.lineup.with_bot(Seat(1), "prospector")).model
    assert [tiles_visible_to(app.model, viewer) for viewer in (BOX, HOST, SPECTATOR)] == [set()] * 3
    assert tiles_visible_to(app.model, seat_viewer(Seat(0))) == tile_texts(hand(app, 0))
    alone = start_with_bots()
    alone.model = change_players(alone.model, alone.model.session.lineup.with_bot(Seat(0), "prospector")).model
    assert tiles_visible_to(alone.model, BOX) == set()


def test_a_bot_shows_its_tile_before_it_is_placed() -> None:
    app = start_with_bots()
    place_by_buttons(app)
    assert (app.page, len(app.saved_events)) == ("klondike_place", 2)
    assert screen_of(app.model).sentence.startswith("Prospector: ")
    let_act(app)
    assert (app.page, len(app.saved_events)) == ("klondike_turn", 3)
    assert app.model.session.state.turn == 0
