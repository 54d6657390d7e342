from companion.core.effects import ALL_PASSED, BANK, BUST, UNDO, WIN, WRONG, FinishGame
from companion.core.lineup import BOX, LineUp
from companion.core.model import Model, Table
from companion.core.shown import labelled_buttons
from companion.core.snapshot import MapSnapshot, Snapshot
from companion.program.view import draw_page
from companion.tables.piratenclaim import TABLE as PIRATENCLAIM
from companion.tables.piratenclaim.guide import GuidePage, PieceStep
from companion.tables.piratenclaim.session import session_of
from engine import piratenclaim as game
from engine.game import AnyGame, Json, Seat
from engine.piratenclaim import FIELDS_BY_NAME
from hardware.device import Button
from tests.companion.games.app import App
from tests.companion.pages import piratenclaim
from tests.companion.pages.piratenclaim import DISCS, ENTERED, FIGHT, FOUND, MOVE, PLACED, ROBBED, SWAP, TURNED, played
from tests.companion.pages.sitting import pick, press, web_texts

TABLE: Table = PIRATENCLAIM
GAME: AnyGame = game
"""The type checker compares both with the protocols of a game and a table."""

LEFT, RIGHT, OK, NEXT, BACK = Button.LEFT, Button.RIGHT, Button.OK, Button.BANK, Button.UNDO
ALL_PURPLE = "all purple; if none, all blue, else green, yellow, orange, red"
SKIPPED = {"piratenclaim_guide": OK, "piratenclaim_found": OK}


def start_game(
    *events: Json, players: tuple[str, ...] = ("Green", "Blue"), by_hand: bool = False, **options: object
) -> App:
    colours = tuple(range(len(players)))
    lineup = LineUp("piratenclaim", players, {**game.options, **options}, by_hand, Seat(0), colours)
    app = App(lineup).start()
    for event in events:
        play_event(app, event)
    return app


def play_event(app: App, event: Json) -> None:
    session = app.model.session
    app.saved_events.append(event)
    app.lineup = session.lineup.to_json()
    app.is_game_over = False
    app.ack_cursor = 0
    app.restart().press(OK)
    skip_guide(app)


def skip_guide(app: App) -> App:
    while app.page in SKIPPED:
        app.press(SKIPPED[app.page])
    return app


def move_cursor(app: App, field: str, button: Button = RIGHT) -> App:
    for _ in range(60):
        if field in app.view.text:
            return app
        app.press(button)
    raise AssertionError(f"no way to {field}")


def snapshot(model: Model) -> Snapshot:
    return TABLE.snapshot(model, BOX)


def shown_map(model: Model) -> MapSnapshot:
    shown = snapshot(model).map
    assert shown is not None
    return shown


def test_the_box_draws_the_discs_and_shows_them_one_by_one() -> None:
    app = start_game().press(OK)
    assert (app.saved_events[-1]["event"], "by" in app.saved_events[-1]) == ("discs", False)
    described = []
    while app.page == "piratenclaim_guide":
        described.append(app.view.text[2])
        assert sum(colour != (0, 0, 0) for colour in app.view.frame.lights) == 4
        app.press(OK)
    assert described == app.saved_events[-1]["fields"]
    assert len(described) == 21


def test_discs_are_entered_with_the_cursor() -> None:
    app = start_game().press(NEXT)
    for field in DISCS:
        segment = field[0]
        while app.view.text[0][0] != segment:
            app.press(NEXT)
        move_cursor(app, field).press(OK)
    assert len(app.saved_events) == 1
    app.press(NEXT)
    assert app.saved_events[-1] == {"event": "discs", "fields": list(DISCS), "by": "hand"}
    assert app.page == "piratenclaim_turn"


def test_undo_removes_only_the_newest_disc() -> None:
    app = start_game().press(NEXT, OK, RIGHT, OK)
    assert app.press(BACK).view.text[:2] == ("1/1", "1 of 3")
    assert app.press(BACK, BACK).page == "piratenclaim_discs"
    entered = {"event": "discs", "fields": list(DISCS), "by": "hand"}
    app = start_game(entered).press(BACK)
    assert (app.page, app.saved_events[-1]) == ("piratenclaim_discs", {"event": "undo"})
    assert app.press(NEXT, NEXT).saved_events[-1] == entered


def test_a_field_that_discs_enclose_is_named_with_a_disc_to_move() -> None:
    app = move_cursor(start_game().press(NEXT, NEXT, NEXT), "3/0").press(OK)
    move_cursor(app, "3/2").press(OK)
    move_cursor(app, "3/4").press(OK)
    assert "shut: 3/3" in app.view.text
    assert any(text.startswith("disc 3/") for text in app.view.text)


def test_the_six_dice_of_the_box_stay_visible() -> None:
    app = start_game(PLACED).press(OK)
    assert (app.page, list(app.saved_events[-1]["dice"])) == ("piratenclaim_dice", list(game.Dice._fields))
    assert app.press(BACK).tones == WRONG


