"""What all viewers share (`Room`), the current view (`Broadcaster`), and one web page (`Viewer`)."""

import asyncio
import math
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Annotated, Any, NamedTuple

import msgspec.json
from msgspec import Meta, convert
from msgspec.structs import replace
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from companion.core.lineup import SEAT_COLOUR_NAMES, SPECTATOR, LineUp, ViewerKind
from companion.core.messages import MENU_REFUSED, NOT_YOUR_TURN, WATCHING, Action, Chosen, Pointed, Pressed, is_local
from companion.core.model import Model, Refusal
from companion.core.shown import model_seen_by
from companion.locale.translator import SOURCE, languages, translator_for
from companion.program.description import VisiblePage, describe
from companion.program.view import View, draw_page, lights_at
from companion.ui.pictures import qr_rows
from companion.web.server import UNLINKED_VIEWERS, VIEWERS, Connection, PhoneSocket, RateLimit
from companion.web.tokens import HOST_GRANT, JOIN_GRANT, TOKEN_BYTES, Grant, SeatClaims, Tokens, viewer_kind
from engine.game import Seat
from hardware.device import BLANK, Button, Frame, Press


class Broadcaster:
    """Contains the current view, and wakes the viewers when it changes. Use it only in the loop's thread."""

    def __init__(self) -> None:
        self.viewers: set[Viewer] = set()
        self.frame = self.covered_frame = encode_frame(BLANK)
        """The newest frame, for the host, and the same without secrets, for all other viewers."""
        self._page: VisiblePage | None = None
        self._descriptions: dict[tuple[str, ViewerKind], str] = {}

    @property
    def model(self) -> Model | None:
        """The newest model; None if nothing was shown yet."""
        return None if self._page is None else self._page.model

    @property
    def language(self) -> str:
        return self.model.language if self.model else SOURCE

    @property
    def is_kiosk(self) -> bool:
        return self.model is not None and self.model.config.kiosk

    @property
    def lineup(self) -> LineUp | None:
        return self.model.maybe_session.lineup if self.model and self.model.maybe_session else None

    @property
    def people(self) -> dict[Seat, str]:
        """The names of the players by seat, without bots, whose seats cannot be claimed."""
        lineup = self.lineup
        players = enumerate(lineup.players) if lineup else ()
        return {Seat(seat): name for seat, name in players if lineup and lineup.has_person(Seat(seat))}

    @property
    def group_players(self) -> tuple[str, ...]:
        """The players of the current or last game, each after its group's id, to tell groups apart."""
        lineup = self.lineup or (self.model and self.model.last_lineup)
        return tuple(f"{lineup.group} {player}" for player in lineup.players) if lineup else ()

    def show(self, view: View, model: Model) -> None:
        page = VisiblePage(view.text, model)
        # Moving lights change only the frame: the description, which is expensive, is not made again.
        is_same = page.has_same_description(self._page)
        if not is_same:
            self._descriptions = {}
        self._page = page
        self.frame = encode_frame(view.frame)
        self.covered_frame = encode_frame(_covered_frame(page, view.frame)) if page.shows_secret else self.frame
        self.wake_viewers(frame_only=is_same)

    def send_note(self, key: str, value: object) -> None:
        """Sends tones or a caption once to each viewer."""
        note = encode_message({"note": {key: value}})
        for viewer in self.viewers:
            viewer.notes.append(note)
        self.wake_viewers()

    def description(self, language: str | None, viewer: ViewerKind) -> str:
        """Returns the description for one kind of viewer as a message; the language is None for that of the device."""
        if self._page is None:
            return ""
        # Made once for all viewers of that kind, so that a hundred of them are as cheap as one.
        kind = language or self.language, viewer
        if kind not in self._descriptions:
            self._descriptions[kind] = encode_message({"description": describe(self._page, *kind)})
        return self._descriptions[kind]

    def published_state(self) -> dict[str, Any] | None:
        """Returns the state of the game in the referee's notation; None without a game."""
        session = self.model.maybe_session if self.model else None
        return session.game.to_json(session.state) if session and session.record else None

    def can_accept(self, viewer: "Viewer") -> bool:
        if viewer.is_host:
            return True
        unlinked = sum(not each.has_link for each in self.viewers)
        return len(self.viewers) < VIEWERS and (viewer.has_link or unlinked < UNLINKED_VIEWERS)

    def wake_viewers(self, *, frame_only: bool = False) -> None:
        for viewer in self.viewers:
            viewer.wake(frame_only=frame_only)


