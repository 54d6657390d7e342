"""A position of Claim It!: the board, the stones on it, the placements that a roll offers, and the scores.

A field is a number from 0 to 35, row by row: 1/1, 2/1 … 6/1, 1/2 … 6/6. It is also the index of its light in a frame. A
set of fields is an int in which bit `field` is set.

Two dice name a field, and the third die is the number of the claim stone. A placement is a third die and a field: bit
36·(third die - 1) + field of an int of 216 bits. One such int contains the placements that the position allows, another
one those that a roll offers (at most six). Their intersection contains the available placements. If it is empty,
the roll is a bust (rules, A turn 2 and A turn 3).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from itertools import combinations_with_replacement, permutations, product
from typing import ClassVar, NamedTuple, NewType, TypeAlias

from engine.game import Seat, shared_ranks

Field = NewType("Field", int)
SIDE = 6
FIELDS = tuple(Field(number) for number in range(SIDE * SIDE))
ALL_FIELDS = (1 << SIDE * SIDE) - 1

_NAMES = tuple(f"{column}/{row}" for row in range(1, SIDE + 1) for column in range(1, SIDE + 1))
_BY_NAME = dict(zip(_NAMES, FIELDS, strict=True))
# A shift by one moves every field to its neighbour in the row, but the last field of a row to the next row. These sets
# exclude such fields before the shift.
_FIRST_COLUMN = sum(1 << SIDE * row for row in range(SIDE))
_LAST_COLUMN = _FIRST_COLUMN << SIDE - 1


def field_at(column: int, row: int) -> Field:
    """Returns the field in a column and a row, 1 to 6 each."""
    return Field(SIDE * (row - 1) + column - 1)


def column_of(field: Field) -> int:
    return field % SIDE + 1


def row_of(field: Field) -> int:
    return field // SIDE + 1


def parse_field(name: str) -> Field:
    """Returns the field of a name: `5/2` is column 5, row 2 (rulebook, example 1).

    Raises:
        ValueError: the field does not exist.
    """
    field = _BY_NAME.get(name)
    if field is None:
        raise ValueError("a field is named column/row, both 1 to 6")
    return field


def format_field(field: Field) -> str:
    return _NAMES[field]


def fields_in(bits: int) -> Iterator[Field]:
    """Yields the fields of a set, lowest number first."""
    while bits:
        # `bits & -bits` is the lowest bit alone, `bits & bits - 1` is the set without it.
        yield Field((bits & -bits).bit_length() - 1)
        bits &= bits - 1


def with_neighbours(group: int) -> int:
    """Returns a set and its neighbours across edges; some of them may be off the board."""
    sideways = (group & ~_LAST_COLUMN) << 1 | (group & ~_FIRST_COLUMN) >> 1
    return group | group << SIDE | group >> SIDE | sideways


def groups_of(fields: int) -> Iterator[int]:
    """Yields the groups of connected fields, the one with the lowest field first."""
    while fields:
        group = group_around(fields & -fields, fields)
        yield group
        fields ^= group


def group_around(seed: int, within: int) -> int:
    """Returns the fields of `within` that are connected to those of `seed` across edges: a flood fill."""
    # Each step adds the neighbours of the whole group with four shifts; `within` also removes what is off the board.
    # The shifts repeat `with_neighbours`: the bots spend most of their time here, and calling it would cost 6 % more.
    group, grown = 0, seed & within
    while grown != group:
        group = grown
        sideways = (group & ~_LAST_COLUMN) << 1 | (group & ~_FIRST_COLUMN) >> 1
        grown |= (group << SIDE | group >> SIDE | sideways) & within
    return group


@dataclass(frozen=True, slots=True)
class PlayerStone:
    seat: Seat
    name: str = field(init=False, compare=False, repr=False)
    """In the notation: `p1`. Stored, because to_json writes it for every stone of every state."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", f"p{self.seat}")


@dataclass(frozen=True, slots=True)
class ClaimStone:
    number: int
    name: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", f"claim{self.number}")


@dataclass(frozen=True, slots=True)
class OwnershipStone:
    """A black stone; all 30 are equal."""

    name: ClassVar[str] = "own"


