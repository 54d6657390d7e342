"""The wiring wizard: a person says what is lit, and that tells which pixels there are and where they lie.

It sends probes: levels that the strip takes byte by byte, because nobody knows yet what it makes of them. First the
colours: every twelfth byte from the fourth on. Where a pixel takes three bytes, that is the first of a pixel: green or
red, as the order begins. Where it takes four, it is the last, white, and the first ones are asked for next.

Then the places. A strip of 36 lies in one of sixteen ways, and three of its pixels tell which. On a longer one any
pixel may lie under a field: for each field people step along the strip until that field is lit; a guess goes ahead.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Any, ClassVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from companion.core.model import Model, Transition
from companion.core.page import Page, show
from companion.lights.composition import Lights
from companion.locale.translator import N_
from companion.ui.art import Icon
from companion.ui.canvas import Canvas, Rect
from companion.ui.pictures import Picture, Size
from companion.ui.screen import Big, Block, Columns, Figure, Option, Row, Screen, Text
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


@cache
def all_layouts() -> tuple[Wiring, ...]:
    """Returns the sixteen ways to lay the strip. A rotation of one of them is another one."""
    ways = product(get_args(Corner), get_args(Along), (True, False))
    return tuple(
        Wiring(lights_corner=corner, lights_along=along, lights_serpentine=serpentine)
        for corner, along, serpentine in ways
    )


@cache
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


class MarkedBoard(Picture, Struct, frozen=True):
    """A small board, row 1 below: a square for each marked field, a dot for the others."""

    marked: frozenset[int]
    """Fields, 0 to 35."""

    @property
    def size(self) -> Size:
        return Size(SIDE * CELL, SIDE * CELL)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        for field in range(LIGHTS):
            left, top = x + field % SIDE * CELL, y + (SIDE - 1 - field // SIDE) * CELL
            inset = 0 if field in self.marked else 2
            canvas.fill(Rect(left + inset, top + inset, left + CELL - 1 - inset, top + CELL - 1 - inset))


class WizardPage(Page, frozen=True):
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

    def screen(self, model: Model) -> Screen:
        _, answered = model.translate, len(self.colours) + len(self.seen)
        questions = (2 if "White" in self.colours else 1) + (LIGHTS if self.is_longer else len(TELLING_PIXELS))
        undo = {Button.UNDO: Option("", lambda: self._back(model), icon=Icon.UNDO)}
        return Screen(
            _("Wiring"), f"{answered + 1}/{questions + 1}", self._body(model), keys=self._answers(model) | undo
        )

    def _back(self, model: Model) -> Transition:
        if self.seen:
            return Transition(model.with_page(replace(self, seen=self.seen[:-1], pixel=self.seen[-1])))
        if self.colours:
            return Transition(model.with_page(replace(self, colours=self.colours[:-1])))
        return Transition(model.with_top_page_closed())

    def _answers(self, model: Model) -> dict[Button, Option]:
        """Returns the keys that answer the question, or save what was found."""
        answers: Iterable[tuple[str, WizardPage]]
        if self.found is not None:
            # The settings are read only at a start, so they are written when the test has ended.
            saving = replace(model.with_page(replace(self, agreed=True)), is_leaving=True)
            return {Button.OK: Option("", lambda: Transition(saving), icon=Icon.CHECK)}
        if self.byteorder is None:
            # Their names are too long for the keys: the screen has them, numbered.
            answers = (
                (str(number), replace(self, colours=(*self.colours, colour)))
                for number, colour in enumerate(COLOURS[self.colours], 1)
            )
        elif self.is_longer:
            icons = (Icon.LEFT, Icon.RIGHT, Icon.CHECK)
            answers = ((icon, self._with_step(STEPS[button])) for icon, button in zip(icons, STEPS, strict=True))
        else:
            fields = candidate_fields(self.seen)
            answers = ((field_name(field), replace(self, seen=(*self.seen, field))) for field in fields)
        given = zip(ANSWERS, answers, strict=False)  # there may be fewer answers than buttons
        return {button: Option("", show(model, page), icon=key) for button, (key, page) in given}

    def _body(self, model: Model) -> tuple[Block, ...]:
        _ = model.translate
        if self.found is not None:
            # As the settings file writes them.
            values = {
                key: str(value).replace("True", "true").replace("False", "false") for key, value in self.found.items()
            }
            if pixels := self.found.get("pixels"):
                values["pixels"] = f"{pixels[0]}, {pixels[1]} … {pixels[-1]}"
            return Text(_("Row 1 lit? ok saves:")), *(Row(key, (Figure(value),)) for key, value in values.items())
        if self.byteorder is None:
            question = _("And which now?") if self.colours else _("Which colour is it?")
            colours = [f"{number}  {_(colour)}" for number, colour in enumerate(COLOURS[self.colours], 1)]
            return Text(question, "bold", "left"), *(Text(colour, align="left") for colour in colours)
        if self.is_longer:
            pixel = Text(_("pixel {number}", number=self.pixel))
            return Text(_("Until this field is lit:")), Big(field_name(len(self.seen))), pixel
        question = _(QUESTIONS[len(self.seen)])
        return (Columns(MarkedBoard(frozenset(candidate_fields(self.seen))), (Text(question, "bold"),)),)

    def _with_step(self, step: int) -> WizardPage:
        """Lights the next pixel that is not taken yet, or takes this one and lights what may be the next field's."""
        seen = self.seen if step else (*self.seen, self.pixel)
        pixel = self.pixel + step if step else guessed_pixel(seen)
        while pixel % self.wiring.lights_count in seen:
            pixel += step or 1
        return replace(self, seen=seen, pixel=pixel % self.wiring.lights_count)

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
