"""What a bank would lead to, in words: the last round, the win, the lead; and what the rivals would still need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.player_names import display_name
from companion.screen.icons import Icon
from companion.screen.layout import table
from companion.tables.claimit.session import session_of
from companion.tables.claimit.turn_flow import is_last_round_called
from engine import claimit
from engine.claimit import Phase

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.claimit import State

FEW_STONES = 5
"""From so many ownership stones on it is told how many are left."""


def gold_after_bank(state: State) -> str:
    """Returns how many goldclaims the mover would have after a bank, of how many that call the last round."""
    banked = claimit.standing(state, state.turn).goldclaims + claimit.at_risk(state).goldclaims
    return f"{banked}/{claimit.GOLDCLAIMS_TO_CALL[len(state.players)]}"


def bank_remark(_: Translator, state: State) -> str:
    """Returns what must be seen before a bank: it calls the last round, or how it ends the last round; else ""."""
    after = claimit.apply(state, claimit.Bank())
    if is_last_round_called(state, after):
        return _("bank = last round!")
    if state.last_round is None:
        return ""
    return _("bank {result}", result=_result(_, state, after))


def bank_outlook(_: Translator, state: State) -> str:
    """Returns what a bank leads to, for its button: the end, the last round, or the next player's turn."""
    after = claimit.apply(state, claimit.Bank())
    if after.phase is Phase.OVER:
        return _result(_, state, after)
    follows = _("then {name} rolls", name=display_name(_, after.players[after.turn]))
    if is_last_round_called(state, after):
        return _("calls the last round: {gold} goldclaims", gold=gold_after_bank(state))
    return f"{_result(_, state, after)}, {follows}" if state.last_round else follows


def stones_running_out(_: Translator, state: State) -> str:
    """Returns how many ownership stones are left, once they are few; else ""."""
    left = claimit.ownership_stones_left(state)
    return _("black: {n}", n=left) if left <= FEW_STONES else ""


def need(_: Translator, rival: claimit.Rival) -> str:
    """Returns what a rival would still need after a bank of the mover; "" if its last turn is over."""
    if rival.needs is None:
        return ""
    return _("needs a mine of {n}", n=rival.needs) if rival.mine < rival.needs else _("leads")


def draw_rivals(model: Model, canvas: Canvas) -> None:
    """Draws a line for each rival: its mine after a bank, and the one that it would need; a dash: it has moved."""
    _, state = model.translate, session_of(model).state
    rows = [
        (display_name(_, state.players[rival.seat]), str(rival.mine), _needs(_, rival))
        for rival in claimit.rivals(state)
    ]
    table(canvas, (_("Rivals"), Icon.MINE, _("needs")), rows)


def _needs(_: Translator, rival: claimit.Rival) -> str:
    if rival.needs is None:
        return "-"
    return str(rival.needs) if rival.mine < rival.needs else _("leads")


def _result(_: Translator, state: State, after: State) -> str:
    """Returns how the mover stands after a bank in the last round: the winners, if it ended there, tell."""
    best, is_over = claimit.winners(after), after.phase is Phase.OVER
    if best == (state.turn,):
        return _("wins!") if is_over else _("leads")
    if state.turn in best:
        return _("shares the win") if is_over else _("ties for the lead")
    return _("does not win") if is_over else _("does not lead")
