"""The self-test: what of the box is to be tried; after each, the next one is under the cursor."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from companion.effects import Play
from companion.lights.composition import DARK
from companion.model import Model, Step, refuse
from companion.pages.patterns import PICTURES, Fields, Patterns
from companion.pages.try_buttons import TryButtons
from companion.pages.wizard import Wizard
from companion.screen.icons import Icon
from companion.screen.layout import Item, Key, header, menu
from companion.words import mark
from hardware.device import Button, Tone

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

MOVES = {Button.LEFT: -1, Button.RIGHT: 1}

SCALE = tuple(Tone(hertz, 0.2) for hertz in (262, 294, 330, 349, 392, 440, 494, 523))
"""C major."""


class Trial(NamedTuple):
    """One part to be tried."""

    label: str
    """In English, to be translated."""
    begin: Callable[[Model, Selftest], Step]
    """Begins, told how the box is wired."""


TRIALS = (
    Trial(mark("Lights"), lambda model, _: Step(model.opening(Fields(since=model.now)))),
    Trial(mark("Screen"), lambda model, _: Step(model.opening(Patterns(PICTURES)))),
    Trial(mark("Buttons"), lambda model, test: Step(model.opening(TryButtons(encoder=test.encoder)))),
    Trial(mark("Buzzer"), lambda model, _: Step(replace(model, sound=True), (Play(SCALE),))),
    Trial(mark("Find the wiring"), lambda model, test: Step(model.opening(Wizard(test.pixels)))),
    Trial(mark("Leave"), lambda model, _: Step(replace(model, leaving=True))),
)


@dataclass(frozen=True, slots=True)
class Selftest:
    """The parts, and the one under the cursor."""

    pixels: tuple[int, ...]
    """The pixel under each field, 1/1 first, as the box is set now."""
    encoder: bool = False
    """Whether an encoder stands for the buttons left and right."""
    cursor: int = 0
    name: ClassVar[str] = "selftest"

    def press(self, model: Model, button: Button) -> Step:
        """`left` and `right` move, `ok` tries the part."""
        match button:
            case Button.LEFT | Button.RIGHT:
                return Step(model.showing(self._moved(MOVES[button])))
            case Button.OK:
                return TRIALS[self.cursor].begin(model.showing(self._moved(1)), self)
            case _:
                return refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Move, choose."""
        return (Icon.UP, Icon.DOWN, Icon.CHECK, None, None)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The list."""
        _ = model.words
        header(canvas, _("Self-test"), f"{self.cursor + 1}/{len(TRIALS)}")
        menu(canvas, [Item(_(trial.label)) for trial in TRIALS], self.cursor)

    def lights(self, model: Model, now: float) -> Lights:
        """None."""
        return DARK

    def _moved(self, by: int) -> Selftest:
        return replace(self, cursor=(self.cursor + by) % len(TRIALS))
