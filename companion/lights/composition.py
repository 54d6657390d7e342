"""The lights' rhythms, colours and compositions: paints laid over each other on the 36 lights, and when that changes.

A rhythm says how strong a light is at a moment, and when that changes next. All times are seconds of the loop's clock.
A moment up to a microsecond early counts as on time, so that a change that a rhythm has announced is always visible at
that time, whatever the rounding of the floats.

The colours of the seats were searched for: of all greens, blues, oranges, reds and violets those that stay farthest
apart, bright and dim, for every kind of eye in `companion.lights.colour_vision`. Red is therefore a deep one, orange
and green lean to pink and mint.

What is lit is a function of the model and of the time, and each composition says besides when it changes next though
nothing happens. So nobody has to draw many times a second in case something moves: the loop sleeps until that time, and
a picture that stands costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor
from typing import NamedTuple

from hardware.device import LIGHTS, OFF, SIDE, Colour

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


class SeatColour(NamedTuple):
    """A seat's colour and what it is called."""

    name: str
    """In English, to be translated."""
    colour: Colour


SEATS = (
    SeatColour("Green", Colour(0, 204, 136)),
    SeatColour("Blue", Colour(20, 40, 224)),
    SeatColour("Orange", Colour(255, 122, 48)),
    SeatColour("Red", Colour(192, 16, 0)),
    SeatColour("Violet", Colour(200, 110, 255)),
)
"""The seats' colours, seat 0 first."""

AMBER = Colour(255, 228, 0)
"""May be used."""
WHITE = Colour(255, 255, 255)
"""Belongs to nobody."""
ALARM = Colour(255, 0, 0)
"""Lost."""

DIM = 0.6
"""The level of what only lies there: a quarter of the light of what is bright."""


EDGE = (
    *range(0, LIGHTS - SIDE, SIDE),
    *range(LIGHTS - SIDE, LIGHTS - 1),
    *range(LIGHTS - 1, SIDE - 1, -SIDE),
    *range(SIDE - 1, 0, -1),
)
"""The 20 lights around the board, clockwise from 1/1."""
CORNERS = (0, LIGHTS - SIDE, LIGHTS - 1, SIDE - 1)

RING_STEP_S = 0.05
RING_TAIL = (1.0, 0.8, 0.6, 0.4, 0.25, 0.1)
"""The head, and how it fades behind it."""
SHOW_STEP_S = 1.0

SCREEN = tuple(
    field for field in range(LIGHTS) if field // SIDE in {1, 4} or (field // SIDE in {2, 3} and field % SIDE in {0, 5})
)
"""The outline of a screen: six wide, four high."""
STROKE = tuple(range(0, LIGHTS, SIDE + 1))
"""Through it, from 1/1 to 6/6."""
NO_SCREEN = (SCREEN, (*SCREEN, *STROKE))
"""A screen, and a screen that is crossed out: a shape and a rhythm that nothing else has, whatever the colour."""
NO_SCREEN_STEP_S = 0.7
NO_SCREEN_EVERY_S = 20.0
"""In a pause of that length it is shown again: whoever presses more often is not disturbed."""


def frame(colour: Colour) -> Lights:
    """Returns the edge in one colour: it shows whose turn it is, also from across the table."""
    return compose([Paint(EDGE, colour)])


def single_light(field: int, colour: Colour) -> Lights:
    """Returns one light, and no other."""
    return compose([Paint((field,), colour)])


def ring(colour: Colour, now: float, began: float) -> list[Paint]:
    """Returns a light with a tail that runs around the edge once."""
    starts = [began + place * RING_STEP_S for place in range(len(EDGE))]
    return [
        Paint((field,), colour, sequence(now, start, RING_TAIL, RING_STEP_S))
        for field, start in zip(EDGE, starts, strict=True)
    ]


def no_screen(below: Lights, now: float, failed: float, pressed: float) -> Lights:
    """Returns a crossed-out screen, once when the screen fails, then in every pause; in between the lights below it."""
    since = max(failed, pressed)
    # Once at the failure itself, though somebody is pressing; after that only where nobody has pressed for a while.
    pauses = elapsed(now, since, NO_SCREEN_EVERY_S)
    began = since + pauses * NO_SCREEN_EVERY_S if pauses else failed
    step = elapsed(now, began, NO_SCREEN_STEP_S)
    if step < len(NO_SCREEN):
        return compose([Paint(NO_SCREEN[step], WHITE, Intensity(1.0, began + (step + 1) * NO_SCREEN_STEP_S))])
    return below._replace(next_change=earliest(below.next_change, since + (pauses + 1) * NO_SCREEN_EVERY_S))


def attract_lights(colours: Sequence[Colour], now: float) -> Lights:
    """Returns stripes of all the colours that wander slowly over the board, from 1/1 to 6/6."""
    # From a fixed moment, not from the page's first: so it goes on behind pages that are opened meanwhile.
    step = elapsed(now, 0.0, SHOW_STEP_S)
    stripes = [colour for each in colours for colour in (dim(each, DIM), dim(each, DIM), None)]
    over = Intensity(1.0, (step + 1) * SHOW_STEP_S)
    return compose(
        Paint((field,), stripe, over)
        for field in range(LIGHTS)
        if (stripe := stripes[(step - field % SIDE - field // SIDE) % len(stripes)])
    )
