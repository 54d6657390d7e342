import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from msgspec.structs import replace
from starlette.websockets import WebSocket

from companion.core.lineup import HOST, SPECTATOR, ViewerKind
from companion.core.messages import WATCHING, Action, Chosen, PageLink, Pointed, Pressed
from companion.core.model import Model, Refusal
from companion.pages.information import LinkPage
from companion.program.view import View, view
from companion.web.room import Room, Viewer, encode_frame
from companion.web.tokens import Grant, Tokens
from engine.game import Seat
from hardware.device import Button, Colour, Press
from tests.companion.lights.positions import BETWEEN
from tests.companion.pages.klondike import dealt
from tests.companion.pages.sitting import BOX, set_up

VIEW = view(BOX, 0.0)
LINK_PAGE = BOX.with_page_on_top(LinkPage(PageLink("http://box", ("1",) * 29)))


class Socket:
    def __init__(self) -> None:
        self.took: list[bytes | str] = []
        self.open = asyncio.Event()
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def send_bytes(self, data: bytes) -> None:
        await self.open.wait()
        self.took.append(data)

    async def send_text(self, data: str) -> None:
        await self.open.wait()
        self.took.append(data)

    async def receive(self) -> dict[str, Any]:
        return await self.inbox.get()

    def disconnect(self) -> None:
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": 1001})

    def receive_message(self, **message: object) -> None:
        self.inbox.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    @property
    def frames(self) -> list[bytes]:
        return [took for took in self.took if isinstance(took, bytes)]

    def received(self, key: str) -> list[Any]:
        texts = [json.loads(took) for took in self.took if isinstance(took, str)]
        return [text[key] for text in texts if key in text]


def room() -> Room:
    return Room(lambda *_: None, lambda: "http://box", Tokens())


def lit_view(red: int) -> View:
    return replace(VIEW, frame=replace(VIEW.frame, lights=(Colour(red, 0, 0),) * 36))


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@asynccontextmanager
async def visiting(at: Room, token: str = "", *, stalled: bool = False) -> AsyncIterator[Socket]:
    socket = Socket()
    if not stalled:
        socket.open.set()
    viewer = Viewer(cast("WebSocket", socket), at, token)
    at.broadcaster.viewers.add(viewer)
    attending = asyncio.create_task(viewer.run())
    await settle()
    yield socket
    socket.open.set()
    await settle()
    socket.disconnect()
    await attending


def watch(shows: list[tuple[View, Model]], *, stalled: bool, token: str = "") -> Socket:
    async def scenario() -> Socket:
        at = room()
        async with visiting(at, stalled=stalled) as socket:
            if token:
                socket.receive_message(token=at.tokens.token_for(Grant(), ()))
                await settle()
            for seen, model in shows:
                at.broadcaster.show(seen, model)
                await settle()
        return socket

    return asyncio.run(scenario())


def test_a_stalled_viewer_receives_only_the_newest_frame() -> None:
    socket = watch([(lit_view(red), BOX) for red in range(200)], stalled=True)
    assert len(socket.frames) <= 2
    assert socket.frames[-1] == encode_frame(lit_view(199).frame)


def test_spectators_do_not_see_the_link() -> None:
    secret = view(LINK_PAGE, 0.0)
    spectator = watch([(secret, LINK_PAGE)], stalled=False)
    owner = watch([(secret, LINK_PAGE)], stalled=False, token="of the table")  # noqa: S106 - the test's word
    assert spectator.frames[-1][109:] == bytes(1024)
    assert spectator.received("description")[-1]["text"] == []
    small = LINK_PAGE.with_config(screen_height=32)
    assert watch([(view(small, 0.0), small)], stalled=False).frames[-1][109:] == bytes(512)
    assert owner.frames[-1] == encode_frame(secret.frame)
    assert owner.received("description")[-1]["text"] != []


@pytest.mark.parametrize("grant", [Grant(Seat(0)), Grant(Seat(1)), Grant(), None], ids=str)
def test_a_hand_is_sent_only_to_its_seat(grant: Grant | None) -> None:
    model = dealt()

    async def scenario() -> Socket:
        at = room()
        at.broadcaster.show(view(model, 0.0), model)
        async with visiting(at, at.tokens.token_for(grant, at.broadcaster.group_players) if grant else "") as socket:
            return socket

    (described,) = asyncio.run(scenario()).received("description")
    tiles = [tile["value"] for tile in described["game"]["layout"]["tiles"]]
    hand = () if grant is None or grant.seat is None else model.session.hands[grant.seat]
    assert tiles == [f"{low}|{high}" for low, high in hand]
    assert len(tiles) == (14 if hand else 0)


