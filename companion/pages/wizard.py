"""The wiring wizard: a person says what is lit, and that tells which pixels there are and where they lie.

It sends probes: levels that the strip takes byte by byte, because nobody knows yet what it makes of them. First the
colours: every twelfth byte from the fourth on. Where a pixel takes three bytes, that is the first of a pixel: green or
red, as the order begins. Where it takes four, it is the last, white, and the first ones are asked for next.

Then the places. A strip of 36 lies in one of sixteen ways, and three of its pixels tell which. On a longer one any
pixel may lie under a field: for each field people step along the strip until that field is lit; a guess goes ahead.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any, ClassVar, get_args

from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, show
from companion.lights.composition import Lights
from companion.locale.translator import N_
from companion.screen.art import Icon
from companion.screen.canvas import Canvas, Rect
from companion.screen.font import BOLD
from companion.screen.layout import big, header, paragraph
from hardware.device import LIGHTS, SIDE, Button, Colour, field_name
from hardware.wiring import Along, Corner, Wiring, pixel_order

TELLING_PIXELS = (0, 1, SIDE)
"""The pixels that tell: the first lies in the corner, the second shows the direction, the seventh the serpentine."""
QUESTIONS = (N_("Which field is lit?"), N_("And which now?"), N_("And which now?"))
COLOURS: dict[tuple[str, ...], dict[str, str | None]] = {
    (): {N_("Green"): "GRB", N_("Red"): "RGB", N_("White"): None},
    ("White",): {N_("Green"): "GRBW", N_("Red"): "RGBW"},
}
"""After some answers about the colour, those that are possible now, and the order that each of them tells."""
ANSWERS = (Button.LEFT, Button.RIGHT, Button.OK, Button.BANK)
STEPS = {Button.LEFT: -1, Button.RIGHT: 1, Button.OK: 0}
"""On a longer strip the pixel before this one, the one after it, or this one is right."""
LEVEL = 64
"""What a probe lights a channel with, of 255: seen in daylight, and little current."""
CELL = 7
"""The side of a field of the small board, in pixels."""
BOARD = Rect(3, 11, 3 + SIDE * CELL, 11 + SIDE * CELL)


@cache
def all_layouts() -> tuple[Wiring, ...]:
    """Returns the sixteen ways to lay the strip. A rotation of one of them is another one."""
    ways = product(get_args(Corner), get_args(Along), (True, False))
    return tuple(
        Wiring(lights_corner=corner, lights_along=along, lights_serpentine=serpentine)
        for corner, along, serpentine in ways
    )


def matching_layouts(seen: tuple[int, ...]) -> tuple[Wiring, ...]:
    """Returns the wirings that put the first pixels of `TELLING_PIXELS` on the fields where they were seen."""
    return tuple(
        layout
        for layout in all_layouts()
        if all(pixel_order(layout)[field] == pixel for field, pixel in zip(seen, TELLING_PIXELS, strict=False))
    )


def candidate_fields(seen: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the fields on which the next pixel of `TELLING_PIXELS` can lie, lowest first."""
    pixel = TELLING_PIXELS[len(seen)]
    return tuple(sorted({pixel_order(layout).index(pixel) for layout in matching_layouts(seen)}))


def guessed_pixel(picked: tuple[int, ...]) -> int:
    """Returns the pixel that may lie under the next field, after those under the fields before it."""
    count = len(picked)
    if count > 2 * SIDE:  # every second line is like another, whichever way the lines run
        return picked[count - 2 * SIDE] + picked[2 * SIDE] - picked[0]
    if count % SIDE > 1:
        return 2 * picked[-1] - picked[-2]
    return picked[-1] + 1 if picked else 0


