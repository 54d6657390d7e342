"""The system, Python, its packages, groups, folders, the clock, the settings."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from companion.commands.doctor.machine import MAKER, Diagnosis, Machine, board_family, board_model, ok, warning, wrong
from companion.commands.service import ENVIRONMENT
from companion.lights.colour_vision import similar_pairs
from companion.lights.composition import SEATS
from companion.settings.schema import Settings, SettingsError
from hardware.device import Colour

EXTRAS = {
    "pwm": ("pwm", ("gpiod", "rpi_ws281x")),
    "pio": ("pi5", ("gpiod", "Adafruit-Blinka-Raspberry-Pi5-Neopixel")),
}
"""For each driver of the pixels that needs more than the dependencies: the extra, and what it brings. Blinka asks gpiod
for the pin."""
REQUIREMENTS = {
    "gpiod": "'gpiod<3'",
    "Adafruit-Blinka-Raspberry-Pi5-Neopixel": "'Adafruit-Blinka-Raspberry-Pi5-Neopixel>=1.0.0rc2'",
}
"""What is to be asked for, where the name alone would bring another version or none."""


def check_pins_package(machine: Machine, _: Settings) -> Diagnosis:
    """Checks the package that works the pins."""
    found = machine.package("lgpio")
    # Versions before it lack the pins of newer kernels.
    if found and tuple(map(int, re.findall(r"\d+", found)[:3])) >= (0, 2, 2):
        return ok(f"lgpio {found}")
    # Up to Python 3.12 there is a wheel, which pip brings; the source wants swig, a compiler and liblgpio, so for a
    # newer one only the system has a package.
    if machine.python <= (3, 12) and (found or not _sees_the_system(machine)):
        mend = f"{_package_tool(machine).install} 'lgpio>=0.2.2'"
    else:
        mend = "sudo apt install python3-lgpio"
        # A broken one in the environment hides that of the system.
        if found:
            mend = f"{_package_tool(machine).uninstall} lgpio && {mend}"
        if not _sees_the_system(machine):
            config = machine.environment / "pyvenv.cfg"
            mend += f" && {_sudo_prefix(machine)}sed -i 's/packages = false/packages = true/' {config}"
    return wrong(f"lgpio {found} is broken" if found else "lgpio is missing", mend)


def check_pixels_package(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks the packages that work the pixels, where their driver needs more than SPI does."""
    driver = settings.lights.driver
    if driver not in EXTRAS:
        return ok(f"the driver {driver} needs no more")
    extra, needs = EXTRAS[driver]
    lacking = [name for name in needs if machine.package(name) is None]
    if not lacking:
        return ok(", ".join(f"{name} {machine.package(name)}" for name in needs))
    # It has no wheels.
    before = "sudo apt install gcc python3-dev && " if "rpi_ws281x" in lacking else ""
    if machine.environment == ENVIRONMENT:
        mend = f"sudo systemd/install.sh --extras {extra}"
    else:
        mend = f"{_package_tool(machine).install} {' '.join(REQUIREMENTS.get(name, name) for name in lacking)}"
    return wrong(f"missing: {', '.join(lacking)}", before + mend)


class Tool(NamedTuple):
    """What installed this program, and brings packages into its environment or out of it."""

    install: str
    uninstall: str


def _package_tool(machine: Machine) -> Tool:
    place = machine.environment
    if machine.has_file(_in_environment(machine, "pipx_metadata.json")):
        return Tool("pipx inject claim-companion", "pipx uninject claim-companion")
    if machine.has_file(_in_environment(machine, "uv-receipt.toml")):
        return Tool(f"uv pip install --python {place}", f"uv pip uninstall --python {place}")
    pip = f"{_sudo_prefix(machine)}{place}/bin/python -m pip"
    return Tool(f"{pip} install", f"{pip} uninstall --yes")


def _sees_the_system(machine: Machine) -> bool:
    """Returns whether the environment sees the system's packages (Python documentation, `venv`)."""
    config = machine.read_text(_in_environment(machine, "pyvenv.cfg"))
    return "include-system-site-packages = false" not in (config or "")


def _in_environment(machine: Machine, name: str) -> str:
    """Returns where a file of the environment is, without the root before it."""
    return str(machine.environment / name).lstrip("/")


def _sudo_prefix(machine: Machine) -> str:
    return "" if machine.writable(machine.environment) else "sudo "


def check_board(machine: Machine, _: Settings) -> Diagnosis:
    """Checks that the board is a Pi Zero 2 W, 3, 4 or 5."""
    if board_family(machine):
        return ok(board_model(machine))
    return wrong(f"{board_model(machine)}: the companion does not run on it", "take a Pi Zero 2 W, 3, 4 or 5")


