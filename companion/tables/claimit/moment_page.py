"""The page of the moment of a game that is over: what happened there and what else could have; then, without luck."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import AnalyseGame
from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, arrows, close
from companion.core.player_names import display_name, short_name, short_names
from companion.core.table import CoachAnswer, handicap_words, whole_per_cent
from companion.lights.animation import elapsed
from companion.lights.composition import Lights
from companion.screen.canvas import Canvas, Rect
from companion.screen.font import BOLD, DOUBLE
from companion.screen.icons import Icon
from companion.screen.layout import BODY, header, paragraph, table
from companion.tables.claimit import lights
from companion.tables.claimit.board import board
from companion.tables.claimit.coach_words import option_words
from companion.tables.claimit.replay import what_happened
from companion.tables.claimit.session import session_of
from engine import claimit
from hardware.device import Button

if TYPE_CHECKING:
    from engine.claimit import State
    from engine.coach import Analysis, Moment

STEP_S = 2.0
"""How long the lights show the board before the moment, after it, and as it could have been."""
NAME_PX = 82
"""What is left for a name beside its share."""


@dataclass(frozen=True, slots=True)
class MomentPage(Page):
    """Shows the moment; `left` and `right` lead to the result without luck and back."""

    result: bool = False
    """Whether the result without luck is shown."""
    name: ClassVar[str] = "moment"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        return arrows(model, lambda _: MomentPage(not self.result)) | {
            Button.OK: ButtonRow(Icon.CHECK, close(model)),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the moment, or the result without luck, once the coach has gone through the game."""
        _, found = model.translate, analysis_of(model)
        if found is None:
            header(canvas, _("The moment"))
            asked = model.analysis
            is_thinking = asked is None or asked.is_pending
            paragraph(canvas, _("thinking …") if is_thinking else _("The coach does not answer."), BODY, BOLD)
        elif self.result or found.moment is None:
            _draw_result(model, canvas, found)
        else:
            _draw_moment(model, canvas, found.moment)

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board before the moment, after it, and as it could have been; then again."""
        found = analysis_of(model)
        if found is None or found.moment is None or self.result:
            return board(model, now)
        states = _boards(model, found.moment)
        step = elapsed(now, model.shown_since, STEP_S)
        shown = states[step % len(states)]
        seen = lights.table(shown, model.seat_colours, now)
        return Lights(seen.colours, model.shown_since + (step + 1) * STEP_S)


def open_moment(model: Model) -> Transition:
    """Opens the page; the coach goes through the game if it has not yet."""
    opened = model.with_page_on_top(MomentPage())
    if model.analysis is not None and model.analysis.is_about(model.game):
        return Transition(opened)
    return Transition(replace(opened, analysis=CoachAnswer(model.session)), (AnalyseGame(model.session),))


def analysis_of(model: Model) -> Analysis | None:
    """Returns what the coach says of the game on the table; None: it has not answered yet."""
    asked = model.analysis
    return asked.answer if asked is not None and asked.is_about(model.game) else None


def _draw_moment(model: Model, canvas: Canvas, moment: Moment) -> None:
    _, line = model.translate, session_of(model).started_record.timeline
    before, step = line[moment.step - 1].state, line[moment.step]
    header(canvas, display_name(_, before.players[moment.seat]), _("Turn {n}", n=before.turns + 1))
    canvas.text(64, 11, what_happened(_, step), align="centre")
    canvas.text(56, 23, whole_per_cent(moment.before), DOUBLE, "right")
    canvas.icon(62, 27, Icon.RIGHT)
    canvas.text(73, 23, whole_per_cent(moment.after), DOUBLE)
    if moment.other is not None:
        option, share = option_words(_, moment.other.event), whole_per_cent(moment.other.chance)
        canvas.text(64, 43, _("instead {option}: {share}", option=option, share=share), align="centre")


def _draw_result(model: Model, canvas: Canvas, found: Analysis) -> None:
    """Draws each seat's share of the win without the luck; of two players also what would make them even."""
    _, players = model.translate, session_of(model).state.players
    names = short_names(_, players, NAME_PX, BOLD)
    rows = [(name, whole_per_cent(share)) for name, share in zip(names, found.without_luck, strict=True)]
    table(canvas, (_("Without luck"), _("wins")), rows)
    weaker = found.without_luck.index(min(found.without_luck))
    even = handicap_words(_, found.handicap, short_name(_, players[weaker]))
    if even:
        paragraph(canvas, even, Rect(1, 35, 127, 53))


def _boards(model: Model, moment: Moment) -> tuple[State, ...]:
    """Returns the board before the moment, after it, and as it could have been."""
    line = session_of(model).started_record.timeline
    before, after = line[moment.step - 1].state, line[moment.step].state
    if moment.other is None or moment.other.event is None:
        return before, after
    return before, after, claimit.apply(before, moment.other.event)
