"""`companion overlay FILE.stl`: what a 3D printer makes to the same pitch as the overlay. Lengths are mm.

A solid is a block of boxes, some of them left out, cut by planes at right angles: every box then meets its neighbours
in whole faces, so that each edge belongs to exactly two triangles and no slicer finds a hole to repair.
"""

from __future__ import annotations

import struct
from itertools import accumulate, product
from math import hypot
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

WALL_MM = 2.4
"""Between two fields; the outer walls have half of it, so that four quarters make a whole."""
HEIGHT_MM = 12.0
"""From the pixels to the diffuser: enough for the light to fill a field of 33 mm."""
STRIP_WIDTH_MM, STRIP_HEIGHT_MM = 12.0, 3.0
"""The passage for a strip of 10 mm, its solder joints and wires."""
DIFFUSER_MM = 0.8
"""Two to four layers of white filament."""

Point: TypeAlias = tuple[float, float, float]
Triangle: TypeAlias = tuple[Point, Point, Point]
"""Its corners, anticlockwise as seen from outside."""


class Block(NamedTuple):
    """The planes that cut a block, along each axis, and which of the boxes between them are there."""

    planes: tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]
    is_there: Callable[[int, int, int], bool]
    """Told a box by its numbers along the axes; only asked about those within the block."""


def make_walls(pitch_mm: float, fields: int) -> Block:
    """Returns the lattice that keeps the light of a pixel under its field; the strips beneath run from left to right.

    Args:
        pitch_mm: from the middle of one pixel to that of the next.
        fields: how many along each side.
    """
    opening = pitch_mm - WALL_MM
    beside = (opening - STRIP_WIDTH_MM) / 2
    across = _cut_planes(fields, WALL_MM / 2, opening, WALL_MM / 2)
    along = _cut_planes(fields, WALL_MM / 2, beside, STRIP_WIDTH_MM, beside, WALL_MM / 2)

    def is_there(x: int, y: int, z: int) -> bool:
        # Along a row a field is cut into three boxes: half a wall, the opening, half a wall. Along a column into five:
        # the same, with the opening cut in three by the strip's passage.
        between_columns, between_rows = x % 3 != 1, y % 5 in {0, 4}
        passage = z == 0 and y % 5 == 2
        return between_rows or (between_columns and not passage)

    return Block((across, along, (0.0, STRIP_HEIGHT_MM, HEIGHT_MM)), is_there)


def make_diffuser(pitch_mm: float, fields: int) -> Block:
    """Returns the thin white plate on top of the walls."""
    side = pitch_mm * fields
    return Block(((0.0, side), (0.0, side), (0.0, DIFFUSER_MM)), lambda *_: True)


PARTS: dict[str, Callable[[float, int], Block]] = {"walls": make_walls, "diffuser": make_diffuser}


def _cut_planes(fields: int, *widths: float) -> tuple[float, ...]:
    """Returns where the planes lie if each field is cut into boxes of these widths."""
    return tuple(accumulate(widths * fields, initial=0.0))


def surface_triangles(block: Block) -> Iterator[Triangle]:
    """Yields the surface: two triangles for every face between a box that is there and one that is not."""
    counts = [len(planes) - 1 for planes in block.planes]
    for box in product(*map(range, counts)):
        if not block.is_there(*box):
            continue
        for axis, side in product(range(3), (0, 1)):
            beyond = list(box)
            beyond[axis] += 2 * side - 1
            inside = 0 <= beyond[axis] < counts[axis]
            if not (inside and block.is_there(beyond[0], beyond[1], beyond[2])):
                yield from _face_triangles(block.planes, box, axis, side)


def _face_triangles(
    planes: Sequence[Sequence[float]], box: Sequence[int], axis: int, side: int
) -> tuple[Triangle, Triangle]:
    """Returns the face of a box at the lower (0) or upper (1) side of an axis, as two triangles."""
    # The two other axes in cyclic order: seen from the upper end of the axis, u to v is anticlockwise.
    u, v = (axis + 1) % 3, (axis + 2) % 3

    def corner(along_u: int, along_v: int) -> Point:
        at = list(box)
        at[axis], at[u], at[v] = at[axis] + side, at[u] + along_u, at[v] + along_v
        x, y, z = (planes[each][place] for each, place in enumerate(at))
        return (x, y, z)

    a, b, c, d = corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)
    return ((a, b, c), (a, c, d)) if side else ((a, c, b), (a, d, c))


def unit_normal(triangle: Triangle) -> Point:
    """Returns the direction in which a triangle looks, of length 1: the cross product of two of its sides."""
    a, b, c = triangle
    (ux, uy, uz), (vx, vy, vz) = ((p[0] - a[0], p[1] - a[1], p[2] - a[2]) for p in (b, c))
    x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = hypot(x, y, z)
    return (x / length, y / length, z / length)


def to_stl(block: Block) -> bytes:
    """Returns the surface as binary STL: 80 bytes of title, the count, then 50 bytes for each triangle."""
    faces = [(unit_normal(triangle), *triangle) for triangle in surface_triangles(block)]
    title = b"companion overlay, lengths in mm".ljust(80)
    body = b"".join(struct.pack("<12fH", *(length for point in face for length in point), 0) for face in faces)
    return title + struct.pack("<I", len(faces)) + body