def _covered_frame(shown: VisiblePage, frame: Frame) -> Frame:
    """Returns the frame for viewers who must not see secrets."""
    public = model_seen_by(shown.model, SPECTATOR)
    # A page with a link is not replaced by another. Its screen is dark, so that a spectator cannot photograph the link.
    if public is shown.model:
        return replace(frame, screen=bytes(len(frame.screen)))
    return replace(frame, screen=draw_page(public).screen(), lights=lights_at(public, public.now).colours)


def encode_message(message: dict[str, Any]) -> str:
    return msgspec.json.encode(message).decode()


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
    """Who has which seat: a claim is the secret of a viewer that has taken a seat with the join code."""
    broadcaster: Broadcaster = field(default_factory=Broadcaster)
    unlinked_messages: RateLimit = field(default_factory=lambda: RateLimit(50, 0.05))
    """The rate limit of messages from viewers without a link."""
    unlinked_sends: RateLimit = field(default_factory=lambda: RateLimit(50, 0.02))
    """The rate limit of data sent to viewers without a link, so that a hundred of them do not delay a press."""
    phones: PhoneSocket | None = None
    """The socket for phones if only this computer can open the web page; None if other devices always can."""

    def link_for(self, grant: Grant) -> str:
        return f"{self.locate()}/#{self.tokens.token_for(grant, self.broadcaster.group_players)}"

    def grant_of(self, token: str, claim: str = "") -> Grant | None:
        """Returns the grant of a token, or of the claim if the token is the join code; None if the token is invalid."""
        if not token:
            return None
        players = self.broadcaster.group_players
        grant = self.tokens.grant_of(token, players)
        seat = self.claims.seat_of(claim, players) if grant == JOIN_GRANT else None
        return grant if seat is None else Grant(seat)

    def renew_links(self) -> None:
        """Makes all links invalid."""
        self.tokens.renew()
        self.claims.forget_all()
        # Each viewer then checks its token again, and is notified that it can no longer press.
        self.broadcaster.wake_viewers()

    def invitations(self) -> dict[str, Any]:
        """Returns all links with QR codes; opens the phone socket again if this computer's address has changed."""
        phones = self.switchable_phones
        if phones is not None and phones.is_open:
            phones.switch(on=True)
        people = self.broadcaster.people.items()
        seats = [{"name": name, **link_with_code(self.link_for(Grant(seat)))} for seat, name in people]
        return {
            "join": link_with_code(self.link_for(JOIN_GRANT)),
            "seats": seats,
            "phones": phones and phones.is_open,
            "unreachable": phones is not None and phones.has_failed,
        }

    @property
    def switchable_phones(self) -> PhoneSocket | None:
        """The socket for phones, if the host can open and close it; None in a kiosk."""
        return None if self.broadcaster.is_kiosk else self.phones

    def let_phones_join(self, *, on: bool) -> None:
        """Opens the web page for phones, or disconnects them and frees their seats; does nothing in a kiosk."""
        phones = self.switchable_phones
        if phones is None:
            return
        if not on:
            for viewer in self.broadcaster.viewers:
                if viewer.reached_host == phones.host:
                    viewer.close(PHONES_CLOSED)
            self.claims.forget_all()
        phones.switch(on=on)
        self.broadcaster.wake_viewers()

    def claim_seat(self, claim: str, seat: Seat | None) -> str:
        """Gives a free seat to the viewer with this claim, and returns its new claim; None frees the viewer's seat.

        A seat that another viewer has claimed is not given.
        """
        players = self.broadcaster.group_players
        held = self.claims.seat_of(claim, players)
        if seat is None:
            self.claims.free(held, players)
        elif seat in self.broadcaster.people and seat not in self.claims.taken(players):
            self.claims.free(held, players)
            claim = self.claims.give(seat, players)
        self.broadcaster.wake_viewers()
        return claim

    def free_seat(self, seat: Seat) -> None:
        self.claims.free(seat, self.broadcaster.group_players)
        self.broadcaster.wake_viewers()

    def seats(self, claim: str) -> list[dict[str, Any]]:
        """Returns the seats of the current game for the viewer with this claim; "" for the host."""
        players = self.broadcaster.group_players
        taken, mine = self.claims.taken(players), self.claims.seat_of(claim, players)
        lineup, people = self.broadcaster.lineup, self.broadcaster.people
        connected = {self.claims.seat_of(viewer.claim, players) for viewer in self.broadcaster.viewers if viewer.claim}

        def state(seat: int) -> str:
            if seat == mine:
                return "yours"
            if seat in taken:
                return "taken" if seat in connected else "away"
            return "free" if seat in people else "bot"

        return [{"name": name, "state": state(seat)} for seat, name in enumerate(lineup.players if lineup else ())]


