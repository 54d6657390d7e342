import pytest
from msgspec.structs import replace
from textual.color import Color
from textual.pilot import Pilot

from companion.core.snapshot import MapSnapshot
from companion.frontends.terminal import BRAILLE, HALF_BLOCKS, Size
from companion.frontends.terminal.star_map import FOCUS, describe_cursor, draw_map, map_size
from companion.frontends.terminal.window import Window
from tests.companion.frontends.terminal.pilot import lines, playing, run
from tests.companion.tables.piratenclaim.test_map_pictures import MAPS, star_map

COLUMNS = 78
HIGHER = Size(80, 36)


def test_the_whole_map_fits_into_80_columns() -> None:
    assert [row.rstrip() for row in draw_map(MAPS["middle"], COLUMNS).plain.split("\n")] == [
        "                            ▐██▌  5/6",
        "                         ▐██▌  5/0   ▐██▌  ▐██▌  6/6",
        "                  K   4/6   5/3   5/2   6/4   ▐██▌  36",
        "             4/4   61    ▐██▌ <0/5 > 0/6   ▐██▌  6/2",
        "    ▐██▌  7/6   4/3   ▐██▌ <0/4 > 11 + <   B> ▐██▌  1/6",
        " ▐██▌  ▐██▌  7/1   3/5   3/6   52K  [  HB] 1/4   26    ▐██▌",
        "    7/3   7/2   ▐██▌    +   ▐██▌  ▐██▌  2/6   35RG  ▐██▌",
        "                   ▐██▌  3/2      +  ▐██▌  44",
        "                                  ▐██▌  2/2",
    ]
    assert map_size(MAPS["middle"], COLUMNS) == (60, 9)


def test_a_threat_stands_in_its_fields() -> None:
    text = draw_map(MAPS["threat"], COLUMNS).plain
    assert [word.strip("[ ]") for word in text.split() if "%" in word] == ["1%", "31%", "17%", "100%", "50%"]


def test_a_wide_layout_shows_the_most_important() -> None:
    for columns in [48, 78]:
        rows = draw_map(MAPS["row"], columns).plain.split("\n")
        assert [row.rstrip() for row in rows] == [
            " · ·   ● ·   ● ·   · ·   K ·   ● ·   ● ·   ● ·",
            "· G B · ▪ ● G ● ▪ ● R ● · ▪ ● ● · ● · ● ▪ ● ● ·",
            " K H   R ●   ● ·   ● ·   · ●   · ·   ● ·   · ·",
        ], columns
        assert all(len(row) <= columns for row in rows)


def test_the_focus_has_a_ground_of_its_own() -> None:
    for focus in range(8):
        board = replace(MAPS["middle"], focus=focus)
        plain = MapSnapshot(
            tuple(replace(field, system=(), pirates=(), ships=(), disc=False) for field in board.hexes), focus
        )
        content = draw_map(plain, COLUMNS)
        marked = sum(
            span.end - span.start
            for span in content.spans
            if not isinstance(span.style, str) and span.style.background == FOCUS
        )
        assert marked == 7 * 6, focus


def test_cubes_have_their_colours() -> None:
    spans = [span.style for span in draw_map(MAPS["middle"], COLUMNS).spans if not isinstance(span.style, str)]
    grounds = {style.background for style in spans}
    assert {Color.parse("#ffe400"), Color.parse("#a040d8"), Color.parse("#8a5a2b")} <= grounds


def test_the_field_under_the_cursor_is_told_in_words() -> None:
    board = MAPS["middle"]
    fields = tuple(replace(field, holds="a pirate", why="It may be sunk.") for field in board.hexes)
    assert describe_cursor(replace(board, hexes=fields)) == "0/2: a pirate. It may be sunk."
    assert describe_cursor(star_map()) == ""


def test_the_map_stands_below_the_screen_where_there_is_room() -> None:
    async def scenario(window: Window, pilot: Pilot[None]) -> None:
        window.show_game(playing(MAPS["middle"]), points=False)
        await pilot.pause()
        rows = [line for line in lines(window) if "▐██▌" in line]
        assert len(rows) == 9
        assert rows[3].index("0/5") == rows[4].index("0/4") + 3
        assert window.query_one("#lamps").region.area
        assert not window.query_one("#map").region.overlaps(window.query_one("#notes").region)
        window.show_game(None, points=False)
        await pilot.pause()
        assert not window.query_one("#map").display

    run(scenario, size=HIGHER)


@pytest.mark.parametrize(("size", "half"), [(BRAILLE, False), (HALF_BLOCKS, True)])
def test_a_key_shows_the_map_in_the_place_of_the_lights(size: Size, half: bool) -> None:
    async def scenario(window: Window, pilot: Pilot[None]) -> None:
        window.show_game(playing(MAPS["middle"]), points=False)
        await pilot.pause()
        assert not window.query_one("#map").display
        assert "v map" in lines(window)[-1]
        for keys, shown in (
            ("v", {"page", "map"}),
            ("d", {"map"}),
            ("v", {"screen", "lamps"}),
            ("d", {"page", "lamps"}),
        ):
            await pilot.press(keys)
            await pilot.pause()
            assert {str(part.id) for part in window.query("#page, #screen, #lamps, #map") if part.region.area} == shown
            assert any("▐██▌  2/2" in line for line in lines(window)) == ("map" in shown)

    run(scenario, size=size, half=half)
