"""Each seat's share of the win from any position, by the learned value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.claimit.expectation import expect
from engine.claimit.position import Phase
from engine.claimit.rules import end_turn
from engine.claimit.value import win_chance_value, win_chances

if TYPE_CHECKING:
    from engine.claimit.position import State


def estimate_shares(state: State) -> tuple[float, ...]:
    """Returns each seat's share of the win, seat 0 first; they sum to 1. Exact once the game is over.

    While a turn is on, the mover's is what the best choice is worth, exactly over one roll more. The rivals share the
    rest in proportion to what they would have after a bust: a turn may take fields from one of them, but which one is
    not known before the dice are.

    Raises:
        WeightsError: the weights are damaged or of another version.
    """
    if state.phase in {Phase.ROLL, Phase.OVER}:
        return win_chances(state)
    movers = expect(state, win_chance_value(state)).value
    after_bust = win_chances(end_turn(state, 0, 0))
    rivals = 1 - after_bust[state.turn]
    # Where nothing is left for the rivals to lose, all of them are as likely to profit.
    parts = [each / rivals if rivals else 1 / (len(after_bust) - 1) for each in after_bust]
    return tuple(movers if seat == state.turn else (1 - movers) * part for seat, part in enumerate(parts))
