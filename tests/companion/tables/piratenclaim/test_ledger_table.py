import pytest
from msgspec.structs import replace

from companion.core.lineup import BOX, HOST
from companion.core.messages import Chosen, UnknownPlaceError
from companion.core.model import Model
from companion.core.shown import labelled_buttons
from companion.core.snapshot import Snapshot
from companion.pages.setup import SetupPage, answer_questions
from companion.program.update import update
from companion.tables.piratenclaim import TABLE
from companion.tables.piratenclaim.layout import USUAL_CENTRES, LayoutPage
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.star_map import field_in_focus
from engine import piratenclaim
from hardware.device import Button
from tests.companion.games.app import App
from tests.companion.pages.piratenclaim import (
    END,
    LAST,
    LEDGER,
    LOADED,
    LOOT,
    MOVE,
    PLACED,
    REST,
    SPLIT,
    TRADING,
    building_board,
    played,
    point,
    roll,
    travel,
)
from tests.companion.pages.sitting import BOX as SWITCHED_ON
from tests.companion.pages.sitting import pick, press, web_texts

LEFT, RIGHT, OK, NEXT, BACK = Button.LEFT, Button.RIGHT, Button.OK, Button.BANK, Button.UNDO


def label_of(model: Model, button: Button) -> tuple[str, str, bool]:
    found = labelled_buttons(model)[button]
    return found.label, found.detail, found.do is not None


def newest(model: Model) -> object:
    return model.session.kept_events[-1]


def shown(model: Model) -> Snapshot:
    return TABLE.snapshot(model, BOX)


def close_guide(model: Model) -> Model:
    while model.page.name == "piratenclaim_guide":
        model = press(model, "bank")
    return model


def chosen(model: Model, name: str, value: object) -> Model:
    return update(model, Chosen(name, value=value, at=model.now + 1, sender=HOST)).model


def test_the_setup_starts_with_the_ledger_on() -> None:
    decided = answer_questions(SWITCHED_ON, {"game": "piratenclaim", "players": 2})
    assert decided.lineup().options == {**piratenclaim.options, "ledger": True}
    assert decided.questions[-1].key == "ledger"
    without = answer_questions(SWITCHED_ON, {"game": "piratenclaim", "players": 2, "ledger": False})
    assert without.lineup().options == piratenclaim.options
    assert SetupPage({"game": "piratenclaim"}).form(SWITCHED_ON).note.startswith("Agree first when the game ends")


def test_the_player_with_the_highest_value_is_marked_as_the_winner() -> None:
    ended = press(pick(played(*LAST, END, **LEDGER), "End the game"), "bank")
    assert session_of(ended).state.winners == (0,)


def test_a_cargo_that_does_not_fit_is_rejected_in_a_sentence() -> None:
    for orange, purple, fault in [
        (4, 2, "The cargo is worth 62: it has to be 60."),
        (0, 2, "The cargo is worth 54: it has to be 60."),
    ]:
        model = close_guide(played(PLACED, **LEDGER))
        for colour, count in {"orange": orange, "purple": purple}.items():
            model = chosen(model, f"piratenclaim_cargo {colour}", count)
        assert label_of(model, NEXT) == ("Done", fault, False)
        assert newest(press(model, "bank")) == newest(model), (orange, purple, fault)


def test_both_players_load_cargo_and_the_first_player_travels() -> None:
    app = App(session_of(played(**LEDGER)).lineup).start()
    app.model = close_guide(played(PLACED, **LEDGER))
    model = close_guide(press(app.model, *["ok"] * 5))
    assert model.page.name == "piratenclaim_cargo"
    model = close_guide(press(model, *["ok"] * 5))
    assert (model.page.name, session_of(model).state.turn) == ("piratenclaim_turn", 0)
    assert [each.holds for each in shown(model).ships] == ["30 fuel, 3 orange, 1 yellow, 6 green, 3 blue, 2 purple"] * 2


def test_an_unpayable_trade_is_explained_and_the_reverse_trade_offered() -> None:
    model = press(played(*TRADING, **LEDGER), "right", *["right"] * 3)
    assert label_of(model, OK) == ("trade", "needs 5 yellow, has 1", False)
    assert newest(press(model, "ok")) == newest(model)
    model = press(model, "right")
    assert label_of(model, OK) == ("trade back", "pay 3 blue, get 5 yellow: if all agree", True)
    traded = shown(press(model, "ok"))
    assert traded.ships[0].holds == "30 fuel, 3 orange, 6 yellow, 6 green, 2 purple"
    assert traded.log[-1] == "Green: trades (pay 3 blue, get 5 yellow)"


