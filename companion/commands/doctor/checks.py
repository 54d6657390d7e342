"""All the checks, in the order in which they are told."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from companion.commands.doctor import packages, software, wires
from companion.commands.doctor.board import board_model
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
    Check("board", software.check_board),
    Check("system", software.check_system),
    Check("python", software.check_python, on_pi=False),
    Check("settings", software.check_settings_file, on_pi=False),
    Check("colours", software.check_colours, on_pi=False),
    Check("pins package", packages.check_pins_package),
    Check("pixels package", packages.check_pixels_package),
    Check("groups", software.check_groups),
    Check("pins", wires.check_pins),
    Check("buttons", wires.check_buttons),
    Check("buzzer", wires.check_buzzer),
    Check("i2c", wires.check_i2c),
    Check("i2c speed", wires.check_i2c_speed),
    Check("screen", wires.check_screen),
    Check("spi", wires.check_spi),
    Check("spi clock", wires.check_spi_clock),
    Check("pixels", wires.check_pixel_driver),
    Check("audio", wires.check_audio),
    Check("power", wires.check_power),
    Check("folder", software.check_folder),
    Check("journal", software.check_journal, on_pi=False),
    Check("clock", software.check_clock, on_pi=False),
)

NO_PI = warning("this is no Raspberry Pi: hardware not checked", "companion play --device simulated")


class Result(NamedTuple):
    """A check and what it found."""

    name: str
    finding: Diagnosis


def run_checks(machine: Machine) -> Iterator[Result]:
    """Runs all the checks; if this is no Raspberry Pi, one line stands for those that need one."""
    settings = Settings()
    # Wrong settings have a check of their own; the other checks then look at the defaults.
    with suppress(SettingsError):
        settings = machine.load()
    is_pi = bool(board_model(machine))
    if not is_pi:
        yield Result("board", NO_PI)
    for check in CHECKS:
        if is_pi or not check.on_pi:
            yield Result(check.name, check.look(machine, settings))
