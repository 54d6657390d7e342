import dataclasses
import re

from msgspec.structs import replace

from companion.core.effects import WRONG, PlayTones
from companion.core.lineup import BOX
from companion.core.messages import Pointed
from companion.core.model import Model
from companion.lights.composition import AMBER
from companion.program.update import update
from companion.program.view import draw_page
from companion.tables.claimit import TABLE
from companion.tables.claimit.start import JoinBoardPage, JoinTurnPage
from companion.ui.art import Icon
from engine import claimit
from engine.claimit import Place, legal, parse_field
from engine.game import Seat
from hardware.device import Button
from tests.companion.games.app import TWO_PLAYERS, App
from tests.companion.lights.positions import ROLLED
from tests.companion.pages.claimit import rolling
from tests.companion.pages.sitting import pick, place_under_cursor, press, roll_for_start, set_up, web_texts

FIELDS = tuple(f"{column}/{row}" for row in range(1, 7) for column in range(1, 7))


def lit_fields(model: Model) -> set[str]:
    colours = model.page.lights(model, model.shown_since + 0.1).colours
    return {place for place in FIELDS if colours[parse_field(place)] == AMBER}


def point_at(model: Model, place: str) -> Model:
    return update(model, Pointed(place, 0.0)).model


def newest(model: Model) -> object:
    return model.session.kept_events[-1]


def test_a_field_is_chosen_by_column_then_row() -> None:
    named = press(set_up(ROLLED), "bank", "left", "ok", "right")
    assert {"2/3", "claim stone 5"} <= set(draw_page(named).lines)
    assert newest(press(named, "ok")) == Place(parse_field("2/3"))


def test_every_field_says_why_it_is_available_or_not() -> None:
    for place in FIELDS:
        column, row = map(int, place.split("/"))
        named = press(set_up(ROLLED), "bank", *["right"] * ((column - 3) % 6), "ok", *["right"] * ((row - 2) % 6))
        words = draw_page(named).lines
        assert place in words
        may = parse_field(place) in legal(ROLLED)
        assert may != any(text.startswith("no: ") for text in words), place
        used = press(named, "ok")
        assert (newest(used) == Place(parse_field(place))) == may
        assert (used.rejected_at is None) == may, place


def test_a_setting_lights_only_the_chosen_field() -> None:
    model = set_up(ROLLED, light="chosen")
    assert lit_fields(set_up(ROLLED)) == {"5/2", "2/3", "2/5", "3/5"}
    assert lit_fields(model) == set()
    shown = TABLE.snapshot(model, BOX)
    assert not any(place.usable or place.use for place in shown.places)
    assert place_under_cursor(model) == "3/2"


def test_without_lights_the_players_find_the_field_and_the_box_checks_it() -> None:
    model = set_up(ROLLED, light="off")
    wrong = point_at(model, "5/3")
    assert lit_fields(wrong) == set()
    assert "ok: does it go there?" in draw_page(wrong).lines
    shown = TABLE.snapshot(wrong, BOX)
    assert place_under_cursor(wrong) == "5/3"
    assert not any(place.usable or place.use for place in shown.places)
    rejected = point_at(wrong, "5/3")
    assert "no: claim stone 2 in use on 5/5" in draw_page(rejected).lines
    assert newest(rejected) == newest(model)
    assert newest(point_at(point_at(rejected, "2/3"), "2/3")) == Place(parse_field("2/3"))


def test_a_wrong_field_must_be_replaced_before_ok_is_accepted() -> None:
    named = press(set_up(ROLLED, light="off"), "ok")
    rejected = update(named, Pointed("1/1", 0.0))
    assert rejected.effects == (PlayTones(WRONG),)
    assert press(rejected.model, "ok").rejected_at is not None
    assert press(rejected.model, "right", "ok").rejected_at is None


def test_the_numbers_at_the_edges_name_a_field() -> None:
    for places in (("column 2", "row 3"), ("row 3", "column 2")):
        model = set_up(ROLLED)
        for place in places:
            model = point_at(model, place)
        assert (model.page.name, model.page.field) == ("numbers", parse_field("2/3"))  # type: ignore[attr-defined]
        assert newest(point_at(model, "row 3")) == Place(parse_field("2/3"))


