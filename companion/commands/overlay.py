"""`companion overlay`: a sheet to print that lies over the pixels, true to scale; a unit of the drawing is 1 mm."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from companion.core.table import DEVICE_AXES, Axes, label_spans
from companion.core.table_registry import TABLES, is_playable
from companion.files import legible, write
from companion.ui.art import Icon, drawing
from hardware.device import SIDE

WRONG = 2

MARGIN_MM = 6.35
"""What printers leave white at most, a quarter of an inch; many need 4.2 mm."""
TRIM_MM = 2.0
"""So much of the outer fields may be missing at the left and at the right, where no hole is: 33.3 mm fit on A4 so."""
ABOVE_MM, BELOW_MM = 7.0, 48.0
"""For the crop marks above the grid; for those below it, the ruler and the buttons' labels."""
SMALLEST_MM = 16.0
"""The least pitch: a strip of 60 pixels a metre has 16.7 mm."""
HOLE_MM = 8.0
"""The hole that lets the light of a pixel through; the pixel is a square of 5 mm."""
DIFFUSER = 0.6
"""The disc of paper or acrylic over it, as a share of the pitch."""
PAD, PAD_INNER_MM, LEAST_RING_MM = 0.66, 10.0, 3.0
"""A pad is a ring of copper: its outer diameter as a share of the pitch, 22 mm at 33.3, so that 11 are left to the
next one; its inner diameter; and how wide it must be."""
LEAD_MM = 1.5
"""The hole for a pad's lead, at the ring's outer edge, where the diffuser is not."""
REED_MM, REED_WIDTH_MM, REED_FROM_MM = 14.0, 2.5, 5.0
"""The glass of a reed contact. It points at the field's middle and begins beside the light: with a magnet above its own
middle it is open."""
CROP_MM, AWAY_MM = 3.0, 1.5
"""How long a crop mark is, and how far from the corner it begins."""
RULER_MM = 100
LABEL_WIDTH_MM, LABEL_HEIGHT_MM = 25.0, 14.0
DOT_MM = 0.8
"""A pixel of the small drawings on the buttons' labels."""
LABELS = (Icon.LEFT, Icon.RIGHT, Icon.CHECK, Icon.BANK, Icon.UNDO)


class OverlayError(ValueError):
    """It does not fit; one sentence says what would."""


class Paper(NamedTuple):
    """A size of paper."""

    width_mm: float
    height_mm: float

    @property
    def printable_mm(self) -> float:
        """The width that every printer reaches."""
        return self.width_mm - 2 * MARGIN_MM

    @property
    def pitch_mm(self) -> float:
        room_mm = min(self.printable_mm + 2 * TRIM_MM, self.height_mm - ABOVE_MM - BELOW_MM - 2 * MARGIN_MM)
        # Rounded down to a tenth, because what is offered must fit.
        return math.floor(10 * room_mm / SIDE) / 10


PAPERS = {"A4": Paper(210, 297), "Letter": Paper(215.9, 279.4), "A3": Paper(297, 420)}


class Sheet(Struct, frozen=True):
    """Where the grid lies on the paper; lengths are mm, from the upper left corner of the paper."""

    paper: Paper
    pitch: float

    @property
    def side(self) -> float:
        return SIDE * self.pitch

    @property
    def left(self) -> float:
        return (self.paper.width_mm - self.side) / 2

    @property
    def trim(self) -> float:
        """What is missing of the grid at the left, and as much at the right."""
        return max(0.0, MARGIN_MM - self.left)

    @property
    def middles(self) -> Iterator[tuple[float, float]]:
        """The middle of each field, 1/1 first, then along the row."""
        for row, column in product(range(SIDE), repeat=2):
            yield self.left + (column + 0.5) * self.pitch, self.bottom - (row + 0.5) * self.pitch

    @property
    def cut_edges(self) -> tuple[float, float]:
        return self.left + self.trim, self.left + self.side - self.trim

    @property
    def top(self) -> float:
        return MARGIN_MM + ABOVE_MM

    @property
    def bottom(self) -> float:
        return self.top + self.side


def main(args: argparse.Namespace) -> int:
    """Writes the sheet to a file.

    Returns:
        The exit status: 0, or 2 where it does not fit or cannot be written.
    """
    file: Path = args.file
    try:
        write(file, _sheet(args, file.suffix.lower()).encode())
    except OverlayError as error:
        sys.stderr.write(f"companion overlay: {error}\n")
    except OSError as error:
        sys.stderr.write(f"companion overlay: {legible(file)} cannot be written: {error.strerror}\n")
    else:
        return 0
    return WRONG


