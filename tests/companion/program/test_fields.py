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
from tests.companion.games.toucher import board, play_by_touch, state_of, usable
from tests.companion.pages.klondike import ROUND
from tests.companion.pages.klondike import played as klondike_played
from tests.companion.pages.piratenclaim import LAID
from tests.companion.pages.sitting import pick, set_up
from tests.companion.program.test_bots import let_act_until, table
from tests.companion.tables.klondike import test_dealt as dealt
from tests.companion.tables.klondike import test_table as klondike_table
from tests.companion.tables.piratenclaim import test_table as piratenclaim_table

LEFT, RIGHT, OK, BANK, UNDO = Button
DARK_S = 601.0
TOUCHES, STONES = BoardFields(), BoardFields(has_presence=True)
AT_ONCE = BoardFields(places_at_once=True)


def touch(shell: App, *places: str, after_s: float = 1.0) -> App:
    for place in places:
        shell.now += after_s
        shell.send(Pointed(place, shell.now))
    return shell


def put(shell: App, *places: str, lifted: bool = False, after_s: float = 0.6) -> App:
    for place in places:
        shell.now += after_s
        light = next(light for light in range(LIGHTS) if touched_place(shell.model, light) == place)
        shell.send(StoneMoved(light, not lifted, shell.now))
    return shell


def unusable(shell: App) -> str:
    return next(name for field in claimit.FIELDS if (name := claimit.format_field(field)) not in usable(shell))


def roll(fields: BoardFields = TOUCHES) -> App:
    return board(start_claimit(OK), fields)


def guide() -> App:
    shell = board(start_claimit(OK, OK))
    while shell.page != "guide":
        shell.press(BANK if shell.page == "choose" else OK)
    return shell


def test_the_first_touch_chooses_and_the_second_places() -> None:
    shell = roll()
    last = usable(shell)[-1]
    assert len(touch(shell, last).saved_events) == 2
    assert last in shell.view.text
    assert touch(shell, last).saved_events[-1] == {"event": "place", "field": last}
    assert touch(roll(AT_ONCE), last).saved_events[-1] == {"event": "place", "field": last}


def test_the_first_touch_of_the_field_under_the_cursor_only_looks() -> None:
    shell = roll()
    first, second = usable(shell)[:2]
    assert touch(shell, first).page == "roll"
    assert touch(shell.press(RIGHT), second).page == "roll"
    assert touch(shell, unusable(shell), second).page == "roll"
    assert touch(shell, second).saved_events[-1] == {"event": "place", "field": second}


def test_a_touch_closes_no_page_that_is_a_secret_of_a_seat() -> None:
    for fields in (TOUCHES, AT_ONCE):
        shell = board(dealt.sit(), fields)
        event = next(event for event in dealt.may(shell) if isinstance(event, klondike.Place))
        dealt.choose(shell, event.tile, seat_viewer(Seat(0)))
        before = shell.model.open_pages
        for light in range(0, LIGHTS, 5):
            touch(shell, touched_place(shell.model, light))
            assert shell.model.open_pages == before


def test_the_second_touch_puts_a_disc_under_the_cursor() -> None:
    shell = board(piratenclaim_table.sit(), TOUCHES).press(BANK)
    assert entered_discs(touch(shell, "1/0")) == []
    assert entered_discs(touch(shell, "1/0")) == ["1/0"]
    for fields, act in ((AT_ONCE, touch), (STONES, put)):
        shell = board(piratenclaim_table.sit(), fields).press(BANK)
        for place, discs in (("1/0", ["1/0"]), ("1/2", ["1/0", "1/2"]), ("1/2", ["1/0"])):
            assert entered_discs(act(shell, place)) == discs


def entered_discs(shell: App) -> list[str]:
    assert isinstance(shell.model.page, DiscsByHandPage)
    return [piratenclaim.FIELD_NAMES[field] for field in piratenclaim.fields_in(shell.model.page.discs)]


