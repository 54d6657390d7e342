"""The win chance of each seat in a position between turns, learned by self-play.

A small network gives each seat a score; the softmax of the scores is the chances. The inputs of a seat are the figures
of `engine.claimit.weights` for itself and its rivals, the places of all stones, the turns until its next turn, and the
state of the last round. There is one network for each number of players, for both variants. `docs/training/train.py`
trains the weights; weights.json contains the command.

The dice are symmetric in columns and rows, and in opposite faces (1 and 6, 2 and 5, 3 and 4) if both dice exchange
them. This gives four `SYMMETRIES` of the board. Each pattern of the network is applied in all four, so the chances are
equal in all of them, whatever was learned. A reflection of the columns alone is not a symmetry.

Speed: numpy would need more memory on a small computer than the rest of the program. So the sums of the hidden units
are computed in parallel in one long int, 32 bits each, and the effect of stones is looked up row by row.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from operator import add
from struct import Struct
from typing import NamedTuple

from engine.claimit.expectation import TurnValue
from engine.claimit.position import GOLDCLAIMS_TO_CALL, OWNERSHIP_STONES, SIDE, Phase, State, group_around, mine_size
from engine.claimit.weights import UNIT, Figures, figures, load_weights
from engine.game import Code, Illegal


def win_chances(state: State) -> tuple[float, ...]:
    """Returns the win chance of each seat, seat 0 first; exact once the game is over.

    Raises:
        Illegal: `phase`: a turn is in progress. `engine.claimit.expectation` rates its choices.
        WeightsError: the weights are damaged or of another version.
    """
    if state.phase is Phase.OVER:
        return win_shares(state.fields, state.gold)
    if state.phase is not Phase.ROLL:
        raise Illegal(Code.PHASE, "The win chances are known between turns: this turn is not over.")
    left = state.last_round.turns_left if state.last_round else 0
    return _Near(state).chances(0, 0, state.turn, left)


def win_chance_value(state: State) -> TurnValue:
    """Returns the win chance of the active player after each end of this turn.

    Raises:
        WeightsError: as for `win_chances`.
    """
    seats, turn, gold, near = len(state.players), state.turn, state.gold, _Near(state)
    left = state.last_round.turns_left if state.last_round else 0
    upcoming, to_call, own = (turn + 1) % seats, GOLDCLAIMS_TO_CALL[seats], state.fields[turn]

    def value(marks: int, owned: int) -> float:
        if left == 1:
            fields = [own | marks if seat == turn else its & ~marks for seat, its in enumerate(state.fields)]
            return win_shares(fields, gold | owned)[turn]
        called = not left and ((own | marks) & (gold | owned)).bit_count() >= to_call
        return near.chances(marks, owned, upcoming, seats if called else max(0, left - 1))[turn]

    return value


def win_shares(fields: Sequence[int], gold: int) -> tuple[float, ...]:
    """Returns each seat's share of the win if the game ended here (rules, The end)."""
    return _shares([figures(own, gold) for own in fields])


def _shares(table: Sequence[Figures]) -> tuple[float, ...]:
    ranks = [(its.mine, its.goldclaims, its.fields) for its in table]
    best = max(ranks)
    share = 1 / ranks.count(best)
    return tuple([share if rank == best else 0.0 for rank in ranks])


