"""What the journal gives back of a game, as values that pages and messages share."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, NewType

if TYPE_CHECKING:
    from companion.core.journal_error import JournalError
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

    @property
    def players(self) -> list[str]:
        """The names by seat."""
        return list(self.summary["players"])

    @property
    def winning_seats(self) -> frozenset[int]:
        """The seats that share the win; may be none."""
        return frozenset(self.summary["winners"])

    @property
    def winners(self) -> list[str]:
        return [self.players[seat] for seat in self.summary["winners"]]

    @property
    def minutes(self) -> int:
        """How long it took, in whole minutes; 0 if the clock was set back in between."""
        began, ended = datetime.fromisoformat(self.begun_at), datetime.fromisoformat(self.ended_at)
        return max(0, round((ended - began).total_seconds() / 60))


@dataclass(frozen=True, slots=True)
class Abandoned:
    """A game with sealed dice that was not played to its end: its commitment was shown, so it is told of."""

    game: GameId
    lineup: Json
    seed: bytes
    begun_at: str
    ended_at: str | None
    """None: it was left for another game, and can be resumed when that one has ended."""
    events: tuple[Json, ...]
    """Up to the first damaged one."""


class HistoryEntry(NamedTuple):
    """A game in the history. A damaged one is marked, and hides no other."""

    game: GameId
    finished: Finished | None
    """None: what is told of it is itself damaged."""
    damage: JournalError | None
    """None: all of it is as it was written."""
    date: str = ""
    """The day on which it began, by the clocks here: `2026-11-21`; empty where nothing can be told."""
    abandoned: AbandonedGame | None = None
    """Of a game with sealed dice that was abandoned, what is told in the place of `finished`."""


class AbandonedGame(NamedTuple):
    """What is told of a game with sealed dice that was abandoned."""

    game: str
    begun_at: str
    players: tuple[str, ...]
    words: tuple[str | None, ...]
    """By seat; None: that seat had not added one yet."""
    commitment: str
    draws: int | None
    """How much the box had drawn, what was taken back included; None where the game's rules cannot be loaded."""
    seed: str | None
    """In hex; None while the game can still be resumed: then it must stay secret."""
