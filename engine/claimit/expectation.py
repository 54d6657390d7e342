"""The exact expectation over the rest of a turn, for any value of the positions at its end.

The caller rates the ends of the turn for the active player (a `TurnValue`: points, or a win chance). `expect` then
averages over all rolls; for each roll it takes the best placement, and after each placement the better of bank and
another roll. The depth is the number of rolls that it looks ahead; after the last of them it banks. So the result is
the exact value of the best plan with that many rolls. It is a lower bound, and a larger depth never lowers it.

    >>> from engine import claimit
    >>> state = claimit.start(["Green", "Blue"], 0, claimit.options)
    >>> state = claimit.apply(state, claimit.Roll((1, 4, 5)))
    >>> found = expect(state, lambda marks, owned: marks.bit_count())  # the number of marked fields
    >>> found.best, found.value  # one more roll marks one more field, but 1 of 216 is a bust
    (Place(field=3), 1.9907407407407407)

Speed: with depth 1 about 38 ends of the turn are rated (36 fields, the bank, the bust), each once. A `TurnValue` gets
two bit sets instead of a State, because creating a State takes longer than everything else. `turn_value_of` converts a
function of States.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from itertools import permutations
from operator import or_
from typing import NamedTuple

from engine.claimit import position
from engine.claimit.position import ALL_FIELDS, FIELDS, ROLLS, ClaimStone, Field, Phase, State, marks
from engine.claimit.rules import Bank, Event, Place, end_turn
from engine.game import Code, Illegal

TurnValue = Callable[[int, int], float]
"""Returns the value of an end of this turn for the active player.

The arguments are sets of fields: those that the turn marked, and those of them with an ownership stone. Both are empty
after a bust. The function must be pure: it is called once for each pair."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """The value of each available choice for the active player, if the rest of the turn is played best."""

    roll: float | None
    """The value of a roll, before the dice are known; None if it is not available."""
    bank: float | None
    """The value of a bank; None if it is not available."""
    fields: Mapping[Field, float]
    """The value of each available field, lowest number first; empty if there is no roll to place."""

    @property
    def best(self) -> Event | None:
        """The best choice; None is a roll. If values are equal: the bank, or the field with the lowest number."""
        if self.fields:
            return Place(max(self.fields, key=self.fields.__getitem__))
        return Bank() if self.bank is not None and (self.roll is None or self.bank >= self.roll) else None

    @property
    def value(self) -> float:
        return max(each for each in (self.roll, self.bank, *self.fields.values()) if each is not None)


def expect(state: State, turn_value: TurnValue, *, depth: int = 1) -> Expectation:
    """Returns the value of each choice.

    Args:
        state: a position before the end.
        turn_value: the value of an end of the turn.
        depth: the number of rolls to look ahead. 0 is possible only if a stone must be placed: then the turn banks
            after the placement.

    Raises:
        Illegal: with the code `phase`, after the end.
    """
    return Search(state, turn_value).expect(state, depth)


def turn_value_of(state: State, value: Callable[[State], float]) -> TurnValue:
    """Returns a `TurnValue` from the value of the positions after this turn.

    Args:
        state: a position of the turn.
        value: the value of a position at the start of the next turn, or after the end, for the active player of
            `state`.
    """
    return lambda marks, owned: value(end_turn(state, marks, owned))


LATER_GAIN_FACTOR = 1.2
"""Each later roll gains this many times the share that the search's last roll gains, because fields join to mines."""


class _LaterRolls(NamedTuple):
    """The assumptions about the rolls after those of the search: with each stone the risk of a bust grows linearly."""

    rolls: int
    constant_growth: float
    """Growth of the risk with each roll, in addition to the relative growth."""
    relative_growth: float
    """Growth of the risk with each roll, as a share of the risk at the end of the search."""


LATER_ROLLS = _LaterRolls(5, 0.02, 0.5)
MANY_LATER_ROLLS = _LaterRolls(20, 0.002, 0.05)
"""With `recycle` a claim stone returns when its field is owned, so the risk hardly grows. In games of three players and
more, most players are behind and need long turns; in games of two, players are rarely behind."""


class _TurnSoFar(NamedTuple):
    """The marks and stones of the turn so far. A field is stored as a set of one (`1 << field`)."""

    marks: int
    owned: int
    used: int
    """The claim stones on the board: bit 0 is claim stone 1."""
    claims: tuple[int, ...]
    """The field of each claim stone, 0 in the supply. Empty without `recycle`, because then no claim stone returns."""


