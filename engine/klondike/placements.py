"""What may be laid where in Klondike, and by which rule (rules, 4.1 and 4.2)."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum

from engine.klondike.layout import PLACES, TILES, Slot, Tile, ends, turned
from engine.klondike.position import State, laid, uses

LIMIT = 2
"""How many claims may have the same digit."""


class Rule(StrEnum):
    """Why a tile may lie there."""

    NORMAL = "normal"
    """Each end shows its claim's digit, or gives it one."""
    ONE_RIGHT = "one_right"
    """The tile with both digits lies elsewhere: one right end is enough (X1)."""
    ANY = "any"
    """All the tiles with those digits lie out: any tile will do (X2)."""


class Refusal(StrEnum):
    """Why it may not, as one sentence with the fields slot, tile and digit."""

    FILLED = "A tile lies on {slot} already: choose an empty slot."
    LAID = "The tile {tile} is in the layout already: lay another one."
    WRONG = "The tile {tile} shows a wrong digit on {slot}: each end must show the digit of its claim."
    LIMIT = "The digit {digit} stands at two claims already: no third claim may get it."


def judge(state: State, slot: Slot, tile: Tile) -> Rule | Refusal:
    """By which rule the tile may lie on the slot as it is turned, or why it may not."""
    if state.slots[slot] is not None:
        return Refusal.FILLED
    if turned(tile) in laid(state):
        return Refusal.LAID
    if over_limit(state, slot, tile) is not None:
        return Refusal.LIMIT
    wrong = _wrong(state, slot, tile)
    if not wrong:
        return Rule.NORMAL
    if _all_lie_out(state, slot):
        return Rule.ANY
    return Rule.ONE_RIGHT if wrong == 1 and _is_replaced(state, slot) else Refusal.WRONG


def legal(state: State, tile: Tile) -> tuple[tuple[Slot, Tile], ...]:
    """Where the tile may lie, both ways round where they differ, in the order of the slots' names."""
    ways = sorted({tile, (tile[1], tile[0])})
    places = ((Slot(number), way) for number in range(len(PLACES)) for way in ways)
    return tuple((slot, way) for slot, way in places if isinstance(judge(state, slot, way), Rule))


def over_limit(state: State, slot: Slot, tile: Tile) -> int | None:
    """The digit that the tile would bring to a third claim there."""
    opened = Counter(end for claim, end in ends(slot, tile) if state.claims[claim].digit is None)
    return next((digit for digit, claims in opened.items() if uses(state, digit) + claims > LIMIT), None)


def _wrong(state: State, slot: Slot, tile: Tile) -> int:
    """How many ends show another digit than their claim's."""
    return sum(state.claims[claim].digit not in (None, end) for claim, end in ends(slot, tile))


def _digits(state: State, slot: Slot) -> list[int | None]:
    """The digits of the claims that the slot touches, the naming one first."""
    return [state.claims[claim].digit for claim, _ in ends(slot, (0, 0))]


def _is_replaced(state: State, slot: Slot) -> bool:
    """Whether both claims have digits and the tile that shows both lies elsewhere."""
    digits = _digits(state, slot)
    if len(digits) < 2 or None in digits:
        return False
    low, high = sorted(digit for digit in digits if digit is not None)
    return (low, high) in laid(state)


def _all_lie_out(state: State, slot: Slot) -> bool:
    """Whether every tile with one of the fixed digits there is in the layout."""
    fixed = {digit for digit in _digits(state, slot) if digit is not None}
    needed = {tile for tile in TILES if fixed & set(tile)}
    return bool(fixed) and needed <= laid(state)
