"""Seat claims: who came by the join code and said which seat is theirs. They outlive a restart."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import os
from base64 import urlsafe_b64encode
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from companion.files.atomic_files import replace_file
from companion.files.named_files import legible
from companion.frontends.web.secret import OWNERS_ONLY, read_owned
from engine.game import Illegal, Seat
from engine.record import decode

if TYPE_CHECKING:
    from collections.abc import Mapping, Set
    from pathlib import Path

CLAIM_BYTES = 16
"""128 bits."""
FILE_BYTES = 4096
"""Five seats with the longest names take less."""

log = logging.getLogger(__name__)


def claims_path(journal: Path) -> Path:
    """Returns the path of the claims that belong to a journal."""
    return journal.with_name(f"{journal.name}.seats")


class Claimant(Protocol):
    """Somebody who came by the join code."""

    claim: str
    """Its claim to a seat; "": none."""

    def take_claim(self, claim: str) -> None:
        """Takes a new claim in place of the old one."""


class SeatClaims:
    """One claim a seat: a token that only the phone holds which has claimed it. Other people's claims mean nothing."""

    def __init__(self, path: Path | None = None) -> None:
        """Reads the stored claims.

        Args:
            path: where they are stored; None: nowhere.
        """
        self._path = path
        self._players: tuple[str, ...] = ()
        self._claims: dict[Seat, str] = {}
        self._requests: dict[Claimant, Seat] = {}
        self._changed = asyncio.Event()
        if path is not None:
            # Only a file that nobody else may have written counts: a claim in it lets its holder press.
            with suppress(Illegal):
                self._players, self._claims = _parse_stored(read_owned(path, FILE_BYTES))

    def seat_of(self, claim: str, players: tuple[str, ...]) -> Seat | None:
        """Returns the seat of a claim among these players; None for a wrong one."""
        given = claim.encode(errors="replace")
        # All are compared, in constant time each, as with the links' tokens.
        found = [seat for seat, right in self._among(players).items() if hmac.compare_digest(given, right.encode())]
        return found[0] if found else None

    def taken(self, players: tuple[str, ...]) -> Set[Seat]:
        """Returns the seats that are claimed."""
        return self._among(players).keys()

    def give(self, seat: Seat, players: tuple[str, ...]) -> str:
        """Gives a seat to whoever gets the new claim; an older claim to it becomes invalid."""
        self._start_over_with(players)
        self.refuse(seat)
        self._claims[seat] = urlsafe_b64encode(os.urandom(CLAIM_BYTES)).rstrip(b"=").decode()
        self._changed.set()
        return self._claims[seat]

    def take_back(self, seat: Seat | None, players: tuple[str, ...]) -> None:
        """Frees a seat; None, or one that is free: does nothing."""
        if seat in self._among(players):
            del self._claims[seat]
            self._changed.set()

    def forget_all(self) -> None:
        """Frees all seats, and drops all requests."""
        self._start_over_with(())
        self._changed.set()

    def request(self, who: Claimant, seat: Seat, players: tuple[str, ...]) -> None:
        """Notes that somebody wants a seat that is taken; the host decides."""
        self._start_over_with(players)
        self._requests[who] = seat

    def withdraw(self, who: Claimant) -> bool:
        """Drops somebody's request; returns whether there was one."""
        return self._requests.pop(who, None) is not None

    def refuse(self, seat: Seat) -> None:
        """Drops all requests for a seat."""
        self._requests = {who: wanted for who, wanted in self._requests.items() if wanted != seat}

    def requests(self, players: tuple[str, ...]) -> Mapping[Claimant, Seat]:
        """Returns who wants which seat, in the order in which they asked."""
        return self._requests if players == self._players else {}

    async def keep_stored(self) -> None:
        """Stores the claims after each change, until it is cancelled."""
        if self._path is None:
            return
        while True:
            await self._changed.wait()
            self._changed.clear()
            stored = {"players": self._players, "claims": self._claims}
            # In a thread, as it waits for the disk: a tap on a phone never delays a press. Of several changes
            # meanwhile the last is stored.
            await asyncio.to_thread(self._store, self._path, json.dumps(stored).encode())

    @staticmethod
    def _store(path: Path, content: bytes) -> None:
        try:
            replace_file(path, content, OWNERS_ONLY)
        except OSError as error:
            log.warning("who claimed which seat is not kept: %s cannot be written: %s", legible(path), error.strerror)

    def _among(self, players: tuple[str, ...]) -> dict[Seat, str]:
        # While no game is known, as at the start, nothing is valid, and nothing is lost.
        return self._claims if players == self._players else {}

    def _start_over_with(self, players: tuple[str, ...]) -> None:
        if players != self._players:
            self._players, self._claims, self._requests = players, {}, {}


def _parse_stored(content: bytes) -> tuple[tuple[str, ...], dict[Seat, str]]:
    """Returns the players and the claims that a file holds; none if it holds something else.

    Raises:
        Illegal: it is no JSON object.
    """
    match decode(content.decode(errors="replace")):
        case {"players": [*players], "claims": {**claims}}:
            kept = {Seat(int(str(seat))): str(claim) for seat, claim in claims.items() if str(seat).isdecimal()}
            return tuple(map(str, players)), kept
        case _:
            return (), {}
