"""Compositions: paints laid over each other on the 36 lights, and when the picture changes next.

What is lit is a function of the model and of the time, and each composition says besides when it changes next though
nothing happens. So nobody has to draw many times a second in case something moves: the loop sleeps until that time, and
a picture that stands costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.lights.animation import STEADY, Intensity
from hardware.device import LIGHTS, OFF, Colour


class Lights(NamedTuple):
    """The lights at one moment."""

    colours: tuple[Colour, ...]
    """36 colours, field 1/1 first, then 2/1 … 6/6."""
    next_change: float | None = None
    """When they change though nothing happens, in seconds of the loop's clock; None: never."""
    probe: bytes = b""
    """What the strip takes in their place (`hardware.device.Frame`)."""


class Paint(NamedTuple):
    """A colour on some lights. Where it is not at full level, what lies below shines through."""

    fields: Iterable[int]
    """The lights, by their index in a frame."""
    colour: Colour
    intensity: Intensity = STEADY


DARK = Lights((OFF,) * LIGHTS)


def compose(paints: Iterable[Paint]) -> Lights:
    """Returns the lights with all the paints, each over those before it."""
    # What is hidden, and what has the colour below anyway, causes no change: a picture that stays is never drawn again.
    colours, untils = list(DARK.colours), dict[int, float | None]()
    for fields, colour, intensity in paints:
        for field in fields:
            below, until = colours[field], untils.get(field)
            colours[field] = colour if intensity.level == 1 else blend(below, colour, intensity.level)
            untils[field] = _paint_until(intensity, until, same=below == colour)
    return Lights(tuple(colours), earliest(*untils.values()))


def _paint_until(intensity: Intensity, below: float | None, *, same: bool) -> float | None:
    """Returns when a light changes: with the paint if it hides what is below, with either if it does not."""
    if intensity.level < 1:
        return below if same else earliest(intensity.until, below)
    if not same:
        return intensity.until
    return None if below is None or intensity.until is None else max(intensity.until, below)


def earliest(*times: float | None) -> float | None:
    """Returns the first of several times; None is never."""
    return min((time for time in times if time is not None), default=None)


def blend(below: Colour, above: Colour, share: float) -> Colour:
    """Returns the colour that lies a share (0 to 1) of the way from one to the other."""
    return Colour(
        round(below.red + (above.red - below.red) * share),
        round(below.green + (above.green - below.green) * share),
        round(below.blue + (above.blue - below.blue) * share),
    )


def dim(colour: Colour, level: float) -> Colour:
    """Returns a colour at a share (0 to 1) of its brightness, as an eye judges it."""
    # In wanted levels: the device's gamma makes equal steps of them look equal.
    return blend(OFF, colour, level)
