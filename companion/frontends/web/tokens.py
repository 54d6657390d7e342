"""Tokens: whoever has a link with one may press. Viewing needs none."""

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


def viewer_kind(grant: Grant | None) -> ViewerKind:
    """Returns as what the holder of a grant looks at the table; None: without any."""
    if grant is None:
        return SPECTATOR
    return HOST if grant.seat is None else seat_viewer(grant.seat)


class Tokens:
    """All the tokens of one secret; another secret makes them invalid."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self._grants: dict[Grant, str] = {}
        self._players: tuple[str, ...] | None = None

    def token_for(self, grant: Grant, players: tuple[str, ...]) -> str:
        """The token that gives this leave: 22 letters that need no quoting in a link.

        Args:
            grant: the leave.
            players: who plays; a seat's token is worth nothing among other people.
        """
        return self._among(players)[grant]

    def grant(self, token: str, players: tuple[str, ...]) -> Grant | None:
        """The leave that a token gives; None for a wrong one. It takes as long whatever the token is."""
        given = token.encode(errors="replace")
        grants = self._among(players).items()
        # All are compared, in constant time each: the time of an answer says nothing about how much of a token was
        # right.
        found = [grant for grant, right in grants if hmac.compare_digest(given, right.encode())]
        return found[0] if found else None

    def _among(self, players: tuple[str, ...]) -> dict[Grant, str]:
        """The tokens among these players; worked out once, for they are asked for with each frame."""
        if players != self._players:
            seats = (Grant(Seat(number)) for number in range(len(players)))
            self._grants = {grant: _token(self.secret, grant, players) for grant in (Grant(), *seats)}
            self._players = players
        return self._grants


def _token(secret: bytes, grant: Grant, players: tuple[str, ...]) -> str:
    purpose = "table" if grant.seat is None else f"seat {grant.seat} of {players!r}"
    digest = hmac.digest(secret, purpose.encode(errors="backslashreplace"), "sha256")[:TOKEN_BYTES]
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
