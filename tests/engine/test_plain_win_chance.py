"""The learned win chance, computed from the names in weights.json without lanes and tables of rows."""

import json
from dataclasses import replace
from functools import cache
from math import exp
from typing import Any

import pytest

from engine import claimit
from engine.claimit import Field, LastRound, State
from engine.claimit.position import FIELDS
from engine.claimit.value import win_chances
from engine.claimit.weights import Figures, feature_names, figures, read_weights
from engine.game import Seat
from tests.engine.claimit_boards import drawn

NETWORKS: dict[str, Any] = json.loads(read_weights())["networks"]
BOARD = "o.gGb./.OrrB./vV.g../.bbG.R/..o.vv/ggG.B."
"""Each colour has a stone and a goldclaim, and one player leads."""
TIED = "....../....../oo..vv/....../GGg..r/BBb..."
"""Green and blue share the lead, in a game of two or more players."""


def board_of(drawing: str, players: int) -> State:
    letters = "gborv"[:players]
    kept = "".join(each if each.lower() in letters + "./" else "." for each in drawing)
    return replace(drawn(kept, players=players), turn=Seat(players - 1))


def positions(players: int) -> list[State]:
    """Positions between turns: before the last round, and with each number of turns left in it."""
    board, tied = (board_of(drawing, players) for drawing in (BOARD, TIED))
    lasts = [replace(tied, last_round=LastRound(Seat(0), left)) for left in range(1, players + 1)]
    return [board, tied, *lasts, replace(board, last_round=LastRound(Seat(0), players), recycle=True)]


@cache
def ways(field: Field) -> tuple[str, ...]:
    """The names of the fields that are equal to this one by the symmetries of the dice."""
    column, row = claimit.column_of(field), claimit.row_of(field)
    pairs = ((column, row), (row, column), (7 - column, 7 - row), (7 - row, 7 - column))
    return tuple(f"{one}/{other}" for one, other in pairs)


def features(state: State, seat: int) -> dict[str, float]:
    """A seat's features apart from the fields, by the names of the weights. Missing ones are 0."""
    table = [figures(own, state.gold)._asdict() for own in state.fields]
    rivals = [its for other, its in enumerate(table) if other != seat]
    found: dict[str, float] = {f"own {name}": table[seat][name] for name in Figures._fields}
    for name in Figures._fields:
        found[f"best rival's {name}"] = found[f"rival's {name}"] = max(its[name] for its in rivals)
        found[f"rivals' {name}"] = sum(its[name] for its in rivals)
    winners = claimit.winners(state)
    found[f"waits {(seat - state.turn) % len(table)}"] = 1
    found["leads"] = winners == (seat,)
    if state.last_round:
        found[f"last round, turns left {state.last_round.turns_left}"] = 1
        found["last round, leads"] = winners == (seat,)
        found["last round, shares the lead"] = seat in winners and len(winners) > 1
        found["last round, its turn is to come"] = seat in claimit.seats_to_move(state)
        found["last round, mine ahead"] = table[seat]["mine"] - max(its["mine"] for its in rivals)
        found["last round, goldclaims ahead"] = table[seat]["goldclaims"] - max(its["goldclaims"] for its in rivals)
    found["empty fields"] = sum(not any(own >> field & 1 for own in state.fields) for field in FIELDS)
    found["ownership stones left"] = claimit.ownership_stones_left(state)
    found["recycling"] = state.recycle
    return found


def places(state: State, seat: int) -> list[tuple[str, Field]]:
    """The stones as a seat sees them, with their fields."""
    stones = [
        (own == seat, field) for own, fields in enumerate(state.fields) for field in FIELDS if fields >> field & 1
    ]
    whose, kinds = ("rival's", "own"), ("loose", "goldclaim")
    return [(f"{whose[own]} {kinds[state.gold >> field & 1]}", field) for own, field in stones]


def score(state: State, seat: int) -> float:
    """A seat's score from the patterns, which look at the board in four ways, and from the features."""
    network = NETWORKS[str(len(state.players))]
    seen, stones = features(state, seat), places(state, seat)
    weighed = [(seen.get(name, 0), network["features"][name]) for name in feature_names(len(state.players))]
    total = sum(value * direct for value, (direct, *_) in weighed)
    for pattern, (bias, out) in enumerate(zip(network["biases"], network["outputs"], strict=True)):
        alike = bias + sum(value * weights[pattern + 1] for value, weights in weighed)
        for way in range(4):
            unit = alike + sum(network["places"][kind][ways(field)[way]][pattern] for kind, field in stones)
            total += out * unit / (1 + abs(unit))
    return float(total)


@pytest.mark.parametrize("players", claimit.seats)
def test_the_win_chances_are_those_of_the_named_weights(players: int) -> None:
    for state in positions(players):
        powers = [exp(score(state, seat)) for seat in range(players)]
        assert win_chances(state) == pytest.approx([power / sum(powers) for power in powers], abs=1e-9)
