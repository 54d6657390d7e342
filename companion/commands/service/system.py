"""The running system: what is asked of systemd, udev and the list of groups. A scratch root has none of them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.service import ServiceError
from companion.commands.service.files import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

GROUPS = ("gpio", "i2c", "spi")
"""Those of the service that only Raspberry Pi OS has from the start."""
HIDDEN = (Path("/home"), Path("/root"), Path("/run/user"))
"""What `ProtectHome=` hides from the service."""
BOOTED = Path("/run/systemd/system")
"""There where systemd is process 1 (sd_booted(3))."""


def run_succeeds(command: Sequence[str]) -> bool:
    """Runs a command, which writes to the terminal; returns whether it succeeds."""
    return shutil.which(command[0]) is not None and subprocess.run(command, check=False).returncode == 0  # noqa: S603 - our own commands


def check_machine(user: int, python: Path) -> None:
    """Makes sure that there is a systemd that may be changed, and that the service can see the Python that it runs on.

    Raises:
        ServiceError: there is none, it may not, or it cannot.
    """
    # In this order: where there is no systemd, sudo would not help either.
    if not BOOTED.is_dir():
        raise ServiceError("this machine was not started by systemd; --root DIR tries it in a folder")
    if user != 0:
        raise ServiceError("run this with sudo, or with --root DIR to try it in a folder")
    place = python.resolve()
    if any(place.is_relative_to(hidden) for hidden in HIDDEN):
        raise ServiceError(f"the service cannot see {place}, where this Python lies: take /usr/bin/python3")


def check_root(root: Path) -> None:
    """Makes sure that a folder can stand for the system, or be made.

    Raises:
        ServiceError: something else lies there.
    """
    if root.exists() and not root.is_dir():
        raise ServiceError(f"--root: {root} is no folder")


def nothing_runs(_: Sequence[str]) -> bool:
    """Stands for the commands in a folder that stands for a system: nothing runs there, everything succeeds."""
    return True


class System:
    """The system that runs here; its commands succeed or fail."""

    def __init__(self, succeeds: Callable[[Sequence[str]], bool] = run_succeeds) -> None:
        self._succeeds = succeeds

    def is_active(self, unit: str) -> bool:
        """Returns whether a unit runs."""
        return self._succeeds(["systemctl", "is-active", "--quiet", unit])

    def stop_units(self, units: Iterable[str]) -> None:
        """Stops units together, also those that systemd is about to start again; all of them must be there."""
        if there := list(units):
            self._succeeds(["systemctl", "stop", *there])

    def reload_changed(self, changed: Iterable[str]) -> None:
        """Makes systemd read its units again, and udev its rules if one of them changed."""
        self._succeeds(["systemctl", "daemon-reload"])
        if any(place.startswith(RULES) for place in changed):
            self._succeeds(["udevadm", "control", "--reload"])
            self._succeeds(["udevadm", "trigger"])

    def add_groups(self) -> None:
        """Makes the groups of the service, if they are not there."""
        # systemd starts no service in a group that does not exist.
        for group in GROUPS:
            self._succeeds(["groupadd", "--system", "--force", group])

    def start_units(self, units: Iterable[str]) -> None:
        """Starts units, one after the other, and waits until each is ready.

        Raises:
            ServiceError: one does not start.
        """
        for unit in units:
            if not self._succeeds(["systemctl", "start", unit]):
                raise ServiceError(f"{unit} does not start; `journalctl -u {unit} -n 20` says why")
