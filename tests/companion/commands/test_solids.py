"""The walls and the diffuser: whole surfaces, to the same pitch as the overlay."""

from __future__ import annotations

import struct
from collections import Counter
from itertools import pairwise, product
from typing import TYPE_CHECKING

import pytest

from companion.commands import overlay
from companion.commands.cli import main as command
from hardware.device import SIDE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

every_shape = pytest.mark.parametrize(
    ("part", "pitch", "fields"), list(product(overlay.PARTS, (overlay.SMALLEST_MM, 33.3), (SIDE // 2, SIDE)))
)


def loose_edges(surface: Iterable[overlay.Triangle]) -> int:
    """How many edges do not belong to exactly two triangles that go along them in opposite directions."""
    ways = Counter(edge for a, b, c in surface for edge in ((a, b), (b, c), (c, a)))
    return sum(count != 1 or ways[edge[::-1]] != 1 for edge, count in ways.items())


def volume(surface: Iterable[overlay.Triangle]) -> float:
    """What it encloses, in mm³: the sum of the signed tetrahedra to the origin; negative, if it were inside out."""
    return (
        sum(
            a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])
            for a, b, c in surface
        )
        / 6
    )


def is_solid(block: overlay.Block, x: float, y: float, z: float) -> bool:
    """Whether there is something at that point."""
    found = [
        next(number for number, (low, high) in enumerate(pairwise(planes)) if low < at < high)
        for planes, at in zip(block.planes, (x, y, z), strict=True)
    ]
    return block.is_there(found[0], found[1], found[2])


@every_shape
def test_each_edge_belongs_to_two_triangles(part: str, pitch: float, fields: int) -> None:
    surface = list(overlay.surface_triangles(overlay.PARTS[part](pitch, fields)))
    assert loose_edges(surface) == 0
    assert volume(surface) > 0


def test_a_triangle_that_is_missing_or_turned_would_be_found() -> None:
    surface = list(overlay.surface_triangles(overlay.make_walls(33.3, 3)))
    (a, b, c), *rest = surface
    assert loose_edges(rest) == 3
    assert loose_edges([(a, c, b), *rest]) > 0


def test_the_plate_looks_in_six_directions() -> None:
    found = {
        tuple(round(length) for length in overlay.unit_normal(triangle))
        for triangle in overlay.surface_triangles(overlay.make_diffuser(33.3, 6))
    }
    assert found == {(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)}
    top = next(
        triangle
        for triangle in overlay.surface_triangles(overlay.make_diffuser(33.3, 6))
        if overlay.unit_normal(triangle) == (0, 0, 1)
    )
    assert {point[2] for point in top} == {overlay.DIFFUSER_MM}


@every_shape
def test_four_quarters_make_a_whole(part: str, pitch: float, fields: int) -> None:
    points = [point for triangle in overlay.surface_triangles(overlay.PARTS[part](pitch, fields)) for point in triangle]
    height = {"walls": overlay.HEIGHT_MM, "diffuser": overlay.DIFFUSER_MM}[part]
    for axis, length in enumerate((pitch * fields, pitch * fields, height)):
        found = [point[axis] for point in points]
        assert (min(found), max(found)) == pytest.approx((0, length))


def test_the_walls_hold_what_they_are_made_of() -> None:
    opening, side = 33.3 - overlay.WALL_MM, 6 * 33.3
    passages = 6 * (side - 6 * opening) * overlay.STRIP_WIDTH_MM * overlay.STRIP_HEIGHT_MM
    expected = side * side * overlay.HEIGHT_MM - 36 * opening * opening * overlay.HEIGHT_MM - passages
    assert volume(overlay.surface_triangles(overlay.make_walls(33.3, 6))) == pytest.approx(expected)
    assert volume(overlay.surface_triangles(overlay.make_diffuser(33.3, 6))) == pytest.approx(
        side * side * overlay.DIFFUSER_MM
    )


def test_over_each_pixel_it_is_open_and_between_any_two_is_a_wall() -> None:
    lattice, pitch = overlay.make_walls(33.3, SIDE), 33.3
    middles = [(number + 0.5) * pitch for number in range(SIDE)]
    for x in middles:
        for y in middles:
            assert not is_solid(lattice, x, y, 1)
            assert not is_solid(lattice, x, y, overlay.HEIGHT_MM - 1)
    for line in range(1, SIDE):
        edge = line * pitch - 0.1
        assert [is_solid(lattice, edge, middles[2], z) for z in (1, overlay.STRIP_HEIGHT_MM + 0.1)] == [False, True]
        assert [is_solid(lattice, middles[2], edge, z) for z in (1, overlay.STRIP_HEIGHT_MM + 0.1)] == [True, True]


@pytest.mark.parametrize("quarter", [False, True])
def test_the_file_is_binary_stl(tmp_path: Path, quarter: bool) -> None:
    file = tmp_path / "walls.stl"
    assert command(["overlay", *(["--quarter"] if quarter else []), str(file)]) == 0
    written = file.read_bytes()
    assert written == overlay.to_stl(overlay.make_walls(33.3, 3 if quarter else 6))
    (count,) = struct.unpack_from("<I", written, 80)
    assert len(written) == 84 + 50 * count
    first = next(overlay.surface_triangles(overlay.make_walls(33.3, 6)))
    expected = [length for point in (overlay.unit_normal(first), *first) for length in point]
    assert list(struct.unpack_from("<12f", written, 84)) == pytest.approx(expected, abs=1e-5)


def test_the_diffuser_is_the_other_part(tmp_path: Path) -> None:
    file = tmp_path / "diffuser.STL"
    assert command(["overlay", "--part", "diffuser", "--pitch", "20", str(file)]) == 0
    assert struct.unpack_from("<I", file.read_bytes(), 80) == (12,)


@pytest.mark.parametrize("pitch", ["5", "101", "nan", "inf"])
def test_a_pitch_that_no_strip_has_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], pitch: str) -> None:
    assert command(["overlay", "--pitch", pitch, str(tmp_path / "walls.stl")]) == 2
    assert "mm is none from 16 to 100 mm" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
