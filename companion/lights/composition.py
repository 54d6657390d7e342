"""The rhythms, colours and compositions of the lights: layers of paint, and the time of their next change.

The lights are a function of the model and of the time. A rhythm returns the intensity of a light and the time of its
next change. The loop sleeps until the first of these times, so lights that do not change need no computation. All times
are seconds of the loop's clock. A time up to a microsecond early counts as on time, because times are rounded.

The colours of the seats are the result of a search for the greens, blues, oranges, reds and violets with the largest
differences, bright and dim, for every kind of colour vision in `tests/companion/lights/colour_vision.py`.
"""

from collections.abc import Collection, Iterable, Sequence
from math import floor
from typing import NamedTuple

from hardware.device import LIGHTS, OFF, SIDE, Colour

SLOW_S = 1.0
FAST_S = 0.3
ALTERNATE_S = 2.0
"""Periods of `blink`."""
TURN_S = 0.8
"""Duration of the edge in the active player's colour at the start of a turn."""
GLINT_S = 0.15
GLINT_EVERY_S = 6.0
GLINT_SLOTS = 12
"""Number of groups of lights that glint one after the other, with at most four changes a second."""
FRAME_S = 1 / 30
"""Duration of a step of a smooth rhythm in seconds."""
BREATH_STEPS = 90
"""Number of steps of a pulse, which takes three seconds."""
TOLERANCE_S = 1e-6


class Intensity(NamedTuple):
    level: float
    until: float | None
    """The time of the next change; None if it does not change."""


STEADY = Intensity(1.0, None)
OFF_FOREVER = Intensity(0.0, None)


def elapsed(now: float, began: float, step_s: float) -> int:
    """Returns the number of whole steps since `began`; negative before it."""
    return floor((now - began + TOLERANCE_S) / step_s)


def pulse(now: float, began: float, on_s: float, every_s: float) -> Intensity:
    """Returns a rhythm that is on for `on_s` seconds at the start, and again every `every_s` seconds."""
    latest = began + elapsed(now, began, every_s) * every_s
    lit = elapsed(now, latest, on_s) < 1
    return Intensity(1.0, latest + on_s) if lit else Intensity(0.0, latest + every_s)


def blink(now: float, began: float, period_s: float) -> Intensity:
    """Returns a rhythm that is on and off for half a period each, on first."""
    return pulse(now, began, period_s / 2, period_s)


def glint(now: float, light: int) -> Intensity:
    """Returns a rhythm of short flashes; neighbours flash at different times."""
    # 5 and 12 have no common divisor, so twelve lights in a row flash at twelve different times.
    slot = light * 5 % GLINT_SLOTS
    # Counted from a fixed time, so that a change of the page does not interrupt a flash.
    return pulse(now, slot * GLINT_EVERY_S / GLINT_SLOTS, GLINT_S, GLINT_EVERY_S)


def breathe(now: float, began: float = 0.0) -> Intensity:
    """Returns a rhythm that fades to 0 and back to 1, evenly, in steps of a thirtieth of a second."""
    step = elapsed(now, began, FRAME_S)
    # 1 at the first step, 0 after half a period.
    half = BREATH_STEPS // 2
    return Intensity(abs(step % BREATH_STEPS - half) / half, began + (step + 1) * FRAME_S)


def sequence(now: float, began: float, levels: Sequence[float], step_s: float) -> Intensity:
    """Returns the levels one after the other, each for one step; 0 before and after."""
    step = elapsed(now, began, step_s)
    if step < 0:
        return Intensity(0.0, began)
    if step >= len(levels):
        return OFF_FOREVER
    return Intensity(levels[step], began + (step + 1) * step_s)


def after(now: float, start: float, then: Intensity = STEADY) -> Intensity:
    """Returns 0 before the start, and then the intensity `then`."""
    return Intensity(0.0, start) if elapsed(now, start, 1) < 0 else then


def scaled(intensity: Intensity, level: float) -> Intensity:
    return intensity._replace(level=intensity.level * level)


class Lights(NamedTuple):
    colours: tuple[Colour, ...]
    """36 colours, field 1/1 first, then 2/1 … 6/6."""
    next_change: float | None = None
    """The time of their next change without an event, in seconds of the loop's clock; None if they do not change."""
    probe: bytes = b""
    """Raw levels for the strip instead of the colours; empty for usual lights (`hardware.device.Frame`)."""


class Paint(NamedTuple):
    """A colour on some lights; at less than full level it is mixed with the paints below it."""

    fields: Iterable[int]
    colour: Colour
    intensity: Intensity = STEADY


DARK = Lights((OFF,) * LIGHTS)


def compose(paints: Iterable[Paint]) -> Lights:
    """Returns the lights with all paints, each on top of the earlier ones."""
    # A change that cannot be seen does not count, because the paint is hidden or has the colour below it.
    colours, untils = list(DARK.colours), dict[int, float | None]()
    for fields, colour, intensity in paints:
        for field in fields:
            below, until = colours[field], untils.get(field)
            colours[field] = colour if intensity.level == 1 else blend(below, colour, intensity.level)
            untils[field] = _paint_until(intensity, until, same=below == colour)
    return Lights(tuple(colours), earliest(*untils.values()))