@dataclass(frozen=True, slots=True)
class WizardPage(Page):
    """Holds the answers so far."""

    wiring: Wiring
    """How the box is set now."""
    colours: tuple[str, ...] = ()
    """The colours that were seen."""
    seen: tuple[int, ...] = ()
    """The fields where the telling pixels were seen, or the pixels under the first fields of a longer strip."""
    pixel: int = 0
    """On a longer strip the pixel that is lit."""
    agreed: bool = False
    """Whether what was found shall be saved."""
    name: ClassVar[str] = "wizard"

    @property
    def byteorder(self) -> str | None:
        """The order that the colours tell; None before the last of them."""
        return COLOURS[self.colours[:-1]][self.colours[-1]] if self.colours else None

    @property
    def is_longer(self) -> bool:
        """Whether the strip has more pixels than there are fields."""
        return self.wiring.lights_count > LIGHTS

    @property
    def found(self) -> dict[str, Any] | None:
        """The settings that were found for the lights; None before the last answer."""
        if self.is_longer:
            return {"byteorder": self.byteorder, "pixels": list(self.seen)} if len(self.seen) == LIGHTS else None
        if len(self.seen) < len(TELLING_PIXELS):
            return None
        # Three answers leave exactly one of the sixteen layouts.
        layout = matching_layouts(self.seen)[0]
        places = {"corner": layout.lights_corner, "along": layout.lights_along, "serpentine": layout.lights_serpentine}
        return {"byteorder": self.byteorder} | places

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        def back() -> Transition:
            if self.seen:
                return Transition(model.with_page(replace(self, seen=self.seen[:-1], pixel=self.seen[-1])))
            if self.colours:
                return Transition(model.with_page(replace(self, colours=self.colours[:-1])))
            return Transition(model.with_top_page_closed())

        rows = {Button.UNDO: ButtonRow(Icon.UNDO, back)}
        if self.found is not None:
            # The settings are read only at a start, so they are written when the test has ended.
            saving = replace(model.with_page(replace(self, agreed=True)), is_leaving=True)
            return rows | {Button.OK: ButtonRow(Icon.CHECK, lambda: Transition(saving))}
        if self.byteorder is None:
            # Their names are too long for the keys: the screen has them, numbered.
            answers = [
                (str(number), replace(self, colours=(*self.colours, colour)))
                for number, colour in enumerate(COLOURS[self.colours], 1)
            ]
        elif self.is_longer:
            icons = (Icon.LEFT, Icon.RIGHT, Icon.CHECK)
            answers = [(icon, self._with_step(STEPS[button])) for icon, button in zip(icons, STEPS, strict=True)]
        else:
            fields = candidate_fields(self.seen)
            answers = [(field_name(field), replace(self, seen=(*self.seen, field))) for field in fields]
        given = zip(ANSWERS, answers, strict=False)  # there may be fewer answers than buttons
        return rows | {button: ButtonRow(key, show(model, page)) for button, (key, page) in given}

    def _with_step(self, step: int) -> WizardPage:
        """Lights the next pixel that is not taken yet, or takes this one and lights what may be the next field's."""
        seen = self.seen if step else (*self.seen, self.pixel)
        pixel = self.pixel + step if step else guessed_pixel(seen)
        while pixel % self.wiring.lights_count in seen:
            pixel += step or 1
        return replace(self, seen=seen, pixel=pixel % self.wiring.lights_count)

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, answered = model.translate, len(self.colours) + len(self.seen)
        questions = (2 if "White" in self.colours else 1) + (LIGHTS if self.is_longer else len(TELLING_PIXELS))
        header(canvas, _("Wiring"), f"{answered + 1}/{questions + 1}")
        if self.found is not None:
            canvas.text(64, 11, _("Row 1 lit? ok saves:"), align="centre")
            for line, (key, value) in enumerate(self.found.items()):
                text = f"{value[0]}, {value[1]} … {value[-1]}" if key == "pixels" else str(value)
                canvas.text(4, 20 + 8 * line, f"{key} = {text}".replace("True", "true").replace("False", "false"))
        elif self.byteorder is None:
            question = _("And which now?") if self.colours else _("Which colour is it?")
            canvas.text(4, 12, question, BOLD)
            for number, colour in enumerate(COLOURS[self.colours], 1):
                canvas.text(4, 14 + 10 * number, f"{number}  {_(colour)}")
        elif self.is_longer:
            canvas.text(64, 11, _("Until this field is lit:"), align="centre")
            big(canvas, field_name(len(self.seen)), Rect(0, 20, 127, 44))
            canvas.text(64, 45, _("pixel {number}", number=self.pixel), align="centre")
        else:
            _draw_board(canvas, candidate_fields(self.seen))
            paragraph(canvas, _(QUESTIONS[len(self.seen)]), Rect(BOARD.right + 4, 11, 127, 52), BOLD)

    def lights(self, model: Model, now: float) -> Lights:
        if self.byteorder is None:
            return self._probe(range(0, 4 * LIGHTS, 4) if self.colours else range(3, 4 * LIGHTS, 12), 4 * LIGHTS)
        if self.is_longer:
            lit = set(self.seen[:SIDE]) if self.found else {self.pixel}
        else:
            seen = len(self.seen)
            lit = set(TELLING_PIXELS[seen : seen + 1]) or set(pixel_order(matching_layouts(self.seen)[0])[:SIDE])
        # White, by its own channel where there is one.
        width = len(self.byteorder)
        channels = (3,) if width == 4 else (0, 1, 2)
        return self._probe(
            (width * pixel + channel for pixel in lit for channel in channels), width * self.wiring.lights_count
        )

    def _probe(self, lit: Iterable[int], size: int) -> Lights:
        """Returns a probe of so many bytes, with what a strip would show of it that is as the box is set."""
        probe = bytearray(size)
        for place in lit:
            probe[place] = LEVEL
        width, order = len(self.wiring.lights_byteorder), self.wiring.lights_byteorder
        colours = []
        for pixel in pixel_order(self.wiring):
            level = dict(zip(order, probe[width * pixel : width * pixel + width].ljust(width, b"\0"), strict=True))
            colours.append(Colour(*(255 if level[letter] or level.get("W") else 0 for letter in "RGB")))
        return Lights(tuple(colours), probe=bytes(probe))


def _draw_board(canvas: Canvas, marked: Container[int]) -> None:
    """Draws a small board, row 1 below: a dot for each field, a square where the pixel may lie."""
    for field in range(LIGHTS):
        left, top = BOARD.left + field % SIDE * CELL, BOARD.bottom - (field // SIDE + 1) * CELL
        inset = 0 if field in marked else 2
        canvas.fill(Rect(left + inset, top + inset, left + CELL - 1 - inset, top + CELL - 1 - inset))
