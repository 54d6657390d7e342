"""Which board this is, and what its boot configuration says: config.txt, sections, included files and all."""

from __future__ import annotations

from collections import deque
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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


def model(machine: Machine) -> str:
    """What the board says it is; empty where it is no Raspberry Pi."""
    said = machine.read("proc/device-tree/model") or ""
    return said if said.startswith(MAKER) else ""


def family(machine: Machine) -> Family | None:
    """The family of the board; None: of none on which the companion runs."""
    name = model(machine).removeprefix(MAKER)
    return next((each for each in FAMILIES if name.startswith(each.models)), None)


def config_file(machine: Machine) -> str:
    """The path of config.txt, for people."""
    return f"/{_place(machine)}"


def configured(machine: Machine) -> dict[str, str]:
    """What config.txt sets for this board, the parameters of `dtparam` among the rest; the last of a name counts."""
    known, name = family(machine), model(machine).removeprefix(MAKER)
    own = {section for board, section in OWN_SECTIONS.items() if name.startswith(board)}
    return dict(_set(machine, {"all", *own, *(known.sections if known else ())}))


def _place(machine: Machine) -> str:
    return next(filter(machine.has, CONFIG_FILES), CONFIG_FILES[0])


def _set(machine: Machine, sections: set[str]) -> Iterator[tuple[str, str]]:
    place, counts = _place(machine), True
    waiting = deque(_lines(machine, place))
    while waiting:
        line = waiting.popleft()
        if line.startswith("["):
            counts = line.strip("[]").lower() in sections
        elif counts and line.startswith(INCLUDE):
            inserted = _lines(machine, f"{place.rpartition('/')[0]}/{line.removeprefix(INCLUDE).strip()}")
            waiting.extendleft(reversed([each for each in inserted if not each.startswith(INCLUDE)]))
        elif counts:
            yield from _values(line)


def _lines(machine: Machine, path: str) -> list[str]:
    """The lines of a file without their comments; none where there is no such file."""
    return [line.partition("#")[0].strip() for line in (machine.read(path) or "").splitlines()]


def _values(line: str) -> Iterator[tuple[str, str]]:
    name, _, value = line.partition("=")
    for part in value.split(",") if name == "dtparam" else ():
        parameter, _, setting = part.partition("=")
        yield parameter, setting or "on"
    yield name, value
