from msgspec.structs import replace
from textual.color import Color
from textual.pilot import Pilot

from companion.terminal import Size
from companion.terminal.boards import SMALLEST, describe_cursor, draw_board, draw_map, map_size
from companion.terminal.window import Window
from hardware.device import LIGHTS, SIDE, Colour
from tests.companion.tables.piratenclaim.test_map_pictures import MAPS, star_map
from tests.companion.terminal.pilot import lines, playing, run

COLUMNS = 78
HIGH = Size(80, 36)


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


def test_the_field_under_the_cursor_is_described_in_words() -> None:
    board = MAPS["middle"]
    fields = tuple(replace(field, holds="a pirate", why="It may be sunk.") for field in board.hexes)
    assert describe_cursor(replace(board, hexes=fields)) == "0/2: a pirate. It may be sunk."
    assert describe_cursor(star_map()) == ""


def test_the_map_is_below_the_screen_where_there_is_room() -> None:
    async def scenario(window: Window, pilot: Pilot[None]) -> None:
        window.show_game(playing(MAPS["middle"]), points=False)
        await pilot.pause()
        rows = [line for line in lines(window) if "▐██▌" in line]
        assert len(rows) == 9
        assert rows[3].index("0/5") == rows[4].index("0/4") + 3
        assert window.query_one("#board").region.area
        assert not window.query_one("#map").region.overlaps(window.query_one("#notes").region)
        window.show_game(None, points=False)
        await pilot.pause()
        assert not window.query_one("#map").display

    run(scenario, size=HIGH)


def test_a_key_shows_the_map_in_the_place_of_the_lights() -> None:
    async def scenario(window: Window, pilot: Pilot[None]) -> None:
        window.show_game(playing(MAPS["middle"]), points=False)
        await pilot.pause()
        assert not window.query_one("#map").display
        assert "v map" in lines(window)[-1]
        for shown in ({"page", "map"}, {"page", "board"}):
            await pilot.press("v")
            await pilot.pause()
            assert {str(part.id) for part in window.query("#page, #board, #map") if part.region.area} == shown
            assert any("▐██▌  2/2" in line for line in lines(window)) == ("map" in shown)

    run(scenario)


MANY = tuple(Colour(200, 5 * field, 250 - 5 * field) for field in range(LIGHTS))


def test_every_field_has_its_colour() -> None:
    for size in [SMALLEST, Size(4, 2), Size(10, 5)]:
        drawn = draw_board(MANY, size).split("\n")
        for field, colour in enumerate(MANY):
            row, column = divmod(field, SIDE)
            style = drawn[size.rows * (SIDE - 1 - row)].get_style_at_offset(2 + column * size.columns)
            assert style.background == Color(*colour), (size, field)
