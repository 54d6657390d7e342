"""The address of the page, as the phones around reach it; it is looked up anew each time, as networks change."""

from __future__ import annotations

import socket
from ipaddress import IPv6Address, ip_address

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - they are compared with, not bound to
BEYOND = ("192.0.2.1", 9)
"""An address that belongs to nobody (RFC 5737). Connecting a datagram socket to it sends nothing, and tells our own."""


class PageAddress:
    """Finds out under which address other devices reach this machine."""

    def __init__(self, listening: socket.socket, configured: str = "") -> None:
        """Takes the socket on which the page is served, and the name or address in the settings; "" finds it out."""
        self._bound, self._port = listening.getsockname()[:2]
        self._configured = configured
        self._reached = ""

    def note_connection(self, local: str) -> None:
        """Notes at which of this machine's addresses somebody has reached it."""
        self._reached = _reachable(local) or self._reached

    @property
    def host(self) -> str:
        """The setting, else the socket's address, that in the network, the one that was reached, or the name."""
        if self._configured:
            return self._configured
        if self._bound not in EVERYWHERE:
            return f"[{self._bound}]" if ":" in self._bound else str(self._bound)
        return _own_address() or self._reached or f"{short_name()}.local"

    def __call__(self) -> str:
        """Returns the address of the page."""
        return f"http://{self.host}:{self._port}"


def short_name() -> str:
    """Returns the name of this machine, without its domain, in lower case."""
    return socket.gethostname().lower().partition(".")[0]


def _own_address() -> str:
    """Returns this machine's address in the network; "" if there is none, or if this service may not look."""
    try:  # the service may not even make a socket: it was handed the one on which it listens
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(BEYOND)
            return str(probe.getsockname()[0])
    except OSError:
        return ""


def _reachable(local: str) -> str:
    """Returns an address as it stands in a link; "" if no other device reaches it, or none by a link."""
    try:
        address = ip_address(local)
    except ValueError:
        return ""
    # A socket for both versions reports those of version 4 as `::ffff:192.168.1.5`.
    if isinstance(address, IPv6Address):
        address = address.ipv4_mapped or address
    # A link-local address of version 6 means nothing without its zone, which no link can hold.
    if address.is_loopback or address.is_unspecified or (address.version == 6 and address.is_link_local):
        return ""
    return f"[{address}]" if address.version == 6 else str(address)
