"""`view`: everything that is to be seen of the model at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.lights.idle_animations import no_screen
from companion.program.idle import idle_deadline
from companion.screen.canvas import Canvas, shift
from companion.screen.icons import Icon
from companion.screen.layout import softkeys
from hardware.device import Frame

if TYPE_CHECKING:
    from companion.core.model import Model

BLINK_S = 0.15
"""How long the softkeys blink after a rejected press, in seconds."""
SHIFT_S = 300.0
"""How long the picture stays in place while nobody presses, in seconds: then it moves by a pixel, against burn-in."""
SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))
BRIGHT, DIM, DARK = 255, 16, 0


@dataclass(frozen=True, slots=True)
class View:
    """Everything that is to be seen at one moment."""

    page: str
    """The name of the page."""
    text: tuple[str, ...]
    """What the screen says, line by line."""
    frame: Frame
    """What the device shows."""
    chosen: str = ""
    """Which of the lines is under the cursor, where one is to be chosen."""


def view(model: Model, now: float) -> View:
    """Returns what is to be seen of the model at time `now`, and when that changes without input."""
    canvas, blinks = _draw_page(model, now)
    lights = model.page.lights(model, now)
    if model.screen_failed is not None:
        lights = no_screen(lights, now, model.screen_failed, model.last_press_at)
    contrast, cares = _contrast_at(model, now)
    moved, moves = _shift_against_burn_in(canvas.screen(), now - model.last_press_at)
    changes = (
        lights.next_change,
        blinks,
        cares,
        idle_deadline(model),
        model.exits_at,
        None if contrast == DARK else model.last_press_at + moves,
    )
    # Each part of the picture says when it changes next; the loop sleeps until the first of them.
    soonest = min((change for change in changes if change is not None), default=None)
    frame = Frame(lights.colours, moved, contrast, model.brightness, soonest)
    return View(model.page.name, canvas.lines, frame, canvas.chosen)


def _draw_page(model: Model, now: float) -> tuple[Canvas, float | None]:
    """Draws the page and its softkeys; returns the canvas, and when the softkeys stop blinking."""
    canvas = Canvas(model.translate, None if model.saved else Icon.UNSAVED)
    model.page.draw(model, canvas)
    ends = None if model.rejected_at is None else model.rejected_at + BLINK_S
    blinking = ends is not None and now < ends
    softkeys(canvas, model.page.keys(model), blink=blinking)
    return canvas, ends if blinking else None


def _contrast_at(model: Model, now: float) -> tuple[int, float | None]:
    """Returns the screen's contrast, and when it dims or goes dark next."""
    dims, darkens = (
        model.last_press_at + model.idle_times.dim_after_s,
        model.last_press_at + model.idle_times.dark_after_s,
    )
    if now >= darkens:
        return DARK, None
    return (DIM, darkens) if now >= dims else (BRIGHT, dims)


def _shift_against_burn_in(screen: bytes, idle_s: float) -> tuple[bytes, float]:
    """Moves the picture by a pixel against burn-in; returns it, and after how many idle seconds it moves next."""
    place = int(idle_s // SHIFT_S)
    right, down = SHIFTS[place % len(SHIFTS)]
    return shift(screen, right, down) if place % len(SHIFTS) else screen, (place + 1) * SHIFT_S
