"""The messages: everything that can happen to the companion, as values. Times are seconds of the loop's clock.

There are two kinds. Actions come from people: they press, point at a place, or answer a question by its name, on the
box or on a frontend; such a message names its sender, and may be refused. All others have no sender: time passes, a
part fails, an effect has a result. `program.update` makes a transition of each message; nothing else changes the model.
"""

from typing import Any

from msgspec import Struct

from companion.core.lineup import BOX, ViewerKind
from companion.core.model import Refusal, Transition
from companion.core.saved_games import JournalError, Unfinished
from engine.game import Json
from hardware.device import PartFault, Press

WATCHING = Refusal("watching", "This needs a link from the table.")
MENU_REFUSED = Refusal("menu", "The menu belongs to the whole table.")
NOT_YOUR_TURN = Refusal("turn", "It is not the turn of this seat.")


class UnknownPlaceError(ValueError):
    """No place of the board has this name. The text says in one sentence how places are named."""


class Pressed(Struct, frozen=True):
    """A button was pressed, on the box or on a frontend."""

    press: Press
    at: float = 0.0
    sender: ViewerKind = BOX
    view: int | None = None
    """The `Model.view` that the sender saw; None if unknown."""


class Pointed(Struct, frozen=True):
    """A person points at a place of the board."""

    place: str
    """The table's name of the place: `5/2`, in Klondike `1/1E`."""
    at: float = 0.0
    sender: ViewerKind = BOX


class StoneMoved(Struct, frozen=True):
    """A contact under the board has detected a stone, or no longer detects it; the person who moved it is unknown."""

    light: int
    """The light, 0 to 35; the open page knows the name of the place there."""
    is_there: bool
    at: float


class Chosen(Struct, frozen=True):
    """A person answers a question of the open form."""

    name: str
    value: object
    """One of its answers' values."""
    at: float = 0.0
    sender: ViewerKind = BOX
    view: int | None = None


ActionMessage = Pressed | Pointed | Chosen
"""The actions of people. The loop sets their time and sender."""
Action = Press | ActionMessage


class Ticked(Struct, frozen=True):
    """Time has passed: the frame or the model changes without input."""

    at: float


class PageLink(Struct, frozen=True):
    """A link whose token permits pressing buttons. It must not appear in a log or on the page of a spectator."""

    address: str
    """The address without the token."""
    qr_rows: tuple[str, ...]
    """The rows of its QR code from the top, a 1 for each dark module. Empty if no phone can reach the address."""
    has_switch: bool = False
    """Whether the page has a switch that lets phones join."""

    def __repr__(self) -> str:
        return f"PageLink({self.address!r})"  # without the token


def is_local(link: str) -> bool:
    """Returns whether a link leads to this computer only: to the loopback's addresses or its name."""
    from ipaddress import ip_address  # noqa: PLC0415 - slow to load, as the next one
    from urllib.parse import urlsplit  # noqa: PLC0415

    host = urlsplit(link).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class LinkIssued(Struct, frozen=True):
    link: PageLink
    at: float


class PowerRefused(Struct, frozen=True):
    """Switching off or restarting is impossible, or was requested before this start and did not happen."""

    at: float


class PartChanged(Struct, frozen=True):
    fault: PartFault
    """Without a reason, the part works again."""
    at: float


class SeedCreated(Struct, frozen=True):
    seed: bytes
    at: float


class Answered(Struct, frozen=True):
    """A question was answered, mostly by a worker process."""

    question: Any
    """The value of the request, by an observer or an effect."""
    answer: Any
    """None if the question failed; for some questions None is also an answer."""
    at: float
    problem: BaseException | None = None
    """Why it failed; None if it did not fail."""


class JournalOpened(Struct, frozen=True):
    """The journal was opened; it may hold an unfinished game."""

    unfinished: Unfinished | None
    at: float
    lineups: tuple[Json, ...] = ()
    """The line-ups of the newest games, the newest first: who has played before."""


class JournalReplaced(Struct, frozen=True):
    """The journal was damaged; it was renamed, and a new one was started."""

    at: float


class UnfinishedGameFound(Struct, frozen=True):
    """A game has ended, and an older one is still unfinished."""

    unfinished: Unfinished
    at: float


class JournalFailed(Struct, frozen=True):
    """The journal could not be opened, or an event could not be written."""

    error: JournalError
    transition: Transition | None
    """The transition that was not committed, with the effects that have not run; None if opening or checking the
    journal failed."""
    at: float


class Crashed(Struct, frozen=True):
    """A bug in this program: handling a message or drawing has raised an exception, which the loop has logged."""

    at: float


EffectResult = (
    SeedCreated | Answered | LinkIssued
    | PowerRefused | JournalOpened | JournalReplaced | JournalFailed | UnfinishedGameFound
)  # fmt: skip
"""The messages that running an effect may produce."""
Message = ActionMessage | StoneMoved | Ticked | PartChanged | Crashed | EffectResult
