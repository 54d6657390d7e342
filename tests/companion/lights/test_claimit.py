"""What the lights say in Claim It!, row by row of what they are to say."""

from dataclasses import replace

import pytest

from companion.lights.animation import FRAME_S
from companion.lights.composition import Lights, blend, dim
from companion.lights.idle_animations import CORNERS, EDGE
from companion.lights.palette import ALARM, AMBER, DIM, WHITE
from companion.tables.claimit import lights
from companion.tables.claimit.lights import BANK_STEP_S, COUNT_STEP_S, FAINT, FLASH_S, GLOW, HOLD_S, TURN_S
from engine.claimit.board import Field, fields_in, format_field, parse_field
from engine.claimit.placements import legal
from engine.claimit.position import State, marks
from engine.game import Seat
from hardware.device import OFF, Colour
from tests.companion.lights.positions import (
    BANKED,
    BETWEEN,
    BLUE,
    CALLED,
    CHOOSING,
    COLOURS,
    GREEN,
    ORANGE,
    OVER,
    ROLLED,
    TAKEN,
    among,
)

DIM_WHITE = dim(WHITE, DIM)
QUIET_S = 0.16
"""A moment at which no goldclaim of these positions glints: glints begin on the half seconds and last 0.15 s."""


def on(shown: Lights, field: str) -> Colour:
    return shown.colours[parse_field(field)]


def lit(shown: Lights, colour: Colour | None = None) -> set[str]:
    """The fields whose light is of this colour, or is on at all."""
    return {
        format_field(Field(field))
        for field, seen in enumerate(shown.colours)
        if seen == colour or (not colour and any(seen))
    }


def table_at(now: float, state: State = CHOOSING) -> Lights:
    return lights.table(state, COLOURS, now)


# What lies on the board.


def test_an_empty_field_is_off() -> None:
    held = {format_field(field) for fields in BETWEEN.fields for field in fields_in(fields)}
    assert lit(table_at(QUIET_S, BETWEEN)) == held


def test_a_stone_is_dim_and_steady_in_its_seats_colour() -> None:
    assert lit(table_at(QUIET_S, BETWEEN), dim(GREEN, DIM)) == {"2/5", "3/5", "6/2"}
    assert lit(table_at(QUIET_S, BETWEEN), dim(BLUE, DIM)) == {"5/5", "5/6"}
    assert lit(table_at(QUIET_S, BETWEEN), dim(ORANGE, DIM)) == {"6/6", "6/5"}
    assert table_at(QUIET_S, replace(BETWEEN, gold=0)).next_change is None


def test_a_goldclaim_is_bright() -> None:
    seen = table_at(QUIET_S, BETWEEN)
    assert (lit(seen, GREEN), lit(seen, BLUE), lit(seen, ORANGE)) == ({"2/6"}, {"1/1", "1/2"}, {"4/4"})


def test_every_goldclaim_glints_white_now_and_then() -> None:
    glints = [lit(table_at(hundredth / 100, BETWEEN), WHITE) for hundredth in range(600)]
    assert {field: sum(field in seen for seen in glints) for field in set().union(*glints)} == {
        "2/6": 15,
        "1/1": 15,
        "1/2": 15,
        "4/4": 15,
    }


def test_goldclaims_side_by_side_glint_one_after_the_other() -> None:
    assert all(lit(table_at(tenth / 20, BETWEEN), WHITE) != {"1/1", "1/2"} for tenth in range(120))


def test_a_claim_stone_on_an_empty_field_is_dim_white_and_steady() -> None:
    assert {on(table_at(now), "3/1") for now in (0.0, 0.7, 1.0, 1.5)} == {DIM_WHITE}


def test_a_claim_stone_on_an_opponents_stone_alternates_slowly_with_its_colour() -> None:
    assert [on(table_at(now), "5/5") for now in (0.0, 0.99, 1.0, 1.99, 2.0)] == [
        DIM_WHITE,
        DIM_WHITE,
        dim(BLUE, DIM),
        dim(BLUE, DIM),
        DIM_WHITE,
    ]


@pytest.mark.parametrize("field", ["4/2", "6/2"])
def test_an_ownership_stone_breathes_in_the_movers_colour(field: str) -> None:
    seen = [on(table_at(now), field) for now in (0.0, 1.5, 3.0)]
    assert seen == [GREEN, dim(GREEN, FAINT), GREEN]


def test_an_ownership_stone_on_an_opponents_stone_breathes_too() -> None:
    bare = replace(CHOOSING, recycle=True, claims=(0, 0, 0, 0, 0, 0), owned=among("5/6"))
    assert [on(table_at(now, bare), "5/6") for now in (0.0, 1.5)] == [GREEN, dim(GREEN, FAINT)]


