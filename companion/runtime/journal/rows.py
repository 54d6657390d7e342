"""Reads values from the journal's rows, which may hold anything after damage."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from engine.game import Json


_TIME = re.compile(r"(19[7-9]|2[0-9]{2})[0-9]-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


class Kept(NamedTuple):
    """The undamaged events of a game."""

    events: tuple[Json, ...]
    times: tuple[str, ...]
    """When each was appended."""
    damaged: int | None
    """The number of the first damaged event, 0 for the line-up or the seed; None: no damage."""
    unchecked: int
    """How many of the newest events have no checksum, because an older version wrote them."""


def to_text(value: Json) -> str:
    """Formats a JSON object as the journal stores it."""
    return json.dumps(value, separators=(",", ":"))


def to_object(text: str | bytes) -> dict[str, Any]:
    """Parses what `to_text` wrote.

    Raises:
        ValueError: the text is no JSON object.
        RecursionError: it is nested too deep.
    """
    value = json.loads(text_of(text) if isinstance(text, str) else text)
    if not isinstance(value, dict):
        raise ValueError("no JSON object")  # noqa: TRY004 - the text is wrong, not the call
    return value


def text_of(value: object) -> str:
    """Returns the text in a column.

    Raises:
        ValueError: the column holds no text.
    """
    if not isinstance(value, str):
        raise ValueError("no text")  # noqa: TRY004 - the row is wrong, not the call
    return value


def time_of(value: object) -> str:
    """Returns the time in a column.

    Raises:
        ValueError: the column holds no time.
    """
    text = text_of(value)
    if not _TIME.fullmatch(text):
        raise ValueError("no time")
    datetime.fromisoformat(text)
    return text


def seed_of(value: object) -> bytes:
    """Returns the seed in a column.

    Raises:
        ValueError: the column holds no seed.
    """
    if not isinstance(value, bytes) or len(value) != 32:
        raise ValueError("no seed")
    return value


def number_of(value: object) -> int:
    """Returns the number in a column.

    Raises:
        ValueError: the column holds no number.
    """
    if not isinstance(value, int):
        raise ValueError("no number")  # noqa: TRY004 - the row is wrong, not the call
    return value
