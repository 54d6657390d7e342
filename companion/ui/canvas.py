"""The canvas on which a page draws one picture of the screen; it also records the picture's texts."""

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


class Said(NamedTuple):
    """A text in the picture, or the meaning of a drawing."""

    words: str
    """Empty: the text is part of the line before."""
    box: Rect
    top: int
    """The top of its line of text."""


class Canvas:
    """A one-bit picture, 128 columns by 64 or 32 rows, that records the texts drawn on it."""

    def __init__(self, words: Callable[[str], str] = str, *badges: art.Icon, height: int = HEIGHT) -> None:
        """Begins with a dark picture; `words` translates the name of an icon, `badges` are at the end of headers."""
        self.badges = badges
        self.height = height
        self._words = words
        self._image = Image.new("1", (WIDTH, height))
        self._draw = ImageDraw.Draw(self._image)
        self._said: list[Said] = []
        self._clipped: list[str] = []

    @property
    def lines(self) -> tuple[str, ...]:
        """The texts of the picture, in reading order."""
        # Drawings and letters of one line differ by a few rows: without a common top a figure would be read before the
        # name to its left.
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
        """Returns the screen of a frame: row by row from the top, in a row from the left, highest bit first."""
        return self._image.tobytes()

    def clip(self, text: str) -> None:
        self._clipped.append(text)

    def clear(self, box: Rect) -> None:
        """Darkens a box; records in `clipped` if something was drawn there."""
        if self._image.crop(box).getbbox():
            self.clip(f"what reaches into {tuple(box)}")
        self.fill(box, BLACK)

    def say(self, words: str, box: Rect) -> None:
        """Records the meaning of a drawing for screen readers."""
        self._said.append(Said(self._words(words) if isinstance(words, art.Icon) else words, box, box.top))

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
        """Writes one line; a text that does not fit is shortened, and recorded in `clipped`.

        Args:
            x: the left edge, the middle, or the exclusive right edge of the text, as `align` says.
            y: the top of its capital letters.
            text: what to write.
            font: the letters.
            align: what `x` is.
            limit: the most columns that it may take; None: up to the screen's edge.
            ink: WHITE, or BLACK on something white.
            says: the text for `lines` instead; empty: none.

        Returns:
            The box of its letters.
        """
        # Shortened by width, never by the number of letters: they are of different widths.
        room = {"left": WIDTH - x, "centre": 2 * min(x, WIDTH - x), "right": x}[align]
        fitting = letters.shortened(font, text, room if limit is None else min(room, limit))
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
        self._said.append(Said(text if says is None else says, box, y))
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
            # The same pixels, without Pillow's long way there: a roll has eighteen such boxes.
            self._draw.rectangle(_pillow_box(box), fill=ink)

    def outline(self, box: Rect, ink: int = WHITE, radius: int = 0) -> None:
        """Draws a box's edge, one pixel wide, its corners rounded."""
        self._draw.rounded_rectangle(_pillow_box(box), radius, outline=ink)

    def rule(self, y: int, left: int = 0, right: int = WIDTH) -> None:
        self.fill(Rect(left, y, right, y + 1))

    def points(self, spots: Iterable[tuple[int, int]], ink: int = WHITE) -> None:
        self._draw.point(list(spots), ink)

    def meter(self, box: Rect, share: float) -> None:
        """Draws a bar in a frame; a share (0 to 1) above 0 always shows, and one below 1 never fills it."""
        self.outline(box, radius=1)
        room = box.width - 4
        least, most = int(share > 0), room - int(share < 1)
        filled = min(max(round(share * room), least), most)
        if filled:
            self.fill(Rect(box.left + 2, box.top + 2, box.left + 2 + filled, box.bottom - 2))


def _pillow_box(box: Rect) -> tuple[int, int, int, int]:
    """Returns the box for Pillow's ImageDraw, where right and bottom are inclusive."""
    return box.left, box.top, box.right - 1, box.bottom - 1


def shift_picture(screen: bytes, right: int, down: int) -> bytes:
    """Moves the picture of a frame by a pixel or none each way, against burn-in; what leaves the screen is lost."""
    still = Image.frombytes("1", (WIDTH, 8 * len(screen) // WIDTH), screen)
    moved = Image.new("1", still.size)
    moved.paste(still, (right, down))
    return moved.tobytes()
