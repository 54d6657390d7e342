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
from hardware.pi import pin_faults

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

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
    pins: Callable[[Settings], Sequence[PartFault]]
    """What is wrong with the pins of buttons and buzzer; raises PartFailed."""
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

    def read_text(self, path: str) -> str | None:
        """Returns the text of a file of the system; None if it cannot be read."""
        # Texts of the device tree end in a zero.
        data = self.read_bytes(path)
        return None if data is None else data.decode(errors="replace").rstrip("\0")

    def read_bytes(self, path: str) -> bytes | None:
        """Returns the bytes of a file of the system; None if it cannot be read."""
        with suppress(OSError):
            return (self.root / path).read_bytes()
        return None

    def has_file(self, pattern: str) -> bool:
        """Returns whether there is a file of the system like that, `dev/gpiochip*`."""
        return any(self.root.glob(pattern))

    def programs_with_open(self, node: str) -> dict[str, str]:
        """Returns the programs that have a device node open, by their process, as far as this user may see them."""
        found: dict[str, str] = {}
        for opened in self.root.glob("proc/[0-9]*/fd/*"):
            with suppress(OSError):  # it ends meanwhile, or is another user's
                if str(opened.readlink()).startswith(node):
                    process = opened.parts[-3]
                    # As Python has it: the interpreter, its options, then the script or `-m` and the module.
                    words = (self.read_text(f"proc/{process}/cmdline") or "?").split("\0")
                    names = [Path(word).name for word in words[:4]]
                    found[process] = "companion" if "companion" in names else " ".join(names[:2]).strip()
        return found

    def journal_path(self, settings: Settings) -> Path:
        """Returns the path of the journal."""
        return journal_path(settings, self.environ, sys.platform)


def this_machine(config: Path | None, overrides: Sequence[str]) -> Machine:
    """Returns the machine on which this runs, with the settings that the command line names."""
    environ = {**service_folders(Path("/"), os.getuid()), **os.environ}
    return Machine(
        root=Path("/"),
        environ=environ,
        run=run_command,
        open_bus=SMBus,
        pins=examine_pins,
        load=lambda: load_settings(config, overrides, environ),
        user=os.getuid(),
        groups=_group_names(),
        python=sys.version_info[:2],
        is_64_bit=platform.architecture()[0] == "64bit",
        package=package_version,
        environment=Path(sys.prefix),
        folder=Path.cwd(),
        writable=lambda path: os.access(path, os.W_OK),
        utc_now=utc_now(),
    )


def service_folders(root: Path, user: int) -> dict[str, str]:
    """Returns the variables of the installed service's folders; none for other users, or without a service."""
    # Root has no games of its own: whoever runs the doctor with sudo means the service's.
    if user != 0 or not (root / UNITS / SERVICE).is_file():
        return {}
    return {"CONFIGURATION_DIRECTORY": "/etc/companion", "STATE_DIRECTORY": "/var/lib/companion"}


def run_command(command: Sequence[str]) -> str | None:
    """Returns what a command says; None if there is no such command, it failed, or it took too long."""
    try:
        said = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_S, check=True)  # noqa: S603 - the checks' own, constant commands
    except (OSError, subprocess.SubprocessError):
        return None
    return said.stdout.strip()


def examine_pins(settings: Settings) -> Sequence[PartFault]:
    """Returns the buttons that are down now, and the parts whose pin something else has.

    Raises:
        PartFailed: the pins cannot be opened.
    """
    # In a folder that is removed: lgpio leaves a pipe behind where it is imported.
    with TemporaryDirectory() as folder, chdir(folder):
        return pin_faults(wiring_from(settings))


def package_version(name: str) -> str | None:
    """Returns the version of an installed package; None if it is not there."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _group_names() -> frozenset[str]:
    names = set()
    for number in {os.getgid(), *os.getgroups()}:
        with suppress(KeyError):  # a group without a name
            names.add(grp.getgrgid(number).gr_name)
    return frozenset(names)