def test_dice_are_entered_one_by_one() -> None:
    app = start_game(PLACED, by_hand=True).press(OK)
    for face in (5, 3, 1, 5, 6, 3):
        app.press(*[RIGHT] * (face - 1), OK)
    assert app.saved_events[-1] == {
        "event": "roll",
        "dice": {"red": 5, "green": 3, "grey": 1, "white": 5, "black": 6, "brown": 3},
        "by": "hand",
    }
    assert app.press(BACK).page == "piratenclaim_turn"


def test_for_another_discovery_only_three_dice_are_entered() -> None:
    app = start_game(*FOUND, by_hand=True).press(OK, RIGHT, OK, OK, OK)
    assert app.saved_events[-1]["dice"] == {"red": 6, "green": 3, "grey": 3}


def test_a_discovery_shows_the_system_and_its_trade() -> None:
    app = move_cursor(start_game(*FOUND[:2]).press(OK), "3/0", NEXT).press(OK)
    assert app.saved_events[-1] == {"event": "discover", "field": "3/0"}
    assert (app.page, app.tones) == ("piratenclaim_found", BANK)
    assert app.view.text[:5] == ("A system", "value 15", "3/3", "blue 5", "yellow 3")
    assert "pay 5 yellow, get 3 blue" in app.view.text
    assert app.spoken[-1].text == "3/3: yellow below, blue above"
    described = snapshot(app.model)
    assert (described.found, described.dice) == ("3/3", ())
    barter = "yellow below, blue above: value 15; pay 5 yellow, get 3 blue"
    assert web_texts(app.model) == ["Place a system on 3/3", barter]
    assert shown_map(app.model).moves == (("3/0", "3/3"),)


TOGETHER: tuple[Json, ...] = tuple({"event": "ship", "player": 0, "ship": ship, "field": "0/2"} for ship in range(3))


def test_the_only_field_of_a_discovery_needs_no_choice() -> None:
    app = start_game(PLACED, *TOGETHER, ENTERED[2])
    assert (app.page, labelled_buttons(app.model)[Button.OK].label) == ("piratenclaim_dice", "Discover from 0/2")
    assert shown_map(app.model).cursor == "0/2"
    assert piratenclaim.point(app.model, "0/2").session.kept_events[-1] == game.Discover(FIELDS_BY_NAME["0/2"])
    assert app.press(OK).saved_events[-1] == {"event": "discover", "field": "0/2"}


def test_a_pirate_that_enters_is_chosen() -> None:
    app = start_game(PLACED, {**ENTERED[2]}).press(OK)
    move_cursor(app, "1/1").press(OK)
    assert (app.page, len(app.saved_events)) == ("piratenclaim_entering", 3)
    app.press(RIGHT, OK)
    assert app.saved_events[-1] == {"event": "discover", "field": "1/1", "pirate": "brown"}
    assert "a brown pirate comes" in " ".join(app.view.text)
    assert app.tones == ALL_PASSED  # not as a system sounds, nor as a press that finds nothing


def test_a_discovery_can_be_skipped() -> None:
    app = start_game(PLACED, ENTERED[2]).press(NEXT)
    assert (app.saved_events[-2:], app.page) == ([MOVE, {"event": "end_turn"}], "piratenclaim_turn")


def test_the_moves_of_pirates_are_shown_one_by_one() -> None:
    app = start_game(*ENTERED).press(NEXT)
    described = [" ".join(app.view.text[2:-4])]
    while app.press(OK).page == "piratenclaim_guide":
        described.append(" ".join(app.view.text[2:]).split(" left ")[0])
    assert described == [
        "1/2 → 1/3 black moves",
        "1/5 → 1/4 brown moves",
        "2/1 → 1/3 white moves",
        "2/3 black stays: the edge",
    ]
    assert app.page == "piratenclaim_conflict"


def test_two_pirates_that_change_places_are_one_step() -> None:
    page = played(*SWAP).page
    assert isinstance(page, GuidePage)
    assert [step.is_swap for step in page.steps if isinstance(step, PieceStep)] == [True, False]
    assert "black changes places with brown" in draw_page(played(*SWAP)).lines


def rolled(*faces: int) -> Json:
    return {"event": "roll", "dice": dict(zip(game.Dice._fields, faces, strict=True))}


def test_a_ship_that_was_entered_after_the_roll_stays() -> None:
    for seats in [(0,), (1,), (0, 1)]:
        described = [{"event": "ship", "player": seat, "ship": 0, "field": "0/1"} for seat in seats]
        app = start_game(PLACED, rolled(5, 3, 2, 6, 4, 3), *described, roll_first=True, by_hand=True)
        ships = session_of(app.model).state.ships
        assert len(ships) == len(seats)
        app.press(NEXT)
        assert app.saved_events[-2:] == [MOVE, {"event": "end_turn"}], seats
        assert session_of(app.model).state.ships == ships, seats


def test_a_ship_is_entered_with_the_cursor_and_then_the_dice_are_next() -> None:
    app = start_game(PLACED).press(RIGHT)
    move_cursor(app, "0/2").press(OK, OK)
    assert app.saved_events[-1] == {"event": "ship", "player": 0, "ship": 0, "field": "0/2"}
    assert app.page == "piratenclaim_turn"
    assert app.press(BACK).saved_events[-1] == {"event": "undo"}


