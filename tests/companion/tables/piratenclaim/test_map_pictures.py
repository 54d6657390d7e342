"""Pictures of star maps with everything that can be on a field, with every kind of mark."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path

from PIL import Image

from companion.core.snapshot import HexSnapshot, MapSnapshot, Piece
from companion.tables.piratenclaim.star_map import PIRATE_COLOURS, Overview, Segment
from companion.ui.canvas import Canvas
from hardware.device import Colour
from tests.companion.lights.colour_vision import similar_pairs
from tests.companion.ui.pixels import drawing
from tests.pictures.golden import is_unchanged, screen_picture

FLOWER = ((0, 0), (2, 1), (-1, 3), (-3, 2), (-2, -1), (1, -3), (3, -2), (-5, 1))
"""The centres of the usual layout."""
ROW = tuple((3 * segment, 0) for segment in range(8))
"""Returns adjacent segments."""
STEPS = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
CUBES = ("#e03020", "#ff8a30", "#ffe400", "#00b070", "#3050f0", "#a040d8")
PIRATES = {"black": Piece("#111111", "bk"), "white": Piece("#ffffff", "wh"), "brown": Piece("#8a5a2b", "br")}
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
    "crowded": star_map(focus=1, cursor="1/3"),
    "ships": star_map(focus=2, cursor="2/2", lit=("2/2", "2/6")),
    "threat": star_map(cursor="0/3", chances=CHANCES),
    "row": star_map(ROW, focus=1, cursor="1/4"),
}
GOLDEN = Path(__file__).with_name("golden")


def drawn(board: MapSnapshot) -> Canvas:
    """Draws the whole map on the left and the selected segment on the right."""
    canvas = Canvas()
    Overview(lambda: board).draw(canvas, 5, 0)
    Segment(lambda: board).draw(canvas, 72, 0)
    return canvas


def pictures() -> dict[Path, Image.Image]:
    return {GOLDEN / f"{name}.png": screen_picture(drawn(board).screen()) for name, board in MAPS.items()}


def test_the_maps_match_their_golden_pictures() -> None:
    assert [path.stem for path, picture in pictures().items() if not is_unchanged(picture, path)] == []


def test_a_map_does_not_exceed_its_frame() -> None:
    for name in MAPS:
        canvas, picture = Canvas(), Overview(partial(MAPS.__getitem__, name))
        picture.draw(canvas, 25, 10)
        box = (20, 10, 25 + picture.size.width, 10 + picture.size.height)
        whole, inside = drawing(canvas.screen(), 0, 0, 128, 64), drawing(canvas.screen(), *box)
        assert "".join(inside).count("#") == "".join(whole).count("#") > 0, name


def test_every_eye_distinguishes_the_pieces_of_pirates() -> None:
    assert similar_pairs([Colour(*bytes.fromhex(colour.removeprefix("#"))) for colour in PIRATE_COLOURS.values()]) == []
