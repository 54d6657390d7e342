"""A position of Klondike: the placed tiles, the claims, the chips; and which tile fits where (rules, 4.1 and 4.2).

A claim is a number from 0 to 8, row by row from 1/1. A slot is a number from 0 to 23, in the order of the slots' names.
A tile is written outward from the claim that names its slot.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, NewType

from engine.game import Seat

Claim = NewType("Claim", int)
Slot = NewType("Slot", int)
Tile = tuple[int, int]
"""Two ends, 0 to 6 each."""

SIDE = 3
CLAIMS = tuple(Claim(number) for number in range(SIDE * SIDE))
CENTRE = Claim(4)
TILES = tuple((low, high) for low in range(7) for high in range(low, 7))
"""The double-six set."""

_STEPS = {"E": (1, 0), "N": (0, 1), "S": (0, -1), "W": (-1, 0)}


class SlotPosition(NamedTuple):
    name: str
    inner: Claim
    """The claim that names it; the first end of a tile touches it."""
    outer: Claim | None
    """The claim that the second end touches; None on the rim."""


def claim_at(column: int, row: int) -> Claim | None:
    """Returns the claim at a place; None outside the grid."""
    inside = 1 <= column <= SIDE and 1 <= row <= SIDE
    return CLAIMS[(row - 1) * SIDE + column - 1] if inside else None


def claim_name(claim: Claim) -> str:
    """Returns the name of a claim, column/row."""
    return f"{claim % SIDE + 1}/{claim // SIDE + 1}"


def _slot_position(claim: Claim, side: str) -> SlotPosition | None:
    """Returns the slot at a side of a claim if it is named after this claim."""
    right, up = _STEPS[side]
    outer = claim_at(claim % SIDE + 1 + right, claim // SIDE + 1 + up)
    # A slot between two claims is named after the one to its west or south.
    if outer is not None and side in "SW":
        return None
    return SlotPosition(f"{claim_name(claim)}{side}", claim, outer)


SLOT_POSITIONS = tuple(sorted(filter(None, (_slot_position(claim, side) for claim in CLAIMS for side in _STEPS))))
"""The position of each slot, in the order of their names."""
SLOTS = {place.name: Slot(number) for number, place in enumerate(SLOT_POSITIONS)}
"""The slots by name."""


def ends(slot: Slot, tile: Tile) -> tuple[tuple[Claim, int], ...]:
    """Returns the claims that the tile touches, each with the end at it."""
    place = SLOT_POSITIONS[slot]
    near = ((place.inner, tile[0]),)
    return near if place.outer is None else (*near, (place.outer, tile[1]))


BITS = {tile: 1 << number for number, (low, high) in enumerate(TILES) for tile in ((low, high), (high, low))}
"""A bit for each of the 28 tiles, in both orientations: a set of tiles is an int."""
WITH = tuple(sum(BITS[tile] for tile in TILES if digit in tile) for digit in range(7))
"""For each digit the set of the seven tiles with it."""


def tile_of(value: object) -> Tile | None:
    """Returns a tile from the notation, a list of its two ends; None if the value is not a tile."""
    # By type, because True is an int.
    if not isinstance(value, list) or len(value) != 2 or not all(type(end) is int and 0 <= end <= 6 for end in value):
        return None
    near, far = value
    return near, far


def orientations(tile: Tile) -> tuple[Tile, ...]:
    """Returns the orientations of a tile, low end first: two, or one for a double."""
    low, high = sorted(tile)
    return ((low, high),) if low == high else ((low, high), (high, low))


class Phase(StrEnum):
    """What can happen next."""

    PLACE = "place"
    OVER = "over"


RIGHT_TO_WIN = 4
"""The right ends with which a claim is won (rules, 4.3)."""


class ClaimState(NamedTuple):
    """A claim in this round."""

    chips: int
    digit: int | None = None
    """Decided by the first end that was placed at it."""
    right: int = 0
    """The number of ends that show its digit."""
    spoiled: bool = False
    won_by: Seat | None = None


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...]
    centre_each_round: bool
    """Whether the centre gets an additional chip in every round (rules, K9)."""
    turn: Seat
    """The active seat; after the end the seat that was active last."""
    starter: Seat
    """The seat that began the round."""
    claims: tuple[ClaimState, ...]
    """The nine claims."""
    chips: tuple[int, ...]
    """The chips that each seat has won."""
    slots: tuple[Tile | None, ...] = (None,) * len(SLOT_POSITIONS)
    """The tile in each slot, written outward from the claim that names the slot."""
    placed: int = 0
    """The tiles in the slots, as a set of `BITS`."""
    round: int = 1
    turns: int = 0
    """The number of turns that have ended."""
    passes: int = 0
    """The number of passes in succession."""
    phase: Phase = Phase.PLACE
    winners: tuple[Seat, ...] | None = None
    """The seats that share the win; None before the end."""
    deal: str = "basic"
    """The form of dealing, `basic` or `draw`."""
    hands: tuple[int, ...] = ()
    """The number of tiles in each hand."""
    checked_pass: bool = False
    """Whether an impossible pass is illegal."""
    aside: int = 0
    """The tile that is set aside, visible to all, for the whole match, as a set of `BITS`; 0: none."""

    @property
    def rounds(self) -> int:
        """The number of rounds: every player starts twice (rules, 5)."""
        return 2 * len(self.players)


def tiles_left(state: State) -> tuple[Tile, ...]:
    """Returns the tiles that can still be placed in this round, the low end first."""
    gone = state.placed | state.aside
    return tuple(tile for tile in TILES if not gone & BITS[tile])


def uses(state: State, digit: int) -> int:
    """Returns how many claims have this digit; wrong ends do not count (rules, 2 and K1)."""
    return sum(held.digit == digit for held in state.claims)


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


def place_from_hand(state: State) -> State:
    """Returns the state after the active seat placed a tile, and drew another if the stock has one."""
    drawn = bool(stock(state))
    hands = tuple(held - (not drawn and seat == state.turn) for seat, held in enumerate(state.hands))
    return replace(state, hands=hands)


def refute_pass(state: State) -> TilePlacement | None:
    """Returns a tile and a slot that show that a pass is impossible; None if it is possible.

    It is impossible if every tile that is not placed fits somewhere and the seat holds one. Without
    `State.checked_pass` the rules accept the pass (rules, 4.4), and the caller may ask the players first.
    """
    if state.phase is Phase.OVER or state.hands[state.turn] < 1:
        return None
    ways = legal(state)
    return next(iter(ways.values()))[0] if len(ways) == len(tiles_left(state)) else None
