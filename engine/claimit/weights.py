"""The weights of the learned win chance: weights.json, checked when it is read."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.claimit.board import FIELDS, format_field
from engine.claimit.figures import Figures
from engine.claimit.scoring import GOLDCLAIMS_TO_CALL
from engine.game import EngineError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

VERSION = 1
FILE = "engine/claimit/weights.json"
UNIT = 1e-4
"""Weights are whole numbers of this."""
LARGEST = 50
"""No weight is larger: so no sum is above 32 bits, as all that a seat sees sums to less than 2,400."""


def feature_names(seats: int) -> tuple[str, ...]:
    """Returns the names of what a seat sees beside the places of the stones, in the order of the network's inputs."""
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
"""What may lie on a field, as a seat sees it."""


class WeightsError(EngineError, ValueError):
    """The weights cannot be used; the text says in one sentence what is wrong with them."""


class NetworkWeights(NamedTuple):
    """A network's weights, in units of `UNIT`."""

    features: tuple[tuple[int, ...], ...]
    """For each feature what it adds to the score directly, then to each pattern."""
    places: tuple[tuple[tuple[int, ...], ...], ...]
    """For each kind of stone and each field, what it adds to each pattern."""
    biases: tuple[int, ...]
    outputs: tuple[int, ...]
    """What each pattern adds to the score."""


@cache
def load_weights() -> Mapping[int, NetworkWeights]:
    """Returns the weights that are shipped, by the number of players.

    Raises:
        WeightsError: the file cannot be read, is damaged or of another version.
    """
    try:
        text = read_weights()
    except (OSError, UnicodeDecodeError) as problem:
        raise WeightsError(f"The weights of the win chance, {FILE}, cannot be read.") from problem
    return parse_weights(text)


def read_weights() -> str:
    """Returns the text of the file that is shipped."""
    return files("engine.claimit").joinpath("weights.json").read_text(encoding="utf-8")


def parse_weights(text: str) -> Mapping[int, NetworkWeights]:
    """Returns the weights of each number of players.

    Raises:
        WeightsError: they are damaged or of another version.
    """
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
