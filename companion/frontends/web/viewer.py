"""One viewer: a socket over which the page receives frames and descriptions, and sends presses.

What the page may send is a JSON object with one key, a press with its view besides; anything else closes the socket.
"""

from __future__ import annotations

import asyncio
import json
import math
import secrets
from collections import deque
from contextlib import suppress
from functools import partial
from typing import Any, Literal, NamedTuple, TypeAlias

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from companion.core.messages import MENU_REFUSED, NOT_YOUR_TURN, WATCHING, Action, Choose, Point, PressInView, Refusal
from companion.core.players import SEAT_COLOUR_NAMES
from companion.frontends.web.broadcaster import encode_message
from companion.frontends.web.connection_limits import Connection, guest_pace
from companion.frontends.web.room import JOINING, TABLE, TOKEN_BYTES, Grant, Room, link_with_code, viewer_kind
from companion.locale.translator import languages, translator_for
from engine.game import Illegal, Seat
from engine.record import decode
from hardware.device import Button, reported_presses


class Unlock(NamedTuple):
    """The browser presents a token."""

    token: str


class PressButton(NamedTuple):
    """Press a button, or hold it."""

    button: Button
    held: bool
    view: int | None = None
    """The view that the page showed; None: it names none."""


class ChooseLanguage(NamedTuple):
    """Describe the game in this language from now on; the table's host reads in the table's."""

    language: str


class LimitFrames(NamedTuple):
    """Send at most so many frames a second."""

    per_s: int | None
    """None: all of them; 0: none, such as to a page that nobody sees."""


class Request(NamedTuple):
    """Answer this.

    `invite` asks for the join code and the links, `alive` for any answer at once, and `way_back` how a host comes back
    who has lost the link.
    """

    what: Literal["invite", "alive", "way_back"]


class LetPhonesJoin(NamedTuple):
    """The host lets phones in the local network join, or closes that way again."""

    on: bool


class ClaimSeat(NamedTuple):
    """Whoever came by the join code says who they are."""

    seat: Seat | None
    """None: a spectator."""


class FreeSeat(NamedTuple):
    """The host frees a seat."""

    seat: Seat


ClientMessage: TypeAlias = (
    Unlock
    | PressButton
    | Point
    | Choose
    | ChooseLanguage
    | LimitFrames
    | Request
    | LetPhonesJoin
    | ClaimSeat
    | FreeSeat
)

SEATS = range(len(SEAT_COLOUR_NAMES))


def parse_client_message(text: str) -> ClientMessage | None:  # noqa: C901, PLR0912 - a table: one row a message
    """Returns the message that the text is; None if it is none of these."""
    try:
        message = dict(decode(text))
    except Illegal:
        return None
    # Beside a press or a choice may stand the view that it was made for, in any order. To Python, True is 1: its type
    # tells them apart, here and below.
    has_view = "view" in message and bool({"press", "hold", "choose"} & message.keys())
    view = message.pop("view") if has_view else None
    if has_view and type(view) is not int:
        return None
    # By shape and type at once: anybody may send anything, and what is none of these ends the connection.
    match list(message.items()):
        case [("token", str(token))]:
            return Unlock(token)
        case [("press" | "hold" as verb, str(name))] if name in list(Button):
            return PressButton(Button(name), verb == "hold", view)
        case [("point", str(place))]:
            return Point(place)
        case [("choose", dict(choice))] if len(choice) == 1 and _is_text(choice):
            return Choose(*next(iter(choice.items())), view=view)
        case [("language", str(language))] if language in languages():
            return ChooseLanguage(language)
        case [("frames", None)]:
            return LimitFrames(None)
        case [("frames", int(per_s))] if type(per_s) is int and 0 <= per_s <= FRAMES_PER_S:
            return LimitFrames(per_s)
        case [("invite" | "alive" | "way_back" as what, True)]:
            return Request(what)
        case [("phones", bool(on))]:
            return LetPhonesJoin(on)
        case [("claim", None)]:
            return ClaimSeat(None)
        case [("claim", int(number))] if type(number) is int and number in SEATS:
            return ClaimSeat(Seat(number))
        case [("take_back", int(number))] if type(number) is int and number in SEATS:
            return FreeSeat(Seat(number))
        case _:
            return None


