"""The boards in the terminal: the lights with the letters of the stones, and the map of a game that has one."""

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from textual.color import Color
from textual.content import Content, Span
from textual.style import Style

from companion.core.snapshot import DEVICE_AXES, Axes, FieldSnapshot, HexSnapshot, MapSnapshot, Piece, Snapshot
from hardware.device import LIGHTS, OFF, SIDE, Colour

AXIS = 1
"""Cells for the numbers at the left and at the bottom."""
NO_AXES = Axes((" ",) * SIDE, (" ",) * SIDE)
UNLIT = Colour(38, 40, 46)
"""A light that is off."""
DIM = Color(124, 130, 142)
PALE = Style(foreground=DIM)
"""The numbers."""
BLACK, WHITE, BRIGHT_GROUND = Color(0, 0, 0), Color(255, 255, 255), 0.45
"""The text colours on a light, and the brightness from which on the text is black."""
FIELD = "field"
"""The key of a light in the style of its letters, for clicks."""
FIELD_STYLES = tuple(Style.from_meta({FIELD: field}) for field in range(LIGHTS))
LINE = "line"
"""The key of a column or row in the style of its number, for clicks: a place such as `column 5`."""
FULL = "█"
QUARTERS = " ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█"
"""The letter for the quarters of a cell: upper left 8, upper right 4, lower left 2, lower right 1."""


class Pitch(NamedTuple):
    """The size of a board in quarters of a cell; a quarter is twice as high as wide."""

    across: int
    """The distance of two lights in a row."""
    up: int
    """The distance of two lights in a column."""

    @property
    def columns(self) -> int:
        return SIDE * self.across // 2

    @property
    def rows(self) -> int:
        return SIDE * self.up // 2

    def is_lamp(self, x: int, y: int) -> bool:
        """Returns whether a quarter, counted from the upper left, belongs to the light and not to the gap."""
        # A quarter is twice as high as wide, so two quarters in a row look like one in a column.
        width, height = self.across - 1 - (self.across > 4), self.up - 1
        corner = self.up > 4 and x in {0, width - 1} and y in {0, height - 1}
        return x < width and y < height and not corner


SMALLEST = Pitch(4, 4)


class Letters(NamedTuple):
    """The letters on a light, so that the board can be read without colours."""

    top: str = ""
    """The letter of the top stone, with a sign if it is under the cursor or available."""
    below: str = ""
    """The letters of the stones below, from the top."""


NO_LETTERS = (Letters(),) * LIGHTS
UNNAMED = "○"
"""A stone without a letter."""
CURSOR_SIGN, USABLE_SIGN = "<", "+"


def letters_of(snapshot: Snapshot | None, cursor: str) -> tuple[Letters, ...]:
    """Returns the letters on the lights for this game, with the cursor on the place of this name."""
    if snapshot is None or not snapshot.places:
        return NO_LETTERS
    return tuple(_letters(place, is_chosen=place.name == cursor) for place in snapshot.places)


def _letters(place: FieldSnapshot, *, is_chosen: bool) -> Letters:
    below, top = place.pieces[:-1], "".join(_letter(piece) for piece in place.pieces[-1:])
    sign = CURSOR_SIGN if is_chosen else USABLE_SIGN if place.usable else ""
    return Letters(f"{top or ' '}{sign}".rstrip(), "".join(_letter(piece) for piece in below[::-1]))


def _letter(piece: Piece) -> str:
    # A letter of two columns, such as a Chinese one, would shift the row.
    return piece.label[:1] if Content(piece.label[:1]).cell_length == 1 else UNNAMED


class Run(NamedTuple):
    """The positions in the text of the letters that show one light."""

    start: int
    end: int
    field: int


class LetterPlaces(NamedTuple):
    """The positions in the text of the letters on one light."""

    top: tuple[int, ...]
    below: tuple[int, ...]


class Plan(NamedTuple):
    """A board without its colours: the letters, the lights that they show, and the space for words."""

    text: str
    runs: tuple[Run, ...]
    places: tuple[LetterPlaces, ...]
    lines: tuple[tuple[int, str], ...]
    """The position of each number at the edge, with its column or row as a place."""


class Cell(NamedTuple):
    """A letter with its light."""

    letter: str
    field: int | None


