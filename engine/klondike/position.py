"""A position of Klondike: the tiles that lie out, the claims, the chips.

A claim is a number from 0 to 8, 1/1 first, then along the row. A slot is a number from 0 to 23, in the order of the
slots' names. A tile is written from the claim that names its slot outward.
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
    """Where a slot lies."""

    name: str
    inner: Claim
    """The claim that names it: the tile's first end touches it."""
    outer: Claim | None
    """The claim that the second end touches; None on the rim."""


def claim_at(column: int, row: int) -> Claim | None:
    """Returns the claim there, None outside."""
    inside = 1 <= column <= SIDE and 1 <= row <= SIDE
    return CLAIMS[(row - 1) * SIDE + column - 1] if inside else None


def claim_name(claim: Claim) -> str:
    """`column/row`."""
    return f"{claim % SIDE + 1}/{claim // SIDE + 1}"


def _slot_position(claim: Claim, side: str) -> SlotPosition | None:
    """Returns the slot at a side of a claim, where this claim is the one that names it."""
    right, up = _STEPS[side]
    outer = claim_at(claim % SIDE + 1 + right, claim // SIDE + 1 + up)
    # Each slot between two claims has one name: that of the claim to its west or south.
    if outer is not None and side in "SW":
        return None
    return SlotPosition(f"{claim_name(claim)}{side}", claim, outer)


SLOT_POSITIONS = tuple(sorted(filter(None, (_slot_position(claim, side) for claim in CLAIMS for side in _STEPS))))
"""Where each slot lies, in the order of their names."""
SLOTS = {place.name: Slot(number) for number, place in enumerate(SLOT_POSITIONS)}
"""The slots by their names."""


def ends(slot: Slot, tile: Tile) -> tuple[tuple[Claim, int], ...]:
    """Returns the claims that the tile touches there, each with the end that it shows it."""
    place = SLOT_POSITIONS[slot]
    near = ((place.inner, tile[0]),)
    return near if place.outer is None else (*near, (place.outer, tile[1]))


BITS = {tile: 1 << number for number, (low, high) in enumerate(TILES) for tile in ((low, high), (high, low))}
"""A bit for each of the 28 tiles, whichever way round: a set of tiles is an int."""
WITH = tuple(sum(BITS[tile] for tile in TILES if digit in tile) for digit in range(7))
"""For each digit, the seven tiles that have it, as a set."""


def tile_of(value: object) -> Tile | None:
    """Returns the tile of the notation, a list of its two ends as it lies; None where the value is none."""
    # By type, because True is an int to Python.
    if not isinstance(value, list) or len(value) != 2 or not all(type(end) is int and 0 <= end <= 6 for end in value):
        return None
    near, far = value
    return near, far


def orientations(tile: Tile) -> tuple[Tile, ...]:
    """Returns the ways in which a tile may be turned, low end first: two, but for a double."""
    low, high = sorted(tile)
    return ((low, high),) if low == high else ((low, high), (high, low))


class Phase(StrEnum):
    """What may happen next."""

    PLACE = "place"
    OVER = "over"


RIGHT_TO_WIN = 4
"""The right ends with which a claim is won (rules, 4.3)."""


class ClaimState(NamedTuple):
    """A claim in this round, and the chips on it."""

    chips: int
    digit: int | None = None
    """Fixed by the first end that was laid at it."""
    right: int = 0
    """How many ends show its digit."""
    spoiled: bool = False
    won_by: Seat | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A whole match of Klondike at one moment."""

    players: tuple[str, ...]
    centre_each_round: bool
    """Whether the centre gets an additional chip in every round (rules, K9)."""
    turn: Seat
    """The seat to act; when the match is over, the seat that acted last."""
    starter: Seat
    """The seat that began the round."""
    claims: tuple[ClaimState, ...]
    """The nine claims."""
    chips: tuple[int, ...]
    """What each seat has won."""
    slots: tuple[Tile | None, ...] = (None,) * len(SLOT_POSITIONS)
    """The tile in each slot, written from its naming claim outward."""
    placed: int = 0
    """The tiles in the slots, as a set of `BITS`."""
    round: int = 1
    turns: int = 0
    """How many turns are finished."""
    passes: int = 0
    """How many seats have passed in succession."""
    phase: Phase = Phase.PLACE
    winners: tuple[Seat, ...] | None = None
    """The seats that share the win, once the match is over."""
    deal: str = "basic"
    """How the tiles are dealt, `basic` or `draw`."""
    hands: tuple[int, ...] = ()
    """How many tiles each seat holds, counted from the deal."""
    checked_pass: bool = False
    """Whether a pass that cannot be true is illegal."""
    aside: int = 0
    """The tile that is set aside for all to see, through the whole match, as a set of `BITS`; 0: none is."""
    passed: tuple[tuple[tuple[int, int], ...], ...] = ()
    """What this round's passes tell: for each seat of each of its passes the tiles that it did not hold then, as a set
    of `BITS`, and how many of them it may hold by now, as it has drawn so many tiles since. Empty: nobody passed."""

    @property
    def rounds(self) -> int:
        """How many rounds the match has: every player starts twice (rules, 5)."""
        return 2 * len(self.players)


def tiles_left(state: State) -> tuple[Tile, ...]:
    """Returns the tiles that may still be laid in this round, the low end first."""
    gone = state.placed | state.aside
    return tuple(tile for tile in TILES if not gone & BITS[tile])


def uses(state: State, digit: int) -> int:
    """Returns how many claims have this digit; wrong ends do not count (rules, 2 and K1)."""
    return sum(held.digit == digit for held in state.claims)
