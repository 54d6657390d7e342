"""The effects: what `update` wants done, as values. The loop runs them in order before it commits the new model."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

if TYPE_CHECKING:
    from companion.core.game_session import AnySession
    from companion.core.saved_games import GameId
    from engine.bot import BotView
    from engine.game import Json, Seat
    from engine.record import AnyEvent, AnyRecord
    from hardware.device import Tone


class DrawSeed(Struct, frozen=True):
    """Draw the secret seed of a new game; `SeedDrawn` answers."""


class BeginGame(NamedTuple):
    """Journal a new game."""

    lineup: Json
    seed: bytes


class AppendEvent(NamedTuple):
    """Journal an event; its outcome is shown only once it is durable."""

    event: AnyEvent


class SaveLineUp(NamedTuple):
    """Journal who plays from now on, in the place of the game's line-up so far."""

    lineup: Json


class Acknowledge(NamedTuple):
    """Journal how many outcomes of the newest event the players have acknowledged."""

    ack_cursor: int


class FinishGame(NamedTuple):
    """Journal that the game is finished; `GameLeft` answers if an older game is unfinished."""

    summary: Json


class DiscardGame(Struct, frozen=True):
    """Journal that the unfinished game will not be resumed; `GameLeft` answers if an older game is unfinished."""


class RewriteGame(NamedTuple):
    """Rename the damaged journal, begin a new one and write the whole game into it."""

    lineup: Json
    seed: bytes
    events: tuple[AnyEvent, ...]
    ack_cursor: int


class OpenJournal(NamedTuple):
    """Open the journal; `JournalOpened` or `JournalFailed` answers."""

    is_damaged: bool = False
    """Whether damage was found in it while it was open: it is renamed, and a new one begun."""


class CopyLog(Struct, frozen=True):
    """Copy the journal's log into its file, without holding up a press: a turn has ended."""


class ReadHistory(NamedTuple):
    """Read the newest finished games; `HistoryRead` answers."""

    limit: int


class VerifyDice(NamedTuple):
    """Check every draw of a finished game; `DiceVerified` comes later if all are right, or given."""

    game: GameId


class ReadPeople(Struct, frozen=True):
    """Count what everybody has played, without holding up a press; `PeopleRead` or `HistoryFailed` comes later."""


class AskCoach(NamedTuple):
    """Ask the coach about the newest position, without holding up a press; `Advised` comes later.

    An older question that has not been answered yet is dropped.
    """

    session: AnySession


class AnalyseGame(NamedTuple):
    """Have the coach go through a game that is over, without holding up a press; `Analysed` comes later."""

    session: AnySession


class IssueLink(NamedTuple):
    """Issue a link to the web page; `LinkIssued` answers. A renewed one makes all links issued before invalid."""

    renewed: bool = False


class Power(StrEnum):
    """What the machine may be asked for: systemctl's verbs, and the instances of companion-power@.path."""

    OFF = "poweroff"
    RESTART = "reboot"


class ChangePower(NamedTuple):
    """Switch the machine off, or restart it, once the companion has ended; `PowerRefused` answers if that cannot be."""

    power: Power


class CheckPower(Struct, frozen=True):
    """Look whether the machine was to go down before this start, and did not; `PowerRefused` answers if so."""


class Think(NamedTuple):
    """Ask a bot what it does; `BotDecided` or `BotFailed` comes later."""

    number: int
    """Of the position; the answer repeats it."""
    bot: str
    """Its name in the notation."""
    view: BotView[Any]
    chance_seed: bytes
    """What its chance is made of, 32 bytes that are no secret."""
    record: AnyRecord
    """What has happened so far, for a bot that is another program."""
    seat: Seat


class PlayTones(NamedTuple):
    """Play these tones on the buzzer, and on every frontend."""

    tones: tuple[Tone, ...]


class Caption(NamedTuple):
    """Show a line of text on every frontend: the caption of what just happened."""

    text: str


class Speak(NamedTuple):
    """Speak this text, if speech is on. Muting drops it together with `PlayTones`."""

    text: str
    language: str


GameContent = BeginGame | AppendEvent | SaveLineUp | Acknowledge | RewriteGame
"""The effects that write what is in a game: where the whole game is written anew, it holds all of that."""

JournalEffect = GameContent | FinishGame | DiscardGame | CopyLog
"""The effects that write to the journal; dropped while the players play on without saving."""

SlowEffect = Think | AskCoach | AnalyseGame | VerifyDice | ReadPeople
"""The effects that a worker process runs: what comes of them comes later."""

Effect = (
    JournalEffect | SlowEffect | DrawSeed | OpenJournal | ReadHistory | IssueLink | ChangePower | CheckPower | PlayTones
    | Caption | Speak
)  # fmt: skip
