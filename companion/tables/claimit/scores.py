"""The scores: the largest mine, the goldclaims, the fields, a line a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model
from companion.core.page import ButtonRow, Page, close
from companion.core.player_names import short_names
from companion.core.table import whole_per_cent
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import table
from companion.tables.claimit.board import board
from companion.tables.claimit.coach import advice_on
from companion.tables.claimit.session import session_of
from engine import claimit
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from engine.game import Seat

NAME_PX = 62
"""What is left for a name beside figures of two digits and the exclamation mark."""


@dataclass(frozen=True, slots=True)
class ScoresPage(Page):
    """All seats at once."""

    name: ClassVar[str] = "scores"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        keys = {Button.RIGHT: Icon.SCORES, Button.OK: Icon.CHECK, Button.UNDO: Icon.UNDO}
        return {button: ButtonRow(icon, close(model)) for button, icon in keys.items()}

    def draw(self, model: Model, canvas: Canvas) -> None:
        """A column a count; an exclamation mark at the seat that moves last."""
        _, state = model.translate, session_of(model).state
        caller = state.last_round.called_by if state.last_round else None
        advice = advice_on(model)
        names = [
            name + ("!" if seat == caller else "")
            for seat, name in enumerate(short_names(_, state.players, NAME_PX, BOLD))
        ]
        standings = claimit.standings(state)
        # Where the coach is on, the win chances stand in the place of what decides last.
        last = [whole_per_cent(each) for each in advice.chances] if advice else [str(each.fields) for each in standings]
        rows = [
            (name, str(each.mine), str(each.goldclaims), figure)
            for name, each, figure in zip(names, standings, last, strict=True)
        ]
        table(canvas, (_("Scores"), Icon.MINE, Icon.GOLD, Icon.COACH if advice else Icon.FIELDS), rows)

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board as it lies."""
        return board(model, now)


def gold(model: Model, seat: Seat) -> str:
    """How many goldclaims a seat has, and how many a bank would add, of how many that call the last round."""
    state = session_of(model).state
    need = claimit.GOLDCLAIMS_TO_CALL[len(state.players)]
    has, more = claimit.standing(state, seat).goldclaims, claimit.at_risk(state).goldclaims if seat == state.turn else 0
    return model.translate("gold {n}/{need}", n=f"{has}+{more}" if more else has, need=need)
