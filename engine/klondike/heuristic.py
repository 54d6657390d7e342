"""What a placement is worth to the seat that lays it, in chips: for a bot that plays sensibly.

    won now - THEIRS * what the next players may win + MINE * what the own hand may win after them

A claim can be won next where three right ends lie and none is wrong: one slot is left there. Each tile that nobody has
seen, neither laid nor in the own hand, is in somebody's hand with the share of those tiles that the others hold: in a
match of two without a stock that is certain. What they may win is the expectation of the best of those tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.klondike.dealt import Hand
from engine.klondike.placements import Rule, check_placement, wins
from engine.klondike.position import (
    BITS,
    CLAIMS,
    RIGHT_TO_WIN,
    SLOT_POSITIONS,
    Slot,
    State,
    Tile,
    orientations,
    tiles_left,
)
from engine.klondike.rules import Lay, apply

THEIRS, MINE = 0.9, 0.5
"""The weights. In 80 matches of two against these, 0 and 1 for MINE won 33 and 39 % (± 10); THEIRS matters little."""

SIDES = tuple(
    tuple(Slot(slot) for slot, place in enumerate(SLOT_POSITIONS) if claim in (place.inner, place.outer))
    for claim in CLAIMS
)
"""The four slots around each claim."""


def worth(state: State, hand: Hand, event: Lay) -> float:
    """Returns what it is worth to lay this tile of the hand there."""
    seat = state.turn
    after = apply(state, event)
    won = after.chips[seat] - state.chips[seat]
    if after.round != state.round or after.winners is not None:
        return float(won)
    rest = [tile for tile in hand if BITS[tile] != BITS[event.tile]]
    # Where a wrong end lies besides, all four slots are taken.
    near = (claim for claim in CLAIMS if after.claims[claim].right == RIGHT_TO_WIN - 1)
    slots = tuple({slot for claim in near for slot in SIDES[claim] if after.slots[slot] is None})
    if not slots:
        return float(won)
    unseen = [tile for tile in tiles_left(after) if tile not in rest]
    others = [held for other, held in enumerate(after.hands) if other != seat]
    theirs = _expected_best(_gains(after, slots, unseen), min(1.0, sum(others) / max(1, len(unseen))))
    mine = max(_gains(after, slots, rest).values(), default=0)
    return won - THEIRS * theirs + MINE * mine


def _gains(state: State, slots: Iterable[Slot], tiles: Iterable[Tile]) -> Mapping[Tile, int]:
    """Returns the most chips that each of the tiles would win in these slots; tiles that win nothing are left out."""
    found: dict[Tile, int] = {}
    for tile in tiles:
        for slot in slots:
            for way in orientations(tile):
                if isinstance(check_placement(state, slot, way), Rule):
                    chips = sum(state.claims[claim].chips for claim in wins(state, (slot, way)))
                    if chips > found.get(tile, 0):
                        found[tile] = chips
    return found


def _expected_best(gains: Mapping[Tile, int], share: float) -> float:
    """Returns the expectation of the best gain, where each of the tiles is there with this chance."""
    expected, nothing_better = 0.0, 1.0
    for gain in sorted(gains.values(), reverse=True):
        expected += gain * share * nothing_better
        nothing_better *= 1 - share
    return expected