Stone: TypeAlias = PlayerStone | ClaimStone | OwnershipStone
"""A stone of a stack. Two stones that look the same are equal."""
PlacedStone: TypeAlias = ClaimStone | OwnershipStone
"""A stone that a turn places."""
OWNERSHIP_STONE = OwnershipStone()
CLAIM_STONES = tuple(ClaimStone(number) for number in range(1, 7))
PLAYER_STONES = tuple(PlayerStone(Seat(seat)) for seat in range(5))
"""Created once, because positions are often drawn and written."""

Dice = tuple[int, int, int]
NO_CLAIMS = (0, 0, 0, 0, 0, 0)


class Phase(StrEnum):
    ROLL = "roll"
    PLACE = "place"
    CHOOSE = "choose"
    OVER = "over"


class LastRound(NamedTuple):
    called_by: Seat
    turns_left: int
    """The number of turns that have not ended, the current one included."""


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...]
    recycle: bool
    turn: Seat
    """The active seat; after the end the seat that was active last."""
    fields: tuple[int, ...]
    """For each seat the fields with one of its stones, also below marks of this turn."""
    gold: int = 0
    """The fields with a goldclaim of any seat."""
    claims: tuple[int, ...] = NO_CLAIMS
    """For each claim stone the set that contains its field, also below an ownership stone; empty in the supply."""
    owned: int = 0
    """The fields with an ownership stone of this turn. Separate from `gold`, because a bust removes them."""
    phase: Phase = Phase.ROLL
    turns: int = 0
    roll: Dice | None = None
    """The current roll in its original order; None unless a stone must be placed."""
    busted: bool = False
    """Whether the newest event was a bust."""
    last_round: LastRound | None = None
    winners: tuple[Seat, ...] | None = None
    """The seats that share the win; None before the end."""


def claimed(state: State) -> int:
    """Returns the fields with a claim stone of this turn, also below an ownership stone."""
    # Unrolled, because the odds call it in their innermost loop: a loop over the six takes twice as long.
    one, two, three, four, five, six = state.claims
    return one | two | three | four | five | six


def marks(state: State) -> int:
    """Returns the fields that were marked in this turn: a bank makes them the active player's."""
    return claimed(state) | state.owned


def field_with_claim(state: State, number: int) -> Field | None:
    """Returns the field of a claim stone, also below an ownership stone; None while it is in the supply."""
    return next(fields_in(state.claims[number - 1]), None)


def locked_fields(state: State) -> int:
    """Returns the fields with an ownership stone of this or an earlier turn."""
    return state.gold | state.owned


@lru_cache(maxsize=8)  # a picture of the board needs it for each field
def stacks(state: State) -> Mapping[Field, tuple[Stone, ...]]:
    """Returns the stones on each field that is not empty, the bottom stone first.

    In the notation, `["p1", "claim4", "own"]` is this turn's ownership stone on claim stone 4 on a stone of seat 1;
    `["own", "p0"]` is a goldclaim of seat 0.
    """
    # From the bottom up. A goldclaim is a player stone on an ownership stone; the stones of this turn are on top.
    found: dict[Field, tuple[Stone, ...]] = dict.fromkeys(fields_in(state.gold), (OWNERSHIP_STONE,))
    players = zip(PLAYER_STONES, state.fields, strict=False)  # fewer than five can play
    layers: list[tuple[Stone, int]] = [*players, *zip(CLAIM_STONES, state.claims, strict=True)]
    for stone, fields in (*layers, (OWNERSHIP_STONE, state.owned)):
        for at in fields_in(fields):
            found[at] = (*found.get(at, ()), stone)
    return found


def stack(state: State, field: Field) -> tuple[Stone, ...]:
    """Returns the stones on one field, the bottom stone first."""
    return stacks(state).get(field, ())


OWNERSHIP_STONE_COUNT = 30


class Refusal(StrEnum):
    """Why a field is not available for this roll, as a clause. {stone} is the number of the claim stone."""

    NOT_NAMED = "the roll does not name that field"
    GOLDCLAIM = "it has a goldclaim"
    OWNED = "it has an ownership stone"
    NO_STONE_LEFT = "all 30 ownership stones are on the board"
    CLAIM_ELSEWHERE = "claim stone {stone} is on the board already"


class DiceAssignment(NamedTuple):
    """One way to assign three dice to column, row and third die (rules, Placement)."""

    field: Field
    third: int
    refusal: Refusal | None
    """Why the field is not available; None if it is."""