class Search:
    """The search of one turn. Its results are shared by all positions of the turn.

    Args:
        state: any position of the turn.
        turn_value: as for `expect`.
        continues: whether the turn continues after the last roll of the search, with the value that
            `_continued_value` estimates. Then the values must be win chances.
    """

    def __init__(self, state: State, turn_value: TurnValue, *, continues: bool = False) -> None:
        self._own = state.fields[state.turn]
        self._gold = state.gold
        self._turn_value = turn_value
        self._continues = continues
        self._later_rolls = MANY_LATER_ROLLS if state.recycle and len(state.players) > 2 else LATER_ROLLS
        self._ends: dict[tuple[int, int], float] = {}
        self._rolls: dict[tuple[_TurnSoFar, int], float] = {}

    def expect(self, state: State, depth: int) -> Expectation:
        """Returns the value of each choice in a position of the turn; see `expect`."""
        used = sum(1 << stone_index for stone_index, field in enumerate(state.claims) if field)
        turn = _TurnSoFar(marks(state), state.owned, used, state.claims if state.recycle else ())
        match state.phase:
            case Phase.OVER:
                raise Illegal(Code.PHASE, "The game is over: nothing is to be decided.")
            case Phase.PLACE:
                values = dict[Field, float]()
                for field, stone in position.legal(state).items():
                    here = 1 << field
                    placed = _after_ownership_stone(turn, here)
                    if isinstance(stone, ClaimStone):
                        placed = _after_claim_stone(turn, here, stone.number - 1)
                    values[field] = self._value(placed, depth)
                return Expectation(None, None, values)
            case _:
                bank = self._end_value(turn.marks, turn.owned) if state.phase is Phase.CHOOSE else None
                return Expectation(self._roll_value(turn, depth), bank, {})

    def _end_value(self, marks: int, owned: int) -> float:
        known = self._ends.get((marks, owned))
        if known is None:
            known = self._ends[marks, owned] = self._turn_value(marks, owned)
        return known

    def _value(self, turn: _TurnSoFar, depth: int) -> float:
        """Returns the value of the better of a bank and at most `depth` rolls."""
        bank = self._end_value(turn.marks, turn.owned)
        return max(bank, self._roll_value(turn, depth)) if depth else bank

    def _roll_value(self, turn: _TurnSoFar, depth: int) -> float:
        """Returns the value of a roll and at most `depth` - 1 more."""
        # The same stones in another order are the same turn.
        known = self._rolls.get((turn, depth))
        if known is None:
            known = self._rolls[turn, depth] = self._expected_value(turn, depth)
        return known

    def _expected_value(self, turn: _TurnSoFar, depth: int) -> float:
        if depth > 1:
            return self._mean([(self._value(after, depth - 1), rolls) for after, rolls in self._placements(turn)])[0]
        marks, owned, used, _ = turn
        ownable, claimable = self._available(turn)
        # After the last roll the turn banks: one value per field is enough, whichever claim stone is on it.
        values = [(self._end_value(marks | here, owned | here), _TO_OWN[here]) for here in _single_fields(ownable)]
        values += [(self._end_value(marks | here, owned), _TO_CLAIM[here][used]) for here in _single_fields(claimable)]
        after_one_roll, busts = self._mean(values)
        if not self._continues or busts == len(ROLLS):
            return after_one_roll
        bust_value, bank_value, risk = self._end_value(0, 0), self._end_value(marks, owned), busts / len(ROLLS)
        unless_bust = (after_one_roll - risk * bust_value) / (1 - risk)
        # The share of the missing chance, 1 - `bank_value`, that a roll gains on average if it is not a bust.
        gain_share = (unless_bust - bank_value) / (1 - bank_value) if bank_value < 1 else 0.0
        gain_share = min(max(0.0, LATER_GAIN_FACTOR * gain_share), 1.0)
        placements = self._placements(turn)
        return self._mean([(self._continued_value(after, gain_share), rolls) for after, rolls in placements])[0]

    def _placements(self, turn: _TurnSoFar) -> Iterator[tuple[_TurnSoFar, int]]:
        """Yields the turn after each possible placement, and the rolls that allow it."""
        ownable, claimable = self._available(turn)
        for here in _single_fields(ownable):
            yield _after_ownership_stone(turn, here), _TO_OWN[here]
        for stone_index in range(6):
            if not turn.used >> stone_index & 1:
                for here in _single_fields(claimable):
                    yield _after_claim_stone(turn, here, stone_index), _TO_CLAIM[here][_ALL_BUT[stone_index]]

    def _available(self, turn: _TurnSoFar) -> tuple[int, int]:
        """Returns the fields that take an ownership stone, and those that take a claim stone."""
        locked, own = self._gold | turn.owned, self._own | turn.marks
        ownable = own & ~locked if locked.bit_count() < position.OWNERSHIP_STONE_COUNT else 0
        return ownable, ALL_FIELDS & ~(own | locked)

    def _mean(self, values: list[tuple[float, int]]) -> tuple[float, int]:
        """Returns the average over all rolls, each with its best placement, and the number of busts.

        Args:
            values: the value of each placement, and the rolls that allow it, as a set: an int of 216 bits.
        """
        # From the best down, a placement counts for the rolls that allow it and allow no better one.
        values.sort(reverse=True)
        total, left = 0.0, _EVERY_ROLL
        for value, rolls in values:
            taken = rolls & left
            if taken:
                total += value * taken.bit_count()
                left ^= taken
        # The rolls that are left are busts.
        busts = left.bit_count()
        return (total + self._end_value(0, 0) * busts if left else total) / len(ROLLS), busts

    def _continued_value(self, turn: _TurnSoFar, gain_share: float) -> float:
        """Estimates the value of a turn that continues while a roll gains more than it risks.

        Each roll that is not a bust gains the same share of 1 minus the win chance; the risk of a bust grows each time.
        """
        bank_value, bust_value = self._end_value(turn.marks, turn.owned), self._end_value(0, 0)
        ownable, claimable = self._available(turn)
        risk = 1 - _rolls_without_bust(ownable, claimable, turn.used).bit_count() / len(ROLLS)
        missing, expected_gain = 1 - bank_value, 0.0
        rolls, constant_growth, relative_growth = self._later_rolls
        growth = constant_growth + relative_growth * risk
        # Backwards from the last roll: a roll that would lose on average is not made.
        for earlier in range(rolls - 1, -1, -1):
            risk_now, missing_now = min(1.0, risk + earlier * growth), missing * (1 - gain_share) ** earlier
            lost = 1 - missing_now - bust_value
            gained = gain_share * missing_now + expected_gain
            expected_gain = max(0.0, (1 - risk_now) * gained - risk_now * lost)
        return bank_value + expected_gain


