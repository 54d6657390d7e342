"""What the journal gives back of a game, as values that pages and messages share."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, NewType

from msgspec import Struct

from companion.locale.translator import N_

if TYPE_CHECKING:
    from companion.core.journal_error import DamagedGame
    from engine.game import Json


VERIFIED = {"dice": N_("Dice verified"), "tiles": N_("Tiles verified"), "fixed": N_("Not random")}
"""What the history says of a game whose draws were all checked, by what `verified_draws` found."""

GameId = NewType("GameId", int)
"""A game in one journal; a later game has a higher one, whatever the clock said."""


class Unfinished(Struct, frozen=True):
    """A game that can be resumed."""

    game: GameId
    lineup: Json
    seed: bytes
    begun_at: str
    events: tuple[Json, ...]
    """Up to the first damaged one."""
    seen: int
    """What `Journal.note_acknowledged` stored last; 0 before."""
    damaged: int | None = None
    """The first event that is not as it was written, 0 the line-up or the seed; None: all are."""


class Finished(Struct, frozen=True):
    """A line of the history."""

    game: GameId
    lineup: Json
    begun_at: str
    minutes: int
    """How long it was played: see `Journal.minutes`."""
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


class HistoryEntry(NamedTuple):
    """A game in the history. A damaged one is marked, and hides no other."""

    game: GameId
    finished: Finished | None
    """None: what is told of it is itself damaged."""
    damage: DamagedGame | None
    """None: all of it is as it was written."""
    date: str = ""
    """The day on which it began, by the clocks here: `2026-11-21`; empty where nothing can be told."""
