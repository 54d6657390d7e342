"""What comes in: everything that can happen to the companion, as values. Times are seconds of the loop's clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.journal import Finished, JournalError, Unfinished
    from companion.model import Step
    from engine.game import Json
    from hardware.device import Fault, Press


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button was pressed, on the box or on a mirror."""

    press: Press
    at: float


@dataclass(frozen=True, slots=True)
class Ticked:
    """A moment has come at which something changes though nobody does anything."""

    at: float


@dataclass(frozen=True, slots=True)
class HistoryRead:
    """The newest finished games, as the journal tells of them."""

    games: tuple[Finished, ...]
    at: float


@dataclass(frozen=True, slots=True)
class HistoryFailed:
    """The journal cannot tell of the finished games."""

    error: JournalError
    at: float


@dataclass(frozen=True, slots=True)
class PartChanged:
    """A part of the device failed, or works again."""

    fault: Fault
    at: float


@dataclass(frozen=True, slots=True)
class SeedDrawn:
    """The secret seed of the game that is about to begin: 32 bytes."""

    seed: bytes
    at: float


@dataclass(frozen=True, slots=True)
class JournalOpened:
    """The journal is there, and this is the game that it holds unfinished."""

    unfinished: Unfinished | None
    at: float
    last: Json | None = None
    """The line-up of the newest game, finished or not; None: there has been none."""


@dataclass(frozen=True, slots=True)
class JournalFailed:
    """The journal could not be opened, or did not take what happened."""

    error: JournalError
    wanted: Step | None
    """The step that was not taken, less what was done of it; None at the opening."""
    at: float


Message = Pressed | Ticked | HistoryRead | HistoryFailed | PartChanged | SeedDrawn | JournalOpened | JournalFailed
Answer = SeedDrawn | HistoryRead | HistoryFailed | JournalOpened | JournalFailed
"""What carrying out an effect may answer."""
