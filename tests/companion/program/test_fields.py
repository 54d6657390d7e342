import dataclasses
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.core.effects import WRONG
from companion.core.lineup import seat_viewer
from companion.core.messages import Pointed, Pressed, StoneMoved
from companion.core.model import BoardFields, Model
from companion.program.fields import SETTLE_S, touched_place
from companion.program.view import draw_page
from companion.tables.claimit.guide import CheckPage
from companion.tables.klondike.outcomes import CheckPage as KlondikeCheckPage
from companion.tables.klondike.placing import PlacePage
from companion.tables.piratenclaim.layout import DiscsByHandPage
from companion.tables.shared_pages import PhysicalStepsPage
from engine import claimit, klondike, piratenclaim
from engine.claimit import Event, Roll
from engine.game import Seat
from hardware.device import LIGHTS, OFF, Button, Part, Press
from tests.companion.games.app import App, start_claimit
from tests.companion.games.touch_player import play_by_touch, state_of, usable_fields, with_field_sensors
from tests.companion.pages.klondike import ROUND
from tests.companion.pages.klondike import played as klondike_played
from tests.companion.pages.piratenclaim import PLACED
from tests.companion.pages.sitting import pick, set_up
from tests.companion.program.test_bots import let_act_until, with_bot
from tests.companion.tables.klondike import test_dealt as dealt
from tests.companion.tables.klondike import test_table as klondike_table
from tests.companion.tables.piratenclaim import test_table as piratenclaim_table

LEFT, RIGHT, OK, BANK, UNDO = Button
DARK_S = 601.0
TOUCHES, STONES = BoardFields(), BoardFields(has_presence=True)
AT_ONCE = BoardFields(places_at_once=True)


def touch(app: App, *places: str, after_s: float = 1.0) -> App:
    for place in places:
        app.now += after_s
        app.send(Pointed(place, app.now))
    return app


def put_stone(app: App, *places: str, lifted: bool = False, after_s: float = 0.6) -> App:
    for place in places:
        app.now += after_s
        light = next(light for light in range(LIGHTS) if touched_place(app.model, light) == place)
        app.send(StoneMoved(light, not lifted, app.now))
    return app


def unavailable_field(app: App) -> str:
    return next(name for field in claimit.FIELDS if (name := claimit.format_field(field)) not in usable_fields(app))


def at_roll(fields: BoardFields = TOUCHES) -> App:
    return with_field_sensors(start_claimit(OK), fields)


def at_guide() -> App:
    app = with_field_sensors(start_claimit(OK, OK))
    while app.page != "guide":
        app.press(BANK if app.page == "choose" else OK)
    return app


def test_the_first_touch_chooses_and_the_second_places() -> None:
    app = at_roll()
    last = usable_fields(app)[-1]
    assert len(touch(app, last).saved_events) == 2
    assert last in app.view.text
    assert touch(app, last).saved_events[-1] == {"event": "place", "field": last}
    assert touch(at_roll(AT_ONCE), last).saved_events[-1] == {"event": "place", "field": last}


def test_the_first_touch_of_the_field_under_the_cursor_places_nothing() -> None:
    app = at_roll()
    first, second = usable_fields(app)[:2]
    assert touch(app, first).page == "roll"
    assert touch(app.press(RIGHT), second).page == "roll"
    assert touch(app, unavailable_field(app), second).page == "roll"
    assert touch(app, second).saved_events[-1] == {"event": "place", "field": second}


def test_a_touch_does_not_close_a_secret_page() -> None:
    for fields in (TOUCHES, AT_ONCE):
        app = with_field_sensors(dealt.start_match(), fields)
        event = next(event for event in dealt.legal_events(app) if isinstance(event, klondike.Place))
        dealt.choose(app, event.tile, seat_viewer(Seat(0)))
        before = app.model.open_pages
        for light in range(0, LIGHTS, 5):
            touch(app, touched_place(app.model, light))
            assert app.model.open_pages == before


def test_the_second_touch_puts_a_disc_under_the_cursor() -> None:
    app = with_field_sensors(piratenclaim_table.start_game(), TOUCHES).press(BANK)
    assert entered_discs(touch(app, "1/0")) == []
    assert entered_discs(touch(app, "1/0")) == ["1/0"]
    for fields, act in ((AT_ONCE, touch), (STONES, put_stone)):
        app = with_field_sensors(piratenclaim_table.start_game(), fields).press(BANK)
        for place, discs in (("1/0", ["1/0"]), ("1/2", ["1/0", "1/2"]), ("1/2", ["1/0"])):
            assert entered_discs(act(app, place)) == discs