def link_with_code(link: str) -> dict[str, Any]:
    """Returns a link with its QR code; without a code if phones cannot open the link."""
    return {"link": link, "code": None if is_local(link) else qr_rows(link)}


FRAMES_PER_S = 30
"""Maximum number of frames per second that a web page can request."""
_SeatNumber = Annotated[int, Meta(ge=0, lt=len(SEAT_COLOUR_NAMES))]
MESSAGES: dict[str, Any] = {
    "token": str,  # of a link
    "press": Button,
    "hold": Button,
    "point": str,
    "choose": Annotated[dict[str, Any], Meta(min_length=1, max_length=1)],
    "language": str,
    "frames": Annotated[int, Meta(ge=0, le=FRAMES_PER_S)] | None,  # maximum per second; None for all
    "alive": bool,  # answer at once
    "invite": bool,  # answer with the join code and the links
    "way_back": bool,  # answer how a host who has lost the link can come back
    "phones": bool,  # whether phones in the local network can join; only for the host
    "claim": _SeatNumber | None,  # a viewer with the join code claims a seat, or (None) only watches
    "take_back": _SeatNumber,  # the host frees the seat
}
"""The messages of the web page: the key of the JSON object and the type of its value."""
QUESTIONS = ("alive", "invite", "way_back")
"""The messages whose value is always true."""


class ClientMessage(NamedTuple):
    key: str
    value: Any
    view: int | None = None
    """The view in which a press or a choice was made; None if the message has no view."""


def parse_client_message(text: str) -> ClientMessage | None:
    """Returns the message in the text; None if it is invalid."""
    try:
        message = msgspec.json.decode(text, type=dict[str, Any])
        has_view = "view" in message and bool({"press", "hold", "choose"} & message.keys())
        view = convert(message.pop("view"), int) if has_view else None
        ((key, value),) = message.items()
        value = convert(value, MESSAGES[key])
    # Any client can send anything: not JSON, several keys, an unknown key, a wrong type, a thousand brackets.
    except (ValueError, KeyError, RecursionError):
        return None
    is_wrong = (key in QUESTIONS and not value) or (key == "language" and value not in languages())
    return None if is_wrong else ClientMessage(key, value, view)


NOTES = 16
"""Maximum number of tones, captions and rejections in the queue of a slow web page; older ones are dropped."""
POLICY_VIOLATION = 1008  # the close code for a client that breaks the protocol's rules (RFC 6455, 7.4.1)
GONE = (WebSocketDisconnect, WebSocketDisconnected)  # the exceptions of a closed socket


