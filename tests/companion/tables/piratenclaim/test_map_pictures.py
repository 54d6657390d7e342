"""Star maps to be drawn: with everything that can lie on a field, in every way in which it can be marked."""

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from PIL import Image

from companion.core.snapshot import HexSnapshot, MapSnapshot, Piece
from companion.tables.piratenclaim.star_map import PIRATE_COLOURS, SCALES, draw_overview, draw_segment
from companion.ui.canvas import Canvas, Rect
from hardware.device import Colour
from tests.companion.lights.colour_vision import similar_pairs
from tests.companion.ui.pixels import drawing
from tests.pictures.golden import is_as_kept, of_screen

FLOWER = ((0, 0), (2, 1), (-1, 3), (-3, 2), (-2, -1), (1, -3), (3, -2), (-5, 1))
"""The centres of the usual layout."""
ROW = tuple((3 * segment, 0) for segment in range(8))
"""Segments side by side, as far as they reach."""
STEPS = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
CUBES = ("#e03020", "#ff8a30", "#ffe400", "#00b070", "#3050f0", "#a040d8")
PIRATES = {"black": Piece("#101010", "bk"), "white": Piece("#f4f4f4", "wh"), "brown": Piece("#8a5a2b", "br")}
GREEN, BLUE = Piece("#00cc88", "G"), Piece("#1428e0", "B")
DISCS = "1/1 1/2 1/5 2/0 2/3 2/5 3/1 3/3 3/4 4/1 4/2 5/1 5/4 5/5 6/0 6/3 6/5 7/0 7/4 7/5"
SYSTEMS = {"0/0": (1, 1), "1/3": (3, 5), "1/0": (2, 6), "2/1": (4, 4), "4/0": (6, 1), "6/1": (3, 6), "0/3": (5, 2)}
PIRATES_AT = {"4/5": ["black"], "1/3": ["brown"], "0/2": ["white"], "3/0": ["brown", "white"], "0/3": ["black"]}
SHIPS_AT = {"0/0": [GREEN, BLUE], "1/3": [GREEN], "0/2": [BLUE], "2/4": [GREEN, GREEN, BLUE], "0/1": [BLUE]}
CHANCES = {"0/3": 66 / 216, "0/2": 36 / 216, "3/0": 108 / 216, "4/6": 1 / 216, "1/4": 1.0}


def star_map(
    centres: Sequence[tuple[int, int]] = FLOWER,
    *,
    focus: int | None = 0,
    cursor: str = "",
    lit: Sequence[str] = (),
    chances: Mapping[str, float] | None = None,
) -> MapSnapshot:
    """A map in the middle of a game, with these fields marked."""
    hexes = (
        HexSnapshot(
            name=f"{segment}/{position}",
            q=q + STEPS[position][0],
            r=r + STEPS[position][1],
            segment=segment,
            holds="",
            disc=f"{segment}/{position}" in DISCS.split(),
            system=tuple(Piece(CUBES[value - 1], str(value)) for value in SYSTEMS.get(f"{segment}/{position}", ())),
            pirates=tuple(PIRATES[colour] for colour in PIRATES_AT.get(f"{segment}/{position}", ())),
            ships=tuple(SHIPS_AT.get(f"{segment}/{position}", ())),
            lit="#ffe400" if f"{segment}/{position}" in lit else "",
            chance=None if chances is None else chances.get(f"{segment}/{position}", 0.0),
        )
        for (segment, (q, r)), position in product(enumerate(centres), range(7))
    )
    return MapSnapshot(tuple(hexes), focus, cursor)


MAPS = {
    "middle": star_map(cursor="0/2", lit=("0/1", "0/4", "0/5")),
    "outside": star_map(focus=3, cursor="3/0", lit=("3/5",)),
    "crowded": star_map(focus=1, cursor="1/3"),
    "ships": star_map(focus=2, cursor="2/2", lit=("2/2", "2/6")),
    "threat": star_map(cursor="0/3", chances=CHANCES),
    "row": star_map(ROW, focus=1, cursor="1/4"),
}
GOLDEN = Path(__file__).with_name("golden")
BESIDE = Rect(0, 0, 66, 52)
"""Where a map has room next to a large segment."""


def drawn(board: MapSnapshot) -> Canvas:
    """The whole map at the left, the segment in focus at the right."""
    canvas = Canvas()
    draw_overview(canvas, board, BESIDE)
    draw_segment(canvas, board, BESIDE.right + 1, 0)
    return canvas


def large(board: MapSnapshot) -> Canvas:
    canvas = Canvas()
    draw_overview(canvas, board, Rect(0, 0, 128, 64))
    return canvas


def pictures() -> dict[Path, Image.Image]:
    canvases = {**{name: drawn(board) for name, board in MAPS.items()}, "large": large(MAPS["outside"])}
    return {GOLDEN / f"{name}.png": of_screen(canvas.screen()) for name, canvas in canvases.items()}


KINDS: dict[str, dict[str, Any]] = {
    "empty": {},
    "disc": {"disc": True},
    "system": {"system": (GREEN, GREEN)},
    "pirate": {"pirates": (PIRATES["black"],)},
    "ship": {"ships": (GREEN,)},
}


def test_the_maps_look_as_they_did_when_someone_looked_at_them() -> None:
    assert [path.stem for path, picture in pictures().items() if not is_as_kept(picture, path)] == []


def test_a_map_stays_in_its_box() -> None:
    for name, board in MAPS.items():
        canvas, box = Canvas(), Rect(20, 10, 90, 60)
        draw_overview(canvas, board, box)
        whole, inside = drawing(canvas.screen(), 0, 0, 128, 64), drawing(canvas.screen(), *box)
        assert "".join(inside).count("#") == "".join(whole).count("#") > 0, name


def test_the_contents_of_fields_look_different() -> None:
    for scale in range(len(SCALES)):
        side = max(SCALES[scale].across, SCALES[scale].down) + 1
        seen = {_small(HexSnapshot("0/0", 0, 0, 0, "", **kind), side) for kind in KINDS.values()}
        assert len(seen) == len(KINDS), scale


def test_every_eye_distinguishes_the_pieces_of_pirates() -> None:
    assert similar_pairs([Colour(*bytes.fromhex(colour.removeprefix("#"))) for colour in PIRATE_COLOURS.values()]) == []


def _small(field: HexSnapshot, side: int) -> bytes:
    return _overview(MapSnapshot((field,)), Rect(0, 0, side, side))


def _overview(board: MapSnapshot, box: Rect = BESIDE) -> bytes:
    canvas = Canvas()
    draw_overview(canvas, board, box)
    return canvas.screen()
