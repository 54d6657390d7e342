"""Test patterns that show a person what is wrong with the lights or the screen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from companion.core.cursor import moved_cursor
from companion.core.page import ButtonRow, Page, arrows, close, show
from companion.lights.composition import DARK, Lights
from companion.lights.idle_animations import single_light
from companion.locale.translator import N_
from companion.screen.canvas import Canvas, Rect
from companion.screen.icons import Icon
from companion.screen.layout import ABOVE_KEYS, big, header
from hardware.device import LIGHTS, SIDE, WIDTH, Button, Colour

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.model import Model

STEP_S = 0.5
"""How long each field is lit."""
EARLY = 1e-6
"""A moment that comes this much too early counts as on time."""
WHITE = Colour(255, 255, 255)
GLASS = Rect(0, 0, WIDTH, 53)
"""The screen down to the softkeys, whose bar reaches its other edges."""
TILE = 4
"""The side of a square of the checkerboard, in pixels."""


class Pattern(NamedTuple):
    """A test pattern for the lights and the screen."""

    label: str
    """In English, to be translated."""
    lights: tuple[Colour, ...]
    picture: Callable[[Canvas, str], None]
    """Draws the screen, told the label as it is to be read."""


def _draw_large(canvas: Canvas, label: str) -> None:
    big(canvas, label, ABOVE_KEYS)


def _draw_frame(canvas: Canvas, label: str) -> None:
    canvas.outline(GLASS)
    big(canvas, label, Rect(4, 4, WIDTH - 4, 49))


def _draw_checkers(canvas: Canvas, label: str, odd: int = 0) -> None:
    canvas.say(label, GLASS)
    for top in range(0, GLASS.bottom, TILE):
        for left in range((top // TILE + odd) % 2 * TILE, WIDTH, 2 * TILE):
            canvas.fill(Rect(left, top, left + TILE, min(top + TILE, GLASS.bottom)))


def _uniform_lights(red: int, green: int, blue: int) -> tuple[Colour, ...]:
    return (Colour(red, green, blue),) * LIGHTS


RAMP = tuple(Colour(level, level, level) for level in (255 * field // (LIGHTS - 1) for field in range(LIGHTS)))
"""From dark on 1/1 to full on 6/6, in steps that should look even."""

COLOURS = (
    Pattern(N_("All red"), _uniform_lights(255, 0, 0), _draw_large),
    Pattern(N_("All green"), _uniform_lights(0, 255, 0), _draw_large),
    Pattern(N_("All blue"), _uniform_lights(0, 0, 255), _draw_large),
    Pattern(N_("All white"), _uniform_lights(255, 255, 255), _draw_large),
    Pattern(N_("Dark to bright"), RAMP, _draw_large),
)
PICTURES = (
    Pattern(N_("A whole frame"), DARK.colours, _draw_frame),
    Pattern(N_("Checkerboard"), DARK.colours, _draw_checkers),
    Pattern(N_("The other squares"), DARK.colours, lambda canvas, label: _draw_checkers(canvas, label, 1)),
)


@dataclass(frozen=True, slots=True)
class PatternsPage(Page):
    """Shows the patterns, one after the other."""

    patterns: tuple[Pattern, ...]
    place: int = 0
    name: ClassVar[str] = "patterns"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        is_last = self.place + 1 == len(self.patterns)
        on = close(model) if is_last else show(model, replace(self, place=self.place + 1))
        back = show(model, replace(self, place=self.place - 1)) if self.place else close(model)
        return {Button.OK: ButtonRow(Icon.CHECK, on), Button.UNDO: ButtonRow(Icon.UNDO, back)}

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the pattern."""
        pattern = self.patterns[self.place]
        pattern.picture(canvas, model.translate(pattern.label))

    def lights(self, model: Model, now: float) -> Lights:
        """Lights the pattern."""
        return Lights(self.patterns[self.place].lights)


@dataclass(frozen=True, slots=True)
class FieldWalkPage(Page):
    """Lights field after field, by itself until somebody steps by hand."""

    since: float | None
    """When the walk began, in seconds of the loop's clock; None: it stands."""
    place: int = 0
    name: ClassVar[str] = "field_walk"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        def moved(button: Button) -> FieldWalkPage:
            return FieldWalkPage(None, moved_cursor(self._place_at(model.now), button, LIGHTS))

        return arrows(model, moved) | {
            Button.OK: ButtonRow(Icon.CHECK, show(model, PatternsPage(COLOURS))),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the name of the field that should be lit."""
        place = self._place_at(model.now)
        header(canvas, model.translate("Lit now"), f"{place + 1}/{LIGHTS}")
        big(canvas, f"{place % SIDE + 1}/{place // SIDE + 1}")

    def lights(self, model: Model, now: float) -> Lights:
        """Lights that field alone."""
        # One light, not a row of them: two pixels that are swapped would look right in any larger picture.
        lit = single_light(self._place_at(now), WHITE)
        return (
            lit if self.since is None else lit._replace(next_change=self.since + (self._steps_until(now) + 1) * STEP_S)
        )

    def _place_at(self, now: float) -> int:
        return (self.place + self._steps_until(now)) % LIGHTS

    def _steps_until(self, now: float) -> int:
        return 0 if self.since is None else int((now - self.since) / STEP_S + EARLY)
