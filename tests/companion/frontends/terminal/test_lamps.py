from textual.color import Color

from companion.frontends.terminal.lamps import QUARTERS, SMALLEST, UNLIT, Pitch, draw_board, largest_pitch
from hardware.device import LIGHTS, OFF, SIDE, Colour

RED = Colour(255, 0, 0)
MANY = tuple(Colour(200, 5 * field, 250 - 5 * field) for field in range(LIGHTS))


def middles(lights: tuple[Colour, ...], size: Pitch) -> list[Color | None]:
    """The colours in the middles of the lamps, field 1/1 first, as they are drawn."""
    drawn = draw_board(lights, size).split("\n")
    return [
        drawn[size.up * (SIDE - 1 - row) // 2 + (size.up % 2 and row % 2 == 0)]
        .get_style_at_offset(1 + (column * size.across + 1) // 2)
        .foreground
        for row in range(SIDE)
        for column in range(SIDE)
    ]


def test_every_field_has_its_colour() -> None:
    for size in [SMALLEST, Pitch(8, 4), Pitch(10, 5), Pitch(14, 7)]:
        assert middles(MANY, size) == [Color(*colour) for colour in MANY]


def test_a_lamp_that_is_off_is_a_dark_disc() -> None:
    assert set(middles((OFF,) * LIGHTS, SMALLEST)) == {Color(*UNLIT)}


def test_lamps_do_not_touch() -> None:
    for size in [SMALLEST, Pitch(8, 4), Pitch(10, 5)]:
        letters = [line.plain[1:] for line in draw_board(MANY, size).split("\n")[:-1]]
        rows = ["".join(_upper(letter) for letter in line) for line in letters]
        assert all(len(row.split()) == SIDE for row in rows if row.strip()), size


def _upper(letter: str) -> str:
    return "".join("#" if QUARTERS.index(letter) & bit else " " for bit in (8, 4))


def test_columns_and_rows_are_numbered() -> None:
    for size in [SMALLEST, Pitch(8, 4), Pitch(10, 5)]:
        *rows, columns = draw_board(MANY, size).plain.split("\n")
        assert columns.split() == list("123456"), size
        assert [line[0] for line in rows if line[0] != " "] == list("654321"), size


def test_the_board_is_as_large_as_there_is_room() -> None:
    for room, size in [((13, 18), SMALLEST), ((25, 13), Pitch(8, 4)), ((31, 18), Pitch(10, 5)), ((5, 5), SMALLEST)]:
        assert largest_pitch(*room) == size


def test_a_larger_board_fits() -> None:
    for columns in [25, 30, 31, 38, 79]:
        for rows in [13, 20, 40]:
            size = largest_pitch(columns, rows)
            assert size.columns + 1 <= columns
            assert size.rows + 1 <= rows
