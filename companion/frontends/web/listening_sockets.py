"""The listening sockets of the web page, and the names under which this host is reached."""

from __future__ import annotations

import os
import socket
import sys
from errno import EADDRINUSE, EAFNOSUPPORT
from typing import TYPE_CHECKING

from companion.frontends.web import WebError

if TYPE_CHECKING:
    from collections.abc import Mapping

FIRST_FD = 3
"""Where systemd puts them."""
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - they are compared with, not bound to
BEYOND = ("192.0.2.1", 9)
"""An address that is nobody's (RFC 5737): the way there tells our own, and nothing is sent."""


def listening_sockets(host: str, port: int) -> list[socket.socket]:
    """Returns the sockets that systemd passed, else new ones; none in a service that may not open sockets.

    Raises:
        WebError: the page cannot be served there.
    """
    if inherited := inherited_sockets(os.environ, os.getpid()):
        return inherited
    if may_open_sockets():
        return open_sockets(host, port)
    sys.stderr.write("companion: no page: it needs companion.socket, which `companion service install` brings\n")
    return []


def may_open_sockets() -> bool:
    """Returns whether this process may open network sockets; a sandboxed service has only those that systemd passes."""
    try:
        socket.socket(socket.AF_INET).close()
    except OSError as problem:
        return problem.errno != EAFNOSUPPORT
    return True


def open_sockets(host: str, port: int) -> list[socket.socket]:
    """Sockets that listen there.

    Raises:
        WebError: they cannot.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return [socket.create_server((host, port), family=family)]
    except OSError as problem:
        reason = str(problem.strerror).partition(" (")[0]  # what follows says the place again
        advice = "; --port 0 takes one that is free" if problem.errno == EADDRINUSE else ""
        raise WebError(f"the page cannot be served on {host}, port {port}: {reason}{advice}") from problem


def inherited_sockets(environ: Mapping[str, str], pid: int) -> list[socket.socket]:
    """The sockets that systemd has opened for this process: it needs no network of its own then (sd_listen_fds)."""
    if environ.get("LISTEN_PID") != str(pid):
        return []
    count = int(environ.get("LISTEN_FDS", "0"))
    return [socket.socket(fileno=FIRST_FD + number) for number in range(count)]


def public_host(listening: socket.socket) -> str:
    """How others reach this machine: where the socket listens, or else its address in the network, or its name."""
    host: str = listening.getsockname()[0]
    if host not in EVERYWHERE:
        return f"[{host}]" if ":" in host else host
    try:  # the service may not even make a socket: it was handed the one on which it listens
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(BEYOND)
            address: str = probe.getsockname()[0]
    except OSError:
        return f"{_short_name()}.local"
    return address


def host_names(address: str) -> frozenset[str]:
    """What this host is called, in small letters, besides the name that the settings give it."""
    return frozenset({"localhost", socket.gethostname().lower(), f"{_short_name()}.local", address.lower()})


def _short_name() -> str:
    return socket.gethostname().lower().partition(".")[0]
