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

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.actions import Action, Refusal
    from companion.core.viewer_kind import ViewerKind


@dataclass(slots=True)
class Room:
    """A table that anybody may watch, and whose buttons holders of a link may press."""

    send: Callable[[Action, ViewerKind, Callable[[Refusal], object]], None]
    """Hands an action and its sender to the table, which may answer with a refusal later; returns at once."""
    address: str
    """The address of the page, as other devices reach it."""
    tokens: Tokens
    new_secret: Callable[[], bytes] = unsaved_secret
    """Draws a new secret; all tokens of the old one become invalid."""
    on_link_used: Callable[[], None] = lambda: None
    """Called when somebody opened the link of the whole table; does nothing where no link file is to be removed."""
    broadcaster: Broadcaster = field(default_factory=Broadcaster)
    ending: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the server ends."""

    def link_for(self, grant: Grant) -> str:
        """Returns the address of the page with the token for this grant."""
        return f"{self.address}/#{self.tokens.token_for(grant, self.broadcaster.group_players)}"

    def grant_of(self, token: str) -> Grant | None:
        """Returns the grant of a token now; None if the token is, or has become, invalid."""
        return self.tokens.grant_of(token, self.broadcaster.group_players)

    def renew_links(self) -> None:
        """Makes every link that was issued invalid."""
        self.tokens = Tokens(self.new_secret())
        # Each viewer then looks at its own token again, and is told that it may no longer press.
        self.broadcaster.wake_watchers()

    def invitations(self) -> list[dict[str, Any]]:
        """Returns a link and its QR code for each seat of the game on the table."""
        links = [(name, self.link_for(Grant(Seat(seat)))) for seat, name in enumerate(self.broadcaster.player_names)]
        return [{"name": name, "link": link, "code": qr_rows(link)} for name, link in links]