def entered_discs(app: App) -> list[str]:
    assert isinstance(app.model.page, DiscsByHandPage)
    return [piratenclaim.FIELD_NAMES[field] for field in piratenclaim.fields_in(app.model.page.discs)]


def test_an_unavailable_field_says_why_and_does_not_move_the_cursor() -> None:
    for fields in (TOUCHES, AT_ONCE):
        app = at_roll(fields)
        before, lit = app.model.page, app.view.frame.lights
        touch(app, unavailable_field(app))
        assert (app.page, app.tones, app.model.pages_beneath[-1], len(app.saved_events)) == (
            "touched",
            WRONG,
            before,
            2,
        )
        assert app.view.text[1].startswith("Not available:")
        assert app.view.frame.lights == lit
        assert touch(app, usable_fields(app)[-1]).page != "touched"
        app = touch(at_roll(fields), unavailable_field(app)).press(OK)
        assert app.model.page == before


def test_a_touch_on_a_dark_screen_only_wakes_it() -> None:
    app = at_roll(AT_ONCE).advance_time(DARK_S)
    last, before = usable_fields(app)[-1], app.model.page
    touch(app, last)
    assert (app.model.page, app.view.frame.contrast, app.tones) == (before, 255, ())
    assert touch(app, last).saved_events[-1]["event"] == "place"
    app = start_claimit(OK).advance_time(DARK_S)
    assert touch(app, last).model.page != before
    assert touch(at_roll().advance_time(DARK_S), last).model.page == before


def test_a_double_touch_counts_once() -> None:
    for fields in [TOUCHES, AT_ONCE]:
        for gap in (0.06, 0.15, 0.24):
            app = at_roll(fields)
            last = usable_fields(app)[-1]
            page, saved = touch(app, last).page, list(app.saved_events)
            for _ in range(3):
                touch(app, last, after_s=gap)
                assert (app.page, app.saved_events, app.tones) == (page, saved, WRONG), fields
        app = replace_fields(at_roll(), None)
        last = usable_fields(app)[-1]
        assert touch(app, last, last, after_s=0.05).saved_events[-1]["event"] == "place", fields


def replace_fields(app: App, fields: BoardFields | None) -> App:
    app.model = replace(app.model, board_fields=fields)
    return app


def test_a_touch_without_available_fields_is_rejected() -> None:
    waiting = with_field_sensors(let_act_until(with_bot(), "roll"))
    for app in (
        waiting,
        with_field_sensors(start_claimit()),
        with_field_sensors(start_claimit(OK, OK)),
        with_field_sensors(start_claimit().hold(UNDO)),
        with_field_sensors(App().start()),
    ):
        pages, saved = app.model.open_pages, list(app.saved_events)
        touch(app, "3/3")
        assert (app.model.open_pages, app.saved_events, app.tones) == (pages, saved, WRONG)
    for place in ("", "7/1", "1/1E"):
        app = touch(at_roll(), place)
        assert (app.page, app.tones, len(app.saved_events)) == ("roll", WRONG, 2)


def test_in_the_guide_touching_the_lit_field_is_ok() -> None:
    app = at_guide()
    page = app.model.page
    assert isinstance(page, PhysicalStepsPage)
    (field,) = page.offered_places(app.model)
    other = "1/1" if field != "1/1" else "6/6"
    touch(app, other)
    assert (app.page, app.model.pages_beneath[-1], app.view.text[:2]) == ("touched", page, (other, "empty"))
    assert touch(app, field).page == "turn"


def test_on_check_the_board_touching_the_lit_field_is_ok() -> None:
    app = at_guide().press(OK)
    app.model = pick(app.model, "Check the board")
    page = app.model.page
    assert isinstance(page, CheckPage)
    (field,) = page.offered_places(app.model)
    assert touch(app, "1/1" if field != "1/1" else "6/6").model.pages_beneath[-1] == page
    app = touch(app, field).press(BANK)
    assert touch(touch(app, "1/1"), "2/1").model.page == CheckPage(cursor=2, everywhere=True)
    app = with_field_sensors(klondike_table.start_match())
    app.model = pick(app.model, "Check the board")
    assert touch(app, "1/1W", "2/1N").model.page == KlondikeCheckPage(2)
    assert touch(app, "1/3N").model.page != KlondikeCheckPage(2)
    assert app.model.pages_beneath[-1] == KlondikeCheckPage(2)


