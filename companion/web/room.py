"""The room: the data that all viewers share, and their permissions.

Permissions are based on one secret next to the journal, so that links survive a restart. A token is the HMAC of its
grant under this secret. So tokens need not be stored, and a new secret makes all of them invalid at once. The token of
a seat also depends on the players' names, so it is invalid in another game.

A claim is different: a viewer with the shared join code gets a random claim to the seat that it chooses, and the claims
are stored (`SeatClaims`). A claim is valid only together with the join code.
"""

from __future__ import annotations

import hmac
import json
import logging
import os
import stat
from base64 import urlsafe_b64encode
from collections import deque
from collections.abc import Callable, Collection, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from companion.core.game_session import AnySession
from companion.core.lineup import BOX, HOST, SPECTATOR, ViewerKind, seat_viewer
from companion.core.messages import Action, is_local
from companion.core.model import Model, Refusal
from companion.core.table import model_seen_by, table_of
from companion.files import legible, replace_file
from companion.locale.translator import SOURCE
from companion.program.description import VisiblePage, describe, visible_page
from companion.program.view import View, draw_page, lights_at
from companion.ui.drawings import qr_rows
from companion.web.server import STRANGERS, VIEWERS, Pace, PhoneSocket
from engine.game import Seat
from hardware.device import BLANK, Colour, Frame

SECRET_BYTES = 32
OWNERS_ONLY = 0o600

log = logging.getLogger(__name__)


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


TABLE, JOINING = Grant(), Grant(joins=True)


def viewer_kind(grant: Grant | None) -> ViewerKind:
    """Returns the kind of viewer with this grant; None for no grant."""
    if grant is None or grant.joins:
        return SPECTATOR
    return HOST if grant.seat is None else seat_viewer(grant.seat)


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
        self.keep()

    def keep(self) -> None:
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
        return self._tokens_among(players)[grant]

    def grant_of(self, token: str, players: tuple[str, ...]) -> Grant | None:
        given = token.encode(errors="replace")
        grants = self._tokens_among(players).items()
        # All are compared, each in constant time, so that the response time does not show how much of a token is right.
        found = [grant for grant, right in grants if hmac.compare_digest(given, right.encode())]
        return found[0] if found else None

    def recognition(self, name: str) -> str:
        """Returns the answer to a challenge, by which a web page recognizes this companion."""
        digest = hmac.digest(self.secret, f"recognition {name}".encode(errors="backslashreplace"), "sha256")
        return urlsafe_b64encode(digest[:TOKEN_BYTES]).rstrip(b"=").decode()

    def _tokens_among(self, players: tuple[str, ...]) -> dict[Grant, str]:
        # Cached until the players change, because they are needed for each frame.
        if players != self._players:
            self._grants, self._players = {}, players
            # These do not depend on the players, and survive the game and a restart.
            purposes = {TABLE: "table", JOINING: "join"}
            purposes |= {Grant(Seat(seat)): f"seat {seat} of {players!r}" for seat in range(len(players))}
            for grant, purpose in purposes.items():
                digest = hmac.digest(self.secret, purpose.encode(errors="backslashreplace"), "sha256")[:TOKEN_BYTES]
                self._grants[grant] = urlsafe_b64encode(digest).rstrip(b"=").decode()
        return self._grants


FILE_BYTES = 4096
"""Maximum size of the file in bytes; five seats with the longest names need less."""


class Claims(msgspec.Struct):
    """The claims to the seats of one group of players."""

    players: tuple[str, ...] = ()
    claims: dict[int, str] = {}
    """The claims by seat."""