class _Near:
    """Positions that differ little from one: only the differences are added, with the same exact result."""

    def __init__(self, state: State) -> None:
        self._state, self._network = state, _network(len(state.players))
        fields, gold = state.fields, state.gold
        taken = sum(fields)
        stones = [(own & ~gold, own & gold, taken & ~own & ~gold, gold & ~own) for own in fields]
        self._stones = [self._network.stones(*kinds) for kinds in stones]
        self._changes: dict[tuple[int, int], Sequence[int]] = {}
        # For each seat its latest inputs and their sum; at first nothing.
        self._seen: list[tuple[Sequence[int], int]] = [
            ((0,) * len(self._network.features), self._network.biases)
        ] * len(fields)

    def chances(self, marks: int, owned: int, turn: int, left: int) -> tuple[float, ...]:
        """Returns the chances if the active player takes the fields `marks`, those of `owned` as goldclaims."""
        state, network, seats = self._state, self._network, len(self._stones)
        fields = [own | marks if seat == state.turn else own & ~marks for seat, own in enumerate(state.fields)]
        gold, stones = state.gold | owned, self._stones
        rest = marks
        while rest:
            here = rest & -rest
            rest ^= here
            stones = list(map(add, stones, self._change(here, owned & here)))
        table = [figures(own, gold) for own in fields]
        shares = _shares(table)
        around = (len(_EVERY) - sum(fields).bit_count(), OWNERSHIP_STONES - gold.bit_count(), int(state.recycle))
        scores = []
        for seat, own in enumerate(table):
            rivals = (*table[:seat], *table[seat + 1 :])
            round_features = _round_features(own, rivals, shares[seat], (seat - turn) % seats, left)
            seen = (*own, *_rival_features(rivals), *round_features, *around)
            before, total = self._seen[seat]
            for value, known, weight in zip(seen, before, network.features, strict=True):
                if value != known:
                    total += (value - known) * weight
            self._seen[seat] = seen, total
            scores.append(network.score(total + stones[seat]))
        highest = max(scores)
        powers = [exp(score - highest) for score in scores]
        total_power = sum(powers)
        return tuple([power / total_power for power in powers])

    def _change(self, here: int, owned: int) -> Sequence[int]:
        """Returns the change for each seat if the active player takes a field that is not a goldclaim."""
        found = self._changes.get((here, owned))
        if found is None:
            turn, network = self._state.turn, self._network
            found = []
            for seat, own in enumerate(self._state.fields):
                loose = [own & here, 0, (sum(self._state.fields) & ~own) & here, 0]
                taken = [0, 0, 0, 0]
                taken[(0 if seat == turn else 2) + (owned > 0)] = here
                found.append(network.stones(*taken) - network.stones(*loose))
            self._changes[here, owned] = found
        return found


def _rival_features(rivals: Sequence[Figures]) -> Sequence[int]:
    """Returns the maximum of each figure over the rivals; with several rivals also the sum."""
    if len(rivals) == 1:
        return rivals[0]
    columns = list(zip(*rivals, strict=True))
    return (*map(max, columns), *map(sum, columns))


def _round_features(own: Figures, rivals: Sequence[Figures], share: float, wait: int, left: int) -> list[int]:
    """Returns the inputs for the wait until the next turn, the turns left, and the lead."""
    seats = len(rivals) + 1
    found = [0] * (2 * seats + 6)
    found[wait] = 1
    leads = int(share == 1)
    found[2 * seats] = leads
    if left:
        found[seats + left - 1] = 1
        found[2 * seats + 1 :] = (
            leads,
            int(0 < share < 1),
            int(wait < left),
            own.mine - max([its.mine for its in rivals]),
            own.goldclaims - max([its.goldclaims for its in rivals]),
        )
    return found


