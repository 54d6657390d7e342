"""The star map on the screen."""

from dataclasses import replace
from typing import Any

import pytest

from companion.core.snapshot import HexSnapshot, MapSnapshot
from companion.lights.colour_vision import similar_pairs
from companion.screen.canvas import Canvas, Rect
from companion.tables.piratenclaim.map_drawing import SCALES, SEGMENT_HEIGHT, SEGMENT_WIDTH, draw_overview, draw_segment
from companion.tables.piratenclaim.star_map import PIRATE_COLOURS
from hardware.device import Colour
from tests.companion.screen.pixels import drawing
from tests.companion.tables.piratenclaim.map_scenes import BESIDE, GREEN, MAPS, PIRATES, ROW, pictures, star_map
from tests.pictures.golden import is_as_kept, left_over

KINDS: dict[str, dict[str, Any]] = {
    "empty": {},
    "disc": {"disc": True},
    "system": {"system": (GREEN, GREEN)},
    "pirate": {"pirates": (PIRATES["black"],)},
    "ship": {"ships": (GREEN,)},
}


def test_the_maps_look_as_they_did_when_someone_looked_at_them() -> None:
    assert [path.stem for path, picture in pictures().items() if not is_as_kept(picture, path)] == []


def test_every_golden_picture_belongs_to_a_map() -> None:
    assert left_over(pictures()) == set()


@pytest.mark.parametrize("name", MAPS)
def test_a_map_stays_in_its_box(name: str) -> None:
    canvas, box = Canvas(), Rect(20, 10, 90, 60)
    draw_overview(canvas, MAPS[name], box)
    whole, inside = drawing(canvas.screen(), 0, 0, 128, 64), drawing(canvas.screen(), *box)
    assert "".join(inside).count("#") == "".join(whole).count("#") > 0


@pytest.mark.parametrize("scale", range(len(SCALES)))
def test_what_lies_on_fields_is_told_apart(scale: int) -> None:
    side = max(SCALES[scale].across, SCALES[scale].down) + 1
    seen = {_small(HexSnapshot("0/0", 0, 0, 0, "", **kind), side) for kind in KINDS.values()}
    assert len(seen) == len(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_large_field_tells_what_lies_there(kind: str) -> None:
    field = HexSnapshot("0/0", 0, 0, 0, "", **KINDS[kind])
    plain = _large(MapSnapshot((field,), 0))
    assert plain != _large(MapSnapshot((field,), 0, "0/0"))
    assert plain != _large(MapSnapshot((replace(field, lit="#ffe400"),), 0))
    assert kind == "disc" or plain != _large(MapSnapshot((replace(field, chance=0.25),), 0))
    assert kind == "empty" or plain != _large(MapSnapshot((HexSnapshot("0/0", 0, 0, 0, ""),), 0))


def test_pirates_of_three_colours_are_told_apart() -> None:
    crews = [(pirate,) for pirate in PIRATES.values()] + [tuple(PIRATES.values())]
    fields = [HexSnapshot("0/0", 0, 0, 0, "", pirates=crew) for crew in crews]
    assert len({_large(MapSnapshot((field,), 0)) for field in fields}) == 4


def test_the_pieces_of_pirates_are_told_apart_by_every_eye() -> None:
    assert similar_pairs([Colour(*bytes.fromhex(colour.removeprefix("#"))) for colour in PIRATE_COLOURS.values()]) == []


def test_the_focus_has_a_contour() -> None:
    seen = {_overview(star_map(focus=focus)) for focus in (None, 0, 1, 7)}
    assert len(seen) == 4


def test_what_is_too_large_shows_the_focus() -> None:
    seen = {_overview(star_map(ROW, focus=focus), Rect(0, 0, 40, 40)) for focus in range(8)}
    assert len(seen) == 8


def test_a_large_segment_takes_what_it_says() -> None:
    canvas = Canvas()
    draw_segment(canvas, MAPS["row"], 0, 0)
    assert 128 - BESIDE.right - 1 >= SEGMENT_WIDTH
    assert not any("#" in row for row in drawing(canvas.screen(), SEGMENT_WIDTH, 0, 128, 64))
    assert not any("#" in row for row in drawing(canvas.screen(), 0, SEGMENT_HEIGHT + 1, 128, 64))


def _small(field: HexSnapshot, side: int) -> bytes:
    return _overview(MapSnapshot((field,)), Rect(0, 0, side, side))


def _overview(board: MapSnapshot, box: Rect = BESIDE) -> bytes:
    canvas = Canvas()
    draw_overview(canvas, board, box)
    return canvas.screen()


def _large(board: MapSnapshot) -> bytes:
    canvas = Canvas()
    draw_segment(canvas, board, 10, 5)
    return canvas.screen()
