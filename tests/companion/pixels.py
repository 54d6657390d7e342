"""Pixels dice for tests: the bytes that they advertise."""

from __future__ import annotations

from struct import pack

from companion.core.dice_kinds import Advertisement

RESTS, HANDLED, ROLLS, COCKED, LIES = 1, 2, 3, 4, 5
"""The roll states of the protocol that tests need."""
D6, D20, FUDGE = 2, 7, 9
"""The types."""
INFORMATION = "0000180a-0000-1000-8000-00805f9b34fb"


def advertise(
    number: int, state: int, face: int = 1, *, shape: int = D6, lights: int = 6, battery: int = 80,
    built: int = 1_720_000_000, rssi: int = -50, name: str = "",
) -> Advertisement:  # fmt: skip
    """Returns what a die sends; its face is the one that people see."""
    told = bytes((lights, shape << 4 | 3, state, face - 1, battery))
    return Advertisement(name or f"Pixel {number}", {0x0D39: told}, {INFORMATION: pack("<II", number, built)}, rssi)
