"""What the journal gives back of a game, as values that pages and messages share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NewType

if TYPE_CHECKING:
    from engine.game import Json


GameId = NewType("GameId", int)
"""A game in one journal; a later game has a higher one, whatever the clock said."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that can be resumed."""

    game: GameId
    lineup: Json
    seed: bytes
    begun_at: str
    events: tuple[Json, ...]
    """Up to the first damaged one."""
    seen: int
    """What `Journal.seen` noted last; 0 before, and where that was damaged."""
    last_at: str
    """When the newest event was appended; before any, when the game was begun."""
    damaged: int | None = None
    """The first event that is not as it was written, 0 the line-up or the seed; None: all are."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A line of the history."""

    game: GameId
    lineup: Json
    begun_at: str
    ended_at: str
    summary: Json
