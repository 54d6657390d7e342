"""Notifies systemd that the table is ready, and that its loop still runs: sd_notify(3), over a datagram socket."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.core.model import Model
from companion.program.view import View
from companion.runtime.loop import Loop
from hardware.device import Tone

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop  # 40 ms, and the first picture does not wait for it

FEEDS = 3
"""How many watchdog messages are sent within the watchdog's timeout: one that comes late costs no restart."""


class SystemdNotifier:
    """systemd as one more frontend: it is notified of the first picture, and then regularly that the loop still runs.

    The messages are sent from the event loop itself, so that a loop that hangs sends none.
    """

    def __init__(self, address: str, every_s: float | None) -> None:
        """Takes the address of the socket, and how often the watchdog is fed; None: there is none.

        An address is a path; `@` stands for the zero byte of an abstract one (sd_notify(3)).
        """
        self._address = address.replace("@", "\0", 1) if address.startswith("@") else address
        self._every_s = every_s
        self._ready = False
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        # Never waits: a service manager that does not read must not stop the loop.
        self._socket.settimeout(0)

    def show(self, view: View, model: Model) -> None:  # noqa: ARG002 - every frontend gets both
        if not self._ready:
            self._ready = True
            self._send("READY=1")

    def play(self, tones: Sequence[Tone]) -> None:
        """Does nothing: systemd hears no tones and reads no captions."""

    def announce(self, text: str) -> None:
        """Does nothing: systemd hears no tones and reads no captions."""

    async def run(self, loop: Loop) -> None:  # noqa: ARG002 - it never stops the loop
        """Sends watchdog messages until the table closes."""
        import asyncio  # noqa: PLC0415 - the first picture does not wait for it

        self._feed(asyncio.get_running_loop())
        try:
            await asyncio.Event().wait()
        finally:
            self._every_s = None
            self._send("STOPPING=1")
            self._socket.close()

    def _feed(self, events: AbstractEventLoop) -> None:
        if self._every_s is not None:
            self._send("WATCHDOG=1")
            events.call_later(self._every_s, self._feed, events)

    def _send(self, state: str) -> None:
        with suppress(OSError):  # nobody listens: the table goes on
            self._socket.sendto(state.encode(), self._address)


def is_service(environ: Mapping[str, str]) -> bool:
    """Returns whether a service manager started this program and waits until it is ready."""
    return bool(environ.get("NOTIFY_SOCKET"))


def systemd_notifiers(environ: Mapping[str, str]) -> Iterator[SystemdNotifier]:
    """Yields a notifier if a service manager started this program.

    Args:
        environ: where it leaves its address, and the time after which its watchdog bites, in µs.
    """
    if is_service(environ):
        bites_us = environ.get("WATCHDOG_USEC")
        yield SystemdNotifier(environ["NOTIFY_SOCKET"], int(bites_us) / 1e6 / FEEDS if bites_us else None)