def test_a_field_that_cannot_be_used_says_why_and_moves_nothing() -> None:
    for fields in (TOUCHES, AT_ONCE):
        shell = roll(fields)
        before, lit = shell.model.page, shell.view.frame.lights
        touch(shell, unusable(shell))
        assert (shell.page, shell.tones, shell.model.pages_beneath[-1], len(shell.saved_events)) == (
            "touched",
            WRONG,
            before,
            2,
        )
        assert shell.view.text[1].startswith("Not available:")
        assert shell.view.frame.lights == lit
        assert touch(shell, usable(shell)[-1]).page != "touched"
        shell = touch(roll(fields), unusable(shell)).press(OK)
        assert shell.model.page == before


def test_a_touch_on_a_dark_screen_only_wakes() -> None:
    shell = roll(AT_ONCE).advance_time(DARK_S)
    last, before = usable(shell)[-1], shell.model.page
    touch(shell, last)
    assert (shell.model.page, shell.view.frame.contrast, shell.tones) == (before, 255, ())
    assert touch(shell, last).saved_events[-1]["event"] == "place"
    shell = start_claimit(OK).advance_time(DARK_S)
    assert touch(shell, last).model.page != before
    assert touch(roll().advance_time(DARK_S), last).model.page == before


def test_a_double_touch_does_one_thing() -> None:
    for fields in [TOUCHES, AT_ONCE]:
        for gap in (0.06, 0.15, 0.24):
            shell = roll(fields)
            last = usable(shell)[-1]
            page, kept = touch(shell, last).page, list(shell.saved_events)
            for _ in range(3):
                touch(shell, last, after_s=gap)
                assert (shell.page, shell.saved_events, shell.tones) == (page, kept, WRONG), fields
        shell = replace_fields(roll(), None)
        last = usable(shell)[-1]
        assert touch(shell, last, last, after_s=0.05).saved_events[-1]["event"] == "place", fields


def replace_fields(shell: App, fields: BoardFields | None) -> App:
    shell.model = replace(shell.model, board_fields=fields)
    return shell


def test_a_touch_where_nothing_can_be_chosen_is_a_rejected_press() -> None:
    waiting = board(let_act_until(table(), "roll"))
    for shell in (
        waiting,
        board(start_claimit()),
        board(start_claimit(OK, OK)),
        board(start_claimit().hold(UNDO)),
        board(App().start()),
    ):
        pages, kept = shell.model.open_pages, list(shell.saved_events)
        touch(shell, "3/3")
        assert (shell.model.open_pages, shell.saved_events, shell.tones) == (pages, kept, WRONG)
    for place in ("", "7/1", "1/1E"):
        shell = touch(roll(), place)
        assert (shell.page, shell.tones, len(shell.saved_events)) == ("roll", WRONG, 2)


def test_in_the_guide_a_touch_on_its_field_is_ok() -> None:
    shell = guide()
    page = shell.model.page
    assert isinstance(page, PhysicalStepsPage)
    (field,) = page.offered_places(shell.model)
    other = "1/1" if field != "1/1" else "6/6"
    touch(shell, other)
    assert (shell.page, shell.model.pages_beneath[-1], shell.view.text[:2]) == ("touched", page, (other, "empty"))
    assert touch(shell, field).page == "turn"


def test_on_check_the_board_the_field_that_is_lit_is_ok() -> None:
    shell = guide().press(OK)
    shell.model = pick(shell.model, "Check the board")
    page = shell.model.page
    assert isinstance(page, CheckPage)
    (field,) = page.offered_places(shell.model)
    assert touch(shell, "1/1" if field != "1/1" else "6/6").model.pages_beneath[-1] == page
    shell = touch(shell, field).press(BANK)
    assert touch(touch(shell, "1/1"), "2/1").model.page == CheckPage(cursor=2, everywhere=True)
    shell = board(klondike_table.sit())
    shell.model = pick(shell.model, "Check the board")
    assert touch(shell, "1/1W", "2/1N").model.page == KlondikeCheckPage(2)
    assert touch(shell, "1/3N").model.page != KlondikeCheckPage(2)
    assert shell.model.pages_beneath[-1] == KlondikeCheckPage(2)


