from typing import Any

from msgspec.structs import replace

from companion.core.snapshot import HexSnapshot, MapSnapshot
from companion.lights.colour_vision import similar_pairs
from companion.screen.canvas import Canvas, Rect
from companion.tables.piratenclaim.map_drawing import SCALES, draw_overview, draw_segment
from companion.tables.piratenclaim.star_map import PIRATE_COLOURS
from hardware.device import Colour
from tests.companion.screen.pixels import drawing
from tests.companion.tables.piratenclaim.map_scenes import BESIDE, GREEN, MAPS, PIRATES, pictures
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


def test_a_map_stays_in_its_box() -> None:
    for name in MAPS:
        canvas, box = Canvas(), Rect(20, 10, 90, 60)
        draw_overview(canvas, MAPS[name], box)
        whole, inside = drawing(canvas.screen(), 0, 0, 128, 64), drawing(canvas.screen(), *box)
        assert "".join(inside).count("#") == "".join(whole).count("#") > 0, name


def test_what_lies_on_fields_is_told_apart() -> None:
    for scale in range(len(SCALES)):
        side = max(SCALES[scale].across, SCALES[scale].down) + 1
        seen = {_small(HexSnapshot("0/0", 0, 0, 0, "", **kind), side) for kind in KINDS.values()}
        assert len(seen) == len(KINDS), scale


def test_a_large_field_tells_what_lies_there() -> None:
    for kind, content in KINDS.items():
        field = HexSnapshot("0/0", 0, 0, 0, "", **content)
        plain = _large(MapSnapshot((field,), 0))
        assert plain != _large(MapSnapshot((field,), 0, "0/0")), kind
        assert plain != _large(MapSnapshot((replace(field, lit="#ffe400"),), 0)), kind
        assert kind == "disc" or plain != _large(MapSnapshot((replace(field, chance=0.25),), 0))
        assert kind == "empty" or plain != _large(MapSnapshot((HexSnapshot("0/0", 0, 0, 0, ""),), 0))


def test_pirates_of_three_colours_are_told_apart() -> None:
    crews = [(pirate,) for pirate in PIRATES.values()] + [tuple(PIRATES.values())]
    fields = [HexSnapshot("0/0", 0, 0, 0, "", pirates=crew) for crew in crews]
    assert len({_large(MapSnapshot((field,), 0)) for field in fields}) == 4


def test_the_pieces_of_pirates_are_told_apart_by_every_eye() -> None:
    assert similar_pairs([Colour(*bytes.fromhex(colour.removeprefix("#"))) for colour in PIRATE_COLOURS.values()]) == []


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
