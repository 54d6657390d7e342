"""The site: files and texts of the web page, the sockets of its viewers, and the check of host names."""

from __future__ import annotations

import gzip
import hashlib
import ipaddress
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from companion.core.lineup import SEAT_COLOUR_NAMES
from companion.core.model import TABLES
from companion.files import legible
from companion.locale.translator import N_, Translator, languages, translator_for
from companion.runtime.keyboard import BUTTON_KEYS
from companion.runtime.launch_config import Launch
from companion.web.api import Api
from companion.web.room import Room, Viewer
from companion.web.server import Connection, PageAddress, RateLimit, reachable_host

_POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
)
_HEADERS = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
)


def answer_headers(origins: Collection[str] = ()) -> list[tuple[str, str]]:
    """Returns the headers of every answer; the origins of the setting can embed the web page in a frame."""
    # Home Assistant shows the web page in a frame.
    ancestors = " ".join(("'self'", *origins)) if origins else "'none'"
    return [("Content-Security-Policy", "; ".join((*_POLICY, f"frame-ancestors {ancestors}"))), *_HEADERS]


_HOST = re.compile(r"(\[(?P<bracketed>[^\[\]]+)\]|(?P<name>[^\[\]:]+))(:[0-9]{1,5})?")
"""A host name or an address (IPv6 in brackets) with an optional port."""


class HostGuard:
    """Accepts only requests with a name of this host.

    An address cannot be rebound to another machine, a name can: names other than ours are refused. A header that a
    proxy adds (`Forwarded`, `X-Forwarded-Host`) proves nothing, because any client can send it, and is ignored.
    """

    def __init__(
        self, app: ASGIApp, names: Collection[str], origins: Collection[str], language: Callable[[], str]
    ) -> None:
        """Protects an application with the names of this host and other origins of the web page, in lower case."""
        self._rate_limit = RateLimit(250, 0.01)
        self._app, self._origins, self._language = app, frozenset(origins), language
        self._names = frozenset(names) | {urlsplit(origin).hostname for origin in origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal: Response | None
        headers = Headers(scope=scope)
        if "transfer-encoding" in headers or set(headers.getlist("content-length")) - {"0"}:
            refusal = PlainTextResponse("No request here has a body.", 413, {"Connection": "close"})
        else:
            if scope["type"] == "http":
                await self._rate_limit.wait()
            refusal = self._refuse_name(scope, headers.getlist("host"), headers.getlist("origin"))
        await (refusal or self._app)(scope, receive, send)

    def _refuse_name(self, scope: Scope, hosts: list[str], origins: list[str]) -> Response | None:
        # DNS rebinding: the name of another site may resolve to this machine, but its pages still send that name.
        if len(hosts) != 1 or not self._is_ours(hosts[0]):
            return PlainTextResponse(self._name_advice(scope, ", ".join(hosts)), 421)
        # Browsers let any page open a socket to any host, and only send the page's origin.
        # With https it is our page behind a TLS proxy of the owner, which passes on the name.
        own = {f"http://{hosts[0]}", f"https://{hosts[0]}", *self._origins}
        if scope["type"] == "websocket" and not (len(origins) == 1 and origins[0] in own):
            return PlainTextResponse(self._origin_advice(", ".join(origins)), 403)
        return None

    def _name_advice(self, scope: Scope, host: str) -> str:
        # The address of the connection, which the client already knows.
        local, port = scope.get("server") or ("", None)
        link = f"http://{reachable_host(local) or 'localhost'}:{port}/"
        _ = translator_for(self._language())
        if not host:
            return _("The request has no host name. Open {link}.", link=link)
        return _(
            'This companion does not answer to the name {name}. Open {link}, or add "{origin}" to the setting '
            "web.origins.",
            name=legible(host.partition(":")[0]), link=link, origin=legible(f"http://{host}"),
        )  # fmt: skip

    def _origin_advice(self, origin: str) -> str:
        _ = translator_for(self._language())
        if not origin:
            return _("Only for the companion's own page.")
        return _(
            'Only for the companion\'s own page. Is it behind a proxy? Then add "{origin}" to the setting web.origins.',
            origin=legible(origin),
        )

    def _is_ours(self, host: str) -> bool:
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found["bracketed"] or found["name"]
        if name.lower() in self._names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        # Without an IPv6 zone, which could be any text after the `%`, and which browsers do not send.
        return "%" not in name


TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
}
"""The media types of the served files; other files are not served."""
ENTRY = "main.js"
"""The path of the web page's main file."""
STYLES = ("style.css", "sizes.css", "moments.css", "coach.css", "arrival.css", "setup.css")
"""The style sheets in their order. They are sent as one file, because the first paint waits for them."""
VERSION = "/version.json"
PAGES = "/", "/tv"  # the paths of the web page: the second one is for a television
PROTOCOL = "companion"
"""The subprotocol of the web page (RFC 6455, 1.9). Its token follows, then its claim to a seat; a viewer with a link is
always accepted."""


