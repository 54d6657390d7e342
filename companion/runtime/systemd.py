"""Messages to systemd: the service is ready, it is still running, the machine should be switched off.

The first is sd_notify(3), over a datagram socket. The second is an empty file in a folder that root's systemd watches
(companion-power@.path): the service itself may not switch off. Its unit names the folder in `COMPANION_POWER`; without
it the machine cannot be switched off from here.
"""

import os
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event

from companion.core.effects import Power
from companion.core.model import Model
from companion.program.view import View
from companion.runtime.loop import Frontend, Loop

FEEDS = 3
"""Number of watchdog messages during the watchdog's timeout, so that a late one does not cause a restart."""


class SystemdNotifier(Frontend):
    """systemd as another frontend: notified after the first frame, and then regularly while the loop is running.

    The messages are sent from the event loop itself, so that a loop that hangs does not send any.
    """

    def __init__(self, address: str, every_s: float | None) -> None:
        """Takes the path of the socket, and the seconds between watchdog messages, None without a watchdog."""
        # `@` at the beginning means an abstract socket (sd_notify(3)).
        self._address = address.replace("@", "\0", 1) if address.startswith("@") else address
        self._every_s = every_s
        self._ready = False
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        # Does not block: a service manager that does not read must not stop the loop.
        self._socket.settimeout(0)

    def show(self, view: View, model: Model) -> None:  # noqa: ARG002 - every frontend gets both
        if not self._ready:
            self._ready = True
            self._send("READY=1")

    async def run(self, loop: Loop) -> None:  # noqa: ARG002 - it never stops the loop
        """Sends watchdog messages until it is cancelled."""
        import asyncio  # noqa: PLC0415 - not needed for the first frame

        try:
            while self._every_s is not None:
                self._send("WATCHDOG=1")
                await asyncio.sleep(self._every_s)
            await asyncio.Event().wait()
        finally:
            self._send("STOPPING=1")
            self._socket.close()

    def _send(self, state: str) -> None:
        with suppress(OSError):  # no receiver: the companion continues
            self._socket.sendto(state.encode(), self._address)


def is_service(environ: Mapping[str, str]) -> bool:
    """Returns whether a service manager started this program and is waiting until it is ready."""
    return bool(environ.get("NOTIFY_SOCKET"))


def systemd_notifiers(environ: Mapping[str, str]) -> Iterator[SystemdNotifier]:
    """Yields a notifier if a service manager started this program, by the variables of systemd."""
    if is_service(environ):
        bites_us = environ.get("WATCHDOG_USEC")
        yield SystemdNotifier(environ["NOTIFY_SOCKET"], int(bites_us) / 1e6 / FEEDS if bites_us else None)


VARIABLE = "COMPANION_POWER"
TAKEN_S = 8.0
"""Timeout for systemd's reaction in seconds: it needed 5 s in an emulated machine under load.

The service has 10 s to stop (`TimeoutStopSec`), and needs one of them to darken the box.
"""
LOOK_S = 0.1


class PowerError(OSError):
    """The request cannot be written, or systemd does not react; the text says why in one sentence."""


class PowerRequest:
    """A power request: prepared while the screen can still show a failure, sent as the program's last action."""

    def __init__(self, folder: Path, wait: Callable[[float], object] | None = None) -> None:
        """Takes the folder that systemd watches, and a sleep function, which tests replace."""
        self._folder = folder
        self._wait = wait or Event().wait
        self._power: Power | None = None

    def prepare(self, power: Power) -> None:
        """Notes the request. Raises PowerError: it could not be written."""
        self._power = None
        if not os.access(self._folder, os.W_OK):
            raise PowerError(f"{self._folder} cannot be written")
        self._power = power

    def send(self) -> None:
        """Sends the prepared request, if any, and waits until systemd has accepted it.

        It must be taken before this program ends: with the service goes its folder, and the request in it.

        Raises PowerError: systemd did not accept it. The request is withdrawn.
        """
        if self._power is None:
            return
        request = self._folder / self._power
        try:
            request.touch()
        except OSError as error:
            raise PowerError(f"{request} cannot be written: {error.strerror}") from error
        # The file disappears when systemd accepts it. There is no other sign, and the standard library has no event for
        # it.
        for _ in range(round(TAKEN_S / LOOK_S)):
            if not request.exists():
                return
            self._wait(LOOK_S)
        request.unlink(missing_ok=True)
        raise PowerError(
            f"systemd did not accept {request}: systemctl status companion-power@{self._power}.path shows why"
        )


def power_request(environ: Mapping[str, str]) -> PowerRequest | None:
    """Returns the power request of a service whose unit names an existing folder, else None."""
    folder = environ.get(VARIABLE, "")
    return PowerRequest(Path(folder)) if folder and Path(folder).is_dir() else None
