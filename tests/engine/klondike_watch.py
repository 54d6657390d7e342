"""What always holds in a match of Klondike."""

from __future__ import annotations

from engine import klondike
from engine.klondike import State
from engine.klondike.position import BITS, CLAIMS, SLOT_POSITIONS, ends

BROUGHT_IN = {2: 37, 3: 55, 4: 73}
"""All chips of a match, by players (rules, 5)."""


def lying(state: State) -> list[tuple[int, int]]:
    """Every end that touches a claim: the claim, and what it shows."""
    tiles = [(slot, state.slots[slot]) for slot in klondike.SLOTS.values()]
    return [touch for slot, tile in tiles if tile is not None for touch in ends(slot, tile)]


def look(state: State) -> None:
    """What holds in every state (rules, 2, 4.1, 4.3, 5 and 6)."""
    touching = lying(state)
    for claim in CLAIMS:
        held, shown = state.claims[claim], [end for where, end in touching if where == claim]
        assert held.right == sum(end == held.digit for end in shown) >= bool(shown)
        assert held.spoiled == any(end != held.digit for end in shown)
        assert (held.won_by is not None) == (held.right == 4)
        assert held.chips == 0 or held.won_by is None
    digits = [held.digit for held in state.claims if held.digit is not None]
    assert max(map(digits.count, digits), default=0) <= 2
    placed = [BITS[tile] for tile in state.slots if tile is not None]
    assert sum(placed) == state.placed
    assert len(set(placed)) == len(placed) <= 24
    assert state.placed.bit_count() == len(placed)
    brought = 10 + 9 * (state.round - 1)
    assert sum(state.chips) + sum(held.chips for held in state.claims) == brought <= BROUGHT_IN[len(state.players)]
    twins(state)


def twins(state: State) -> None:
    """Two claims of one digit are both won only side by side, the double between them (rules, 6)."""
    won = [claim for claim in CLAIMS if state.claims[claim].won_by is not None]
    for one in won:
        for other in won:
            digit = state.claims[one].digit
            if one < other and digit == state.claims[other].digit:
                assert state.slots[between(one, other)] == (digit, digit)


def between(one: int, other: int) -> klondike.Slot:
    """The slot between two claims."""
    return next(klondike.SLOTS[place.name] for place in SLOT_POSITIONS if {place.inner, place.outer} == {one, other})