class Asset(NamedTuple):
    path: str
    content: bytes
    media_type: str

    @property
    def etag(self) -> str:
        """The version of the content, with which browsers check their cache."""
        return f'"{hashlib.sha256(self.content).hexdigest()[:20]}"'


def make_site(room: Room, api: Api, launch: Launch, page_address: PageAddress) -> Starlette:
    """Returns the application that serves a room."""

    async def serve_viewer(socket: WebSocket) -> None:
        offered = socket.scope["subprotocols"]
        token, claim = (*offered[1:3], "", "")[:2]  # filled up, because each may be missing
        connection: Connection = socket.state.connection
        reached = host_of(socket.scope.get("server"))
        page_address.note_connection(reached)
        is_local = is_local_request(host_of(socket.client), socket.headers.keys())
        viewer = Viewer(socket, room, token, claim, is_local=is_local, reached_host=reached, connection=connection)
        # Before the socket is accepted, so that a rejection is a plain HTTP answer with a status.
        if not room.broadcaster.can_accept(viewer):
            await socket.send_denial_response(PlainTextResponse("Too many viewers.", 503))
            return
        connection.become_viewer(has_link=False)
        room.broadcaster.viewers.add(viewer)
        try:
            await socket.accept(PROTOCOL if offered[:1] == [PROTOCOL] else None)
            await viewer.run()
        finally:
            room.broadcaster.viewers.remove(viewer)
            room.broadcaster.wake_viewers()  # its seat is now without a phone

    files_of_page = map(_file_route, load_assets(launch))
    return Starlette(routes=[*files_of_page, *api.routes(), WebSocketRoute("/socket", serve_viewer)])


def load_assets(launch: Launch) -> Iterator[Asset]:
    assets = list(_read_assets(launch))
    version = hashlib.sha256("".join(sorted(asset.path + asset.etag for asset in assets)).encode()).hexdigest()[:12]
    for asset in assets:
        stamped = asset.content.replace(b'data-version=""', f'data-version="{version}"'.encode())
        yield asset._replace(content=stamped) if asset.path in PAGES else asset
    yield Asset(VERSION, json.dumps({"version": version}).encode(), TYPES[".json"])


def _read_assets(launch: Launch) -> Iterator[Asset]:
    # Read once before the first request, so that the path of a request never reaches the file system.
    static = files(__package__).joinpath("static")
    # All modules are preloaded, so that the browser need not load one to find its imports.
    modules = sorted(file.name for file in static.iterdir() if file.name.endswith(".js") and file.name != ENTRY)
    for file in static.iterdir():
        suffix = "." + file.name.rpartition(".")[2]
        if file.name == "index.html":
            page = file.read_text("utf-8").replace('data-languages="en"', f'data-languages="{" ".join(languages())}"')
            preloads = "\n".join(f'<link rel="modulepreload" href="{name}">' for name in modules)
            for path in PAGES:
                yield Asset(path, page.replace("<!-- modules -->", preloads).encode(), TYPES[suffix])
        elif suffix in TYPES and file.name not in STYLES:
            yield Asset(f"/{file.name}", file.read_bytes(), TYPES[suffix])
    styles = b"".join(static.joinpath(name).read_bytes() for name in STYLES)
    yield Asset("/style.css", styles, TYPES[".css"])
    for language in languages():
        _ = translator_for(language)
        for name, texts in (("rules", rules_texts(_)), ("texts", page_texts(_, launch))):
            yield Asset(f"/{name}-{language}.json", json.dumps(texts).encode(), TYPES[".json"])


