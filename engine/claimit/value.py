"""The win chance of each seat in a position between turns, learned by self-play.

A small network gives each seat a score; the softmax of the scores is the chances. The inputs for a seat are its
`Figures` and those of its rivals, the fields of all stones, the turns until its next turn, and the state of the last
round. There is one network for each number of players, for both variants. `docs/training/train.py` trains the weights;
weights.json contains the command.

The dice are symmetric in columns and rows, and in opposite faces (1 and 6, 2 and 5, 3 and 4) if they are swapped for
both dice. This gives four `SYMMETRIES` of the board. Each pattern of the network is applied in all four, so the chances
are equal in all of them, independent of the weights. A reflection of the columns alone is not a symmetry.

Speed: numpy would need more memory on a small computer than the rest of the program. So the sums of the hidden units
are computed in parallel in one long int, 32 bits each, and the effect of stones is looked up row by row.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from math import exp
from operator import add
from pkgutil import get_data
from struct import Struct
from typing import Any, NamedTuple

from engine.claimit import position
from engine.claimit.expectation import TurnValue
from engine.claimit.position import GOLDCLAIMS_TO_CALL, SIDE, State, group_around, groups_of, mine_size, with_neighbours
from engine.game import Code, EngineError, Illegal

CACHE_SIZE = 1 << 14
"""Size of the caches of figures: in a search most positions differ in one field and for one seat only."""


class Figures(NamedTuple):
    """The figures of a seat between turns, in fields."""

    goldclaims: int = 0
    fields: int = 0
    mine: int = 0
    """The largest mine; of several equal ones the one with the best `_prospects`."""
    locked: int = 0
    """The largest group of its goldclaims alone, which cannot be taken."""
    second: int = 0
    """The second largest group."""
    joined: int = 0
    """The largest mine after one more field next to it, with another group that this field joins."""
    loose: int = 0
    """Fields of the largest mine that are not goldclaims."""
    liberties: int = 0
    """Fields next to the largest mine that could be claimed."""
    weakest: int = 0
    """The size of the largest mine after the loss of one loose field, in the worst case."""
    region: int = 0
    """The fields that the largest mine could ever reach; goldclaims of rivals limit it."""


@lru_cache(CACHE_SIZE)
def figures(fields: int, gold: int) -> Figures:
    """Returns the figures of a seat.

    Args:
        fields: its fields.
        gold: the goldclaims of all seats.
    """
    if not fields:
        return Figures()
    groups = sorted(groups_of(fields), key=int.bit_count, reverse=True)
    sizes = [group.bit_count() for group in groups]
    size = sizes[0]
    # Of several largest mines the one with the best prospects, so that its place on the board does not matter.
    joined, liberties, weakest, region, mine_goldclaims = max(
        _prospects(group, groups, fields, gold) for group in groups[: sizes.count(size)]
    )
    return Figures(
        goldclaims=(fields & gold).bit_count(),
        fields=fields.bit_count(),
        mine=size,
        locked=max(map(int.bit_count, groups_of(fields & gold)), default=0),
        second=sizes[1] if len(sizes) > 1 else 0,
        joined=joined,
        loose=size - mine_goldclaims,
        liberties=liberties,
        weakest=weakest,
        region=region,
    )


def _prospects(mine: int, groups: Sequence[int], fields: int, gold: int) -> tuple[int, int, int, int, int]:
    """Returns a mine's `joined`, `liberties`, `weakest` and `region`, and the number of its goldclaims."""
    size, loose = mine.bit_count(), mine & ~gold
    liberties = with_neighbours(mine) & position.ALL_FIELDS & ~(fields | gold)
    others = [group.bit_count() for group in groups if group != mine and with_neighbours(group) & liberties]
    return (
        size + 1 + max(others, default=0) if liberties else size,
        liberties.bit_count(),
        _size_after_loss(mine, loose),
        _region(mine, position.ALL_FIELDS & ~(gold & ~fields)),
        size - loose.bit_count(),
    )


