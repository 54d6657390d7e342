"""A question with yes and no, which the menu asks before it does what cannot be taken back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import ChangePower, Power
from companion.core.model import Model, Transition, reject_press
from companion.core.table_registry import table_of
from companion.locale.translator import N_
from companion.pages.board import board_or_show
from companion.pages.farewell import FAREWELL_S, FarewellPage
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, question
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

YES, NO = range(2)


@dataclass(frozen=True, slots=True)
class ConsentPage:
    """Yes or no."""

    question: str
    """In English, to be translated."""
    agree: Callable[[Model], Transition]
    """What a yes does."""
    cursor: int = NO
    name: ClassVar[str] = "menu"

    def press(self, model: Model, button: Button) -> Transition:
        """`left` and `right` move, `ok` answers, `undo` is a no."""
        match button:
            case Button.LEFT | Button.RIGHT:
                return Transition(model.with_page(replace(self, cursor=NO - self.cursor)))
            case Button.OK if self.cursor == YES:
                return self.agree(model)
            case Button.OK | Button.UNDO:
                return Transition(model.with_top_page_closed())
            case _:
                return reject_press(model)

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Move, answer, no."""
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK, None, Icon.CROSS)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The question, and the two answers."""
        _ = model.translate
        question(canvas, _(self.question), (_("yes"), _("no")), self.cursor)

    def lights(self, model: Model, now: float) -> Lights:
        """The board as it lies."""
        return board_or_show(model, now)


def _turn_back(model: Model) -> Transition:
    return table_of(model.session).turn_before(model) or reject_press(model)


def _switch_off(model: Model) -> Transition:
    return _say_farewell(model, Power.OFF)


def _restart(model: Model) -> Transition:
    return _say_farewell(model, Power.RESTART)


def _say_farewell(model: Model, power: Power) -> Transition:
    said = replace(model.with_page(FarewellPage(power)), exits_at=model.now + FAREWELL_S)
    return Transition(said, (ChangePower(power),))


TURN_BACK = ConsentPage(N_("Back a turn: do all agree?"), _turn_back, cursor=YES)
SWITCH_OFF = ConsentPage(N_("Switch the box off?"), _switch_off)
RESTART = ConsentPage(N_("Restart the box?"), _restart)
