"""The site: the page's files, its texts, and the sockets of its viewers."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from companion.frontends.web.api import Api
from companion.frontends.web.connection_limits import has_room, host_of
from companion.frontends.web.texts import rules, texts
from companion.frontends.web.viewer import Viewer
from companion.locale.translator import languages, translator_for

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

    from starlette.requests import Request
    from starlette.websockets import WebSocket

    from companion.frontends.web.launch import Launch
    from companion.frontends.web.room import Room

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}
"""Of every file of the page; others are not served."""
INDEX = "index.html"
PROTOCOL = "companion"
"""What the page offers to speak (RFC 6455, 1.9); its token stands after it: with a link there is a place."""


class Asset(NamedTuple):
    """A file of the page."""

    path: str
    content: bytes
    media_type: str

    @property
    def etag(self) -> str:
        """Changes with the content."""
        return f'"{hashlib.sha256(self.content).hexdigest()[:20]}"'


def site(room: Room, journal: Path | None, started: Launch) -> Starlette:
    """The application that serves a house, tells of the games in a journal, and says how it was started."""
    socket = WebSocketRoute("/socket", _socket(room))
    return Starlette(routes=[*map(_file_route, assets(started)), *Api(room, journal).routes(), socket])


def assets(started: Launch) -> Iterator[Asset]:
    """All files of the page, read once: what is asked for later never names a file."""
    for file in files(__package__).joinpath("static").iterdir():
        suffix = "." + file.name.rpartition(".")[2]
        if file.name == INDEX:
            offered = f'data-languages="{" ".join(languages())}"'.encode()
            yield Asset("/", file.read_bytes().replace(b'data-languages="en"', offered), TYPES[suffix])
        elif suffix in TYPES:
            yield Asset(f"/{file.name}", file.read_bytes(), TYPES[suffix])
    for language in languages():
        yield Asset(f"/rules-{language}.json", json.dumps(rules(translator_for(language))).encode(), TYPES[".json"])
        yield Asset(
            f"/texts-{language}.json", json.dumps(texts(translator_for(language), started)).encode(), TYPES[".json"]
        )


def _file_route(asset: Asset) -> Route:
    headers = {"ETag": asset.etag, "Cache-Control": "no-cache"}

    async def answer(request: Request) -> Response:
        if request.headers.get("if-none-match") == asset.etag:
            return Response(status_code=304, headers=headers)
        return Response(asset.content, media_type=asset.media_type, headers=headers)

    return Route(asset.path, answer, methods=["GET"])


def _socket(room: Room) -> Callable[[WebSocket], Awaitable[None]]:
    async def attend(socket: WebSocket) -> None:
        offered = socket.scope["subprotocols"]
        viewer = Viewer(socket, room, host_of(socket.client), next(iter(offered[1:]), ""))
        # Before the socket is accepted: a refusal is a plain answer of HTTP, with a status.
        if not has_room(room.broadcaster.watchers, viewer.address, linked=viewer.linked):
            await socket.send_denial_response(PlainTextResponse("Too many viewers.", 503))
            return
        room.broadcaster.enter(viewer)
        try:
            await socket.accept(PROTOCOL if offered[:1] == [PROTOCOL] else None)
            await viewer.run()
        finally:
            room.broadcaster.leave(viewer)

    return attend
