"""Which board this is, and what its boot configuration says: config.txt, sections, included files and all."""

from __future__ import annotations

from collections import deque
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.commands.doctor.machine import Machine

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
    """Returns the path of config.txt, for people."""
    return f"/{_config_place(machine)}"


def boot_settings(machine: Machine) -> dict[str, str]:
    """Returns what config.txt sets for this board, by name, the parameters of `dtparam` among the rest."""
    known, name = board_family(machine), board_model(machine).removeprefix(MAKER)
    own = {section for board, section in OWN_SECTIONS.items() if name.startswith(board)}
    sections = {"all", *own, *(known.sections if known else ())}
    place, counts, settings = _config_place(machine), True, dict[str, str]()
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
            # The last setting of a name counts.
            settings |= _parse_setting(line)
    return settings


def _config_place(machine: Machine) -> str:
    return next(filter(machine.has_file, CONFIG_FILES), CONFIG_FILES[0])


def _config_lines(machine: Machine, path: str) -> list[str]:
    """Returns the lines of a file without their comments; none where there is no such file."""
    return [line.partition("#")[0].strip() for line in (machine.read_text(path) or "").splitlines()]


def _parse_setting(line: str) -> dict[str, str]:
    """Returns the line's setting by its name; of a `dtparam` also each of its parameters, as in `i2c_arm=on,spi`."""
    name, _, value = line.partition("=")
    parts = [part.partition("=") for part in value.split(",")] if name == "dtparam" else []
    return {**{parameter: setting or "on" for parameter, _, setting in parts}, name: value}
