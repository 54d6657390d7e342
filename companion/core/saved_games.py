"""The values that the journal returns about a game, for pages and messages, and its errors."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import NewType

from msgspec import Struct

from companion.files import legible
from companion.locale.translator import N_
from engine.game import Json

VERIFIED = {"dice": N_("Dice verified"), "tiles": N_("Tiles verified"), "fixed": N_("Not random")}
"""The texts of the history after the check of a game's dice or tiles, by the result of `verify_draws`."""

GameId = NewType("GameId", int)
"""The number of a game in one journal; later games have higher numbers, independent of the clock."""


class Unfinished(Struct, frozen=True):
    number: GameId
    lineup: Json
    seed: bytes
    begun_at: str
    events: tuple[Json, ...]
    """The events before the first damaged one."""
    ack_cursor: int
    """The newest value of `Journal.save_ack_cursor`; 0 without one."""
    first_damaged_event: int | None = None
    """Its number, 0 for the line-up or the seed; None without damage."""


class SavedEvents(Struct, frozen=True):
    """The undamaged events of a game with their times."""

    events: tuple[Json, ...]
    times: tuple[str, ...]
    first_damaged_event: int | None
    """Its number, 0 for the line-up; None without damage."""


class Finished(Struct, frozen=True):
    number: GameId
    lineup: Json
    begun_at: str
    minutes: int
    """The duration without long breaks (`Journal.minutes`)."""
    summary: Json

    @property
    def players(self) -> list[str]:
        return list(self.summary["players"])

    @property
    def winners(self) -> list[str]:
        return [self.players[seat] for seat in self.summary["winners"]]


class HistoryEntry(Struct, frozen=True):
    """A game in the history; a damaged one is marked."""

    number: GameId
    finished: Finished | None
    """None if its summary is damaged."""
    damage: DamagedGame | None
    date: str = ""
    """The day on which it began, in local time: `2026-11-21`; empty if it is not known."""


class JournalProblem(StrEnum):
    """The problems of a journal, each with a sentence in English, to be translated."""

    LOCKED = N_("{path} is in use by another companion: close that one, or choose another game file")
    FULL = N_("the disk has no space left for {path}: free some space and try again")
    READ_ONLY = N_("{path} cannot be read or written: check its permissions and its disk, or choose another file")
    NEWER = N_(
        "{path} was written by a newer companion or by another program: update this one, or choose another game file"
    )
    DAMAGED = N_("{path} is damaged, or from an older version")


class JournalError(Exception):
    """The journal cannot be used, or an event could not be saved, not even in part.

    Attributes:
        problem: the kind of problem.
        path: the journal's file.
        text: one sentence in English, to be translated.
        values: the values of its placeholders.
        number: that of the damaged game; 0 if the error is not about one game.
    """

    number = 0

    def __init__(self, problem: JournalProblem, path: Path, text: str | None = None, **values: object) -> None:
        self.text: str = problem.value if text is None else text
        self.values: dict[str, object] = {"path": legible(path), **values}
        super().__init__(self.text.format(**self.values))
        self.problem = problem
        self.path = path

    def __reduce__(self) -> tuple[type[JournalError], tuple[object, ...]]:
        """For `pickle`, because a worker may raise it; without notes, such as the worker's traceback."""
        return JournalError, (self.problem, self.path)


class DamagedGame(JournalError):
    """One game is damaged; the others are not affected.

    Attributes:
        number: that of the game.
        event: the number of the first damaged event; 0 for the line-up, the seed or the result.
    """

    def __init__(self, path: Path, number: int, event: int = 0) -> None:
        text = N_("game {game} in {path} is damaged")
        if event:
            text = N_("game {game} in {path} is damaged from event {event} on")
        super().__init__(JournalProblem.DAMAGED, path, text, game=number, event=event)
        self.number = number
        self.event = event

    def __reduce__(self) -> tuple[type[JournalError], tuple[object, ...]]:
        return DamagedGame, (self.path, self.number, self.event)
