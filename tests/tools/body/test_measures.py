from itertools import combinations
from pathlib import Path

import pytest

from companion.commands.overlay import LABEL_WIDTH_MM
from tools.body.measures import (
    BOARDS_MM,
    BUTTONS,
    CORNER_MM,
    DIFFUSER_MM,
    FLOOR_MM,
    HEIGHT_MM,
    POST_MM,
    SIZES,
    STANDOFF_MM,
    TRAY_MM,
    WALL_MM,
    Console,
)
from tools.body.netlist import NETLIST

BUILDING = Path(__file__).parents[3] / "docs/building"
BED_MM = 220.0
"""The build volume of a typical printer."""
every_size = pytest.mark.parametrize("name", SIZES)


def collide(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@every_size
def test_the_boards_of_a_console_collide_with_nothing(name: str) -> None:
    console = Console(SIZES[name])
    boards = {
        kind: (left, back - board.size[1], left + board.size[0], back)
        for kind, board, (left, back) in (
            ("the Pi", console.pi, console.pi_at),
            ("the perfboard", console.perfboard, console.perfboard_at),
        )
    }
    taken = dict(boards)
    for number, (x, y) in enumerate(console.posts):
        taken[f"post {number}"] = (x - POST_MM / 2, y - POST_MM / 2, x + POST_MM / 2, y + POST_MM / 2)
    for number, (kind, (x, y)) in enumerate(zip(console.size.controls, console.controls_at, strict=True)):
        half = BUTTONS[kind].outer / 2
        taken[f"button {number}"] = (x - half, y - half, x + half, y + half)
    for (one, a), (other, b) in combinations(taken.items(), 2):
        assert not collide(a, b), f"{one} meets {other}"
    for what, (left, front, right, back) in taken.items():
        assert -console.inside[0] / 2 <= left < right <= console.inside[0] / 2, what
        assert -console.back <= front < back <= console.back, what


@every_size
def test_tall_parts_fit_below_the_face(name: str) -> None:
    console = Console(SIZES[name])
    highest = STANDOFF_MM + 1.6 + max(part["height"] for part in NETLIST["parts"].values())
    assert highest <= BOARDS_MM <= console.height - 4
    assert all(BUTTONS[kind].behind < console.height for kind in console.size.controls)


@every_size
def test_each_part_fits_on_a_printer_s_bed(name: str) -> None:
    size = SIZES[name]
    tray = [each + 2 * WALL_MM for each in size.tray_inside]
    assert max(*tray, *Console(size).outside) <= BED_MM
    assert size.control_pitch >= LABEL_WIDTH_MM


def test_the_diffuser_is_flush_with_the_rim() -> None:
    assert pytest.approx(FLOOR_MM + HEIGHT_MM + DIFFUSER_MM) == TRAY_MM
    assert CORNER_MM > WALL_MM