class SeatClaims:
    """One claim for each seat: a token that only the claiming phone has. Claims are valid for one group of players."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._kept = Claims()
        # A thread writes to the disk, so that a tap on a phone never delays a press.
        self.writer = ThreadPoolExecutor(1)
        # Only a file that no other user can have written is valid, because a claim grants presses.
        with suppress(ValueError, RecursionError):
            self._kept = msgspec.json.decode(read_owned(path, FILE_BYTES) if path else b"{}", type=Claims)

    def seat_of(self, claim: str, players: tuple[str, ...]) -> Seat | None:
        given = claim.encode(errors="replace")
        # All are compared, each in constant time, as for tokens.
        found = [seat for seat, right in self._among(players).items() if hmac.compare_digest(given, right.encode())]
        return Seat(found[0]) if found else None

    def taken(self, players: tuple[str, ...]) -> Set[int]:
        return self._among(players).keys()

    def give(self, seat: Seat, players: tuple[str, ...]) -> str:
        """Creates a claim to a seat; an older claim to it becomes invalid."""
        claim = urlsafe_b64encode(os.urandom(TOKEN_BYTES)).rstrip(b"=").decode()
        self._keep(players, {**self._among(players), seat: claim})
        return claim

    def take_back(self, seat: Seat | None, players: tuple[str, ...]) -> None:
        """Frees a seat; does nothing for None or a free seat."""
        if seat in self.taken(players):
            self._keep(players, {held: claim for held, claim in self._among(players).items() if held != seat})

    def forget_all(self) -> None:
        self._keep((), {})

    def _among(self, players: tuple[str, ...]) -> dict[int, str]:
        # Without a game, as at the start, claims are not valid, but not lost.
        return self._kept.claims if players == self._kept.players else {}

    def _keep(self, players: tuple[str, ...], claims: dict[int, str]) -> None:
        self._kept = Claims(players, claims)
        if self._path is not None:
            self.writer.submit(_store, self._path, msgspec.json.encode(self._kept))


def _store(path: Path, content: bytes) -> None:
    try:
        replace_file(path, content, OWNERS_ONLY)
    except OSError as error:
        log.warning("who claimed which seat is not kept: %s cannot be written: %s", legible(path), error.strerror)


class Watcher(Protocol):
    """The viewer's interface for the room."""

    linked: bool
    """Whether it has presented a token that permits presses."""
    reached: str
    """The address of this machine to which it is connected."""
    notes: deque[str]
    """The queue of tones and captions, each of which is sent once."""

    @property
    def trusted(self) -> bool:
        """Whether the viewer is the host."""

    def wake(self) -> None:
        """Wakes the viewer to send new data."""

    def close(self, code: int) -> None:
        """Closes the socket with a close code."""