def _is_text(choice: dict[str, object]) -> bool:
    """Returns whether a choice holds whole letters only: half of one could be shown to nobody."""
    try:
        json.dumps(choice, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


FRAMES_PER_S = 30
"""How many frames a page may ask for in a second."""
WRONG_TOKEN_S = 1.0
"""How long the socket of a wrong token stays open without being read, in seconds: it slows down guessing."""
REFUSALS = 16
"""How many refusals wait for a page that does not read; older ones are dropped."""
POLICY = 1008
"""The close code for a client that breaks the protocol's rules (RFC 6455, 7.4.1)."""
GONE = (WebSocketDisconnect, WebSocketDisconnected)
"""What the socket raises once it is closed."""


class Viewer:
    """Sends one page the newest frame and description, as fast as the page reads them; it skips the ones in between."""

    def __init__(
        self,
        socket: WebSocket,
        room: Room,
        token: str = "",
        claim: str = "",
        *,
        is_here: bool = False,
        connection: Connection | None = None,
    ) -> None:
        self.claim = claim
        self._is_here = is_here
        self._connection = connection
        self._socket = socket
        self._room = room
        self._news = asyncio.Event()
        self._token = token
        self._language: str | None = None
        self._frame = b""
        self._frames_per_s: int | None = None
        self._frame_at = -math.inf
        self._frame_due: asyncio.TimerHandle | None = None
        self._description = ""
        self._refusals: deque[tuple[PressButton | Point | Choose, Refusal]] = deque(maxlen=REFUSALS)
        self._may: Grant | None = None
        self._kept_claim = claim
        self._pace = guest_pace()
        self._seats: list[dict[str, Any]] | None = None
        self._join_link: str | None = None
        self._noted = room.broadcaster.newest_note
        self.linked = self._current_grant() is not None

    def wake(self) -> None:
        self._news.set()

    def take_claim(self, claim: str) -> None:
        """Takes a new claim to a seat; the page keeps it, too."""
        self.claim = claim
        self.wake()

    async def run(self) -> None:
        """Sends what is new, and handles the page's messages, until the page is gone or sends an invalid message."""
        self.wake()
        showing = asyncio.create_task(self._send_news())
        with suppress(*GONE):
            try:
                if not self._token or await self._check_token(self._token):
                    await self._handle_messages()
            finally:
                showing.cancel()
                if self._frame_due is not None:
                    self._frame_due.cancel()
                with suppress(asyncio.CancelledError, *GONE):
                    await showing  # before the socket is closed: nothing may be sent on it afterwards
            with suppress(RuntimeError):  # as in `_send`
                await self._socket.close(POLICY)

    async def _send_news(self) -> None:
        while True:
            await self._news.wait()
            # Cleared before anything is read: what changes while something is being sent is sent in the next round.
            self._news.clear()
            # The frame first: it is what a player waits for after a press.
            frame = self._room.broadcaster.newest_frame(self._reads, trusted=self.trusted)
            # One that is the same is not sent: when it came would tell that somebody else is shown something.
            if frame != self._frame and self._may_send_frame():
                self._frame, self._frame_at = frame, self._now()
                await self._send(frame)
            # Before the description: the page must know what it may do when it draws what can be pressed.
            await self._send_grant()
            description = self._room.broadcaster.description(self._reads, viewer_kind(self._current_grant()))
            if description != self._description:
                self._description = description
                await self._send(description)
            # After it: the page has its language then, and calls the seats by names.
            await self._send_seats()
            await self._send_join_code()
            while self._refusals:
                await self._send_json(self._describe_refusal(*self._refusals.popleft()))
            # Last, so that what is heard tells of what is seen already.
            for note in self._room.broadcaster.notes_after(self._noted):
                self._noted = note.number
                await self._send(note.text)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

    def _may_send_frame(self) -> bool:
        """Returns whether a frame may be sent now; if it is too early, the newest is sent when its time comes.

        What follows a press is never too early: the description changes with it.
        """
        if self._frame_due is not None:
            self._frame_due.cancel()
        if self._frames_per_s is None:
            return True
        kind = viewer_kind(self._current_grant())
        if self._frames_per_s == 0:
            return False
        wait_s = self._frame_at + 1 / self._frames_per_s - self._now()
        if wait_s <= 0 or self._room.broadcaster.description(self._reads, kind) != self._description:
            return True
        self._frame_due = asyncio.get_running_loop().call_later(wait_s, self.wake)
        return False

    async def _send_grant(self) -> None:
        """Tells the page what it may do now, and which claim it is to keep, if they have changed."""
        if self._may != (may := self._current_grant()):
            self._may, self.linked = may, may is not None
            if self._connection is not None:
                self._connection.become_viewer(linked=self.linked)
            if self.linked:
                # Before it presents its token again, the page has whoever listens there answer to this name.
                name = secrets.token_urlsafe(TOKEN_BYTES)
                answer = self._room.tokens.recognition(name)
                await self._send_json({"recognition": {"name": name, "answer": answer}})
            await self._send_json({"may": "all" if may == TABLE else may and may.seat})
        if self._kept_claim != self.claim:
            self._kept_claim = self.claim
            await self._send_json({"claimed": self.claim})

    async def _send_seats(self) -> None:
        """Tells the host, and whoever came by the join code, who holds which seat, if that has changed."""
        invited_as = self._room.grant_of(self._token)
        if invited_as not in {TABLE, JOINING}:
            return
        if self._seats != (seats := self._room.seats(self, joins=invited_as == JOINING)):
            self._seats = seats
            await self._send_json({"seats": seats})

    async def _send_join_code(self) -> None:
        """Sends the join code to a viewer who has it, as a television shows it, and null once it is invalid."""
        link = self._room.link_for(JOINING) if self._room.grant_of(self._token) == JOINING else None
        if self._join_link != link:
            self._join_link = link
            await self._send_json({"join_code": link and link_with_code(link)})

    @property
    def _reads(self) -> str | None:
        """The language in which this viewer reads; None: in the table's, as its host does, who can change that."""
        return None if self.trusted else self._language

    @property
    def trusted(self) -> bool:
        return self._current_grant() == TABLE

    async def _handle_messages(self) -> None:  # noqa: C901 - a table: one row a message
        while (message := await self._receive_message()) is not None:
            match message:
                case Unlock(token):
                    if not await self._check_token(token):
                        return
                case PressButton() | Point() | Choose():
                    self._send_action(message)
                case LimitFrames(per_s):
                    self._frames_per_s = per_s
                    self.wake()
                case ChooseLanguage(language):
                    self._language = language
                    self.wake()
                case Request(what):
                    await self._answer(what)
                case LetPhonesJoin(on):
                    if self.trusted:
                        self._room.let_phones_join(on=on)
                        await self._answer("invite")
                case ClaimSeat() | FreeSeat():
                    self._handle_seat_message(message)

    async def _answer(self, what: str) -> None:
        if what == "alive":
            await self._send_json({"alive": True})
        elif what == "invite":
            if self.trusted:
                await self._send_json({"invitations": self._room.invitations()})
        else:
            # Nothing of this computer's files is told to any other one, or to the visitors of a kiosk.
            is_nobody = self._is_here and self._current_grant() is None and not self._room.broadcaster.is_kiosk
            await self._send_json({"way_back": {"file": self._room.link_file if is_nobody else ""}})

    def _handle_seat_message(self, message: ClaimSeat | FreeSeat) -> None:
        """Does what the host wants, or whoever came by the join code; nothing for others: links become invalid."""
        match message:
            case FreeSeat(seat) if self.trusted:
                self._room.free_seat(seat)
            case ClaimSeat(seat) if self._room.grant_of(self._token) == JOINING:
                self._room.claim_seat(self, seat)
            case _:
                return

    async def _receive_message(self) -> ClientMessage | None:
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event["code"])
        # Meanwhile nothing more is read: who sends faster has to wait.
        await (self._pace if self.linked else self._room.strangers).wait()
        return parse_client_message(event.get("text") or "")

    async def _check_token(self, token: str) -> bool:
        self._token = token
        grant = self._current_grant()
        if grant is None:
            await self._send_json({"refused": "token"})
            with suppress(TimeoutError):
                await asyncio.wait_for(self._room.ending.wait(), WRONG_TOKEN_S)
            return False
        self.wake()
        return True

    def _send_action(self, message: PressButton | Point | Choose) -> None:
        """Hands the action to the table, which judges whether this viewer may do it."""
        actions: tuple[Action, ...]
        if isinstance(message, PressButton):
            # A hold's own press leads to another view by itself: only that press is held against the page's.
            first, *rest = reported_presses(message.button, held=message.held)
            actions = (first if message.view is None else PressInView(first, message.view), *rest)
        else:
            actions = (message,)
        for action in actions:
            self._room.send(action, viewer_kind(self._current_grant()), partial(self._keep_refusal, message))

    def _keep_refusal(self, message: PressButton | Point | Choose, refusal: Refusal) -> None:
        self._refusals.append((message, refusal))
        self.wake()

    def _describe_refusal(self, message: PressButton | Point | Choose, refusal: Refusal) -> dict[str, Any]:
        """Returns the message for a refusal: the page has words for why somebody may not act, programs get the rest."""
        # It was a link, and is none any more.
        if refusal == WATCHING and self._token and self._current_grant() is None:
            return {"refused": "token"}
        if refusal in {WATCHING, NOT_YOUR_TURN, MENU_REFUSED}:
            return {"refused": refusal.code}
        # By the catalogue itself: the translator would fill in braces, which a name may hold.
        words = translator_for(self._reads or self._room.broadcaster.language).catalogue.gettext(refusal.message)
        # Of an answer to a form, which question: several may be under way.
        question = {"question": message.name} if isinstance(message, Choose) else {}
        return {"error": {**refusal._asdict(), "words": words, **question}}

    def _current_grant(self) -> Grant | None:
        """Returns the grant of the page's token now: the token may have become invalid."""
        return self._room.grant_of(self._token, self.claim)

    async def _send_json(self, message: dict[str, Any]) -> None:
        await self._send(encode_message(message))

    async def _send(self, message: str | bytes) -> None:
        try:
            await (self._socket.send_bytes(message) if isinstance(message, bytes) else self._socket.send_text(message))
        except RuntimeError as error:  # uvicorn's: it has closed the socket, as after a message that is too long
            raise WebSocketDisconnect from error
