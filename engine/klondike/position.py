"""A position of Klondike: the placed tiles, the claims, the chips.

A claim is a number from 0 to 8, row by row from 1/1. A slot is a number from 0 to 23, in the order of the slots' names.
A tile is written outward from the claim that names its slot.
"""

from __future__ import annotations

from dataclasses import dataclass
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
    """The position of a slot."""

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
    """A position of a match of Klondike."""

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
    passed: tuple[tuple[tuple[int, int], ...], ...] = ()
    """What the passes of this round show. For each seat and each of its passes: the tiles that it did not hold, as a
    set of `BITS`, and how many of them it can hold now, because it has drawn that many tiles since. Empty before the
    first pass."""

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