def test_a_pirate_can_be_sunk_on_the_field_of_a_ship() -> None:
    app = move_cursor(start_game(*TURNED).press(RIGHT), "1/4").press(OK)
    assert {"sink brown", "12 fuel"} <= {*app.view.text}
    assert app.press(OK).saved_events[-1] == {"event": "sink", "field": "1/4", "pirate": "brown"}


def test_a_ship_is_bought_in_the_centre() -> None:
    app = start_game(PLACED, spare_ships=1).press(RIGHT, OK)
    assert app.press(OK).saved_events[-1] == {"event": "buy_ship", "player": 0}
    assert "buy a ship" not in app.press(RIGHT, OK).view.text


def test_a_conflict_is_decided_and_the_robbery_follows() -> None:
    app = start_game(*FIGHT)
    assert app.view.text[:5] == ("Green", "a conflict", "1/3", "who leaves?", "black")
    app.press(RIGHT, OK)
    assert app.saved_events[-1] == {"event": "remove", "field": "1/3", "pirate": "white"}
    assert (app.tones, app.spoken[-1].text) == (BUST, "brown robs Blue on 1/4")
    assert app.press(OK).view.text[:3] == ("1/4", "2 of 2", "brown robs Blue")
    assert "all purple" in app.view.text[3]


def test_the_guide_returns_stolen_cubes_after_an_undo() -> None:
    app = start_game(*ROBBED).press(BACK)
    assert app.view.text[:4] == ("1/4", "1 of 2", "Blue gets back", ALL_PURPLE)
    assert skip_guide(app).page == "piratenclaim_conflict"


def test_moves_and_robberies_are_shown_also_without_the_guide() -> None:
    for events, sentence in ((FIGHT, "The pirates move"), (ROBBED, "brown robs Blue")):
        assert web_texts(played(*events, guide=False))[0] == sentence


def test_the_whole_list_of_moves_is_done_or_undone_with_one_press() -> None:
    model = played(*SWAP)
    assert len(press(model, "undo").session.kept_events) == len(model.session.kept_events) - 1
    assert web_texts(model)[:2] == ["The pirates move", "On your board:"]
    assert (labelled_buttons(model)[NEXT].label, labelled_buttons(model)[NEXT].main) == ("Done", True)
    robbed = played(*ROBBED)
    assert press(robbed, "bank").page.name == "piratenclaim_guide"
    assert press(robbed, "bank", "bank").page.name == "piratenclaim_turn"


def test_an_undo_restores_the_pirates() -> None:
    app = start_game(*FIGHT).press(BACK)
    assert (app.saved_events[-1], app.tones) == ({"event": "undo"}, UNDO)
    assert app.view.text[2:4] == ("1/3 → 1/2", "black moves")
    assert skip_guide(app).page == "piratenclaim_dice"


def test_the_previous_turn_is_undone_only_in_the_menu() -> None:
    app = start_game(*TURNED)
    assert app.press(BACK).tones == WRONG
    app.hold(BACK).press(RIGHT, OK, RIGHT, OK)
    assert (app.saved_events[-1], app.page) == ({"event": "undo"}, "piratenclaim_turn_end")


def test_the_players_declare_the_end_and_the_winner() -> None:
    model = press(pick(played(*TURNED), "End the game"), "ok", "right", "ok", "bank")
    assert (model.page.name, session_of(model).state.winners) == ("piratenclaim_winner", (0, 1))


def test_a_game_may_end_without_a_winner() -> None:
    app = start_game(PLACED).hold(BACK)
    app.press(*[RIGHT] * 3, OK, NEXT)
    assert (app.saved_events[-1], app.tones) == ({"event": "finish", "winners": []}, WIN)
    assert app.view.text[:2] == ("No one", "wins!")
    assert app.captions[-1] == "No one wins."
    app.press(OK)
    (ended,) = app.endings
    assert isinstance(ended, FinishGame)
    assert (ended.summary["winners"], ended.summary["standings"]) == ([], [{"ships": 3}, {"ships": 3}])


def test_the_threat_is_exact() -> None:
    app = start_game(*TURNED).press(LEFT)
    assert app.view.text[:3] == ("1/4", "44%", "96/216")
    assert game.threat(session_of(app.model).state)[game.FIELDS_BY_NAME["1/4"]] == 96


def test_the_threat_of_a_roll_is_certain() -> None:
    app = move_cursor(start_game(*ENTERED).press(LEFT, NEXT, NEXT, NEXT, NEXT, NEXT, NEXT, NEXT), "1/4")
    assert app.view.text[:3] == ("1/4", "pirates:", "brown")
    assert {each.chance for each in shown_map(app.model).hexes} == {0.0, 1.0}


def test_the_same_page_is_open_after_a_power_cut() -> None:
    for events in [(), (PLACED,), FOUND, ENTERED, FIGHT, ROBBED, TURNED]:
        app = start_game(*events)
        if events:
            app.ack_cursor = 0
            app.restart().press(OK)
        before = app.view
        assert app.restart().page == "resume", events
        assert app.press(OK).view.text == before.text, events
