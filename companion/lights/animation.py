"""Rhythms: how strong a light is at a moment, and when that changes next.

All times are seconds of the loop's clock. A moment up to a microsecond early counts as on time, so that the change
that a rhythm has foretold is always to be seen when it is looked for, whatever the floats did on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import NamedTuple

SLOW_S = 1.0
FAST_S = 0.3
ALTERNATE_S = 2.0
"""Periods of `blink`."""
GLINT_S = 0.15
"""How long a glint is to be seen."""
GLINT_EVERY_S = 6.0
GLINT_SLOTS = 12
"""Lights glint in so many groups, one after the other: it glitters, and costs four wakes a second at most."""
FRAME_S = 1 / 30
"""How long a step of a smooth rhythm is."""
BREATH_STEPS = 90
"""The steps of a breath, out and in: three seconds."""
EARLY_S = 1e-6


class Intensity(NamedTuple):
    """What a rhythm says at one moment."""

    level: float
    """0 off, 1 full."""
    until: float | None
    """When the level changes next; None: never."""


STEADY = Intensity(1.0, None)
GONE = Intensity(0.0, None)


def elapsed(now: float, began: float, step_s: float) -> int:
    """Returns how many whole steps have passed; a negative number before the beginning."""
    return floor((now - began + EARLY_S) / step_s)


def pulse(now: float, began: float, on_s: float, every_s: float) -> Intensity:
    """Returns a rhythm that is on for `on_s` seconds at the beginning, and again every `every_s` seconds."""
    latest = began + elapsed(now, began, every_s) * every_s
    lit = elapsed(now, latest, on_s) < 1
    return Intensity(1.0, latest + on_s) if lit else Intensity(0.0, latest + every_s)


def blink(now: float, began: float, period_s: float) -> Intensity:
    """Returns a rhythm that is on and off for half a period each, on first."""
    return pulse(now, began, period_s / 2, period_s)


def glint(now: float, light: int) -> Intensity:
    """Returns a rhythm of short flashes; neighbours flash at different times."""
    # Five has no divisor in common with twelve: twelve lights in a row have twelve different times.
    slot = light * 5 % GLINT_SLOTS
    # From a fixed moment, so that a glint is not cut short when another page opens.
    return pulse(now, slot * GLINT_EVERY_S / GLINT_SLOTS, GLINT_S, GLINT_EVERY_S)


def breathe(now: float, began: float = 0.0) -> Intensity:
    """Returns a rhythm that goes down to nothing and up again, evenly, in steps of a thirtieth of a second."""
    step = elapsed(now, began, FRAME_S)
    # A triangle: full at the first step, nothing after half a breath.
    half = BREATH_STEPS // 2
    return Intensity(abs(step % BREATH_STEPS - half) / half, began + (step + 1) * FRAME_S)


def sequence(now: float, began: float, levels: Sequence[float], step_s: float) -> Intensity:
    """Returns one level after the other, a step each; nothing before and nothing after."""
    step = elapsed(now, began, step_s)
    if step < 0:
        return Intensity(0.0, began)
    if step >= len(levels):
        return GONE
    return Intensity(levels[step], began + (step + 1) * step_s)


def after(now: float, start: float, then: Intensity = STEADY) -> Intensity:
    """Returns nothing before the start, and then the intensity `then`."""
    return Intensity(0.0, start) if elapsed(now, start, 1) < 0 else then


def scaled(intensity: Intensity, level: float) -> Intensity:
    """Returns the same rhythm with all levels multiplied by `level`."""
    return intensity._replace(level=intensity.level * level)