@lru_cache(CACHE_SIZE)
def _size_after_loss(mine: int, loose: int) -> int:
    least = mine.bit_count() - 1 if loose else mine.bit_count()
    while loose:
        field = loose & -loose
        loose ^= field
        # A field with fewer neighbours connects nothing.
        if (with_neighbours(field) & mine).bit_count() > 2:
            least = min(least, max(map(int.bit_count, groups_of(mine ^ field))))
    return least


@lru_cache(CACHE_SIZE)
def _region(mine: int, within: int) -> int:
    return group_around(mine, within).bit_count()


VERSION = 1
FILE_NAME = "engine/claimit/weights.json"
UNIT = 1e-4
"""The weights are whole multiples of this."""
MAX_WEIGHT = 50
"""The inputs of a seat sum to less than 2,400, so with this limit every sum fits into 32 bits."""


def feature_names(seats: int) -> tuple[str, ...]:
    """Returns the names of the inputs other than the stones, in the order of the network's inputs."""
    whose = ("own", "rival's") if seats == 2 else ("own", "best rival's", "rivals'")
    return (
        *(f"{who} {figure}" for who, figure in product(whose, Figures._fields)),
        *(f"waits {turns}" for turns in range(seats)),
        *(f"last round, turns left {turns}" for turns in range(1, seats + 1)),
        "leads",
        "last round, leads",
        "last round, shares the lead",
        "last round, its turn is to come",
        "last round, mine ahead",
        "last round, goldclaims ahead",
        "empty fields",
        "ownership stones left",
        "recycling",
    )


STONE_KINDS = ("own loose", "own goldclaim", "rival's loose", "rival's goldclaim")
"""The kinds of stones on a field, as a seat distinguishes them."""


class WeightsError(EngineError, ValueError):
    """The weights cannot be used. The message says why."""


class NetworkWeights(NamedTuple):
    """The weights of a network, in units of `UNIT`. A *pattern* is a hidden unit, applied in all four symmetries."""

    features: tuple[tuple[int, ...], ...]
    """For each feature its weight in the score, then in each pattern."""
    stones: tuple[tuple[tuple[int, ...], ...], ...]
    """For each kind of stone and each field, its weight in each pattern."""
    biases: tuple[int, ...]
    outputs: tuple[int, ...]
    """The weight of each pattern in the score."""


@cache
def load_weights() -> Mapping[int, NetworkWeights]:
    """Returns the built-in weights, by the number of players.

    Raises:
        WeightsError: the file cannot be read, is damaged, or has another version.
    """
    try:
        text = read_weights()
    except (OSError, UnicodeDecodeError) as problem:
        raise WeightsError(f"The weights of the win chance, {FILE_NAME}, cannot be read.") from problem
    return parse_weights(text)


def read_weights() -> str:
    # Not with importlib.resources, which takes 2 MB of memory in each worker.
    return (get_data("engine.claimit", "weights.json") or b"").decode()


def parse_weights(text: str) -> Mapping[int, NetworkWeights]:
    """Returns the weights for each number of players. Raises WeightsError: they are damaged or have another version."""
    try:
        content = json.loads(text)
        version = int(content["version"])
        if version == VERSION:
            return {seats: _parse_network(seats, content["networks"][str(seats)]) for seats in GOLDCLAIMS_TO_CALL}
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError) as problem:
        raise WeightsError(f"The weights of the win chance, {FILE_NAME}, are damaged.") from problem
    raise WeightsError(f"The weights of the win chance, {FILE_NAME}, are of version {version}; this is for {VERSION}.")


def _parse_network(seats: int, network: Mapping[str, Any]) -> NetworkWeights:
    features, places, patterns = network["features"], network["places"], len(network["biases"])
    by_kind = ([places[kind][position.format_field(field)] for field in position.FIELDS] for kind in STONE_KINDS)
    return NetworkWeights(
        features=tuple(_numbers(features[name], patterns + 1) for name in feature_names(seats)),
        stones=tuple(tuple(_numbers(row, patterns) for row in rows) for rows in by_kind),
        biases=_numbers(network["biases"], patterns),
        outputs=_numbers(network["outputs"], patterns),
    )


