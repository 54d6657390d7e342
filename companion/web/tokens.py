"""Who may press: tokens, which stand in links. Viewing needs none."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from typing import NamedTuple

from engine.game import Seat

SECRET_BYTES = 32
TOKEN_BYTES = 16
"""128 bits."""
SEATS = tuple(Seat(number) for number in range(8))
"""More seats than any game has."""


class Permit(NamedTuple):
    """Leave to press."""

    seat: Seat | None = None
    """Only on that seat's turn; None: always."""


class Tokens:
    """All the tokens of one secret; with another secret none of them is worth anything."""

    def __init__(self, secret: bytes) -> None:
        permits = (Permit(), *map(Permit, SEATS))
        self._permits = {permit: _token(secret, permit) for permit in permits}

    def of(self, permit: Permit) -> str:
        """The token that gives this leave: 22 letters that need no quoting in a link."""
        return self._permits[permit]

    def permit(self, token: str) -> Permit | None:
        """The leave that a token gives; None for a wrong one. It takes as long whatever the token is."""
        given = token.encode(errors="replace")
        found = [permit for permit, right in self._permits.items() if hmac.compare_digest(given, right.encode())]
        return found[0] if found else None


def _token(secret: bytes, permit: Permit) -> str:
    purpose = "table" if permit.seat is None else f"seat {permit.seat}"
    digest = hmac.digest(secret, purpose.encode(), "sha256")[:TOKEN_BYTES]
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
