"""What update wants done: values that the loop carries out, in order, before it adopts the new model."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from engine.game import Json
    from engine.record import AnyEvent
    from hardware.device import Tone


@dataclass(frozen=True, slots=True)
class DrawSeed:
    """Draw the secret seed of a new game; `SeedDrawn` answers."""


class Begin(NamedTuple):
    """Journal a new game."""

    lineup: Json
    seed: bytes


class Append(NamedTuple):
    """Journal what happened; nothing shows its outcome before that is durable."""

    event: AnyEvent


class Acknowledge(NamedTuple):
    """Journal which outcomes of the newest event the players have acknowledged."""

    mark: int


class Finish(NamedTuple):
    """Journal that the game is over and done with; `GameLeft` answers, where one was left before it."""

    summary: Json


@dataclass(frozen=True, slots=True)
class Discard:
    """Journal that the unfinished game will not be resumed; `GameLeft` answers, where one was left before it."""


class Rewrite(NamedTuple):
    """Open the journal anew and write the whole game into it, in the place of what it holds of that game.

    Attributes:
        aside: whether the file that is there now is kept aside and a new one begun.
    """

    lineup: Json
    seed: bytes
    events: tuple[AnyEvent, ...]
    mark: int
    aside: bool = False


class OpenJournal(NamedTuple):
    """Open the journal; `JournalOpened` or `JournalFailed` answers.

    Attributes:
        aside: whether the file that is there now is kept aside and a new one begun.
    """

    aside: bool = False


class ReadHistory(NamedTuple):
    """Read the newest finished games; `HistoryRead` answers."""

    limit: int


class TellLink(NamedTuple):
    """Tell the way to the page; `LinkTold` answers.

    Attributes:
        renewed: whether all links that were told before become worthless.
    """

    renewed: bool = False


class Power(StrEnum):
    """What the machine may be asked for: systemctl's verbs, and the instances of companion-power@.path."""

    OFF = "poweroff"
    RESTART = "reboot"


class ChangePower(NamedTuple):
    """Switch the machine off, or restart it, once the companion has ended; `PowerRefused` answers if that cannot be."""

    power: Power


@dataclass(frozen=True, slots=True)
class CheckPower:
    """Look whether the machine was to go down before this start, and did not; `PowerRefused` answers if so."""


class Play(NamedTuple):
    """Sound these tones."""

    tones: tuple[Tone, ...]


class Announce(NamedTuple):
    """Tell everybody at the table."""

    text: str


class Speak(NamedTuple):
    """Say this aloud, where there is a voice; a sound as much as `Play`."""

    text: str
    language: str


Journalled = Begin | Append | Acknowledge | Finish | Discard | Rewrite
"""What the journal does; left out while the players go on without one."""

Effect = (
    Journalled | DrawSeed | OpenJournal | ReadHistory | TellLink | ChangePower | CheckPower | Play | Announce | Speak
)