def with_selected_tile(fields: BoardFields = TOUCHES, tile: str = "3|5") -> App:
    app = with_field_sensors(klondike_table.start_match(), fields)
    low, high = map(int, tile.split("|"))
    return app.press(OK, *[RIGHT] * low, OK, *[RIGHT] * high, OK)


def chosen_placement(model: Model) -> tuple[str, tuple[int, int]]:
    assert isinstance(model.page, PlacePage)
    slot, (near, far) = klondike.tile_placements(state_of(model), model.page.tile)[model.page.cursor]
    return klondike.SLOT_POSITIONS[slot].name, (near, far)


def test_the_first_end_of_a_tile_is_on_the_touched_pad() -> None:
    app = touch(with_selected_tile(), "2/2E")
    assert chosen_placement(app.model) == ("2/2E", (3, 5))
    assert chosen_placement(touch(app, "3/2W").model) == ("2/2E", (5, 3))
    assert touch(app, "3/2W").saved_events[-1] == {"event": "place", "slot": "2/2E", "tile": [5, 3]}
    app = touch(with_selected_tile(AT_ONCE), "3/2W")
    assert app.saved_events[-1] == {"event": "place", "slot": "2/2E", "tile": [5, 3]}


def test_touching_the_lit_segment_chooses_its_field() -> None:
    app = with_field_sensors(piratenclaim_table.start_game(PLACED))
    app.press(RIGHT)
    names = [touched_place(app.model, light) for light in range(LIGHTS)]
    assert {name for name in names if name} == {f"0/{position}" for position in range(7)}
    assert (names[0], names[14], names[5]) == ("", "0/0", "")
    assert touch(app, "", "0/3").view.text[0] == "0/3"
    assert touch(app, "0/3").page == "piratenclaim_actions"
    app = with_field_sensors(piratenclaim_table.start_game(PLACED).press(OK))
    assert touch(app, touched_place(app.model, 14)).tones == WRONG


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("start", [start_claimit, klondike_table.start_match, piratenclaim_table.start_game])
def test_a_whole_game_is_played_by_touching(start: Callable[[], App]) -> None:
    app = with_field_sensors(start(), AT_ONCE)
    assert play_by_touch(app, lambda place: touch(app, place)) > 5


def test_a_stone_on_a_lit_field_is_placed_even_with_a_dark_screen() -> None:
    for dark_s in (0.0, DARK_S):
        app = at_roll(STONES).advance_time(dark_s)
        last = usable_fields(app)[-1]
        put_stone(app, last)
        assert (app.saved_events[-1], app.view.frame.contrast) == ({"event": "place", "field": last}, 255)
        saved, page = list(app.saved_events), app.page
        assert put_stone(app, last, lifted=True).saved_events == saved
        assert (app.page, app.tones) == (page, ())
    app = at_roll(STONES)
    press_and_put_stone(app, usable_fields(app)[0])
    assert app.saved_events[-1]["event"] == "place"


def press_and_put_stone(app: App, place: str) -> None:
    app.send(Pressed(Press(RIGHT), app.now))
    put_stone(app, place, after_s=0.05)


def test_a_stone_on_any_other_field_places_nothing() -> None:
    app = put_stone(at_roll(STONES), unavailable_field(at_roll()))
    assert (app.page, app.tones, len(app.saved_events)) == ("touched", WRONG, 2)
    assert put_stone(app, usable_fields(app)[-1]).saved_events[-1]["event"] == "place"
    for app in (with_field_sensors(start_claimit(), STONES), at_roll(TOUCHES), replace_fields(at_roll(), None)):
        before, saved = app.model.open_pages, list(app.saved_events)
        put_stone(app, "3/3", usable_fields(at_roll())[0])
        assert (app.model.open_pages, app.saved_events, app.tones) == (before, saved, ())


