"""The host guard: accepts only requests for this host's names, and sockets that its own page opens."""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING

from starlette.responses import PlainTextResponse

from companion.frontends.web.verify_page import inline_sources

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.types import ASGIApp, Receive, Scope, Send

_POLICY = (
    "default-src 'none'",
    "script-src 'self' {script}",
    "style-src 'self' {style}",
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types companion-worker",
)
_HEADERS = (
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
)


def answer_headers() -> list[tuple[str, str]]:
    """Returns the headers of every answer."""
    return [("Content-Security-Policy", "; ".join(_POLICY).format(**inline_sources())), *_HEADERS]


_HOST = re.compile(r"(\[(?P<bracketed>[^\[\]]+)\]|(?P<name>[^\[\]:]+))(:[0-9]{1,5})?")
"""A name or an address, that of version 6 in brackets, and perhaps a port; nothing before, between or after."""


class HostGuard:
    """Lets through what names this host as its own, and nothing else.

    An address cannot be rebound to another machine, a name can: names other than ours are refused.
    """

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        """Takes what is guarded, and the names of this host, in small letters."""
        self._app = app
        self._names = frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or refuses it."""
        hosts, origins = _header_values(scope, b"host"), _header_values(scope, b"origin")
        # DNS rebinding: another site's name may lead to this machine, but its pages still send that name.
        if len(hosts) != 1 or not self._is_ours(hosts[0]):
            await PlainTextResponse("Not for this host.", 421)(scope, receive, send)
        # Browsers let any page open a socket to any host, and only tell where the page came from.
        # With https it is the same page behind the owner's TLS, whose proxy hands the name on.
        elif scope["type"] == "websocket" and origins not in ([f"http://{hosts[0]}"], [f"https://{hosts[0]}"]):
            await PlainTextResponse("Only for this host's own page.", 403)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

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
        # Not with a zone: what stands behind its `%` may be any text, and browsers send none.
        return "%" not in name


def _header_values(scope: Scope, header: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name == header]
