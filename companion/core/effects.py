"""The effects: values that `update` returns and the loop runs. Also the sounds."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Literal, Protocol

from msgspec import Struct

from companion.core.saved_games import GameId
from engine.game import Json
from engine.record import AnyEvent
from hardware.device import Tone

# The sounds, each different in rhythm.

ROLL = (Tone(880, 0.03), Tone(0, 0.03), Tone(988, 0.03), Tone(0, 0.03), Tone(1047, 0.03))
PLACE = (Tone(659, 0.06),)
BUST = (Tone(392, 0.15), Tone(0, 0.05), Tone(330, 0.15), Tone(0, 0.05), Tone(262, 0.4))
BANK = (Tone(659, 0.08), Tone(784, 0.08), Tone(988, 0.16))
LAST_ROUND = (Tone(784, 0.25), Tone(0, 0.1), Tone(784, 0.25), Tone(0, 0.1), Tone(1047, 0.5))
ALL_PASSED = (Tone(784, 0.12), Tone(0, 0.08), Tone(659, 0.12), Tone(0, 0.08), Tone(523, 0.3))
"""A round ends because no player can continue, or a pirate appears instead of a discovery."""
WIN = (Tone(523, 0.12), Tone(659, 0.12), Tone(784, 0.12), Tone(0, 0.06), Tone(784, 0.08), Tone(1047, 0.5))
UNDO = (Tone(784, 0.05), Tone(659, 0.05))
NO_SCREEN = (Tone(523, 0.3), Tone(0, 0.1), Tone(262, 0.3), Tone(0, 0.1), Tone(523, 0.3))
WRONG = (Tone(220, 0.12),)
"""A rejected press."""


class CreateSeed(Struct, frozen=True):
    """Create the secret seed of a new game; `SeedCreated` answers."""


class BeginGame(Struct, frozen=True):
    lineup: Json
    seed: bytes


class AppendEvent(Struct, frozen=True):
    """Journal an event, before its outcome is shown."""

    event: AnyEvent


class SaveLineUp(Struct, frozen=True):
    lineup: Json


class Acknowledge(Struct, frozen=True):
    """Journal how many outcomes of the newest event the players have acknowledged."""

    ack_cursor: int
    """`GameSession.ack_cursor`."""


class FinishGame(Struct, frozen=True):
    """Journal that the game is finished; `UnfinishedGameFound` answers if an older game is unfinished."""

    summary: Json


class DiscardGame(Struct, frozen=True):
    """Journal that the unfinished game will not be resumed; `UnfinishedGameFound` may answer."""


class RewriteGame(Struct, frozen=True):
    """Rename the damaged journal, start a new one and write the whole game into it."""

    lineup: Json
    seed: bytes
    events: tuple[AnyEvent, ...]
    ack_cursor: int


class OpenJournal(Struct, frozen=True):
    """Open the journal; `JournalOpened` or `JournalFailed` answers."""

    replace_file: bool = False
    """Whether damage was found while it was open: the file is renamed, and a new one is started."""


class CopyLog(Struct, frozen=True):
    """Copy the journal's log into its file, in the background."""


class ReadHistory(Struct, frozen=True):
    """Read the newest finished games; `Answered` has the `HistoryEntry` of each."""

    limit: int


class VerifyDice(Struct, frozen=True):
    """Check all rolls of a finished game; `Answered` has a key of `saved_games.VERIFIED`, None if one is wrong."""

    number: GameId


class ReadPeople(Struct, frozen=True):
    """Count all games by person, in the background; `Answered` comes later with `People`."""


class IssueLink(Struct, frozen=True):
    """Issue a link to the web page; `LinkIssued` answers."""

    renewed: bool = False
    """Whether all earlier links become invalid."""


class Power(StrEnum):
    """Requests to the machine. The values are systemctl's verbs, and instances of companion-power@.path."""

    OFF = "poweroff"
    RESTART = "reboot"


class ChangePower(Struct, frozen=True):
    """Switch off or restart the machine after the companion has ended; `PowerRefused` answers if that is impossible."""

    power: Power


LaneName = Literal["play", "think", "read"]
"""`play` for jobs that a game waits for, `think` for longer ones, `read` for reading the journal."""

DECISION_S = 20.0
"""Timeout of a decision in seconds: on a small Pi the first one takes 3, mostly to load the rules."""
ADVICE_S = 120.0
"""Timeout of the coach for a position, in seconds."""
ANALYSIS_S = 600.0
"""Timeout of the coach for a game, in seconds: a game of 10,000 events takes a minute on a laptop."""


class Job(Struct, frozen=True):
    """A function call for a worker process.

    Example:
        >>> Job("read", sorted, ([3, 1, 2],), limit_s=5.0)
        Job(lane='read', function=<built-in function sorted>, arguments=([3, 1, 2],), limit_s=5.0, is_newest_only=False)
    """

    lane: LaneName
    function: Callable[..., Any]
    """The function, importable by name. The process loads only its module."""
    arguments: tuple[Any, ...]
    """The arguments; they and the result are pickled."""
    limit_s: float
    is_newest_only: bool = False
    """Whether a later job of this kind replaces it before it begins, `workers.SETTLE_S` after the newest one. The
    future of a replaced job is cancelled."""


class WorkerQuestion(Protocol):
    """A value of an observer that describes a computation."""

    @property
    def job(self) -> Job:
        """The call whose result is the answer."""


class Ask(Struct, frozen=True):
    """Let a worker process answer an observer's question; `Answered` comes later."""

    question: WorkerQuestion


class PlayTones(Struct, frozen=True):
    tones: tuple[Tone, ...]


class Caption(Struct, frozen=True):
    """Show a line of text about the newest event on every frontend."""

    text: str


class Speak(Struct, frozen=True):
    """Speak this text, if speech is on. It is dropped together with `PlayTones` if the sound is off."""

    text: str
    language: str


GameContent = BeginGame | AppendEvent | SaveLineUp | Acknowledge | RewriteGame
"""The effects that write the content of a game; rewriting the whole game includes them."""

JournalEffect = GameContent | FinishGame | DiscardGame | CopyLog
"""The effects that write to the journal; dropped while the players play on without saving."""

SlowEffect = Ask | VerifyDice | ReadPeople
"""The effects that a worker process runs; their results come later."""

Effect = (
    JournalEffect | SlowEffect | CreateSeed | OpenJournal | ReadHistory | IssueLink | ChangePower | PlayTones
    | Caption | Speak
)  # fmt: skip
