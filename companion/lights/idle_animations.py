"""What the lights show in any game: a frame, one light alone, a missing screen, the show that invites to play."""

from __future__ import annotations

from collections.abc import Sequence

from companion.lights.animation import Intensity, elapsed, sequence
from companion.lights.composition import Lights, Paint, compose, dim, earliest
from companion.lights.palette import DIM, WHITE
from hardware.device import LIGHTS, SIDE, Colour

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
