"""What the lights show without a game: a frame of one colour, one light alone, and the show that invites to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.lights.composition import Lights, Paint, compose
from companion.lights.mixing import dim
from companion.lights.palette import DIM
from companion.lights.rhythm import Moment, elapsed, once
from hardware.device import LIGHTS, Colour

if TYPE_CHECKING:
    from collections.abc import Sequence

SIDE = 6
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


def frame(colour: Colour) -> Lights:
    """The edge in one colour: whose turn it is, to be seen from across the table."""
    return compose([Paint(EDGE, colour)])


def alone(field: int, colour: Colour) -> Lights:
    """One light, and no other."""
    return compose([Paint((field,), colour)])


def ring(colour: Colour, now: float, began: float) -> list[Paint]:
    """A light with a tail that runs around the edge once."""
    starts = [began + place * RING_STEP_S for place in range(len(EDGE))]
    return [
        Paint((field,), colour, once(now, start, RING_TAIL, RING_STEP_S))
        for field, start in zip(EDGE, starts, strict=True)
    ]


def attract(colours: Sequence[Colour], now: float) -> Lights:
    """Stripes of all the colours wander slowly over the board, from 1/1 to 6/6."""
    step = elapsed(now, 0.0, SHOW_STEP_S)
    stripes = [colour for each in colours for colour in (dim(each, DIM), dim(each, DIM), None)]
    over = Moment(1.0, (step + 1) * SHOW_STEP_S)
    return compose(
        Paint((field,), stripe, over)
        for field in range(LIGHTS)
        if (stripe := stripes[(step - field % SIDE - field // SIDE) % len(stripes)])
    )
