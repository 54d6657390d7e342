"""The exact expectation over the rest of a turn: what each choice is worth, for any value of where the turn may end.

The caller says what an end of the turn is worth to the mover (a `TurnValue`: points, or a chance to win). `expect`
then goes through all that may follow: every throw with its weight, for each the best placement, after each placement
the better of banking and rolling on. How many rolls it looks ahead is its depth; after the last of them it banks. So
what it tells is what the best plan with that many rolls is worth, exactly: the truth is never less, and looking deeper
never gives less.

    from engine.claimit.expectation import expect, turn_value_of
    found = expect(state, turn_value_of(state, win_chance_of_the_mover), depth=2)
    found.roll, found.bank     # where it may be rolled or banked
    found.fields               # where a roll lies: each usable field's
    found.best, found.value    # the best choice, and what the position is worth with it

Speed: about 38 ends of the turn are valued for a choice with depth 1 (36 fields, the bank, the bust), each once. A
`TurnValue` gets two bit sets instead of a State, because making a State takes longer than all the rest; whoever wants
States has `turn_value_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from itertools import permutations
from operator import or_
from typing import NamedTuple

from engine.claimit.board import EVERYWHERE, FIELDS, SIDE, Field, field_at
from engine.claimit.placements import OWNERSHIP_STONES, ROLLS, legal
from engine.claimit.position import ClaimStone, Phase, State, marks
from engine.claimit.rules import Bank, Event, Place, end_turn
from engine.game import Code, Illegal

TurnValue = Callable[[int, int], float]
"""What an end of this turn is worth to the mover.

Its arguments are sets of fields: those that the turn marked, and those of them with an ownership stone. Both are empty
after a bust. It must be pure: it is asked once for each pair.
"""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What may be done now, and what each choice is worth to the mover if all goes on as well as it can.

    Attributes:
        roll: of rolling, before the dice are known; None where nobody may.
        bank: of banking; None where nobody may.
        fields: of each usable field, lowest number first; empty where no roll lies.
    """

    roll: float | None
    bank: float | None
    fields: Mapping[Field, float]

    @property
    def best(self) -> Event | None:
        """The best choice; None is a roll. Of equals it is the bank, or the field with the lowest number."""
        if self.fields:
            return Place(max(self.fields, key=self.fields.__getitem__))
        return Bank() if self.bank is not None and (self.roll is None or self.bank >= self.roll) else None

    @property
    def value(self) -> float:
        return max(each for each in (self.roll, self.bank, *self.fields.values()) if each is not None)


def expect(state: State, turn_value: TurnValue, *, depth: int = 1) -> Expectation:
    """Returns what each choice is worth.

    Args:
        state: a position that is not over, in whatever phase.
        turn_value: what an end of the turn is worth to the mover.
        depth: how many rolls ahead it looks; 0 only where a roll lies: it banks after
            the placement. What a position before a roll is worth with depth d + 1 is the average, over all throws, of
            what the position after the throw is worth with depth d.

    Raises:
        Illegal: `phase`, after the end.
    """
    return Search(state, turn_value).expect(state, depth)


def turn_value_of(state: State, value: Callable[[State], float]) -> TurnValue:
    """Returns the value of this turn's ends, by that of the positions after them.

    Args:
        state: a position of the turn.
        value: what a position at the beginning of the next seat's turn, or after the game, is worth to the mover of
            `state`.
    """
    return lambda marks, owned: value(end_turn(state, marks, owned))


GAINS = 1.2
"""So many times as much as a searched roll gains of what is missing, another one does: fields join to mines."""


class _Outlook(NamedTuple):
    """What is reckoned with after the rolls that are searched."""

    rolls: int
    """So many more."""
    risk_grows: float
    """By so much the risk of a bust grows with each stone,"""
    risk_grows_by: float
    """and by this share of itself."""


OUTLOOK = _Outlook(5, 0.02, 0.5)
LONG_OUTLOOK = _Outlook(20, 0.002, 0.05)
"""With the recycling a claim stone comes back when its field is owned, so the risk hardly grows. Of three players and
more, who are mostly behind, many need the long turns that this allows; of two, few do."""


class _Turn(NamedTuple):
    """How far the turn has come, as sets of fields."""

    marks: int
    owned: int
    used: int
    """The claim stones that are not in the supply: bit 0 is claim stone 1."""
    claims: tuple[int, ...]
    """Where each of them lies; nothing without the recycling, where none returns and so it does not matter."""


