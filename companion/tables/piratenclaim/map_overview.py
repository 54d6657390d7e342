"""The whole star map on the screen, small: what is the most important on each field, and which segment is in focus."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from companion.core.snapshot import MapSnapshot
from companion.screen.art import Art, art
from companion.screen.canvas import BLACK, WHITE, Canvas, Rect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.core.snapshot import HexSnapshot


class Scale(NamedTuple):
    """How large the hexes are drawn, and what stands for what lies on them."""

    across: int
    """Columns of pixels from one hex to the next in a row; even: each row lies half a hex beside the one above it."""
    down: int
    """Rows of pixels from one row of hexes to the next."""
    pirate: Art
    ship: Art
    disc: Art
    system: Art
    empty: Art


SCALES = (
    Scale(
        8,
        7,
        pirate=art("##...## .##.##. ..###.. ..###.. .##.##. ##...##"),
        ship=art("...#... ..###.. ..###.. .#####. ####### .#...#."),
        disc=art(".#####. ####### ####### ####### ####### .#####."),
        system=art(".#####. .#...#. .#####. .#...#. .#...#. .#####."),
        empty=art("....... ....... ....... ...#..."),
    ),
    Scale(
        6,
        5,
        pirate=art("#...# .###. .###. #...#"),
        ship=art("..#.. ..#.. .###. #####"),
        disc=art(".###. ##### ##### .###."),
        system=art(".###. .#.#. .#.#. .###."),
        empty=art("..... ..... ..#.."),
    ),
    Scale(4, 3, art("#.# .#."), art(".#. ###"), art("### ###"), art("### #.#"), art("... .#.")),
)
"""The largest that fits is taken; of a map too large for the smallest, what lies around the focus is drawn."""

SIXTH = 1 / 6
"""The chance with which one pirate comes to one field: each row of a bar stands for so much."""


def draw_overview(canvas: Canvas, board: MapSnapshot, box: Rect) -> None:
    """Draws the map in the middle of a box.

    The segment in focus has a contour, the field under the cursor is inverse, and what is marked is underlined. Where
    chances are told, bars show them instead of what lies there, discs apart.
    """
    scale = next((each for each in SCALES if _fits(_extent(board, each), box)), SCALES[-1])
    places = _places(board, scale, box)
    for field in board.hexes:
        if field.name in places:
            _draw_field(canvas, field, *places[field.name], scale, inverse=field.name == board.cursor)
    focus = [places[field.name] for field in board.hexes if field.segment == board.focus and field.name in places]
    canvas.points(_contour(focus, scale))


def _extent(board: MapSnapshot, scale: Scale) -> Rect:
    """Returns what the hexes cover, with a free column and row at the right and at the bottom, from 0/0's corner."""
    lefts, tops = zip(*(_corner(field, scale) for field in board.hexes), strict=True)
    return Rect(min(lefts), min(tops), max(lefts) + scale.across + 1, max(tops) + scale.down + 1)


def _corner(field: HexSnapshot, scale: Scale) -> tuple[int, int]:
    return scale.across * field.q + scale.across // 2 * field.r, scale.down * field.r


def _fits(extent: Rect, box: Rect) -> bool:
    return extent.width <= box.width and extent.height <= box.height


def _places(board: MapSnapshot, scale: Scale, box: Rect) -> dict[str, tuple[int, int]]:
    """Returns the upper left corner of each hex that is inside the box, by its name."""
    extent = _extent(board, scale)
    if not _fits(extent, box):
        focus = tuple(field for field in board.hexes if field.segment == board.focus) or board.hexes
        extent = _extent(MapSnapshot(focus), scale)
    right = (box.left + box.right - extent.left - extent.right) // 2
    below = (box.top + box.bottom - extent.top - extent.bottom) // 2
    corners = {field.name: _corner(field, scale) for field in board.hexes}
    moved = {name: (x + right, y + below) for name, (x, y) in corners.items()}
    return {
        name: (x, y)
        for name, (x, y) in moved.items()
        if box.left <= x < box.right - scale.across and box.top <= y < box.bottom - scale.down
    }


def _draw_field(canvas: Canvas, field: HexSnapshot, x: int, y: int, scale: Scale, *, inverse: bool) -> None:
    if inverse:
        canvas.fill(Rect(x, y, x + scale.across + 1, y + scale.down + 1))
    ink = BLACK if inverse else WHITE
    canvas.art(x + 1, y + 1, _drawing(field, scale), ink=ink)
    if field.lit:
        canvas.fill(Rect(x + 1, y + scale.down, x + scale.across, y + scale.down + 1), ink)


def _drawing(field: HexSnapshot, scale: Scale) -> Art:
    if field.chance is not None and not field.disc:
        return _bar(field.chance, scale)
    if field.pirates:
        return scale.pirate
    if field.ships:
        return scale.ship
    if field.disc:
        return scale.disc
    return scale.system if field.system else scale.empty


def _bar(chance: float, scale: Scale) -> Art:
    """Returns a bar of as many rows as sixths; where none is, the dot of an empty field."""
    rows = scale.down - 1
    filled = min(rows, ceil(chance / SIXTH))
    width = scale.across - 3
    return ("." * width,) * (rows - filled) + ("." + "#" * width,) * filled if filled else scale.empty


def _contour(corners: Iterable[tuple[int, int]], scale: Scale) -> list[tuple[int, int]]:
    """Returns the pixels around hexes that lie together, in the columns and rows that are free between hexes."""
    covered = {
        (x + right, y + below)
        for x, y in corners
        for right in range(scale.across + 1)
        for below in range(scale.down + 1)
    }
    around = [(right, below) for right in (-1, 0, 1) for below in (-1, 0, 1)]
    return [(x, y) for x, y in covered if any((x + right, y + below) not in covered for right, below in around)]
