"""Simulated WS2812 and SK6812 pixels: they compute what they would show from the pulses that they receive."""

from __future__ import annotations

import re
from typing import NamedTuple

from hardware.simulated.wire import Wire

LONG_PULSE_S = 0.48e-6
"""From here on a pulse is a 1 (WS2812B datasheet: 0.22 to 0.38 µs for a 0, 0.58 to 1 µs for a 1)."""
RESET_S = 280e-6
"""A silence of this length shows what came before it (WS2812B-V5 datasheet; the older ones are content with 50 µs)."""


class Rgb(NamedTuple):
    """A pixel's levels as they were received, 0 to 255."""

    red: int
    green: int
    blue: int


class SimulatedStrip(Wire):
    """An SPI bus, as of `spidev.SpiDev`, with pixels on its data line."""

    def __init__(self, count: int, byteorder: str = "GRB") -> None:
        super().__init__()
        self.max_speed_hz = 0
        """Of the clock, in Hz."""
        self._byteorder = byteorder
        self._levels = bytearray(count * len(byteorder))

    @property
    def pixels(self) -> tuple[Rgb, ...]:
        """What the pixels show, in their order on the strip; without their white."""
        return tuple(map(Rgb, *map(self._channel, "RGB")))

    @property
    def whites(self) -> bytes:
        """The level of white of each pixel; empty where they have none."""
        return self._channel("W") if "W" in self._byteorder else b""

    def _channel(self, letter: str) -> bytes:
        return bytes(self._levels[self._byteorder.index(letter) :: len(self._byteorder)])

    def close(self) -> None:
        """Lets go of the bus."""

    def writebytes(self, data: bytes) -> None:
        """Receives bytes, the highest bit first.

        Raises:
            OSError: the bus was told to fail.
        """
        self.carry_bytes(len(data))
        line = f"{int.from_bytes(data):0{8 * len(data)}b}"
        # A pixel shows what it received only after a silence: pulses without one at their end are not shown.
        silence = "0" * round(self.max_speed_hz * RESET_S)
        *shown, _ = re.split(f"{silence}0*", line)
        for pulses in filter(None, shown):
            long = self.max_speed_hz * LONG_PULSE_S
            bits = "".join(["1" if len(pulse) > long else "0" for pulse in re.findall("1+", pulses)])
            whole = len(bits) // (8 * len(self._byteorder)) * len(self._byteorder)
            levels = int(bits[: 8 * whole], 2).to_bytes(whole) if whole else b""
            kept = levels[: len(self._levels)]
            self._levels[: len(kept)] = kept
