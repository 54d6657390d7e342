"""Tokens: whoever has a link with one may press, or say which seat is theirs. Viewing needs none."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING, NamedTuple

from companion.core.viewer_kind import HOST, SPECTATOR, seat_viewer
from engine.game import Seat

if TYPE_CHECKING:
    from companion.core.viewer_kind import ViewerKind

TOKEN_BYTES = 16
"""128 bits."""


class Grant(NamedTuple):
    """A grant: the right to press buttons."""

    seat: Seat | None = None
    """Only on that seat's turn; None: always."""
    joins: bool = False
    """Whether it is only the right to claim a free seat."""


TABLE, JOINING = Grant(), Grant(joins=True)


def viewer_kind(grant: Grant | None) -> ViewerKind:
    """Returns as what the holder of a grant looks at the table; None: without any."""
    if grant is None or grant.joins:
        return SPECTATOR
    return HOST if grant.seat is None else seat_viewer(grant.seat)


class Tokens:
    """All the tokens of one secret; another secret makes them invalid."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self._grants: dict[Grant, str] = {}
        self._players: tuple[str, ...] | None = None

    def token_for(self, grant: Grant, players: tuple[str, ...]) -> str:
        """Returns the token of a grant: 22 letters that need no quoting in a link.

        Args:
            grant: the right that the token gives.
            players: who plays; a seat's token is worth nothing among other people.
        """
        return self._tokens_among(players)[grant]

    def grant_of(self, token: str, players: tuple[str, ...]) -> Grant | None:
        """Returns the grant of a token; None for a wrong one."""
        given = token.encode(errors="replace")
        grants = self._tokens_among(players).items()
        # All are compared, in constant time each: the time of an answer says nothing about how much of a token was
        # right.
        found = [grant for grant, right in grants if hmac.compare_digest(given, right.encode())]
        return found[0] if found else None

    def _tokens_among(self, players: tuple[str, ...]) -> dict[Grant, str]:
        # Kept until other people play, as they are asked for with each frame.
        if players != self._players:
            self._grants, self._players = {}, players
            # The table's and the join code's do not depend on who plays: they outlive the game, and the restart.
            purposes = {TABLE: "table", JOINING: "join"}
            purposes |= {Grant(Seat(seat)): f"seat {seat} of {players!r}" for seat in range(len(players))}
            for grant, purpose in purposes.items():
                digest = hmac.digest(self.secret, purpose.encode(errors="backslashreplace"), "sha256")[:TOKEN_BYTES]
                self._grants[grant] = urlsafe_b64encode(digest).rstrip(b"=").decode()
        return self._grants
