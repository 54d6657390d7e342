"""Which pixel lies under which field, and which wirings cannot be."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import pytest

from hardware.device import LIGHTS, Button, WrongWiring
from hardware.wiring import Along, Corner, Wiring, pixel_order

CORNERS: tuple[Corner, ...] = ("lower_left", "lower_right", "upper_left", "upper_right")

LAYOUTS = [
    Wiring(corner=corner, along="rows" if rows else "columns", serpentine=serpentine, quarter_turns=turns)
    for corner, rows, serpentine, turns in product(CORNERS, (True, False), (True, False), range(4))
]


def at(wiring: Wiring, column: int, row: int) -> int:
    """The pixel under a field that is named as on the board."""
    return pixel_order(wiring)[(row - 1) * 6 + column - 1]


def test_every_layout_is_a_permutation_whose_steps_lead_to_a_neighbour_or_a_new_line() -> None:
    for wiring in LAYOUTS:
        pixels = pixel_order(wiring)
        assert sorted(pixels) == list(range(LIGHTS)), wiring
        places = [divmod(pixels.index(pixel), 6) for pixel in range(LIGHTS)]
        steps = [abs(a - c) + abs(b - d) for (a, b), (c, d) in pairwise(places)]
        assert sum(step != 1 for step in steps) == (0 if wiring.serpentine else 5), wiring


def test_pixel_0_lies_in_its_corner() -> None:
    along: tuple[Along, ...] = ("rows", "columns")
    for corner, first in zip(CORNERS, ((1, 1), (6, 1), (1, 6), (6, 6)), strict=True):
        for way, serpentine in product(along, (True, False)):
            wiring = Wiring(corner=corner, along=way, serpentine=serpentine)
            assert at(wiring, *first) == 0, wiring


def test_the_strip_runs_as_it_was_laid() -> None:
    laid: tuple[tuple[Corner, Along, bool, tuple[int, int], int], ...] = (
        ("lower_left", "rows", False, (6, 1), 5),
        ("lower_left", "rows", False, (1, 2), 6),
        ("lower_left", "rows", True, (6, 2), 6),
        ("lower_left", "columns", False, (1, 6), 5),
        ("lower_left", "columns", False, (2, 1), 6),
        ("lower_left", "columns", True, (2, 6), 6),
        ("lower_right", "rows", False, (1, 1), 5),
        ("lower_right", "rows", True, (1, 2), 6),
        ("lower_right", "columns", False, (5, 1), 6),
        ("lower_right", "columns", True, (5, 6), 6),
        ("upper_left", "rows", False, (1, 5), 6),
        ("upper_left", "rows", True, (6, 5), 6),
        ("upper_left", "columns", False, (1, 1), 5),
        ("upper_left", "columns", True, (2, 1), 6),
        ("upper_right", "rows", False, (1, 6), 5),
        ("upper_right", "rows", True, (1, 5), 6),
        ("upper_right", "columns", False, (6, 1), 5),
        ("upper_right", "columns", True, (5, 1), 6),
    )
    for corner, along, serpentine, field, pixel in laid:
        wiring = Wiring(corner=corner, along=along, serpentine=serpentine)
        assert at(wiring, *field) == pixel, (wiring, field)


def test_turns_go_clockwise() -> None:
    for turns, field in enumerate(((1, 1), (1, 6), (6, 6), (6, 1))):
        assert at(Wiring(quarter_turns=turns), *field) == 0, turns
    assert at(Wiring(quarter_turns=1), 1, 5) == 1


def test_an_explicit_list_counts_alone() -> None:
    pixels = tuple(reversed(range(36)))
    assert pixel_order(Wiring(order=pixels, corner="upper_right", quarter_turns=3)) == pixels


def test_the_default_pins_are_those_of_the_manual() -> None:
    assert [Wiring().pin(button) for button in Button] == [5, 6, 13, 19, 26]


def test_a_wiring_that_cannot_be_is_refused(subtests: pytest.Subtests) -> None:
    wrong: tuple[tuple[dict[str, Any], str], ...] = (
        ({"left": 6}, "GPIO 6 is used by left and right"),
        ({"buzzer": 26}, "GPIO 26 is used by undo and buzzer"),
        ({"ok": 2}, "GPIO 2 is used by ok and I2C-1"),
        ({"ok": 10}, "GPIO 10 is used by ok and SPI0"),
        ({"left": 7}, "GPIO 7 is used by left and SPI0"),
        ({"buzzer": 8}, "GPIO 8 is used by buzzer and SPI0"),
        ({"screen_bus": "spi", "bank": 16, "ok": 18}, "GPIO 18 is used by ok and SPI1"),
        ({"screen_bus": "spi", "bank": 16, "pixels": "pwm"}, "GPIO 18 is used by pixels_pin and SPI1"),
        ({"screen_bus": "spi"}, "GPIO 19 is used by bank and SPI1"),
        ({"screen_bus": "spi", "bank": 16, "screen_dc": 5}, "GPIO 5 is used by left and screen_dc"),
        ({"pixels": "pwm", "undo": 18}, "GPIO 18 is used by undo and pixels_pin"),
        ({"screen_bus": "spi", "screen_port": 0}, "both on SPI0"),
        ({"buzzer": 28}, "buzzer is on GPIO 28"),
        ({"order": tuple(range(35))}, "order is no list"),
        ({"order": (0, *range(35))}, "order is no list"),
        ({"order": tuple(range(28, 64)), "count": 63}, "order is no list of 36 different pixels below count, 63"),
        ({"count": 35}, "count is 35; a strip has 36 to 256 pixels"),
        ({"count": 257}, "count is 257"),
        ({"quarter_turns": 4}, "quarter_turns is 4"),
        ({"screen_address": 0x78}, "screen_address is 0x78"),
        ({"debounce_s": -0.1}, "debounce_s is -0.1"),
        ({"hold_s": 0.01}, "less than hold_s"),
    )
    for settings, sentence in wrong:
        with subtests.test(sentence), pytest.raises(WrongWiring, match=sentence):
            Wiring(**settings)


def test_pins_of_what_is_not_there_are_free() -> None:
    right: tuple[dict[str, Any], ...] = (
        {"buzzer": None},
        {"pixels": "pwm", "ok": 10, "left": 7, "right": 8},
        {"ok": 18},
        {"screen_bus": "spi", "bank": 16},
        {"pixels": "pio", "screen_bus": "spi", "screen_port": 0},
        {"order": tuple(range(28, 64)), "count": 64},
    )
    for settings in right:
        assert pixel_order(Wiring(**settings)), settings
