"""A ghost as text: one JSON object, which people can read and programs can check."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any

from engine.choice_model import Agreement, Estimate
from engine.claimit.ghost import BANK_FIGURES, FEWEST_GAMES, PLACE_FIGURES, Ghost, Preference
from engine.game import EngineError, Illegal
from engine.starts import require_names

KIND = "ghost"
VERSION = 1
GAME = "claimit"
NUMBERS = re.compile(r"\[\n([-0-9.e,\s]+)\]")
"""A list of numbers over several lines, which is to stand in one. No name is meant: a text in JSON is never broken."""
LARGEST = 1000.0
"""No weight of a person's is near it."""


class GhostError(EngineError, ValueError):
    """A text is no ghost that can play; it says why, as the rest of a sentence that begins with the file's name."""


def format_ghost(ghost: Ghost) -> str:
    """Returns the text of a ghost."""
    content = {
        "companion": KIND,
        "version": VERSION,
        "game": GAME,
        "name": ghost.person,
        "games": ghost.fitted_to,
        "risk": ghost.risk,
        "banking": _format_preference(ghost.banking, BANK_FIGURES),
        "placing": _format_preference(ghost.placing, PLACE_FIGURES),
    }
    text = json.dumps(content, indent=1, ensure_ascii=False)
    return NUMBERS.sub(lambda found: f"[{', '.join(found[1].replace(',', ' ').split())}]", text) + "\n"


def parse_ghost(text: str) -> Ghost:
    """Returns the ghost of which this is the text.

    Raises:
        GhostError: it is none, damaged, of another version or of another game, or made of too few games.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise GhostError("is no ghost's file, or it is damaged") from problem
    if not isinstance(content, dict) or content.get("companion") != KIND:
        raise GhostError("is no ghost's file: companion ghost NAME writes one")
    if content.get("version") != VERSION:
        raise GhostError("is a ghost's file of another version: companion ghost NAME writes it anew")
    if content.get("game") != GAME:
        raise GhostError("is a ghost's file of another game: there are ghosts of Claim It! only")
    try:
        ghost = _parse(content)
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError, Illegal) as problem:
        raise GhostError("is a ghost's file that is damaged") from problem
    if ghost.fitted_to < FEWEST_GAMES:
        raise GhostError(f"is made of {ghost.fitted_to} games; a ghost needs at least {FEWEST_GAMES}")
    return ghost


def _format_preference(preference: Preference, figures: Iterable[str]) -> dict[str, Any]:
    foretold = preference.foretold
    return {
        "decisions": foretold.decisions,
        "foretold": [foretold.share, foretold.low, foretold.high],
        "weights": dict(zip(figures, preference.weights, strict=True)),
    }


def _parse(content: Mapping[str, Any]) -> Ghost:
    person, risk = content["name"], content["risk"]
    if not isinstance(person, str):
        raise TypeError("a name is a text")
    require_names((person,))
    return Ghost(
        person=person,
        fitted_to=_count(content["games"]),
        risk=None if risk is None else _estimate(risk, 1.0),
        banking=_parse_preference(content["banking"], BANK_FIGURES),
        placing=_parse_preference(content["placing"], PLACE_FIGURES),
    )


def _parse_preference(content: Mapping[str, Any], figures: Mapping[str, str]) -> Preference:
    weights = content["weights"]
    if weights.keys() != figures.keys():
        raise ValueError("other weights than the figures have")
    foretold = Agreement(_count(content["decisions"]), *_estimate(content["foretold"], 1.0))
    return Preference(tuple(_estimate(weights[figure], LARGEST) for figure in figures), foretold)


def _estimate(numbers: Sequence[Any], largest: float) -> Estimate:
    # A bool is an int to Python, and NaN is a number to its JSON.
    if not all(type(number) in {int, float} and isfinite(number) and abs(number) <= largest for number in numbers):
        raise ValueError("what should be numbers is none, or too large")
    value, low, high = numbers
    if not low <= value <= high:
        raise ValueError("a value is not in its interval")
    return Estimate(value, low, high)


def _count(number: object) -> int:
    if type(number) is not int or number < 0:
        raise ValueError("what should count something is no whole number")
    return number