def in_hand(fields: BoardFields = TOUCHES, tile: str = "3|5") -> App:
    shell = board(klondike_table.sit(), fields)
    low, high = map(int, tile.split("|"))
    return shell.press(OK, *[RIGHT] * low, OK, *[RIGHT] * high, OK)


def chosen(model: Model) -> tuple[str, tuple[int, int]]:
    assert isinstance(model.page, PlacePage)
    slot, (near, far) = klondike.tile_placements(state_of(model), model.page.tile)[model.page.cursor]
    return klondike.SLOT_POSITIONS[slot].name, (near, far)


def test_a_touched_pad_of_klondike_gets_the_first_end_of_the_tile() -> None:
    shell = touch(in_hand(), "2/2E")
    assert chosen(shell.model) == ("2/2E", (3, 5))
    assert chosen(touch(shell, "3/2W").model) == ("2/2E", (5, 3))
    assert touch(shell, "3/2W").saved_events[-1] == {"event": "place", "slot": "2/2E", "tile": [5, 3]}
    shell = touch(in_hand(AT_ONCE), "3/2W")
    assert shell.saved_events[-1] == {"event": "place", "slot": "2/2E", "tile": [5, 3]}


def test_a_touch_on_the_lit_segment_is_its_field() -> None:
    shell = board(piratenclaim_table.sit(LAID))
    shell.press(RIGHT)
    names = [touched_place(shell.model, light) for light in range(LIGHTS)]
    assert {name for name in names if name} == {f"0/{position}" for position in range(7)}
    assert (names[0], names[14], names[5]) == ("", "0/0", "")
    assert touch(shell, "", "0/3").view.text[0] == "0/3"
    assert touch(shell, "0/3").page == "piratenclaim_actions"
    shell = board(piratenclaim_table.sit(LAID).press(OK))
    assert touch(shell, touched_place(shell.model, 14)).tones == WRONG


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("sit", [start_claimit, klondike_table.sit, piratenclaim_table.sit])
def test_a_whole_game_is_played_by_touching(sit: Callable[[], App]) -> None:
    shell = board(sit(), AT_ONCE)
    assert play_by_touch(shell, lambda place: touch(shell, place)) > 5


def test_a_stone_on_a_lit_field_places_it_also_in_the_dark() -> None:
    for dark_s in (0.0, DARK_S):
        shell = roll(STONES).advance_time(dark_s)
        last = usable(shell)[-1]
        put(shell, last)
        assert (shell.kept[-1], shell.view.frame.contrast) == ({"event": "place", "field": last}, 255)
        kept, page = list(shell.kept), shell.page
        assert put(shell, last, lifted=True).saved_events == kept
        assert (shell.page, shell.tones) == (page, ())
    shell = roll(STONES)
    press_and_put(shell, usable(shell)[0])
    assert shell.saved_events[-1]["event"] == "place"


def press_and_put(shell: App, place: str) -> None:
    shell.send(Pressed(Press(RIGHT), shell.now))
    put(shell, place, after_s=0.05)


def test_a_stone_on_any_other_field_places_nothing() -> None:
    shell = put(roll(STONES), unusable(roll()))
    assert (shell.page, shell.tones, len(shell.saved_events)) == ("touched", WRONG, 2)
    assert put(shell, usable(shell)[-1]).saved_events[-1]["event"] == "place"
    for shell in (board(start_claimit(), STONES), roll(TOUCHES), replace_fields(roll(), None)):
        before, kept = shell.model.open_pages, list(shell.saved_events)
        put(shell, "3/3", usable(roll())[0])
        assert (shell.model.open_pages, shell.saved_events, shell.tones) == (before, kept, ())


def test_a_stone_on_another_stone_is_confirmed_with_ok() -> None:
    shell = lies_there("3/4", Roll((3, 4, 1)))
    assert {"3/4", "4/3"} <= set(usable(shell))
    events = shell.model.session.events
    assert put(shell, "3/4").model.session.events == events
    assert put(put(shell, "3/4", lifted=True), "3/4").model.session.events == events
    assert put(lies_there("3/4", Roll((3, 4, 1))), "4/3").model.session.events == events + 1


