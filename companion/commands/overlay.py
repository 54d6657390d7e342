"""`companion overlay`: a sheet to print in true scale and place over the pixels; a unit of the SVG is 1 mm."""

import argparse
import math
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from companion.core.model import TABLES, is_playable
from companion.core.snapshot import DEVICE_AXES, Axes, label_spans
from companion.files import legible, replace_file
from companion.ui.art import Icon, drawing
from hardware.device import SIDE

MARGIN_MM = 6.35
"""Maximum unprintable margin of printers, a quarter of an inch; many need 4.2 mm."""
TRIM_MM = 2.0
"""Maximum width that may be cut off each outer column, so that a pitch of 33.3 mm fits on A4."""
ABOVE_MM, BELOW_MM = 7.0, 48.0
"""Space above the grid for crop marks, and below it for crop marks, the ruler and the button labels."""
MIN_PITCH_MM = 16.0
"""Minimum pitch: a strip with 60 pixels per metre has 16.7 mm."""
HOLE_MM = 8.0
"""Diameter of the hole above a pixel, which is a square of 5 mm."""
DIFFUSER_SHARE = 0.6
"""Diameter of the disc of paper or acrylic above the hole, as a share of the pitch."""
PAD_SHARE, PAD_INNER_MM, MIN_RING_MM = 0.66, 10.0, 3.0
"""A pad is a ring of copper: its outer diameter as a share of the pitch (22 mm at 33.3 mm leave 11 mm to the next pad),
its inner diameter and its minimum width."""
LEAD_MM = 1.5
"""Diameter of the hole for a pad's lead, at the outer edge of the ring; below a pitch of 50 mm it cuts the diffuser."""
REED_MM, REED_WIDTH_MM, REED_FROM_MM = 14.0, 2.5, 5.0
"""Length and width of a reed contact, and the distance of its near end from the field's centre. It points at the
centre but is not under it, because a magnet above the middle of a reed contact does not close it."""
CROP_MM, CROP_GAP_MM = 3.0, 1.5
"""Length of a crop mark, and the gap between it and the corner."""
RULER_MM = 100
LABEL_WIDTH_MM, LABEL_HEIGHT_MM = 25.0, 14.0
RULER_AT_MM, NOTES_AT_MM, LABELS_AT_MM = 13.0, (18.0, 22.5), 26.0
"""Distances below the grid, within BELOW_MM: of the ruler, of its notes' baselines, and of the tops of the labels."""
NOTE_MM = 3.5
"""Font size of the notes."""
CAPITAL_SHARE = 0.7
"""Height of a capital letter, as a share of the font size."""
DOT_MM = 0.8
"""Size of a pixel of the drawings on the button labels."""
LABELS = (Icon.LEFT, Icon.RIGHT, Icon.CHECK, Icon.BANK, Icon.UNDO)


class OverlayError(ValueError):
    """The sheet cannot be drawn. The message contains the allowed values."""


class Paper(NamedTuple):
    width_mm: float
    height_mm: float

    @property
    def max_pitch_mm(self) -> float:
        """The largest pitch that fits on this paper with the margins of every printer."""
        width_mm = self.width_mm - 2 * MARGIN_MM + 2 * TRIM_MM
        space_mm = min(width_mm, self.height_mm - ABOVE_MM - BELOW_MM - 2 * MARGIN_MM)
        # Rounded down to a tenth, because the suggested pitch must fit.
        return math.floor(10 * space_mm / SIDE) / 10


PAPERS = {"A4": Paper(210, 297), "Letter": Paper(215.9, 279.4), "A3": Paper(297, 420)}


class Sheet(Struct, frozen=True):
    """The grid on the paper: its pitch in mm, and its edges in mm from the upper left corner of the paper."""

    paper: Paper
    pitch: float

    @property
    def width(self) -> float:
        return SIDE * self.pitch

    @property
    def left(self) -> float:
        return (self.paper.width_mm - self.width) / 2

    @property
    def trim(self) -> float:
        """The width that is cut off at the left and at the right of the grid."""
        return max(0.0, MARGIN_MM - self.left)

    @property
    def centres(self) -> Iterator[tuple[float, float]]:
        """The centre of each field, row by row from 1/1."""
        for row, column in product(range(SIDE), repeat=2):
            yield self.left + (column + 0.5) * self.pitch, self.bottom - (row + 0.5) * self.pitch

    @property
    def cut_edges(self) -> tuple[float, float]:
        return self.left + self.trim, self.left + self.width - self.trim

    @property
    def top(self) -> float:
        return MARGIN_MM + ABOVE_MM

    @property
    def bottom(self) -> float:
        return self.top + self.width


