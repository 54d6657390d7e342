from collections.abc import Iterator
from itertools import chain, product
from typing import get_args

import pytest
from msgspec.structs import replace

from companion.core.messages import Pressed
from companion.pages.wizard import COLOURS, WizardPage, candidate_fields, matching_layouts
from companion.program.button_words import softkeys_of
from companion.program.update import update
from companion.program.view import view
from hardware.device import Button, Press
from hardware.light import Light, drawn_ma
from hardware.simulated.buses import SimulatedStrip
from hardware.simulated.device import SimulatedDevice
from hardware.wiring import Along, ByteOrder, Corner, Wiring, pixel_order
from tests.companion.pages.selftest import BENCH

LAID = [
    Wiring(lights_corner=corner, lights_along=along, lights_serpentine=serpentine, lights_rotation=turns)
    for corner, along, serpentine, turns in product(get_args(Corner), get_args(Along), (True, False), range(4))
]
"""How the strip really lies: all layouts, turned in all ways."""
SET = Wiring(lights_corner="upper_right", lights_along="columns", lights_serpentine=False)
"""What the settings say, which is mostly wrong."""
ORDERS: tuple[ByteOrder, ...] = get_args(ByteOrder)
SHOWN = {(0, 1, 0, 0): "Green", (1, 0, 0, 0): "Red", (0, 0, 0, 1): "White"}
"""What a person calls a pixel that shines with its red, green, blue or white."""
MATRIX = tuple(8 * (row + 1) + (column + 1 if row % 2 else 6 - column) for row in range(6) for column in range(6))
"""The middle of a serpentine matrix of 8 by 8."""


class Bench:
    def __init__(self, wiring: Wiring, byteorder: str = "GRB", light: Light = Light(budget_ma=500)) -> None:  # noqa: B008 - it is frozen
        self.device = SimulatedDevice(wiring, light)
        self.device.strip = SimulatedStrip(wiring.lights_count, byteorder)
        self.model = BENCH.with_page_on_top(WizardPage(wiring))

    def shining(self) -> dict[int, tuple[int, ...]]:
        self.device.show(view(self.model, 0.0).frame)
        assert self.device.flush()
        strip = self.device.strip
        whites = strip.whites or bytes(len(strip.pixels))
        levels = {
            number: (*pixel, white) for number, (pixel, white) in enumerate(zip(strip.pixels, whites, strict=True))
        }
        assert drawn_ma(bytes(chain.from_iterable(levels.values())), len(levels)) <= 500
        return {number: pixel for number, pixel in levels.items() if any(pixel)}

    def press(self, button: Button) -> None:
        self.model = update(self.model, Pressed(Press(button), 0.0)).model

    def answer(self, key: str) -> None:
        self.press(tuple(Button)[softkeys_of(self.model).index(key)])

    def name_colours(self) -> None:
        while self.page.byteorder is None:
            (colour,) = {SHOWN[tuple(map(bool, pixel))] for pixel in self.shining().values()}  # type: ignore[index]
            self.answer(str([*COLOURS[self.page.colours]].index(colour) + 1))

    @property
    def page(self) -> WizardPage:
        assert isinstance(self.model.page, WizardPage)
        return self.model.page


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    bench = Bench(SET)
    yield bench
    bench.device.close()


def lit_fields(bench: Bench, laid: Wiring) -> set[str]:
    lit = bench.shining()
    return {f"{field % 6 + 1}/{field // 6 + 1}" for field, pixel in enumerate(pixel_order(laid)) if pixel in lit}


def play(bench: Bench, laid: Wiring) -> None:
    bench.model = BENCH.with_page_on_top(WizardPage(bench.page.wiring))
    bench.name_colours()
    for _ in range(3):
        (seen,) = lit_fields(bench, laid)
        bench.answer(seen)


def found_wiring(bench: Bench) -> Wiring:
    return Wiring(**{f"lights_{name}": value for name, value in (bench.page.found or {}).items()})


@pytest.mark.slow
def test_three_answers_find_how_the_strip_lies(bench: Bench) -> None:
    for laid in LAID:
        play(bench, laid)
        assert pixel_order(found_wiring(bench)) == pixel_order(laid), laid
        assert lit_fields(bench, laid) == {f"{column}/1" for column in range(1, 7)}, laid


def test_the_colours_tell_what_kind_of_strip_it_is() -> None:
    for byteorder in ORDERS:
        laid = LAID[9]
        for set_to in ORDERS:
            bench = Bench(replace(SET, lights_byteorder=set_to), byteorder)
            play(bench, laid)
            found = found_wiring(bench)
            assert (found.lights_byteorder, pixel_order(found)) == (byteorder, pixel_order(laid))
            assert lit_fields(bench, laid) == {f"{column}/1" for column in range(1, 7)}, byteorder
            bench.device.close()


def test_under_the_fields_of_a_longer_strip_any_pixels_are_found() -> None:
    bench, presses = Bench(Wiring(lights_count=64, lights_byteorder="RGB"), "GRBW"), 0
    bench.name_colours()
    bench.press(Button.LEFT)
    assert set(bench.shining()) == {63}
    for field, pixel in enumerate(MATRIX):
        while (shining := set(bench.shining())) != {pixel}:
            assert not shining & set(MATRIX[:field])  # what is taken is passed over
            bench.press(Button.RIGHT)
            presses += 1
        bench.press(Button.OK)
        if field == 7:
            bench.press(Button.UNDO)
            assert set(bench.shining()) == {pixel}
            bench.press(Button.OK)
    assert bench.page.found == {"byteorder": "GRBW", "pixels": list(MATRIX)}
    assert set(bench.shining()) == set(MATRIX[:6])
    assert presses < 200
    bench.device.close()


def test_behind_the_wizard_no_pixel_stays_lit() -> None:
    bench = Bench(SET, "RGBW")
    assert max(bench.shining()) > 27
    bench.press(Button.UNDO)
    assert not bench.shining()
    bench.device.close()


def test_undo_takes_an_answer_back(bench: Bench) -> None:
    play(bench, SET)
    back = []
    for _ in range(5):
        bench.press(Button.UNDO)
        back.append((getattr(bench.model.page, "colours", "out"), getattr(bench.model.page, "seen", "out")))
    green = ("Green",)
    assert back == [(green, (35, 29)), (green, (35,)), (green, ()), ((), ()), ("out", "out")]


def test_three_answers_leave_one_way() -> None:
    for seen in [seen for one in candidate_fields(()) for seen in product((one,), candidate_fields((one,)))]:
        assert [len(matching_layouts((*seen, third))) for third in candidate_fields(seen)] == [1, 1]


def test_a_button_without_a_name_over_it_is_refused(bench: Bench) -> None:
    for wiring, presses, refused in (
        (SET, "", Button.BANK),
        (SET, "left left", Button.OK),
        (Wiring(lights_count=64), "left", Button.BANK),
    ):
        bench.model = BENCH.with_page_on_top(WizardPage(wiring))
        for button in presses.split():
            bench.press(Button(button))
        after = update(bench.model, Pressed(Press(refused), 1.0)).model
        assert (after.page, after.rejected_at) == (bench.page, 1.0)
