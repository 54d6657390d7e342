"""`companion doctor`: checks this box and suggests fixes. It never changes anything.

Each check is a function that returns a `Diagnosis`; `CHECKS` lists them. All facts about the machine come from
`Machine`, so that tests can build one from a few files.
"""

import argparse
import errno
import grp
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import chdir, closing, suppress
from enum import StrEnum
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from msgspec import Struct, field
from smbus2 import SMBus  # noqa: TID251 - the doctor uses the bus directly, without the screen's driver

from companion.commands.service import ENVIRONMENT
from companion.runtime.clock import utc_now
from companion.settings.loader import command_environ, journal_path, load_settings
from companion.settings.schema import Settings, SettingsError, wiring_from
from hardware.device import Part, PartError, PartFault
from hardware.pi import pin_faults
from hardware.pixels import transfer_size
from hardware.wiring import FIELD_ADDRESSES

# The machine


class Severity(StrEnum):
    OK = "ok"
    WARNING = "warning"
    """The box can be used."""
    WRONG = "wrong"
    """A part will not work."""


class Diagnosis(NamedTuple):
    verdict: Severity
    finding: str
    """A few words."""
    fix: str = ""
    """The command, the setting or the wire that fixes the problem; empty without a problem."""


ok = partial(Diagnosis, Severity.OK)
warning = partial(Diagnosis, Severity.WARNING)
wrong = partial(Diagnosis, Severity.WRONG)

COMMAND_S = 5.0
"""Timeout of a command in seconds."""


def run_command(command: Sequence[str]) -> str | None:
    """Returns the output of a command; None if it does not exist, failed or exceeded the timeout."""
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_S, check=True)  # noqa: S603 - the checks' own, constant commands
    except (OSError, subprocess.SubprocessError):
        return None
    return result.stdout.strip()


def examine_pins(settings: Settings) -> Sequence[PartFault]:
    """Returns the buttons that are down and the parts whose pin is in use. Raises PartError without any usable pin."""
    # In a temporary folder, because lgpio creates a pipe in the working directory when it is imported.
    with TemporaryDirectory() as folder, chdir(folder):
        return pin_faults(wiring_from(settings))


def group_names() -> frozenset[str]:
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
    variables: Mapping[str, str]
    """The environment variables."""
    run: Callable[[Sequence[str]], str | None] = run_command
    """Runs a command and returns its output; None if it does not exist or failed."""
    open_bus: Callable[[int], Any] = SMBus
    """Opens an I2C bus by its number as an `SMBus`; raises OSError."""
    pins: Callable[[Settings], Sequence[PartFault]] = examine_pins
    """Returns the faults at the pins of buttons, buzzer and field sensors; raises PartError."""
    load: Callable[[], Settings]
    """Reads the settings; raises SettingsError."""
    user: int = field(default_factory=os.getuid)
    """The user id; 0 is root."""
    groups: frozenset[str] = field(default_factory=group_names)
    python: tuple[int, int] = sys.version_info[:2]
    is_64_bit: bool = sys.maxsize > 1 << 32
    package: Callable[[str], str | None] = package_version
    """Returns the version of an installed package; None if it is not installed."""
    python_environment: Path = Path(sys.prefix)
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
    variables = command_environ(os.environ)
    return Machine(variables=variables, load=lambda: load_settings(config, overrides, variables))


MAKER = "Raspberry Pi "
CONFIG_FILES = ("boot/firmware/config.txt", "boot/config.txt")  # the newer path is first


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
    model = machine.read_text("proc/device-tree/model") or ""
    return model if model.startswith(MAKER) else ""


def board_family(machine: Machine) -> Family | None:
    """Returns the family of the board; None if the board is not supported."""
    name = board_model(machine).removeprefix(MAKER)
    return next((each for each in FAMILIES if name.startswith(each.models)), None)


def config_file(machine: Machine) -> str:
    return f"/{next(filter(machine.has_file, CONFIG_FILES), CONFIG_FILES[0])}"


def boot_settings(machine: Machine) -> dict[str, str]:
    """Returns the settings of config.txt for this board by name, including the parameters of `dtparam`."""
    family = board_family(machine)
    sections = {"all", *(family.sections if family else ())}
    applies, settings = True, dict[str, str]()
    for text in (machine.read_text(config_file(machine).removeprefix("/")) or "").splitlines():
        line = text.partition("#")[0].strip()
        if line.startswith("["):
            applies = line.strip("[]").lower() in sections
        elif applies:
            name, _, value = line.partition("=")
            # A `dtparam` sets several parameters, as in `i2c_arm=on,spi`. The last value of a name is used.
            for part in value.split(",") if name == "dtparam" else ():
                parameter, _, setting = part.partition("=")
                settings[parameter] = setting or "on"
            settings[name] = value
            if name == "dtoverlay":  # several overlays are possible
                settings[f"dtoverlay={value.partition(',')[0]}"] = value
    return settings


