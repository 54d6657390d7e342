"""Pages that the tables of all games share; each game adds its own words and lights."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.page import ButtonRow, Page, close, open_on_top, show
from companion.core.player_names import display_name, list_names
from companion.core.table_registry import table_of
from companion.screen.canvas import Canvas, Rect
from companion.screen.font import BOLD, DOUBLE, THIN, text_width
from companion.screen.icons import Icon
from companion.screen.layout import big, header, paragraph
from companion.tables.shared_flow import acknowledge, finish_game, play_again
from engine.game import Seat
from hardware.device import WIDTH, Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.model import Model
    from companion.lights.composition import Lights

FIRST = Seat(0)


def draw_turn(model: Model, canvas: Canvas, task: str, note: str = "") -> None:
    """Draws the acting player's name as large as it fits, and the task; in each player's first turn a hint at the menu.

    Args:
        model: a started game.
        canvas: what to draw on.
        task: what the player has to do, already translated.
        note: what is special about this turn, in the place of the hint; already translated.
    """
    _, state = model.translate, model.session.state
    name, is_first = display_name(_, state.players[state.turn]), state.turns < len(state.players)
    hint = note or (_("hold undo: menu") if is_first else "")
    big(canvas, name, *((Rect(1, 11, 127, 31), (DOUBLE, BOLD, THIN)) if hint else (Rect(1, 11, 127, 40),)))
    canvas.text(64, 33 if hint else 42, task, BOLD, "centre")
    if hint:
        canvas.text(64, 44, hint, align="centre")


class OutcomePage(Page):
    """What the newest event led to; `ok` acknowledges it. A game's page adds `draw` and `lights`."""

    __slots__ = ()

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        return {Button.OK: ButtonRow(Icon.CHECK, lambda: acknowledge(model))}


class GameOverPage(Page):
    """The end of the game. A game's page adds `draw` and `lights`."""

    __slots__ = ()

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, table = model.translate, table_of(model.session)
        players = list_names(_, model.session.lineup.players)
        rows = {
            Button.RIGHT: ButtonRow(Icon.SCORES, open_on_top(model, table.scores())),
            Button.OK: ButtonRow(
                Icon.CHECK, lambda: finish_game(model, table.summary(model.session)), _("Done"), _("into the history")
            ),
            Button.BANK: ButtonRow(
                Icon.PLAY, lambda: play_again(model, table.summary(model.session)), _("Play again"), players
            ),
        }
        if (coach := table.coach) is not None:
            analysis = _("what decided the game")
            rows[Button.LEFT] = ButtonRow(Icon.COACH, lambda: coach.open_analysis(model), effect=analysis)
        return rows


@dataclass(frozen=True, slots=True)
class PhysicalStepsPage(Page):
    """Guides the players through physical steps, one at a time. A game's page adds `draw` and `lights`."""

    steps: tuple[object, ...]
    """The physical steps, as the game describes them."""
    mover: Seat
    """The seat that moves the pieces."""
    step: int = 0
    """The step that is shown, 0 the first."""
    name: ClassVar[str] = "guide"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, left = model.translate, len(self.steps) - self.step - 1
        follows = _.many("{n} step left", "{n} steps left", left) if left else _("then the game goes on")

        on = show(model, replace(self, step=self.step + 1)) if left else (lambda: acknowledge(model))
        back = show(model, replace(self, step=self.step - 1))
        rows = {
            Button.RIGHT: ButtonRow(Icon.RIGHT, on),
            Button.OK: ButtonRow(Icon.CHECK, on, _("Done"), follows),
            Button.BANK: ButtonRow(Icon.SKIP, lambda: acknowledge(model), _("Skip the guide")),
        }
        if self.step:
            return {**rows, Button.LEFT: ButtonRow(Icon.LEFT, back), Button.UNDO: ButtonRow(Icon.UNDO, back)}
        return {**rows, **dict.fromkeys((Button.LEFT, Button.UNDO), ButtonRow(effect=_("this is the first step")))}

    def draw_header(self, model: Model, canvas: Canvas) -> None:
        """Draws who moves the pieces, and the number of the step."""
        _ = model.translate
        name = display_name(_, model.session.state.players[self.mover])
        header(canvas, name, _("{n} of {all}", n=self.step + 1, all=len(self.steps)))


@dataclass(frozen=True, slots=True)
class SpotlightPage(Page):
    """Shows what one seat has on the board, and nothing else. A held `left` opens it."""

    counts: Callable[[Model, Seat], tuple[str, str]]
    """Returns what the seat has, in two lines: the first is written in bold."""
    highlight: Callable[[Model, float, Seat], Lights]
    """Returns the lights at a time, in seconds of the loop's clock, with only this seat's fields lit."""
    seat: Seat = FIRST
    name: ClassVar[str] = "spotlight"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        following = Seat((self.seat + 1) % len(model.session.state.players))
        return {
            Button.LEFT: ButtonRow(Icon.RIGHT, show(model, replace(self, seat=following))),
            Button.OK: ButtonRow(Icon.CHECK, close(model)),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the player's name, and what that player has."""
        _, state = model.translate, model.session.state
        first, second = self.counts(model, self.seat)
        # The fields of many ships need three lines: then the name makes room.
        fits = text_width(THIN, second) <= WIDTH
        big(canvas, display_name(_, state.players[self.seat]), Rect(0, 0, WIDTH, 26 if fits else 13))
        canvas.text(64, 28 if fits else 14, first, BOLD, "centre")
        paragraph(canvas, second, Rect(0, 40, WIDTH, 48) if fits else Rect(0, 24, WIDTH, 53))

    def lights(self, model: Model, now: float) -> Lights:
        """Lights that seat's fields only."""
        return self.highlight(model, now, self.seat)
