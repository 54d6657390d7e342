"""The wiring wizard: three answers about which field is lit tell how the strip is laid; a fourth press saves it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, get_args

from companion.core.model import Model, Transition, reject_press
from companion.lights.composition import Lights, Paint, compose
from companion.locale.translator import N_
from companion.screen.canvas import Canvas, Rect
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import Softkey, header, paragraph
from hardware.device import LIGHTS, SIDE, Button, Colour
from hardware.wiring import Along, Corner, Wiring, pixel_order

if TYPE_CHECKING:
    from collections.abc import Container

TOLD_BY = (0, 1, SIDE)
"""The pixels that tell: the first lies in the corner, the second shows the direction, the seventh the serpentine."""
QUESTIONS = (N_("Which field is lit?"), N_("And which now?"), N_("And which now?"))
ANSWERS = (Button.LEFT, Button.RIGHT, Button.OK, Button.BANK)
LIT = Colour(255, 255, 255)
CELL = 7
"""The side of a field of the small board, in pixels."""
BOARD = Rect(3, 11, 3 + SIDE * CELL, 11 + SIDE * CELL)


@cache
def all_layouts() -> tuple[Wiring, ...]:
    """Returns the sixteen ways to lay the strip. A rotation of one of them is another one."""
    ways = product(get_args(Corner), get_args(Along), (True, False))
    return tuple(Wiring(corner=corner, along=along, serpentine=serpentine) for corner, along, serpentine in ways)


def matching_layouts(seen: tuple[int, ...]) -> tuple[Wiring, ...]:
    """Returns the wirings that put the first pixels of `TOLD_BY` on the fields where they were seen."""
    return tuple(
        layout
        for layout in all_layouts()
        if all(pixel_order(layout)[field] == pixel for field, pixel in zip(seen, TOLD_BY, strict=False))
    )


def candidate_fields(seen: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the fields on which the next pixel of `TOLD_BY` can lie, lowest first."""
    pixel = TOLD_BY[len(seen)]
    return tuple(sorted({pixel_order(layout).index(pixel) for layout in matching_layouts(seen)}))


@dataclass(frozen=True, slots=True)
class WizardPage:
    """Holds the answers so far."""

    pixels: tuple[int, ...]
    """The pixel under each field, 1/1 first, as the box is set now."""
    seen: tuple[int, ...] = ()
    """The fields where the telling pixels were seen."""
    agreed: bool = False
    """Whether what was found shall be saved."""
    name: ClassVar[str] = "wizard"

    @property
    def found(self) -> dict[str, Any] | None:
        """The settings that were found for the lights; None before the last answer."""
        if len(self.seen) < len(TOLD_BY):
            return None
        # Three answers leave exactly one of the sixteen layouts.
        layout = matching_layouts(self.seen)[0]
        return {"corner": layout.corner, "along": layout.along, "serpentine": layout.serpentine}

    def press(self, model: Model, button: Button) -> Transition:
        """The button under a field's name answers that this field is lit; `undo` goes back."""
        if button is Button.UNDO:
            return Transition(
                model.with_page(replace(self, seen=self.seen[:-1])) if self.seen else model.with_top_page_closed()
            )
        if self.found is not None:
            if button is not Button.OK:
                return reject_press(model)
            # The settings are read only at a start, so they are written when the test has ended.
            return Transition(replace(model.with_page(replace(self, agreed=True)), is_leaving=True))
        answers = dict(zip(ANSWERS, candidate_fields(self.seen), strict=False))
        if button not in answers:
            return reject_press(model)
        return Transition(model.with_page(replace(self, seen=(*self.seen, answers[button]))))

    def keys(self, model: Model) -> tuple[Softkey, ...]:
        """Labels the buttons: the fields that are possible, or yes; and back."""
        if self.found is not None:
            return (None, None, Icon.CHECK, None, Icon.UNDO)
        names = [f"{field % SIDE + 1}/{field // SIDE + 1}" for field in candidate_fields(self.seen)]
        return (*names, *[None] * (len(ANSWERS) - len(names)), Icon.UNDO)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the question beside a small board; after the last answer what will be saved."""
        _, asked = model.translate, len(self.seen)
        header(canvas, _("Wiring"), f"{asked + 1}/{len(TOLD_BY) + 1}")
        if self.found is None:
            _draw_board(canvas, candidate_fields(self.seen))
            paragraph(canvas, _(QUESTIONS[asked]), Rect(BOARD.right + 4, 11, 127, 52), BOLD)
            return
        canvas.text(64, 12, _("Row 1 lit? ok saves:"), align="centre")
        for line, (key, value) in enumerate(self.found.items()):
            canvas.text(4, 22 + 10 * line, f"{key} = {str(value).lower()}")

    def lights(self, model: Model, now: float) -> Lights:
        """Lights the pixel that is asked for; after the last answer row 1, if the wiring is right."""
        asked = len(self.seen)
        telling = set(TOLD_BY[asked : asked + 1]) or set(pixel_order(matching_layouts(self.seen)[0])[:SIDE])
        return compose([Paint([field for field in range(LIGHTS) if self.pixels[field] in telling], LIT)])


def _draw_board(canvas: Canvas, marked: Container[int]) -> None:
    """Draws a small board, row 1 below: a dot for each field, a square where the pixel may lie."""
    for field in range(LIGHTS):
        left, top = BOARD.left + field % SIDE * CELL, BOARD.bottom - (field // SIDE + 1) * CELL
        inset = 0 if field in marked else 2
        canvas.fill(Rect(left + inset, top + inset, left + CELL - 1 - inset, top + CELL - 1 - inset))