def test_breath_is_drawn_thirty_times_a_second() -> None:
    assert table_at(0.0).next_change == pytest.approx(FRAME_S)


def test_a_table_without_marks_and_gold_never_wakes() -> None:
    still = replace(CHOOSING, gold=0, owned=0, claims=(among("3/1"), 0, 0, 0, 0, 0))
    assert table_at(5.0, still).next_change is None


# The pages.


def test_before_the_game_the_edge_has_the_colour_of_the_seat() -> None:
    shown = lights.begins(Seat(2), COLOURS)
    assert {shown.colours[field] for field in EDGE} == {ORANGE}
    assert (len(lit(shown)), shown.next_change) == (20, None)


def test_a_turn_begins_with_a_frame_in_the_movers_colour() -> None:
    shown = lights.turn(BETWEEN, COLOURS, 10.3, 10.1)
    assert {shown.colours[field] for field in EDGE} == {GREEN}
    assert on(shown, "4/4") == ORANGE
    after = lights.turn(BETWEEN, COLOURS, 10.1 + TURN_S, 10.1)
    assert after == table_at(10.1 + TURN_S, BETWEEN)


def test_a_turn_without_gold_wakes_once() -> None:
    still = replace(BETWEEN, gold=0)
    assert lights.turn(still, COLOURS, 10.0, 10.0).next_change == 10.0 + TURN_S
    assert lights.turn(still, COLOURS, 10.0 + TURN_S, 10.0).next_change is None


def test_usable_fields_blink_amber() -> None:
    usable = {format_field(field) for field in legal(ROLLED)}
    assert usable == {"2/5", "3/5", "3/2", "2/3", "5/2"}
    assert lit(lights.roll(ROLLED, COLOURS, 10.2, 10.0), AMBER) == usable
    assert lit(lights.roll(ROLLED, COLOURS, 10.5, 10.0), AMBER) == set()


def test_a_usable_field_shows_between_what_lies_there() -> None:
    shown = lights.roll(ROLLED, COLOURS, 10.7, 10.0)
    assert (on(shown, "2/5"), on(shown, "3/2")) == (dim(GREEN, DIM), OFF)


def test_the_field_under_the_cursor_blinks_fast_in_the_movers_colour() -> None:
    cursor = parse_field("2/5")
    seen = [on(lights.roll(ROLLED, COLOURS, now, 10.0, [cursor]), "2/5") for now in (10.0, 10.15, 10.3, 10.45, 10.6)]
    assert seen == [GREEN, OFF, GREEN, OFF, GREEN]


def test_the_blinking_goes_on_while_the_roll_lies_there() -> None:
    shown = lights.roll(ROLLED, COLOURS, 3610.2, 10.0)
    assert len(lit(shown, AMBER)) == 5
    assert shown.next_change is not None


def test_a_bust_flashes_red_twice_and_goes_out() -> None:
    lost = marks(CHOOSING)
    seen = [lights.bust(BETWEEN, COLOURS, 10 + n * FLASH_S, 10.0, lost=lost) for n in range(5)]
    assert [lit(shown, ALARM) for shown in seen[:3]] == [
        {"3/1", "5/5", "4/2", "6/2"},
        set(),
        {"3/1", "5/5", "4/2", "6/2"},
    ]
    assert seen[3:] == [table_at(10 + n * FLASH_S, BETWEEN) for n in (3, 4)]


def test_a_bust_ends() -> None:
    assert lights.bust(replace(BETWEEN, gold=0), COLOURS, 10.75, 10.0, lost=among("3/1")).next_change is None


def test_a_bank_runs_over_into_the_movers_colour_in_the_order_of_placement() -> None:
    names = [format_field(field) for field in TAKEN]
    for step in range(len(TAKEN) + 1):
        shown = lights.bank(BANKED, COLOURS, step * BANK_STEP_S + 0.01, 0.0, seat=Seat(0), taken=TAKEN)
        assert {name: on(shown, name) for name in names} == {
            name: GREEN if place < step else DIM_WHITE for place, name in enumerate(names)
        }


def test_a_bank_ends_with_the_table_as_it_lies() -> None:
    end_s = 10 + len(TAKEN) * BANK_STEP_S + HOLD_S
    assert lights.bank(BANKED, COLOURS, end_s, 10.0, seat=Seat(0), taken=TAKEN) == table_at(end_s, BANKED)


