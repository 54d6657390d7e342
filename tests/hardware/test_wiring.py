"""Which pixel is under which field, and which wirings are refused."""

from itertools import pairwise, product
from typing import Any

import pytest

from hardware.device import LIGHTS, Button, WrongWiring
from hardware.wiring import Corner, StripDirection, Wiring, pixel_order
from tests.hardware.wirings import make_wiring

CORNERS: tuple[Corner, ...] = ("lower_left", "lower_right", "upper_left", "upper_right")

LAYOUTS = [
    make_wiring(
        lights_corner=corner,
        lights_along="rows" if rows else "columns",
        lights_serpentine=serpentine,
        lights_rotation=turns,
    )
    for corner, rows, serpentine, turns in product(CORNERS, (True, False), (True, False), range(4))
]


def pixel_of(wiring: Wiring, column: int, row: int) -> int:
    return pixel_order(wiring)[(row - 1) * 6 + column - 1]


def test_every_layout_is_a_permutation_whose_steps_lead_to_a_neighbour_or_a_new_line() -> None:
    for wiring in LAYOUTS:
        pixels = pixel_order(wiring)
        assert sorted(pixels) == list(range(LIGHTS)), wiring
        places = [divmod(pixels.index(pixel), 6) for pixel in range(LIGHTS)]
        steps = [abs(a - c) + abs(b - d) for (a, b), (c, d) in pairwise(places)]
        assert sum(step != 1 for step in steps) == (0 if wiring.lights.serpentine else 5), wiring


def test_pixel_0_is_in_its_corner() -> None:
    along: tuple[StripDirection, ...] = ("rows", "columns")
    for corner, first in zip(CORNERS, ((1, 1), (6, 1), (1, 6), (6, 6)), strict=True):
        for way, serpentine in product(along, (True, False)):
            wiring = make_wiring(lights_corner=corner, lights_along=way, lights_serpentine=serpentine)
            assert pixel_of(wiring, *first) == 0, wiring


def test_the_settings_define_the_direction_of_the_strip() -> None:
    layouts: tuple[tuple[Corner, StripDirection, bool, tuple[int, int], int], ...] = (
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
    for corner, along, serpentine, field, pixel in layouts:
        wiring = make_wiring(lights_corner=corner, lights_along=along, lights_serpentine=serpentine)
        assert pixel_of(wiring, *field) == pixel, (wiring, field)


def test_rotations_are_clockwise() -> None:
    for turns, field in enumerate(((1, 1), (1, 6), (6, 6), (6, 1))):
        assert pixel_of(make_wiring(lights_rotation=turns), *field) == 0, turns
    assert pixel_of(make_wiring(lights_rotation=1), 1, 5) == 1


def test_an_explicit_list_replaces_the_other_settings() -> None:
    pixels = tuple(reversed(range(36)))
    assert pixel_order(make_wiring(lights_pixels=pixels, lights_corner="upper_right", lights_rotation=3)) == pixels


def test_the_default_pins_match_the_manual() -> None:
    assert [Wiring().pin(button) for button in Button] == [5, 6, 13, 19, 26]


def test_an_impossible_wiring_is_rejected(subtests: pytest.Subtests) -> None:
    on_spi: dict[str, Any] = {"screen_bus": "spi", "buttons_bank": 16}
    wrong: tuple[tuple[dict[str, Any], str], ...] = (
        (
            {"buttons_left": 6},
            "buttons.right: GPIO 6 is taken by buttons.left; free: 4, 5, 14, 15, 16, 17",
        ),
        ({"sound_pin": 26}, "buttons.undo: GPIO 26 is taken by sound.pin"),
        ({"buttons_ok": 2}, "buttons.ok: GPIO 2 is taken by screen.bus"),
        ({"buttons_ok": 10}, "buttons.ok: GPIO 10 is taken by lights.driver"),
        ({"buttons_left": 7}, "buttons.left: GPIO 7 is taken by lights.driver"),
        ({"sound_pin": 8}, "sound.pin: GPIO 8 is taken by lights.driver"),
        ({**on_spi, "buttons_ok": 18}, "buttons.ok: GPIO 18 is taken by screen.bus"),
        ({**on_spi, "lights_driver": "pwm"}, "screen.bus: GPIO 18 is taken by lights.pin"),
        ({"screen_bus": "spi"}, "buttons.bank: GPIO 19 is taken by screen.bus"),
        ({**on_spi, "screen_data_pin": 5}, "buttons.left: GPIO 5 is taken by screen.data_pin"),
        ({"lights_driver": "pwm", "buttons_undo": 18}, "buttons.undo: GPIO 18 is taken by lights.pin"),
        ({**on_spi, "fields_kind": "touch", "buttons_ok": 2}, "buttons.ok: GPIO 2 is taken by fields.kind"),
        ({"lights_pixels": tuple(range(35))}, "lights.pixels: 35 pixels, 35 different"),
        ({"lights_pixels": (0, *range(35))}, "lights.pixels: 36 pixels, 35 different"),
        ({"lights_pixels": tuple(range(28, 64)), "lights_count": 63}, "lights.pixels: pixel 63 does not exist"),
        ({"screen_height": 32, "screen_controller": "sh1106"}, "screen.height: a screen of 32 rows has an ssd1306"),
    )
    for settings, sentence in wrong:
        with subtests.test(sentence), pytest.raises(WrongWiring, match=sentence):
            make_wiring(**settings)


def test_pins_of_parts_that_are_not_installed_are_free() -> None:
    right: tuple[dict[str, Any], ...] = (
        {"sound_pin": "none"},
        {"lights_driver": "pwm", "buttons_ok": 10, "buttons_left": 7, "buttons_right": 8},
        {"buttons_ok": 18},
        {"screen_bus": "spi", "buttons_bank": 16},
        {"lights_pixels": tuple(range(28, 64)), "lights_count": 64},
    )
    for settings in right:
        assert pixel_order(make_wiring(**settings)), settings
