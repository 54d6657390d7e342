"""What the journal gives back of a game, as values that pages and messages share."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import NamedTuple, NewType

from msgspec import Struct

from companion.files import legible
from companion.locale.translator import N_
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
    """None if its summary is damaged, too."""
    damage: DamagedGame | None
    """None: all of it is as it was written."""
    date: str = ""
    """The day on which it began, in local time: `2026-11-21`; empty if it is not known."""


class Trouble(StrEnum):
    """What can be wrong with a journal, and the sentence that says so, to be translated."""

    LOCKED = N_("{path} is in use by another companion: close that one, or choose another game file")
    FULL = N_("the disk has no space left for {path}: free some space and try again")
    READ_ONLY = N_("{path} cannot be read or written: check its permissions and its disk, or choose another file")
    NEWER = N_(
        "{path} was written by a newer companion or by another program: update this one, or choose another game file"
    )
    DAMAGED = N_("{path} is damaged, or from an older version")


class Aside(StrEnum):
    """Why a journal was renamed and a new one begun; the new name contains the value."""

    DAMAGED = "damaged"
    OLD = "old"
    """An older version wrote it."""
    REPLACED = "replaced"
    """A backup was restored in its place."""


class JournalError(Exception):
    """The journal cannot be used, or cannot take an event: then nothing of that event is in it.

    Attributes:
        trouble: the kind.
        path: the journal's file.
        text: one sentence in English, to be translated.
        fields: what the fields of the sentence stand for.
        game: the number of the damaged game; 0: it is not about one game.
    """

    game = 0

    def __init__(self, trouble: Trouble, path: Path, text: str | None = None, **fields: object) -> None:
        self.text: str = trouble.value if text is None else text
        self.fields: dict[str, object] = {"path": legible(path), **fields}
        super().__init__(self.text.format(**self.fields))
        self.trouble = trouble
        self.path = path

    def __reduce__(self) -> tuple[type[JournalError], tuple[object, ...]]:
        """Returns how `pickle` makes it again: a worker may raise it."""
        return JournalError, (self.trouble, self.path)


class DamagedGame(JournalError):
    """One game is not as it was written; the others are not concerned.

    Attributes:
        game: its number.
        event: the first damaged event; 0: what the game began or ended with.
    """

    def __init__(self, path: Path, game: int, event: int = 0) -> None:
        text = N_("game {game} in {path} is damaged")
        if event:
            text = N_("game {game} in {path} is damaged from event {event} on")
        super().__init__(Trouble.DAMAGED, path, text, game=game, event=event)
        self.game = game
        self.event = event

    def __reduce__(self) -> tuple[type[JournalError], tuple[object, ...]]:
        return DamagedGame, (self.path, self.game, self.event)
