"""Scoring: mines, goldclaims and fields of the seats, the cost of a bust, the winners and what decides."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from engine.claimit.board import group_around
from engine.claimit.position import State, marks
from engine.game import Seat, shared_ranks

STONES = 24
GOLDCLAIMS_TO_CALL = {2: 13, 3: 9, 4: 7, 5: 6}
"""The goldclaims that call the last round, by the number of players (rules, The end)."""


class Standing(NamedTuple):
    """The figures of a seat."""

    fields: int
    """Fields with a stone of the seat, also below marks of this turn."""
    goldclaims: int
    mine: int
    """Fields in the largest group joined by edges."""
    stones: int
    """Stones that are not on the board."""


class BustCost(NamedTuple):
    """What the active player would lose by a bust now."""

    fields: int
    """Marked fields that are not the active player's yet."""
    goldclaims: int
    """Ownership stones of this turn."""


class Comparison(NamedTuple):
    """A comparison of tied seats by one figure."""

    by: DecidedBy
    figures: Mapping[Seat, int]
    """Of the tied seats only."""


class DecidedBy(StrEnum):
    """What decided between the winners and the others."""

    MINE = "mine"
    GOLDCLAIMS = "goldclaims"
    FIELDS = "fields"
    SHARED = "shared"


def goldclaims(state: State, seat: Seat) -> int:
    return (state.fields[seat] & state.gold).bit_count()


def largest_mine(state: State, seat: Seat) -> int:
    """Returns the fields of the seat's largest mine; if several are equal, the one with the lowest field."""
    return largest_group(state.fields[seat])


def largest_group(fields: int) -> int:
    """Returns the largest group of fields that edges join; if several are equal, the one with the lowest field."""
    # Groups in the order of their lowest field, so of equal groups the first one wins. The loop ends when the rest is
    # too small for a larger group.
    best, size, rest = 0, 0, fields
    while rest.bit_count() > size:
        group = group_around(rest & -rest, rest)
        rest &= ~group
        if group.bit_count() > size:
            best, size = group, group.bit_count()
    return best


def mine_size(fields: int) -> int:
    """Returns the size of the largest group of a set."""
    return largest_group(fields).bit_count()


def standing(state: State, seat: Seat) -> Standing:
    """Returns the figures of a seat. A seat with more fields than stones has none left and continues with any token."""
    fields = state.fields[seat].bit_count()
    mine = largest_mine(state, seat).bit_count()
    return Standing(fields, goldclaims(state, seat), mine, stones=max(0, STONES - fields))


def standings(state: State) -> tuple[Standing, ...]:
    return tuple(standing(state, seat) for seat in _all_seats(state))


def at_risk(state: State) -> BustCost:
    """Returns what the active player would lose by a bust now."""
    new = marks(state) & ~state.fields[state.turn]
    return BustCost(fields=new.bit_count(), goldclaims=state.owned.bit_count())


def winners(state: State) -> tuple[Seat, ...]:
    """Returns the seats that win if the game ends here: by mine, then goldclaims, then fields (rules, The end)."""
    ranks = {seat: _ranking_key(standing(state, seat)) for seat in _all_seats(state)}
    best = max(ranks.values())
    return tuple(seat for seat, rank in ranks.items() if rank == best)


def comparisons(state: State) -> tuple[Comparison, ...]:
    """Returns the comparisons until one seat leads, or until no figure is left (rules, The end)."""
    tied, found = _all_seats(state), list[Comparison]()
    for place, by in enumerate((DecidedBy.MINE, DecidedBy.GOLDCLAIMS, DecidedBy.FIELDS)):
        figures = {seat: _ranking_key(standing(state, seat))[place] for seat in tied}
        found.append(Comparison(by, figures))
        best = max(figures.values())
        tied = [seat for seat in tied if figures[seat] == best]
        if len(tied) == 1:
            break
    return tuple(found)


def decided_by(state: State) -> DecidedBy:
    """Returns what decides if the game ends here."""
    last = comparisons(state)[-1]
    figures = list(last.figures.values())
    return last.by if figures.count(max(figures)) == 1 else DecidedBy.SHARED


def ranks(state: State) -> tuple[int, ...]:
    """Returns the rank of each seat now: the best has 1, and tied seats share a rank."""
    return shared_ranks([_ranking_key(seat) for seat in standings(state)])


def _ranking_key(seat: Standing) -> tuple[int, int, int]:
    return seat.mine, seat.goldclaims, seat.fields


def _all_seats(state: State) -> list[Seat]:
    return [Seat(number) for number in range(len(state.players))]
