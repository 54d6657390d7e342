"""Pictures on a screen. Each is a frozen value that has a size and draws itself."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

from companion.ui.canvas import BLACK, Canvas, Rect
from companion.ui.drawings import DIE, LARGE_DIE, LARGE_PIP, PIP, SMALL_DIE, die, small_die
from hardware.device import HEIGHT


class Size(NamedTuple):
    width: int
    height: int


class Picture:
    """A drawing for a screen, as a block or next to its title. A subclass is a frozen value."""

    __slots__ = ()

    @property
    @abstractmethod
    def size(self) -> Size:
        """The size in pixels."""

    @property
    def text(self) -> str:
        """The same as text; "" if other blocks contain it."""
        return ""

    @abstractmethod
    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        """Draws it with its upper left corner at x, y."""

    def within(self, rows: int) -> Picture | str:
        """Returns the picture with this number of rows; if that is not possible, a text that is shorter than `text`."""
        return self if self.size.height <= rows else self.text


class _Dice(NamedTuple):
    values: tuple[int, ...]
    """1 to 6 each."""
    solid: int | None = None
    """The index of the solid die; None if all are outlined."""
    scale: int = 1
    """0 in a line of text, 1 by default, 2 for large dice."""


def in_words(parts: Iterable[str], chosen: int | None, between: str = ", ") -> str:
    """Returns the parts of a picture as text, with the chosen one (an index or None) in brackets."""
    return between.join(f"[{part}]" if number == chosen else part for number, part in enumerate(parts))


class Dice(_Dice, Picture):
    __slots__ = ()

    @property
    def size(self) -> Size:
        side, gap = self._side_and_gap
        return Size(len(self.values) * (side + gap) - gap, side)

    @property
    def text(self) -> str:
        return in_words(map(str, self.values), self.solid, " ")

    def within(self, rows: int) -> Picture | str:
        smaller = (self._replace(scale=scale) for scale in range(self.scale, -1, -1))
        return next((dice for dice in smaller if dice.size.height <= rows), self.text)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        pitch = sum(self._side_and_gap)
        for place, value in enumerate(self.values):
            left, inverse = x + pitch * place, place == self.solid
            if self.scale:
                die(canvas, left, y, value, inverse=inverse, pip=LARGE_PIP if self.scale > 1 else PIP)
            else:
                small_die(canvas, left, y + 1, value, inverse=inverse)

    @property
    def _side_and_gap(self) -> tuple[int, int]:
        return ((SMALL_DIE, 2), (DIE, 2), (LARGE_DIE, 9))[self.scale]


class Code(Picture, Struct, frozen=True):
    """A QR code. It takes the whole height of the screen, and the places of the first three softkeys."""

    rows: tuple[str, ...]
    """A letter for each module, `1` where it is dark."""

    @property
    def size(self) -> Size:
        return Size(HEIGHT, HEIGHT)

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        scale = HEIGHT // len(self.rows)
        edge = (HEIGHT - scale * len(self.rows)) // 2
        # Dark on light with a margin, because many readers need that.
        canvas.fill(Rect(x, y, x + HEIGHT, y + HEIGHT))
        for row, modules in enumerate(self.rows):
            for column, dark in enumerate(modules):
                left, top = x + edge + scale * column, y + edge + scale * row
                if dark == "1":
                    canvas.fill(Rect(left, top, left + scale, top + scale), ink=BLACK)
