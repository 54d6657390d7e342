import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, product
from typing import get_args

import pytest
from msgspec.structs import replace

from companion.core.effects import WRONG, Effect
from companion.core.messages import Pointed, Pressed, StoneMoved
from companion.core.model import BoardFields
from companion.core.shown import softkeys_of
from companion.pages.selftest import COLOURS, FindFieldsPage, FindWiringPage
from companion.program.fields import touched_place
from companion.program.update import update
from companion.program.view import view
from hardware.device import LIGHTS, OFF, Button, Press
from hardware.simulated.buses import SimulatedStrip
from hardware.simulated.device import SimulatedDevice
from hardware.wiring import FIELD_ADDRESSES, ByteOrder, Corner, StripDirection, Wiring, field_inputs, pixel_order
from tests.companion.pages.selftest import SELFTEST
from tests.hardware.wirings import changed_wiring, estimated_ma, make_wiring
from tests.wire.fields import FieldBox

STRIPS = [
    make_wiring(lights_corner=corner, lights_along=along, lights_serpentine=serpentine, lights_rotation=turns)
    for corner, along, serpentine, turns in product(get_args(Corner), get_args(StripDirection), (True, False), range(4))
]
"""All real layouts of the strip in all orientations."""
SETTINGS = make_wiring(lights_corner="upper_right", lights_along="columns", lights_serpentine=False)
"""Wrong settings to start with."""
ORDERS: tuple[ByteOrder, ...] = get_args(ByteOrder)
COLOUR_NAMES = {(0, 1, 0, 0): "Green", (1, 0, 0, 0): "Red", (0, 0, 0, 1): "White"}
"""The colour that a person sees for a pixel that is lit red, green, blue or white."""
MATRIX = tuple(8 * (row + 1) + (column + 1 if row % 2 else 6 - column) for row in range(6) for column in range(6))
"""The centre of a serpentine 8 by 8 matrix."""


class Bench:
    def __init__(self, wiring: Wiring, byteorder: str = "GRB") -> None:
        self.device = SimulatedDevice(changed_wiring(wiring, lights_budget_ma=500))
        self.device.strip = SimulatedStrip(wiring.lights.count, byteorder)
        self.model = SELFTEST.with_page_on_top(FindWiringPage(wiring))

    def shining(self) -> dict[int, tuple[int, ...]]:
        self.device.show(view(self.model, 0.0).frame)
        assert self.device.flush()
        strip = self.device.strip
        whites = strip.whites or bytes(len(strip.pixels))
        levels = {
            number: (*pixel, white) for number, (pixel, white) in enumerate(zip(strip.pixels, whites, strict=True))
        }
        assert estimated_ma(bytes(chain.from_iterable(levels.values())), len(levels)) <= 500
        return {number: pixel for number, pixel in levels.items() if any(pixel)}

    def press(self, button: Button) -> None:
        self.model = update(self.model, Pressed(Press(button), 0.0)).model

    def answer(self, key: str) -> None:
        self.press(tuple(Button)[softkeys_of(self.model).index(key)])

    def name_colours(self) -> None:
        while self.page.byteorder is None:
            (colour,) = {COLOUR_NAMES[tuple(map(bool, pixel))] for pixel in self.shining().values()}  # type: ignore[index]
            self.answer(str([*COLOURS[self.page.colours]].index(colour) + 1))

    @property
    def page(self) -> FindWiringPage:
        assert isinstance(self.model.page, FindWiringPage)
        return self.model.page


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    bench = Bench(SETTINGS)
    yield bench
    bench.device.close()


def lit_fields(bench: Bench, real_wiring: Wiring) -> set[str]:
    lit = bench.shining()
    return {f"{field % 6 + 1}/{field // 6 + 1}" for field, pixel in enumerate(pixel_order(real_wiring)) if pixel in lit}


def play(bench: Bench, real_wiring: Wiring) -> None:
    bench.model = SELFTEST.with_page_on_top(FindWiringPage(bench.page.wiring))
    bench.name_colours()
    for _ in range(3):
        (seen,) = lit_fields(bench, real_wiring)
        bench.answer(seen)


def found_wiring(bench: Bench) -> Wiring:
    return make_wiring(**{f"lights_{name}": value for name, value in (bench.page.found or {}).items()})


@pytest.mark.slow
def test_three_answers_find_the_layout_of_the_strip(bench: Bench) -> None:
    for real_wiring in STRIPS:
        play(bench, real_wiring)
        assert pixel_order(found_wiring(bench)) == pixel_order(real_wiring), real_wiring
        assert lit_fields(bench, real_wiring) == {f"{column}/1" for column in range(1, 7)}, real_wiring


def test_the_colours_identify_the_kind_of_strip() -> None:
    for byteorder in ORDERS:
        real_wiring = STRIPS[9]
        for set_to in ORDERS:
            bench = Bench(changed_wiring(SETTINGS, lights_byteorder=set_to), byteorder)
            play(bench, real_wiring)
            found = found_wiring(bench)
            assert (found.lights.byteorder, pixel_order(found)) == (byteorder, pixel_order(real_wiring))
            assert lit_fields(bench, real_wiring) == {f"{column}/1" for column in range(1, 7)}, byteorder
            bench.device.close()


def test_the_wizard_finds_the_pixels_of_a_longer_strip() -> None:
    bench, presses = Bench(make_wiring(lights_count=64, lights_byteorder="RGB"), "GRBW"), 0
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


