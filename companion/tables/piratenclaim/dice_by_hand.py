"""The page on which players enter the roll of their real dice, one die after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, arrows, close, moved_cursor, show
from companion.core.player_names import display_name
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import header
from companion.tables.face_form import chosen_face, face_form
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.dice_drawing import draw_dice
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.turn_flow import draw, record_event
from companion.tables.piratenclaim.words import DICE
from engine.piratenclaim import Dice, DiscoveryDice, Phase, Roll
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.questions import Form
    from companion.core.table import Axes
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas

FACES = 6
ONES = Dice(1, 1, 1, 1, 1, 1)


@dataclass(frozen=True, slots=True)
class ByHandPage(Page):
    """Holds six dice, of which one is being turned; for a further discovery only the first three are."""

    dice: Dice = ONES
    die: int = 0
    """The one that is being turned, 0 to 5."""
    name: ClassVar[str] = "piratenclaim_by_hand"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, count = model.translate, _count(model)
        is_last = self.die + 1 == count
        die = f"{_(DICE[self.die])} {self.dice[self.die]}"

        def turned(button: Button) -> ByHandPage:
            face = {Dice._fields[self.die]: moved_cursor(self.dice[self.die] - 1, button, FACES) + 1}
            return replace(self, dice=self.dice._replace(**face))

        def enter() -> Transition:
            thrown = self.dice if count == len(self.dice) else DiscoveryDice(*self.dice[:count])
            return record_event(model, Roll(thrown, "hand"))

        on = enter if is_last else show(model, replace(self, die=self.die + 1))
        back = show(model, replace(self, die=self.die - 1)) if self.die else close(model)
        return arrows(model, turned) | {
            Button.OK: ButtonRow(Icon.CHECK, on, die, _("that is all") if is_last else _(DICE[self.die + 1])),
            Button.UNDO: ButtonRow(Icon.UNDO, back, _("Back")),
        }

    def form(self, model: Model) -> Form:
        """Returns a command for each face of the die."""
        names = [model.translate(name) for name in DICE]
        entered = ", ".join(f"{name} {face}" for name, face in zip(names, self.dice[: self.die], strict=False))
        return face_form(self.die, self.dice[self.die], names[self.die], entered)

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Turns the die to that face, and goes on to the next one."""
        face = chosen_face(name)
        if face is None:
            return self.press(model, Button(name))
        turned = self.dice._replace(**{Dice._fields[self.die]: face})
        return replace(self, dice=turned).press(model, Button.OK)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the dice; the one that is being turned is solid and named."""
        _, state = model.translate, session_of(model).state
        header(canvas, display_name(_, state.players[state.turn]), _("your dice"))
        draw_dice(_, canvas, self.dice, {self.die})
        canvas.text(64, 43, _(DICE[self.die]), BOLD, "centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the dice entered so far as columns."""
        return lights.dice(self.dice, now, model.shown_since, used=False)

    def axes(self, model: Model) -> Axes:
        """The columns are dice, the rows faces."""
        return lights.dice_axes(model.translate)


def throw(model: Model) -> Transition:
    """Rolls the box's dice, or opens the page on which real dice are entered."""
    session = session_of(model)
    if not session.lineup.by_hand:
        return draw(model)
    lying = session.state.dice
    return Transition(model.with_page_on_top(ByHandPage(lying) if lying else ByHandPage()))


def _count(model: Model) -> int:
    """Returns how many dice are rolled now: all, or for a further discovery red, green and grey."""
    return len(Dice._fields) if session_of(model).state.phase is Phase.TRAVEL else len(DiscoveryDice._fields)
