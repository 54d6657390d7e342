"""The self-test: a list of parts; each trial shows a pattern or counts presses, and a person judges the result.

The lights and the screen show patterns: a person sees at once what no program detects, such as two swapped pixels, a
dead column or a missing channel. The buttons count their presses: one that bounces counts too many. After each trial
the cursor moves to the next part.

Two trials detect the wiring. For the pixels, a trial sends probes, and a person reports what is lit. A probe sets the
bytes of the strip directly, because their meaning is not known yet.

The first probe finds the order of the colours. It lights every twelfth byte, starting with the fourth. With three bytes
per pixel, this is the first byte of a pixel: green or red. With four it is the last one, white; a second probe then
lights the first ones. The next probes find the positions. A strip of 36 has one of sixteen layouts, which three of its
pixels identify. On a longer strip any pixel may be under a field: for each field, a person steps along the strip from a
guessed pixel until that field is lit.

For the inputs, one field after the other is lit, and a person touches it. The hardware reports fields by the current
map. That map is known, so the reported field identifies the input.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache, partial
from itertools import product
from typing import Any, ClassVar, NamedTuple, get_args

from msgspec import Struct
from msgspec.structs import replace

from companion.core.effects import WRONG, PlayTones
from companion.core.model import ApplicationPage, Model, Page, Transition, close, show
from companion.core.shown import BUTTON_ICONS
from companion.lights.composition import AMBER, DARK, WHITE, Lights, Paint, compose, only
from companion.locale.translator import N_, Translator
from companion.ui.art import Icon
from companion.ui.canvas import Canvas, Rect
from companion.ui.font import DOUBLE
from companion.ui.layout import KEYS, big, list_few
from companion.ui.pictures import Picture, Size
from companion.ui.screen import Big, Block, Choices, Columns, Do, Figure, OnDemand, Option, Row, Screen, Text
from hardware.device import FIELD_NAMES, LIGHTS, SIDE, WIDTH, Button, Colour, Tone, field_name
from hardware.wiring import Corner, StripDirection, Wiring, field_inputs, pixel_order
from hardware.wiring import Lights as WiredLights

STEP_S = 0.5
TICK_TOLERANCE_S = 1e-6
"""Tolerance in seconds for a tick that comes too early."""
SCREEN_AREA = Rect(0, 0, WIDTH, 53)
"""The screen above the softkeys."""
TILE = 4
"""The side of a square of the checkerboard, in pixels."""


class FilledScreen(Picture, Struct, frozen=True):
    """Fills the screen down to the softkeys."""

    label: str
    box: Rect = SCREEN_AREA

    @property
    def size(self) -> Size:
        return Size(self.box.width, self.box.height)

    def within(self, rows: int) -> Picture | str:
        return replace(self, box=SCREEN_AREA._replace(bottom=min(rows, SCREEN_AREA.bottom)))


class EdgePicture(FilledScreen, frozen=True):
    """A line along the edges of the screen."""

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        canvas.outline(self.box)
        big(canvas, self.label, self.box._replace(left=4, right=WIDTH - 4))


class Checkers(FilledScreen, frozen=True, kw_only=True):
    """Black and white squares over the whole screen, or the inverse pattern."""

    odd: int

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        canvas.record(self.label, self.box)
        for top in range(0, self.box.bottom, TILE):
            for left in range((top // TILE + self.odd) % 2 * TILE, WIDTH, 2 * TILE):
                canvas.fill(Rect(left, top, left + TILE, min(top + TILE, self.box.bottom)))


class Pattern(NamedTuple):
    label: str
    """English, to be translated."""
    lights: tuple[Colour, ...]
    block: Callable[[str], Block] = Big
    """Creates the content of the screen from the translated label."""


LIGHT_PATTERNS = (
    Pattern(N_("All red"), (Colour(255, 0, 0),) * LIGHTS),
    Pattern(N_("All green"), (Colour(0, 255, 0),) * LIGHTS),
    Pattern(N_("All blue"), (Colour(0, 0, 255),) * LIGHTS),
    Pattern(N_("All white"), (Colour(255, 255, 255),) * LIGHTS),
    # From 1/1 to 6/6, in steps that should look even.
    Pattern(N_("Dark to bright"), tuple(Colour(*[255 * field // (LIGHTS - 1)] * 3) for field in range(LIGHTS))),
)
SCREEN_PATTERNS = (
    Pattern(N_("A whole frame"), DARK.colours, EdgePicture),
    Pattern(N_("Checkerboard"), DARK.colours, lambda label: Checkers(label, odd=0)),
    Pattern(N_("The other squares"), DARK.colours, lambda label: Checkers(label, odd=1)),
)


class PatternsPage(ApplicationPage, frozen=True):
    patterns: tuple[Pattern, ...]
    index: int = 0
    name: ClassVar[str] = "patterns"

    def screen(self, model: Model) -> Screen:
        pattern, is_last = self.patterns[self.index], self.index + 1 == len(self.patterns)
        forward = close(model) if is_last else show(model, replace(self, index=self.index + 1))
        back = show(model, replace(self, index=self.index - 1)) if self.index else close(model)
        keys = {Button.OK: Option("", forward, icon=Icon.CHECK), Button.UNDO: Option("", back, icon=Icon.UNDO)}
        return Screen(body=(pattern.block(model.translate(pattern.label)),), keys=keys)

    def lights(self, model: Model, now: float) -> Lights:
        return Lights(self.patterns[self.index].lights)


class FieldWalkPage(ApplicationPage, frozen=True):
    """Lights field after field, automatically until a person steps by hand."""

    since: float | None
    """The start of the walk, in seconds of the loop's clock; None while it is paused."""
    field: int = 0
    name: ClassVar[str] = "field_walk"

    def screen(self, model: Model) -> Screen:
        def move(field: int) -> Transition:
            return Transition(model.with_page(FieldWalkPage(None, field)))

        field, fields = self._field_at(model.now), OnDemand(LIGHTS, lambda number: Option(field_name(number)))
        keys = {
            Button.OK: Option("", show(model, PatternsPage(LIGHT_PATTERNS)), icon=Icon.CHECK),
            Button.UNDO: Option("", close(model), icon=Icon.UNDO),
        }
        return Screen(
            model.translate("Lit now"),
            f"{field + 1}/{LIGHTS}",
            (Big(field_name(field)),),
            Choices(fields, field, show="hidden", move=move),
            keys,
        )

    def lights(self, model: Model, now: float) -> Lights:
        # One light only: swapped pixels would look right in any larger pattern.
        lit = only((self._field_at(now),), WHITE)
        if self.since is None:
            return lit
        return lit._replace(next_change=self.since + (self._steps_until(now) + 1) * STEP_S)

    def _field_at(self, now: float) -> int:
        return (self.field + self._steps_until(now)) % LIGHTS

    def _steps_until(self, now: float) -> int:
        return 0 if self.since is None else int((now - self.since) / STEP_S + TICK_TOLERANCE_S)


