"""The room: what all viewers of one table share."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.core.messages import is_local
from companion.frontends.web.broadcaster import Broadcaster
from companion.frontends.web.seat_claims import SeatClaims
from companion.frontends.web.secret import unsaved_secret
from companion.frontends.web.tokens import JOINING, Grant, Tokens
from companion.screen.qr import qr_rows
from engine.game import Seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.messages import Action, Refusal
    from companion.core.viewer_kind import ViewerKind
    from companion.frontends.web.client_messages import SeatVerb
    from companion.frontends.web.seat_claims import Claimant


@dataclass(slots=True)
class Room:
    """A table that anybody may watch, and whose buttons holders of a link may press."""

    send: Callable[[Action, ViewerKind, Callable[[Refusal], object]], None]
    """Hands an action and its sender to the table, which may answer with a refusal later; returns at once."""
    locate: Callable[[], str]
    """Returns the address of the page, as other devices reach it now."""
    tokens: Tokens
    new_secret: Callable[[], bytes] = unsaved_secret
    """Draws a new secret; all tokens of the old one become invalid."""
    on_link_used: Callable[[], None] = lambda: None
    """Called when somebody opened the link of the whole table; does nothing where no link file is to be removed."""
    claims: SeatClaims = field(default_factory=SeatClaims)
    broadcaster: Broadcaster = field(default_factory=Broadcaster)
    ending: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the server ends."""

    def link_for(self, grant: Grant) -> str:
        """Returns the address of the page with the token for this grant."""
        return f"{self.locate()}/#{self.tokens.token_for(grant, self.broadcaster.group_players)}"

    def grant_of(self, token: str, claim: str = "") -> Grant | None:
        """Returns the grant of a token now; None if the token is, or has become, invalid.

        Args:
            token: the token of a link.
            claim: the claim to a seat; it counts beside the join code only, and ends with it.
        """
        players = self.broadcaster.group_players
        grant = self.tokens.grant_of(token, players)
        seat = self.claims.seat_of(claim, players) if grant == JOINING else None
        return grant if seat is None else Grant(seat)

    def renew_links(self) -> None:
        """Makes every link that was issued invalid."""
        self.tokens = Tokens(self.new_secret())
        self.claims.forget_all()
        # Each viewer then looks at its own token again, and is told that it may no longer press.
        self.broadcaster.wake_watchers()

    def invitations(self) -> dict[str, Any]:
        """Returns the link to join, and one for each seat of the game on the table, each with its QR code."""
        names = enumerate(self.broadcaster.player_names)
        seats = [{"name": name, **self._invitation(Grant(Seat(seat)))} for seat, name in names]
        return {"join": self._invitation(JOINING), "seats": seats}

    def claim_seat(self, claimant: Claimant, seat: Seat | None) -> None:
        """Gives a free seat to whoever came by the join code; of one that is taken, the host is told.

        Args:
            claimant: who wants it, and loses the seat that it had.
            seat: which; None: none any more.
        """
        players = self.broadcaster.group_players
        self.claims.withdraw(claimant)
        held = self.claims.seat_of(claimant.claim, players)
        if seat is None:
            self.claims.take_back(held, players)
        elif seat in self.claims.taken(players) - {held}:
            self.claims.request(claimant, seat, players)
        elif seat != held and seat < len(self.broadcaster.player_names):
            self.claims.take_back(held, players)
            claimant.take_claim(self.claims.give(seat, players))
        self.broadcaster.wake_watchers()

    def withdraw(self, claimant: Claimant) -> None:
        """Drops the request for a seat of somebody who leaves."""
        if self.claims.withdraw(claimant):
            self.broadcaster.wake_watchers()

    def decide_on_seat(self, verb: SeatVerb, seat: Seat) -> None:
        """Does what the host has decided about a seat that is taken."""
        players = self.broadcaster.group_players
        waiting = [who for who, wanted in self.claims.requests(players).items() if wanted == seat]
        match verb:
            case "take_back":
                self.claims.refuse(seat)
                self.claims.take_back(seat, players)
            case "refuse":
                self.claims.refuse(seat)
            case "give" if waiting:
                first = waiting[0]
                # It may hold another seat, which it gives up.
                self.claims.take_back(self.claims.seat_of(first.claim, players), players)
                first.take_claim(self.claims.give(seat, players))
            case "give":  # whoever asked has gone
                return
        self.broadcaster.wake_watchers()

    def seats(self, claimant: Claimant, *, joins: bool) -> list[dict[str, Any]]:
        """Returns the seats of the game on the table, as the host sees them or somebody who joins.

        Args:
            claimant: who looks.
            joins: whether it came by the join code: then only its own request is marked.
        """
        players = self.broadcaster.group_players
        taken, requests = self.claims.taken(players), self.claims.requests(players)
        mine = self.claims.seat_of(claimant.claim, players) if joins else None
        wanted = {requests.get(claimant)} if joins else set(requests.values())
        return [
            {
                "name": name,
                "state": "yours" if seat == mine else "taken" if seat in taken else "free",
                "wanted": seat in wanted,
            }
            for seat, name in enumerate(self.broadcaster.player_names)
        ]

    def _invitation(self, grant: Grant) -> dict[str, Any]:
        link = self.link_for(grant)
        # No code where no phone reaches the page: nobody shall scan it and wonder.
        return {"link": link, "code": None if is_local(link) else qr_rows(link)}