# The checks

EXTRAS = {
    "pwm": ("pwm", ("gpiod", "rpi_ws281x")),
    "pio": ("pi5", ("gpiod", "Adafruit-Blinka-Raspberry-Pi5-Neopixel")),
}
"""For each pixel driver with further requirements: the extra of our package, and what it installs."""
REQUIREMENTS = {
    "gpiod": "'gpiod<3'",
    "Adafruit-Blinka-Raspberry-Pi5-Neopixel": "'Adafruit-Blinka-Raspberry-Pi5-Neopixel>=1.0.0rc2'",
}
"""What to install if the name alone would give a wrong version or none."""


def check_pins_package(machine: Machine, _: Settings) -> Diagnosis:
    found = machine.package("lgpio")
    # Older versions do not support the pins of newer kernels.
    if found and tuple(map(int, re.findall(r"\d+", found)[:3])) >= (0, 2, 2):
        return ok(f"lgpio {found}")
    # pip has wheels up to Python 3.12. For newer versions the package of the system is used, because building lgpio
    # needs swig, a compiler and liblgpio; a broken lgpio in the environment would hide it.
    fix = f"{_pip(machine)} install 'lgpio>=0.2.2'"
    if machine.python > (3, 12):
        fix = "sudo apt install python3-lgpio, in an environment with --system-site-packages"
        if found:
            fix = f"{_pip(machine)} uninstall --yes lgpio && {fix}"
    return wrong(f"lgpio {found} is broken" if found else "lgpio is missing", fix)


def check_pixels_package(machine: Machine, settings: Settings) -> Diagnosis:
    driver = settings.lights.driver
    if driver not in EXTRAS:
        return ok(f"the driver {driver} needs no other package")
    extra, required = EXTRAS[driver]
    missing = [name for name in required if machine.package(name) is None]
    if not missing:
        return ok(", ".join(f"{name} {machine.package(name)}" for name in required))
    # rpi_ws281x has no wheels.
    compiler = "sudo apt install gcc python3-dev && " if "rpi_ws281x" in missing else ""
    if machine.python_environment == ENVIRONMENT:
        fix = f"sudo systemd/install.sh --extras {extra}"
    else:
        fix = f"{_pip(machine)} install {' '.join(REQUIREMENTS.get(name, name) for name in missing)}"
    return wrong(f"missing: {', '.join(missing)}", compiler + fix)


def _pip(machine: Machine) -> str:
    sudo = "" if machine.writable(machine.python_environment) else "sudo "
    return f"{sudo}{machine.python_environment}/bin/python -m pip"


def check_board(machine: Machine, _: Settings) -> Diagnosis:
    if board_family(machine):
        return ok(board_model(machine))
    return wrong(f"{board_model(machine)}: this board is not supported", "use a Pi Zero 2 W, 3, 4 or 5")


def check_system(machine: Machine, _: Settings) -> Diagnosis:
    found = re.search(r"^VERSION_CODENAME=\"?(\w+)", machine.read_text("etc/os-release") or "", re.MULTILINE)
    name = found[1] if found else "unknown system"
    if name in {"bookworm", "trixie"}:
        return ok(name.title())
    return warning(f"{name}: not tested", f"write a card with {MAKER}OS (64-bit), Bookworm or Trixie")


def check_python(machine: Machine, _: Settings) -> Diagnosis:
    """Checks that Python is 64-bit; a version that is too old cannot even start this program."""
    # msgspec has no wheels for 32-bit ARM.
    name = "Python {}.{}".format(*machine.python)
    if machine.is_64_bit:
        return ok(f"{name}, 64 bit")
    return wrong(f"{name}, 32 bit", f"write a card with {MAKER}OS (64-bit)")


