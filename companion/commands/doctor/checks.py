"""All the checks, in the order in which they are told."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from companion.commands.doctor import packages, software, wires
from companion.commands.doctor.board import model
from companion.commands.doctor.diagnosis import Diagnosis, warning
from companion.settings.schema import Settings, SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.commands.doctor.machine import Machine


class Check(NamedTuple):
    """One thing to look at."""

    name: str
    look: Callable[[Machine, Settings], Diagnosis]
    on_pi: bool = True
    """Whether only a Raspberry Pi has it."""


CHECKS = (
    Check("board", software.board),
    Check("system", software.system),
    Check("python", software.python, on_pi=False),
    Check("settings", software.settings_file, on_pi=False),
    Check("colours", software.colours, on_pi=False),
    Check("pins package", packages.pins_package),
    Check("pixels package", packages.pixels_package),
    Check("groups", software.groups),
    Check("pins", wires.pins),
    Check("buttons", wires.buttons),
    Check("i2c", wires.i2c),
    Check("i2c speed", wires.i2c_speed),
    Check("screen", wires.screen),
    Check("spi", wires.spi),
    Check("spi clock", wires.spi_clock),
    Check("pixels", wires.driver),
    Check("audio", wires.audio),
    Check("power", wires.power),
    Check("folder", software.folder),
    Check("journal", software.journal, on_pi=False),
    Check("clock", software.clock, on_pi=False),
)

NO_PI = warning("this is no Raspberry Pi: hardware not checked", "companion play --device simulated")


class Result(NamedTuple):
    """A check and what it found."""

    name: str
    finding: Diagnosis


def examine(machine: Machine) -> Iterator[Result]:
    """Does all the checks; where there is no Raspberry Pi, one line stands for those that need one."""
    settings = Settings()
    with suppress(SettingsError):  # which has a check of its own; the others look at the defaults
        settings = machine.load()
    is_pi = bool(model(machine))
    if not is_pi:
        yield Result("board", NO_PI)
    for check in CHECKS:
        if is_pi or not check.on_pi:
            yield Result(check.name, check.look(machine, settings))
