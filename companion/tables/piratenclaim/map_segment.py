"""One segment of the star map on the screen, large: its seven fields and all that lies on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.screen.art import Art, art
from companion.screen.small_letters import label

if TYPE_CHECKING:
    from companion.core.snapshot import HexSnapshot, MapSnapshot, Piece
    from companion.screen.canvas import Canvas

SIDE, SLOPE, DOWN = 21, 5, 15
"""Of a hex: its columns and rows, the rows of a slope, and the rows from one row of hexes to the next, in pixels."""
ACROSS = SIDE - 1
"""Columns from one hex to the next; neighbours share their edge."""
WIDTH, HEIGHT = 3 * ACROSS + 1, 2 * DOWN + SIDE
"""What a segment takes, in pixels."""

FULL = art(".#####. ####### #..#..# .#####. .#.#.#.")
HALF = art(".####.. #####.# #..#..# .###.#. .#.#.#.")
HOLLOW = art(".#####. #.....# #.#.#.# .#...#. .#.#.#.")
"""A pirate, by how light its colour is."""
CROWD = art("..##### .#....# #####.# #..#.#. .#####. .#.#.#.")
"""Several pirates, for a moment."""
LIGHT, DARK = 160, 64
"""From which mean of its colour's channels on a pirate is full, and below which it is hollow."""
HULL = art("....... #######")
INVERSE = str.maketrans("#.", ".#")


def _shape(inset: int) -> frozenset[tuple[int, int]]:
    """Returns the pixels of a hex from its upper left corner, so many rows and columns smaller at each side."""
    middle = SIDE // 2
    slope = middle // SLOPE  # columns a row
    return frozenset(
        (x, y)
        for y in range(inset, SIDE - inset)
        for x in range(SIDE)
        if abs(x - middle) <= min(middle - inset, slope * (min(y, SIDE - 1 - y) - inset))
    )


def _edge(shape: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Returns the pixels of a shape that have one beside, above or beneath them that is none of it."""
    return frozenset((x, y) for x, y in shape if not {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} <= shape)


HEX = _shape(0)
EDGE = _edge(HEX)
THICK_EDGE = EDGE | {(x + right, y + down) for x, y in EDGE for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))} - HEX
SIDES = frozenset((x, y) for x in (2, SIDE - 3) for y in range(SLOPE + 1, SIDE - 1 - SLOPE))
DISC = _shape(3)


def draw_segment(canvas: Canvas, board: MapSnapshot, x: int, y: int) -> None:
    """Draws the segment in focus, its upper left corner at x, y.

    The field under the cursor has a thick edge, what is marked has double sides. Where chances are told, they stand in
    the fields in per cent.
    """
    fields = [field for field in board.hexes if field.segment == board.focus]
    # The cursor's last: its edge reaches into its neighbours.
    for field in sorted(fields, key=lambda field: field.name == board.cursor):
        right, down = field.q - fields[0].q, field.r - fields[0].r
        left, top = x + ACROSS + ACROSS * right + ACROSS // 2 * down, y + DOWN + DOWN * down
        for pixels in _areas(field, cursor=field.name == board.cursor):
            canvas.points((left + column, top + row) for column, row in pixels)
        for drawing, column, row in _pieces(field):
            canvas.art(left + column, top + row, drawing)


def _areas(field: HexSnapshot, *, cursor: bool) -> list[frozenset[tuple[int, int]]]:
    edge = THICK_EDGE if cursor else EDGE
    return [edge, *([SIDES] if field.lit else []), *([DISC] if field.disc else [])]


def _pieces(field: HexSnapshot) -> list[tuple[Art, int, int]]:
    """Returns what lies on a field, and where, from the hex's upper left corner: cubes at the left, all else beside."""
    if field.disc:
        return []
    if field.chance is not None:
        return _centred([label(f"{100 * field.chance:.0f}")]) if field.chance else []
    right = _above([*_pirates(field.pirates), *_ships(field.ships)])
    columns = [*_cubes(field.system), *right] or [label(field.name.rpartition("/")[2])]
    return _centred(columns)


def _centred(columns: list[Art]) -> list[tuple[Art, int, int]]:
    column = (SIDE - sum(len(drawing[0]) + 1 for drawing in columns) + 1) // 2
    placed = []
    for drawing in columns:
        placed.append((drawing, column, (SIDE - len(drawing)) // 2))
        column += len(drawing[0]) + 1
    return placed


def _cubes(system: tuple[Piece, ...]) -> list[Art]:
    """Returns the stack, the lower cube at the bottom, a dark figure on each, and a notch between two."""
    rows: list[str] = []
    for cube in reversed(system):
        figure = [row.translate(INVERSE) for row in label(cube.label)]
        rows += [".###." if rows else "#####", *(f"#{row}#" for row in figure)]
    return [(*rows, "#####")] if rows else []


def _pirates(pirates: tuple[Piece, ...]) -> list[Art]:
    if len(pirates) > 1:
        return [CROWD]
    return [_skull(pirate.colour) for pirate in pirates]


def _skull(colour: str) -> Art:
    mean = sum(bytes.fromhex(colour.removeprefix("#"))) / 3
    return FULL if mean >= LIGHT else HOLLOW if mean < DARK else HALF


def _ships(ships: tuple[Piece, ...]) -> list[Art]:
    """Returns a hull with the letters of up to two ships on it; a plus sign stands for more."""
    if not ships:
        return []
    letters = [ship.label[:1] for ship in ships]
    shown = label("".join(letters if len(letters) < 3 else [letters[0], "+"]))
    return [(*(row.center(len(HULL[0]), ".") for row in shown), *HULL)]


def _above(drawings: list[Art]) -> list[Art]:
    """Returns drawings of the same width as one, above each other."""
    if not drawings:
        return []
    between = "." * len(drawings[0][0])
    rows = [row for drawing in drawings for row in (between, *drawing)]
    return [tuple(rows[1:])]
