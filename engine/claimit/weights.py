"""The inputs of the learned win chance, and its weights."""

import json
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from pkgutil import get_data
from typing import Any, NamedTuple

from engine.claimit.position import (
    EVERYWHERE,
    FIELDS,
    GOLDCLAIMS_TO_CALL,
    format_field,
    group_around,
    groups_of,
    with_neighbours,
)
from engine.game import EngineError

REMEMBERED = 1 << 14
"""Size of the caches: in a search most positions differ in one field, and in one seat."""


class Figures(NamedTuple):
    """The figures of a seat between turns, in fields."""

    goldclaims: int = 0
    fields: int = 0
    mine: int = 0
    """The largest mine. Of several equal ones the one with the best prospects: the following figures, in their order.
    """
    locked: int = 0
    """The largest group of its goldclaims alone, which cannot be taken."""
    second: int = 0
    joined: int = 0
    """The largest mine after one more field next to it, with another group that this field joins."""
    loose: int = 0
    """Fields of the largest mine that are not goldclaims."""
    liberties: int = 0
    """Fields next to the largest mine that could be claimed."""
    weakest: int = 0
    """The rest of the largest mine without the loose field that connects most of it."""
    region: int = 0
    """The fields that the largest mine could ever reach; goldclaims of rivals limit it."""


@lru_cache(REMEMBERED)
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
    joined, liberties, weakest, region, bound = max(
        _prospects(group, groups, fields, gold) for group in groups[: sizes.count(size)]
    )
    return Figures(
        goldclaims=(fields & gold).bit_count(),
        fields=fields.bit_count(),
        mine=size,
        locked=max(map(int.bit_count, groups_of(fields & gold)), default=0),
        second=sizes[1] if len(sizes) > 1 else 0,
        joined=joined,
        loose=size - bound,
        liberties=liberties,
        weakest=weakest,
        region=region,
    )


def _prospects(mine: int, groups: Sequence[int], fields: int, gold: int) -> tuple[int, int, int, int, int]:
    """Returns a mine's `joined`, `liberties`, `weakest` and `region`, and the number of its goldclaims."""
    size, loose = mine.bit_count(), mine & ~gold
    shore = with_neighbours(mine) & EVERYWHERE & ~(fields | gold)
    others = [group.bit_count() for group in groups if group != mine and with_neighbours(group) & shore]
    return (
        size + 1 + max(others, default=0) if shore else size,
        shore.bit_count(),
        _weakest(mine, loose),
        _region(mine, EVERYWHERE & ~(gold & ~fields)),
        size - loose.bit_count(),
    )


@lru_cache(REMEMBERED)
def _weakest(mine: int, loose: int) -> int:
    least = mine.bit_count() - 1 if loose else mine.bit_count()
    while loose:
        field = loose & -loose
        loose ^= field
        # A field with fewer neighbours connects nothing.
        if (with_neighbours(field) & mine).bit_count() > 2:
            least = min(least, max(map(int.bit_count, groups_of(mine ^ field))))
    return least


@lru_cache(REMEMBERED)
def _region(mine: int, within: int) -> int:
    return group_around(mine, within).bit_count()


VERSION = 1
FILE = "engine/claimit/weights.json"
UNIT = 1e-4
LARGEST = 50
"""Maximum weight. The inputs of a seat sum to less than 2,400, so every sum fits into 32 bits."""


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


PLACES = ("own loose", "own goldclaim", "rival's loose", "rival's goldclaim")
"""What can be on a field, for a seat."""


class WeightsError(EngineError, ValueError):
    """The weights cannot be used. The message says why."""


class NetworkWeights(NamedTuple):
    """The weights of a network, in units of `UNIT`."""

    features: tuple[tuple[int, ...], ...]
    """For each feature its weight in the score, then in each pattern."""
    places: tuple[tuple[tuple[int, ...], ...], ...]
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
        raise WeightsError(f"The weights of the win chance, {FILE}, cannot be read.") from problem
    return parse_weights(text)


def read_weights() -> str:
    # Not by importlib.resources, which takes 2 MB in each worker.
    return (get_data("engine.claimit", "weights.json") or b"").decode()


def parse_weights(text: str) -> Mapping[int, NetworkWeights]:
    """Returns the weights for each number of players. Raises WeightsError: they are damaged or have another version."""
    try:
        content = json.loads(text)
        version = int(content["version"])
        if version == VERSION:
            return {seats: _parse_network(seats, content["networks"][str(seats)]) for seats in GOLDCLAIMS_TO_CALL}
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError) as problem:
        raise WeightsError(f"The weights of the win chance, {FILE}, are damaged.") from problem
    raise WeightsError(f"The weights of the win chance, {FILE}, are of version {version}; this is for {VERSION}.")


def _parse_network(seats: int, network: Mapping[str, Any]) -> NetworkWeights:
    features, places, patterns = network["features"], network["places"], len(network["biases"])
    by_kind = ([places[kind][format_field(field)] for field in FIELDS] for kind in PLACES)
    return NetworkWeights(
        features=tuple(_numbers(features[name], patterns + 1) for name in feature_names(seats)),
        places=tuple(tuple(_numbers(row, patterns) for row in rows) for rows in by_kind),
        biases=_numbers(network["biases"], patterns),
        outputs=_numbers(network["outputs"], patterns),
    )


def _numbers(values: Sequence[float], count: int) -> tuple[int, ...]:
    if len(values) != count or not all(abs(value) <= LARGEST for value in values):
        raise ValueError("too few weights, too many, or too large")
    return tuple(round(value / UNIT) for value in values)