def lies_there(stones: str, *events: Event) -> App:
    shell = App()
    begun = claimit.start(("Green", "Blue"), Seat(0), claimit.options)
    fields = sum(1 << claimit.parse_field(name) for name in stones.split())
    shell.model = set_up(dataclasses.replace(begun, fields=(fields, 0)), *events)
    shell.lineup = shell.model.session.lineup.to_json()
    return board(shell, STONES)


def test_the_guide_goes_on_by_itself_when_the_stone_is_there() -> None:
    shell = replace_fields(guide(), STONES)
    page = shell.model.page
    assert isinstance(page, PhysicalStepsPage)
    (field,) = page.offered_places(shell.model)
    other = "1/1" if field != "1/1" else "6/6"
    assert put(put(shell, other, field, lifted=True), other).model.page == page
    assert shell.tones == ()
    assert put(shell, field).page == "turn"
    assert replace_fields(guide(), STONES).press(OK).page == "turn"


def marked(shell: App) -> int:
    return claimit.marks(state_of(shell.model)).bit_count()


def test_the_guide_accepts_stones_that_were_put_down_early() -> None:
    shell = board(start_claimit(), STONES)
    while not (isinstance(page := shell.model.page, PhysicalStepsPage) and len(page.steps) > 1):
        shell.press(BANK if shell.page == "choose" and marked(shell) > 1 else OK)
    fields = [next(iter(replace(page, step=step).offered_places(shell.model))) for step in range(len(page.steps))]
    assert put(shell, *fields[1:]).model.page == page
    assert put(shell, fields[0]).page != "guide"


def test_a_tile_that_is_put_down_has_the_direction_on_the_screen() -> None:
    shell = put(replace_fields(touch(in_hand(), "3/2W"), STONES), "2/2E", "3/2W", after_s=0.02)
    assert (shell.saved_events[-1], shell.page) == ({"event": "place", "slot": "2/2E", "tile": [5, 3]}, "klondike_turn")
    assert len(put(replace_fields(in_hand(), STONES), "2/2E", "3/2W", after_s=0.02).saved_events) == 1
    assert put(replace_fields(in_hand(tile="4|4"), STONES), "3/2W").saved_events[-1]["slot"] == "2/2E"


def settled(shell: App) -> App:
    return shell.advance_time(SETTLE_S).tick()


def test_after_a_start_the_board_is_compared_until_it_fits() -> None:
    played = guide().press(OK, OK)  # Green has banked, and Blue has rolled
    (own,) = [claimit.format_field(field) for field in claimit.FIELDS if claimit.stack(state_of(played.model), field)]
    kept = list(played.saved_events)
    shell = board(played.restart(), STONES).press(OK)
    wrong = usable(shell)[0]
    put(shell, wrong, after_s=0.1)
    assert (shell.page, shell.saved_events) == ("roll", kept)
    assert settled(shell).page == "stones"
    says = f"{own} should hold a stone. {wrong} should be empty."
    assert (shell.view.text[0], " ".join(shell.view.text[1:-1])) == ("Check the board", says)
    lit = {light for light, colour in enumerate(shell.view.frame.lights) if colour != OFF}
    assert lit == {claimit.parse_field(own), claimit.parse_field(wrong)}
    assert put(shell, own).page == "stones"
    assert put(shell, wrong, lifted=True).page == "roll"
    assert shell.saved_events == kept
    assert settled(shell).page == "roll"


def test_ok_says_that_the_board_is_right() -> None:
    played = guide().press(OK)
    shell = settled(board(played.restart(), STONES).press(OK))
    assert shell.page == "stones"
    assert settled(shell.press(OK)).page == "turn"
    assert settled(board(played.restart(), TOUCHES).press(OK)).page == "turn"