def _numbers(values: Sequence[float], count: int) -> tuple[int, ...]:
    if len(values) != count or not all(abs(value) <= MAX_WEIGHT for value in values):
        raise ValueError("too few weights, too many, or too large")
    return tuple(round(value / UNIT) for value in values)


def win_chances(state: State) -> tuple[float, ...]:
    """Returns the win chance of each seat, seat 0 first; exact once the game is over.

    Raises:
        Illegal: `phase`: a turn is in progress. `engine.claimit.expectation` rates its choices.
        WeightsError: the weights are damaged or of another version.
    """
    if state.phase is position.Phase.OVER:
        return win_shares(state.fields, state.gold)
    if state.phase is not position.Phase.ROLL:
        raise Illegal(Code.PHASE, "The win chances are known between turns: this turn is not over.")
    turns_left = state.last_round.turns_left if state.last_round else 0
    return _NearbyPositions(state).chances(0, 0, state.turn, turns_left)


def win_chance_value(state: State) -> TurnValue:
    """Returns the win chance of the active player after each end of this turn.

    Raises:
        WeightsError: as for `win_chances`.
    """
    seat_count, turn, gold, nearby = len(state.players), state.turn, state.gold, _NearbyPositions(state)
    turns_left = state.last_round.turns_left if state.last_round else 0
    own, next_turn = state.fields[turn], (turn + 1) % seat_count

    def value(marks: int, owned: int) -> float:
        if turns_left == 1:
            fields = [own | marks if seat == turn else each & ~marks for seat, each in enumerate(state.fields)]
            return win_shares(fields, gold | owned)[turn]
        called = not turns_left and ((own | marks) & (gold | owned)).bit_count() >= GOLDCLAIMS_TO_CALL[seat_count]
        return nearby.chances(marks, owned, next_turn, seat_count if called else max(0, turns_left - 1))[turn]

    return value


def win_shares(fields: Sequence[int], gold: int) -> tuple[float, ...]:
    """Returns each seat's share of the win if the game ended here (rules, The end)."""
    return _shares([figures(own, gold) for own in fields])


def _shares(by_seat: Sequence[Figures]) -> tuple[float, ...]:
    ranks = [(each.mine, each.goldclaims, each.fields) for each in by_seat]
    best = max(ranks)
    share = 1 / ranks.count(best)
    return tuple([share if rank == best else 0.0 for rank in ranks])


class _NearbyPositions:
    """Rates positions that differ little from one: it updates their sums instead of computing them again."""

    def __init__(self, state: State) -> None:
        self._state, self._network = state, _network(len(state.players))
        fields, gold = state.fields, state.gold
        taken = sum(fields)  # below, the stones of each seat by kind, as in `STONE_KINDS`
        by_kind = [(own & ~gold, own & gold, taken & ~own & ~gold, gold & ~own) for own in fields]
        self._stones = [self._network.stones(*kinds) for kinds in by_kind]
        self._changes: dict[tuple[int, int], Sequence[int]] = {}
        # For each seat its latest inputs and their sum; at first no inputs.
        self._latest: list[tuple[Sequence[int], int]] = [
            ((0,) * len(self._network.features), self._network.biases)
        ] * len(fields)

    def chances(self, marks: int, owned: int, turn: int, turns_left: int) -> tuple[float, ...]:
        """Returns the chances if the active player banks `marks`, of them `owned` as goldclaims; `turn` plays next."""
        state, network, seat_count = self._state, self._network, len(self._stones)
        fields = [own | marks if seat == state.turn else own & ~marks for seat, own in enumerate(state.fields)]
        gold, stones = state.gold | owned, self._stones
        rest = marks
        while rest:
            here = rest & -rest
            rest ^= here
            stones = list(map(add, stones, self._change(here, owned & here)))
        by_seat = [figures(own, gold) for own in fields]
        shares = _shares(by_seat)
        stones_left = position.OWNERSHIP_STONE_COUNT - gold.bit_count()
        board_features = (len(position.FIELDS) - sum(fields).bit_count(), stones_left, int(state.recycle))
        scores = []
        for seat, own in enumerate(by_seat):
            rivals = (*by_seat[:seat], *by_seat[seat + 1 :])
            round_features = _round_features(own, rivals, shares[seat], (seat - turn) % seat_count, turns_left)
            inputs = (*own, *_rival_features(rivals), *round_features, *board_features)
            known_inputs, total = self._latest[seat]
            for value, known, weight in zip(inputs, known_inputs, network.features, strict=True):
                if value != known:
                    total += (value - known) * weight
            self._latest[seat] = inputs, total
            scores.append(network.score(total + stones[seat]))
        highest = max(scores)
        powers = [exp(score - highest) for score in scores]
        total_power = sum(powers)
        return tuple([power / total_power for power in powers])

    def _change(self, here: int, owned: int) -> Sequence[int]:
        """Returns the change of each seat's sum if the active player takes a field that is not a goldclaim."""
        found = self._changes.get((here, owned))
        if found is None:
            turn, network = self._state.turn, self._network
            found = []
            for seat, own in enumerate(self._state.fields):
                # By kind of stone, as in `STONE_KINDS`.
                before, after = [own & here, 0, (sum(self._state.fields) & ~own) & here, 0], [0, 0, 0, 0]
                kind = (0 if seat == turn else 2) + (owned > 0)
                after[kind] = here
                found.append(network.stones(*after) - network.stones(*before))
            self._changes[here, owned] = found
        return found


