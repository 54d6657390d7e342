"""Requests to switch off or restart the machine, from a service without the right to do it.

An empty file in a folder that root's systemd watches is the request (companion-power@.path). The unit that starts this
program as a service names the folder in `COMPANION_POWER`; without it there is nobody to ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Event

from companion.core.effects import Power

VARIABLE = "COMPANION_POWER"
TAKEN_S = 8.0
"""How long systemd may take to react, in seconds: it needed 5 s in an emulated machine under load.

The service may take 10 s to stop (`TimeoutStopSec`), of which darkening the box needs one.
"""
LOOK_S = 0.1
"""The interval of the checks whether it has, in seconds."""


class PowerError(OSError):
    """The request cannot be written, or systemd does not react; one sentence says why."""


class PowerRequest:
    """A power request: prepared while the screen can still show a failure, sent as the program's last action."""

    def __init__(self, folder: Path, wait: Callable[[float], object] | None = None) -> None:
        """Takes the folder that systemd watches, and a function that waits so many seconds; tests replace it."""
        self._folder = folder
        self._wait = wait or Event().wait
        self._power: Power | None = None

    def prepare(self, power: Power) -> None:
        """Writes the request under a name that nobody watches. Raises PowerError: it cannot be written."""
        self._power = None
        try:
            self._prepared.touch()
        except OSError as error:
            raise PowerError(f"{self._prepared} cannot be written: {error.strerror}") from error
        self._power = power

    def send(self) -> None:
        """Sends what was prepared, if anything was, and waits until systemd has taken it.

        It must be taken before this program ends: with the service goes its folder, and the request in it.

        Raises:
            PowerError: nobody took it; it is withdrawn, which is told at the next start.
        """
        if self._power is None:
            return
        request = self._folder / self._power
        try:
            self._prepared.rename(request)
        except OSError as error:
            raise PowerError(f"{request} cannot be written: {error.strerror}") from error
        # The file vanishes when systemd takes it: there is no other sign, and no event to wait for in the standard
        # library.
        for _ in range(round(TAKEN_S / LOOK_S)):
            if not request.exists():
                return
            self._wait(LOOK_S)
        with suppress(FileNotFoundError):  # taken at the last moment
            request.rename(self._withdrawn)
        raise PowerError(f"nobody took {request}: systemctl status companion-power@{self._power}.path says why")

    def was_withdrawn(self) -> bool:
        """Returns whether nobody took the request of the run before this one; told once."""
        try:
            self._withdrawn.unlink()
        except OSError:
            return False
        return True

    @property
    def _withdrawn(self) -> Path:
        return self._folder / "withdrawn"

    @property
    def _prepared(self) -> Path:
        return self._folder / "prepared"


def power_request(environ: Mapping[str, str]) -> PowerRequest | None:
    """Returns the power request of a service whose unit names an existing folder; None elsewhere."""
    folder = environ.get(VARIABLE, "")
    return PowerRequest(Path(folder)) if folder and Path(folder).is_dir() else None
