"""One picture of the screen in the making: what is drawn on it, and what it says in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from companion.screen import font as letters
from companion.screen import icons
from companion.screen.font import THIN, Font
from hardware.device import HEIGHT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Align: TypeAlias = Literal["left", "centre", "right"]
WHITE, BLACK = 1, 0


class Rect(NamedTuple):
    """A part of the screen in pixels; right and bottom lie just outside, as everywhere in Pillow."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Its columns."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Its rows."""
        return self.bottom - self.top


SAME_LINE = 4
"""Texts whose tops are less than so many rows apart are read from left to right."""


class Said(NamedTuple):
    """What a part of the picture says."""

    words: str
    """Empty: what is written there was said with the line before."""
    box: Rect
    top: int
    """Where its line of text begins."""


class Canvas:
    """A one-bit picture, 128 columns by 64 rows, that remembers what was written on it."""

    def __init__(self, words: Callable[[str], str] = str, badge: icons.Icon | None = None) -> None:
        """An empty picture.

        Args:
            words: translates what an icon stands for.
            badge: what every header on it carries at its right end.
        """
        self.badge = badge
        self.chosen = ""
        """What is under the cursor of a list or of a question, for those who do not see it."""
        self._words = words
        self._image = Image.new("1", (WIDTH, HEIGHT))
        self._draw = ImageDraw.Draw(self._image)
        self._said: list[Said] = []
        self._clipped: list[str] = []

    @property
    def lines(self) -> tuple[str, ...]:
        """What the screen says, in reading order."""
        ordered: list[Said] = []
        line_top = -SAME_LINE
        for said in sorted(self._said, key=lambda said: said.top):
            if said.top - line_top >= SAME_LINE:
                line_top = said.top
            ordered.append(said._replace(top=line_top))
        ordered.sort(key=lambda said: (said.top, said.box.left))
        return tuple(said.words for said in ordered if said.words)

    @property
    def clipped(self) -> tuple[str, ...]:
        """The texts that did not fit and were shortened or left out, in the order of drawing."""
        return tuple(self._clipped)

    def screen(self) -> bytes:
        """The 1,024 bytes of a frame: row by row from the top, in a row from the left, the highest bit first."""
        return self._image.tobytes()

    def clip(self, text: str) -> None:
        """Notes that a text did not fit."""
        self._clipped.append(text)

    def clear(self, box: Rect) -> None:
        """Darkens a box; if something was drawn there, that is noted in `clipped`."""
        if self._image.crop(box).getbbox():
            self.clip(f"what reaches into {tuple(box)}")
        self.fill(box, BLACK)

    def say(self, words: str, box: Rect) -> None:
        """Records what a drawing means, an icon or something else, for those who do not see it."""
        self._said.append(Said(self._words(words) if isinstance(words, icons.Icon) else words, box, box.top))

    def text(
        self,
        x: int,
        y: int,
        text: str,
        font: Font = THIN,
        align: Align = "left",
        *,
        limit: int | None = None,
        ink: int = WHITE,
        says: str | None = None,
    ) -> Rect:
        """Writes one line; what does not fit is shortened, and noted in `clipped`.

        Args:
            x: where the text begins (left), has its middle (centre), or has just ended (right).
            y: the top of its capital letters.
            text: what to write.
            font: the letters.
            align: what `x` is.
            limit: the most columns that it may take; None: as many as there are up to the screen's edge.
            ink: WHITE, or BLACK on something white.
            says: what `lines` tells instead of the text; empty: nothing.

        Returns:
            The box of its letters.
        """
        room = {"left": WIDTH - x, "centre": 2 * min(x, WIDTH - x), "right": x}[align]
        fitting = letters.shortened(font, text, room if limit is None else min(room, limit))
        if y < 0 or y + font.height > HEIGHT:
            fitting = ""
        if fitting != text:
            self._clipped.append(text)
        if not fitting:
            return Rect(x, y, x, y)
        image = letters.image(font, fitting)
        left = x - {"left": 0, "centre": image.width // 2, "right": image.width}[align]
        self._image.paste(ink, (left, y), image)
        ink_left, ink_top, ink_right, ink_bottom = image.getbbox() or (0, 0, 0, 0)
        box = Rect(left + ink_left, y + ink_top, left + ink_right, y + ink_bottom)
        self._said.append(Said(text if says is None else says, box, y))
        return box

    def icon(self, x: int, y: int, icon: icons.Icon, *, ink: int = WHITE) -> Rect:
        """Draws an icon with its upper left corner at x, y; it says nothing."""
        image = icons.drawing(icon)
        self._image.paste(ink, (x, y), image)
        return Rect(x, y, x + image.width, y + image.height)

    def fill(self, box: Rect, ink: int = WHITE, radius: int = 0) -> None:
        """Fills a box, its corners rounded."""
        if radius:
            self._draw.rounded_rectangle(_inclusive(box), radius, fill=ink)
        else:  # the same, without Pillow's long way there: a roll has eighteen such boxes
            self._draw.rectangle(_inclusive(box), fill=ink)

    def outline(self, box: Rect, ink: int = WHITE, radius: int = 0) -> None:
        """Draws a box's edge, one pixel wide, its corners rounded."""
        self._draw.rounded_rectangle(_inclusive(box), radius, outline=ink)

    def rule(self, y: int, left: int = 0, right: int = WIDTH) -> None:
        """Draws a line across."""
        self.fill(Rect(left, y, right, y + 1))

    def points(self, spots: Iterable[tuple[int, int]], ink: int = WHITE) -> None:
        """Draws single pixels, each x and y."""
        self._draw.point(list(spots), ink)

    def meter(self, box: Rect, share: float) -> None:
        """Draws a bar in a frame; a share above 0 always shows, and one below 1 never fills it.

        Args:
            box: where, with the frame.
            share: 0 to 1.
        """
        self.outline(box, radius=1)
        room = box.width - 4
        least, most = int(share > 0), room - int(share < 1)
        filled = min(max(round(share * room), least), most)
        if filled:
            self.fill(Rect(box.left + 2, box.top + 2, box.left + 2 + filled, box.bottom - 2))


def _inclusive(box: Rect) -> tuple[int, int, int, int]:
    """The box as Pillow's drawing wants it: right and bottom are the last pixels inside."""
    return box.left, box.top, box.right - 1, box.bottom - 1


def shift(screen: bytes, right: int, down: int) -> bytes:
    """Moves a picture by a pixel, so that no pixel of the screen is lit for years; what leaves it is lost.

    Args:
        screen: 1,024 bytes of a frame.
        right: 0 or 1.
        down: 0 or 1.
    """
    moved = Image.new("1", (WIDTH, HEIGHT))
    moved.paste(Image.frombytes("1", (WIDTH, HEIGHT), screen), (right, down))
    return moved.tobytes()
