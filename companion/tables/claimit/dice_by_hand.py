"""The page on which players enter the roll of their real dice, one die after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.page import ButtonRow, Page, arrows, close, moved_cursor, show
from companion.core.player_names import display_name
from companion.screen.icons import Icon
from companion.screen.layout import header
from companion.screen.pieces import LARGE_PIP, die
from companion.tables.claimit.board import acting_seat, board
from companion.tables.claimit.session import session_of
from companion.tables.claimit.turn_flow import record_event, roll
from companion.tables.face_form import chosen_face, face_form
from engine.claimit import Roll
from engine.game import StartRoll
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.model import Model, Transition
    from companion.core.questions import Form
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from engine.claimit import Dice


@dataclass(frozen=True, slots=True)
class ByHandPage(Page):
    """Holds three dice, of which one is being turned."""

    dice: Dice = (1, 1, 1)
    die: int = 0
    """The one that is being turned, 0 to 2."""
    name: ClassVar[str] = "by_hand"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, die = model.translate, model.translate("die {n}", n=self.die + 1)

        def turned(button: Button) -> ByHandPage:
            return self._turned(moved_cursor(self.dice[self.die] - 1, button, 6) + 1)

        def enter() -> Transition:
            if model.session.record is not None:
                return roll(model, self.dice)
            return record_event(model, StartRoll(acting_seat(session_of(model)), Roll(self.dice, "hand")))

        following = ButtonRow(Icon.CHECK, show(model, replace(self, die=self.die + 1)), _("Next die"))
        rows = arrows(model, turned)
        return {
            Button.LEFT: rows[Button.LEFT]._replace(label=_("One less"), effect=die),
            Button.RIGHT: rows[Button.RIGHT]._replace(label=_("One more"), effect=die),
            Button.OK: following if self.die < 2 else ButtonRow(Icon.CHECK, enter, _("This is the roll")),
            Button.BANK: ButtonRow(effect=_("place a stone first")),
            Button.UNDO: ButtonRow(
                Icon.UNDO, show(model, replace(self, die=self.die - 1)) if self.die else close(model)
            ),
        }

    def form(self, model: Model) -> Form:
        """Returns a command for each face of the die."""
        label = model.translate("die {n}", n=self.die + 1)
        return face_form(self.die, self.dice[self.die], label, " ".join(map(str, self.dice[: self.die])))

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Turns the die to that face, and goes on to the next one."""
        face = chosen_face(name)
        return self.press(model, Button(name)) if face is None else self._turned(face).press(model, Button.OK)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws three large dice; the one that is being turned is solid."""
        _, session = model.translate, session_of(model)
        seat = acting_seat(session)
        name = display_name(_, session.lineup.players[seat])
        if model.bot_turn is None:
            header(canvas, name, _("your dice"))
        else:
            header(canvas, _("For {name}", name=name))
        for place, value in enumerate(self.dice):
            die(canvas, 9 + 40 * place, 16, value, inverse=place == self.die, pip=LARGE_PIP)

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board as it lies."""
        return board(model, now)

    def _turned(self, face: int) -> ByHandPage:
        """Returns the page with the die that is being turned showing this face."""
        first, second, third = (face if die == self.die else value for die, value in enumerate(self.dice))
        return replace(self, dice=(first, second, third))
