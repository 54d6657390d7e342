"""The page on which players enter the roll of their real dice, one die after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.button_meaning import Meaning
from companion.core.cursor import moved_cursor
from companion.core.model import Model, Transition, reject_press
from companion.core.player_names import display_name
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, header
from companion.screen.pieces import LARGE_PIP, die
from companion.tables.claimit.board import acting_seat, board
from companion.tables.claimit.session import session_of
from companion.tables.claimit.turn_flow import record_event, roll
from companion.tables.face_form import chosen_face, face_form
from engine.claimit import Roll
from engine.game import StartRoll
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.form import Form
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from engine.claimit import Dice


@dataclass(frozen=True, slots=True)
class ByHandPage:
    """Holds three dice, of which one is being turned."""

    dice: Dice = (1, 1, 1)
    die: int = 0
    """The one that is being turned, 0 to 2."""
    name: ClassVar[str] = "by_hand"

    def press(self, model: Model, button: Button) -> Transition:
        """`left` and `right` turn the die, `ok` goes on to the next, `undo` back."""
        match button:
            case Button.LEFT | Button.RIGHT:
                return Transition(model.with_page(self._turned(moved_cursor(self.dice[self.die] - 1, button, 6) + 1)))
            case Button.OK if self.die < 2:
                return Transition(model.with_page(replace(self, die=self.die + 1)))
            case Button.OK:
                if model.session.record is not None:
                    return roll(model, self.dice)
                seat = acting_seat(session_of(model))
                return record_event(model, StartRoll(seat, Roll(self.dice, "hand")))
            case Button.UNDO if self.die > 0:
                return Transition(model.with_page(replace(self, die=self.die - 1)))
            case Button.UNDO:
                return Transition(model.with_top_page_closed())
            case _:
                return reject_press(model)

    def form(self, model: Model) -> Form:
        """Returns a command for each face of the die."""
        label = model.translate("die {n}", n=self.die + 1)
        return face_form(self.die, self.dice[self.die], label, " ".join(map(str, self.dice[: self.die])))

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Turns the die to that face, and goes on to the next one."""
        face = chosen_face(name)
        return self.press(model, Button(name)) if face is None else self._turned(face).press(model, Button.OK)

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Turn, go on, go back."""
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK, None, Icon.UNDO)

    def meanings(self, model: Model) -> Mapping[Button, Meaning]:
        """Which die is being turned, and to what."""
        _, number = model.translate, self.die + 1
        return {
            Button.LEFT: Meaning(_("One less"), _("die {n}", n=number)),
            Button.RIGHT: Meaning(_("One more"), _("die {n}", n=number)),
            Button.OK: Meaning(_("Next die")) if self.die < 2 else Meaning(_("This is the roll")),
            Button.BANK: Meaning(effect=_("place a stone first")),
        }

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
