"""The map of a board larger than the lights, as text: a row of cells for each row of hexes."""

from __future__ import annotations

from typing import NamedTuple

from textual.color import Color  # noqa: TID251 (its owner)
from textual.content import Content  # noqa: TID251 (its owner)
from textual.style import Style  # noqa: TID251 (its owner)

from companion.core.snapshot import HexSnapshot, MapSnapshot, Piece

WIDE, NARROW = 6, 2
"""Width of a field in cells: with all letters, or only with the most important ones. Rows are shifted by half a field,
so both are even."""

GROUND, FOCUS = Color(14, 15, 18), Color(36, 48, 78)
"""Under a field, and under one of the segment in focus."""
THREAT = Color(200, 60, 30)
"""Under a field to which a pirate comes for sure."""
PALE, DISC, CURSOR = Color(124, 130, 142), Color(150, 156, 168), Color(255, 255, 255)
BLACK, WHITE = Color(0, 0, 0), Color(255, 255, 255)
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
    edge = Style(ground, CURSOR if cursor else Color.parse(field.lit) if field.lit else PALE, bold=cursor)
    left, right = "[]" if cursor else "<>" if field.lit else "  "
    return [Part(left, edge), *_contents(field, ground), Part(right, edge)]


def _contents(field: HexSnapshot, ground: Color) -> list[Part]:
    """Returns four letters: the cubes, a pirate, a ship; or the disc, the chance, the name."""
    if field.disc:
        return [Part("▐██▌", Style(ground, DISC))]
    if field.chance:
        return [Part(f"{max(1, round(100 * field.chance)):3}%", Style(ground, WHITE, bold=True))]
    if not (field.system or field.pirates or field.ships):
        return [Part(f"{field.name:^4.4}", Style(ground, PALE))]
    empty = Part(" ", Style(ground))
    cubes = [_piece(cube) for cube in field.system] or [empty, empty]
    return [*cubes, _crowd(field.pirates) or empty, _crowd(field.ships) or empty]


def _crowd(pieces: tuple[Piece, ...]) -> Part | None:
    """Returns the letter of a piece, in small if there are several of different colours; None where none is."""
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
    return Part(f"{sign} ", Style(ground, PALE))
