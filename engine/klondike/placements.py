"""Placements in Klondike: which tile fits where, by which rule (rules, 4.1 and 4.2), and the size of each hand."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from engine.klondike.position import (
    BITS,
    RIGHT_TO_WIN,
    SLOT_POSITIONS,
    TILES,
    WITH,
    Claim,
    Phase,
    Slot,
    State,
    Tile,
    ends,
    orientations,
    tiles_left,
    uses,
)

LIMIT = 2
"""Maximum number of claims with the same digit."""

TilePlacement = tuple[Slot, Tile]
"""A slot, and a tile as it is turned there."""


class Rule(StrEnum):
    """Why a tile may be placed."""

    NORMAL = "normal"
    """Each end shows the digit of its claim, or gives it one."""
    ONE_RIGHT = "one_right"
    """The tile with both digits is in another slot: one right end is enough (X1)."""
    ANY = "any"
    """All tiles with these digits are placed: any tile fits (X2)."""


class Refusal(StrEnum):
    """Why a tile may not be placed, as a sentence with the fields slot, tile and digit."""

    FILLED = "{slot} has a tile already: choose an empty slot."
    PLACED = "The tile {tile} is on the board already: place another one."
    ASIDE = "The tile {tile} is set aside in this match: place another one."
    WRONG = "The tile {tile} shows a wrong digit on {slot}: each end must show the digit of its claim."
    LIMIT = "Two claims have the digit {digit} already: a third one may not get it."


def check_placement(state: State, slot: Slot, tile: Tile) -> Rule | Refusal:
    """Returns the rule that allows the placement, or why it is not allowed."""
    if state.slots[slot] is not None:
        return Refusal.FILLED
    if state.placed & BITS[tile]:
        return Refusal.PLACED
    if state.aside & BITS[tile]:
        return Refusal.ASIDE
    rule = _fitting_rule(state, slot, tile)
    if rule is None:
        return Refusal.WRONG
    return rule if over_limit(state, slot, tile) is None else Refusal.LIMIT


def tile_placements(state: State, tile: Tile) -> tuple[TilePlacement, ...]:
    """Returns the placements of a tile, in both orientations, in the order of the slots' names."""
    if (state.placed | state.aside) & BITS[tile]:
        return ()
    # The tile is checked once, above, instead of for all 24 slots.
    empty = [Slot(number) for number, here in enumerate(state.slots) if here is None]
    places = ((slot, way) for slot in empty for way in orientations(tile))
    return tuple((slot, way) for slot, way in places if _may_lie(state, slot, way))


def fitting(state: State, slot: Slot) -> tuple[Tile, ...]:
    """Returns the tiles that may be placed on the slot, in any orientation, from any hand."""
    return tuple(tile for tile in TILES if any(_may_lie(state, slot, way) for way in orientations(tile)))


def legal(state: State) -> dict[Tile, tuple[TilePlacement, ...]]:
    """Returns every tile that may be placed now, from any hand, and its placements; empty after the end."""
    found = {tile: tile_placements(state, tile) for tile in TILES if state.phase is Phase.PLACE}
    return {tile: places for tile, places in found.items() if places}


def wins(state: State, way: TilePlacement) -> tuple[Claim, ...]:
    """Returns the claims that the placement would complete with a fourth right end (rules, 4.3)."""
    touched = ((claim, end, state.claims[claim]) for claim, end in ends(*way))
    return tuple(claim for claim, end, held in touched if held.right + 1 == RIGHT_TO_WIN and held.digit == end)


def spoils(state: State, way: TilePlacement) -> tuple[Claim, ...]:
    """Returns the claims at which the placement would show a wrong digit (rules, 4.3)."""
    return tuple(claim for claim, end in ends(*way) if state.claims[claim].digit not in (None, end))


def proving_slot(state: State, slot: Slot) -> Slot | None:
    """Returns the slot with the tile that shows both digits of this slot, so that one right end is enough (X1)."""
    place = SLOT_POSITIONS[slot]
    if place.outer is None:
        return None
    digits = {state.claims[place.inner].digit, state.claims[place.outer].digit}
    return next((Slot(there) for there, tile in enumerate(state.slots) if tile and set(tile) == digits), None)