def _rival_features(rivals: Sequence[Figures]) -> Sequence[int]:
    """Returns the maximum of each figure over the rivals; with several rivals also the sum."""
    if len(rivals) == 1:
        return rivals[0]
    columns = list(zip(*rivals, strict=True))
    return (*map(max, columns), *map(sum, columns))


def _round_features(own: Figures, rivals: Sequence[Figures], share: float, wait: int, turns_left: int) -> list[int]:
    """Returns the inputs for the wait until the next turn, the turns left, and the lead, as in `feature_names`."""
    seat_count = len(rivals) + 1
    inputs = [0] * (2 * seat_count + 6)  # the wait, the turns left, then six about the lead
    inputs[wait] = 1
    leads = int(share == 1)
    inputs[2 * seat_count] = leads
    if turns_left:
        inputs[seat_count + turns_left - 1] = 1
        inputs[2 * seat_count + 1 :] = (
            leads,
            int(0 < share < 1),
            int(wait < turns_left),
            own.mine - max([each.mine for each in rivals]),
            own.goldclaims - max([each.goldclaims for each in rivals]),
        )
    return inputs


_TRANSPOSED = tuple(SIDE * (field % SIDE) + field // SIDE for field in position.FIELDS)
SYMMETRIES = (position.FIELDS, _TRANSPOSED, position.FIELDS[::-1], _TRANSPOSED[::-1])
"""The image of each field: identity, columns exchanged with rows, half a turn, both."""

_SIGN_BIT = 1 << 31
_ONE = round(1 / UNIT)


@dataclass(frozen=True, slots=True)
class _Network:
    """The weights of a network as long ints: a lane of 32 bits for each pattern and symmetry, and one for the score."""

    biases: int
    features: tuple[int, ...]
    row_effects: tuple[tuple[tuple[int, ...], ...], ...]
    """The effect of stones: for each of the `STONE_KINDS` and each row, by the row's six bits."""
    outputs: tuple[float, ...]
    """The weight of each lane but the last in the score."""
    signs: int
    """The sign bit of every lane."""
    lanes: Struct

    def stones(self, *kinds: int) -> int:
        """Returns the effect of the stones of each kind on the lanes."""
        total = 0
        for rows, stones in zip(self.row_effects, kinds, strict=True):
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
        # A negative lane has borrowed from the next one. Adding the sign bits makes all lanes positive, and flipping
        # these bits again gives the two's complement of each lane.
        *units, direct = self.lanes.unpack(((total + self.signs) ^ self.signs).to_bytes(self.lanes.size, "little"))
        squashed = [out * unit / (_ONE + abs(unit)) for out, unit in zip(self.outputs, units, strict=True)]
        return float(sum(squashed) + direct * UNIT)


@cache
def _network(seats: int) -> _Network:
    weights = load_weights()[seats]
    copies = len(SYMMETRIES)
    lanes = copies * len(weights.biases) + 1
    return _Network(
        biases=_pack_lanes([*weights.biases * copies, 0]),
        features=tuple(_pack_lanes([*patterns * copies, direct]) for direct, *patterns in weights.features),
        row_effects=tuple(_row_sums(fields) for fields in weights.stones),
        outputs=tuple(each * UNIT for each in weights.outputs * copies),
        signs=_pack_lanes([_SIGN_BIT] * lanes),
        lanes=Struct(f"<{lanes}i"),
    )


def _pack_lanes(numbers: Sequence[int]) -> int:
    return sum(number << 32 * lane for lane, number in enumerate(numbers))


def _row_sums(fields: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Returns the effect of each set of stones in a row, for each row."""
    each = [_pack_lanes([number for image in SYMMETRIES for number in fields[image[at]]]) for at in position.FIELDS]
    rows = (each[begin : begin + SIDE] for begin in range(0, len(each), SIDE))
    return tuple(
        tuple(sum(number for column, number in enumerate(row) if bits >> column & 1) for bits in range(1 << SIDE))
        for row in rows
    )


RIVAL_WEIGHT = 0.5
WIN_POINTS = 100.0
TURN_CHANGE = 1.5
"""Typical change of a largest mine in a turn, in fields."""
LOSS_DECAY = 3.0
"""How fast the value of a loss decreases with the lead of the winner, per field."""


class _Points(NamedTuple):
    """The points per stone of a seat, in addition to one for each field of its largest mine."""

    goldclaim: float
    field: float


_STRENGTH = _Points(goldclaim=0.6, field=0.3)
_RANK = _Points(goldclaim=1 / 40, field=1 / 1600)
"""Ties are broken as in the rules: 30 goldclaims are less than a field of the mine, 36 fields less than a goldclaim."""


def heuristic_value(state: State) -> TurnValue:
    """Returns the value of each end of this turn, in points, by a simple formula without a network."""
    if not state.last_round:
        strength, best_rival = _seat_points(state, _STRENGTH)
        return lambda marks, owned: strength(marks, owned) - RIVAL_WEIGHT * best_rival(marks)
    rank, best_rank = _seat_points(state, _RANK)
    turns_to_come = state.last_round.turns_left - 1
    return lambda marks, owned: _lead_value(rank(marks, owned) - best_rank(marks), turns_to_come)


def _lead_value(lead: float, turns_to_come: int) -> float:
    if turns_to_come:
        return WIN_POINTS / (1 + exp(-lead / (TURN_CHANGE * turns_to_come)))
    if lead > 0:
        return WIN_POINTS
    return exp(LOSS_DECAY * lead) if lead else WIN_POINTS / 2


def _seat_points(state: State, points_per: _Points) -> tuple[TurnValue, Callable[[int], float]]:
    """Returns the points of the active player and of the best rival after the turn, as functions of its marks."""
    turn, gold = state.turn, state.gold
    own, rivals = state.fields[turn], (*state.fields[:turn], *state.fields[turn + 1 :])
    own_mine = mine_size(own)

    def own_points(marks: int, owned: int) -> float:
        fields = own | marks
        mine = _grown_mine(own_mine, fields, marks & ~own)
        goldclaims = (fields & (gold | owned)).bit_count()
        return mine + points_per.goldclaim * goldclaims + points_per.field * fields.bit_count()

    @cache  # a rival loses the same few fields in many ways
    def points(fields: int) -> float:
        goldclaims = (fields & gold).bit_count()
        return mine_size(fields) + points_per.goldclaim * goldclaims + points_per.field * fields.bit_count()

    before = [points(each) for each in rivals]
    best, rival_fields = max(before), sum(rivals)

    def best_rival_points(taken: int) -> float:
        # Most turns take nothing from a rival.
        if not taken & rival_fields:
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
