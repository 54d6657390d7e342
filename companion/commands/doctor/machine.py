"""The machine that is examined: every fact about it comes from here, so that tests can build one of a few files.

Also which board it is, and what its boot configuration says: config.txt, sections, included files and all.
"""

from __future__ import annotations

import grp
import os
import platform
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import chdir, suppress
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import NamedTuple, Protocol

from msgspec import Struct
from smbus2 import SMBus  # noqa: TID251 - the doctor asks the bus itself, without the screen's driver

from companion.runtime.clock import utc_now
from companion.settings.loader import load_settings
from companion.settings.paths import command_environ, journal_path
from companion.settings.schema import Settings, wiring_from
from hardware.device import PartFault
from hardware.pi import pin_faults


class Severity(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    """It can be played with."""
    WRONG = "wrong"
    """Something will not work."""


class Diagnosis(NamedTuple):
    """What is the case, and what mends it."""

    verdict: Severity
    what: str
    """In a few words, for people."""
    mend: str = ""
    """The command, the setting or the wire that mends it; empty where nothing needs to be mended."""


def ok(what: str) -> Diagnosis:
    """Returns the diagnosis of something that is well."""
    return Diagnosis(Severity.OK, what)


def warning(what: str, mend: str) -> Diagnosis:
    """Returns the diagnosis of something that works, but not as well as it could."""
    return Diagnosis(Severity.WARNING, what, mend)


def wrong(what: str, mend: str) -> Diagnosis:
    """Returns the diagnosis of something that cannot work like that."""
    return Diagnosis(Severity.WRONG, what, mend)


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


class Machine(Struct, frozen=True):
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
        return journal_path(settings, self.environ, sys.platform)


def this_machine(config: Path | None, overrides: Sequence[str]) -> Machine:
    """Returns the machine on which this runs, with the settings that the command line names."""
    environ = command_environ(os.environ)
    names = set()
    for number in {os.getgid(), *os.getgroups()}:
        with suppress(KeyError):  # a group without a name
            names.add(grp.getgrgid(number).gr_name)
    return Machine(
        root=Path("/"),
        environ=environ,
        run=run_command,
        open_bus=SMBus,
        pins=examine_pins,
        load=lambda: load_settings(config, overrides, environ),
        user=os.getuid(),
        groups=frozenset(names),
        python=sys.version_info[:2],
        is_64_bit=platform.architecture()[0] == "64bit",
        package=package_version,
        environment=Path(sys.prefix),
        folder=Path.cwd(),
        writable=lambda path: os.access(path, os.W_OK),
        utc_now=utc_now(),
    )


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


MAKER = "Raspberry Pi "
CONFIG_FILES = ("boot/firmware/config.txt", "boot/config.txt")
"""The newer place first."""
INCLUDE = "include "
"""What stands before the name of a file whose lines count as if they stood there; they include no others."""


class Family(NamedTuple):
    """Boards that need the same."""

    models: tuple[str, ...]
    """How their names go on after the maker's."""
    sections: frozenset[str]
    """The sections of config.txt that are for them, besides `all`."""
    clock: tuple[str, ...] = ()
    """The lines without which the clock of SPI drifts with the load: bits change, pixels turn white."""
    more_i2c: Mapping[int, tuple[int, int]] = MappingProxyType({})
    """The I2C buses besides the first two that an overlay of the same name switches on, and the pins that it takes
    unless it is told others (the firmware's overlays/README)."""


SLOW_CLOCK, FAST_CLOCK = ("core_freq=250",), ("core_freq=500", "core_freq_min=500")
PI_4_I2C, PI_5_I2C = {3: (4, 5), 4: (8, 9), 5: (12, 13), 6: (22, 23)}, {2: (4, 5), 3: (6, 7)}
FAMILIES = (
    Family(("Zero 2",), frozenset({"pi0", "pi02"}), SLOW_CLOCK),
    Family(("3", "Compute Module 3"), frozenset({"pi3"}), SLOW_CLOCK),
    Family(("4", "Compute Module 4"), frozenset({"pi4"}), FAST_CLOCK, PI_4_I2C),
    Family(("5", "Compute Module 5"), frozenset({"pi5"}), more_i2c=PI_5_I2C),
)
"""The boards on which the companion runs; the chip of a Zero 2 is that of a 3. A 400 is a 4, a 500 is a 5."""

PI_5 = FAMILIES[-1]

OWN_SECTIONS = {
    "3 Model A Plus": "pi3+",
    "3 Model B Plus": "pi3+",
    "400": "pi400",
    "500": "pi500",
    "Compute Module 4 ": "cm4",
    "Compute Module 4S": "cm4s",
    "Compute Module 5": "cm5",
}
"""The section that config.txt has for one board of a family alone."""


def board_model(machine: Machine) -> str:
    """Returns what the board calls itself; an empty text if it is no Raspberry Pi."""
    said = machine.read_text("proc/device-tree/model") or ""
    return said if said.startswith(MAKER) else ""


def board_family(machine: Machine) -> Family | None:
    """Returns the family of the board; None if the companion runs on no such board."""
    name = board_model(machine).removeprefix(MAKER)
    return next((each for each in FAMILIES if name.startswith(each.models)), None)


def config_file(machine: Machine) -> str:
    """Returns the path of config.txt."""
    return f"/{next(filter(machine.has_file, CONFIG_FILES), CONFIG_FILES[0])}"


def boot_settings(machine: Machine) -> dict[str, str]:
    """Returns what config.txt sets for this board, by name, the parameters of `dtparam` among the rest."""
    known, model = board_family(machine), board_model(machine).removeprefix(MAKER)
    own = {section for board, section in OWN_SECTIONS.items() if model.startswith(board)}
    sections = {"all", *own, *(known.sections if known else ())}
    place, counts, settings = config_file(machine).removeprefix("/"), True, dict[str, str]()
    waiting = deque(_config_lines(machine, place))
    while waiting:
        line = waiting.popleft()
        if line.startswith("["):
            counts = line.strip("[]").lower() in sections
        elif counts and line.startswith(INCLUDE):
            # The included lines come next, as if they stood here. The firmware lets them include no others.
            inserted = _config_lines(machine, f"{place.rpartition('/')[0]}/{line.removeprefix(INCLUDE).strip()}")
            waiting.extendleft(reversed([each for each in inserted if not each.startswith(INCLUDE)]))
        elif counts:
            name, _, value = line.partition("=")
            # A `dtparam` sets each of its parameters, too, as in `i2c_arm=on,spi`. The last setting of a name counts.
            for parameter, _, setting in (part.partition("=") for part in value.split(",") if name == "dtparam"):
                settings[parameter] = setting or "on"
            settings[name] = value
            if name == "dtoverlay":  # there may be many
                settings[f"dtoverlay={value.partition(',')[0]}"] = value
    return settings


def _config_lines(machine: Machine, path: str) -> list[str]:
    """Returns the lines of a file without their comments; none where there is no such file."""
    return [line.partition("#")[0].strip() for line in (machine.read_text(path) or "").splitlines()]