def test_after_an_undo_the_board_is_compared_once_the_hands_are_done() -> None:
    for guided in (True, False):
        shell = roll(STONES)
        shell.model = replace(shell.model, guide=guided)
        first, *_others, last = usable(shell)
        put(shell, first).press(UNDO)
        if guided:
            assert settled(shell).page == "guide"
            shell.press(OK)
        assert settled(shell).page == "stones"
        assert put(shell, first, lifted=True).page == "roll"
        assert put(shell, last).saved_events[-1] == {"event": "place", "field": last}


def test_after_a_bump_the_board_is_compared() -> None:
    places = ("1/1", "2/2", "3/3", "4/4")
    for moved, page in ((places[:2], "turn"), (places[:3], "stones")):
        shell = put(board(start_claimit().advance_time(10), STONES), *moved, after_s=0.1)
        # A page that does not move is woken for it, and only then.
        assert (shell.view.frame.next_change == shell.now + SETTLE_S) is (page == "stones")
        assert settled(shell).page == page
    assert settled(put(board(start_claimit(), STONES), *places, after_s=1.0)).page == "turn"
    shell = roll(STONES)
    kept = list(shell.saved_events)
    other = [
        claimit.format_field(field) for field in claimit.FIELDS if claimit.format_field(field) not in usable(shell)
    ]
    put(shell, *other[:3], lifted=True, after_s=0.1)
    assert put(shell, usable(shell)[0], after_s=0.1).saved_events == kept
    assert settled(shell).page == "stones"


def test_klondikes_tiles_are_compared_too() -> None:
    shell = put(replace_fields(touch(in_hand(), "3/2W"), STONES), "2/2E", "3/2W", after_s=0.02)
    assert settled(put(shell, "1/1W", "1/1S", "2/1W", after_s=0.1)).page == "stones"
    assert put(shell, "1/1W", "1/1S", "2/1W", lifted=True).page == "klondike_turn"
    shell = settled(board(shell.restart(), STONES).press(OK))
    assert (shell.page, shell.view.text[1]) == ("stones", "2/2E should hold a tile.")
    lit = {light for light, colour in enumerate(shell.view.frame.lights) if colour != OFF}
    assert {touched_place(shell.model, light) for light in lit} == {"2/2E", "3/2W"}
    assert draw_page(replace(shell.model, language="de")).lines[1].startswith("Auf 2/2 O gehört ein")
    assert put(shell, "2/2E").page == "stones"
    assert put(shell, "3/2W").page == "klondike_turn"
    assert klondike_table.back_a_turn(shell).page == "klondike_guide"
    assert settled(shell.press(OK)).view.text[1] == "2/2E should be empty."
    assert put(shell, "2/2E", "3/2W", lifted=True, after_s=0.02).page == "klondike_turn"


def test_no_tiles_are_missed_that_the_box_has_dealt_or_that_a_round_has_left() -> None:
    shell = board(dealt.sit(), STONES)
    dealt.lay_by_phone(shell)
    assert any(state_of(shell.model).slots)
    assert settled(board(shell.restart(), STONES).press(OK)).page == "klondike_turn"
    shell.model = klondike_played(*ROUND)
    assert (shell.page, any(state_of(shell.model).slots)) == ("klondike_round_over", False)
    shell = settled(board(shell, STONES._replace(closed=frozenset(range(LIGHTS)), compare_at=0.0)))
    assert shell.page == "klondike_round_over"
    assert settled(shell.press(OK)).page == "stones"


def test_failed_field_sensors_do_not_ask_for_stones() -> None:
    shell = settled(board(guide().press(OK, OK).restart(), STONES).press(OK))
    assert shell.page == "stones"
    assert shell.report_part(Part.FIELDS, "gone").press(OK).page == "roll"
    kept, (first, *_others) = list(shell.saved_events), usable(shell)
    assert put(settled(shell), first).page == "roll"
    assert settled(shell.press(RIGHT)).page == "roll"
    assert shell.report_part(Part.FIELDS, None).page == "roll"
    assert (settled(shell).page, shell.saved_events) == ("stones", kept)
    shell.report_part(Part.FIELDS, "gone").press(OK)
    assert shell.page == "roll"