def check_system(machine: Machine, _: Settings) -> Diagnosis:
    """Checks that the system is Raspberry Pi OS, Bookworm or Trixie."""
    found = re.search(r"^VERSION_CODENAME=\"?(\w+)", machine.read_text("etc/os-release") or "", re.MULTILINE)
    name = found[1] if found else "a system without a name"
    if name in {"bookworm", "trixie"}:
        return ok(name.title())
    return warning(f"{name}: not tried", f"write a card with {MAKER}OS (64-bit), Bookworm or Trixie")


def check_python(machine: Machine, _: Settings) -> Diagnosis:
    """Checks that Python is 3.11 or newer, and of 64 bit."""
    # The library that reads the settings has no packages for ARM with 32 bit.
    name = "Python {}.{}".format(*machine.python)
    if not machine.is_64_bit:
        return wrong(f"{name}, 32 bit", f"write a card with {MAKER}OS (64-bit)")
    if machine.python < (3, 11):
        return wrong(f"{name} is too old", f"write a card with {MAKER}OS, Bookworm or Trixie; elsewhere install 3.11")
    return ok(f"{name}, 64 bit")


def check_groups(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks that the user is in the groups that may use the pins and the buses."""
    needs = {"gpio"}
    needs |= {"spi"} if settings.lights.driver == "spi" else set()
    needs |= {settings.screen.bus}
    lacking = ",".join(sorted(needs - machine.groups))
    if machine.user == 0 or not lacking:
        return ok("root" if machine.user == 0 else ", ".join(sorted(needs)))
    return wrong(f"not in {lacking}", f"sudo usermod -aG {lacking} $USER, then log in again")


def check_folder(machine: Machine, _: Settings) -> Diagnosis:
    """Checks the folder in which lgpio makes a pipe as it starts."""
    place = Path(machine.environ.get("LG_WD") or machine.folder)
    if machine.writable(place):
        return ok(f"{place} can be written to")
    return wrong(f"lgpio cannot write to {place}", "export LG_WD=/tmp, or start in a folder of yours")


def check_journal(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks that games can be kept where the journal is to lie, and stay there."""
    try:
        path = machine.journal_path(settings)
    except SettingsError as error:
        return wrong(str(error), "export HOME=~")
    there = next(place for place in (path, *path.parents) if os.access(place, os.F_OK))
    if not machine.writable(there):
        return wrong(f"{path} cannot be written", f"sudo chown $USER {there}, or set journal.file")
    kind = file_system(machine, there)
    if kind in {"tmpfs", "ramfs", "overlay"}:
        return warning(f"{path} is on {kind}: games may be gone after a restart", "set journal.file to a place on disk")
    return ok(f"{path}, on {kind}")


def file_system(machine: Machine, path: Path) -> str:
    """Returns the kind of the file system on which a path lies (proc(5), mounts)."""
    mounts = (line.split(" ") for line in (machine.read_text("proc/mounts") or "").splitlines())
    points = [(Path(point), kind) for _, point, kind, *_ in mounts]
    # Of all mount points above the path, the longest holds it.
    holding = [(len(point.parts), kind) for point, kind in points if path.is_relative_to(point)]
    return max(holding, key=lambda mount: mount[0], default=(0, "an unknown file system"))[1]


def check_clock(machine: Machine, _: Settings) -> Diagnosis:
    """Checks the time of day, which the history shows."""
    # A Pi has no clock that runs without power: without a network it may show any time.
    mend = "connect it to a network, or sudo date --set '2026-11-21 18:30'"
    if int(machine.utc_now[:4]) < 2026:
        return warning(f"the clock says {machine.utc_now}", mend)
    if machine.run(["timedatectl", "show", "--property=NTPSynchronized", "--value"]) == "no":
        return warning(f"the clock says {machine.utc_now}, unchecked", mend)
    return ok(machine.utc_now)


def check_settings_file(machine: Machine, _: Settings) -> Diagnosis:
    """Checks the settings, as they would be read at the start."""
    try:
        machine.load()
    except SettingsError as error:
        return wrong(str(error), "companion settings prints all that there are")
    return ok("all as allowed")


def check_colours(_: Machine, settings: Settings) -> Diagnosis:
    """Checks that every common kind of eye can tell the seats' colours apart."""
    seats = [Colour(*bytes.fromhex(text[1:])) for text in settings.seats.colours]
    near = similar_pairs(seats)
    if not near:
        return ok("the seats' colours can be told apart")
    pairs = dict.fromkeys(f"{SEATS[each.first].name} and {SEATS[each.second].name}" for each in near)
    return warning(
        f"hard to tell apart for some eyes: {', '.join(pairs)}", "leave seats.colours out: the default is tested"
    )
