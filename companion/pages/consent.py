"""A question with yes and no, which the menu asks before it does what cannot be taken back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.effects import ChangePower, Power
from companion.model import Model, Step, refuse
from companion.pages.board import board
from companion.pages.farewell import FAREWELL_S, Farewell
from companion.screen.icons import Icon
from companion.screen.layout import Key, question
from companion.tables import table_of
from companion.words import mark
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

YES, NO = range(2)


@dataclass(frozen=True, slots=True)
class Consent:
    """Yes or no."""

    question: str
    """In English, to be translated."""
    agree: Callable[[Model], Step]
    """What a yes does."""
    cursor: int = NO
    name: ClassVar[str] = "menu"

    def press(self, model: Model, button: Button) -> Step:
        """`left` and `right` move, `ok` answers, `undo` is a no."""
        match button:
            case Button.LEFT | Button.RIGHT:
                return Step(model.showing(replace(self, cursor=NO - self.cursor)))
            case Button.OK if self.cursor == YES:
                return self.agree(model)
            case Button.OK | Button.UNDO:
                return Step(model.back())
            case _:
                return refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Move, answer, no."""
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK, None, Icon.CROSS)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The question, and the two answers."""
        _ = model.words
        question(canvas, _(self.question), (_("yes"), _("no")), self.cursor)

    def lights(self, model: Model, now: float) -> Lights:
        """The board as it lies."""
        return board(model, now)


def _turn_back(model: Model) -> Step:
    return table_of(model.running).turn_before(model) or refuse(model)


def _switch_off(model: Model) -> Step:
    return _say_farewell(model, Power.OFF)


def _restart(model: Model) -> Step:
    return _say_farewell(model, Power.RESTART)


def _say_farewell(model: Model, power: Power) -> Step:
    said = replace(model.showing(Farewell(power)), leaves_at=model.now + FAREWELL_S)
    return Step(said, (ChangePower(power),))


TURN_BACK = Consent(mark("Back a turn: do all agree?"), _turn_back, cursor=YES)
SWITCH_OFF = Consent(mark("Switch the box off?"), _switch_off)
RESTART = Consent(mark("Restart the box?"), _restart)
