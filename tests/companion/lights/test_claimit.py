from dataclasses import replace

from companion.lights.composition import ALARM, AMBER, CORNERS, DIM, EDGE, WHITE, Lights, blend, dim
from companion.tables.claimit import lights
from companion.tables.claimit.lights import BANK_STEP_S, COUNT_STEP_S, FAINT, FLASH_S, GLOW, HOLD_S, TURN_S
from engine.claimit.board import Field, format_field, parse_field
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
    return {
        format_field(Field(field))
        for field, seen in enumerate(shown.colours)
        if seen == colour or (not colour and any(seen))
    }


def table_at(now: float, state: State = CHOOSING) -> Lights:
    return lights.table(state, COLOURS, now)


def test_a_stone_is_dim_and_steady_in_its_seats_colour() -> None:
    assert lit(table_at(QUIET_S, BETWEEN), dim(GREEN, DIM)) == {"2/5", "3/5", "6/2"}
    assert lit(table_at(QUIET_S, BETWEEN), dim(BLUE, DIM)) == {"5/5", "5/6"}
    assert lit(table_at(QUIET_S, BETWEEN), dim(ORANGE, DIM)) == {"6/6", "6/5"}
    assert table_at(QUIET_S, replace(BETWEEN, gold=0)).next_change is None


def test_a_goldclaim_is_bright() -> None:
    seen = table_at(QUIET_S, BETWEEN)
    assert (lit(seen, GREEN), lit(seen, BLUE), lit(seen, ORANGE)) == ({"2/6"}, {"1/1", "1/2"}, {"4/4"})


def test_a_claim_stone_on_an_opponents_stone_alternates_slowly_with_its_colour() -> None:
    assert [on(table_at(now), "5/5") for now in (0.0, 0.99, 1.0, 1.99, 2.0)] == [
        DIM_WHITE,
        DIM_WHITE,
        dim(BLUE, DIM),
        dim(BLUE, DIM),
        DIM_WHITE,
    ]


def test_an_ownership_stone_breathes_in_the_movers_colour() -> None:
    for field in ["4/2", "6/2"]:
        seen = [on(table_at(now), field) for now in (0.0, 1.5, 3.0)]
        assert seen == [GREEN, dim(GREEN, FAINT), GREEN], field


def test_a_table_without_marks_and_gold_never_wakes() -> None:
    still = replace(CHOOSING, gold=0, owned=0, claims=(among("3/1"), 0, 0, 0, 0, 0))
    assert table_at(5.0, still).next_change is None


def test_a_turn_begins_with_a_frame_in_the_movers_colour() -> None:
    shown = lights.turn(BETWEEN, COLOURS, 10.3, 10.1)
    assert {shown.colours[field] for field in EDGE} == {GREEN}
    assert on(shown, "4/4") == ORANGE
    after = lights.turn(BETWEEN, COLOURS, 10.1 + TURN_S, 10.1)
    assert after == table_at(10.1 + TURN_S, BETWEEN)


def test_usable_fields_blink_amber() -> None:
    usable = {format_field(field) for field in legal(ROLLED)}
    assert usable == {"2/5", "3/5", "3/2", "2/3", "5/2"}
    assert lit(lights.roll(ROLLED, COLOURS, 10.2, 10.0), AMBER) == usable
    assert lit(lights.roll(ROLLED, COLOURS, 10.5, 10.0), AMBER) == set()


def test_the_field_under_the_cursor_blinks_fast_in_the_movers_colour() -> None:
    cursor = parse_field("2/5")
    seen = [on(lights.roll(ROLLED, COLOURS, now, 10.0, [cursor]), "2/5") for now in (10.0, 10.15, 10.3, 10.45, 10.6)]
    assert seen == [GREEN, OFF, GREEN, OFF, GREEN]


def test_a_bust_flashes_red_twice_and_goes_out() -> None:
    lost = marks(CHOOSING)
    seen = [lights.bust(BETWEEN, COLOURS, 10 + n * FLASH_S, 10.0, lost=lost) for n in range(5)]
    assert [lit(shown, ALARM) for shown in seen[:3]] == [
        {"3/1", "5/5", "4/2", "6/2"},
        set(),
        {"3/1", "5/5", "4/2", "6/2"},
    ]
    assert seen[3:] == [table_at(10 + n * FLASH_S, BETWEEN) for n in (3, 4)]


def test_a_bank_runs_over_into_the_movers_colour_in_the_order_of_placement() -> None:
    names = [format_field(field) for field in TAKEN]
    for step in range(len(TAKEN) + 1):
        shown = lights.bank(BANKED, COLOURS, step * BANK_STEP_S + 0.01, 0.0, seat=Seat(0), taken=TAKEN)
        assert {name: on(shown, name) for name in names} == {
            name: GREEN if place < step else DIM_WHITE for place, name in enumerate(names)
        }


def test_a_ring_runs_around_the_edge_once_in_the_callers_colour() -> None:
    still = replace(CALLED, fields=(0, 0, 0), gold=0, last_round=None)
    called = replace(still, last_round=CALLED.last_round)
    heads = [lit(lights.last_round(called, COLOURS, 30 + step * 0.05 + 0.01, 30.0), GREEN) for step in range(20)]
    assert all(format_field(Field(field)) in head for field, head in zip(EDGE, heads, strict=True))
    assert lights.last_round(called, COLOURS, 31.3, 30.0) == table_at(31.3, called)


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