def test_parts_travel_alone_with_the_chosen_load() -> None:
    model = press(close_guide(played(*LOADED, **LEDGER)), "right", *["right"] * 3, "ok")
    assert model.page.name == "piratenclaim_load"
    model = point(press(model, "bank"), "1/1")
    model = press(model, "ok", *["left"] * 4, "ok")
    travelled = session_of(model).started_record.events[-1]
    load = piratenclaim.Load(red=10, orange=1, green=2, blue=1)
    assert travelled == piratenclaim.Travel((0,), piratenclaim.FIELDS_BY_NAME["1/1"], load, 2)
    assert model.page.name == "piratenclaim_turn"
    assert [each.place for each in shown(model).ships] == ["1/1", "0/0", "0/0"]


def test_an_impossible_split_reports_the_number_of_compartments() -> None:
    model = press(close_guide(played(*LOADED, **LEDGER)), "right", *["right"] * 3, "ok")
    form = model.page.form(model)
    assert form is not None
    assert [item.question.label for item in form.items][:2] == ["fuel", "orange"]
    model = chosen(model, "piratenclaim_load red", 18)
    assert label_of(model, NEXT) == ("Done", "4 compartments go along: room for 3.", False)
    model = chosen(chosen(model, "piratenclaim_load red", 0), "piratenclaim_load green", 0)
    assert label_of(model, NEXT)[1] == "8 compartments stay: room for 6."


def test_a_journey_takes_three_taps_before_the_roll() -> None:
    model = close_guide(played(*LOADED, **LEDGER))
    assert web_texts(model)[:2] == ["Choose where to travel", "The ship is on 0/0 with 30 fuel."]
    assert not labelled_buttons(model)[OK].main
    model = point(model, "1/4")
    form = model.page.form(model)
    assert form is not None
    assert [(item.question.kind, item.value) for item in form.items][:2] == [("stepper", 2), ("command", True)]
    assert web_texts(model)[:2] == ["Travel to 1/4?", "From 0/0 to 1/4: 2 steps"]
    assert newest(chosen(model, "travel", value=True)) == newest(point(model, "1/4"))  # another tap on the field
    model = point(model, "1/4")
    assert newest(model) == piratenclaim.Travel((0, 1, 2), piratenclaim.FIELDS_BY_NAME["1/4"], None, 2)
    assert web_texts(model)[:2] == ["Roll the six dice", "Arrived on 1/4 for 2 fuel; 28 left."]
    assert labelled_buttons(model)[OK].main


def test_one_of_several_ships_travels_in_three_taps_and_another_can_be_chosen() -> None:
    three = {"event": "roll", "dice": {"red": 1, "green": 1, "grey": 2}}
    found = {"event": "discover", "field": "0/1"}, three, {"event": "discover", "field": "0/6"}
    model = played(*SPLIT, roll(4, 3, 4), *found, MOVE, END, *REST, **LEDGER)
    assert web_texts(model)[:2] == ["Choose where to travel", "The ship is on 0/1 with 12 fuel."]
    travelled = newest(chosen(point(model, "0/2"), "travel", value=True))
    assert travelled == piratenclaim.Travel((0,), piratenclaim.FIELDS_BY_NAME["0/2"], None, 1)
    other = point(model, "0/6")
    assert other.page.name == "piratenclaim_ship_actions"
    assert newest(chosen(point(other, "1/4"), "travel", value=True)).parts == (1, 2)  # type: ignore[attr-defined]
    refuelled = played(*LOADED, travel("0/1", 0, red=12, green=3), {"event": "refuel", "ship": 1}, **LEDGER)
    assert field_in_focus(session_of(refuelled).started_record) == piratenclaim.MIDDLE


def test_the_players_decide_what_a_journey_costs() -> None:
    model = chosen(point(close_guide(played(*LOADED, **LEDGER)), "1/4"), "travel fuel", 5)
    assert newest(chosen(model, "travel", value=True)).fuel == 5  # type: ignore[attr-defined]
    assert newest(chosen(point(model, "0/1"), "travel", value=True)).fuel == 1  # type: ignore[attr-defined]


def test_a_ship_may_stay_before_the_roll() -> None:
    model = close_guide(played(*LOADED, **LEDGER))
    for stays in (press(model, "ok"), chosen(point(model, "1/4"), "stay", value=True)):
        assert (web_texts(stays)[0], labelled_buttons(stays)[OK].main) == ("Roll the six dice", True)
        assert isinstance(newest(press(stays, "ok")), piratenclaim.Roll)


