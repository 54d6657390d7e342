"""The machine that the doctor checks: all facts about it come from here, so that tests can build one from a few files.

This includes the model of the board and its boot configuration (config.txt with its sections).
"""

import grp
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import chdir, suppress
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from msgspec import Struct, field
from smbus2 import SMBus  # noqa: TID251 - the doctor uses the bus directly, without the screen's driver

from companion.runtime.clock import utc_now
from companion.settings.loader import command_environ, load_settings
from companion.settings.schema import Settings, wiring_from
from hardware.device import PartFault
from hardware.pi import pin_faults


class Severity(StrEnum):
    OK = "ok"
    WARNING = "warning"
    """The box can be used."""
    WRONG = "wrong"
    """A part will not work."""


class Diagnosis(NamedTuple):
    verdict: Severity
    what: str
    """The finding in a few words."""
    fix: str = ""
    """The command, the setting or the wire that fixes the problem; "" if there is no problem."""


def ok(what: str) -> Diagnosis:
    return Diagnosis(Severity.OK, what)


def warning(what: str, fix: str) -> Diagnosis:
    return Diagnosis(Severity.WARNING, what, fix)


def wrong(what: str, fix: str) -> Diagnosis:
    return Diagnosis(Severity.WRONG, what, fix)


COMMAND_S = 5.0
"""Timeout of a command in seconds."""


def run_command(command: Sequence[str]) -> str | None:
    """Returns the output of a command; None if it does not exist, failed or exceeded the timeout."""
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_S, check=True)  # noqa: S603 - the checks' own, constant commands
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.stdout.strip()


def examine_pins(settings: Settings) -> Sequence[PartFault]:
    """Returns the buttons that are down and the parts whose pin is in use. Raises PartFailed: no pin can be opened."""
    # In a temporary folder, because lgpio creates a pipe in the working directory when it is imported.
    with TemporaryDirectory() as folder, chdir(folder):
        return pin_faults(wiring_from(settings))


def group_names() -> frozenset[str]:
    """Returns the names of the current user's groups."""
    names = set()
    for number in {os.getgid(), *os.getgroups()}:
        with suppress(KeyError):  # a group without a name
            names.add(grp.getgrgid(number).gr_name)
    return frozenset(names)


def package_version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


class Machine(Struct, frozen=True, kw_only=True):
    """A machine, by default this one, and the configuration with which the companion would start on it."""

    root: Path = Path("/")
    """The root folder of all system paths."""
    environ: Mapping[str, str]
    run: Callable[[Sequence[str]], str | None] = run_command
    """Runs a command and returns its output; None if it does not exist or failed."""
    open_bus: Callable[[int], Any] = SMBus
    """Opens an I2C bus by its number as an `SMBus`; raises OSError."""
    pins: Callable[[Settings], Sequence[PartFault]] = examine_pins
    """Returns the faults at the pins of buttons, buzzer and field sensors; raises PartFailed."""
    load: Callable[[], Settings]
    """Reads the settings; raises SettingsError."""
    user: int = field(default_factory=os.getuid)
    """The user id; 0 is root."""
    groups: frozenset[str] = field(default_factory=group_names)
    python: tuple[int, int] = sys.version_info[:2]
    is_64_bit: bool = sys.maxsize > 1 << 32
    package: Callable[[str], str | None] = package_version
    """Returns the version of an installed package; None if it is not installed."""
    environment: Path = Path(sys.prefix)
    """The folder of the Python environment in which this program is installed."""
    folder: Path = field(default_factory=Path.cwd)
    """The working directory."""
    writable: Callable[[Path], bool] = lambda path: os.access(path, os.W_OK)
    """Returns whether an existing file or folder can be written."""
    utc_now: str = field(default_factory=utc_now)
    """The time of day, `2026-11-21T18:30:05Z`."""

    def read_text(self, path: str) -> str | None:
        """Returns the text of a file of the system; None if it cannot be read."""
        # Texts of the device tree end with a zero byte.
        data = self.read_bytes(path)
        return None if data is None else data.decode(errors="replace").rstrip("\0")

    def read_bytes(self, path: str) -> bytes | None:
        with suppress(OSError):
            return (self.root / path).read_bytes()
        return None

    def has_file(self, pattern: str) -> bool:
        """Returns whether a file of the system matches the pattern, such as `dev/gpiochip*`."""
        return any(self.root.glob(pattern))


def this_machine(config: Path | None, overrides: Sequence[str]) -> Machine:
    """Returns the machine on which this runs, with the settings that the command line names."""
    environ = command_environ(os.environ)
    return Machine(environ=environ, load=lambda: load_settings(config, overrides, environ))


MAKER = "Raspberry Pi "
CONFIG_FILES = ("boot/firmware/config.txt", "boot/config.txt")
"""The newer path is first."""


class Family(NamedTuple):
    """Boards with the same requirements."""

    models: tuple[str, ...]
    """Beginnings of the model names, without the maker."""
    sections: frozenset[str]
    """The sections of config.txt for these boards, in addition to `all`."""
    clock: tuple[str, ...] = ()
    """The lines that keep the SPI clock constant under load; without them bits change and pixels turn white."""


SLOW_CLOCK, FAST_CLOCK = ("core_freq=250",), ("core_freq=500", "core_freq_min=500")
FAMILIES = (
    Family(("Zero 2",), frozenset({"pi0", "pi02"}), SLOW_CLOCK),
    Family(("3", "Compute Module 3"), frozenset({"pi3"}), SLOW_CLOCK),
    Family(("4", "Compute Module 4"), frozenset({"pi4"}), FAST_CLOCK),
    Family(("5", "Compute Module 5"), frozenset({"pi5"})),
)
"""The supported boards. A Zero 2 has the chip of a 3; a 400 counts as a 4, a 500 as a 5."""

PI_5 = FAMILIES[-1]


def board_model(machine: Machine) -> str:
    """Returns the model name of the board; "" if it is not a Raspberry Pi."""
    answer = machine.read_text("proc/device-tree/model") or ""
    return answer if answer.startswith(MAKER) else ""


def board_family(machine: Machine) -> Family | None:
    """Returns the family of the board; None if the board is not supported."""
    name = board_model(machine).removeprefix(MAKER)
    return next((each for each in FAMILIES if name.startswith(each.models)), None)


def config_file(machine: Machine) -> str:
    return f"/{next(filter(machine.has_file, CONFIG_FILES), CONFIG_FILES[0])}"


def boot_settings(machine: Machine) -> dict[str, str]:
    """Returns the settings of config.txt for this board by name, including the parameters of `dtparam`."""
    known = board_family(machine)
    sections = {"all", *(known.sections if known else ())}
    counts, settings = True, dict[str, str]()
    for text in (machine.read_text(config_file(machine).removeprefix("/")) or "").splitlines():
        line = text.partition("#")[0].strip()
        if line.startswith("["):
            counts = line.strip("[]").lower() in sections
        elif counts:
            name, _, value = line.partition("=")
            # A `dtparam` sets several parameters, as in `i2c_arm=on,spi`. The last setting of a name counts.
            for parameter, _, setting in (part.partition("=") for part in value.split(",") if name == "dtparam"):
                settings[parameter] = setting or "on"
            settings[name] = value
            if name == "dtoverlay":  # several overlays are possible
                settings[f"dtoverlay={value.partition(',')[0]}"] = value
    return settings
