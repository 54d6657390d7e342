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
from itertools import permutations
from typing import NamedTuple

from engine.claimit.board import EVERYWHERE, FIELDS, Field, field_at
from engine.claimit.placements import OWNERSHIP_STONES, THROWS, legal
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
    search, used = _Search(state, turn_value), sum(1 << number for number, place in enumerate(state.claims) if place)
    turn = _Turn(marks(state), state.owned, used, state.claims if state.recycle else ())
    match state.phase:
        case Phase.OVER:
            raise Illegal(Code.PHASE, "The game is over: there is nothing to decide any more.")
        case Phase.PLACE:
            fields = {}
            for field, stone in legal(state).items():
                here = 1 << field
                placed = _claimed(turn, here, stone.number - 1) if isinstance(stone, ClaimStone) else _owned(turn, here)
                fields[field] = search.value(placed, depth)
            return Expectation(None, None, fields)
        case _:
            bank = search.end_value(turn.marks, turn.owned) if state.phase is Phase.CHOOSE else None
            return Expectation(search.roll_value(turn, depth), bank, {})


def turn_value_of(state: State, value: Callable[[State], float]) -> TurnValue:
    """Returns the value of this turn's ends, by that of the positions after them.

    Args:
        state: a position of the turn.
        value: what a position at the beginning of the next seat's turn, or after the game, is worth to the mover of
            `state`.
    """
    return lambda marks, owned: value(end_turn(state, marks, owned))


class _Turn(NamedTuple):
    """How far the turn has come, as sets of fields."""

    marks: int
    owned: int
    used: int
    """The claim stones that are not in the supply: bit 0 is claim stone 1."""
    claims: tuple[int, ...]
    """Where each of them lies; nothing without the recycling, where none returns and so it does not matter."""


class _Search:
    """The rest of one turn."""

    def __init__(self, state: State, turn_value: TurnValue) -> None:
        self._own = state.fields[state.turn]
        self._gold = state.gold
        self._turn_value = turn_value
        self._ends: dict[tuple[int, int], float] = {}
        self._rolls: dict[tuple[_Turn, int], float] = {}

    def end_value(self, marks: int, owned: int) -> float:
        """Returns what it is worth to bank this, or a bust."""
        known = self._ends.get((marks, owned))
        if known is None:
            known = self._ends[marks, owned] = self._turn_value(marks, owned)
        return known

    def value(self, turn: _Turn, depth: int) -> float:
        """Returns what it is worth to choose between banking and rolling at most so often."""
        bank = self.end_value(turn.marks, turn.owned)
        return max(bank, self.roll_value(turn, depth)) if depth else bank

    def roll_value(self, turn: _Turn, depth: int) -> float:
        """Returns what it is worth to roll, and then at most so often that there are `depth` rolls in all."""
        # The same stones in another order lead to the same turn.
        known = self._rolls.get((turn, depth))
        if known is None:
            known = self._rolls[turn, depth] = self._expected_value(turn, depth)
        return known

    def _expected_value(self, turn: _Turn, depth: int) -> float:
        marks, owned, used, _ = turn
        locked, mine = self._gold | owned, self._own | marks
        ownable = mine & ~locked if locked.bit_count() < OWNERSHIP_STONES else 0
        free = EVERYWHERE & ~(mine | locked)
        # What each placement is worth, and the throws that allow it.
        if depth == 1:
            # Which claim stone it is makes no difference to a bank.
            worth = [(self.end_value(marks | here, owned | here), _TO_OWN[here]) for here in _each(ownable)]
            worth += [(self.end_value(marks | here, owned), _TO_CLAIM[here][used]) for here in _each(free)]
        else:
            after = depth - 1
            worth = [(self.value(_owned(turn, here), after), _TO_OWN[here]) for here in _each(ownable)]
            for number in range(6):
                if not used >> number & 1:
                    others = _ALL_BUT[number]
                    worth += [
                        (self.value(_claimed(turn, here, number), after), _TO_CLAIM[here][others])
                        for here in _each(free)
                    ]
        # Instead of looking for the best placement of each throw: the placements from the best one down, and for each
        # the throws that name it and none before it. Sets of throws are ints of 216 bits, so a placement takes one
        # AND, one XOR and one count.
        worth.sort(reverse=True)
        total, left = 0.0, _EVERY_THROW
        for value, throws in worth:
            taken = throws & left
            if taken:
                total += value * taken.bit_count()
                left ^= taken
        # What no placement takes is a bust.
        return (total + self.end_value(0, 0) * left.bit_count() if left else total) / len(THROWS)


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


_EVERY_THROW = (1 << len(THROWS)) - 1
_ALL_BUT = tuple(0b111111 ^ 1 << number for number in range(6))
"""The sets of claim stones that lack one."""


def _throws_by_placement() -> dict[tuple[Field, int], int]:
    """Returns the throws that offer each placement, as sets of the 216: by field and third die."""
    found = {(field, third): 0 for field in FIELDS for third in range(1, 7)}
    for throw, dice in enumerate(THROWS):
        for column, row, third in set(permutations(dice)):
            found[field_at(column, row), third] |= 1 << throw
    return found


def _throws_to_claim(field: Field) -> tuple[int, ...]:
    """Returns the throws that name a field and a claim stone in the supply, by the set of those that are not."""
    thirds = [_OFFERING[field, third] for third in range(1, 7)]
    return tuple(
        sum(throws for number, throws in enumerate(thirds) if not used >> number & 1) for used in range(1 << 6)
    )


_OFFERING = _throws_by_placement()
_TO_CLAIM = {1 << field: _throws_to_claim(field) for field in FIELDS}
_TO_OWN = {here: by_used[0] for here, by_used in _TO_CLAIM.items()}
"""For an ownership stone the third die does not matter: as if all claim stones were in the supply."""