def _after_ownership_stone(turn: _TurnSoFar, here: int) -> _TurnSoFar:
    marks, owned, used, claims = turn
    if here in claims:
        stone_index = claims.index(here)
        used, claims = used & ~(1 << stone_index), (*claims[:stone_index], 0, *claims[stone_index + 1 :])
    return _TurnSoFar(marks | here, owned | here, used, claims)


def _after_claim_stone(turn: _TurnSoFar, here: int, stone_index: int) -> _TurnSoFar:
    marks, owned, used, claims = turn
    stones = (*claims[:stone_index], here, *claims[stone_index + 1 :]) if claims else ()
    return _TurnSoFar(marks | here, owned, used | 1 << stone_index, stones)


def _single_fields(fields: int) -> Iterator[int]:
    """Yields the fields of a set, each as a set of one."""
    while fields:
        yield fields & -fields
        fields &= fields - 1


_EVERY_ROLL = (1 << len(ROLLS)) - 1
_ALL_BUT = tuple(0b111111 ^ 1 << stone_index for stone_index in range(6))
"""For each claim stone the set of all others: `used` as if only this one were in the supply."""


def _rolls_by_placement() -> dict[tuple[Field, int], int]:
    """Returns for each field and third die the rolls that can be read as this pair; bit n is `ROLLS[n]`."""
    found = {(field, third): 0 for field in FIELDS for third in range(1, 7)}
    for roll_index, dice in enumerate(ROLLS):
        for column, row, third in set(permutations(dice)):
            found[position.field_at(column, row), third] |= 1 << roll_index
    return found


def _rolls_to_claim(field: Field) -> tuple[int, ...]:
    """Returns the rolls that name a field and a claim stone in the supply, by the set of claim stones on the board."""
    # The sets are disjoint, because the field fixes the third die of a roll: their sum is their union.
    thirds = [_OFFERING[field, third] for third in range(1, 7)]
    return tuple(sum(rolls for index, rolls in enumerate(thirds) if not used >> index & 1) for used in range(1 << 6))


def _rolls_without_bust(ownable: int, claimable: int, used: int) -> int:
    # Row by row, because the cache then has few entries; `first` is the first field of a row.
    found, mask = 0, (1 << position.SIDE) - 1
    for first in range(0, len(FIELDS), position.SIDE):
        found |= _rolls_to_own_in_row(first, ownable >> first & mask)
        found |= _rolls_to_claim_in_row(first, claimable >> first & mask, used)
    return found


@cache
def _rolls_to_own_in_row(first: int, fields: int) -> int:
    return reduce(or_, (_TO_OWN[here << first] for here in _single_fields(fields)), 0)


@cache
def _rolls_to_claim_in_row(first: int, fields: int, used: int) -> int:
    return reduce(or_, (_TO_CLAIM[here << first][used] for here in _single_fields(fields)), 0)


_OFFERING = _rolls_by_placement()
_TO_CLAIM = {1 << field: _rolls_to_claim(field) for field in FIELDS}
"""For each field, as a set of one, and each set of claim stones on the board, the rolls that allow a claim stone."""
_TO_OWN = {here: by_used[0] for here, by_used in _TO_CLAIM.items()}
"""For each field the rolls that allow an ownership stone: with no claim stone used, those with any third die."""
