"""Tokens and claims: what permits a viewer to press.

Permissions are based on one secret next to the journal, so that links survive a restart. A token is the HMAC of its
grant under this secret. So tokens need not be stored, and a new secret makes all of them invalid at once. The token of
a seat also depends on the players' names, so it is invalid in another game.

A claim is different: a viewer with the shared join code gets a random claim to the seat that it chooses, and the claims
are stored (`SeatClaims`). A claim is valid only together with the join code.
"""

import hmac
import logging
import os
import stat
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe
from typing import NamedTuple, TypeVar

import msgspec

from companion.core.lineup import HOST, SPECTATOR, ViewerKind, seat_viewer
from companion.files import legible, replace_file
from engine.game import Seat

log = logging.getLogger(__name__)

Key = TypeVar("Key")
SECRET_BYTES = 32
OWNERS_ONLY = 0o600


def file_of_journal(journal: Path | None, ending: str) -> Path | None:
    """Returns the path of a file that belongs to a journal."""
    return None if journal is None else journal.with_name(f"{journal.name}.{ending}")


def read_owned(path: Path, limit: int) -> bytes:
    """Returns the content of a file of at most `limit` bytes; b"" if another user may have read or written it."""
    # NOFOLLOW: a link could lead to another user's file. NONBLOCK: opening a pipe would block.
    with suppress(OSError), os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        found = os.fstat(file.fileno())
        owned = stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o077
        content = file.read(limit + 1) if owned else b""
        return content if len(content) <= limit else b""
    return b""


TOKEN_BYTES = 16
"""128 bits."""


class Grant(NamedTuple):
    """The permission to press buttons."""

    seat: Seat | None = None
    """The seat on whose turn it is valid; None if it is always valid."""
    joins: bool = False
    """Whether it is only the permission to claim a free seat."""


HOST_GRANT, JOIN_GRANT = Grant(), Grant(joins=True)


def viewer_kind(grant: Grant | None) -> ViewerKind:
    """Returns the kind of viewer with this grant, or without a grant."""
    if grant is None or grant.joins:
        return SPECTATOR
    return HOST if grant.seat is None else seat_viewer(grant.seat)


def find_token(given: str, tokens: Mapping[Key, str]) -> Key | None:
    """Returns the key of the token that is equal to the given one."""
    # All are compared, each in constant time, so that the response time does not show how much of a token is right.
    letters = given.encode(errors="replace")
    found = [key for key, token in tokens.items() if hmac.compare_digest(letters, token.encode())]
    return found[0] if found else None


class Tokens:
    """The tokens of one secret, which is stored in a file; another secret makes them invalid."""

    def __init__(self, path: Path | None = None) -> None:
        """Reads the secret from the file, or creates one; with None it is not stored."""
        self._path = path
        self.secret = read_owned(path, SECRET_BYTES) if path else b""
        self._grants: dict[Grant, str] = {}
        self._players: tuple[str, ...] | None = None
        if len(self.secret) != SECRET_BYTES:
            self.renew()

    def renew(self) -> None:
        """Makes all tokens invalid by a new secret."""
        self.secret = os.urandom(SECRET_BYTES)
        self._players = None
        self.save()

    def save(self) -> None:
        """Stores the secret if necessary; if that fails, it is valid until the companion ends."""
        if self._path is None or read_owned(self._path, SECRET_BYTES) == self.secret:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self._path, self.secret, OWNERS_ONLY)
        except OSError as error:
            path = legible(self._path)
            log.warning("the page's links end with this table: %s cannot be written: %s", path, error.strerror)

    def token_for(self, grant: Grant, players: tuple[str, ...]) -> str:
        """Returns the token of a grant: 22 letters that are safe in a link."""
        return self._tokens_of(players)[grant]

    def grant_of(self, token: str, players: tuple[str, ...]) -> Grant | None:
        return find_token(token, self._tokens_of(players))

    def recognition(self, name: str) -> str:
        """Returns the answer to a challenge, by which a web page recognizes this companion."""
        return self._derive(f"recognition {name}")

    def _derive(self, purpose: str) -> str:
        digest = hmac.digest(self.secret, purpose.encode(errors="backslashreplace"), "sha256")
        return urlsafe_b64encode(digest[:TOKEN_BYTES]).rstrip(b"=").decode()

    def _tokens_of(self, players: tuple[str, ...]) -> dict[Grant, str]:
        # Cached until the players change, because they are needed for each frame.
        if players != self._players:
            self._players = players
            # These do not depend on the players, and survive the game and a restart.
            purposes = {HOST_GRANT: "table", JOIN_GRANT: "join"}
            purposes |= {Grant(Seat(seat)): f"seat {seat} of {players!r}" for seat in range(len(players))}
            self._grants = {grant: self._derive(purpose) for grant, purpose in purposes.items()}
        return self._grants


FILE_BYTES = 4096  # maximum size of the file; five seats with the longest names need less


class StoredClaims(msgspec.Struct):
    """The claims to the seats of one group of players."""

    players: tuple[str, ...] = ()
    claims: dict[Seat, str] = {}


class SeatClaims:
    """One claim for each seat: a token that only the claiming phone has, for one person of a group of players."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._stored = StoredClaims()
        # A thread writes to the disk, so that a tap on a phone never delays a press.
        self.writer = ThreadPoolExecutor(1)
        # Only a file that no other user can have written is valid, because a claim grants presses.
        with suppress(ValueError, RecursionError):
            self._stored = msgspec.json.decode(read_owned(path, FILE_BYTES) if path else b"{}", type=StoredClaims)

    def seat_of(self, claim: str, players: tuple[str, ...]) -> Seat | None:
        return find_token(claim, self._claims_of(players))

    def taken(self, players: tuple[str, ...]) -> Set[Seat]:
        return self._claims_of(players).keys()

    def give(self, seat: Seat, players: tuple[str, ...]) -> str:
        """Creates a claim to a seat; an older claim to it becomes invalid."""
        claim = token_urlsafe(TOKEN_BYTES)
        self._save(players, {**self._claims_of(players), seat: claim})
        return claim

    def free(self, seat: Seat | None, players: tuple[str, ...]) -> None:
        """Frees a seat; does nothing for None or a free seat."""
        if seat in self.taken(players):
            self._save(players, {held: claim for held, claim in self._claims_of(players).items() if held != seat})

    def forget_all(self) -> None:
        self._save((), {})

    def _claims_of(self, players: tuple[str, ...]) -> dict[Seat, str]:
        # A claim is valid while the same person has the seat. It ends with the first game in which another one has it.
        claims, last = self._stored.claims.items(), self._stored.players
        valid = {seat: claim for seat, claim in claims if players[seat : seat + 1] == last[seat : seat + 1]}
        if players not in {(), last}:
            self._save(players, valid)
        return valid

    def _save(self, players: tuple[str, ...], claims: dict[Seat, str]) -> None:
        self._stored = StoredClaims(players, claims)
        if self._path is not None:
            self.writer.submit(_store, self._path, msgspec.json.encode(self._stored))


def _store(path: Path, content: bytes) -> None:
    try:
        replace_file(path, content, OWNERS_ONLY)
    except OSError as error:
        log.warning("who claimed which seat is not kept: %s cannot be written: %s", legible(path), error.strerror)
