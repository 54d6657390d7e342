"""The boards in the terminal: the lights with the letters of the stones, and the map of a game that has a map."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from textual.color import Color
from textual.content import Content
from textual.style import Style

from companion.core.snapshot import DEVICE_AXES, Axes, FieldSnapshot, HexSnapshot, MapSnapshot, Piece, Snapshot
from companion.terminal import Size
from hardware.device import LIGHTS, OFF, SIDE, Colour

AXIS = 1
"""Cells for the numbers at the left and at the bottom."""
NO_AXES = Axes((" ",) * SIDE, (" ",) * SIDE)
UNLIT = Colour(38, 40, 46)
DIM = Color(124, 130, 142)
PALE = Style(foreground=DIM)
BLACK, WHITE, BRIGHT_BACKGROUND = Color(0, 0, 0), Color(255, 255, 255), 0.45
"""The text colours on a light, and the brightness of a light from which its text is black."""
FIELD = "field"
"""The key of a light in the metadata of a style, for clicks."""
FIELD_STYLES = tuple(Style.from_meta({FIELD: field}) for field in range(LIGHTS))
LABEL = "label"
"""The key of an axis label in the metadata of a style, for clicks; the value is a place such as `column 5`."""
HALF = "▀"
"""The lower edge of a light, with a gap below it."""
SMALLEST = Size(2, 2)
"""The smallest distance of two lights in cells; a cell is twice as high as wide."""


class Letters(NamedTuple):
    """The letters on a light, so that the board can be read without colours."""

    top: str = ""
    """The letter of the top stone, with a sign if it is under the cursor or available."""
    below: str = ""
    """The letters of the stones below, from the top."""


NO_LETTERS = (Letters(),) * LIGHTS
UNNAMED = "○"
"""The letter of a piece whose own letter needs two cells."""
CURSOR_SIGN, AVAILABLE_SIGN = "<", "+"


def letters_of(snapshot: Snapshot | None, cursor: str) -> tuple[Letters, ...]:
    """Returns the letters for each light of the board; `cursor` is the name of the selected place."""
    if snapshot is None or not snapshot.places:
        return NO_LETTERS
    return tuple(_letters(place, is_chosen=bool(cursor) and place.name == cursor) for place in snapshot.places)


def _letters(place: FieldSnapshot, *, is_chosen: bool) -> Letters:
    below, top = place.pieces[:-1], "".join(_letter(piece) for piece in place.pieces[-1:])
    sign = CURSOR_SIGN if is_chosen else AVAILABLE_SIGN if place.usable else ""
    return Letters(f"{top or ' '}{sign}".rstrip(), "".join(_letter(piece) for piece in below[::-1]))


def _letter(piece: Piece) -> str:
    # A letter that needs two cells, such as a Chinese one, would shift the row.
    return piece.label[:1] if Content(piece.label[:1]).cell_length == 1 else UNNAMED


def largest_pitch(columns: int, rows: int) -> Size:
    """Returns the largest pitch that fits, square if there are enough columns; SMALLEST if none fits."""
    across = max(SMALLEST.columns, (columns - AXIS) // SIDE)
    down = max(SMALLEST.rows, min(across // 2, (rows - AXIS) // SIDE))
    return Size(min(across, 2 * down), down)


def draw_board(
    lights: Sequence[Colour],
    pitch: Size,
    axes: Axes | None = DEVICE_AXES,
    letters: Sequence[Letters] = NO_LETTERS,
) -> Content:
    """Returns the board as coloured text, 1/1 at the lower left; the style of each letter contains its field.

    Args:
        lights: 36 colours, field 1/1 first, then 2/1 … 6/6; sRGB.
        pitch: the distance of two lights.
        axes: the labels of rows and columns, a letter each; None without labels.
        letters: the letters on each light, in the same order.
    """
    columns, rows = axes or NO_AXES
    lines = list[Content]()
    for row in reversed(range(SIDE)):
        drawn = [_draw_light(lights[field], pitch, letters[field]) for field in range(SIDE * row, SIDE * row + SIDE)]
        for number, parts in enumerate(zip(*drawn, strict=True)):
            # The number of a row is next to the middle of its lights.
            label = rows[row] if number == (pitch.rows - 1) // 2 else " "
            clickable = (part.stylize(FIELD_STYLES[SIDE * row + column]) for column, part in enumerate(parts))
            lines.append(Content(" ").join([_label("row", label), *clickable]))
    numbers = (f"{label:^{pitch.columns - 1}}" for label in columns)
    lines.append(Content(" ").join(_label("column", label) for label in (" ", *numbers)))
    return Content("\n").join(lines)


def _label(axis: str, text: str) -> Content:
    return Content.styled(text, PALE + Style.from_meta({LABEL: f"{axis} {name}"} if (name := text.strip()) else {}))


# Cached, because some lights change 30 times a second while most do not change.
@lru_cache(maxsize=1024)
def _draw_light(colour: Colour, pitch: Size, letters: Letters) -> tuple[Content, ...]:
    """Returns the rows of a light: the top stone on a middle row, the stones below on the next one."""
    shade = Color(*(UNLIT if colour == OFF else colour))
    ink = Style(shade, BLACK if shade.brightness > BRIGHT_BACKGROUND else WHITE, bold=True)
    width, middle = pitch.columns - 1, (pitch.rows - 1) // 2
    words = {middle: letters.top, middle + 1: letters.below}
    rows = list[Content]()
    for row in range(pitch.rows):
        fill, style = (" ", ink) if row < pitch.rows - 1 else (HALF, Style(foreground=shade))
        # Letters that do not fit are omitted, because the page and the log have the same information.
        written = fill * ((width - 1) // 2) + words.get(row, "")
        rows.append(Content.styled(written.ljust(width, fill)[:width], style))
    return tuple(rows)


WIDE, NARROW = 6, 2
"""Width of a field in cells: with all letters, or only with the most important ones. Both are even, because rows are
shifted by half a field."""

BACKGROUND, FOCUS = Color(14, 15, 18), Color(36, 48, 78)
"""The background of a field, and of a field of the segment in focus."""
THREAT = Color(200, 60, 30)
"""The background of a field to which a pirate will certainly come."""
DISC, CURSOR = Color(150, 156, 168), Color(255, 255, 255)
HEX = "hex"
"""The key of a field in the metadata of a style, for clicks."""


class Part(NamedTuple):
    letters: str
    style: Style


def map_size(board: MapSnapshot, columns: int) -> tuple[int, int]:
    """Returns the columns and rows of the map in cells, if `columns` are available."""
    lefts, rows = _half_positions(board), [field.r for field in board.hexes]
    return (max(lefts) - min(lefts) + 2) * _hex_width(board, columns) // 2, max(rows) - min(rows) + 1


def draw_map(board: MapSnapshot, columns: int) -> Content:
    """Returns the map, with all letters of its fields if the columns are enough.

    The segment in focus has another background. The field under the cursor is in brackets, a marked field in angle
    brackets of the mark's colour.
    """
    width, left = _hex_width(board, columns), min(_half_positions(board))
    lines = []
    for row in range(min(field.r for field in board.hexes), max(field.r for field in board.hexes) + 1):
        fields = sorted((field for field in board.hexes if field.r == row), key=lambda field: field.q)
        parts, column = [], 0
        for field in fields:
            start = (2 * field.q + field.r - left) * width // 2
            field_style = Style.from_meta({HEX: field.name})
            drawn = [part._replace(style=part.style + field_style) for part in _draw_hex(board, field, width)]
            parts += [Part(" " * (start - column), Style()), *drawn]
            column = start + width
        # All lines have the full width, because the panel centres each of them.
        lines.append(Content.assemble(*parts, " " * (map_size(board, columns)[0] - column)))
    return Content("\n").join(lines)


def describe_cursor(board: MapSnapshot) -> str:
    """Returns the name of the field under the cursor with its description; "" without a cursor."""
    found = (field for field in board.hexes if field.name == board.cursor)
    return next((f"{field.name}: {sentences(field.holds, field.why)}" for field in found), "")


def sentences(*texts: str) -> str:
    """Returns the joined texts, each with a full stop at its end."""
    return " ".join(text if text.endswith((".", "!", "?")) else f"{text}." for text in texts if text)


def _half_positions(board: MapSnapshot) -> list[int]:
    """Returns the horizontal positions of the fields in half fields."""
    return [2 * field.q + field.r for field in board.hexes]


def _hex_width(board: MapSnapshot, columns: int) -> int:
    lefts = _half_positions(board)
    return WIDE if (max(lefts) - min(lefts) + 2) * WIDE // 2 <= columns else NARROW


def _draw_hex(board: MapSnapshot, field: HexSnapshot, width: int) -> list[Part]:
    background = FOCUS if field.segment == board.focus else BACKGROUND
    if field.chance:
        background = background.blend(THREAT, 0.25 + 0.75 * field.chance)
    has_cursor = field.name == board.cursor
    if width == NARROW:
        letter = _draw_most_important(field, background)
        return [letter._replace(style=Style(BLACK, CURSOR))] if has_cursor else [letter]
    (left, right), colour = ("<>", Color.parse(field.lit)) if field.lit else ("  ", DIM)
    if has_cursor:
        left, right, colour = "[", "]", CURSOR
    edge = Style(background, colour, bold=has_cursor)
    return [Part(left, edge), *_draw_contents(field, background), Part(right, edge)]


def _draw_contents(field: HexSnapshot, background: Color) -> list[Part]:
    """Returns four letters: the cubes, a pirate, a ship; or the disc, the chance, the name."""
    if field.disc:
        return [Part("▐██▌", Style(background, DISC))]
    if field.chance:
        return [Part(f"{max(1, round(100 * field.chance)):3}%", Style(background, WHITE, bold=True))]
    if not (field.system or field.pirates or field.ships):
        return [Part(f"{field.name:^4.4}", Style(background, DIM))]
    empty = Part(" ", Style(background))
    cubes = [_draw_piece(cube) for cube in field.system] or [empty, empty]
    return [*cubes, _draw_common_letter(field.pirates) or empty, _draw_common_letter(field.ships) or empty]


def _draw_common_letter(pieces: tuple[Piece, ...]) -> Part | None:
    """Returns the letter of a piece, or "+" for pieces of different colours; None without a piece."""
    if not pieces:
        return None
    first = _draw_piece(pieces[0])
    several = len({piece.colour for piece in pieces}) > 1
    return first._replace(letters="+") if several else first


def _draw_piece(piece: Piece) -> Part:
    colour = Color.parse(piece.colour)
    ink = BLACK if colour.brightness > BRIGHT_BACKGROUND else WHITE
    # The last letter, because two colours of pirates may begin with the same letter.
    return Part(piece.label[-1:].upper(), Style(colour, ink, bold=True))


def _draw_most_important(field: HexSnapshot, background: Color) -> Part:
    """Returns the letter of a pirate, else of a ship, else the sign of a disc or a system; and a space."""
    for pieces in (field.pirates, field.ships):
        if pieces:
            part = _draw_piece(pieces[0])
            return part._replace(letters=f"{part.letters} ")
    sign = "●" if field.disc else "▪" if field.system else "·"
    return Part(f"{sign} ", Style(background, DIM))