def test_a_link_to_a_seat_is_valid_for_its_group() -> None:
    at, model = room(), set_up(BETWEEN)
    at.broadcaster.show(view(model, 0.0), model)
    token = at.tokens.token_for(Grant(Seat(0)), at.broadcaster.group_players)
    lineup = model.session.lineup
    left = replace(model, maybe_session=None, last_lineup=lineup).with_only_page(BOX.page)
    others = replace(model, maybe_session=replace(model.session, lineup=replace(lineup, group="others")))
    next_game = replace(model.session, seed=bytes(range(32)), lineup=replace(lineup, first=Seat(1)))
    again = replace(model, maybe_session=next_game)
    grants = []
    for shown in (model, left, others, again, BOX):
        at.broadcaster.show(view(shown, 0.0), shown)
        grants.append(at.grant_of(token))
    assert grants == [Grant(Seat(0)), Grant(Seat(0)), None, Grant(Seat(0)), None]


def test_a_page_is_notified_when_its_link_becomes_invalid() -> None:
    at, model = room(), set_up(BETWEEN)
    others = replace(model, maybe_session=replace(model.session, lineup=replace(model.session.lineup, group="others")))

    async def scenario() -> Socket:
        at.broadcaster.show(view(model, 0.0), model)
        async with visiting(at, at.tokens.token_for(Grant(Seat(1)), at.broadcaster.group_players)) as socket:
            at.broadcaster.show(view(others, 0.0), others)
            await settle()
        return socket

    assert asyncio.run(scenario()).received("may") == [1, None]


@pytest.mark.parametrize(("token", "refused"), [("", "watching"), ("of the table", None)])
def test_a_viewer_sends_every_action_and_receives_refusals(token: str, refused: str) -> None:
    sent: list[tuple[Action, ViewerKind]] = []

    def send(action: Action, sender: ViewerKind, reply: Callable[[Refusal], object]) -> None:
        sent.append((action, sender))
        if sender == SPECTATOR:
            reply(WATCHING)

    async def scenario() -> Socket:
        at = Room(send, lambda: "http://box", Tokens())
        async with visiting(at, token and at.tokens.token_for(Grant(), ())) as socket:
            for message in ({"hold": "left"}, {"point": "5/2"}, {"choose": {"players": 3}}):
                await settle()
                socket.receive_message(**message)
            await settle()
        return socket

    socket = asyncio.run(scenario())
    who = HOST if token else SPECTATOR
    actions = [Pressed(Press(Button.LEFT, held=True)), Pointed("5/2"), Chosen("players", 3)]
    assert sent == [(action, who) for action in actions]
    assert socket.received("refused") == ([refused] * 3 if refused else [])


def test_a_rejected_answer_names_its_question() -> None:
    replies: list[Callable[[Refusal], object]] = []

    async def scenario() -> Socket:
        at = Room(lambda _action, _sender, reply: replies.append(reply), lambda: "", Tokens())
        async with visiting(at, at.tokens.token_for(Grant(), ())) as socket:
            for message in ({"choose": {"seat 0": "Kim"}}, {"choose": {"seat 1": "Kim"}}, {"point": "9/9"}):
                await settle()
                socket.receive_message(**message)
            await settle()
            for reply in (replies[2], replies[0]):
                reply(Refusal("syntax", "Not this."))
            await settle()
        return socket

    errors = asyncio.run(scenario()).received("error")
    assert [error.get("question") for error in errors] == [None, "seat 0"]


def test_a_hidden_page_receives_no_frames_and_a_folded_box_few() -> None:
    async def scenario() -> None:
        at = room()
        async with visiting(at) as socket:

            async def show(red: int, model: Model = BOX) -> list[int]:
                at.broadcaster.show(lit_view(red), model)
                await settle()
                return [frame[1] for frame in socket.frames]

            assert (await show(1))[-1] == 1
            socket.receive_message(frames=0)
            await settle()
            assert (await show(2), await show(3))[-1][-1] == 1
            socket.receive_message(frames=20)
            await settle()
            before = len(socket.frames)
            for red in range(4, 10):
                await show(red)
            assert len(socket.frames) <= before + 1
            assert (await show(10, replace(BOX, language="de")))[-1] == 10
            await show(11)
            await asyncio.sleep(0.06)
            await settle()
            assert socket.frames[-1][1] == 11
            socket.receive_message(frames=None)
            await settle()
            before = len(socket.frames)
            await show(12)
            await show(13)
            assert len(socket.frames) == before + 2

    asyncio.run(scenario())
