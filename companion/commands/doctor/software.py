"""The system, Python, groups, folders, the clock, the settings."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.doctor.board import MAKER, board_family, board_model
from companion.commands.doctor.diagnosis import Diagnosis, ok, warning, wrong
from companion.lights.colour_vision import similar_pairs
from companion.lights.palette import SEATS
from companion.settings.schema import SettingsError
from hardware.device import Colour

if TYPE_CHECKING:
    from companion.commands.doctor.machine import Machine
    from companion.settings.schema import Settings

OLDEST_PYTHON = (3, 11)
RELEASES = ("bookworm", "trixie")
VOLATILE = ("tmpfs", "ramfs", "overlay")
"""File systems whose files may be gone after the next start."""
FIRST_YEAR = 2026
"""No clock that is right shows an earlier year."""


def check_board(machine: Machine, _: Settings) -> Diagnosis:
    """Checks that the board is a Pi Zero 2 W, 3, 4 or 5."""
    if board_family(machine):
        return ok(board_model(machine))
    return wrong(f"{board_model(machine)}: the companion does not run on it", "take a Pi Zero 2 W, 3, 4 or 5")


def check_system(machine: Machine, _: Settings) -> Diagnosis:
    """Checks that the system is Raspberry Pi OS, Bookworm or Trixie."""
    found = re.search(r"^VERSION_CODENAME=\"?(\w+)", machine.read_text("etc/os-release") or "", re.MULTILINE)
    name = found[1] if found else "a system without a name"
    if name in RELEASES:
        return ok(f"{name.title()}")
    return warning(f"{name}: not tried", f"write a card with {MAKER}OS (64-bit), Bookworm or Trixie")


def check_python(machine: Machine, _: Settings) -> Diagnosis:
    """Checks that Python is 3.11 or newer, and of 64 bit."""
    # The library that reads the settings has no packages for ARM with 32 bit.
    name = "Python {}.{}".format(*machine.python)
    if not machine.is_64_bit:
        return wrong(f"{name}, 32 bit", f"write a card with {MAKER}OS (64-bit)")
    if machine.python < OLDEST_PYTHON:
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
    if kind in VOLATILE:
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
    if int(machine.utc_now[:4]) < FIRST_YEAR:
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