class Broadcaster:
    """Contains the current view, and wakes the viewers. Only for the loop's thread."""

    def __init__(self) -> None:
        self.watchers: set[Watcher] = set()
        self._shown = BLANK
        self._frame = self._covered = encode_frame(BLANK)
        self._page: VisiblePage | None = None
        self._screens: dict[str, bytes] = {}
        """The frames in the other languages of viewers."""
        self._descriptions: dict[tuple[str, ViewerKind], str] = {}

    @property
    def language(self) -> str:
        return SOURCE if self._page is None else self._page.model.language

    @property
    def is_kiosk(self) -> bool:
        return self._page is not None and self._page.model.config.kiosk

    @property
    def colours(self) -> tuple[Colour, ...]:
        return () if self._page is None else self._page.model.colours

    @property
    def _game(self) -> AnySession | None:
        return None if self._page is None else self._page.model.game

    @property
    def player_names(self) -> tuple[str, ...]:
        return () if self._game is None else self._game.lineup.players

    @property
    def bot_seats(self) -> Collection[int]:
        """The seats that bots play, which cannot be claimed."""
        return () if self._game is None else tuple(map(int, self._game.lineup.playing_bots))

    @property
    def group_players(self) -> tuple[str, ...]:
        """The players of the current or last game, each with the group: equal names in two groups differ."""
        last = None if self._page is None else self._page.model.last_lineup
        lineup = self._game.lineup if self._game else last
        return () if lineup is None else tuple(f"{lineup.group} {player}" for player in lineup.players)

    def show(self, view: View, model: Model) -> None:
        page = visible_page(view, model)
        # Moving lights change only the frame: the screen and the description, which are expensive, are not made again.
        if self._page is None or self._shown.screen != view.frame.screen:
            self._screens = {}
        if not page.has_same_description(self._page):
            self._descriptions = {}
        self._shown, self._page = view.frame, page
        self._frame = encode_frame(view.frame)
        self._covered = encode_frame(_covered_frame(page, view.frame)) if page.shows_secret else self._frame
        self.wake_watchers()

    def send_note(self, key: str, value: object) -> None:
        """Sends tones or a caption once to each viewer."""
        note = encode_message({"note": {key: value}})
        for watcher in self.watchers:
            watcher.notes.append(note)
        self.wake_watchers()

    def newest_frame(self, language: str | None = None, *, trusted: bool) -> bytes:
        """Returns the newest frame.

        Args:
            language: the language of the viewer; None for the language of the device.
            trusted: whether the viewer can see secrets.
        """
        if trusted:
            return self._frame
        if self._page is None or language in {None, self.language} or self._covered is not self._frame:
            return self._covered
        language = language or SOURCE
        if language not in self._screens:
            seen = model_seen_by(self._page.model, BOX)
            self._screens[language] = draw_page(replace(seen, language=language)).screen()
        return encode_frame(replace(self._shown, screen=self._screens[language]))

    def description(self, language: str | None, viewer: ViewerKind) -> str:
        """Returns the description for one kind of viewer as a message; `language` as in `newest_frame`."""
        if self._page is None:
            return ""
        # Made once for all viewers of that kind, so that a hundred of them are as cheap as one.
        kind = language or self.language, viewer
        if kind not in self._descriptions:
            self._descriptions[kind] = encode_message({"told": describe(self._page, *kind)})
        return self._descriptions[kind]

    def published_state(self) -> dict[str, Any] | None:
        """Returns the state of the game in the referee's notation; None without a game or if it has secrets."""
        game = self._game
        if game is None or game.record is None or table_of(game).has_secrets:
            return None
        return game.game.to_json(game.state)

    def has_room(self, viewer: Watcher) -> bool:
        """Returns whether one more viewer is allowed."""
        if viewer.trusted:
            return True
        strangers = sum(not each.linked for each in self.watchers)
        return len(self.watchers) < VIEWERS and (viewer.linked or strangers < STRANGERS)

    def wake_watchers(self) -> None:
        for watcher in self.watchers:
            watcher.wake()


def _covered_frame(shown: VisiblePage, frame: Frame) -> Frame:
    """Returns the frame for viewers who must not see secrets."""
    public = model_seen_by(shown.model, SPECTATOR)
    # A spectator must not be able to photograph the link from the web page, so only the lights are shown.
    if public is shown.model:
        return replace(frame, screen=bytes(len(frame.screen)))
    return replace(frame, screen=draw_page(public).screen(), lights=lights_at(public, public.now).colours)


