"""The figures of a seat that the learned win chance looks at: its mines, how safe they are, how far they may grow."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from engine.claimit.board import EVERYWHERE, beside, group_around, groups_of

if TYPE_CHECKING:
    from collections.abc import Sequence

REMEMBERED = 1 << 14
"""Seats whose figures are remembered: in a search most positions differ in one field only, and in one seat."""


class Figures(NamedTuple):
    """What a seat has between turns, in fields."""

    goldclaims: int = 0
    fields: int = 0
    mine: int = 0
    """Its largest mine; of several as large the one with the best prospects, the next figures in their order."""
    locked: int = 0
    """The largest group of its goldclaims alone: no one can take that."""
    second: int = 0
    """Its second largest mine."""
    joined: int = 0
    """The largest mine after one more field beside the largest, with one other group that it joins."""
    loose: int = 0
    """Fields of the largest mine that are no goldclaims."""
    liberties: int = 0
    """Fields beside the largest mine that could be claimed."""
    weakest: int = 0
    """What would be left of the largest mine without the one loose field that holds most of it together."""
    region: int = 0
    """The fields to which the largest mine could ever grow: all that rivals' goldclaims do not cut off."""


@lru_cache(REMEMBERED)
def figures(fields: int, gold: int) -> Figures:
    """Returns the figures of the seat that has these fields.

    Args:
        fields: where its stones lie.
        gold: the goldclaims, whoever's.
    """
    if not fields:
        return Figures()
    groups = sorted(groups_of(fields), key=int.bit_count, reverse=True)
    sizes = [group.bit_count() for group in groups]
    size = sizes[0]
    # Of several largest mines the one with the best prospects, so that it does not matter where on the board it lies.
    joined, liberties, weakest, region, bound = max(
        _prospects(group, groups, fields, gold) for group in groups[: sizes.count(size)]
    )
    return Figures(
        goldclaims=(fields & gold).bit_count(),
        fields=fields.bit_count(),
        mine=size,
        locked=max(map(int.bit_count, groups_of(fields & gold)), default=0),
        second=sizes[1] if len(sizes) > 1 else 0,
        joined=joined,
        loose=size - bound,
        liberties=liberties,
        weakest=weakest,
        region=region,
    )


def _prospects(mine: int, groups: Sequence[int], fields: int, gold: int) -> tuple[int, int, int, int, int]:
    """Returns a mine's `joined`, `liberties`, `weakest` and `region`, and how many of its fields are goldclaims."""
    size, loose = mine.bit_count(), mine & ~gold
    shore = beside(mine) & EVERYWHERE & ~(fields | gold)
    others = [group.bit_count() for group in groups if group != mine and beside(group) & shore]
    return (
        size + 1 + max(others, default=0) if shore else size,
        shore.bit_count(),
        _weakest(mine, loose, size),
        group_around(mine, EVERYWHERE & ~(gold & ~fields)).bit_count(),
        size - loose.bit_count(),
    )


def _weakest(mine: int, loose: int, size: int) -> int:
    least, rest = size - 1 if loose else size, loose
    while rest:
        field = rest & -rest
        rest ^= field
        # With one neighbour or none it holds nothing together.
        if (beside(field) & mine).bit_count() > 2:
            least = min(least, max(map(int.bit_count, groups_of(mine ^ field))))
    return least