def _file_route(asset: Asset) -> Route:
    # no-cache makes browsers check each time, so that no old page is used after an update of the companion.
    headers = {"ETag": asset.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}

    @cache  # compressed at the first request, so that it does not delay the start
    def compressed() -> bytes:
        return gzip.compress(asset.content, mtime=0)

    async def answer(request: Request) -> Response:
        if request.headers.get("if-none-match") == asset.etag:
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", "") and not asset.media_type.startswith("image/png"):
            return Response(compressed(), media_type=asset.media_type, headers=headers | {"Content-Encoding": "gzip"})
        return Response(asset.content, media_type=asset.media_type, headers=headers)

    return Route(asset.path, answer, methods=["GET"])


def is_local_request(address: str, headers: Iterable[str]) -> bool:
    """Returns whether a request comes from this computer itself, and not through a proxy on it.

    This does not grant permissions, because any user or program on this computer can send such a request.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:  # a Unix socket's, or a name
        return False
    # A socket for both versions reports 127.0.0.1 as `::ffff:127.0.0.1`, which Python 3.11 does not treat as loopback.
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback and not any(
        name.lower().startswith(FORWARDED) for name in headers
    )


FORWARDED = ("forwarded", "x-forwarded", "x-real-ip", "via", "x-client-ip", "cf-", "true-client-ip")
"""Beginnings of the names of header fields that a proxy adds."""


def host_of(address: object) -> str:
    """Returns the host of a socket's address; "" for a Unix socket."""
    return str(address[0]) if isinstance(address, tuple) and address else ""


