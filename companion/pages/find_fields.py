"""Wiring by doing: one field after the other is lit, a person touches it, and what answers lies under that field.

The hardware reports fields by the map in force, whatever lies there really. That map is known, so the field that is
reported tells the input.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion.core.effects import PlayTones
from companion.core.model import Model, Transition
from companion.core.page import Page, show
from companion.core.sounds import WRONG
from companion.core.table import DEVICE_AXES
from companion.lights.composition import AMBER, WHITE, Lights, Paint, compose
from companion.ui.art import Icon
from companion.ui.layout import list_few
from companion.ui.screen import Big, Option, Screen, Text
from hardware.device import LIGHTS, Button, Colour, field_name
from hardware.wiring import Wiring, field_inputs

TOGETHER_S = 0.05
"""What answers so soon after another input, in seconds, belongs to the same finger."""
LISTED = 2
"""So many fields of each kind are named; all are lit."""
RED, GREEN = Colour(255, 0, 0), Colour(0, 255, 0)
DEAD = None


class FindFieldsPage(Page, frozen=True):
    """Holds what has answered so far."""

    wiring: Wiring
    """How the box is set now."""
    inputs: tuple[int | None, ...] = ()
    """The input under each of the first fields; None: it is dead, and was skipped."""
    answered_at: float = 0.0
    """When the newest of them answered."""
    doubles: tuple[tuple[int, int], ...] = ()
    """Where it went wrong: a field and another one whose input answered there; twice the same: two answered at once."""
    agreed: bool = False
    """Whether what was found shall be saved."""
    name: ClassVar[str] = "find_fields"

    @property
    def found(self) -> dict[str, list[int]] | None:
        """The setting that was found; None before the last field. Under the dead fields lies what is left over."""
        if len(self.inputs) < LIGHTS:
            return None
        left = iter(number for number in range(LIGHTS) if number not in self.inputs)
        return {"inputs": [next(left) if number is DEAD else number for number in self.inputs]}

    @property
    def _dead(self) -> list[int]:
        return [field for field, number in enumerate(self.inputs) if number is DEAD]

    @property
    def _moved(self) -> list[int]:
        """The fields whose input is another one than was set."""
        known = field_inputs(self.wiring)
        return [field for field, number in enumerate(self.inputs) if number not in {DEAD, known[field]}]

    def screen(self, model: Model) -> Screen:
        _, current = model.translate, len(self.inputs)

        def back() -> Transition:
            if not self.inputs:
                return Transition(model.with_top_page_closed())
            doubles = tuple(pair for pair in self.doubles if pair[0] < current - 1)
            return Transition(model.with_page(replace(self, inputs=self.inputs[:-1], doubles=doubles)))

        keys = {Button.UNDO: Option("", back, icon=Icon.UNDO)}
        title, count = _("Fields"), f"{min(current + 1, LIGHTS)}/{LIGHTS}"
        if self.found is not None:
            # The settings are read only at a start, so they are written when the test has ended.
            saving = replace(model.with_page(replace(self, agreed=True)), is_leaving=True)
            keys[Button.OK] = Option("", lambda: Transition(saving), icon=Icon.CHECK)
            return Screen(title, count, (Text(self._result(model)),), keys=keys)
        keys[Button.BANK] = Option("", show(model, replace(self, inputs=(*self.inputs, DEAD))), icon=Icon.SKIP)
        is_wrong = bool(self.doubles) and self.doubles[-1][0] >= current - 1
        wrong = [Text(self._wrong(model, *self.doubles[-1]))] if is_wrong else []
        return Screen(title, count, (Text(_("Touch this field:")), Big(field_name(current)), *wrong), keys=keys)

    def _result(self, model: Model) -> str:
        """Returns what was found, and how it is saved."""
        _, texts = model.translate, [self._wrong(model, *pair) for pair in self.doubles[:1]]
        if dead := self._dead:
            names = list_few(tuple(map(field_name, dead)), LISTED)
            texts.append(_.many("{fields} does not answer.", "{fields} do not answer.", len(dead), fields=names))
        if moved := self._moved:
            texts.append(_.many("{n} lies elsewhere.", "{n} lie elsewhere.", len(moved)))
        return " ".join((*(texts or [_("All fields answer.")]), _("ok saves.")))

    def touch(self, model: Model, place: str) -> Transition:
        if self.found is not None or place not in PLACES:
            return Transition(model)
        number, current = field_inputs(self.wiring)[PLACES.index(place)], len(self.inputs)
        if number in self.inputs:
            pair = (current, self.inputs.index(number))
        elif self.inputs and model.now - self.answered_at < TOGETHER_S:
            pair = (current - 1, current - 1)
        else:
            # Its own input has answered after all: what was touched before was another field.
            doubles = tuple((field, other) for field, other in self.doubles if field != current)
            inputs = (*self.inputs, number)
            return Transition(model.with_page(replace(self, inputs=inputs, answered_at=model.now, doubles=doubles)))
        doubles = (*(other for other in self.doubles if other != pair), pair)
        return Transition(model.with_page(replace(self, doubles=doubles)), (PlayTones(WRONG),))

    def put(self, model: Model, place: str) -> Transition:
        return self.touch(model, place)

    def lights(self, model: Model, now: float) -> Lights:
        # One light, not a row of them: the finger goes where it is.
        if self.found is None:
            return compose([Paint((len(self.inputs),), WHITE)])
        double = tuple({field for pair in self.doubles for field in pair})
        right = tuple(range(LIGHTS))
        return compose([Paint(right, GREEN), Paint(self._moved, AMBER), Paint((*self._dead, *double), RED)])

    def _wrong(self, model: Model, field: int, other: int) -> str:
        _, names = model.translate, {"field": field_name(field), "other": field_name(other)}
        return _("{field}: two inputs.", **names) if field == other else _("{field}: input of {other}.", **names)


PLACES = tuple(map(DEVICE_AXES.place_at, range(LIGHTS)))
"""How touches name the fields while no game is on."""
