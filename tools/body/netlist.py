"""Which pins meet, and what is made of that: the rows of the wiring table, and a pin's way to the Raspberry Pi."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).with_name("netlist.toml")
NETLIST: dict[str, Any] = tomllib.loads(SOURCE.read_text())
NETS: dict[str, list[str]] = NETLIST["nets"]

GPIO_OF_HOLE = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25, 23: 11,
    24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
"""The GPIO at each hole of the header, the same on every Raspberry Pi with 40 pins."""
NET_OF_PIN = {pin: name for name, pins in NETS.items() for pin in pins}


def net_of(pin: str) -> str | None:
    """Returns the net that joins a pin, such as `shifter.14`; None: nothing is joined to it."""
    return NET_OF_PIN.get(pin)


def hole_of(pin: str) -> int:
    """Returns the hole of the header to which a signal goes.

    Raises:
        KeyError: to none, or to several.
    """
    net = net_of(pin)
    holes = [int(each.removeprefix("pi.")) for each in NETS.get(net or "", ()) if each.startswith("pi.")]
    if len(holes) != 1:
        raise KeyError(pin)
    return holes[0]


def table_rows() -> Iterator[str]:
    """Yields the rows of the wiring table, as Markdown."""
    for row in NETLIST["table"]:
        # Supply and ground have several holes, so their rows say which; they have no GPIO.
        holes = row.get("holes") or [hole_of(pin) for pin in row["pins"]]
        gpios = ", ".join(str(GPIO_OF_HOLE[hole]) for hole in holes if hole in GPIO_OF_HOLE)
        cells = (row["from"], row["to"], gpios, ", ".join(map(str, holes)))
        yield "|" + "|".join(f" {cell} " if cell else " " for cell in cells) + "|"
