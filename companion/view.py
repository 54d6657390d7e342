"""The model at a moment, as all that is to be seen of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.lights.shows import no_screen
from companion.quiet import given_up_at
from companion.screen.canvas import Canvas, shift
from companion.screen.icons import Icon
from companion.screen.layout import softkeys
from hardware.device import Frame

if TYPE_CHECKING:
    from companion.model import Model

BLINK_S = 0.15
"""How long the softkeys blink after a press that meant nothing."""
SHIFT_S = 300.0
"""How long the picture stays before it moves by a pixel, on a page that nobody touches."""
SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))
BRIGHT, DIM, DARK = 255, 16, 0


@dataclass(frozen=True, slots=True)
class View:
    """All that is to be seen at one moment."""

    page: str
    """The name of the page."""
    text: tuple[str, ...]
    """What the screen says, line by line."""
    frame: Frame
    """What the device shows."""
    chosen: str = ""
    """Which of the lines is under the cursor, where one is to be chosen."""


def view(model: Model, now: float) -> View:
    """What is to be seen of the model at that moment, and when that changes by itself."""
    canvas, blinks = _drawn(model, now)
    lights = model.page.lights(model, now)
    if model.screen_failed is not None:
        lights = no_screen(lights, now, model.screen_failed, model.pressed)
    contrast, cares = _contrast(model, now)
    moved, moves = _shifted(canvas.screen(), now - model.pressed)
    changes = (
        lights.next_change,
        blinks,
        cares,
        given_up_at(model),
        model.leaves_at,
        None if contrast == DARK else model.pressed + moves,
    )
    soonest = min((change for change in changes if change is not None), default=None)
    frame = Frame(lights.colours, moved, contrast, model.brightness, soonest)
    return View(model.page.name, canvas.lines, frame, canvas.chosen)


def _drawn(model: Model, now: float) -> tuple[Canvas, float | None]:
    """The picture, and when the softkeys stop blinking."""
    canvas = Canvas(model.words, None if model.saved else Icon.UNSAVED)
    model.page.draw(model, canvas)
    ends = None if model.refused is None else model.refused + BLINK_S
    blinking = ends is not None and now < ends
    softkeys(canvas, model.page.keys(model), blink=blinking)
    return canvas, ends if blinking else None


def _contrast(model: Model, now: float) -> tuple[int, float | None]:
    """How bright the screen is, and when it dims or goes dark."""
    dims, darkens = model.pressed + model.patience.dim_after_s, model.pressed + model.patience.dark_after_s
    if now >= darkens:
        return DARK, None
    return (DIM, darkens) if now >= dims else (BRIGHT, dims)


def _shifted(screen: bytes, idle_s: float) -> tuple[bytes, float]:
    """The picture, moved by a pixel now and then; and after how long without a press it moves next."""
    place = int(idle_s // SHIFT_S)
    right, down = SHIFTS[place % len(SHIFTS)]
    return shift(screen, right, down) if place % len(SHIFTS) else screen, (place + 1) * SHIFT_S
