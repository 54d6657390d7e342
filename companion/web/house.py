"""The house: what all viewers of one table share."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.web.codes import code
from companion.web.secret import unkept
from companion.web.stage import Stage
from companion.web.tokens import Permit, Tokens
from engine.game import Seat
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.web.wishes import Touch


def _nobody_waits() -> None:
    """No file waits for somebody to come."""


@dataclass(slots=True)
class House:
    """A table that can be looked at, and pressed by whoever has leave."""

    press: Callable[[Button, bool, Seat | None], None]
    """Presses a button, or holds it, for this seat or for the table; returns at once."""
    address: str
    """Of the page, as others reach it."""
    tokens: Tokens
    new_secret: Callable[[], bytes] = unkept
    """Makes a secret for other tokens."""
    welcome: Callable[[], None] = _nobody_waits
    """Somebody came with the link of the whole table."""
    stage: Stage = field(default_factory=Stage)
    ending: asyncio.Event = field(default_factory=asyncio.Event)
    """The server ends."""

    def link(self, permit: Permit) -> str:
        """The address of the page, with the token that gives this leave."""
        return f"{self.address}/#{self.tokens.of(permit, self.stage.players)}"

    def permit(self, token: str) -> Permit | None:
        """The leave that a token gives now: it may have become worthless."""
        return self.tokens.permit(token, self.stage.players)

    def renew(self) -> None:
        """Makes every link that was told worthless."""
        self.tokens = Tokens(self.new_secret())
        self.stage.wake()

    def invitations(self) -> list[dict[str, Any]]:
        """A link for each seat of the game on the table, and its code."""
        links = [(name, self.link(Permit(Seat(seat)))) for seat, name in enumerate(self.stage.seated)]
        return [{"name": name, "link": link, "code": code(link)} for name, link in links]

    def refusal(self, permit: Permit, touch: Touch) -> str | None:
        """Why somebody with this leave may not do this now; None: it is all right."""
        if permit.seat is None:
            return None
        holds_menu = touch.held and touch.button is Button.UNDO
        return "turn" if holds_menu or permit.seat != self.stage.turn else None