def test_a_ring_runs_around_the_edge_once_in_the_callers_colour() -> None:
    still = replace(CALLED, fields=(0, 0, 0), gold=0, last_round=None)
    called = replace(still, last_round=CALLED.last_round)
    heads = [lit(lights.last_round(called, COLOURS, 30 + step * 0.05 + 0.01, 30.0), GREEN) for step in range(20)]
    assert all(format_field(Field(field)) in head for field, head in zip(EDGE, heads, strict=True))
    assert lights.last_round(called, COLOURS, 31.3, 30.0) == table_at(31.3, called)


def test_no_ring_runs_unless_the_last_round_was_called() -> None:
    assert lights.last_round(BANKED, COLOURS, 30.2, 30.0) == table_at(30.2, BANKED)


def test_in_the_last_round_the_corners_glow_softly_until_the_end() -> None:
    shown, table = table_at(3.0, CALLED).colours, table_at(3.0, BANKED).colours
    assert {field for field in CORNERS if shown[field] != table[field]} == set(lights.glowing_corners(CALLED)) != set()
    assert {shown[field] for field in lights.glowing_corners(CALLED)} == {blend(OFF, GREEN, GLOW)}


def test_no_light_of_the_last_round_mixes_the_colours_of_two_owners() -> None:
    for corner in CORNERS:
        taken = replace(CALLED, fields=(0, 1 << corner, 0), gold=0)
        for tenth in range(40):
            quiet = replace(taken, last_round=None)
            assert table_at(tenth / 10, taken).colours[corner] == table_at(tenth / 10, quiet).colours[corner]


def test_the_breath_of_the_last_round_stands_still_between() -> None:
    assert table_at(1.5, CALLED).colours == table_at(1.5, BANKED).colours
    assert table_at(3.0, OVER) == table_at(3.0, BANKED)


def test_at_the_end_each_largest_mine_is_counted_up_field_by_field() -> None:
    counted = [lit(lights.winner(OVER, COLOURS, 10 + place * COUNT_STEP_S, 10.0)) for place in range(3)]
    assert counted == [{"2/5"}, {"2/5", "3/5"}, {"2/5", "3/5", "2/6"}]
    blue_s = 10 + 3 * COUNT_STEP_S + HOLD_S
    assert (
        lit(lights.winner(OVER, COLOURS, blue_s + COUNT_STEP_S, 10.0), BLUE)
        == {"1/1", "1/2"}
        == lit(lights.winner(OVER, COLOURS, blue_s + COUNT_STEP_S, 10.0))
    )
    orange_s = blue_s + 2 * COUNT_STEP_S + HOLD_S
    assert lit(lights.winner(OVER, COLOURS, orange_s + COUNT_STEP_S, 10.0)) == {"6/5", "6/6"}


def test_the_winners_mine_stays_pulsing() -> None:
    end_s = 10 + 7 * COUNT_STEP_S + 3 * HOLD_S
    seen = [lights.winner(OVER, COLOURS, end_s + after_s, 10.0) for after_s in (0.0, 1.5, 3.0, 301.5)]
    assert [lit(shown) for shown in seen] == [{"2/5", "3/5", "2/6"}] * 4
    assert [on(shown, "2/5") for shown in seen] == [GREEN, dim(GREEN, FAINT), GREEN, dim(GREEN, FAINT)]


def test_several_winners_pulse_together() -> None:
    shared = replace(OVER, winners=(Seat(1), Seat(2)))
    assert lit(lights.winner(shared, COLOURS, 60.0, 10.0)) == {"1/1", "1/2", "6/5", "6/6"}


def test_a_seat_without_fields_has_nothing_to_count() -> None:
    bare = replace(OVER, fields=(OVER.fields[0], 0, OVER.fields[2]))
    assert lit(lights.winner(bare, COLOURS, 3 * COUNT_STEP_S + HOLD_S, 0.0)) == set()


def test_only_one_seats_fields_are_shown() -> None:
    shown = lights.only(BANKED, COLOURS, QUIET_S, Seat(1))
    assert (lit(shown, BLUE), lit(shown, dim(BLUE, DIM)), len(lit(shown))) == ({"1/1", "1/2"}, {"5/6"}, 3)


def test_the_guide_lights_one_field_in_the_takers_colour() -> None:
    shown = lights.guide(parse_field("5/5"), Seat(0), COLOURS)
    assert (lit(shown, GREEN), len(lit(shown)), shown.next_change) == ({"5/5"}, 1, None)


@pytest.mark.parametrize(("field", "colour"), [("4/4", ORANGE), ("5/5", BLUE), ("3/1", WHITE), ("1/6", WHITE)])
def test_the_check_lights_one_field_in_its_owners_colour(field: str, colour: Colour) -> None:
    shown = lights.check(CHOOSING, COLOURS, parse_field(field))
    assert (lit(shown, colour), len(lit(shown)), shown.next_change) == ({field}, 1, None)