def test_a_trade_takes_one_press_and_sinking_a_pirate_too() -> None:
    trading = (*LOADED, travel("0/1", 0, 1, 2), roll(3, 1, 4), {"event": "discover", "field": "0/1"}, MOVE, END, *REST)
    model = played(*trading, travel("0/4", 0, 1, 2), **LEDGER)
    assert web_texts(model)[0] == "Trade or roll"
    assert label_of(model, NEXT) == ("Trade", "pay 3 red, get 1 yellow", True)
    assert [text for text, *_cube in labelled_buttons(model)[NEXT].pieces] == ["Trade here: pay 3", "get 1"]
    assert isinstance(newest(press(model, "bank")), piratenclaim.Trade)
    model = played(*LOOT, END, *REST, **LEDGER)
    assert label_of(model, NEXT) == ("Sink black", "12 fuel", True)
    assert isinstance(newest(press(model, "bank")), piratenclaim.Sink)
    assert web_texts(press(model, "ok"))[0] == "Sink the pirate or roll"


def test_a_journey_has_no_destination_before_a_player_chooses_one() -> None:
    model = press(close_guide(played(*LOADED, **LEDGER)), "right", "right", "ok")
    assert web_texts(model)[0] == "Choose where to travel"
    form = model.page.form(model)
    assert form is not None
    assert [item.question.key for item in form.items] == ["undo"]
    assert label_of(model, OK) == ("travel", "choose the field first", False)
    assert shown(model).map.way == ()  # type: ignore[union-attr]
    moved = press(model, "right")
    assert (web_texts(moved)[0], label_of(moved, OK)[0]) == ("Travel to 0/1?", "Travel to 0/1")
    assert shown(moved).map.way == ("0/0", "0/1")  # type: ignore[union-attr]


def test_a_discovery_that_is_due_holds_the_pirates() -> None:
    model = played(*SPLIT, roll(4, 3, 4), **LEDGER)
    assert label_of(model, NEXT) == ("End the turn", "still to discover: 0/1, 0/6", False)
    assert newest(press(model, "bank")) == newest(model)
    assert web_texts(model)[0] == "Discover from 0/1, 0/6"


def test_a_robbery_is_shown_once_and_can_be_undone() -> None:
    model = replace(played(*LOOT, **LEDGER), sender=HOST)
    assert [text for text in web_texts(model) if "robs" in text] == ["Black robs Green on 1/1: 2 purple"]
    assert isinstance(newest(model.page.press(model, NEXT).model), piratenclaim.EndTurn)
    back = press(model, "undo")
    assert "1/1: Green gets back: 2 purple" in web_texts(back)


def test_a_custom_layout_is_built_segment_by_segment() -> None:
    model = building_board()
    assert point(model, "0/1").page == model.page  # a field of the segment in the middle
    lit = [each.name for each in shown(model).map.hexes if each.lit]  # type: ignore[union-attr]
    assert point(model, lit[-1]).page != model.page
    with pytest.raises(UnknownPlaceError):
        LayoutPage().point(model, "9,9")
    entered = press(model, *["ok"] * 8)
    assert entered.page.name == "piratenclaim_begins"
    assert entered.session.lineup.options["layout"] == [list(centre) for centre in USUAL_CENTRES]


def test_with_the_dice_rolled_first_the_ships_travel_before_the_pirates_move() -> None:
    model = played(*LOADED, roll(5, 3, 4), **LEDGER, roll_first=True)
    assert (web_texts(model)[0], label_of(model, OK)[0]) == ("Travel, then end the turn", "End the turn")
    assert not labelled_buttons(model)[OK].main
    assert point(model, "0/0").page.name == "piratenclaim_ship_actions"
    model = played(*LOADED, roll(5, 3, 4), travel("0/1", 0, 1, 2), **LEDGER, roll_first=True)
    assert (web_texts(model)[0], label_of(model, OK)[0]) == ("Travel, then discover", "Discover from 0/1")
    assert point(model, "0/1").page.name == "piratenclaim_ship_actions"


def test_a_disc_is_no_destination() -> None:
    model = close_guide(played(*LOADED, **LEDGER))
    pointed = point(model, "1/2")
    assert (pointed.page, pointed.rejected_at) == (model.page, pointed.now)


def test_each_pirate_that_may_enter_is_shown_with_its_move() -> None:
    model = press(close_guide(played(*LOADED, travel("1/1", 0, 1, 2), roll(5, 3, 2, 6, 4, 3), **LEDGER)), "ok")
    choices = model.page.screen(model).choices
    assert choices is not None
    assert [each.detail for each in choices.options] == ["to 1/3", "stays: the edge", "to 1/1, robs Green"]