_EVERY = range(SIDE * SIDE)
_EXCHANGED = tuple(SIDE * (field % SIDE) + field // SIDE for field in _EVERY)
SYMMETRIES = (tuple(_EVERY), _EXCHANGED, tuple(reversed(_EVERY)), tuple(len(_EVERY) - 1 - seen for seen in _EXCHANGED))
"""For each field the field in whose place it is seen: identity, columns exchanged with rows, half a turn, both."""

_HALF = 1 << 31
_ONE = round(1 / UNIT)


@dataclass(frozen=True, slots=True)
class _Network:
    """The weights of a network as long ints: a lane of 32 bits for each pattern and symmetry, and one for the score."""

    biases: int
    features: tuple[int, ...]
    places: tuple[tuple[tuple[int, ...], ...], ...]
    """The effect of stones: for each of the `PLACES` of `engine.claimit.weights` and each row, by the row's six bits.
    """
    outputs: tuple[float, ...]
    """The weight of each lane but the last in the score."""
    signs: int
    lanes: Struct

    def stones(self, *kinds: int) -> int:
        """Returns the effect of the stones of each kind on the lanes."""
        total = 0
        for rows, stones in zip(self.places, kinds, strict=True):
            one, two, three, four, five, six = rows
            total += (
                one[stones & 63]
                + two[stones >> 6 & 63]
                + three[stones >> 12 & 63]
                + four[stones >> 18 & 63]
                + five[stones >> 24 & 63]
                + six[stones >> 30]
            )
        return total

    def score(self, total: int) -> float:
        """Returns a seat's score from the sums of its lanes."""
        # The int is the sum of its lanes; negative lanes have borrowed from the next one. Adding the sign bits makes
        # all lanes positive, and flipping them again gives the two's complement of each lane.
        *units, direct = self.lanes.unpack(((total + self.signs) ^ self.signs).to_bytes(self.lanes.size, "little"))
        squashed = [out * unit / (_ONE + abs(unit)) for out, unit in zip(self.outputs, units, strict=True)]
        return float(sum(squashed) + direct * UNIT)


@cache
def _network(seats: int) -> _Network:
    weights = load_weights()[seats]
    many = len(SYMMETRIES)
    lanes = many * len(weights.biases) + 1
    return _Network(
        biases=_lanes_of([*weights.biases * many, 0]),
        features=tuple(_lanes_of([*patterns * many, direct]) for direct, *patterns in weights.features),
        places=tuple(_row_sums(fields) for fields in weights.places),
        outputs=tuple(each * UNIT for each in weights.outputs * many),
        signs=_lanes_of([_HALF] * lanes),
        lanes=Struct(f"<{lanes}i"),
    )


def _lanes_of(numbers: Sequence[int]) -> int:
    return sum(number << 32 * lane for lane, number in enumerate(numbers))


def _row_sums(fields: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Returns the effect of each set of stones in a row, for each row."""
    each = [_lanes_of([number for seen_at in SYMMETRIES for number in fields[seen_at[field]]]) for field in _EVERY]
    rows = (each[begin : begin + SIDE] for begin in range(0, len(each), SIDE))
    return tuple(
        tuple(sum(number for column, number in enumerate(row) if bits >> column & 1) for bits in range(1 << SIDE))
        for row in rows
    )


RIVAL_SHARE = 0.5
WIN = 100.0
TURN_CHANGE = 1.5
"""Typical change of a largest mine in a turn, in fields."""
HOPE = 3.0
"""How fast the value of a loss falls, per field of the lead."""


class _Weights(NamedTuple):
    """The points of a seat, in addition to one for each field of its largest mine."""

    goldclaim: float
    field: float


_STRENGTH = _Weights(goldclaim=0.6, field=0.3)
_RANK = _Weights(goldclaim=1 / 40, field=1 / 1600)
"""As the rules break ties: 30 goldclaims are less than a field of the mine, 36 fields less than a goldclaim."""


def heuristic_value(state: State) -> TurnValue:
    """Returns the value of each end of this turn, in points."""
    if not state.last_round:
        strength, best_rival = _seat_points(state, _STRENGTH)
        return lambda marks, owned: strength(marks, owned) - RIVAL_SHARE * best_rival(marks)
    rank, best_rank = _seat_points(state, _RANK)
    turns_to_come = state.last_round.turns_left - 1
    return lambda marks, owned: _lead_value(rank(marks, owned) - best_rank(marks), turns_to_come)


def _lead_value(lead: float, turns_to_come: int) -> float:
    if turns_to_come:
        return WIN / (1 + exp(-lead / (TURN_CHANGE * turns_to_come)))
    if lead > 0:
        return WIN
    return exp(HOPE * lead) if lead else WIN / 2


def _seat_points(state: State, weights: _Weights) -> tuple[TurnValue, Callable[[int], float]]:
    """Returns the points of the active player and of the best rival after the turn, as functions of its marks."""
    turn, gold = state.turn, state.gold
    own, rivals = state.fields[turn], (*state.fields[:turn], *state.fields[turn + 1 :])
    own_mine = mine_size(own)

    def own_points(marks: int, owned: int) -> float:
        fields = own | marks
        mine = _grown_mine(own_mine, fields, marks & ~own)
        return mine + weights.goldclaim * (fields & (gold | owned)).bit_count() + weights.field * fields.bit_count()

    @cache  # a rival loses the same few fields in many ways
    def points(fields: int) -> float:
        goldclaims = (fields & gold).bit_count()
        return mine_size(fields) + weights.goldclaim * goldclaims + weights.field * fields.bit_count()

    before = [points(each) for each in rivals]
    best, anyones = max(before), sum(rivals)

    def best_rival_points(taken: int) -> float:
        # Most turns take nothing from a rival.
        if not taken & anyones:
            return best
        return max(points(each & ~taken) if each & taken else known for each, known in zip(rivals, before, strict=True))

    return own_points, best_rival_points


def _grown_mine(mine: int, fields: int, new: int) -> int:
    """Returns the size of the largest mine after the new fields have joined; it was `mine` before."""
    # Only a group with a new field can be larger than before.
    while new:
        group = group_around(new & -new, fields)
        mine = max(mine, group.bit_count())
        new &= ~group
    return mine