WATCHING = N_("You are watching. To play, scan the code on the host's screen.")
TEXTS = {
    **{button.value: name for button, (name, _) in BUTTON_KEYS.items()},
    "tools": N_("Tools"),
    "device": N_("Box"),
    "board": N_("Board"),
    "map": N_("Map"),
    "buttons": N_("Buttons"),
    "table": N_("Table"),
    "actions": N_("What you can do"),
    "menu": N_("Menu"),
    "keys": N_("Keys: Enter for the gold button, U for Undo, B for Bank; arrows and Space as on the box (D)."),
    "layout": N_("Layout"),
    "rolled": N_("Rolled {dice}."),
    "fields": N_("Available fields: {n}."),
    "bust chance": N_("{chance} bust chance"),
    "win chance": N_("Win chance: {options}"),
    "as column": N_("column {n}"),
    "as row": N_("row {n}"),
    "as stone": N_("stone {n}"),
    "as spare": N_("not needed"),
    "your tiles": N_("Your tiles"),
    "tap a tile": N_("tap one, then a slot"),
    "open": N_("open"),
    "face keys": N_("or press 1 to 6"),
    "whole map": N_("Whole map"),
    "zoom in": N_("Zoom in"),
    "game": N_("Game"),
    "screen": N_("The screen says: {text}"),
    "players": N_("Players"),
    "in this lesson": N_("In this lesson"),
    "ship": N_("Ship"),
    "host menu": N_("The host has opened the menu."),
    "log": N_("What happened"),
    "welcome": N_("Welcome"),
    "arrival": N_("Roll. Claim. Bank in time."),
    "arrival roll": N_("Roll"),
    "arrival roll words": N_("Two dice choose the field."),
    "arrival place": N_("Place"),
    "arrival place words": N_("The third gives the number of the stone."),
    "arrival bank": N_("Bank"),
    "arrival bank words": N_("Or roll again and risk a bust. The largest mine wins."),
    "tiles": N_("More games"),
    "watching": WATCHING,
    "watching here": N_("You are watching. To play, open this file with your browser: {file}"),
    "seat": N_("You are {name}."),
    "refused watching": WATCHING,
    "refused token": N_("This link is no longer valid. You are watching."),
    "refused turn": N_("It is not your turn."),
    "refused menu": N_("Only the host can use the menu."),
    "lost": N_("Connection lost, trying again…"),
    "shut": N_("The host no longer lets phones join."),
    "refused": N_(
        "The companion answers, but rejects this page. Are there too many viewers? A proxy must pass on WebSockets, "
        "and the setting web.origins must contain {origin}."
    ),
    "language": N_("Language"),
    "sound": N_("Sound and speech"),
    "theme": N_("Light or dark"),
    "full screen": N_("Full screen"),
    "advice": N_("Tips for beginners"),
    "no undo": N_("Undo"),
    "game menu": N_("Game menu"),
    "turn of": N_("{name}'s turn"),
    "last turn of": N_("{name}'s last turn"),
    "game over": N_("Game over"),
    "player": N_("Player"),
    "of": N_("of {n}"),
    "claim stones left": N_("Claim stones left"),
    "rules": N_("Rules"),
    "short rules": N_("In short"),
    "marks": N_("Letters on the stones"),
    "frame": N_("Frame the fields of {name} here"),
    "column": N_("Column {n}"),
    "row": N_("Row {n}"),
    "on in this game": N_("on in this game"),
    "leave": N_("Leave"),
    "history": N_("History"),
    "people": N_("People"),
    "no people yet": N_("No named player has finished a game yet."),
    "won of": N_("{wins} of {games} won"),
    "uncounted": N_("Damaged games are not counted: {numbers}"),
    "older": N_("Older games"),
    "share": N_("Share"),
    "dice verified": N_("Dice verified"),
    "tiles verified": N_("Tiles verified"),
    "fixed verified": N_("Not random: fixed secret number"),
    "share picture": N_("Picture"),
    "share record": N_("Record"),
    "share play": N_("BG Stats"),
    "open play": N_("Add to BG Stats"),
    "scan play": N_("Scan this with the phone that has BG Stats. It needs an Internet connection."),
    "no code": N_("These names are too long for a code. Open the link on the phone that has BG Stats."),
    "more people": N_("More people"),
    "invite": N_("Phones"),
    "local": N_("Only this computer can open the page now."),
    "phones": N_("Let phones join"),
    "unreachable": N_("Phones cannot join. Is this computer in a network?"),
    "inviting": N_("Each phone chooses a seat, or watches."),
    "join phone": N_("Join with a phone"),
    "scan or open": N_("Scan the code to play, or watch at"),
    "cannot join": N_("Phones cannot join"),
    "done": N_("Done"),
    "tv": N_("Show on a television"),
    "tv shows": N_("or open {address} there"),
    "scan to join": N_("Scan to play the next game"),
    "watch": N_("Watch on a phone"),
    "no phone": N_("no phone"),
    "code elsewhere": N_("To play, scan the code on the host's screen. To watch, open"),
    "your turn": N_("Your turn"),
    "seat links": N_("Links for single seats"),
    "seat state free": N_("free"),
    "seat state bot": N_("bot"),
    "seat state yours": N_("your seat"),
    "seat state taken": N_("on a phone"),
    "seat state away": N_("phone not connected"),
    "plays on a phone": N_("{name} plays on a phone."),
    "phone away": N_("{name}'s phone is not connected. Play this turn here."),
    "holder free": N_("plays here"),
    "take back": N_("Free the seat of {name}"),
    "take back short": N_("Free"),
    "who": N_("Which seat is yours?"),
    "sit here": N_("Sit here"),
    "play as": N_("play as {name}"),
    "on this phone": N_("This phone shows the board and your buttons. It buzzes when it is your turn."),
    "only watch": N_("Just watch"),
    "no game": N_("No game yet. The host starts one."),
    "host": N_("I am the host"),
    "my computer": N_("This is my computer: keep me as host when the tab is closed."),
    "way back": N_("To be the host again, open the link that the companion printed when it started."),
    "link file": N_("The link is in this file, which only its owner can read. Open it with your browser:"),
    "taken away": N_("You no longer have a seat."),
    "joined watching": N_("You are watching."),
    "no seats": N_("No game yet."),
    "no games": N_("no games yet"),
    "game to come": N_("The finished game is saved. It is in this list when you leave it."),
    "won by": N_("won by {names}"),
    "no winner": N_("no one"),
    "players of": N_("played by {names}"),
    "scores": N_("Scores"),
    "play on": N_("Continue from the start of turn {n}"),
    "story": N_("The game's story"),
    "see story": N_("See the story"),
    "what decided": N_("what decided it"),
    "names": N_("Names on the board"),
    "in turn order": N_("{least} to {most}, in turn order"),
    "wins": N_("wins"),
    "round": N_("Round {n}"),
    "play": N_("Play the story"),
    "pause": N_("Pause"),
    "step back": N_("One step back"),
    "step on": N_("One step forward"),
    "back to table": N_("Back to the table"),
    "at the table": N_("At the table: {status}"),
    "damaged": N_("damaged"),
    "joined game": N_("joined in the middle"),
    "damaged game": N_("Game {number} is damaged."),
    "coach": N_("Coach"),
    "thinking": N_("The coach is thinking…"),
    "turn ends": N_("{name}'s turn ends"),
    "best first": N_("Your win chance: the best choices"),
    "win chances": N_("Win chances between good players"),
    "chart end": N_("step {n}"),
    "moment": N_("The decisive moment"),
    "mark bust": N_("busts"),
    "mark bank": N_("fields banked"),
    "mark call": N_("last round"),
    "mark bank Klondike": N_("claim won"),
    "mark call Klondike": N_("end of a round"),
    "mark bank Piratenclaim": N_("discovery"),
    "mark costly": N_("costly decision"),
    "mark decided": N_("decisive moment"),
    "sums": N_("What made the result, in percentage points"),
    "decisions": N_("Cost of decisions"),
    "luck": N_("Luck"),
    "final table": N_("Final table"),
    "fleet": N_("Ships"),
    "no luck": N_("No luck report for this game."),
    "rolls": N_("rolls in all"),
    "busts": N_("busts"),
    "expected": N_("expected busts"),
    "boldest": N_("riskiest successful roll"),
    "close": N_("Close"),
    "more options": N_("More options"),
    "long name": N_("A name has at most {n} letters."),
    "failed": N_("This cannot be shown now."),
    **{f"colour {colour}": colour for colour in SEAT_COLOUR_NAMES},
}
"""The texts by their key, in English, to be translated."""