def main(args: argparse.Namespace) -> int:
    """Writes the sheet to a file. Returns the exit status: 0, or 2 if it does not fit or cannot be written."""
    file: Path = args.file
    try:
        replace_file(file, _sheet(args, file.suffix.lower()).encode())
    except OverlayError as error:
        sys.stderr.write(f"companion overlay: {error}\n")
    except OSError as error:
        sys.stderr.write(f"companion overlay: {legible(file)} cannot be written: {error.strerror}\n")
    else:
        return 0
    return 2


def _sheet(args: argparse.Namespace, suffix: str) -> str:
    """Returns the sheet. Raises OverlayError: the suffix is not .svg, or the sheet does not fit."""
    if suffix != ".svg":
        kind = f"{suffix} files" if suffix else "files without an extension"
        raise OverlayError(f"{kind} cannot be written; choose a file that ends in .svg")
    axes: Axes | None = DEVICE_AXES
    if args.game is not None:
        if not is_playable(args.game):
            raise OverlayError(f"unknown game {args.game}; allowed: {', '.join(TABLES)}")
        axes = TABLES[args.game].axes
    if axes is None:
        raise OverlayError(f"{TABLES[args.game].game.title} has no columns and rows: no sheet is needed")
    return draw_sheet(args.pitch, args.paper, axes, args.fields)