class Search:
    """The rest of one turn; what one of its positions has asked, the others need not ask again.

    Args:
        state: any position of the turn.
        turn_value: as for `expect`.
        goes_on: after the last roll that is searched the turn need not end with a bank: it is worth what more rolls
            promise (`_hope`). What an end is worth has to be a win chance.
    """

    def __init__(self, state: State, turn_value: TurnValue, *, goes_on: bool = False) -> None:
        self._own = state.fields[state.turn]
        self._gold = state.gold
        self._turn_value = turn_value
        self._goes_on = goes_on
        self._outlook = LONG_OUTLOOK if state.recycle and len(state.players) > 2 else OUTLOOK
        self._ends: dict[tuple[int, int], float] = {}
        self._rolls: dict[tuple[_Turn, int], float] = {}

    def expect(self, state: State, depth: int) -> Expectation:
        """Returns what each choice is worth in a position of the turn; see `expect`."""
        turn = _turn_of(state)
        match state.phase:
            case Phase.OVER:
                raise Illegal(Code.PHASE, "The game is over: there is nothing to decide any more.")
            case Phase.PLACE:
                after = self._after_placements(state, turn)
                return Expectation(None, None, {field: self._value(placed, depth) for field, placed in after})
            case _:
                bank = self._end_value(turn.marks, turn.owned) if state.phase is Phase.CHOOSE else None
                return Expectation(self._roll_value(turn, depth), bank, {})

    def _after_placements(self, state: State, turn: _Turn) -> Iterator[tuple[Field, _Turn]]:
        """Yields what the roll that lies there may use, and the turn after it."""
        for field, stone in legal(state).items():
            here = 1 << field
            yield (
                field,
                _claimed(turn, here, stone.number - 1) if isinstance(stone, ClaimStone) else _owned(turn, here),
            )

    def _end_value(self, marks: int, owned: int) -> float:
        """Returns what it is worth to bank this, or a bust."""
        known = self._ends.get((marks, owned))
        if known is None:
            known = self._ends[marks, owned] = self._turn_value(marks, owned)
        return known

    def _value(self, turn: _Turn, depth: int) -> float:
        """Returns what it is worth to choose between banking and rolling at most so often."""
        bank = self._end_value(turn.marks, turn.owned)
        return max(bank, self._roll_value(turn, depth)) if depth else bank

    def _roll_value(self, turn: _Turn, depth: int) -> float:
        """Returns what it is worth to roll, and then at most so often that there are `depth` rolls in all."""
        # The same stones in another order lead to the same turn.
        known = self._rolls.get((turn, depth))
        if known is None:
            known = self._rolls[turn, depth] = self._expected_value(turn, depth)
        return known

    def _expected_value(self, turn: _Turn, depth: int) -> float:
        # What each placement is worth, and the throws that allow it.
        if depth > 1:
            return self._mean([(self._value(after, depth - 1), rolls) for after, rolls in self._placements(turn)])[0]
        marks, owned, used, _ = turn
        ownable, free = self._usable(turn)
        # Which claim stone it is makes no difference to a bank.
        worth = [(self._end_value(marks | here, owned | here), _TO_OWN[here]) for here in _each(ownable)]
        worth += [(self._end_value(marks | here, owned), _TO_CLAIM[here][used]) for here in _each(free)]
        banked, busts = self._mean(worth)
        if not self._goes_on or busts == len(ROLLS):
            return banked
        # How much of what is missing a roll gains if it is no bust.
        bust, bank, risk = self._end_value(0, 0), self._end_value(marks, owned), busts / len(ROLLS)
        gain = ((banked - risk * bust) / (1 - risk) - bank) / (1 - bank) if bank < 1 else 0.0
        gain = min(max(0.0, GAINS * gain), 1.0)
        return self._mean([(self._hope(after, gain), rolls) for after, rolls in self._placements(turn)])[0]

    def _placements(self, turn: _Turn) -> Iterator[tuple[_Turn, int]]:
        """Yields the turn after each placement that is possible, and the throws that allow it."""
        ownable, free = self._usable(turn)
        for here in _each(ownable):
            yield _owned(turn, here), _TO_OWN[here]
        for number in range(6):
            if not turn.used >> number & 1:
                for here in _each(free):
                    yield _claimed(turn, here, number), _TO_CLAIM[here][_ALL_BUT[number]]

    def _usable(self, turn: _Turn) -> tuple[int, int]:
        """Returns the fields that take an ownership stone, and those that take a claim stone."""
        locked, mine = self._gold | turn.owned, self._own | turn.marks
        ownable = mine & ~locked if locked.bit_count() < OWNERSHIP_STONES else 0
        return ownable, EVERYWHERE & ~(mine | locked)

    def _mean(self, worth: list[tuple[float, int]]) -> tuple[float, int]:
        """Returns the average over all throws, each used as well as it can, and how many of them are a bust."""
        # Instead of looking for the best placement of each throw: the placements from the best one down, and for each
        # the throws that name it and none before it. Sets of throws are ints of 216 bits, so a placement takes one
        # AND, one XOR and one count.
        worth.sort(reverse=True)
        total, left = 0.0, _EVERY_ROLL
        for value, rolls in worth:
            taken = rolls & left
            if taken:
                total += value * taken.bit_count()
                left ^= taken
        # What no placement takes is a bust.
        busts = left.bit_count()
        return (total + self._end_value(0, 0) * busts if left else total) / len(ROLLS), busts

    def _hope(self, turn: _Turn, gain: float) -> float:
        """Returns about what it is worth to choose between banking and rolling as often as it pays.

        Each roll that is no bust gains the same part of what is missing; the risk of a bust grows with each.
        """
        bank, bust = self._end_value(turn.marks, turn.owned), self._end_value(0, 0)
        ownable, free = self._usable(turn)
        risk, missing, hope = 1 - _rolls_to_use(ownable, free, turn.used).bit_count() / len(ROLLS), 1 - bank, 0.0
        rolls, risk_grows, risk_grows_by = self._outlook
        grows = risk_grows + risk_grows_by * risk
        for more in range(rolls - 1, -1, -1):
            risks, left = min(1.0, risk + more * grows), missing * (1 - gain) ** more
            hope = max(0.0, (1 - risks) * (gain * left + hope) - risks * (1 - left - bust))
        return bank + hope


