"""Checks of the system, Python, its packages, groups, folders, the clock and the settings."""

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
"""The extra and its packages for each pixel driver that needs more than the dependencies. Blinka needs gpiod."""
REQUIREMENTS = {
    "gpiod": "'gpiod<3'",
    "Adafruit-Blinka-Raspberry-Pi5-Neopixel": "'Adafruit-Blinka-Raspberry-Pi5-Neopixel>=1.0.0rc2'",
}
"""Requirements of the packages for which pip would install a wrong version or none."""


def check_pins_package(machine: Machine, _: Settings) -> Diagnosis:
    """Checks the package that controls the pins."""
    found = machine.package("lgpio")
    # Older versions do not support the pins of newer kernels.
    if found and tuple(map(int, re.findall(r"\d+", found)[:3])) >= (0, 2, 2):
        return ok(f"lgpio {found}")
    # Up to Python 3.12 pip installs a wheel. The source needs swig, a compiler and liblgpio, so newer versions use the
    # package of the system.
    if machine.python <= (3, 12) and (found or not _sees_the_system(machine)):
        fix = f"{_package_tool(machine).install} 'lgpio>=0.2.2'"
    else:
        fix = "sudo apt install python3-lgpio"
        # A broken package in the environment hides the package of the system.
        if found:
            fix = f"{_package_tool(machine).uninstall} lgpio && {fix}"
        if not _sees_the_system(machine):
            config = machine.environment / "pyvenv.cfg"
            fix += f" && {_sudo_prefix(machine)}sed -i 's/packages = false/packages = true/' {config}"
    return wrong(f"lgpio {found} is broken" if found else "lgpio is missing", fix)