class Viewer:
    """Handles the messages of one web page; sends it the newest frame and description, skipping older ones."""

    def __init__(
        self,
        socket: WebSocket,
        room: Room,
        token: str = "",
        claim: str = "",
        *,
        is_local: bool = False,
        reached_host: str = "",  # this computer's address that the viewer has opened
        connection: Connection | None = None,
    ) -> None:
        self.claim = claim
        self.reached_host = reached_host
        self.notes: deque[str] = deque(maxlen=NOTES)
        self._is_local = is_local
        self._connection = connection
        self._socket = socket
        self._room = room
        self._news = asyncio.Event()
        self._seats_due = True
        self._token = token
        self._language: str | None = None
        self._frame = b""
        self._frames_per_s: int | None = None
        self._frame_at = -math.inf
        self._frame_due: asyncio.TimerHandle | None = None
        self._description = ""
        self._sent_grant: Grant | None = None
        self._sent: dict[str, object] = {"claimed": claim}
        self.has_link = self._current_grant() is not None

    def wake(self, *, frame_only: bool = False) -> None:
        self._seats_due |= not frame_only
        self._news.set()

    def close(self, code: int) -> None:
        self._closing = asyncio.create_task(self._close(code))  # the event loop itself keeps no task alive

    async def _close(self, code: int) -> None:
        with suppress(RuntimeError, *GONE):  # as in `_send`
            await self._socket.close(code)

    async def run(self) -> None:
        """Sends new data and handles messages until the web page disconnects or sends an invalid message."""
        self.wake()
        sending = asyncio.create_task(self._send_news())
        with suppress(*GONE):
            try:
                if not self._token or await self._check_token(self._token):
                    await self._handle_messages()
            finally:
                sending.cancel()
                if self._frame_due is not None:
                    self._frame_due.cancel()
                with suppress(asyncio.CancelledError, *GONE):
                    await sending  # before the socket is closed: nothing may be sent on it afterwards
            await self._close(POLICY_VIOLATION)

    async def _send_news(self) -> None:
        while True:
            await self._news.wait()
            if not self.has_link:
                await self._room.unlinked_sends.wait()
            # Cleared before the data is read: a change during sending is sent in the next round.
            self._news.clear()
            seats_due, self._seats_due = self._seats_due, False
            # All at one time, so that a viewer that loses its permission gets nothing that came afterwards.
            link_grant, grant, room = self._room.grant_of(self._token), self._current_grant(), self._room
            language = None if grant == HOST_GRANT else self._language
            description = room.broadcaster.description(language, viewer_kind(grant))
            frame = room.broadcaster.frame if grant == HOST_GRANT else room.broadcaster.covered_frame
            # Before the description, because the web page needs its permissions to draw the buttons.
            await self._send_grant(grant)
            is_new = description != self._description
            if is_new:
                self._description = description
                await self._send(description)
            # An unchanged frame is not sent: its time would show that another viewer sees something new.
            if frame != self._frame and self._may_send_frame(is_new=is_new):
                self._frame, self._frame_at = frame, monotonic()
                await self._send(frame)
            # After the description, which contains the language and the names of the seats.
            if seats_due:
                await self._send_seats(link_grant)
            # Last, because they refer to the visible state.
            while self.notes:
                await self._send(self.notes.popleft())

    def _may_send_frame(self, *, is_new: bool) -> bool:
        """Returns whether a frame can be sent now; if it is too early, the newest frame is sent later.

        A frame with a new description, as after a press, is never too early.
        """
        if self._frame_due is not None:
            self._frame_due.cancel()
        if self._frames_per_s is None:
            return True
        if self._frames_per_s == 0:
            return False
        wait_s = self._frame_at + 1 / self._frames_per_s - monotonic()
        if is_new or wait_s <= 0:
            return True
        self._frame_due = asyncio.get_running_loop().call_later(wait_s, self.wake)
        return False

    async def _send_grant(self, grant: Grant | None) -> None:
        """Sends the permissions and the claim of the web page if they have changed."""
        if self._sent_grant != grant:
            self._sent_grant, self.has_link = grant, grant is not None
            if self._connection is not None:
                self._connection.become_viewer(has_link=self.has_link)
            if self.has_link:
                # Before the web page sends its token again, it checks the server with this challenge.
                name = secrets.token_urlsafe(TOKEN_BYTES)
                answer = self._room.tokens.recognition(name)
                await self._send_json({"recognition": {"name": name, "answer": answer}})
            await self._send_json({"may": "all" if grant == HOST_GRANT else grant and grant.seat})
        await self._send_if_new("claimed", self.claim)

    async def _send_seats(self, link_grant: Grant | None) -> None:
        """Sends the seats to the host and to viewers with the join code, and the join code to the latter."""
        if link_grant in {HOST_GRANT, JOIN_GRANT}:
            await self._send_if_new("seats", self._room.seats(self.claim if link_grant == JOIN_GRANT else ""))
        link = self._room.link_for(JOIN_GRANT) if link_grant == JOIN_GRANT else None
        # A television shows the code; null if it is invalid.
        await self._send_if_new("join_code", link and link_with_code(link))

    async def _send_if_new(self, key: str, value: object) -> None:
        if self._sent.get(key) != value:
            self._sent[key] = value
            await self._send_json({key: value})

    @property
    def is_host(self) -> bool:
        return self._current_grant() == HOST_GRANT

    async def _handle_messages(self) -> None:  # noqa: C901 - a table: one row a message
        while (message := await self._receive_message()) is not None:
            value = message.value
            match message.key:
                case "token":
                    if not await self._check_token(value):
                        return
                case "press" | "hold" | "point" | "choose":
                    self._send_action(message)
                case "frames":
                    self._frames_per_s = value
                    self.wake()
                case "language":
                    self._language = value
                    self.wake()
                case "alive":
                    await self._send_json({"alive": True})
                case "way_back":
                    # File names are not sent to other computers or in a kiosk.
                    may_see_link_file = (
                        self._is_local and self._current_grant() is None and not self._room.broadcaster.is_kiosk
                    )
                    await self._send_json({"way_back": {"file": self._room.link_file if may_see_link_file else ""}})
                case "invite" if self.is_host:
                    await self._send_json({"invitations": self._room.invitations()})
                case "phones" if self.is_host:
                    self._room.let_phones_join(on=value)
                    await self._send_json({"invitations": self._room.invitations()})
                case "take_back" if self.is_host:
                    self._room.free_seat(Seat(value))
                case "claim" if self._room.grant_of(self._token) == JOIN_GRANT:
                    self.claim = self._room.claim_seat(self.claim, None if value is None else Seat(value))

    async def _receive_message(self) -> ClientMessage | None:
        event = await self._socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event["code"])
        if not self.has_link:  # until then nothing more is read, so a faster sender waits
            await self._room.unlinked_messages.wait()
        return parse_client_message(event.get("text") or "")

    async def _check_token(self, token: str) -> bool:
        self._token = token
        grant = self._current_grant()
        if grant is None:
            await self._send_json({"refused": "token"})
            return False
        self.wake()
        return True

    def _send_action(self, message: ClientMessage) -> None:
        """Passes the action on; `program.actions` checks the viewer's permission."""
        actions: list[Action]
        match message:
            case ClientMessage("point", place):
                actions = [Pointed(place)]
            case ClientMessage("choose", choice, view):
                actions = [Chosen(name, value, view=view) for name, value in choice.items()]
            case ClientMessage(key, button, view):
                # A hold is sent at once, without waiting for the hold time.
                actions = [Pressed(Press(button, held=key == "hold"), view=view)]
        for action in actions:
            self._room.send(action, viewer_kind(self._current_grant()), partial(self._queue_refusal, message))

    def _queue_refusal(self, message: ClientMessage, refusal: Refusal) -> None:
        self.notes.append(encode_message(self._describe_refusal(message, refusal)))
        self.wake()

    def _describe_refusal(self, message: ClientMessage, refusal: Refusal) -> dict[str, Any]:
        """Returns the message for a rejection: a code with a text on the web page, and details for programs."""
        # The link has become invalid.
        if refusal == WATCHING and self._token and self._current_grant() is None:
            return {"refused": "token"}
        if refusal in {WATCHING, NOT_YOUR_TURN, MENU_REFUSED}:
            return {"refused": refusal.code}
        # Directly from the catalog, because the translator would fill in braces, which a name may contain.
        language = "" if self.is_host else self._language  # the host changes the language of the device
        _ = translator_for(language or self._room.broadcaster.language)
        words = _.catalog.gettext(refusal.message)
        # For an answer to a form, the question, because several may be pending.
        question = {"question": next(iter(message.value))} if message.key == "choose" else {}
        return {"error": {**refusal._asdict(), "words": words, **question}}

    def _current_grant(self) -> Grant | None:
        """Returns the current grant of the token, which may have become invalid."""
        return self._room.grant_of(self._token, self.claim)

    async def _send_json(self, message: dict[str, Any]) -> None:
        await self._send(encode_message(message))

    async def _send(self, message: str | bytes) -> None:
        try:
            await (self._socket.send_bytes(message) if isinstance(message, bytes) else self._socket.send_text(message))
        except RuntimeError as error:  # uvicorn has closed the socket, as after a message that is too long
            raise WebSocketDisconnect from error
