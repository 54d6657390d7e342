"""A seat that a bot plays: what a game's table knows of it, and what the bot that is to act is doing.

A bot is somebody else at the table: it presses nothing, it gets the position as its seat may see it, and its decision
is an event like any other. It thinks in a process of its own, so by the time it answers somebody may have taken
something back, or the seat may have changed hands. Each position in which a bot is to act therefore has a number, and a
decision for another number is dropped (`program/bots.py`). After an undo a bot waits for a person's `ok`: else it would
at once do again what the people have just taken back.

People see what a bot does before it happens (`BotSeat.show`), for as long as they need; only then it is recorded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from msgspec.structs import replace

from companion.core.effects import SaveLineUp
from companion.core.model import Transition
from engine import dice

if TYPE_CHECKING:
    from companion.core.game_session import AnySession
    from companion.core.lineup import LineUp
    from companion.core.model import Model
    from companion.core.page import Page
    from engine.game import GameEvent, Seat


class Decision(NamedTuple):
    """What a bot has decided."""

    event: GameEvent | None
    """None: what is left to do is what `ok` does, such as to roll, or to go on after a bust."""


class BotTurn(NamedTuple):
    """The bot that is to act, and what it is doing."""

    number: int
    """Of the position: what a bot has decided for another one is dropped."""
    position: tuple[object, ...]
    """What tells this position, seat and bot from all others."""
    seat: Seat
    waits: bool
    """Whether it waits for a person's ok: somebody has just taken something back."""
    decision: Decision | None = None
    """None: it is thinking."""
    acts_at: float | None = None
    """When it does what it has decided, in seconds of the loop's clock; None: not by itself."""


class BotSeat(Protocol):
    """How bots play a game at its table. Modules satisfy it."""

    def acting_seat(self, model: Model) -> Seat | None:
        """Returns the seat that acts on the open page; None where people do, as they move the pieces."""

    def has_choice(self, model: Model) -> bool:
        """Returns whether something is to be decided on the open page; else `ok` is all that there is to press."""

    def show(self, model: Model, event: GameEvent) -> Page:
        """Returns the page on which people see what the bot has decided, before it happens."""

    def play(self, model: Model, event: GameEvent) -> Transition:
        """Records the event that the bot has decided on."""

    def pause_s(self, model: Model) -> float:
        """Returns how much longer than usual people look at the open page, such as at a bust, in seconds."""

    def describe(self, model: Model, turn: BotTurn) -> str:
        """Returns what the bot is doing, in a sentence of the table's language; "" where the page says it itself."""


def chance_seed(session: AnySession, seat: Seat) -> bytes:
    """Returns what a bot's chance is made of: public, and another one for each event and seat.

    Never the secret of the dice: what a bot draws neither counts as a drawing of the box nor tells of the next one.
    The same journal gives the same bots: events that were taken back are counted, so it need not decide the same twice.
    """
    import hashlib  # noqa: PLC0415 - it loads OpenSSL, and a game without bots needs none of it here

    public = f"{dice.commitment(session.seed)} {session.events} {seat}"
    return hashlib.sha256(public.encode()).digest()


def acting_bot(model: Model) -> BotTurn | None:
    """Returns the bot that acts on the open page; None: people do, or another page lies over the game."""
    return None if model.pages_beneath else model.bot_turn


def change_players(model: Model, lineup: LineUp) -> Transition:
    """Has others play the seats from now on; it is journalled before anybody sees it."""
    if lineup == model.session.lineup:
        return Transition(model)
    seated = replace(model, game=replace(model.session, lineup=lineup), last_lineup=lineup)
    return Transition(seated, (SaveLineUp(lineup.to_json()),))
