"""What the journal gives back, and how it is read from rows that may hold anything."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from engine.game import Json


_TIME = re.compile(r"(19[7-9]|2[0-9]{2})[0-9]-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


class Kept(NamedTuple):
    """The events of a game that are as they were written."""

    events: tuple[Json, ...]
    times: tuple[str, ...]
    """When each was appended."""
    damaged: int | None
    """The first event that is not, 0 the line-up or the seed; None: all are."""
    unchecked: int
    """How many of the newest an older version wrote, without a checksum."""


def to_text(value: Json) -> str:
    """A JSON object as it is kept."""
    return json.dumps(value, separators=(",", ":"))


def to_object(text: str | bytes) -> dict[str, Any]:
    """What `to_text` wrote.

    Raises:
        ValueError: it is something else.
        RecursionError: it is nested too deep.
    """
    value = json.loads(text_of(text) if isinstance(text, str) else text)
    if not isinstance(value, dict):
        raise ValueError("no JSON object")  # noqa: TRY004 - the text is wrong, not the call
    return value


def text_of(value: object) -> str:
    """A column that holds a text.

    Raises:
        ValueError: it holds none.
    """
    if not isinstance(value, str):
        raise ValueError("no text")  # noqa: TRY004 - the row is wrong, not the call
    return value


def time_of(value: object) -> str:
    """A column that holds a time, as the clock tells it.

    Raises:
        ValueError: it holds none.
    """
    text = text_of(value)
    if not _TIME.fullmatch(text):
        raise ValueError("no time")
    datetime.fromisoformat(text)
    return text


def seed_of(value: object) -> bytes:
    """A column that holds a secret of the dice.

    Raises:
        ValueError: it holds none.
    """
    if not isinstance(value, bytes) or len(value) != 32:
        raise ValueError("no seed")
    return value


def number_of(value: object) -> int:
    """A column that holds a number.

    Raises:
        ValueError: it holds none.
    """
    if not isinstance(value, int):
        raise ValueError("no number")  # noqa: TRY004 - the row is wrong, not the call
    return value