_FACES = range(1, 7)
EVERY_THIRD = sum(1 << len(FIELDS) * (third - 1) for third in _FACES)
"""A factor. A set of fields times this number is the set of placements on these fields, with every third die: the
product has a copy of the 36 bits for each third die."""
UNUSED_THIRDS = tuple(
    sum(1 << len(FIELDS) * (third - 1) for third in _FACES if not placed >> third - 1 & 1) for placed in range(1 << 6)
)
"""For each set of claim stones on the board (bit 0 is stone 1) a factor with the third dice of the other stones."""


def offered_placements(dice: Dice) -> int:
    """Returns the placements that a roll offers on an empty board: six, three for a pair, one for a triple."""
    offers = 0
    for column, row, third in permutations(dice):
        offers |= 1 << len(FIELDS) * (third - 1) + field_at(column, row)
    return offers


ROLLS: tuple[Dice, ...] = tuple(product(_FACES, _FACES, _FACES))
"""The 216 equally likely rolls."""
# Without their order, three dice have 6 + 30 + 20 = 56 rolls, with one, two or three different faces.
OFFERED = {dice: offered_placements(dice) for dice in combinations_with_replacement(_FACES, 3)}
"""What each of the 56 distinct rolls offers, by its dice in ascending order."""


def ownership_stones_left(state: State) -> int:
    return OWNERSHIP_STONE_COUNT - locked_fields(state).bit_count()


def ownable_fields(state: State) -> int:
    """Returns the fields that take an ownership stone: with a claim stone, or a stone of the active player."""
    if not ownership_stones_left(state):
        return 0
    return (claimed(state) | state.fields[state.turn]) & ~locked_fields(state)


def claimable_fields(state: State) -> int:
    """Returns the fields that take a claim stone: empty ones, and those with an opponent's player stone alone."""
    return ALL_FIELDS & ~(claimed(state) | state.fields[state.turn] | locked_fields(state))


def allowed_placements(state: State) -> int:
    """Returns every placement that the position allows, for any roll."""
    placed = sum(1 << index for index, field in enumerate(state.claims) if field)
    return ownable_fields(state) * EVERY_THIRD | claimable_fields(state) * UNUSED_THIRDS[placed]


def available_placements(state: State, dice: Dice) -> int:
    """Returns the placements that are available for a roll; none is a bust."""
    low, middle, high = sorted(dice)
    return allowed_placements(state) & OFFERED[low, middle, high]


def legal(state: State) -> dict[Field, PlacedStone]:
    """Returns each available field for the current roll, lowest number first, and the stone that it takes."""
    if state.roll is None:
        return {}
    # `fields_in` yields the bits of any set, here those of placements.
    bits = (divmod(bit, len(FIELDS)) for bit in fields_in(available_placements(state, state.roll)))
    claims = {Field(field): CLAIM_STONES[index] for index, field in bits}
    ownable = ownable_fields(state)
    return {field: OWNERSHIP_STONE if ownable >> field & 1 else claims[field] for field in sorted(claims)}


def refusal(state: State, field: Field) -> Refusal | None:
    """Returns why a field is not available for the current roll; None if it is."""
    here = 1 << field
    # The most helpful reason comes first: if the roll does not name the field, its stones do not matter.
    if third_die(state, field) is None:
        return Refusal.NOT_NAMED
    if field in legal(state):
        return None
    if state.gold & here:
        return Refusal.GOLDCLAIM
    if state.owned & here:
        return Refusal.OWNED
    return Refusal.CLAIM_ELSEWHERE if claimable_fields(state) & here else Refusal.NO_STONE_LEFT


def third_die(state: State, field: Field) -> int | None:
    """Returns the third die if the other two name this field; None if the roll does not name it."""
    rest = list(state.roll or ())
    for die in (column_of(field), row_of(field)):
        if die not in rest:
            return None
        # Each die is used once: 3/3 needs two dice with a 3.
        rest.remove(die)
    return rest[0]


def assignments(state: State, dice: Dice) -> tuple[DiceAssignment, ...]:
    """Returns all ways to assign the dice, lowest field first: six, three for a pair, one for a triple.

    Args:
        state: any position.
        dice: a roll; after a bust it is not in the state.
    """
    rolled = replace(state, roll=dice)
    thirds = {field_at(column, row): third for column, row, third in permutations(dice)}
    return tuple(DiceAssignment(field, thirds[field], refusal(rolled, field)) for field in sorted(thirds))


