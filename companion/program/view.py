"""`view`: everything that is visible of the model at one time."""

from msgspec import Struct

from companion.core.lineup import BOX
from companion.core.model import BoardFields, Model
from companion.core.observers import observers_of
from companion.core.shown import model_seen_by, screen_of, softkeys_of
from companion.lights.composition import GLINT_S, WHITE, Lights, earliest, elapsed, no_screen
from companion.program.fields import comparison_due
from companion.program.update import idle_deadline
from companion.ui import oled
from companion.ui.art import Icon
from companion.ui.canvas import Canvas, shift_picture
from companion.ui.layout import softkeys
from hardware.device import OFF, Frame

BLINK_S = 0.15
"""Seconds for which the softkeys blink after a rejected press."""
SHIFT_S = 300.0
"""Seconds without a press after which the picture moves by a pixel, against burn-in."""
SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))
FULL_CONTRAST, DIM_CONTRAST, DARK_CONTRAST = 255, 16, 0


class View(Struct, frozen=True):
    page: str
    text: tuple[str, ...]
    frame: Frame


def lights_at(model: Model, now: float) -> Lights:
    lights = _with_flash(model_seen_by(model, BOX).page.lights(model, now), model.board_fields, now)
    if model.screen_failed_at is None:
        return lights
    return no_screen(lights, now, model.screen_failed_at, model.last_active_at)


def _with_flash(lights: Lights, fields: BoardFields | None, now: float) -> Lights:
    if fields is None or fields.flash is None:
        return lights
    light, touched_at = fields.flash
    if elapsed(now, touched_at, GLINT_S) >= 1:
        return lights
    colours = list(lights.colours)
    colours[light] = OFF if colours[light] == WHITE else WHITE
    return lights._replace(colours=tuple(colours), next_change=earliest(lights.next_change, touched_at + GLINT_S))


def view(model: Model, now: float, lights: Lights | None = None) -> View:
    """Returns what is visible of the model at time `now`, and when that changes without input.

    `lights` is what `lights_at` returned for this model and time, if the caller has it already.
    """
    model = model_seen_by(model, BOX)
    lights = lights or lights_at(model, now)
    blinks_until = None if model.rejected_at is None else model.rejected_at + BLINK_S
    blinks = blinks_until is not None and now < blinks_until
    canvas = draw_page(model, blink=blinks)
    dims_at = model.last_active_at + model.config.dim_after_s
    darkens_at = model.last_active_at + model.config.dark_after_s
    contrast = DARK_CONTRAST if now >= darkens_at else DIM_CONTRAST if now >= dims_at else FULL_CONTRAST
    shifts = int((now - model.last_active_at) // SHIFT_S)
    index = shifts % len(SHIFTS)
    # Most pictures are drawn right after a press, in their first position, and need no shift.
    screen = shift_picture(canvas.screen(), *SHIFTS[index]) if index else canvas.screen()
    changes = (
        lights.next_change,
        blinks_until if blinks else None,
        *(each for each in (dims_at, darkens_at) if each > now),
        idle_deadline(model),
        model.exits_at,
        *(observer.due(model) for observer in observers_of(model)),
        comparison_due(model),
        # A dark screen cannot burn in, so it needs no shift.
        None if contrast == DARK_CONTRAST else model.last_active_at + (shifts + 1) * SHIFT_S,
    )
    # The loop sleeps until the first of these changes.
    soonest = min((change for change in changes if change is not None), default=None)
    frame = Frame(lights.colours, screen, contrast, model.brightness, soonest, lights.probe)
    return View(model.page.name, canvas.lines, frame)


def draw_page(model: Model, *, blink: bool = False) -> Canvas:
    screen = screen_of(model)
    badges = screen.badges if model.saved else (Icon.UNSAVED, *screen.badges)
    canvas = Canvas(model.translate, *badges, height=model.config.screen_height)
    oled.draw(screen, canvas)
    softkeys(canvas, softkeys_of(model, screen), blink=blink)
    return canvas
