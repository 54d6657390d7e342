"""The page after a placement: roll again, or bank."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, ClassVar

from companion.core.page import ButtonRow, Page, open_on_top, show
from companion.core.player_names import display_name
from companion.screen.canvas import BLACK, Canvas, Rect
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import big, header
from companion.tables.claimit.bot_words import bot_words
from companion.tables.claimit.outlook import bank_outlook, bank_remark, draw_rivals, gold_after_bank, stones_running_out
from companion.tables.claimit.scores import ScoresPage, gold
from companion.tables.claimit.session import session_of
from companion.tables.claimit.stones import draw_stakes
from companion.tables.claimit.turn import throw
from companion.tables.claimit.turn_flow import record_event, take_back
from engine import claimit
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.core.model import Model
    from companion.locale.translator import Translator

REMARK = Rect(0, 35, 128, 44)
"""Where a remark stands that must be seen at once, in the place of the meter."""


class Shown(Enum):
    """What the page shows; `left` goes on to the next."""

    GLANCE = auto()
    ODDS = auto()
    RIVALS = auto()
    """Only in the last round."""


@dataclass(frozen=True, slots=True)
class ChoosePage(Page):
    """Shows the risk of the next roll, and what is at stake."""

    shown: Shown = Shown.GLANCE
    name: ClassVar[str] = "choose"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, state = model.translate, session_of(model).state
        fields, busts = claimit.at_risk(state).fields, claimit.bust(state)
        share, shown = _.decimal(100 * busts / claimit.ROLLS), self._shown_next(model)
        placed = session_of(model).timeline[-1]
        taken_back = claimit.format_field(placed.field) if isinstance(placed, claimit.Place) else ""
        bank = _.many("Bank {n} field", "Bank {n} fields", fields), bank_outlook(_, state)
        return {
            Button.LEFT: ButtonRow(Icon.ODDS, show(model, ChoosePage(shown)), *_SHOWS[shown](_)),
            Button.RIGHT: ButtonRow(Icon.SCORES, open_on_top(model, ScoresPage())),
            Button.OK: ButtonRow(Icon.ROLL, lambda: throw(model), _("Roll again"), _("{share} % bust", share=share)),
            Button.BANK: ButtonRow(Icon.BANK, lambda: record_event(model, claimit.Bank()), *bank),
            Button.UNDO: ButtonRow(Icon.UNDO, lambda: take_back(model), _("Take back"), taken_back),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        {Shown.GLANCE: _at_a_glance, Shown.ODDS: _in_full, Shown.RIVALS: draw_rivals}[self.shown](model, canvas)

    def _shown_next(self, model: Model) -> Shown:
        views = tuple(Shown) if session_of(model).state.last_round else (Shown.GLANCE, Shown.ODDS)
        return views[(views.index(self.shown) + 1) % len(views)]


_SHOWS: Mapping[Shown, Callable[[Translator], tuple[str, str]]] = {
    Shown.GLANCE: lambda _: (_("Odds"), _("less")),
    Shown.ODDS: lambda _: (_("Odds"), _("in full")),
    Shown.RIVALS: lambda _: (_("Rivals"), _("what they still need")),
}
"""What `left` is called, by what it leads to."""


def _draw_header(model: Model, canvas: Canvas) -> None:
    state = session_of(model).state
    header(canvas, display_name(model.translate, state.players[state.turn]), gold(model, state.turn))


def _at_a_glance(model: Model, canvas: Canvas) -> None:
    _, state = model.translate, session_of(model).state
    _draw_header(model, canvas)
    busts = claimit.bust(state)
    big(canvas, per_cent(_, busts), Rect(1, 10, 72, 35))
    few = stones_running_out(_, state)
    first, pitch = (11, 8) if few else (14, 11)
    canvas.text(127, first, _("bust"), align="right")
    canvas.text(127, first + pitch, f"{busts}/{claimit.ROLLS}", BOLD, "right")
    canvas.text(127, first + 2 * pitch, few, align="right")
    remark = bot_words(model) or bank_remark(_, state)
    if remark:
        canvas.fill(REMARK)
        canvas.text(64, REMARK.top + 1, remark, align="centre", ink=BLACK)
    else:
        canvas.meter(Rect(1, 36, 127, 42), busts / claimit.ROLLS)
    draw_stakes(canvas, 45, _("at risk"), claimit.at_risk(state), _)


def _in_full(model: Model, canvas: Canvas) -> None:
    """Draws the odds in words: what the next roll can do, and what a bust would cost."""
    _, state = model.translate, session_of(model).state
    _draw_header(model, canvas)
    busts, risk = claimit.bust(state), claimit.at_risk(state)
    lines = (
        (_("bust"), f"{busts}/{claimit.ROLLS} = {_.decimal(100 * busts / claimit.ROLLS)}%"),
        (_("gold after a bank"), gold_after_bank(state)),
        (_("claim stones left"), str(sum(not stone for stone in state.claims))),
    )
    for row, (label, figure) in enumerate(lines):
        canvas.text(1, 13 + 10 * row, label)
        canvas.text(127, 13 + 10 * row, figure, align="right")
    draw_stakes(canvas, 43, _("at risk"), risk, _)


def per_cent(_: Translator, busts: int) -> str:
    """Returns the share of the 216 rolls that bust, in whole per cent; next to none, or next to all, with a decimal."""
    share = 100 * busts / claimit.ROLLS
    is_whole = share in {0, 100} or 1 <= share <= 99
    return f"{_.decimal(share, 0 if is_whole else 1)}%"