ROLL_COUNT = len(ROLLS)
ROLL_WEIGHTS: Mapping[Dice, int] = {dice: len(set(permutations(dice))) for dice in OFFERED}
"""The 56 distinct rolls, their dice in ascending order, and the number of the 216 rolls that each represents: 1 for a
triple, 3 for a pair, 6 for three different faces."""
_OFFERS_AND_WEIGHTS = tuple((offers, ROLL_WEIGHTS[dice]) for dice, offers in OFFERED.items())


def bust_count(state: State) -> int:
    """Returns how many of the 216 equally likely next rolls are a bust; exact."""
    allowed = allowed_placements(state)
    return sum([weight for offers, weight in _OFFERS_AND_WEIGHTS if not allowed & offers])


STONES = 24
"""The number of stones of each player."""
GOLDCLAIMS_TO_CALL = {2: 13, 3: 9, 4: 7, 5: 6}
"""The goldclaims that call the last round, by the number of players (rules, The end)."""


class Standing(NamedTuple):
    fields: int
    """Fields with a stone of the seat, also below marks of this turn."""
    goldclaims: int
    mine: int  # the size of the largest one
    stones: int
    """Stones that are not on the board."""


class BustCost(NamedTuple):
    """What the active player would lose by a bust now."""

    fields: int
    """Marked fields that are not the active player's yet."""
    goldclaims: int
    """Ownership stones of this turn."""


class Comparison(NamedTuple):
    """One of the comparisons that decide the game."""

    by: "DecidedBy"
    figures: Mapping[Seat, int]
    """The figures of the seats that are still tied."""


class DecidedBy(StrEnum):
    """What decided between the winners and the others; the first three are attributes of `Standing`."""

    MINE = "mine"
    GOLDCLAIMS = "goldclaims"
    FIELDS = "fields"
    SHARED = "shared"


def goldclaims(state: State, seat: Seat) -> int:
    return (state.fields[seat] & state.gold).bit_count()


def largest_mine(state: State, seat: Seat) -> int:
    return largest_group(state.fields[seat])


def largest_group(fields: int) -> int:
    """Returns the largest group of connected fields; if several are equal, the one with the lowest field."""
    # The loop ends when the rest is too small for a larger group.
    best, size, rest = 0, 0, fields
    while rest.bit_count() > size:
        group = group_around(rest & -rest, rest)
        rest &= ~group
        if group.bit_count() > size:
            best, size = group, group.bit_count()
    return best


def mine_size(fields: int) -> int:
    return largest_group(fields).bit_count()


def standing(state: State, seat: Seat) -> Standing:
    # A player without stones marks further fields with other tokens.
    fields = state.fields[seat].bit_count()
    mine = largest_mine(state, seat).bit_count()
    return Standing(fields, goldclaims(state, seat), mine, stones=max(0, STONES - fields))


def standings(state: State) -> tuple[Standing, ...]:
    return tuple(standing(state, seat) for seat in seats_of(state))


def at_risk(state: State) -> BustCost:
    new = marks(state) & ~state.fields[state.turn]
    return BustCost(fields=new.bit_count(), goldclaims=state.owned.bit_count())


def winners(state: State) -> tuple[Seat, ...]:
    """Returns the seats that win if the game ends here: by mine, then goldclaims, then fields (rules, The end)."""
    return tuple(Seat(seat) for seat, rank in enumerate(ranks(state)) if rank == 1)


def comparisons(state: State) -> tuple[Comparison, ...]:
    """Returns the comparisons until one seat leads, or until no figure is left (rules, The end)."""
    tied, found = seats_of(state), list[Comparison]()
    for by in (DecidedBy.MINE, DecidedBy.GOLDCLAIMS, DecidedBy.FIELDS):
        figures = {seat: getattr(standing(state, seat), by.value) for seat in tied}
        found.append(Comparison(by, figures))
        best = max(figures.values())
        tied = [seat for seat in tied if figures[seat] == best]
        if len(tied) == 1:
            break
    return tuple(found)


def decided_by(state: State) -> DecidedBy:
    """Returns what decides if the game ends here."""
    last = comparisons(state)[-1]
    figures = list(last.figures.values())
    return last.by if figures.count(max(figures)) == 1 else DecidedBy.SHARED


def ranks(state: State) -> tuple[int, ...]:
    """Returns the rank of each seat now: the best has 1, and tied seats share a rank."""
    return shared_ranks([(each.mine, each.goldclaims, each.fields) for each in standings(state)])


def seats_of(state: State) -> list[Seat]:
    return [Seat(number) for number in range(len(state.players))]