def test_a_stone_on_another_stone_is_confirmed_with_ok() -> None:
    app = with_stones("3/4", Roll((3, 4, 1)))
    assert {"3/4", "4/3"} <= set(usable_fields(app))
    events = app.model.session.event_count
    assert put_stone(app, "3/4").model.session.event_count == events
    assert put_stone(put_stone(app, "3/4", lifted=True), "3/4").model.session.event_count == events
    assert put_stone(with_stones("3/4", Roll((3, 4, 1))), "4/3").model.session.event_count == events + 1


def with_stones(stones: str, *events: Event) -> App:
    app = App()
    begun = claimit.start(("Green", "Blue"), Seat(0), claimit.options)
    fields = sum(1 << claimit.parse_field(name) for name in stones.split())
    app.model = set_up(dataclasses.replace(begun, fields=(fields, 0)), *events)
    app.lineup = app.model.session.lineup.to_json()
    return with_field_sensors(app, STONES)


def test_the_guide_continues_when_the_stone_is_placed() -> None:
    app = replace_fields(at_guide(), STONES)
    page = app.model.page
    assert isinstance(page, PhysicalStepsPage)
    (field,) = page.offered_places(app.model)
    other = "1/1" if field != "1/1" else "6/6"
    assert put_stone(put_stone(app, other, field, lifted=True), other).model.page == page
    assert app.tones == ()
    assert put_stone(app, field).page == "turn"
    assert replace_fields(at_guide(), STONES).press(OK).page == "turn"


def number_of_marks(app: App) -> int:
    return claimit.marks(state_of(app.model)).bit_count()


def test_the_guide_accepts_stones_that_were_placed_early() -> None:
    app = with_field_sensors(start_claimit(), STONES)
    while not (isinstance(page := app.model.page, PhysicalStepsPage) and len(page.steps) > 1):
        app.press(BANK if app.page == "choose" and number_of_marks(app) > 1 else OK)
    fields = [next(iter(replace(page, step=step).offered_places(app.model))) for step in range(len(page.steps))]
    assert put_stone(app, *fields[1:]).model.page == page
    assert put_stone(app, fields[0]).page != "guide"


def test_a_placed_tile_has_the_direction_shown_on_the_screen() -> None:
    app = put_stone(replace_fields(touch(with_selected_tile(), "3/2W"), STONES), "2/2E", "3/2W", after_s=0.02)
    assert (app.saved_events[-1], app.page) == ({"event": "place", "slot": "2/2E", "tile": [5, 3]}, "klondike_turn")
    assert len(put_stone(replace_fields(with_selected_tile(), STONES), "2/2E", "3/2W", after_s=0.02).saved_events) == 1
    assert put_stone(replace_fields(with_selected_tile(tile="4|4"), STONES), "3/2W").saved_events[-1]["slot"] == "2/2E"


def wait_until_settled(app: App) -> App:
    return app.advance_time(SETTLE_S).tick()


def test_after_a_start_the_board_is_compared_until_it_fits() -> None:
    played = at_guide().press(OK, OK)  # Green has banked, and Blue has rolled
    (own,) = [claimit.format_field(field) for field in claimit.FIELDS if claimit.stack(state_of(played.model), field)]
    saved = list(played.saved_events)
    app = with_field_sensors(played.restart(), STONES).press(OK)
    wrong = usable_fields(app)[0]
    put_stone(app, wrong, after_s=0.1)
    assert (app.page, app.saved_events) == ("roll", saved)
    assert wait_until_settled(app).page == "stones"
    says = f"{own} should hold a stone. {wrong} should be empty."
    assert (app.view.text[0], " ".join(app.view.text[1:-1])) == ("Check the board", says)
    lit = {light for light, colour in enumerate(app.view.frame.lights) if colour != OFF}
    assert lit == {claimit.parse_field(own), claimit.parse_field(wrong)}
    assert put_stone(app, own).page == "stones"
    assert put_stone(app, wrong, lifted=True).page == "roll"
    assert app.saved_events == saved
    assert wait_until_settled(app).page == "roll"


def test_ok_says_that_the_board_is_right() -> None:
    played = at_guide().press(OK)
    app = wait_until_settled(with_field_sensors(played.restart(), STONES).press(OK))
    assert app.page == "stones"
    assert wait_until_settled(app.press(OK)).page == "turn"
    assert wait_until_settled(with_field_sensors(played.restart(), TOUCHES).press(OK)).page == "turn"