def largest_pitch(columns: int, rows: int) -> Pitch:
    """Returns the largest pitch that fits, square from four quarters on; the smallest one if none fits."""
    up = min((columns - AXIS) // SIDE, 2 * (rows - AXIS) // SIDE)
    return Pitch(2 * up, up) if up >= SMALLEST.up else SMALLEST


def draw_board(
    lights: Sequence[Colour],
    size: Pitch,
    axes: Axes | None = DEVICE_AXES,
    letters: Sequence[Letters] = NO_LETTERS,
) -> Content:
    """Returns the board as coloured text, 1/1 at the lower left; the style of each letter contains its field.

    Args:
        lights: 36 colours, field 1/1 first, then 2/1 … 6/6; sRGB.
        size: the size of the board.
        axes: the labels of rows and columns, a letter each; None without labels.
        letters: the letters on each light, in the same order.
    """
    plan = _plan_board(size, axes or NO_AXES)
    colours = [Color(*(UNLIT if colour == OFF else colour)) for colour in lights]
    styles = [Style(foreground=colour) for colour in colours]
    text = list(plan.text)
    over: list[Span] = []
    for field, (on_lamp, places, colour) in enumerate(zip(letters, plan.places, colours, strict=True)):
        ink = Style(background=colour, foreground=BLACK if colour.brightness > BRIGHT_GROUND else WHITE, bold=True)
        # Letters without space are omitted: the screen and the log have the same information.
        for letter, place in (*zip(on_lamp.top, places.top), *zip(on_lamp.below, places.below)):  # noqa: B905
            over.append(Span(place, place + 1, ink if text[place] == FULL else styles[field]))
            text[place] = letter
    lamps = [Span(start, end, styles[field]) for start, end, field in plan.runs]
    fields = [Span(start, end, FIELD_STYLES[field]) for start, end, field in plan.runs]
    lines = [Span(at, at + 1, Style.from_meta({LINE: line})) for at, line in plan.lines]
    return Content("".join(text), [Span(0, len(text), PALE), *lamps, *over, *fields, *lines])


# Cached: it depends only on the size and the axes, while the lights change 30 times a second.
@cache
def _plan_board(size: Pitch, axes: Axes) -> Plan:
    """Returns the parts that do not depend on the lights."""
    text, runs, lines = "", list[Run](), list[tuple[int, str]]()
    # Each number is next to the middle of its lights.
    row_labels = {(place * size.up + (size.up - 1) // 2) // 2: label for place, label in enumerate(axes.rows[::-1])}
    column_labels = {
        (place * size.across + (size.across - 2) // 2) // 2: label for place, label in enumerate(axes.columns)
    }
    for row in range(size.rows):
        if row in row_labels:
            lines.append((len(text), f"row {row_labels[row]}"))
        text += row_labels.get(row, " ")
        cells = [_lamp_cell(size, column, row) for column in range(size.columns)]
        for field, same in groupby(cells, lambda cell: cell.field):
            letters = "".join(cell.letter for cell in same)
            if field is not None:
                runs.append(Run(len(text), len(text) + len(letters), field))
            text += letters
        text += "\n"
    lines += [(len(text) + 1 + column, f"column {label}") for column, label in column_labels.items()]
    text += " " + "".join(column_labels.get(column, " ") for column in range(size.columns))
    return Plan(text, tuple(runs), tuple(_letter_places(runs, field) for field in range(LIGHTS)), tuple(lines))


def _letter_places(runs: Sequence[Run], field: int) -> LetterPlaces:
    """Returns the positions of letters on a light: the top stone on a middle row, the stones below on the next one."""
    rows = [range(run.start, run.end) for run in runs if run.field == field]
    upper = (len(rows) - 1) // 2
    top, below = rows[upper], rows[min(upper + 1, len(rows) - 1)]
    # The sign is to the right of the letter, so the letter is left of the middle.
    middle = (len(top) - 1) // 2
    return LetterPlaces(tuple(top[middle:]), tuple(below[middle:]))


def _lamp_cell(size: Pitch, column: int, row: int) -> Cell:
    letter, field = 0, None
    # A cell has one colour. It never shows two lights, because the gap is at least a quarter.
    for bit, (x, y) in enumerate(((1, 1), (0, 1), (1, 0), (0, 0))):
        (from_left, across), (from_top, down) = divmod(2 * column + x, size.across), divmod(2 * row + y, size.up)
        if size.is_lamp(across, down):
            letter |= 1 << bit
            field = SIDE * (SIDE - 1 - from_top) + from_left
    return Cell(QUARTERS[letter], field)


WIDE, NARROW = 6, 2
"""Width of a field in cells: with all letters, or only with the most important ones. Rows are shifted by half a field,
so both are even."""

GROUND, FOCUS = Color(14, 15, 18), Color(36, 48, 78)
"""The background of a field, and of a field of the segment in focus."""
THREAT = Color(200, 60, 30)
"""The background of a field to which a pirate certainly comes."""
DISC, CURSOR = Color(150, 156, 168), Color(255, 255, 255)
HEX = "hex"
"""The key of a field in the style of its letters, for clicks."""


class Part(NamedTuple):
    """Some letters in one style."""

    letters: str
    style: Style


def map_size(board: MapSnapshot, columns: int) -> tuple[int, int]:
    """Returns the columns and rows of the map in cells, if `columns` are available."""
    lefts, rows = _halves(board), [field.r for field in board.hexes]
    return (max(lefts) - min(lefts) + 2) * _width(board, columns) // 2, max(rows) - min(rows) + 1


def draw_map(board: MapSnapshot, columns: int) -> Content:
    """Returns the map, with all letters of its fields if the columns are enough.

    The segment in focus has another background. The field under the cursor is in brackets, a marked field in angle
    brackets of the mark's colour.
    """
    width, left = _width(board, columns), min(_halves(board))
    lines = []
    for row in range(min(field.r for field in board.hexes), max(field.r for field in board.hexes) + 1):
        fields = sorted((field for field in board.hexes if field.r == row), key=lambda field: field.q)
        parts, column = [], 0
        for field in fields:
            start = (2 * field.q + field.r - left) * width // 2
            named = Style.from_meta({HEX: field.name})
            drawn = [part._replace(style=part.style + named) for part in _field(board, field, width)]
            parts += [Part(" " * (start - column), Style()), *drawn]
            column = start + width
        # To the full width, so that the lines stay aligned in a panel that centres them.
        lines.append(Content.assemble(*parts, " " * (map_size(board, columns)[0] - column)))
    return Content("\n").join(lines)


def describe_cursor(board: MapSnapshot) -> str:
    """Returns the name of the field under the cursor with its description; "" without a cursor."""
    found = (field for field in board.hexes if field.name == board.cursor)
    return next((f"{field.name}: {sentences(field.holds, field.why)}" for field in found), "")


def sentences(*texts: str) -> str:
    """Returns the joined texts, each with a full stop at its end."""
    return " ".join(text if text.endswith((".", "!", "?")) else f"{text}." for text in texts if text)


def _halves(board: MapSnapshot) -> list[int]:
    """Returns the horizontal positions of the fields in half fields."""
    return [2 * field.q + field.r for field in board.hexes]


def _width(board: MapSnapshot, columns: int) -> int:
    lefts = _halves(board)
    return WIDE if (max(lefts) - min(lefts) + 2) * WIDE // 2 <= columns else NARROW


def _field(board: MapSnapshot, field: HexSnapshot, width: int) -> list[Part]:
    ground = FOCUS if field.segment == board.focus else GROUND
    if field.chance:
        ground = ground.blend(THREAT, 0.25 + 0.75 * field.chance)
    cursor = field.name == board.cursor
    if width == NARROW:
        letter = _most_important(field, ground)
        return [letter._replace(style=Style(BLACK, CURSOR))] if cursor else [letter]
    edge = Style(ground, CURSOR if cursor else Color.parse(field.lit) if field.lit else DIM, bold=cursor)
    left, right = "[]" if cursor else "<>" if field.lit else "  "
    return [Part(left, edge), *_contents(field, ground), Part(right, edge)]


def _contents(field: HexSnapshot, ground: Color) -> list[Part]:
    """Returns four letters: the cubes, a pirate, a ship; or the disc, the chance, the name."""
    if field.disc:
        return [Part("▐██▌", Style(ground, DISC))]
    if field.chance:
        return [Part(f"{max(1, round(100 * field.chance)):3}%", Style(ground, WHITE, bold=True))]
    if not (field.system or field.pirates or field.ships):
        return [Part(f"{field.name:^4.4}", Style(ground, DIM))]
    empty = Part(" ", Style(ground))
    cubes = [_piece(cube) for cube in field.system] or [empty, empty]
    return [*cubes, _crowd(field.pirates) or empty, _crowd(field.ships) or empty]


def _crowd(pieces: tuple[Piece, ...]) -> Part | None:
    """Returns the letter of a piece, in lower case if there are several of different colours; None without a piece."""
    if not pieces:
        return None
    first = _piece(pieces[0])
    several = len({piece.colour for piece in pieces}) > 1
    return first._replace(letters="+") if several else first


def _piece(piece: Piece) -> Part:
    colour = Color.parse(piece.colour)
    # The last letter: two colours of pirates may begin with the same one.
    return Part(piece.label[-1:].upper(), Style(colour, BLACK if colour.brightness > 0.45 else WHITE, bold=True))


def _most_important(field: HexSnapshot, ground: Color) -> Part:
    """Returns a letter and a space: of a pirate, a ship, a disc, a system."""
    for pieces in (field.pirates, field.ships):
        if pieces:
            part = _piece(pieces[0])
            return part._replace(letters=f"{part.letters} ")
    sign = "●" if field.disc else "▪" if field.system else "·"
    return Part(f"{sign} ", Style(ground, DIM))