def _turn_of(state: State) -> _Turn:
    used = sum(1 << number for number, place in enumerate(state.claims) if place)
    return _Turn(marks(state), state.owned, used, state.claims if state.recycle else ())


def _owned(turn: _Turn, here: int) -> _Turn:
    marks, owned, used, claims = turn
    if here in claims:
        number = claims.index(here)
        used, claims = used & ~(1 << number), (*claims[:number], 0, *claims[number + 1 :])
    return _Turn(marks | here, owned | here, used, claims)


def _claimed(turn: _Turn, here: int, number: int) -> _Turn:
    marks, owned, used, claims = turn
    lying = (*claims[:number], here, *claims[number + 1 :]) if claims else ()
    return _Turn(marks | here, owned, used | 1 << number, lying)


def _each(fields: int) -> Iterator[int]:
    """Yields the fields of a set, each as a set of one."""
    while fields:
        yield fields & -fields
        fields &= fields - 1


_EVERY_ROLL = (1 << len(ROLLS)) - 1
_ALL_BUT = tuple(0b111111 ^ 1 << number for number in range(6))
"""The sets of claim stones that lack one."""


def _rolls_by_placement() -> dict[tuple[Field, int], int]:
    """Returns the throws that offer each placement, as sets of the 216: by field and third die."""
    found = {(field, third): 0 for field in FIELDS for third in range(1, 7)}
    for throw, dice in enumerate(ROLLS):
        for column, row, third in set(permutations(dice)):
            found[field_at(column, row), third] |= 1 << throw
    return found


def _rolls_to_claim(field: Field) -> tuple[int, ...]:
    """Returns the throws that name a field and a claim stone in the supply, by the set of those that are not."""
    thirds = [_OFFERING[field, third] for third in range(1, 7)]
    return tuple(sum(rolls for number, rolls in enumerate(thirds) if not used >> number & 1) for used in range(1 << 6))


def _rolls_to_use(ownable: int, free: int, used: int) -> int:
    """Returns the throws that are no bust."""
    found, last = 0, (1 << SIDE) - 1
    for row in range(0, len(FIELDS), SIDE):
        found |= _rolls_to_own_row(row, ownable >> row & last) | _rolls_to_claim_row(row, free >> row & last, used)
    return found


@cache
def _rolls_to_own_row(row: int, fields: int) -> int:
    return reduce(or_, (_TO_OWN[here << row] for here in _each(fields)), 0)


@cache
def _rolls_to_claim_row(row: int, fields: int, used: int) -> int:
    return reduce(or_, (_TO_CLAIM[here << row][used] for here in _each(fields)), 0)


_OFFERING = _rolls_by_placement()
_TO_CLAIM = {1 << field: _rolls_to_claim(field) for field in FIELDS}
_TO_OWN = {here: by_used[0] for here, by_used in _TO_CLAIM.items()}
"""For an ownership stone the third die does not matter: as if all claim stones were in the supply."""