def draw_sheet(pitch_mm: float, paper: str, axes: Axes = DEVICE_AXES, fields: str | None = None) -> str:
    """Returns the sheet as SVG.

    Args:
        pitch_mm: the distance between pixels.
        paper: a name in PAPERS.
        axes: the labels of columns and rows.
        fields: the drawing in each field: `touch` for a pad with the hole of its lead, `contacts` for a reed contact.

    Raises:
        OverlayError: the sheet does not fit on the paper, or `fields` not into the pitch.
    """
    if not MIN_PITCH_MM <= pitch_mm <= PAPERS[paper].max_pitch_mm:
        largest = {name: each.max_pitch_mm for name, each in PAPERS.items()}
        others = " or ".join(name for name in largest if MIN_PITCH_MM <= pitch_mm <= largest[name])
        advice = f"it fits on {others}" if others else f"the largest paper, A3, has room for {largest['A3']:g} mm"
        limits = f"{paper} has room for {MIN_PITCH_MM:g} to {largest[paper]:g} mm"
        raise OverlayError(f"a pitch of {pitch_mm:g} mm does not fit: {limits}; {advice}")
    sheet = Sheet(PAPERS[paper], pitch_mm)
    width, height = _mm(sheet.paper.width_mm), _mm(sheet.paper.height_mm)
    size = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    style = 'fill="none" stroke="black" stroke-width="0.2" font-family="sans-serif" text-anchor="middle"'
    parts = (
        *_grid_lines(sheet),
        *(_circle("hole", x, y, HOLE_MM) for x, y in sheet.centres),
        *(_circle("diffuser", x, y, DIFFUSER_SHARE * sheet.pitch, "1 1") for x, y in sheet.centres),
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


def _field_parts(sheet: Sheet, fields: str | None) -> Iterator[str]:
    if fields is None:
        return
    outer, diagonal = PAD_SHARE * sheet.pitch, math.sqrt(0.5)
    # Lead and reed contact are on the field's diagonal: `diagonal` mm to the right and up for each mm from the centre.
    # The far corners of the reed contact must be inside its field.
    min_pitch = {
        "touch": (PAD_INNER_MM + 2 * MIN_RING_MM) / PAD_SHARE,
        "contacts": 2 * diagonal * (REED_FROM_MM + REED_MM + REED_WIDTH_MM / 2),
    }[fields]
    if sheet.pitch < min_pitch:
        raise OverlayError(f"--fields {fields} needs a pitch of {math.ceil(10 * min_pitch) / 10:g} mm or more")
    for x, y in sheet.centres:
        if fields == "touch":
            yield _circle("pad", x, y, outer, "3 1")
            yield _circle("pad", x, y, PAD_INNER_MM, "3 1")
            away = diagonal * (outer / 2 - LEAD_MM / 2)
            yield _circle("lead", x + away, y - away, LEAD_MM)
        else:
            size = f'x="{REED_FROM_MM:g}" y="{-REED_WIDTH_MM / 2:g}" width="{REED_MM:g}" height="{REED_WIDTH_MM:g}"'
            turned = f"translate({_mm(x)} {_mm(y)}) rotate(-45)"
            yield f'<rect class="reed" {size} transform="{turned}" stroke-dasharray="3 1"/>'
    note = (
        "between the long dashes: copper tape; small circle: its lead"
        if fields == "touch"
        else "long dashes: reed contact"
    )
    yield _text_element(sheet.paper.width_mm / 2, sheet.top - CROP_GAP_MM, 3, note)


def _axis_labels(sheet: Sheet, axes: Axes) -> Iterator[str]:
    # Between the edge and the disc, where labels are neither cut off nor lit.
    between = (1 - DIFFUSER_SHARE) / 2 * sheet.pitch
    size = 0.7 * between  # with some space around the letters
    down = CAPITAL_SHARE / 2 * size  # from the centre of a letter to its baseline, which SVG positions
    for label, first, count in label_spans(axes.columns):
        middle = (first + count / 2) * sheet.pitch
        yield _text_element(sheet.left + middle, sheet.bottom - between / 2 + down, size, label)
    for label, first, count in label_spans(axes.rows):
        middle = (first + count / 2) * sheet.pitch
        yield _text_element(sheet.left + (sheet.trim + between) / 2, sheet.bottom - middle + down, size, label)


def _crop_marks(sheet: Sheet) -> Iterator[str]:
    # Horizontal marks are drawn only if they fit into the printable area.
    left, right = sheet.cut_edges
    have_room = left - CROP_GAP_MM - CROP_MM >= MARGIN_MM
    for x, outward in ((left, -1), (right, 1)):
        for y, away in ((sheet.top, -1), (sheet.bottom, 1)):
            yield _line_path(x, y + away * CROP_GAP_MM, x, y + away * (CROP_GAP_MM + CROP_MM))
            if have_room:
                yield _line_path(x + outward * CROP_GAP_MM, y, x + outward * (CROP_GAP_MM + CROP_MM), y)


def _ruler_marks(sheet: Sheet) -> Iterator[str]:
    # For checking the scale: many printer drivers scale a page by default, so that the holes miss the pixels.
    left, y = (sheet.paper.width_mm - RULER_MM) / 2, sheet.bottom + RULER_AT_MM
    yield f'<path class="ruler" d="M{_mm(left)} {_mm(y)}h{RULER_MM}"/>'
    for mark in range(0, RULER_MM + 1, 10):
        yield _line_path(left + mark, y, left + mark, y - (3 if mark % 50 == 0 else 2))
    notes = [f"pitch {sheet.pitch:g} mm; print at 100%: the ruler is {RULER_MM} mm long"]
    if sheet.trim:
        notes.append(f"{_mm(sheet.trim)} mm are cut off at the left and the right: the paper is too narrow")
    for note, at in zip(notes, NOTES_AT_MM, strict=False):  # mostly only the first
        yield _text_element(sheet.paper.width_mm / 2, sheet.bottom + at, NOTE_MM, note)


def _button_labels(sheet: Sheet) -> Iterator[str]:
    """Yields the button labels, with the same drawings as on the screen."""
    left, top = (sheet.paper.width_mm - len(LABELS) * LABEL_WIDTH_MM) / 2, sheet.bottom + LABELS_AT_MM
    for number, icon in enumerate(LABELS):
        x = left + number * LABEL_WIDTH_MM
        size = f'width="{LABEL_WIDTH_MM}" height="{LABEL_HEIGHT_MM}"'
        yield f'<rect class="label" x="{_mm(x)}" y="{_mm(top)}" {size}/>'
        image = drawing(icon)
        # Centred on the label, a square for each pixel of the drawing.
        icon_left = x + (LABEL_WIDTH_MM - image.width * DOT_MM) / 2
        icon_top = top + (LABEL_HEIGHT_MM - image.height * DOT_MM) / 2
        dots = [(column, row) for row in range(image.height) for column in range(image.width)]
        lit = [dot for dot in dots if image.getpixel(dot)]
        starts = [(_mm(icon_left + column * DOT_MM), _mm(icon_top + row * DOT_MM)) for column, row in lit]
        squares = "".join(f"M{x_mm} {y_mm}h{DOT_MM}v{DOT_MM}h-{DOT_MM}z" for x_mm, y_mm in starts)
        yield f'<path fill="black" stroke="none" d="{squares}"/>'


def _circle(name: str, x: float, y: float, diameter: float, dashes: str | None = None) -> str:
    dashing = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<circle class="{name}" cx="{_mm(x)}" cy="{_mm(y)}" r="{_mm(diameter / 2)}"{dashing}/>'


def _line_path(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path d="M{_mm(x1)} {_mm(y1)}L{_mm(x2)} {_mm(y2)}"/>'


def _text_element(x: float, y: float, size: float, text: str) -> str:
    return f'<text x="{_mm(x)}" y="{_mm(y)}" font-size="{_mm(size)}" fill="black" stroke="none">{text}</text>'


def _mm(length: float) -> str:
    return f"{round(length, 3):g}"
