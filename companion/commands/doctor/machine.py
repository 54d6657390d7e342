"""The machine that is examined: every fact about it comes from here, so that tests can build one of a few files."""

from __future__ import annotations

import grp
import os
import platform
import subprocess
import sys
from contextlib import chdir, suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Protocol

from smbus2 import SMBus  # noqa: TID251 - the doctor asks the bus itself, without the screen's driver

from companion.commands.service.files import SERVICE, UNITS
from companion.runtime.clock import utc_now
from companion.settings.loader import load_settings
from companion.settings.paths import journal_path
from companion.settings.wiring import wiring_from
from hardware.pi import button_faults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from companion.settings.schema import Settings
    from hardware.device import PartFault

COMMAND_S = 5.0
"""How long a command may take."""


class Bus(Protocol):
    """What is used of an open I2C bus, as of `smbus2.SMBus`: both change nothing at the other end."""

    def read_byte(self, i2c_addr: int) -> int:
        """Reads a byte; raises OSError when nothing answers."""

    def write_quick(self, i2c_addr: int) -> None:
        """Writes the address and nothing else; raises OSError when nothing answers."""

    def close(self) -> None:
        """Lets go of the bus."""


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine, and the companion as it would start there."""

    root: Path
    """What stands before every path of the system; `/` on a real machine."""
    environ: Mapping[str, str]
    run: Callable[[Sequence[str]], str | None]
    """Runs a command and returns what it says; None: there is no such command, or it failed."""
    open_bus: Callable[[int], Bus]
    """Opens an I2C bus by its number; raises OSError."""
    buttons: Callable[[Settings], Sequence[PartFault]]
    """What is wrong with the buttons; raises PartFailed."""
    load: Callable[[], Settings]
    """Reads the settings; raises SettingsError."""
    user: int
    """The number of the user; 0 may do everything."""
    groups: frozenset[str]
    """The groups of this process, by name."""
    python: tuple[int, int]
    is_64_bit: bool
    package: Callable[[str], str | None]
    """The version of an installed package; None: it is not there."""
    environment: Path
    """The folder of the Python environment in which this program is installed."""
    folder: Path
    """The working directory."""
    writable: Callable[[Path], bool]
    """Whether something that is there can be written to."""
    utc_now: str
    """The time of day, `2026-11-21T18:30:05Z`."""

    def read(self, path: str) -> str | None:
        """The text of a file of the system, without the zero that ends it in a device tree; None: it cannot be read."""
        data = self.read_bytes(path)
        return None if data is None else data.decode(errors="replace").rstrip("\0")

    def read_bytes(self, path: str) -> bytes | None:
        """The bytes of a file of the system; None: it cannot be read."""
        with suppress(OSError):
            return (self.root / path).read_bytes()
        return None

    def has(self, pattern: str) -> bool:
        """Whether there is a file of the system like that, `dev/gpiochip*`."""
        return any(self.root.glob(pattern))

    def journal(self, settings: Settings) -> Path:
        """Where the journal lies."""
        return journal_path(settings, self.environ, sys.platform)


def this_machine(config: Path | None, overrides: Sequence[str]) -> Machine:
    """The machine on which this runs, with the settings that the command line names."""
    environ = {**service_folders(Path("/"), os.getuid()), **os.environ}
    return Machine(
        root=Path("/"),
        environ=environ,
        run=run,
        open_bus=SMBus,
        buttons=buttons,
        load=lambda: load_settings(config, overrides, environ),
        user=os.getuid(),
        groups=frozenset(_groups()),
        python=sys.version_info[:2],
        is_64_bit=platform.architecture()[0] == "64bit",
        package=package,
        environment=Path(sys.prefix),
        folder=Path.cwd(),
        writable=lambda path: os.access(path, os.W_OK),
        utc_now=utc_now(),
    )


def service_folders(root: Path, user: int) -> dict[str, str]:
    """Where an installed service has its settings and games: for root, who has no games of his own, they are meant."""
    if user != 0 or not (root / UNITS / SERVICE).is_file():
        return {}
    return {"CONFIGURATION_DIRECTORY": "/etc/companion", "STATE_DIRECTORY": "/var/lib/companion"}


def run(command: Sequence[str]) -> str | None:
    """What a command says; None: there is no such command, it failed, or it took too long."""
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_S, check=True)  # noqa: S603 - the checks' own, constant commands
    except (OSError, subprocess.SubprocessError):
        return None
    return said.stdout.strip()


def buttons(settings: Settings) -> Sequence[PartFault]:
    """The buttons that are down now, and those whose pin something else has.

    Raises:
        PartFailed: the pins cannot be opened.
    """
    with TemporaryDirectory() as folder, chdir(folder):  # lgpio leaves a pipe behind where it is imported
        return button_faults(wiring_from(settings))


def package(name: str) -> str | None:
    """The version of an installed package; None: it is not there."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _groups() -> Iterator[str]:
    for number in {os.getgid(), *os.getgroups()}:
        with suppress(KeyError):  # a group without a name
            yield grp.getgrgid(number).gr_name