def over_limit(state: State, slot: Slot, tile: Tile) -> int | None:
    """Returns the digit that the placement would give to a third claim, if any."""
    opened = [end for claim, end in ends(slot, tile) if state.claims[claim].digit is None]
    # A double may open two claims at once: both count.
    return next((digit for digit in opened if uses(state, digit) + opened.count(digit) > LIMIT), None)


def _may_lie(state: State, slot: Slot, tile: Tile) -> bool:
    return isinstance(check_placement(state, slot, tile), Rule)


def _fitting_rule(state: State, slot: Slot, tile: Tile) -> Rule | None:
    """Returns the rule that allows these ends at these claims, without the limit of digits; None if none does."""
    place = SLOT_POSITIONS[slot]
    near = state.claims[place.inner].digit
    digits = (near,) if place.outer is None else (near, state.claims[place.outer].digit)
    # On the rim the second end of a tile touches nothing and cannot be wrong.
    wrong = sum(digit not in (None, end) for digit, end in zip(digits, tile, strict=False))
    if not wrong:
        return Rule.NORMAL
    # The exceptions come last: a tile that fits needs none, and the rule is recorded.
    if all(WITH[digit] & ~state.placed == 0 for digit in digits if digit is not None):
        return Rule.ANY
    match digits:
        # The only tile with both digits is placed elsewhere.
        case (int(near), int(far)) if wrong == 1 and state.placed & BITS[near, far]:
            return Rule.ONE_RIGHT
        case _:
            return None


DEALT = {(2, "basic"): 14, (2, "draw"): 9, (3, "basic"): 9, (3, "draw"): 7, (4, "basic"): 7}
"""Tiles dealt to each hand, by players and form of dealing (rules, 3)."""


def dealing(players: int, deal: str) -> str:
    """Returns the form of dealing, `basic` or `draw` (rules, 3).

    The default is `draw` for three players (K12) and `basic` for two (K13). With four players no stock would be left.
    """
    return "basic" if players == 4 else deal or ("draw" if players == 3 else "basic")


def deal_hands(state: State) -> State:
    return replace(state, hands=(DEALT[len(state.players), state.deal],) * len(state.players))


def stock(state: State) -> int:
    """Returns the number of tiles in the stock; 0 in a basic deal and after the end."""
    if state.deal != "draw" or state.phase is Phase.OVER:
        return 0
    seats = len(state.players)
    return max(0, len(TILES) - seats * DEALT[seats, state.deal] - state.placed.bit_count())


def place_from_hand(state: State, tile: Tile) -> State:
    """Returns the state after the active seat placed this tile, and drew another if the stock has one."""
    drawn = bool(stock(state))
    hands = tuple(held - (not drawn and seat == state.turn) for seat, held in enumerate(state.hands))
    passed = state.passed
    if passed:
        # If the seat did not hold this tile when it passed, it was drawn since: one less of the tiles drawn since may
        # be such.
        own = tuple((lacks, free + drawn - bool(lacks & BITS[tile])) for lacks, free in passed[state.turn])
        passed = (*passed[: state.turn], own, *passed[state.turn + 1 :])
    return replace(state, hands=hands, passed=passed)


def note_pass(state: State) -> State:
    """Returns the state with what this pass of the active seat shows: it holds no tile that fits."""
    lacks = sum(BITS[tile] for tile in legal(state))
    passed = state.passed or ((),) * len(state.players)
    return replace(state, passed=(*passed[: state.turn], (*passed[state.turn], (lacks, 0)), *passed[state.turn + 1 :]))


def refute_pass(state: State) -> TilePlacement | None:
    """Returns a tile and a slot that show that a pass is impossible; None if it is possible.

    It is impossible if every tile that is not placed fits somewhere and the seat holds one. Without
    `State.checked_pass` the rules accept the pass (rules, 4.4), and the caller may ask the players first.
    """
    if state.phase is Phase.OVER or state.hands[state.turn] < 1:
        return None
    ways = legal(state)
    return next(iter(ways.values()))[0] if len(ways) == len(tiles_left(state)) else None