LEFT, RIGHT, OK, BANK, UNDO = Button


def at_joining(*, started: bool = False) -> App:
    app = App(replace(TWO_PLAYERS, first=Seat(1) if started else None)).start()
    app.model = pick(app.model, "Set up a position")
    return app


def point(app: App, place: str, times: int = 1) -> App:
    for _ in range(times):
        app.send(Pointed(place, app.now))
    return app


def test_a_position_is_entered_with_buttons_and_played_on() -> None:
    app = at_joining().press(OK, RIGHT, OK, OK, OK, OK, BANK, RIGHT, OK)
    assert app.saved_events[-1] == {
        "event": "position",
        "board": {"1/1": ["p0"], "2/1": ["own", "p1"]},
        "turn": 1,
        "last_round": None,
    }
    assert (app.page, app.saved_events[-2]["event"]) == ("turn", "start")
    assert app.press(OK).saved_events[-1]["event"] == "roll"


def test_a_game_that_has_just_started_can_be_joined_too() -> None:
    app = point(at_joining(started=True), "5/2", 2).press(BANK, OK)
    assert [event["event"] for event in app.saved_events] == ["start", "position"]


def test_a_joined_game_survives_a_power_cut() -> None:
    app = point(at_joining(), "5/2", 2).press(BANK, RIGHT, OK)
    before = app.view
    assert app.restart().press(OK).view.text == before.text


def test_ok_cycles_through_all_possible_contents_of_a_field() -> None:
    app = at_joining()
    seen = []
    for _ in range(5):
        page = app.press(OK).model.page
        assert isinstance(page, JoinBoardPage)
        seen.append([stone.name for stone in claimit.stack(page.state, page.field)])
    assert seen == [["p0"], ["own", "p0"], ["p1"], ["own", "p1"], []]


def test_undo_clears_one_field_per_press_and_then_leaves_the_page() -> None:
    app = point(point(at_joining(), "5/2", 2), "6/6", 2).press(LEFT, UNDO)
    page = app.model.page
    assert isinstance(page, JoinBoardPage)
    assert [claimit.format_field(field) for field in claimit.fields_in(page.state.fields[0])] == ["5/2"]
    assert app.press(UNDO, UNDO).page == "menu"


def goldclaim_lines(*golds: int) -> tuple[str, ...]:
    state = claimit.start(("Green", "Blue", "Orange"), Seat(0), {"recycle": False})
    fields, taken = [], 0
    for gold in golds:
        fields.append(((1 << gold) - 1) << taken)
        taken += gold
    page = JoinTurnPage(dataclasses.replace(state, fields=tuple(fields), gold=(1 << taken) - 1))
    lines = draw_page(roll_for_start(state.players).with_page_on_top(page)).lines
    return tuple(line for line in lines if not isinstance(line, Icon))


def test_enough_goldclaims_are_a_last_round() -> None:
    assert goldclaim_lines(8, 8, 8) == ("Whose turn?", "Green", "Blue", "Orange")
    assert goldclaim_lines(9, 0, 0) == ("Last round!", "Green", "Blue", "Orange")


def test_every_possible_caller_of_the_last_round_is_offered() -> None:
    calls = ("Green", "Green called it", "Blue", "Blue called it", "Orange", "Green called it")
    assert goldclaim_lines(9, 9, 0) == ("Last round!", *calls)


OFFERING = replace(roll_for_start(("Green", "Blue")), guide=True)


def offers(model: Model) -> bool:
    return Button.BANK in model.page.screen(model).keys


def test_the_help_of_joining_names_all_stones() -> None:
    model = press(OFFERING, "bank")
    assert re.findall(r"\d+", web_texts(model)[0]) == ["6", "30", "24"]
    assert press(model, "ok").page == OFFERING.page


def test_joining_is_offered_only_with_the_guide_before_the_first_roll() -> None:
    rolled = replace(roll_for_start(("Green", "Blue"), rolling(0, 2, 5, 4)), guide=True)
    assert [offers(model) for model in (OFFERING, replace(OFFERING, guide=False), rolled)] == [
        True,
        False,
        False,
    ]
