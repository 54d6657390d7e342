"""The listening sockets of the web page, and the names and addresses under which others reach this host.

The address is looked up each time, because networks change.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Mapping
from contextlib import closing, suppress
from errno import EADDRINUSE, EAFNOSUPPORT
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from companion.web import WebError

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - they are compared with, not bound to
BEYOND = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses for documentation, which no host has (RFC 5737, RFC 3849).

Connecting a datagram socket to one sends no data, but gives the socket our own address.
"""


class PageAddress:
    """The address at which other devices reach this machine."""

    def __init__(self, listening: socket.socket, configured: str = "") -> None:
        """Takes the listening socket and the setting: a host name, address or link, or "" to detect the address."""
        self._listening = self._bound, self._port = listening.getsockname()[:2]
        self._configured = configured
        self._reached = ""

    def lead_to(self, listening: socket.socket | None) -> None:
        """Sets another socket at which others reach the web page; None for the original one."""
        self._bound, self._port = listening.getsockname()[:2] if listening else self._listening

    def note_connection(self, local: str) -> None:
        """Saves the address of this machine that a viewer has reached."""
        self._reached = reachable_host(local) or self._reached

    @property
    def host(self) -> str:
        """The setting, else the address of the socket, of the network, the one that was reached, or the host name."""
        if self._configured:
            return urlsplit(self._configured).hostname or self._configured
        own = ""
        if self._bound in EVERYWHERE:
            own = _own_address(socket.AF_INET) or self._reached
            if not own and ":" in self._bound:
                own = _own_address(socket.AF_INET6)
        elif "%" not in self._bound:  # a link-local IPv6 address is useless without its zone
            own = f"[{self._bound}]" if ":" in self._bound else str(self._bound)
        return own or f"{short_name()}.local"

    def __call__(self) -> str:
        if "://" in self._configured:
            return self._configured.rstrip("/")
        return f"http://{self.host}:{self._port}"


def network_socket(port: int) -> socket.socket:
    """Returns a new socket at this machine's address in the local network, on this port if it is free.

    Raises:
        WebError: this machine is not in a network, or its address is not available.
    """
    host = network_host()
    if not host:
        raise WebError("this computer is in no network")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in (port, 0):
        with suppress(OSError):
            return socket.create_server((host, number), family=family)
    raise WebError(f"the page cannot be served on {host}")


def network_host() -> str:
    """Returns this machine's address in the local network; "" without a network."""
    return _own_address(socket.AF_INET) or _own_address(socket.AF_INET6).strip("[]")


def short_name() -> str:
    """Returns the name of this machine, without its domain, in lower case."""
    return socket.gethostname().lower().partition(".")[0]


def _own_address(family: socket.AddressFamily) -> str:
    """Returns this machine's address in the network, as in a link; "" if it cannot be read."""
    try:  # a sandboxed service cannot create sockets; systemd has passed the listening one
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((BEYOND[family], 9))
            return reachable_host(probe.getsockname()[0])
    except OSError:
        return ""


def reachable_host(local: str) -> str:
    """Returns an address as in a link; "" if other devices cannot reach it with a link."""
    try:
        address = ip_address(local)
    except ValueError:
        return ""
    # A socket for both versions reports IPv4 addresses as `::ffff:192.168.1.5`.
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    # A link-local IPv6 address is useless without its zone, which a link cannot contain.
    if address.is_loopback or address.is_unspecified or (address.version == 6 and address.is_link_local):
        return ""
    return f"[{address}]" if address.version == 6 else str(address)


FIRST_FD = 3
"""The first file descriptor that systemd passes (sd_listen_fds(3))."""
LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - the address at which this machine reaches a server on all addresses
ANSWER_S = 3.0
"""Timeout in seconds for the answer of another companion on a busy machine."""
API_TITLE = b'"title": "Claim companion"'
"""A text near the beginning of a companion's `openapi.json`."""


def listening_sockets(host: str, port: int, free_port: str) -> list[socket.socket]:
    """Returns the sockets that systemd passed, else new ones; none in a service that cannot open sockets.

    Raises:
        WebError: the web page cannot be served at this address and port.
    """
    if inherited := inherited_sockets(os.environ, os.getpid()):
        return inherited
    if may_open_sockets():
        return open_sockets(host, port, free_port)
    sys.stderr.write("companion: no page: it needs companion.socket, which `companion service install` brings\n")
    return []


def may_open_sockets() -> bool:
    """Returns whether this process can open network sockets; a sandboxed service has only those that systemd passes."""
    # `RestrictAddressFamilies=AF_UNIX` in the unit makes this fail with EAFNOSUPPORT.
    try:
        socket.socket(socket.AF_INET).close()
    except OSError as problem:
        return problem.errno != EAFNOSUPPORT
    return True


def open_sockets(host: str, port: int, free_port: str = "") -> list[socket.socket]:
    """Returns a new listening socket.

    Raises:
        WebError: the address or the port is not available.
    """
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # `::` means all networks, and most phones have an IPv4 address.
        both = host == "::" and socket.has_dualstack_ipv6()
        return [socket.create_server((host, port), family=family, dualstack_ipv6=both)]
    except OSError as problem:
        is_taken = problem.errno == EADDRINUSE
        advice = f"; {free_port} takes a port that is free" if is_taken and free_port else ""
        if is_taken and _is_companion(local := LOOPBACK.get(host, host), port):
            address = f"[{local}]" if ":" in local else local
            raise WebError(f"a companion is already running: http://{address}:{port}/{advice}") from problem
        reason = str(problem.strerror).partition(" (")[0]  # the rest repeats the address
        raise WebError(f"the page cannot be served on {host}, port {port}: {reason}{advice}") from problem


def _is_companion(host: str, port: int) -> bool:
    from http.client import HTTPConnection, HTTPException  # noqa: PLC0415 - needed only if the port is in use

    with closing(HTTPConnection(host, port, timeout=ANSWER_S)) as connection:
        try:
            connection.request("GET", "/openapi.json")
            return API_TITLE in connection.getresponse().read(200)
        except (OSError, HTTPException):
            return False


def inherited_sockets(environ: Mapping[str, str], pid: int) -> list[socket.socket]:
    """Returns the sockets that systemd has opened for this process, which then need not open any."""
    if environ.get("LISTEN_PID") != str(pid):
        return []
    count = int(environ.get("LISTEN_FDS", "0"))
    # Created from the descriptor, which gives Python the family: a sandboxed service cannot request one.
    return [socket.socket(fileno=FIRST_FD + number) for number in range(count)]


def host_names(address: str) -> frozenset[str]:
    """Returns the names of this host in lower case, with the address for other devices."""
    return frozenset({"localhost", socket.gethostname().lower(), f"{short_name()}.local", address.lower()})
