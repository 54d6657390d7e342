"""How the seats stand: mines, goldclaims, fields, what a bust would cost, who wins and by what."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from engine.claimit.board import group_around
from engine.claimit.position import State, marks
from engine.game import Seat, shared_ranks

STONES = 24
GOLDCLAIMS_TO_CALL = {2: 13, 3: 9, 4: 7, 5: 6}
"""The goldclaims with which a banked turn calls the last round, by the number of players (rules, The end)."""


class Standing(NamedTuple):
    """What a seat has."""

    fields: int
    """Fields where a stone of the seat lies, covered by this turn's marks or not."""
    goldclaims: int
    mine: int
    """Fields in the largest group joined by edges."""
    stones: int
    """Stones left in the hand."""


class BustCost(NamedTuple):
    """What a bust would cost the mover now."""

    fields: int
    """Marked fields that are not the mover's yet."""
    goldclaims: int
    """Ownership stones placed this turn."""


class Comparison(NamedTuple):
    """How the seats that were tied until then compare by one figure."""

    by: DecidedBy
    figures: Mapping[Seat, int]
    """Of those seats only."""


class DecidedBy(StrEnum):
    """What told the winners from the others."""

    MINE = "mine"
    GOLDCLAIMS = "goldclaims"
    FIELDS = "fields"
    SHARED = "shared"


def goldclaims(state: State, seat: Seat) -> int:
    """Returns how many goldclaims the seat has."""
    return (state.fields[seat] & state.gold).bit_count()


def largest_mine(state: State, seat: Seat) -> int:
    """Returns the fields of the seat's largest mine; of several equally large the one with the lowest field."""
    return largest_group(state.fields[seat])


def largest_group(fields: int) -> int:
    """Returns the largest group of fields that edges join; of several equally large the one with the lowest field."""
    # Group by group, from the lowest field of what is left: of two groups as large the first one stays the best. What
    # is left ends it as soon as no larger group can be in it.
    best, size, rest = 0, 0, fields
    while rest.bit_count() > size:
        group = group_around(rest & -rest, rest)
        rest &= ~group
        if group.bit_count() > size:
            best, size = group, group.bit_count()
    return best


def mine_size(fields: int) -> int:
    """Returns how many fields the largest group of a set has."""
    return largest_group(fields).bit_count()


def standing(state: State, seat: Seat) -> Standing:
    """Returns how a seat stands. A seat with more fields than stones has none left and plays on with any token."""
    fields = state.fields[seat].bit_count()
    mine = largest_mine(state, seat).bit_count()
    return Standing(fields, goldclaims(state, seat), mine, stones=max(0, STONES - fields))


def standings(state: State) -> tuple[Standing, ...]:
    """Returns how each seat stands, seat 0 first."""
    return tuple(standing(state, seat) for seat in _all_seats(state))


def at_risk(state: State) -> BustCost:
    """Returns what a bust would cost the mover now."""
    new = marks(state) & ~state.fields[state.turn]
    return BustCost(fields=new.bit_count(), goldclaims=state.owned.bit_count())


def winners(state: State) -> tuple[Seat, ...]:
    """Returns the seats that win if the game ends here: by mine, then goldclaims, then fields (rules, The end)."""
    ranks = {seat: _ranking_key(standing(state, seat)) for seat in _all_seats(state)}
    best = max(ranks.values())
    return tuple(seat for seat, rank in ranks.items() if rank == best)


def comparisons(state: State) -> tuple[Comparison, ...]:
    """Returns what the seats are compared by until one is ahead of all others, or nothing is left (rules, The end)."""
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
    """Returns what decides between the seats as they stand."""
    last = comparisons(state)[-1]
    figures = list(last.figures.values())
    return last.by if figures.count(max(figures)) == 1 else DecidedBy.SHARED


def ranks(state: State) -> tuple[int, ...]:
    """Returns the place of each seat as they stand, seat 0 first: the best has 1, seats that tie share one."""
    return shared_ranks([_ranking_key(seat) for seat in standings(state)])


def _ranking_key(seat: Standing) -> tuple[int, int, int]:
    return seat.mine, seat.goldclaims, seat.fields


def _all_seats(state: State) -> list[Seat]:
    return [Seat(number) for number in range(len(state.players))]