def _sheet(args: argparse.Namespace, suffix: str) -> str:
    """Returns the sheet, also for a file without a suffix, such as a pipe.

    Raises:
        OverlayError: the suffix is not .svg, or what was requested does not fit.
    """
    if suffix not in ("", ".svg"):
        raise OverlayError(f"{suffix} files cannot be written; name a file that ends in .svg")
    axes: Axes | None = DEVICE_AXES
    if args.game is not None:
        if not is_playable(args.game):
            raise OverlayError(f"there is no game {args.game} that can be played; allowed: {', '.join(TABLES)}")
        axes = TABLES[args.game].axes
    if axes is None:
        raise OverlayError(f"{TABLES[args.game].game.title} has no columns and rows: no sheet is needed")
    return draw_sheet(args.pitch, args.paper, axes, args.fields)


def draw_sheet(pitch_mm: float, paper: str, axes: Axes = DEVICE_AXES, fields: str | None = None) -> str:
    """Returns the sheet as SVG. Raises OverlayError: it does not fit; one sentence says what would.

    Args:
        pitch_mm: from pixel to pixel.
        paper: the name of one in PAPERS.
        axes: the names of columns and rows.
        fields: what is drawn under each field: `touch`, a pad with its lead's hole; `contacts`, a reed contact.
    """
    if not SMALLEST_MM <= pitch_mm <= PAPERS[paper].pitch_mm:
        most = {name: each.pitch_mm for name, each in PAPERS.items()}
        others = " or ".join(name for name in most if SMALLEST_MM <= pitch_mm <= most[name])
        advice = f"it fits on {others}" if others else f"the largest paper, A3, has room for {most['A3']:g} mm"
        room = f"{paper} has room for {SMALLEST_MM:g} to {most[paper]:g} mm"
        raise OverlayError(f"a pitch of {pitch_mm:g} mm does not fit: {room}; {advice}")
    sheet = Sheet(PAPERS[paper], pitch_mm)
    width, height = _to_mm(sheet.paper.width_mm), _to_mm(sheet.paper.height_mm)
    size = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    style = 'fill="none" stroke="black" stroke-width="0.2" font-family="sans-serif" text-anchor="middle"'
    parts = (
        *_grid_lines(sheet),
        *_hole_circles(sheet),
        *_field_parts(sheet, fields),
        *_axis_labels(sheet, axes),
        *_crop_marks(sheet),
        *_ruler_marks(sheet),
        *_button_labels(sheet),
    )
    return "\n".join((f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', f"<g {style}>", *parts, "</g>", "</svg>", ""))


def _grid_lines(sheet: Sheet) -> Iterator[str]:
    left, right = sheet.cut_edges
    for line in range(SIDE + 1):
        along = line * sheet.pitch
        x = min(max(sheet.left + along, left), right)
        yield _line_path(x, sheet.top, x, sheet.bottom)
        yield _line_path(left, sheet.top + along, right, sheet.top + along)


def _hole_circles(sheet: Sheet) -> Iterator[str]:
    """Yields a hole over each pixel, 1/1 first, and the disc around it."""
    for x, y in sheet.middles:
        yield _circle("hole", x, y, HOLE_MM)
        yield _circle("diffuser", x, y, DIFFUSER * sheet.pitch, "1 1")


def _field_parts(sheet: Sheet, fields: str | None) -> Iterator[str]:
    """Yields what feels a touch of each field, 1/1 first, and what it is; nothing if nothing does.

    Raises:
        OverlayError: there is no room for it.
    """
    if fields is None:
        return
    outer, diagonal = PAD * sheet.pitch, math.sqrt(0.5)
    # Within its field, the reed contact's far corners are its length and half its width away along the diagonal.
    least = {
        "touch": (PAD_INNER_MM + 2 * LEAST_RING_MM) / PAD,
        "contacts": 2 * diagonal * (REED_FROM_MM + REED_MM + REED_WIDTH_MM / 2),
    }[fields]
    if sheet.pitch < least:
        raise OverlayError(f"--fields {fields} needs a pitch of {math.ceil(10 * least) / 10:g} mm or more")
    for x, y in sheet.middles:
        if fields == "touch":
            yield _circle("pad", x, y, outer, "3 1")
            yield _circle("pad", x, y, PAD_INNER_MM, "3 1")
            away = diagonal * (outer / 2 - LEAD_MM / 2)
            yield _circle("lead", x + away, y - away, LEAD_MM)
        else:
            place = f'x="{REED_FROM_MM:g}" y="{-REED_WIDTH_MM / 2:g}" width="{REED_MM:g}" height="{REED_WIDTH_MM:g}"'
            turned = f"translate({_to_mm(x)} {_to_mm(y)}) rotate(-45)"
            yield f'<rect class="reed" {place} transform="{turned}" stroke-dasharray="3 1"/>'
    note = (
        "between the long dashes: copper tape; small circle: its lead"
        if fields == "touch"
        else "long dashes: reed contact"
    )
    yield _text_element(sheet.paper.width_mm / 2, sheet.top - AWAY_MM, 3, note)


def _axis_labels(sheet: Sheet, axes: Axes) -> Iterator[str]:
    # Between the edge and the disc, where they neither are cut off nor lie in the light.
    between = (1 - DIFFUSER) / 2 * sheet.pitch
    # A capital is about 0.7 of the font's size high, and SVG places its foot: so the middle is 0.35 above that.
    size = 0.7 * between
    for label, first, lines in label_spans(axes.columns):
        middle = (first + lines / 2) * sheet.pitch
        yield _text_element(sheet.left + middle, sheet.bottom - between / 2 + 0.35 * size, size, label)
    for label, first, lines in label_spans(axes.rows):
        middle = (first + lines / 2) * sheet.pitch
        yield _text_element(sheet.left + (sheet.trim + between) / 2, sheet.bottom - middle + 0.35 * size, size, label)


def _crop_marks(sheet: Sheet) -> Iterator[str]:
    """Yields the marks where the sheet is to be cut: vertical ones, and horizontal ones where the printer reaches."""
    left, right = sheet.cut_edges
    reaches = left - AWAY_MM - CROP_MM >= MARGIN_MM
    for x, outward in ((left, -1), (right, 1)):
        for y, away in ((sheet.top, -1), (sheet.bottom, 1)):
            yield _line_path(x, y + away * AWAY_MM, x, y + away * (AWAY_MM + CROP_MM))
            if reaches:
                yield _line_path(x + outward * AWAY_MM, y, x + outward * (AWAY_MM + CROP_MM), y)


def _ruler_marks(sheet: Sheet) -> Iterator[str]:
    """Yields a ruler with a mark each centimetre, and what to measure."""
    # Printer drivers scale a page to fit unless they are told not to: then no hole lies over its pixel.
    left, y = (sheet.paper.width_mm - RULER_MM) / 2, sheet.bottom + 13
    yield f'<path class="ruler" d="M{_to_mm(left)} {_to_mm(y)}h{RULER_MM}"/>'
    for mark in range(0, RULER_MM + 1, 10):
        yield _line_path(left + mark, y, left + mark, y - (3 if mark % 50 == 0 else 2))
    note = f"pitch {sheet.pitch:g} mm; print at 100 %: from the first mark to the last are {RULER_MM} mm"
    yield _text_element(sheet.paper.width_mm / 2, y + 5, 3.5, note)
    if sheet.trim:
        missing = f"the outer fields lack {_to_mm(sheet.trim)} mm at the left and the right: the paper is too narrow"
        yield _text_element(sheet.paper.width_mm / 2, y + 9.5, 3.5, missing)


def _button_labels(sheet: Sheet) -> Iterator[str]:
    """Yields the strip of the buttons' labels, with the drawings that the screen has over them."""
    left, top = (sheet.paper.width_mm - len(LABELS) * LABEL_WIDTH_MM) / 2, sheet.bottom + 26
    for number, icon in enumerate(LABELS):
        x = left + number * LABEL_WIDTH_MM
        size = f'width="{LABEL_WIDTH_MM}" height="{LABEL_HEIGHT_MM}"'
        yield f'<rect class="label" x="{_to_mm(x)}" y="{_to_mm(top)}" {size}/>'
        image = drawing(icon)
        # In the middle of the label, a square for each pixel of the screen's drawing.
        icon_left = x + (LABEL_WIDTH_MM - image.width * DOT_MM) / 2
        icon_top = top + (LABEL_HEIGHT_MM - image.height * DOT_MM) / 2
        dots = [(column, row) for row in range(image.height) for column in range(image.width)]
        lit = [dot for dot in dots if image.getpixel(dot)]
        starts = [(_to_mm(icon_left + column * DOT_MM), _to_mm(icon_top + row * DOT_MM)) for column, row in lit]
        squares = "".join(f"M{x_mm} {y_mm}h{DOT_MM}v{DOT_MM}h-{DOT_MM}z" for x_mm, y_mm in starts)
        yield f'<path fill="black" stroke="none" d="{squares}"/>'


def _circle(name: str, x: float, y: float, diameter: float, dashes: str | None = None) -> str:
    drawn = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<circle class="{name}" cx="{_to_mm(x)}" cy="{_to_mm(y)}" r="{_to_mm(diameter / 2)}"{drawn}/>'


def _line_path(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path d="M{_to_mm(x1)} {_to_mm(y1)}L{_to_mm(x2)} {_to_mm(y2)}"/>'


def _text_element(x: float, y: float, size: float, text: str) -> str:
    return f'<text x="{_to_mm(x)}" y="{_to_mm(y)}" font-size="{_to_mm(size)}" fill="black" stroke="none">{text}</text>'


def _to_mm(length: float) -> str:
    """Returns a length to the micrometre."""
    return f"{round(length, 3):g}"