def rules_texts(_: Translator) -> dict[str, list[dict[str, Any]]]:
    """Returns the rules of every game in one language by its title, with the picture of each section."""
    return {
        table.game.title: [
            {
                "heading": _(section.heading),
                "text": _(section.text),
                "brief": _(section.brief) if section.brief else "",
                "picture": f"rules/{name}/{number}",
                "moments": len(section.moments()) if section.moments else 0,
            }
            for number, section in enumerate(table.rules)
        ]
        for name, table in TABLES.items()
    }


def page_texts(_: Translator, launch: Launch) -> dict[str, str]:
    """Returns all texts of the web page in one language; the web page fills in the placeholders."""
    # Directly from the catalog, because the translator would fill in the placeholders.
    texts = {key: _.catalog.gettext(text) for key, text in TEXTS.items()}
    # In a game with odds, a luck chart is headed by what it shows: "The largest mine after each round".
    figures = {name: table.game.luck.figure for name, table in TABLES.items() if table.game.luck is not None}
    headings = {name: _("{figure} after each round", figure=_(figure)) for name, figure in figures.items()}
    charts = {f"course {name}": heading[0].upper() + heading[1:] for name, heading in headings.items()}
    rulebooks = {f"rulebook {table.game.title}": _(table.rulebook) for table in TABLES.values() if table.rulebook}
    ends = {"closed": _(launch.closed_text, again=launch.again), "silent": _(launch.silent_text, again=launch.again)}
    return texts | charts | rulebooks | ends
