"""Each seat's share of the win from any position, by the learned value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.claimit.coach import shared_out, turn_start
from engine.claimit.expectation import expect
from engine.claimit.position import Phase
from engine.claimit.value import win_chance_value, win_chances

if TYPE_CHECKING:
    from engine.claimit.position import State
    from engine.coach import Chances


def estimate_shares(state: State) -> Chances:
    """Returns each seat's share of the win, seat 0 first; they sum to 1. Exact once the game is over.

    While a turn is on, the mover's is what the best choice is worth, exactly over one roll more: one less than the
    coach looks at, as whoever asks the referee may ask a thousand times. The others' follow as the coach's do.

    Raises:
        WeightsError: the weights are damaged or of another version.
    """
    if state.phase in {Phase.ROLL, Phase.OVER}:
        return win_chances(state)
    return shared_out(expect(state, win_chance_value(state)).value, state.turn, win_chances(turn_start(state)))
