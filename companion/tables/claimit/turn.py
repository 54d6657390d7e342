"""The page at the beginning of a turn: who rolls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, open_on_top
from companion.core.player_names import LINE_NAME_PX, short_names
from companion.screen.icons import Icon
from companion.screen.layout import header
from companion.tables.claimit import lights
from companion.tables.claimit.bot_words import bot_words
from companion.tables.claimit.dice_by_hand import ByHandPage
from companion.tables.claimit.guide import bank_animation, bank_animation_s
from companion.tables.claimit.scores import ScoresPage, gold
from companion.tables.claimit.session import session_of
from companion.tables.claimit.turn_flow import roll
from companion.tables.shared_pages import draw_turn
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.claimit import State


@dataclass(frozen=True, slots=True)
class TurnPage(Page):
    """Says who has to roll."""

    name: ClassVar[str] = "turn"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        by_hand = session_of(model).lineup.by_hand
        words = (_("Enter your roll"), "") if by_hand else (_("Roll"), _("three dice"))
        first = ButtonRow(effect=_("roll first"))
        return {
            Button.LEFT: first,
            Button.RIGHT: ButtonRow(Icon.SCORES, open_on_top(model, ScoresPage())),
            Button.OK: ButtonRow(Icon.ROLL, lambda: throw(model), *words),
            Button.BANK: first,
            Button.UNDO: ButtonRow(effect=_("hold: menu")),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the player's name, as large as it fits; in the first round a hint at the menu."""
        _, state = model.translate, session_of(model).state
        header(
            canvas, _("Last turn") if state.last_round else _("Turn {n}", n=state.turns + 1), gold(model, state.turn)
        )
        draw_turn(model, canvas, bot_words(model) or _("roll!"), _last_mover(_, state))

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board, framed in the player's colour for a moment."""
        runs_s = 0.0 if model.guides_hands else bank_animation_s(session_of(model).started_record)
        if now < model.shown_since + runs_s:
            return bank_animation(model, now)
        return lights.turn(session_of(model).state, model.seat_colours, now, model.shown_since + runs_s)


def _last_mover(_: Translator, state: State) -> str:
    """Returns in the last round who moves last; else ""."""
    if state.last_round is None:
        return ""
    if state.turn == state.last_round.called_by:
        return _("the last turn of all")
    return _("{name} moves last", name=short_names(_, state.players, LINE_NAME_PX)[state.last_round.called_by])


def throw(model: Model) -> Transition:
    """Rolls the box's dice, or opens the page on which real dice are entered."""
    return Transition(model.with_page_on_top(ByHandPage())) if session_of(model).lineup.by_hand else roll(model)
