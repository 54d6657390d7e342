"""What may be laid where in Klondike, and by which rule (rules, 4.1 and 4.2); how many tiles each hand can hold."""

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
    ASIDE = "The tile {tile} is set aside in this match: lay another one."
    WRONG = "The tile {tile} shows a wrong digit on {slot}: each end must show the digit of its claim."
    LIMIT = "The digit {digit} stands at two claims already: no third claim may get it."


def check_placement(state: State, slot: Slot, tile: Tile) -> Rule | Refusal:
    """Returns by which rule the tile may lie on the slot as it is turned, or why it may not."""
    if state.slots[slot] is not None:
        return Refusal.FILLED
    if state.placed & BITS[tile]:
        return Refusal.LAID
    if state.aside & BITS[tile]:
        return Refusal.ASIDE
    rule = _fitting_rule(state, slot, tile)
    if rule is None:
        return Refusal.WRONG
    return rule if over_limit(state, slot, tile) is None else Refusal.LIMIT


def tile_placements(state: State, tile: Tile) -> tuple[TilePlacement, ...]:
    """Returns where the tile may lie, both ways round where they differ, in the order of the slots' names."""
    if (state.placed | state.aside) & BITS[tile]:
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
    if all(WITH[digit] & ~state.placed == 0 for digit in digits if digit is not None):
        return Rule.ANY
    match digits:
        # The tile that shows both digits lies elsewhere: nobody could lay a fitting one any more.
        case (int(near), int(far)) if wrong == 1 and state.placed & BITS[near, far]:
            return Rule.ONE_RIGHT
        case _:
            return None


DEALT = {(2, "basic"): 14, (2, "draw"): 9, (3, "basic"): 9, (3, "draw"): 7, (4, "basic"): 7}
"""Tiles dealt to each hand, by players and form of dealing (rules, 3)."""


def dealing(players: int, deal: str) -> str:
    """Returns how the tiles are dealt, `basic` or `draw` (rules, 3).

    Left open, it is `draw` with three (K12) and `basic` with two (K13); with four no stock would be left to draw from.
    """
    return "basic" if players == 4 else deal or ("draw" if players == 3 else "basic")


def deal_hands(state: State) -> State:
    """Returns the state with the hands of a new round."""
    return replace(state, hands=(DEALT[len(state.players), state.deal],) * len(state.players))


def stock(state: State) -> int:
    """Returns how many tiles are left to draw; 0 with a deal without drawing, and once the match is over."""
    if state.deal != "draw" or state.phase is Phase.OVER:
        return 0
    seats = len(state.players)
    return max(0, len(TILES) - seats * DEALT[seats, state.deal] - state.placed.bit_count())


def place_from_hand(state: State, tile: Tile) -> State:
    """Returns the state after the acting seat took this tile from its hand, and drew another if there is one."""
    drawn = bool(stock(state))
    hands = tuple(held - (not drawn and seat == state.turn) for seat, held in enumerate(state.hands))
    passed = state.passed
    if passed:
        # A tile that it did not hold when it passed was drawn since: it is one less of those that may be among them.
        own = tuple((lacks, free + drawn - bool(lacks & BITS[tile])) for lacks, free in passed[state.turn])
        passed = (*passed[: state.turn], own, *passed[state.turn + 1 :])
    return replace(state, hands=hands, passed=passed)


def note_pass(state: State) -> State:
    """Returns the state in which it is known what the acting seat, which passes, does not hold: all that fits."""
    lacks = sum(BITS[tile] for tile in legal(state))
    passed = state.passed or ((),) * len(state.players)
    return replace(state, passed=(*passed[: state.turn], (*passed[state.turn], (lacks, 0)), *passed[state.turn + 1 :]))


def refute_pass(state: State) -> TilePlacement | None:
    """Returns a tile and its slot that show why a pass cannot be true; None where it can.

    Every tile that is still out fits somewhere, and the seat holds at least one of them. Without `State.checked_pass`
    the rules accept the pass all the same (rules, 4.4): whoever asks the players may ask first.
    """
    if state.phase is Phase.OVER or state.hands[state.turn] < 1:
        return None
    ways = legal(state)
    return next(iter(ways.values()))[0] if len(ways) == len(tiles_left(state)) else None
