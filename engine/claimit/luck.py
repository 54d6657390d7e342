"""The data of Claim It! for the luck report."""

from collections.abc import Sequence
from itertools import pairwise

from engine.claimit.position import ROLL_COUNT, DecidedBy, State, bust_count, standings
from engine.claimit.rules import Roll
from engine.game import N_, GameEvent, RollRisk

figure = N_("the largest mine")
endings = {
    DecidedBy.MINE.value: N_("the largest mine"),
    DecidedBy.GOLDCLAIMS.value: N_("mines tie, more goldclaims"),
    DecidedBy.FIELDS.value: N_("mines and goldclaims tie, more fields"),
    DecidedBy.SHARED.value: N_("mines, goldclaims and fields tie"),
}
"""In English, to be translated."""


def risks(steps: Sequence[tuple[GameEvent, State]]) -> tuple[RollRisk, ...]:
    return tuple(
        RollRisk(before.turn, bust_count(before), ROLL_COUNT, after.busted)
        for (_, before), (event, after) in pairwise(steps)
        if isinstance(event, Roll)
    )


def histories(steps: Sequence[tuple[GameEvent, State]]) -> tuple[tuple[int, ...], ...]:
    """Returns for each seat its largest mine at the start and after each turn."""
    # The dictionary keeps the last state for each number of turns.
    turns = {state.turns: state for _, state in steps}
    mines = [[seat.mine for seat in standings(state)] for state in turns.values()]
    return tuple(zip(*mines, strict=True))