ENOUGH_PRESSES = 3
"""After this number of presses of one button the test continues, even if another button is dead."""


class PressCounts(Picture, Struct, frozen=True):
    counts: tuple[int, ...]

    @property
    def size(self) -> Size:
        return Size(WIDTH, DOUBLE.height)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        for count, box in zip(self.counts, KEYS, strict=True):
            canvas.text((box.left + box.right) // 2, y, str(count), DOUBLE, "centre")


class TryButtonsPage(ApplicationPage, frozen=True):
    """Counts the presses of each button, from left to right."""

    counts: tuple[int, ...] = (0,) * len(Button)
    encoder: bool = False
    """Whether `left` and `right` are turns of an encoder."""
    name: ClassVar[str] = "try_buttons"

    def screen(self, model: Model) -> Screen:
        _, pressed_count = model.translate, sum(map(bool, self.counts))

        def count(button: Button) -> Do:
            counts = tuple(count + (each is button) for each, count in zip(Button, self.counts, strict=True))
            # The press after the last new button leads back, so that its count is visible before the page closes.
            is_last = all(self.counts) or max(counts) == ENOUGH_PRESSES
            return close(model) if is_last else show(model, replace(self, counts=counts))

        done = pressed_count == len(Button)
        task = _("turn and press each") if self.encoder else _("press each button")
        texts = (
            Text(_("all of them work") if done else task),
            Text(_("any button: continue") if done else _("any 3 times: continue")),
        )
        return Screen(
            _("Buttons"),
            f"{pressed_count}/{len(Button)}",
            (*texts, PressCounts(self.counts)),
            keys={button: Option("", count(button), icon=icon) for button, icon in BUTTON_ICONS.items()},
        )

    def lights(self, model: Model, now: float) -> Lights:
        return DARK


# The wiring of the lights

IDENTIFYING_PIXELS = (0, 1, SIDE)
"""The first pixel is in the corner, the second shows the direction, the seventh shows the serpentine."""
QUESTIONS = (N_("Which field is lit?"), N_("And which now?"), N_("And which now?"))
COLOURS: dict[tuple[str, ...], dict[str, str | None]] = {
    (): {N_("Green"): "GRB", N_("Red"): "RGB", N_("White"): None},
    ("White",): {N_("Green"): "GRBW", N_("Red"): "RGBW"},
}
"""For each sequence of answers about the colours: the possible next answers, and the order that each identifies."""
ANSWERS = (Button.LEFT, Button.RIGHT, Button.OK, Button.BANK)
STEPS: dict[str, int] = {Icon.LEFT: -1, Icon.RIGHT: 1, Icon.CHECK: 0}
"""The answers on a longer strip: to the previous pixel, to the next one, or this one is right."""
LEVEL = 64
"""The level of a lit channel of a probe, 0 to 255: visible in daylight, with little current."""
CELL = 7
"""The side of a field of the small board, in pixels."""
LAYOUTS = tuple(
    Wiring(lights=WiredLights(corner=corner, along=along, serpentine=serpentine))
    for corner, along, serpentine in product(get_args(Corner), get_args(StripDirection), (True, False))
)
"""The sixteen layouts of the strip. A rotation of one of them is also one of them."""


@cache
def matching_layouts(seen: tuple[int, ...]) -> tuple[Wiring, ...]:
    """Returns the wirings that put the first pixels of `IDENTIFYING_PIXELS` on the fields where they were seen."""
    return tuple(
        layout
        for layout in LAYOUTS
        if all(pixel_order(layout)[field] == pixel for field, pixel in zip(seen, IDENTIFYING_PIXELS, strict=False))
    )


def candidate_fields(seen: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the fields where the next pixel of `IDENTIFYING_PIXELS` can be, lowest first."""
    pixel = IDENTIFYING_PIXELS[len(seen)]
    return tuple(sorted({pixel_order(layout).index(pixel) for layout in matching_layouts(seen)}))


def guessed_pixel(picked: tuple[int, ...]) -> int:
    """Returns the likely pixel of the next field, from the pixels of the fields before it."""
    count = len(picked)
    if count > 2 * SIDE:  # every second line has the same direction in all layouts
        return picked[count - 2 * SIDE] + picked[2 * SIDE] - picked[0]
    if count % SIDE > 1:
        return 2 * picked[-1] - picked[-2]
    return picked[-1] + 1 if picked else 0


class MarkedBoard(Picture, Struct, frozen=True):
    """A small board with row 1 at the bottom: a square for each marked field, a dot for the others."""

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


class WiringPage(ApplicationPage, frozen=True, kw_only=True):
    """A page that detects a part of the wiring."""

    is_confirmed: bool = False
    """Whether the players have confirmed the detected settings, which are saved at the end of the self-test."""

    @property
    def found(self) -> dict[str, Any] | None:
        """The detected settings; None before the last answer."""
        raise NotImplementedError

    def save_option(self, model: Model) -> Option:
        # The settings are read only at the start: the program ends with the test.
        leaving = replace(model.with_page(replace(self, is_confirmed=True)), is_leaving=True)
        return Option("", lambda: Transition(leaving), icon=Icon.CHECK)


class FindWiringPage(WiringPage, frozen=True):
    wiring: Wiring
    colours: tuple[str, ...] = ()
    """The colours that were seen."""
    seen: tuple[int, ...] = ()
    """The fields where `IDENTIFYING_PIXELS` were seen; on a longer strip the pixels under the first fields."""
    pixel: int = 0
    """The pixel that is lit, on a longer strip."""
    name: ClassVar[str] = "wizard"

    @property
    def byteorder(self) -> str | None:
        """The byte order that follows from the colours; None before the last answer."""
        return COLOURS[self.colours[:-1]][self.colours[-1]] if self.colours else None

    @property
    def is_longer(self) -> bool:
        return self.wiring.lights.count > LIGHTS

    @property
    def found(self) -> dict[str, Any] | None:
        if self.is_longer:
            return {"byteorder": self.byteorder, "pixels": list(self.seen)} if len(self.seen) == LIGHTS else None
        if len(self.seen) < len(IDENTIFYING_PIXELS):
            return None
        # Three answers leave exactly one of the sixteen layouts.
        layout = matching_layouts(self.seen)[0]
        places = {"corner": layout.lights.corner, "along": layout.lights.along, "serpentine": layout.lights.serpentine}
        return {"byteorder": self.byteorder} | places

    def screen(self, model: Model) -> Screen:
        _, answered = model.translate, len(self.colours) + len(self.seen)
        questions = (2 if "White" in self.colours else 1) + (LIGHTS if self.is_longer else len(IDENTIFYING_PIXELS))
        if self.seen:
            back = show(model, replace(self, seen=self.seen[:-1], pixel=self.seen[-1]))
        else:
            back = show(model, replace(self, colours=self.colours[:-1])) if self.colours else close(model)
        if self.found is None:
            body, answers = self._question(_)
            pairs = zip(ANSWERS, answers, strict=False)  # there may be fewer answers than buttons
            keys = {button: Option("", show(model, page), icon=key) for button, (key, page) in pairs}
        else:
            # As in the settings file.
            values = {key: json.dumps(value).strip('"') for key, value in self.found.items()}
            if pixels := self.found.get("pixels"):
                values["pixels"] = f"{pixels[0]}, {pixels[1]} … {pixels[-1]}"
            body = Text(_("Row 1 lit? ok saves:")), *(Row(key, (Figure(value),)) for key, value in values.items())
            keys = {Button.OK: self.save_option(model)}
        keys[Button.UNDO] = Option("", back, icon=Icon.UNDO)
        return Screen(_("Wiring"), f"{answered + 1}/{questions + 1}", body, keys=keys)

    def _question(self, _: Translator) -> tuple[tuple[Block, ...], list[tuple[str, FindWiringPage]]]:
        """Returns the current question, and for each answer its softkey and the page that follows."""
        if self.byteorder is None:
            # The names are too long for the softkeys: the screen lists them with numbers.
            question, colours = _("And which now?") if self.colours else _("Which colour is it?"), COLOURS[self.colours]
            lines = (Text(f"{number}  {_(colour)}", align="left") for number, colour in enumerate(colours, 1))
            pages = (replace(self, colours=(*self.colours, colour)) for colour in colours)
            return (Text(question, "bold", "left"), *lines), list(zip("1234", pages, strict=False))
        if self.is_longer:
            field, pixel = Big(field_name(len(self.seen))), Text(_("pixel {number}", number=self.pixel))
            steps = [(icon, self._with_step(step)) for icon, step in STEPS.items()]
            return (Text(_("Until this field is lit:")), field, pixel), steps
        fields, which = candidate_fields(self.seen), Text(_(QUESTIONS[len(self.seen)]), "bold")
        found = [(field_name(field), replace(self, seen=(*self.seen, field))) for field in fields]
        return (Columns(MarkedBoard(frozenset(fields)), (which,)),), found

    def _with_step(self, step: int) -> FindWiringPage:
        """Lights the next free pixel in this direction; 0 accepts this one and lights a guess for the next field."""
        seen = self.seen if step else (*self.seen, self.pixel)
        pixel = self.pixel + step if step else guessed_pixel(seen)
        while pixel % self.wiring.lights.count in seen:
            pixel += step or 1
        return replace(self, seen=seen, pixel=pixel % self.wiring.lights.count)

    def lights(self, model: Model, now: float) -> Lights:
        if self.byteorder is None:
            return self._probe(range(0, 4 * LIGHTS, 4) if self.colours else range(3, 4 * LIGHTS, 12), 4 * LIGHTS)
        if self.is_longer:
            lit = set(self.seen[:SIDE]) if self.found else {self.pixel}
        elif self.found:
            lit = set(pixel_order(matching_layouts(self.seen)[0])[:SIDE])
        else:
            lit = {IDENTIFYING_PIXELS[len(self.seen)]}
        # White, with its own channel if there is one.
        width = len(self.byteorder)
        channels = (3,) if width == 4 else (0, 1, 2)
        places = (width * pixel + channel for pixel in lit for channel in channels)
        return self._probe(places, width * self.wiring.lights.count)

    def _probe(self, lit: Iterable[int], size: int) -> Lights:
        """Returns a probe of `size` bytes with these bytes lit, and what it looks like with the current settings."""
        probe = bytearray(size)
        for byte in lit:
            probe[byte] = LEVEL
        width, order = len(self.wiring.lights.byteorder), self.wiring.lights.byteorder
        colours = []
        for pixel in pixel_order(self.wiring):
            level = dict(zip(order, probe[width * pixel : width * pixel + width].ljust(width, b"\0"), strict=True))
            colours.append(Colour(*(255 if level[letter] or level.get("W") else 0 for letter in "RGB")))
        return Lights(tuple(colours), probe=bytes(probe))


TOGETHER_S = 0.05
"""An input that follows another one within this time, in seconds, belongs to the same finger."""
MAX_NAMED = 2
"""Maximum number of fields that are named per kind; all of them are lit."""
RED, GREEN = Colour(255, 0, 0), Colour(0, 255, 0)
DEAD = None
"""Replaces the input of a field that does not answer and was skipped."""


class FindFieldsPage(WiringPage, frozen=True):
    wiring: Wiring
    inputs: tuple[int | None, ...] = ()
    """The inputs of the first fields, or DEAD."""
    answered_at: float = 0.0
    """When the newest input answered."""
    conflicts: tuple[tuple[int, int], ...] = ()
    """Each is a field and another one with the same input, or a field twice if two inputs answered at once."""
    name: ClassVar[str] = "find_fields"

    @property
    def found(self) -> dict[str, list[int]] | None:
        """The detected setting; dead fields get the remaining inputs."""
        if len(self.inputs) < LIGHTS:
            return None
        left = iter(number for number in range(LIGHTS) if number not in self.inputs)
        return {"inputs": [next(left) if number is DEAD else number for number in self.inputs]}

    @property
    def _dead(self) -> list[int]:
        return [field for field, number in enumerate(self.inputs) if number is DEAD]

    @property
    def _moved(self) -> list[int]:
        """The fields whose input differs from the settings."""
        known = field_inputs(self.wiring)
        return [field for field, number in enumerate(self.inputs) if number not in {DEAD, known[field]}]

    def screen(self, model: Model) -> Screen:
        _, current = model.translate, len(self.inputs)
        conflicts = tuple((field, other) for field, other in self.conflicts if field < current - 1)
        back = show(model, replace(self, inputs=self.inputs[:-1], conflicts=conflicts)) if self.inputs else close(model)
        keys = {Button.UNDO: Option("", back, icon=Icon.UNDO)}
        title, count = _("Fields"), f"{min(current + 1, LIGHTS)}/{LIGHTS}"
        if self.found is not None:
            keys[Button.OK] = self.save_option(model)
            return Screen(title, count, (Text(self._result(model)),), keys=keys)
        keys[Button.BANK] = Option("", show(model, replace(self, inputs=(*self.inputs, DEAD))), icon=Icon.SKIP)
        is_wrong = bool(self.conflicts) and self.conflicts[-1][0] >= current - 1
        wrong = [Text(self._conflict_text(model, *self.conflicts[-1]))] if is_wrong else []
        return Screen(title, count, (Text(_("Touch this field:")), Big(field_name(current)), *wrong), keys=keys)

    def _result(self, model: Model) -> str:
        _, texts = model.translate, [self._conflict_text(model, *pair) for pair in self.conflicts[:1]]
        if dead := self._dead:
            names = list_few(tuple(map(field_name, dead)), MAX_NAMED)
            texts.append(_.many("{fields} does not answer.", "{fields} do not answer.", len(dead), fields=names))
        if moved := self._moved:
            texts.append(_.many("{n} is elsewhere.", "{n} are elsewhere.", len(moved)))
        return " ".join((*(texts or [_("All fields answer.")]), _("ok saves.")))

    def touch(self, model: Model, place: str) -> Transition:
        if self.found is not None or place not in FIELD_NAMES:
            return Transition(model)
        number, current = field_inputs(self.wiring)[FIELD_NAMES.index(place)], len(self.inputs)
        if number in self.inputs:
            pair = (current, self.inputs.index(number))
        elif self.inputs and model.now - self.answered_at < TOGETHER_S:
            pair = (current - 1, current - 1)
        else:
            # The right input has answered: an earlier conflict at this field was a touch of another field.
            conflicts = tuple((field, other) for field, other in self.conflicts if field != current)
            inputs = (*self.inputs, number)
            return Transition(model.with_page(replace(self, inputs=inputs, answered_at=model.now, conflicts=conflicts)))
        conflicts = (*(other for other in self.conflicts if other != pair), pair)
        return Transition(model.with_page(replace(self, conflicts=conflicts)), (PlayTones(WRONG),))

    place_stone = touch

    def lights(self, model: Model, now: float) -> Lights:
        # One light only: it shows where to put the finger.
        if self.found is None:
            return compose([Paint((len(self.inputs),), WHITE)])
        conflicting = {field for pair in self.conflicts for field in pair}
        wrong = (*self._dead, *conflicting)
        return compose([Paint(range(LIGHTS), GREEN), Paint(self._moved, AMBER), Paint(wrong, RED)])

    def _conflict_text(self, model: Model, field: int, other: int) -> str:
        _, names = model.translate, {"field": field_name(field), "other": field_name(other)}
        return _("{field}: two inputs.", **names) if field == other else _("{field}: input of {other}.", **names)


# The list

SCALE = tuple(Tone(hertz, 0.2) for hertz in (262, 294, 330, 349, 392, 440, 494, 523))


class Trial(NamedTuple):
    label: str
    """English, to be translated."""
    begin: Callable[[Model, Wiring], Page | Transition]
    """Starts the trial, mostly on a page of its own; receives the wiring."""
    needs_fields: bool = False


TRIALS = (
    Trial(N_("Lights"), lambda model, _: FieldWalkPage(since=model.now)),
    Trial(N_("Screen"), lambda *_: PatternsPage(SCREEN_PATTERNS)),
    Trial(N_("Buttons"), lambda _, wiring: TryButtonsPage(encoder=wiring.buttons.encoder)),
    Trial(N_("Buzzer"), lambda model, _: Transition(replace(model, sound=True), (PlayTones(SCALE),))),
    Trial(N_("Find the wiring"), lambda _, wiring: FindWiringPage(wiring)),
    Trial(N_("Touch the fields"), lambda _, wiring: FindFieldsPage(wiring), needs_fields=True),
    Trial(N_("Leave"), lambda model, _: Transition(replace(model, is_leaving=True))),
)


class SelftestPage(ApplicationPage, frozen=True):
    wiring: Wiring
    cursor: int = 0
    name: ClassVar[str] = "selftest"

    @property
    def trials(self) -> tuple[Trial, ...]:
        return tuple(trial for trial in TRIALS if self.wiring.fields.kind != "none" or not trial.needs_fields)

    def screen(self, model: Model) -> Screen:
        _, trials = model.translate, self.trials

        def begin(trial: Trial) -> Transition:
            # The cursor moves on automatically, so that pressing only `ok` tries every part.
            following = model.with_page(replace(self, cursor=(self.cursor + 1) % len(trials)))
            started = trial.begin(following, self.wiring)
            return started if isinstance(started, Transition) else Transition(following.with_page_on_top(started))

        options = [Option(_(trial.label), partial(begin, trial)) for trial in trials]
        return Screen(_("Self-test"), f"{self.cursor + 1}/{len(trials)}", choices=Choices(options, self.cursor))

    def lights(self, model: Model, now: float) -> Lights:
        return DARK
