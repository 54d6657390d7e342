"""Messages to systemd: the service is ready, it is still running, the machine should be switched off.

The first two are messages to a datagram socket (sd_notify(3)). The third is an empty file in a folder that systemd
watches (companion-power@.path), because the service itself is not allowed to switch the machine off. The unit of the
service names this folder in `COMPANION_POWER`; without it, the menu has no "Switch off".
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

WATCHDOG_MESSAGES = 3
"""Number of messages within the watchdog's timeout, so that a late one does not cause a restart."""


class SystemdNotifier(Frontend):
    """A frontend that notifies systemd after the first frame, and then regularly while the loop is running.

    The messages are sent by the event loop, so a loop that hangs sends none.
    """

    def __init__(self, address: str, every_s: float | None) -> None:
        """Takes the path of the socket, and the seconds between watchdog messages, None without a watchdog."""
        # `@` at the beginning means an abstract socket (sd_notify(3)).
        self._address = address.replace("@", "\0", 1) if address.startswith("@") else address
        self._every_s = every_s
        self._ready = False
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        # Never blocks, because a service manager that does not read must not stop the loop.
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
        timeout_us = environ.get("WATCHDOG_USEC")
        every_s = int(timeout_us) / 1e6 / WATCHDOG_MESSAGES if timeout_us else None
        yield SystemdNotifier(environ["NOTIFY_SOCKET"], every_s)


POWER_VARIABLE = "COMPANION_POWER"
REACTION_S = 8.0
"""Timeout for systemd's reaction in seconds: it needed 5 s in an emulated machine under load.

The service has 10 s to stop (`TimeoutStopSec`), and needs one of them to darken the box.
"""
POLL_S = 0.1
"""Seconds between two checks for this reaction."""


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
        """Stores the request for `send`. Raises PowerError: it could not be written."""
        self._power = None
        if not os.access(self._folder, os.W_OK):
            raise PowerError(f"{self._folder} cannot be written")
        self._power = power

    def send(self) -> None:
        """Sends the prepared request, if any, and waits until systemd has accepted it.

        systemd removes the folder with the request when the service ends, so the service must not end before.

        Raises PowerError: systemd did not accept it. The request is withdrawn.
        """
        if self._power is None:
            return
        request = self._folder / self._power
        try:
            request.touch()
        except OSError as error:
            raise PowerError(f"{request} cannot be written: {error.strerror}") from error
        # systemd removes the file when it accepts the request. The standard library cannot wait for that.
        for _ in range(round(REACTION_S / POLL_S)):
            if not request.exists():
                return
            self._wait(POLL_S)
        request.unlink(missing_ok=True)
        raise PowerError(
            f"systemd did not accept {request}: systemctl status companion-power@{self._power}.path shows why"
        )


def power_request(environ: Mapping[str, str]) -> PowerRequest | None:
    """Returns the power request of a service whose unit names an existing folder, else None."""
    folder = environ.get(POWER_VARIABLE, "")
    return PowerRequest(Path(folder)) if folder and Path(folder).is_dir() else None
