"""A game was left: resume it, begin a new one, or discard it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.effects import Discard, DrawSeed
from companion.model import Model, Step, refuse
from companion.names import together
from companion.pages.board import board
from companion.pages.setup import Setup
from companion.screen.canvas import Box, Canvas
from companion.screen.icons import Icon
from companion.screen.layout import Key, big, choices, header
from companion.tables import table_of
from companion.words import mark
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights

MOVES = {Button.LEFT: -1, Button.RIGHT: 1}
RESUME, NEW, DISCARD = range(3)
CHOICES = (mark("Resume"), mark("New"), mark("Discard"))


@dataclass(frozen=True, slots=True)
class Resume:
    """The unfinished game, and what to do with it."""

    cursor: int = 0
    name: ClassVar[str] = "resume"

    def press(self, model: Model, button: Button) -> Step:
        """`left` and `right` move, `ok` chooses."""
        match button:
            case Button.LEFT | Button.RIGHT:
                return Step(model.showing(Resume((self.cursor + MOVES[button]) % len(CHOICES))))
            case Button.OK:
                return self._chosen(model)
            case Button.UNDO if model.under:
                return Step(model.back())
            case _:
                return refuse(model)

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Move, choose; back, where it was not the box that asked."""
        return (Icon.LEFT, Icon.RIGHT, Icon.CHECK, None, Icon.UNDO if model.under else None)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Who plays and how far they are, and the choices."""
        _, running = model.words, model.running
        over = running.record is not None and running.game.is_over(running.state)
        header(canvas, _("Resume?"), _("finished") if over else table_of(running).progress(model))
        big(canvas, together(_, running.lineup.players), Box(1, 11, 127, 34))
        choices(canvas, [_(choice) for choice in CHOICES], self.cursor, Box(1, 36, 127, 50))

    def lights(self, model: Model, now: float) -> Lights:
        """The board as it was left."""
        return board(model, now)

    def _chosen(self, model: Model) -> Step:
        if self.cursor == RESUME:
            return Step(model.alone(table_of(model.running).standing(model)))
        kept = self.cursor == NEW
        cleared = model if kept else replace(model, game=None)
        dropped = () if kept else (Discard(),)
        if model.wish is not None:
            return Step(cleared, (*dropped, DrawSeed()))
        return Step(cleared.opening(Setup()) if kept else cleared.alone(model.home), dropped)