def test_after_an_undo_the_board_is_compared_when_the_guide_ends() -> None:
    for guided in (True, False):
        app = at_roll(STONES)
        app.model = replace(app.model, guide=guided)
        first, *_others, last = usable_fields(app)
        put_stone(app, first).press(UNDO)
        if guided:
            assert wait_until_settled(app).page == "guide"
            app.press(OK)
        assert wait_until_settled(app).page == "stones"
        assert put_stone(app, first, lifted=True).page == "roll"
        assert put_stone(app, last).saved_events[-1] == {"event": "place", "field": last}


def test_after_a_bump_the_board_is_compared() -> None:
    places = ("1/1", "2/2", "3/3", "4/4")
    for moved, page in ((places[:2], "turn"), (places[:3], "stones")):
        app = put_stone(with_field_sensors(start_claimit().advance_time(10), STONES), *moved, after_s=0.1)
        # A page that does not move is woken for it, and only then.
        assert (app.view.frame.next_change == app.now + SETTLE_S) is (page == "stones")
        assert wait_until_settled(app).page == page
    assert (
        wait_until_settled(put_stone(with_field_sensors(start_claimit(), STONES), *places, after_s=1.0)).page == "turn"
    )
    app = at_roll(STONES)
    saved = list(app.saved_events)
    other = [
        claimit.format_field(field) for field in claimit.FIELDS if claimit.format_field(field) not in usable_fields(app)
    ]
    put_stone(app, *other[:3], lifted=True, after_s=0.1)
    assert put_stone(app, usable_fields(app)[0], after_s=0.1).saved_events == saved
    assert wait_until_settled(app).page == "stones"


def test_klondikes_tiles_are_compared_too() -> None:
    app = put_stone(replace_fields(touch(with_selected_tile(), "3/2W"), STONES), "2/2E", "3/2W", after_s=0.02)
    assert wait_until_settled(put_stone(app, "1/1W", "1/1S", "2/1W", after_s=0.1)).page == "stones"
    assert put_stone(app, "1/1W", "1/1S", "2/1W", lifted=True).page == "klondike_turn"
    app = wait_until_settled(with_field_sensors(app.restart(), STONES).press(OK))
    assert (app.page, app.view.text[1]) == ("stones", "2/2E should hold a tile.")
    lit = {light for light, colour in enumerate(app.view.frame.lights) if colour != OFF}
    assert {touched_place(app.model, light) for light in lit} == {"2/2E", "3/2W"}
    assert draw_page(replace(app.model, language="de")).lines[1].startswith("Auf 2/2 O gehört ein")
    assert put_stone(app, "2/2E").page == "stones"
    assert put_stone(app, "3/2W").page == "klondike_turn"
    assert klondike_table.undo_turn(app).page == "klondike_guide"
    assert wait_until_settled(app.press(OK)).view.text[1] == "2/2E should be empty."
    assert put_stone(app, "2/2E", "3/2W", lifted=True, after_s=0.02).page == "klondike_turn"


def test_hidden_tiles_and_tiles_of_the_last_round_are_not_missed() -> None:
    app = with_field_sensors(dealt.start_match(), STONES)
    dealt.place_by_phone(app)
    assert any(state_of(app.model).slots)
    assert wait_until_settled(with_field_sensors(app.restart(), STONES).press(OK)).page == "klondike_turn"
    app.model = klondike_played(*ROUND)
    assert (app.page, any(state_of(app.model).slots)) == ("klondike_round_over", False)
    app = wait_until_settled(with_field_sensors(app, STONES._replace(closed=frozenset(range(LIGHTS)), compare_at=0.0)))
    assert app.page == "klondike_round_over"
    assert wait_until_settled(app.press(OK)).page == "stones"


def test_failed_field_sensors_report_no_missing_stones() -> None:
    app = wait_until_settled(with_field_sensors(at_guide().press(OK, OK).restart(), STONES).press(OK))
    assert app.page == "stones"
    assert app.report_part(Part.FIELDS, "gone").press(OK).page == "roll"
    saved, (first, *_others) = list(app.saved_events), usable_fields(app)
    assert put_stone(wait_until_settled(app), first).page == "roll"
    assert wait_until_settled(app.press(RIGHT)).page == "roll"
    assert app.report_part(Part.FIELDS, None).page == "roll"
    assert (wait_until_settled(app).page, app.saved_events) == ("stones", saved)
    app.report_part(Part.FIELDS, "gone").press(OK)
    assert app.page == "roll"
