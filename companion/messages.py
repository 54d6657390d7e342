"""What comes in: everything that can happen to the companion, as values. Times are seconds of the loop's clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from companion.journal import Finished, JournalError, Unfinished
    from companion.link import Link
    from companion.model import Step
    from engine.game import Json, Seat
    from hardware.device import Fault, Press


class Pressed(NamedTuple):
    """A button was pressed, on the box or on a mirror."""

    press: Press
    at: float
    seat: Seat | None = None
    """Whose press it is: it counts on that seat's turn only; None: anybody's."""


class Ticked(NamedTuple):
    """A moment has come at which something changes though nobody does anything."""

    at: float


class HistoryRead(NamedTuple):
    """The newest finished games, as the journal tells of them."""

    games: tuple[Finished, ...]
    """When they ended is as the clocks here show it."""
    at: float


class HistoryFailed(NamedTuple):
    """The journal cannot tell of the finished games."""

    error: JournalError
    at: float


class LinkTold(NamedTuple):
    """This is the way to the page."""

    link: Link
    at: float


class PowerRefused(NamedTuple):
    """The machine cannot be asked to switch off or restart, or was asked before this start and did not."""

    at: float


class PartChanged(NamedTuple):
    """A part of the device failed, or works again."""

    fault: Fault
    at: float


class SeedDrawn(NamedTuple):
    """The secret seed of the game that is about to begin: 32 bytes."""

    seed: bytes
    at: float


class JournalOpened(NamedTuple):
    """The journal is there, and this is the game that it holds unfinished."""

    unfinished: Unfinished | None
    at: float
    last: Json | None = None
    """The line-up of the newest game, finished or not; None: there has been none."""


class GameLeft(NamedTuple):
    """A game has ended, and this one was left unfinished before it."""

    unfinished: Unfinished
    at: float


class JournalFailed(NamedTuple):
    """The journal could not be opened, or did not take what happened."""

    error: JournalError
    wanted: Step | None
    """The step that was not taken, less what was done of it; None at the opening."""
    at: float


Answer = SeedDrawn | HistoryRead | HistoryFailed | LinkTold | PowerRefused | JournalOpened | JournalFailed | GameLeft
"""What carrying out an effect may answer."""
Message = Pressed | Ticked | PartChanged | Answer
