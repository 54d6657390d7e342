"""The room: what all viewers of one table share."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.frontends.web.broadcaster import Broadcaster
from companion.frontends.web.qr import qr_rows
from companion.frontends.web.secret import unsaved_secret
from companion.frontends.web.tokens import Grant, Tokens
from engine.game import Seat
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.frontends.web.client_messages import PressButton


def _ignore_link_used() -> None:
    """Does nothing: no link file has to be removed."""


@dataclass(slots=True)
class Room:
    """A table that anybody may watch, and whose buttons holders of a link may press."""

    press: Callable[[Button, bool, Seat | None], None]
    """Presses a button, or holds it, for this seat or for the table; returns at once."""
    address: str
    """The address of the page, as other devices reach it."""
    tokens: Tokens
    new_secret: Callable[[], bytes] = unsaved_secret
    """Draws a new secret; all tokens of the old one become invalid."""
    on_link_used: Callable[[], None] = _ignore_link_used
    """Called when somebody opened the link of the whole table."""
    broadcaster: Broadcaster = field(default_factory=Broadcaster)
    ending: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the server ends."""

    def link(self, grant: Grant) -> str:
        """Returns the address of the page with the token for this grant."""
        return f"{self.address}/#{self.tokens.token_for(grant, self.broadcaster.players)}"

    def grant(self, token: str) -> Grant | None:
        """Returns the grant of a token now; None if the token is, or has become, invalid."""
        return self.tokens.grant(token, self.broadcaster.players)

    def renew(self) -> None:
        """Makes every link that was issued invalid."""
        self.tokens = Tokens(self.new_secret())
        self.broadcaster.wake()

    def invitations(self) -> list[dict[str, Any]]:
        """Returns a link and its QR code for each seat of the game on the table."""
        links = [(name, self.link(Grant(Seat(seat)))) for seat, name in enumerate(self.broadcaster.seated)]
        return [{"name": name, "link": link, "code": qr_rows(link)} for name, link in links]

    def refusal(self, grant: Grant, touch: PressButton) -> str | None:
        """Returns why the holder of this grant may not press this button now; None if the press is allowed."""
        if grant.seat is None:
            return None
        if touch.held and touch.button is Button.UNDO:
            return "menu"
        return None if grant.seat == self.broadcaster.acting_seat else "turn"
