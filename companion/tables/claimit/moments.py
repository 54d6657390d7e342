"""What everybody at the table is told of a bust, of the last round and of the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.player_names import display_name, list_names
from companion.locale.translator import N_
from companion.tables.claimit.start_rolls import spaced
from engine import claimit
from engine.claimit import DecidedBy, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.locale.translator import Translator
    from engine.claimit import Dice, Field, State

CROSS = "\N{MULTIPLICATION SIGN}"
"""Over a field whose mark was lost."""
COMPARED = {
    DecidedBy.MINE: N_("Largest mine"),
    DecidedBy.GOLDCLAIMS: N_("Goldclaims"),
    DecidedBy.FIELDS: N_("Fields"),
}
"""What the seats are compared by, in English, to be translated."""


def lost_words(_: Translator, before: State, dice: Dice) -> str:
    """Returns what a bust has cost, and which roll it was that found no field.

    Args:
        _: the translator.
        before: the state before that roll.
        dice: the roll.
    """
    cost = claimit.at_risk(before)
    counts = (
        (cost.fields, _.many("a field", "{n} fields", cost.fields)),
        (cost.goldclaims, _.many("a goldclaim", "{n} goldclaims", cost.goldclaims)),
    )
    lost = _(" and ").join(words for count, words in counts if count)
    if not lost:
        return _("Nothing lost: no field for {dice}", dice=spaced(dice))
    return _("{lost} lost: no field for {dice}", lost=lost, dice=spaced(dice))


def moves_last(_: Translator, state: State) -> str:
    """Returns who moves last in the last round; empty before it is called, and after the end."""
    if state.last_round is None or state.phase is Phase.OVER:
        return ""
    return _("{name} moves last", name=display_name(_, state.players[state.last_round.called_by]))


def last_round_notice(_: Translator, state: State) -> str:
    """Returns the sign that the last round is on, and who moves last; empty before it and after the end."""
    last = moves_last(_, state)
    return f"{_('Last round!')} {last}" if last else ""


def call_words(_: Translator, state: State) -> str:
    """Returns who moves last in the last round that was just called, and who moves before."""
    names = list_names(_, (state.players[seat] for seat in claimit.seats_to_move(state)))
    moving = _("Still to move: {names}", names=names)
    return f"{moves_last(_, state)}. {moving}"


def decision(_: Translator, state: State) -> tuple[str, ...]:
    """Returns how the win was decided: each comparison of those who were tied until then, the best first."""
    lines = []
    for by, figures in claimit.comparisons(state):
        best_first = sorted(figures, key=lambda seat: -figures[seat])
        told = ", ".join(f"{display_name(_, state.players[seat])} {figures[seat]}" for seat in best_first)
        lines.append(f"{_(COMPARED[by])}: {told}")
    return tuple(lines)


def counted_mines(_: Translator, state: State) -> Iterator[tuple[Field, str, str]]:
    """Yields each field of the winners' mines with its number, and what that says."""
    for seat in state.winners or ():
        mine = tuple(claimit.fields_in(claimit.largest_mine(state, seat)))
        for number, field in enumerate(mine, 1):
            name = display_name(_, state.players[seat])
            yield field, str(number), _("{n} of {all} in the mine of {name}.", n=number, all=len(mine), name=name)


def lost_marks(_: Translator, before: State) -> Iterator[tuple[Field, str, str]]:
    """Yields each field that a bust has lost, with a cross, and what that says."""
    for field in claimit.fields_in(claimit.marks(before)):
        yield field, CROSS, _("Lost: it was marked in this turn.")