def test_undo_removes_an_answer(bench: Bench) -> None:
    play(bench, SETTINGS)
    back = []
    for _ in range(5):
        bench.press(Button.UNDO)
        back.append((getattr(bench.model.page, "colours", "out"), getattr(bench.model.page, "seen", "out")))
    green = ("Green",)
    assert back == [(green, (35, 29)), (green, (35,)), (green, ()), ((), ()), ("out", "out")]


RANDOM_ORDER = tuple(random.Random(3).sample(range(LIGHTS), LIGHTS))
MIRRORED = tuple(6 * (field // 6) + 5 - field % 6 for field in range(LIGHTS))
ROTATED = tuple(6 * (field % 6) + field // 6 for field in range(LIGHTS))


class FieldToucher:
    def __init__(self, wiring: Wiring, *, really: Sequence[int], dead: Sequence[int] = ()) -> None:
        self._wiring, self._really, self._dead = wiring, really, dead
        self.chips = FieldBox(wiring)
        self.chips.listen()
        self.now = 1.0
        self.effects: tuple[Effect, ...] = ()
        felt = BoardFields(has_presence=wiring.fields.presence)
        self.model = (
            replace(SELFTEST, board_fields=felt)
            .with_config(ignores_double_presses=True)
            .with_page_on_top(FindFieldsPage(wiring))
        )

    def touch(self, *fields: int) -> None:
        self.now += 1.0
        for is_down in (True, False):
            with self.chips.line.lock:
                for number in (self._really[field] for field in fields if field not in self._dead):
                    chip = self.chips.device.field_bus.chips[FIELD_ADDRESSES[self._wiring.fields.kind][number // 12]]
                    chip.touch(number % 12, is_down=is_down)
            self.chips.wait_until_idle()
            for text in self.chips.take_reports():
                assert isinstance(text, int)
                place = touched_place(self.model, abs(text))
                stone, point = StoneMoved(abs(text), is_down, self.now), Pointed(place, self.now)
                self.model, self.effects, _ = update(self.model, stone if self._wiring.fields.presence else point)

    def press(self, button: Button) -> None:
        self.now += 1.0
        self.model = update(self.model, Pressed(Press(button), self.now)).model

    @property
    def lit(self) -> list[int]:
        return [field for field, colour in enumerate(view(self.model, self.now).frame.lights) if colour != OFF]

    @property
    def text(self) -> tuple[str, ...]:
        return view(self.model, self.now).text

    @property
    def page(self) -> FindFieldsPage:
        assert isinstance(self.model.page, FindFieldsPage)
        return self.model.page

    def touch_what_is_lit(self) -> None:
        while self.page.found is None:
            (field,), requested = self.lit, len(self.page.inputs)
            self.touch(field)
            if len(self.page.inputs) == requested:
                self.press(Button.BANK)


@contextmanager
def touch_fields(wiring: Wiring, *, really: Sequence[int], dead: Sequence[int] = ()) -> Iterator[FieldToucher]:
    at = FieldToucher(wiring, really=really, dead=dead)
    try:
        yield at
    finally:
        at.chips.device.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "wiring",
    [
        make_wiring(fields_kind="touch"),
        make_wiring(fields_kind="touch", fields_inputs=RANDOM_ORDER),
        make_wiring(fields_kind="contacts", fields_inputs=ROTATED),
        make_wiring(fields_kind="contacts", fields_presence=True),
    ],
    ids=["pads", "pads wildly set", "contacts", "stones"],
)
def test_the_wizard_finds_any_wiring_of_the_fields(wiring: Wiring) -> None:
    for really in (MIRRORED, ROTATED, RANDOM_ORDER):
        with touch_fields(wiring, really=really) as person:
            person.touch_what_is_lit()
            assert person.page.found == {"inputs": list(really)}
            moved = sum(a != b for a, b in zip(really, field_inputs(wiring), strict=True))
            assert person.text[2].startswith(f"{moved} are elsewhere." if moved else "All fields answer.")
            requested = person.model.is_leaving
            person.press(Button.OK)
            assert (requested, person.model.is_leaving, person.page.is_confirmed) == (False, True, True)


def test_dead_fields_are_skipped_and_named_and_the_map_stays_whole() -> None:
    really = (1, 0, *range(2, LIGHTS))
    with touch_fields(make_wiring(fields_kind="contacts"), really=really, dead=(0, 7, 8)) as person:
        person.touch_what_is_lit()
        assert person.page.found == {"inputs": list(really)}
        assert "1/1, 2/2 … do not answer. 1 is elsewhere." in " ".join(person.text)


def test_an_input_that_reacts_to_two_fields_is_reported() -> None:
    with touch_fields(make_wiring(fields_kind="touch"), really=RANDOM_ORDER) as person:
        person.touch(0)
        person.touch(0)
        assert (len(person.page.inputs), person.lit, person.text[-3]) == (1, [1], "2/1: input of 1/1.")
        assert [tuple(effect.tones) for effect in person.effects] == [WRONG]  # type: ignore[union-attr]  # it is heard
        person.touch(1)
        assert (person.page.conflicts, len(person.page.inputs)) == ((), 2)
        person.touch(2, 9)
        assert (len(person.page.inputs), person.text[-3]) == (3, "3/1: two inputs.")
        person.press(Button.UNDO)
        assert (person.page.conflicts, person.page.inputs, person.lit) == ((), RANDOM_ORDER[:2], [2])
        for _ in range(3):
            person.press(Button.UNDO)
        assert person.model.page == SELFTEST.page
