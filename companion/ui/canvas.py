"""The canvas for one picture of the screen; it also records the texts, for web pages, screen readers and tests."""

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple, Self, TypeAlias

from PIL import Image, ImageDraw

from companion.ui import art
from companion.ui import font as letters
from companion.ui.art import Art, to_picture
from companion.ui.font import THIN, Font
from hardware.device import HEIGHT, WIDTH

Align: TypeAlias = Literal["left", "centre", "right"]
WHITE, BLACK = 1, 0


class Rect(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    def moved(self, down: int) -> Self:
        return self._replace(top=self.top + down, bottom=self.bottom + down)


SAME_LINE = 4
"""Texts whose tops differ by fewer rows than this are on one line, and are read from left to right."""


class RecordedText(NamedTuple):
    """A text in the picture, or the meaning of a drawing."""

    words: str
    """Empty if an earlier text includes it."""
    box: Rect
    top: int
    """The top of its line of text."""


class Canvas:
    """A one-bit picture, 128 columns by 64 or 32 rows, that records the texts drawn on it."""

    def __init__(self, translate: Callable[[str], str] = str, *badges: art.Icon, height: int = HEIGHT) -> None:
        """Starts with a dark picture. `translate` translates the name of an icon; `badges` are shown in headers."""
        self.badges = badges
        self.height = height
        self._translate = translate
        self._image = Image.new("1", (WIDTH, height))
        self._draw = ImageDraw.Draw(self._image)
        self._recorded: list[RecordedText] = []
        self._clipped: list[str] = []

    @property
    def lines(self) -> tuple[str, ...]:
        """The texts of the picture, in reading order."""
        # Drawings and letters of one line differ by a few rows. With a common top they are read from left to right.
        ordered: list[RecordedText] = []
        line_top = -SAME_LINE
        for each in sorted(self._recorded, key=lambda each: each.top):
            if each.top - line_top >= SAME_LINE:
                line_top = each.top
            ordered.append(each._replace(top=line_top))
        ordered.sort(key=lambda each: (each.top, each.box.left))
        return tuple(each.words for each in ordered if each.words)

    @property
    def clipped(self) -> tuple[str, ...]:
        """The texts that did not fit and were shortened or left out, in the order of drawing."""
        return tuple(self._clipped)

    def screen(self) -> bytes:
        """Returns the screen of a frame: row by row from the top, in a row from the left, highest bit first."""
        return self._image.tobytes()

    def clip(self, text: str) -> None:
        self._clipped.append(text)

    def clear(self, box: Rect) -> None:
        """Darkens a box; records in `clipped` if something was drawn there."""
        if self._image.crop(box).getbbox():
            self.clip(f"a drawing in {tuple(box)}")
        self.fill(box, BLACK)

    def record(self, words: str, box: Rect) -> None:
        """Records the meaning of a drawing for screen readers."""
        meaning = self._translate(words) if isinstance(words, art.Icon) else words
        self._recorded.append(RecordedText(meaning, box, box.top))

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
        recorded: str | None = None,
    ) -> Rect:
        """Writes one line; a text that does not fit is shortened, and recorded in `clipped`.

        Args:
            x: the left edge, the middle, or the exclusive right edge of the text, depending on `align`.
            y: the top of its capital letters.
            text: the text.
            font: the letters.
            align: the meaning of `x`.
            limit: the maximum width in columns; None for the edge of the screen.
            ink: WHITE, or BLACK on a white area.
            recorded: the text to record instead of the written one; empty to record none.

        Returns:
            The box of its letters.
        """
        available = {"left": WIDTH - x, "centre": 2 * min(x, WIDTH - x), "right": x}[align]
        fitting = letters.shortened(font, text, available if limit is None else min(available, limit))
        if y < 0 or y + font.height > self.height:
            fitting = ""
        if fitting != text:
            self._clipped.append(text)
        if not fitting:
            return Rect(x, y, x, y)
        image = letters.text_image(font, fitting)
        left = x - {"left": 0, "centre": image.width // 2, "right": image.width}[align]
        self._image.paste(ink, (left, y), image)
        # A text of nothing but spaces has no box.
        ink_left, ink_top, ink_right, ink_bottom = image.getbbox() or (0, 0, 0, 0)
        box = Rect(left + ink_left, y + ink_top, left + ink_right, y + ink_bottom)
        self._recorded.append(RecordedText(text if recorded is None else recorded, box, y))
        return box

    def icon(self, x: int, y: int, icon: art.Icon, *, ink: int = WHITE) -> Rect:
        """Draws an icon with its upper left corner at x, y, without recording a text."""
        image = art.drawing(icon)
        self._image.paste(ink, (x, y), image)
        return Rect(x, y, x + image.width, y + image.height)

    def art(self, x: int, y: int, drawing: Art, *, ink: int = WHITE) -> None:
        """Draws pixel art with its upper left corner at x, y, without recording a text."""
        self._image.paste(ink, (x, y), to_picture(drawing))

    def fill(self, box: Rect, ink: int = WHITE, radius: int = 0) -> None:
        if radius:
            self._draw.rounded_rectangle(_pillow_box(box), radius, fill=ink)
        else:
            # This is faster, and a roll has eighteen such boxes.
            self._draw.rectangle(_pillow_box(box), fill=ink)

    def outline(self, box: Rect, ink: int = WHITE, radius: int = 0) -> None:
        """Draws the edge of a box, one pixel wide, with rounded corners."""
        self._draw.rounded_rectangle(_pillow_box(box), radius, outline=ink)

    def rule(self, y: int, left: int = 0, right: int = WIDTH) -> None:
        self.fill(Rect(left, y, right, y + 1))

    def points(self, spots: Iterable[tuple[int, int]], ink: int = WHITE) -> None:
        self._draw.point(list(spots), ink)

    def meter(self, box: Rect, share: float) -> None:
        """Draws a framed bar. A share (0 to 1) above 0 is always visible, and one below 1 never fills the bar."""
        self.outline(box, radius=1)
        available = box.width - 4
        least, most = int(share > 0), available - int(share < 1)
        filled = min(max(round(share * available), least), most)
        if filled:
            self.fill(Rect(box.left + 2, box.top + 2, box.left + 2 + filled, box.bottom - 2))


def _pillow_box(box: Rect) -> tuple[int, int, int, int]:
    """Returns the box for Pillow's ImageDraw, where right and bottom are inclusive."""
    return box.left, box.top, box.right - 1, box.bottom - 1


def shift_picture(screen: bytes, right: int, down: int) -> bytes:
    """Moves the picture by 0 or 1 pixels in each direction, against burn-in; one edge is cut off."""
    still = Image.frombytes("1", (WIDTH, 8 * len(screen) // WIDTH), screen)
    moved = Image.new("1", still.size)
    moved.paste(still, (right, down))
    return moved.tobytes()
