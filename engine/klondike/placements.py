"""What may be laid where in Klondike, and by which rule (rules, 4.1 and 4.2)."""

from __future__ import annotations

from enum import StrEnum

from engine.klondike.layout import BITS, SLOT_POSITIONS, TILES, WITH, Claim, Slot, Tile, ends, orientations
from engine.klondike.position import RIGHT_TO_WIN, Phase, State, uses

LIMIT = 2
"""How many claims may have the same digit."""

TilePlacement = tuple[Slot, Tile]
"""A slot, and a tile as it is turned there."""


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


def check_placement(state: State, slot: Slot, tile: Tile) -> Rule | Refusal:
    """Returns by which rule the tile may lie on the slot as it is turned, or why it may not."""
    if state.slots[slot] is not None:
        return Refusal.FILLED
    if state.laid & BITS[tile]:
        return Refusal.LAID
    rule = _fitting_rule(state, slot, tile)
    if rule is None:
        return Refusal.WRONG
    return rule if over_limit(state, slot, tile) is None else Refusal.LIMIT


def tile_placements(state: State, tile: Tile) -> tuple[TilePlacement, ...]:
    """Returns where the tile may lie, both ways round where they differ, in the order of the slots' names."""
    if state.laid & BITS[tile]:
        return ()
    # The tile is looked up once, above: all 24 slots would refuse it for the same reason.
    empty = [Slot(number) for number, lying in enumerate(state.slots) if lying is None]
    places = ((slot, way) for slot in empty for way in orientations(tile))
    return tuple((slot, way) for slot, way in places if _may_lie(state, slot, way))


def fitting(state: State, slot: Slot) -> tuple[Tile, ...]:
    """Returns the tiles that may lie on the slot, one way round or the other; whose they are nobody knows."""
    return tuple(tile for tile in TILES if any(_may_lie(state, slot, way) for way in orientations(tile)))


def legal(state: State) -> dict[Tile, tuple[TilePlacement, ...]]:
    """Returns every tile that somebody may lay now, and where; none after the end."""
    found = {tile: tile_placements(state, tile) for tile in TILES if state.phase is Phase.PLACE}
    return {tile: places for tile, places in found.items() if places}


def wins(state: State, way: TilePlacement) -> tuple[Claim, ...]:
    """Returns the claims that the tile would complete there: each gets its fourth right end (rules, 4.3)."""
    touched = ((claim, end, state.claims[claim]) for claim, end in ends(*way))
    return tuple(claim for claim, end, held in touched if held.right + 1 == RIGHT_TO_WIN and held.digit == end)


def spoils(state: State, way: TilePlacement) -> tuple[Claim, ...]:
    """Returns the claims that the tile would show a wrong digit there (rules, 4.3)."""
    return tuple(claim for claim, end in ends(*way) if state.claims[claim].digit not in (None, end))


def proving_slot(state: State, slot: Slot) -> Slot | None:
    """Returns where the tile lies that shows both digits of the slot, so that one right end is enough (X1)."""
    place = SLOT_POSITIONS[slot]
    if place.outer is None:
        return None
    digits = {state.claims[place.inner].digit, state.claims[place.outer].digit}
    return next((Slot(there) for there, tile in enumerate(state.slots) if tile and set(tile) == digits), None)


def over_limit(state: State, slot: Slot, tile: Tile) -> int | None:
    """Returns the digit that the tile would bring to a third claim there."""
    opened = [end for claim, end in ends(slot, tile) if state.claims[claim].digit is None]
    # A tile with the same digit at both ends may open two claims at once: both count.
    return next((digit for digit in opened if uses(state, digit) + opened.count(digit) > LIMIT), None)


def _may_lie(state: State, slot: Slot, tile: Tile) -> bool:
    return isinstance(check_placement(state, slot, tile), Rule)


def _fitting_rule(state: State, slot: Slot, tile: Tile) -> Rule | None:
    """Returns the rule by which these ends may touch these claims, whatever digits they bring; None if none does."""
    place = SLOT_POSITIONS[slot]
    near = state.claims[place.inner].digit
    digits = (near,) if place.outer is None else (near, state.claims[place.outer].digit)
    # On the rim a tile's second end touches nothing, and cannot be wrong.
    wrong = sum(digit not in (None, end) for digit, end in zip(digits, tile, strict=False))
    if not wrong:
        return Rule.NORMAL
    # The exceptions come after the rule: a tile that fits needs none, and the record names the one that was used.
    if all(WITH[digit] & ~state.laid == 0 for digit in digits if digit is not None):
        return Rule.ANY
    match digits:
        # The tile that shows both digits lies elsewhere: nobody could lay a fitting one any more.
        case (int(near), int(far)) if wrong == 1 and state.laid & BITS[near, far]:
            return Rule.ONE_RIGHT
        case _:
            return None
