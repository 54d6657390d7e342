"""Boards as SVG: squares with stacks of stones, dice, text. Needs no style sheet and no font file."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol
from xml.sax.saxutils import escape, quoteattr

WIDTH = 800
MARGIN = 40
ROOM = WIDTH - 2 * MARGIN
"""The width of the content, in pixels."""
DIE = 96
"""The height of a die."""
GROUND, FIELD, INK, QUIET = "#14181d", "#262c34", "#f2efe6", "#a9b0ba"
LIT = "#ffe400"
"""The edge of an available field, as on the web page."""
IVORY, DARK = "#f2efe6", "#14181d"
FONT = "system-ui, sans-serif"

_PIPS = ("", "e", "ai", "aei", "acgi", "acegi", "adgcfi")
"""The pips of each value, as letters of a grid of 3 by 3, row by row."""

_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Not allowed in XML 1.0, not even escaped."""
_WIDE_EM, _CAPITAL_EM, _LETTER_EM = 1.4, 1.0, 0.68
"""Maximum width of a letter in any font, in em: ideographs and emoji, capitals, others."""


class Stone(Protocol):
    @property
    def colour(self) -> str:
        """As `#rrggbb`."""

    @property
    def label(self) -> str:
        """The text on it."""


class Square(NamedTuple):
    """One field of a board."""

    stones: Sequence[Stone]
    """The bottom one first."""
    rim: str = ""
    """The colour of its edge; "": none."""
    ground: str = FIELD
    sign: str = ""
    """A text in the corner."""
    is_large: bool = False
    """Whether the sign is large and in the middle."""


def draw_squares(squares: Sequence[Square], columns: Sequence[str], rows: Sequence[str]) -> tuple[str, float]:
    """Returns a square board and its height.

    Args:
        squares: all fields, the lowest row first.
        columns: the labels below the columns.
        rows: the labels next to the rows, the lowest first.
    """
    side = len(columns)
    edge = 30
    pitch = (ROOM - edge) / side
    parts = []
    for number, square in enumerate(squares):
        x, y = edge + pitch * (number % side), pitch * (side - 1 - number // side)
        rim: dict[str, object] = {"stroke": square.rim, "stroke-width": 6} if square.rim else {}
        size = pitch - 6
        parts.append(element("rect", x=x + 3, y=y + 3, width=size, height=size, rx=12, fill=square.ground, **rim))
        parts += draw_stack(square.stones, x + pitch / 2, y + pitch - 34)
        if square.sign and square.is_large:
            parts.append(write(x + pitch / 2, y + 40, square.sign, 40, anchor="middle", weight=700))
        elif square.sign:
            parts.append(write(x + 14, y + 30, square.sign, 22, weight=700))
    marks = [
        write(edge + pitch * (n + 0.5), pitch * side + 22, name, 18, QUIET, anchor="middle")
        for n, name in enumerate(columns)
    ]
    marks += [write(8, pitch * (side - n - 0.5) + 6, name, 18, QUIET) for n, name in enumerate(rows)]
    return "".join((*parts, *marks)), pitch * side + 30


def draw_stack(stones: Sequence[Stone], x: float, bottom: float) -> Iterator[str]:
    """Yields the stones, the lowest first, each as a disc seen from above the edge of the table."""
    for height, stone in enumerate(stones):
        y = bottom - 17 * height
        edge = f"M{x - 36:.1f} {y:.1f}v13a36 17 0 0 0 72 0v-13z"
        yield element("path", d=edge, fill=stone.colour, stroke=DARK, **{"stroke-width": 2})
        yield element("ellipse", cx=x, cy=y, rx=36, ry=17, fill=stone.colour, stroke=DARK, **{"stroke-width": 2})
        yield write(x, y + 8, stone.label, 24, ink(stone.colour), anchor="middle", weight=700)


def draw_dice(faces: Sequence[int], top: float) -> str:
    """Returns dice next to each other, in the middle of the picture."""
    left, dice = (WIDTH - len(faces) * (DIE + 24) + 24) / 2, []
    for number, face in enumerate(faces):
        moved = f"translate({left + number * (DIE + 24):.1f} {top:.1f})"
        spots = [(DIE / 2 + 28 * x, DIE / 2 + 28 * y) for x, y in pip_places(face)]
        pips = (element("circle", cx=x, cy=y, r=9, fill=DARK) for x, y in spots)
        dice.append(element("g", element("rect", width=DIE, height=DIE, rx=18, fill=IVORY), *pips, transform=moved))
    return "".join(dice)


def pip_places(value: int) -> list[tuple[int, int]]:
    """Returns the positions of the pips, in steps to the right and down from the middle."""
    return [(spot % 3 - 1, spot // 3 - 1) for spot in map("abcdefghi".index, _PIPS[value])]


def document(width: float, height: float, *inner: str, scale: float = 1) -> str:
    """Returns a whole SVG document, scaled."""
    size = {
        "width": width * scale,
        "height": height * scale,
        "viewBox": f"0 0 {width} {height:.2f}",
        "font-family": FONT,
    }
    return element("svg", *inner, xmlns="http://www.w3.org/2000/svg", **size)


def write(
    x: float, y: float, words: str, size: float, fill: str = INK, *, anchor: str = "start", weight: int = 400,
    room: float = ROOM,
) -> str:  # fmt: skip
    """Returns a line of text, smaller if it does not fit: a name is never cut."""
    words = _UNWRITABLE.sub("\ufffd", words)
    size = fitting_size(words, size, room)
    attributes = {"text-anchor": anchor, "font-size": f"{size:.2f}", "font-weight": weight, "xml:space": "preserve"}
    return element("text", escape(words), x=x, y=y, fill=fill, **attributes)


def fitting_size(words: str, size: float, room: float) -> float:
    """Returns the size of the letters, reduced if the words do not fit."""
    return min(size, room / max(sum(map(_letter_em, words)), 1))


def _letter_em(letter: str) -> float:
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF" or unicodedata.category(letter) == "So":
        return _WIDE_EM
    return _CAPITAL_EM if letter.isupper() or letter in "mw%@—" else _LETTER_EM


def element(name: str, *inner: str, **attributes: object) -> str:
    """Returns an element. Attributes are escaped, the content is not."""

    def value_text(value: object) -> str:
        return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)

    written = "".join(f" {key}={quoteattr(value_text(value))}" for key, value in attributes.items())
    return f"<{name}{written}>{''.join(inner)}</{name}>"


def ink(colour: str) -> str:
    """Returns black or white, whichever is more readable on a colour (WCAG's relative luminance)."""
    red, green, blue = ((int(colour[at : at + 2], 16) / 255) ** 2.2 for at in (1, 3, 5))
    return DARK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 else "#ffffff"