def check_groups(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks that the user is in the groups that can use the pins and the buses."""
    required = {"gpio", settings.screen.bus}
    required |= {"spi"} if settings.lights.driver == "spi" else set()
    required |= {"i2c"} if settings.fields.kind != "none" else set()
    missing = ",".join(sorted(required - machine.groups))
    if machine.user == 0 or not missing:
        return ok("root" if machine.user == 0 else ", ".join(sorted(required)))
    return wrong(f"not in {missing}", f"sudo usermod -aG {missing} $USER, then log in again")


def check_folder(machine: Machine, _: Settings) -> Diagnosis:
    """Checks the folder in which lgpio creates a pipe when it starts."""
    folder = Path(machine.variables.get("LG_WD") or machine.folder)
    if machine.writable(folder):
        return ok(f"{folder} is writable")
    return wrong(f"lgpio cannot write to {folder}", "export LG_WD=/tmp, or start in a folder that you can write to")


def check_journal(machine: Machine, settings: Settings) -> Diagnosis:
    try:
        path = journal_path(settings, machine.variables)
    except SettingsError as error:
        return wrong(str(error), "export HOME=~")
    existing = next(each for each in (path, *path.parents) if os.access(each, os.F_OK))
    if not machine.writable(existing):
        return wrong(f"{path} cannot be written", f"sudo chown $USER {existing}, or set journal.file")
    kind = file_system(machine, existing)
    if kind in {"tmpfs", "ramfs", "overlay"}:
        return warning(f"{path} is on {kind}: a restart may delete all games", "set journal.file to a path on disk")
    return ok(f"{path}, on {kind}")


def file_system(machine: Machine, path: Path) -> str:
    """Returns the type of the file system of a path (proc(5), mounts)."""
    mounts = (line.split(" ") for line in (machine.read_text("proc/mounts") or "").splitlines())
    points = [(Path(point), kind) for _, point, kind, *_ in mounts]
    above = [(len(point.parts), kind) for point, kind in points if path.is_relative_to(point)]
    # The longest mount point above the path is the right one.
    return max(above, key=lambda mount: mount[0], default=(0, "an unknown file system"))[1]


def check_clock(machine: Machine, _: Settings) -> Diagnosis:
    # Most Pis have no battery-powered clock: without a network the time may be wrong.
    fix = "connect it to a network, or sudo date --set '2026-11-21 18:30'"
    if int(machine.utc_now[:4]) < 2026:
        return warning(f"the clock shows {machine.utc_now}", fix)
    if machine.run(["timedatectl", "show", "--property=NTPSynchronized", "--value"]) == "no":
        return warning(f"the clock shows {machine.utc_now}, not synchronised", fix)
    return ok(machine.utc_now)


def check_settings(machine: Machine, _: Settings) -> Diagnosis:
    try:
        machine.load()
    except SettingsError as error:
        return wrong(str(error), "companion settings prints all settings")
    return ok("all valid")


FAST_HZ, USUAL_HZ = 400_000, 100_000
SPEED_SETTINGS = ("i2c_arm_baudrate", "i2c1_baudrate", "i2c_baudrate")
SCREEN_ADDRESSES = (0x3C, 0x3D)
"""The possible addresses of the screen."""
FIX_PIN_IN_USE = "sudo cat /sys/kernel/debug/gpio shows the program that uses it"
FIX_UNOPENED_PINS = "see pins package, groups and pins"
"""The fix for pins that cannot be opened: see other checks of the report."""
ENABLE_I2C = "sudo raspi-config nonint do_i2c 0, then restart"
FIX_SHORT_CIRCUIT = "separate SDA and SCL from each other and from ground"
FIX_BY_ERRNO: dict[int | None, str] = {errno.EACCES: "see groups", errno.ENOENT: "see i2c"}
"""The fix for a bus that cannot be opened: see another check of the report."""

ADDRESS_WIRES = {
    0x5A: "ADDR to GND",
    0x5B: "ADDR to 3.3 V",
    0x5C: "ADDR to SDA",
    0x20: "A0, A1 and A2 to GND",
    0x21: "A0 to 3.3 V, A1 and A2 to GND",
    0x22: "A1 to 3.3 V, A0 and A2 to GND",
}
"""The wires that set the address of a sensor chip (MPR121, 4.3; MCP23017, 3.4)."""
SHUTDOWN = "dtoverlay=gpio-shutdown"
"""The line of config.txt for a power button, by default on GPIO 3."""

UNDERVOLTAGE, THROTTLED = 0x1, 0xE
"""Flags of `vcgencmd get_throttled`: the voltage is too low; voltage or heat limit the clock."""
SINCE_START = 16
"""The same flags are shifted by this number of bits for "at any time since the start"."""
FIX_UPGRADE = "sudo apt update && sudo apt full-upgrade"
FIX_SUPPLY = "use a supply of 5 V and 3 A or more, and short thick wires to the pixels"


def check_pins(machine: Machine, _: Settings) -> Diagnosis:
    if machine.has_file("dev/gpiochip*"):
        return ok("available")
    return wrong("/dev/gpiochip0 is missing", f"{FIX_UPGRADE}, then restart")


def check_buttons(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks for stuck buttons and for pins that another program uses."""
    faults = [fault for fault in machine.pins(settings) if fault.part not in {Part.BUZZER, Part.FIELDS}]
    unopened = next((fault for fault in faults if not fault.stuck), None)
    if unopened and unopened.part is Part.BUTTONS:
        return _diagnose_unopened(machine, unopened)
    if unopened:
        keys = "buttons.left and right" if unopened.part is Part.ENCODER else f"buttons.{unopened.part}"
        return wrong(str(unopened.reason), f"{FIX_PIN_IN_USE}; or wire it to another pin and set {keys}")
    if stuck := [fault.part for fault in faults]:
        return wrong(f"down: {', '.join(stuck)}", "release the button; else look for a jam or a short circuit")
    return ok("all are up; test the encoder in companion selftest" if settings.buttons.encoder else "all are up")


def check_buzzer(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks that no other program uses the buzzer's pin. The sound itself cannot be checked."""
    pin = settings.sound.pin
    if pin == "none":
        return ok("not used")
    unopened = next((fault for fault in machine.pins(settings) if fault.part is Part.BUZZER), None)
    if unopened:
        return _diagnose_unopened(machine, unopened)
    return ok(f"GPIO {pin} is free; test it in companion selftest")


def _diagnose_unopened(machine: Machine, fault: PartFault) -> Diagnosis:
    """Returns the diagnosis of a part that cannot be opened: ok if a running companion uses it."""
    if "busy" not in str(fault.reason):  # lgpio's message for a pin in use
        return wrong(str(fault.reason), FIX_UNOPENED_PINS)
    if machine.run(["pgrep", "--full", "companion play"]):
        return ok("in use by the running companion, which reports faults itself")
    return wrong(str(fault.reason), FIX_PIN_IN_USE)


def check_i2c(machine: Machine, settings: Settings) -> Diagnosis:
    if settings.screen.bus != "i2c" and settings.fields.kind == "none":
        return ok("not used")
    if machine.has_file("dev/i2c-1"):
        return ok("I2C-1 is enabled")
    return wrong("/dev/i2c-1 is missing", ENABLE_I2C)


def check_i2c_speed(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks that I2C runs at 400 kHz: the screen then needs 23 ms for a frame instead of 93."""
    if settings.screen.bus != "i2c":
        return ok("not used")
    # The device tree has the actual rate. Without it, config.txt has the configured one.
    cells, boot = machine.read_bytes("sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"), boot_settings(machine)
    configured_hz = next((int(boot[name]) for name in SPEED_SETTINGS if boot.get(name, "").isdecimal()), USUAL_HZ)
    hertz = int.from_bytes(cells) if cells else configured_hz
    if hertz >= FAST_HZ:
        return ok(f"{hertz // 1000} kHz")
    # On a separate line, because raspi-config's do_i2c overwrites the line dtparam=i2c_arm=….
    line = f"add dtparam=i2c_baudrate=400000 to {config_file(machine)}, then restart"
    return warning(f"{hertz // 1000} kHz: the screen is slow", line)


def check_screen(machine: Machine, settings: Settings) -> Diagnosis:
    configured = settings.screen.address
    rows = f"{settings.screen.height} rows"
    if settings.screen.bus != "i2c":
        return ok(f"{rows} on SPI, which cannot be checked: test it in companion selftest")
    try:
        with closing(machine.open_bus(1)) as bus:
            # All valid device addresses (I2C specification, 3.1.12).
            found = [address for address in range(0x08, 0x78) if has_device_at(bus, address)]
    except OSError as error:
        return wrong(f"I2C-1 does not work: {error.strerror}", FIX_BY_ERRNO.get(error.errno, FIX_SHORT_CIRCUIT))
    detected = ", ".join(f"0x{address:02X}" for address in found)
    if configured in found:
        others = f" (detected: {detected})" if len(found) > 1 else ""
        return ok(f"answers at 0x{configured:02X}{others}; {rows}")
    for other in set(SCREEN_ADDRESSES).intersection(found):
        return wrong(f"no answer at 0x{configured:02X}, but at {detected}", f"set screen.address = 0x{other:02X}")
    silent = f"no answer at 0x{configured:02X}, but at {detected}" if found else "no answer at any address"
    return wrong(silent, "wire SDA to GPIO 2 (pin 3), SCL to GPIO 3 (pin 5), VCC to 3.3 V (pin 1), GND to pin 9")


def has_device_at(bus: Any, address: int) -> bool:  # noqa: ANN401 - an SMBus, or that of a test
    """Returns whether a device answers at the address. Raises OSError: the bus itself does not work."""
    # Some screens answer only to a write. At other addresses nothing is written, because an empty write can corrupt an
    # EEPROM (i2cdetect(8)).
    for probe in (bus.read_byte, bus.write_quick) if address in SCREEN_ADDRESSES else (bus.read_byte,):
        try:
            probe(address)
        except OSError as error:
            # A kernel driver uses the address, so a device exists.
            if error.errno == errno.EBUSY:
                return True
            if error.errno not in {errno.ENXIO, errno.EREMOTEIO, errno.EIO}:  # no answer
                raise
        else:
            return True
    return False


def check_fields(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks that the field sensors answer and that their bus and interrupt pin are free."""
    kind, pin = settings.fields.kind, settings.fields.interrupt
    if kind == "none":
        return ok("not used")
    boot, file = boot_settings(machine), config_file(machine)
    if (overlay := boot.get(SHUTDOWN)) and ("gpio_pin=" not in overlay or "gpio_pin=3" in overlay.split(",")):
        return wrong("a power button uses GPIO 3 of I2C-1", f"remove {SHUTDOWN} from {file}, then restart")
    if not machine.has_file("dev/i2c-1"):
        return wrong("/dev/i2c-1 is missing: the field sensors need it", ENABLE_I2C)
    try:
        with closing(machine.open_bus(1)) as bus:
            silent = [address for address in FIELD_ADDRESSES[kind] if not has_device_at(bus, address)]
    except OSError as error:
        return wrong(f"I2C-1 does not work: {error.strerror}", FIX_BY_ERRNO.get(error.errno, FIX_SHORT_CIRCUIT))
    if len(silent) == len(FIELD_ADDRESSES[kind]):
        return wrong("no sensor chip answers", "wire SDA to pin 3, SCL to pin 5, VCC to 3.3 V (pin 1), GND to pin 9")
    if silent:
        wires = "; ".join(f"for 0x{address:02X} wire {ADDRESS_WIRES[address]}" for address in silent)
        return wrong(f"no answer at {', '.join(f'0x{address:02X}' for address in silent)}", wires)
    unopened = next((fault for fault in machine.pins(settings) if fault.part is Part.FIELDS), None)
    if unopened:
        return _diagnose_unopened(machine, unopened)
    return ok(f"three chips answer, GPIO {pin} is free; test them in selftest")


def check_spi(machine: Machine, settings: Settings) -> Diagnosis:
    required = ["spidev0.0"] if settings.lights.driver == "spi" else []
    required += ["spidev1.0"] if settings.screen.bus == "spi" else []
    missing = next((node for node in required if not machine.has_file(f"dev/{node}")), None)
    # The maximum size of a transfer in bytes; the kernel driver's default is 4096.
    limit, lights = int(machine.read_text("sys/module/spidev/parameters/bufsiz") or 4096), settings.lights
    if missing is None and lights.driver == "spi" and limit < transfer_size(lights.count, lights.byteorder):
        finding = f"the SPI buffer has {limit} bytes, too few for {lights.count} {lights.byteorder} pixels"
        return wrong(finding, "add spidev.bufsiz=16384 to the line in /boot/firmware/cmdline.txt, then restart")
    if missing is None:
        return ok(f"{' and '.join(required)} available" if required else "not used")
    fix = "sudo raspi-config nonint do_spi 0"
    if missing != "spidev0.0":
        fix = f"add dtoverlay=spi1-1cs to {config_file(machine)}"
    return wrong(f"/dev/{missing} is missing", f"{fix}, then restart")


def check_spi_clock(machine: Machine, settings: Settings) -> Diagnosis:
    board, boot = board_family(machine), boot_settings(machine)
    required = board.clock if board and settings.lights.driver == "spi" else ()
    missing = [line for line in required if boot.get(line.partition("=")[0]) != line.partition("=")[2]]
    if not missing:
        return ok(", ".join(required) or "no setting needed")
    lines = " and ".join(missing)
    return warning("pixels may turn white: the clock drifts", f"add {lines} to {config_file(machine)}, then restart")


def check_pixels(machine: Machine, settings: Settings) -> Diagnosis:
    driver, is_5 = settings.lights.driver, board_family(machine) is PI_5
    if driver == "pwm" and is_5:
        return wrong("a Pi 5 does not support pwm for pixels", 'set lights.driver = "spi" (GPIO 10) or "pio"')
    if driver == "pwm" and machine.user != 0:
        return wrong("pwm needs root", 'set lights.driver = "spi" (GPIO 10), or start it with sudo')
    if driver == "pio" and not is_5:
        return wrong("only a Pi 5 supports pio", 'set lights.driver = "spi" (GPIO 10)')
    if driver == "pio" and not machine.has_file("dev/pio0"):
        return wrong("/dev/pio0 is missing", f"{FIX_UPGRADE} && sudo rpi-eeprom-update -a, then restart")
    return ok(f"{driver} works on this board")


def check_audio(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks that analogue sound does not disturb pixels on pwm: both use the same unit of the chip."""
    if settings.lights.driver != "pwm" or boot_settings(machine).get("audio") != "on":
        return ok("does not disturb the pixels")
    return wrong("analogue sound disturbs the pixels on pwm", f"set dtparam=audio=off in {config_file(machine)}")


def check_power(machine: Machine, _: Settings) -> Diagnosis:
    kernel = "sys/devices/platform/soc/soc:firmware/get_throttled"
    output = machine.run(["vcgencmd", "get_throttled"]) or machine.read_text(kernel) or ""
    found = re.fullmatch(r"(?:throttled=0x)?([0-9a-f]+)", output.strip())
    if not found:
        may_read = machine.user == 0 or "video" in machine.groups
        fix = "sudo apt install raspi-utils" if may_read else "sudo usermod -aG video $USER, then log in again"
        return warning("the voltage cannot be read", fix)
    flags = int(found[1], 16)
    if flags & UNDERVOLTAGE:
        return wrong("the voltage is too low", FIX_SUPPLY)
    if flags >> SINCE_START & UNDERVOLTAGE:
        return warning("the voltage was too low at some time since the start", FIX_SUPPLY)
    if (flags | flags >> SINCE_START) & THROTTLED:
        return warning("the board was too hot and slowed down", "add ventilation or a heat sink")
    return ok("no problem since the start")


CHECKS_WITHOUT_PI = (check_python, check_settings, check_journal, check_clock)
"""The checks that need no Raspberry Pi."""
CHECKS = {
    check.__name__.removeprefix("check_").replace("_", " "): check
    for check in (
        check_board, check_system, check_python, check_settings, check_pins_package, check_pixels_package, check_groups,
        check_pins, check_buttons, check_buzzer, check_i2c, check_i2c_speed, check_screen, check_fields, check_spi,
        check_spi_clock, check_pixels, check_audio, check_power, check_folder, check_journal, check_clock,
    )
}  # fmt: skip
"""The checks by their names, in their order."""


def run_checks(machine: Machine) -> dict[str, Diagnosis]:
    """Returns the findings by check. On other machines, one warning replaces the checks that need a Raspberry Pi."""
    settings = Settings()
    # A separate check reports wrong settings; the other checks then use the defaults.
    with suppress(SettingsError):
        settings = machine.load()
    is_pi, found = bool(board_model(machine)), dict[str, Diagnosis]()
    if not is_pi:
        found["board"] = warning("not a Raspberry Pi: hardware not checked", "companion play --device simulated")
    for name, check in CHECKS.items():
        if is_pi or check in CHECKS_WITHOUT_PI:
            try:
                found[name] = check(machine, settings)
            except PartError as failure:
                found[name] = wrong(str(failure), FIX_UNOPENED_PINS)
    return found


VERDICT_COLUMNS = max(map(len, Severity)) + 2
NAME_COLUMNS = max(map(len, CHECKS)) + 2


def main(args: argparse.Namespace) -> int:
    """Prints the findings and fixes for this machine. Returns the exit status: 1 if something is wrong, else 0."""
    found = run_checks(this_machine(args.config, args.set))
    for name, (verdict, finding, fix) in found.items():
        sys.stdout.write(f"{verdict:{VERDICT_COLUMNS}}{name:{NAME_COLUMNS}}{finding}\n")
        if fix:
            sys.stdout.write(f"{'':{VERDICT_COLUMNS + NAME_COLUMNS}}-> {fix}\n")
    return int(any(diagnosis.verdict is Severity.WRONG for diagnosis in found.values()))