def _paint_until(intensity: Intensity, below: float | None, *, same: bool) -> float | None:
    """Returns when a light changes next. `below` is this time for those below, `same` whether they have its colour."""
    if intensity.level < 1:
        return below if same else earliest(intensity.until, below)
    if not same:  # the paint covers those below
        return intensity.until
    # Until both have changed, one of them shows the colour.
    return None if below is None or intensity.until is None else max(intensity.until, below)


def earliest(*times: float | None) -> float | None:
    """Returns the earliest time; None means never."""
    return min((time for time in times if time is not None), default=None)


def blend(below: Colour, above: Colour, share: float) -> Colour:
    """Returns the colour between two colours at a share (0 to 1) of the way."""
    return Colour(
        round(below.red + (above.red - below.red) * share),
        round(below.green + (above.green - below.green) * share),
        round(below.blue + (above.blue - below.blue) * share),
    )


def dim(colour: Colour, level: float) -> Colour:
    """Returns a colour at a share (0 to 1) of its perceived brightness."""
    # Gamma correction follows: it makes equal steps of the levels look equal.
    return blend(OFF, colour, level)


class SeatColour(NamedTuple):
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
"""An available field."""
WHITE = Colour(255, 255, 255)
"""A field or piece without an owner."""
ALARM = Colour(255, 0, 0)
"""A loss."""
DIM = 0.6
"""The level of ordinary stones: a quarter of the light of bright ones."""
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
"""The levels of the head and of its fading tail."""
STRIPES_STEP_S = 1.0

SCREEN = tuple(
    field for field in range(LIGHTS) if field // SIDE in {1, 4} or (field // SIDE in {2, 3} and field % SIDE in {0, 5})
)
"""The outline of a screen: six wide, four high."""
STROKE = tuple(range(0, LIGHTS, SIDE + 1))
"""The diagonal from 1/1 to 6/6."""
NO_SCREEN = (SCREEN, (*SCREEN, *STROKE))
"""A screen and a crossed-out screen, shown alternately. No other shape or rhythm looks like this, in any colour."""
NO_SCREEN_STEP_S = 0.7
NO_SCREEN_EVERY_S = 20.0
"""Seconds without a press after which it is shown again, so that it does not disturb play."""


def only(fields: Iterable[int], colour: Colour) -> Lights:
    """Returns these lights in one colour, all others dark."""
    return compose([Paint(fields, colour)])


def edge_lights(colour: Colour) -> Lights:
    """Returns the edge in one colour; it shows the active player, also from across the table."""
    return only(EDGE, colour)


def opening_edge(colour: Colour, now: float, began: float) -> Paint:
    """Returns the edge in the active player's colour for the first moment of a turn."""
    return Paint(EDGE, colour, sequence(now, began, (1.0,), TURN_S))


def cursor(where: Collection[int], colour: Colour, now: float, began: float) -> tuple[Paint, Paint]:
    """Returns the place under the cursor, which blinks fast and is dark in between, so that any stone is visible."""
    return Paint(where, OFF), Paint(where, colour, blink(now, began, FAST_S))


def ring(colour: Colour, now: float, began: float) -> list[Paint]:
    """Returns a light with a tail that runs around the edge once."""
    starts = [began + index * RING_STEP_S for index in range(len(EDGE))]
    return [
        Paint((field,), colour, sequence(now, start, RING_TAIL, RING_STEP_S))
        for field, start in zip(EDGE, starts, strict=True)
    ]


def no_screen(below: Lights, now: float, failed_at: float, pressed_at: float) -> Lights:
    """Returns the lights with a crossed-out screen: when the screen fails, and in each pause without a press."""
    since = max(failed_at, pressed_at)
    # Before the first pause it runs from the failure on, even if buttons are pressed.
    pauses = elapsed(now, since, NO_SCREEN_EVERY_S)
    began = since + pauses * NO_SCREEN_EVERY_S if pauses else failed_at
    step = elapsed(now, began, NO_SCREEN_STEP_S)
    if step < len(NO_SCREEN):
        return compose([Paint(NO_SCREEN[step], WHITE, Intensity(1.0, began + (step + 1) * NO_SCREEN_STEP_S))])
    return below._replace(next_change=earliest(below.next_change, since + (pauses + 1) * NO_SCREEN_EVERY_S))


def attract_lights(colours: Sequence[Colour], now: float) -> Lights:
    """Returns stripes of all colours that move slowly over the board, from 1/1 to 6/6."""
    # Counted from a fixed time, so that it continues when other pages open.
    step = elapsed(now, 0.0, STRIPES_STEP_S)
    stripes = [colour for each in colours for colour in (dim(each, DIM), dim(each, DIM), None)]
    over = Intensity(1.0, (step + 1) * STRIPES_STEP_S)
    return compose(
        Paint((field,), stripe, over)
        for field in range(LIGHTS)
        if (stripe := stripes[(step - field % SIDE - field // SIDE) % len(stripes)])
    )
