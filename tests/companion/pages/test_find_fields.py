import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from msgspec.structs import replace

from companion.core.effects import Effect
from companion.core.messages import Pointed, Pressed, StoneMoved
from companion.core.model import BoardFields
from companion.core.sounds import WRONG
from companion.pages.find_fields import FindFieldsPage
from companion.program.fields import touched_place
from companion.program.update import update
from companion.program.view import view
from hardware.device import LIGHTS, OFF, Button, Press
from hardware.wiring import FIELD_ADDRESSES, Wiring, field_inputs
from tests.companion.pages.selftest import BENCH
from tests.wire.fields import Feeling

WILD = tuple(random.Random(3).sample(range(LIGHTS), LIGHTS))
MIRRORED = tuple(6 * (field // 6) + 5 - field % 6 for field in range(LIGHTS))
TURNED = tuple(6 * (field % 6) + field // 6 for field in range(LIGHTS))


class Finger:
    def __init__(self, wiring: Wiring, *, really: Sequence[int], dead: Sequence[int] = ()) -> None:
        self._wiring, self._really, self._dead = wiring, really, dead
        self.chips = Feeling(wiring)
        self.chips.listen()
        self.now = 1.0
        self.effects: tuple[Effect, ...] = ()
        felt = BoardFields(has_presence=wiring.fields_presence)
        self.model = replace(BENCH, board_fields=felt, guards_box=True).with_page_on_top(FindFieldsPage(wiring))

    def touch(self, *fields: int) -> None:
        self.now += 1.0
        for is_down in (True, False):
            with self.chips.line.lock:
                for number in (self._really[field] for field in fields if field not in self._dead):
                    chip = self.chips.device.field_bus.chips[FIELD_ADDRESSES[self._wiring.fields_kind][number // 12]]
                    chip.touch(number % 12, is_down=is_down)
            self.chips.rest()
            for said in self.chips.heard():
                assert isinstance(said, int)
                place = touched_place(self.model, abs(said))
                stone, point = StoneMoved(abs(said), is_down, self.now), Pointed(place, self.now)
                self.model, self.effects, _ = update(self.model, stone if self._wiring.fields_presence else point)

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
            (field,), asked = self.lit, len(self.page.inputs)
            self.touch(field)
            if len(self.page.inputs) == asked:
                self.press(Button.BANK)


@contextmanager
def finger(wiring: Wiring, *, really: Sequence[int], dead: Sequence[int] = ()) -> Iterator[Finger]:
    at = Finger(wiring, really=really, dead=dead)
    try:
        yield at
    finally:
        at.chips.device.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "wiring",
    [
        Wiring(fields_kind="touch"),
        Wiring(fields_kind="touch", fields_inputs=WILD),
        Wiring(fields_kind="contacts", fields_inputs=TURNED),
        Wiring(fields_kind="contacts", fields_presence=True),
    ],
    ids=["pads", "pads wildly set", "contacts", "stones"],
)
def test_whichever_way_the_fields_are_wired_is_found(wiring: Wiring) -> None:
    for really in (MIRRORED, TURNED, WILD):
        with finger(wiring, really=really) as person:
            person.touch_what_is_lit()
            assert person.page.found == {"inputs": list(really)}
            moved = sum(a != b for a, b in zip(really, field_inputs(wiring), strict=True))
            assert person.text[2].startswith(f"{moved} lie elsewhere." if moved else "All fields answer.")
            asked = person.model.is_leaving
            person.press(Button.OK)
            assert (asked, person.model.is_leaving, person.page.agreed) == (False, True, True)


def test_dead_fields_are_skipped_and_named_and_the_map_stays_whole() -> None:
    really = (1, 0, *range(2, LIGHTS))
    with finger(Wiring(fields_kind="contacts"), really=really, dead=(0, 7, 8)) as person:
        person.touch_what_is_lit()
        assert person.page.found == {"inputs": list(really)}
        assert "1/1, 2/2 … do not answer. 1 lies elsewhere." in " ".join(person.text)


def test_an_input_that_answers_twice_is_told_and_taken_once() -> None:
    with finger(Wiring(fields_kind="touch"), really=WILD) as person:
        person.touch(0)
        person.touch(0)
        assert (len(person.page.inputs), person.lit, person.text[-3]) == (1, [1], "2/1: input of 1/1.")
        assert [tuple(effect.tones) for effect in person.effects] == [WRONG]  # type: ignore[union-attr]  # it is heard
        person.touch(1)
        assert (person.page.doubles, len(person.page.inputs)) == ((), 2)
        person.touch(2, 9)
        assert (len(person.page.inputs), person.text[-3]) == (3, "3/1: two inputs.")
        person.press(Button.UNDO)
        assert (person.page.doubles, person.page.inputs, person.lit) == ((), WILD[:2], [2])
        for _ in range(3):
            person.press(Button.UNDO)
        assert person.model.page == BENCH.page
