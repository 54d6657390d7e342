"""Who may press: tokens, which stand in links. Viewing needs none."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from typing import NamedTuple

from engine.game import Seat

TOKEN_BYTES = 16
"""128 bits."""


class Permit(NamedTuple):
    """Leave to press."""

    seat: Seat | None = None
    """Only on that seat's turn; None: always."""


class Tokens:
    """All the tokens of one secret; with another secret none of them is worth anything."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self._permits: dict[Permit, str] = {}
        self._players: tuple[str, ...] | None = None

    def of(self, permit: Permit, players: tuple[str, ...]) -> str:
        """The token that gives this leave: 22 letters that need no quoting in a link.

        Args:
            permit: the leave.
            players: who plays; a seat's token is worth nothing among other people.
        """
        return self._among(players)[permit]

    def permit(self, token: str, players: tuple[str, ...]) -> Permit | None:
        """The leave that a token gives; None for a wrong one. It takes as long whatever the token is."""
        given = token.encode(errors="replace")
        permits = self._among(players).items()
        found = [permit for permit, right in permits if hmac.compare_digest(given, right.encode())]
        return found[0] if found else None

    def _among(self, players: tuple[str, ...]) -> dict[Permit, str]:
        """The tokens among these players; worked out once, for they are asked for with each frame."""
        if players != self._players:
            seats = (Permit(Seat(number)) for number in range(len(players)))
            self._permits = {permit: _token(self.secret, permit, players) for permit in (Permit(), *seats)}
            self._players = players
        return self._permits


def _token(secret: bytes, permit: Permit, players: tuple[str, ...]) -> str:
    purpose = "table" if permit.seat is None else f"seat {permit.seat} of {players!r}"
    digest = hmac.digest(secret, purpose.encode(errors="backslashreplace"), "sha256")[:TOKEN_BYTES]
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
