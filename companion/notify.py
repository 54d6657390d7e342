"""Telling systemd that the table is ready and that its loop still runs: sd_notify(3), on a datagram socket."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from collections.abc import Iterator, Mapping, Sequence

    from companion.loop import Loop
    from companion.model import Model
    from companion.view import View
    from hardware.device import Tone

FEEDS = 3
"""How often the watchdog is fed in the time after which it bites."""


class Service:
    """The service manager as one more front: it is told of the first picture, and then that the loop still runs.

    The loop itself feeds the watchdog, so that one that hangs does not.
    """

    def __init__(self, address: str, every_s: float | None) -> None:
        """Takes the address of the socket.

        Args:
            address: a path; `@` stands for the zero byte of an abstract one.
            every_s: how often the watchdog is fed; None: there is none.
        """
        self._address = address.replace("@", "\0", 1) if address.startswith("@") else address
        self._every_s = every_s
        self._ready = False
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.settimeout(0)

    def show(self, view: View, model: Model) -> None:  # noqa: ARG002 - a front gets both
        """Tells of the first picture."""
        if not self._ready:
            self._ready = True
            self._tell("READY=1")

    def play(self, tones: Sequence[Tone]) -> None:
        """Hears nothing."""

    def announce(self, text: str) -> None:
        """Hears nothing."""

    async def attend(self, loop: Loop) -> None:  # noqa: ARG002 - it never stops the loop
        """Feeds the watchdog until the table is left."""
        import asyncio  # noqa: PLC0415 - the first picture does not wait for it

        self._feed(asyncio.get_running_loop())
        try:
            await asyncio.Event().wait()
        finally:
            self._every_s = None
            self._tell("STOPPING=1")
            self._socket.close()

    def _feed(self, events: AbstractEventLoop) -> None:
        if self._every_s is not None:
            self._tell("WATCHDOG=1")
            events.call_later(self._every_s, self._feed, events)

    def _tell(self, state: str) -> None:
        with suppress(OSError):  # nobody listens: the table goes on
            self._socket.sendto(state.encode(), self._address)


def is_service(environ: Mapping[str, str]) -> bool:
    """Whether a service manager has started this program, and waits until it is ready."""
    return bool(environ.get("NOTIFY_SOCKET"))


def services(environ: Mapping[str, str]) -> Iterator[Service]:
    """The service manager that has started this program, if one has.

    Args:
        environ: where it leaves its address, and the time after which its watchdog bites, in µs.
    """
    if is_service(environ):
        bites_us = environ.get("WATCHDOG_USEC")
        yield Service(environ["NOTIFY_SOCKET"], int(bites_us) / 1e6 / FEEDS if bites_us else None)