def check_pixels_package(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks the packages that the pixel driver needs."""
    driver = settings.lights.driver
    if driver not in EXTRAS:
        return ok(f"the driver {driver} needs no other package")
    extra, needs = EXTRAS[driver]
    lacking = [name for name in needs if machine.package(name) is None]
    if not lacking:
        return ok(", ".join(f"{name} {machine.package(name)}" for name in needs))
    # rpi_ws281x has no wheels.
    before = "sudo apt install gcc python3-dev && " if "rpi_ws281x" in lacking else ""
    if machine.environment == ENVIRONMENT:
        fix = f"sudo systemd/install.sh --extras {extra}"
    else:
        fix = f"{_package_tool(machine).install} {' '.join(REQUIREMENTS.get(name, name) for name in lacking)}"
    return wrong(f"missing: {', '.join(lacking)}", before + fix)


class Tool(NamedTuple):
    """The commands that install a package into the program's environment and uninstall it."""

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
    """Returns whether the environment can use the system's packages (Python documentation, `venv`)."""
    config = machine.read_text(_in_environment(machine, "pyvenv.cfg"))
    return "include-system-site-packages = false" not in (config or "")


def _in_environment(machine: Machine, name: str) -> str:
    """Returns the path of a file of the environment relative to the root folder."""
    return str(machine.environment / name).lstrip("/")


def _sudo_prefix(machine: Machine) -> str:
    return "" if machine.writable(machine.environment) else "sudo "


def check_board(machine: Machine, _: Settings) -> Diagnosis:
    """Checks that the board is a Pi Zero 2 W, 3, 4 or 5."""
    if board_family(machine):
        return ok(board_model(machine))
    return wrong(f"{board_model(machine)}: this board is not supported", "use a Pi Zero 2 W, 3, 4 or 5")


def check_system(machine: Machine, _: Settings) -> Diagnosis:
    """Checks that the system is Raspberry Pi OS, Bookworm or Trixie."""
    found = re.search(r"^VERSION_CODENAME=\"?(\w+)", machine.read_text("etc/os-release") or "", re.MULTILINE)
    name = found[1] if found else "unknown system"
    if name in {"bookworm", "trixie"}:
        return ok(name.title())
    return warning(f"{name}: not tested", f"write a card with {MAKER}OS (64-bit), Bookworm or Trixie")


def check_python(machine: Machine, _: Settings) -> Diagnosis:
    """Checks that Python is 3.11 or newer and has 64 bits."""
    # msgspec has no wheels for 32-bit ARM.
    name = "Python {}.{}".format(*machine.python)
    if not machine.is_64_bit:
        return wrong(f"{name}, 32 bit", f"write a card with {MAKER}OS (64-bit)")
    if machine.python < (3, 11):
        return wrong(f"{name} is too old", f"write a card with {MAKER}OS, Bookworm or Trixie; elsewhere install 3.11")
    return ok(f"{name}, 64 bit")


def check_groups(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks that the user is in the groups that can use the pins and the buses."""
    needs = {"gpio"}
    needs |= {"spi"} if settings.lights.driver == "spi" else set()
    needs |= {settings.screen.bus}
    lacking = ",".join(sorted(needs - machine.groups))
    if machine.user == 0 or not lacking:
        return ok("root" if machine.user == 0 else ", ".join(sorted(needs)))
    return wrong(f"not in {lacking}", f"sudo usermod -aG {lacking} $USER, then log in again")


def check_folder(machine: Machine, _: Settings) -> Diagnosis:
    """Checks the folder in which lgpio creates a pipe when it starts."""
    place = Path(machine.environ.get("LG_WD") or machine.folder)
    if machine.writable(place):
        return ok(f"{place} is writable")
    return wrong(f"lgpio cannot write to {place}", "export LG_WD=/tmp, or start in a folder that you can write to")


def check_journal(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks that the journal can be written and is on a permanent file system."""
    try:
        path = machine.journal_path(settings)
    except SettingsError as error:
        return wrong(str(error), "export HOME=~")
    there = next(place for place in (path, *path.parents) if os.access(place, os.F_OK))
    if not machine.writable(there):
        return wrong(f"{path} cannot be written", f"sudo chown $USER {there}, or set journal.file")
    kind = file_system(machine, there)
    if kind in {"tmpfs", "ramfs", "overlay"}:
        return warning(f"{path} is on {kind}: a restart may delete all games", "set journal.file to a path on disk")
    return ok(f"{path}, on {kind}")


def file_system(machine: Machine, path: Path) -> str:
    """Returns the type of the file system of a path (proc(5), mounts)."""
    mounts = (line.split(" ") for line in (machine.read_text("proc/mounts") or "").splitlines())
    points = [(Path(point), kind) for _, point, kind, *_ in mounts]
    # The longest mount point above the path is the right one.
    holding = [(len(point.parts), kind) for point, kind in points if path.is_relative_to(point)]
    return max(holding, key=lambda mount: mount[0], default=(0, "an unknown file system"))[1]


def check_clock(machine: Machine, _: Settings) -> Diagnosis:
    """Checks the system time, which is saved with each game."""
    # Most Pis have no battery-powered clock: without a network the time may be wrong.
    fix = "connect it to a network, or sudo date --set '2026-11-21 18:30'"
    if int(machine.utc_now[:4]) < 2026:
        return warning(f"the clock shows {machine.utc_now}", fix)
    if machine.run(["timedatectl", "show", "--property=NTPSynchronized", "--value"]) == "no":
        return warning(f"the clock shows {machine.utc_now}, not synchronised", fix)
    return ok(machine.utc_now)


def check_settings_file(machine: Machine, _: Settings) -> Diagnosis:
    """Checks the settings that the companion would use."""
    try:
        machine.load()
    except SettingsError as error:
        return wrong(str(error), "companion settings prints all settings")
    return ok("all valid")


def check_colours(_: Machine, settings: Settings) -> Diagnosis:
    """Checks that the seats' colours are distinguishable, also with a colour vision deficiency."""
    seats = [Colour(*bytes.fromhex(text[1:])) for text in settings.seats.colours]
    near = similar_pairs(seats)
    if not near:
        return ok("all players can distinguish the seats' colours")
    pairs = dict.fromkeys(f"{SEATS[each.first].name} and {SEATS[each.second].name}" for each in near)
    return warning(
        f"hard to distinguish for some players: {', '.join(pairs)}", "remove seats.colours: the default is tested"
    )