def encode_message(message: dict[str, Any]) -> str:
    """Returns a message as one line of JSON."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def encode_frame(frame: Frame) -> bytes:
    """Returns a frame as a message: the screen's contrast, 36 lights (red, green, blue), the screen.

    The lights are in order, field 1/1 first, then 2/1 …, without gamma, brightness and current limit, which are for
    pixels and not for monitors. The screen is as in a frame: 1,024 bytes (512 with 32 rows), row by row from the top,
    the highest bit at the left.
    """
    lights = bytes(channel for colour in frame.lights for channel in colour)
    return bytes((frame.contrast,)) + lights + frame.screen


PHONES_CLOSED = 4001
"""The close code for phones when the host no longer lets them join; 4000 to 4999 are free (RFC 6455, 7.4.2)."""


@dataclass(slots=True)
class Room:
    """The state that all viewers share: any viewer can watch, and viewers with a link can press."""

    send: Callable[[Action, ViewerKind, Callable[[Refusal], object]], None]
    """Queues an action with its sender and returns at once; a rejection is reported later."""
    locate: Callable[[], str]
    """Returns the current address of the web page for other devices."""
    tokens: Tokens
    link_file: str = ""
    """The path of the file with the host's link; "" if it does not exist."""
    claims: SeatClaims = field(default_factory=SeatClaims)
    broadcaster: Broadcaster = field(default_factory=Broadcaster)
    strangers: Pace = field(default_factory=lambda: Pace(50, 0.05))
    """The rate limit of messages from viewers without a link."""
    spectators: Pace = field(default_factory=lambda: Pace(50, 0.02))
    """The rate limit of data sent to viewers without a link, so that a hundred of them do not delay a press."""
    phones: PhoneSocket | None = None
    """The socket for phones if only this computer can open the web page; None if other devices always can."""

    def link_for(self, grant: Grant) -> str:
        return f"{self.locate()}/#{self.tokens.token_for(grant, self.broadcaster.group_players)}"

    def grant_of(self, token: str, claim: str = "") -> Grant | None:
        """Returns the current grant of a token; None if the token is invalid.

        Args:
            token: the token of a link.
            claim: the claim to a seat, which is valid only with the join code.
        """
        if not token:
            return None
        players = self.broadcaster.group_players
        grant = self.tokens.grant_of(token, players)
        seat = self.claims.seat_of(claim, players) if grant == JOINING else None
        return grant if seat is None else Grant(seat)

    def renew_links(self) -> None:
        """Makes all links invalid."""
        self.tokens.renew()
        self.claims.forget_all()
        # Each viewer then checks its token again, and is notified that it can no longer press.
        self.broadcaster.wake_watchers()

    def invitations(self) -> dict[str, Any]:
        """Returns the join link and a link for each human seat, each with its QR code."""
        phones = None if self.broadcaster.is_kiosk else self.phones
        if phones is not None and phones.is_open:
            phones.switch(on=True)
        bots, names = self.broadcaster.bot_seats, enumerate(self.broadcaster.player_names)
        people = ((Seat(seat), name) for seat, name in names if seat not in bots)
        seats = [{"name": name, **link_with_code(self.link_for(Grant(seat)))} for seat, name in people]
        return {
            "join": link_with_code(self.link_for(JOINING)),
            "seats": seats,
            "phones": phones and phones.is_open,
            "unreachable": phones is not None and phones.has_failed,
        }

    @property
    def may_switch_phones(self) -> bool:
        """Whether the host can let phones join, or close the page for them again; not at a kiosk."""
        return self.phones is not None and not self.broadcaster.is_kiosk

    def let_phones_join(self, *, on: bool) -> None:
        """Opens the web page for phones, or disconnects them and frees their seats; does nothing in guest mode."""
        if self.phones is None or not self.may_switch_phones:
            return
        if not on:
            for viewer in self.broadcaster.watchers:
                if viewer.reached == self.phones.host:
                    viewer.close(PHONES_CLOSED)
            self.claims.forget_all()
        self.phones.switch(on=on)
        self.broadcaster.wake_watchers()

    def claim_seat(self, claim: str, seat: Seat | None) -> str:
        """Gives a free seat to a viewer with the join code; only its holder or the host can free one that is taken.

        Args:
            claim: the viewer's current claim, which becomes invalid.
            seat: the seat; None to give up the seat.

        Returns:
            The viewer's new claim.
        """
        players = self.broadcaster.group_players
        held = self.claims.seat_of(claim, players)
        is_person = seat in range(len(self.broadcaster.player_names)) and seat not in self.broadcaster.bot_seats
        if seat is None:
            self.claims.take_back(held, players)
        elif is_person and seat not in self.claims.taken(players):
            self.claims.take_back(held, players)
            claim = self.claims.give(seat, players)
        self.broadcaster.wake_watchers()
        return claim

    def free_seat(self, seat: Seat) -> None:
        self.claims.take_back(seat, self.broadcaster.group_players)
        self.broadcaster.wake_watchers()

    def seats(self, claim: str) -> list[dict[str, Any]]:
        """Returns the seats of the current game for the viewer with this claim; "" for the host."""
        players = self.broadcaster.group_players
        taken, bots = self.claims.taken(players), self.broadcaster.bot_seats
        mine = self.claims.seat_of(claim, players)

        def state(seat: int) -> str:
            if seat == mine:
                return "yours"
            if seat in taken:
                return "taken"
            return "bot" if seat in bots else "free"

        names = enumerate(self.broadcaster.player_names)
        return [{"name": name, "state": state(seat)} for seat, name in names]


def link_with_code(link: str) -> dict[str, Any]:
    """Returns a link with its QR code."""
    # Without a code if phones cannot open the link.
    return {"link": link, "code": None if is_local(link) else qr_rows(link)}
