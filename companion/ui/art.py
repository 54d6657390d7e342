"""Pixel art as text, a string for each row from the top, in which `#` is lit; and the icons."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import Self, TypeAlias

from PIL import Image

from companion.locale.translator import N_

LIT, DARK = "#", "."
SHADES = {ord(LIT): 255, ord(DARK): 0}
"""The grey value of each character."""

Art: TypeAlias = tuple[str, ...]
"""Rows of equal length, of `#` and `.`."""


def art(drawing: str) -> Art:
    """Reads a drawing whose rows are separated by white space; short rows are filled up with dark pixels."""
    rows = drawing.split()
    width = max(map(len, rows))
    return tuple(row.ljust(width, DARK) for row in rows)


def alphabet(letters: str, drawn: str) -> dict[str, Art]:
    """Reads letters that are drawn side by side in the same rows, with a blank between any two."""
    rows = [line.split() for line in drawn.strip().splitlines()]
    return dict(zip(letters, zip(*rows, strict=True), strict=True))


def join_pieces(pieces: Sequence[Art], gap: int) -> Art:
    """Joins drawings of the same height side by side, with `gap` dark columns between them."""
    return tuple((DARK * gap).join(rows) for rows in zip(*pieces, strict=True))


def to_picture(rows: Art) -> Image.Image:
    pixels = "".join(rows).translate(SHADES).encode("latin-1")
    return Image.frombytes("L", (len(rows[0]), len(rows)), pixels).convert("1", dither=Image.Dither.NONE)


def enlarge(rows: Art, scale: int) -> Art:
    """Enlarges a drawing to 1, 2 or 3 times its size, with smooth slopes (Scale2x and Scale3x by A. Mazzoleni)."""
    if scale == 1:
        return rows
    grown = [list("".join([pixel * scale for pixel in row])) for row in rows for _ in range(scale)]
    for y, x in _flipped_pixels(rows, scale):
        grown[y][x] = LIT if grown[y][x] == DARK else DARK
    return tuple("".join(row) for row in grown)


def _flipped_pixels(rows: Art, scale: int) -> Iterable[tuple[int, int]]:
    """Yields row and column of the enlarged pixels that are inverted to smooth a slope."""
    # Framed by dark pixels, so that every pixel has neighbours.
    edge = DARK * (len(rows[0]) + 2)
    framed = (edge, *(DARK + row + DARK for row in rows), edge)
    far = scale - 1
    for y, x in product(range(len(rows)), range(len(rows[0]))):
        pixel = framed[y + 1][x + 1]
        below, right = framed[y + 2][x + 1], framed[y + 1][x + 2]
        if framed[y][x + 1] == below or framed[y + 1][x] == right:
            # Not a corner: both sides are the same.
            continue
        step_y, step_x = 1 if below != pixel else -1, 1 if right != pixel else -1
        top, left = y * scale, x * scale
        corner_y, corner_x = top + far * (step_y > 0), left + far * (step_x > 0)
        yield corner_y, corner_x
        # In Scale3x a slope also changes the middle pixels of the two edges.
        if scale == 3 and framed[y + 1 + step_y][x + 1 - step_x] != pixel:
            yield corner_y, left + 1
        if scale == 3 and framed[y + 1 - step_y][x + 1 + step_x] != pixel:
            yield top + 1, corner_x


class Icon(StrEnum):
    """A drawing; its value is the word (to be translated) that replaces it in texts."""

    rows: Art

    def __new__(cls, word: str, drawn: str) -> Self:
        icon = str.__new__(cls, word)
        icon._value_ = word
        icon.rows = art(drawn)
        return icon

    LEFT = N_("left"), "...## ..### .#### ##### .#### ..### ...##"
    RIGHT = N_("right"), "##... ###.. ####. ##### ####. ###.. ##..."
    UP = N_("up"), "...#... ..###.. .#####. #######"
    DOWN = N_("down"), "####### .#####. ..###.. ...#..."
    CHECK = N_("ok"), "........## .......##. ##....##.. .##..##... ..####.... ...##....."
    CROSS = N_("no"), "##...## ###.### .#####. ..###.. .#####. ###.### ##...##"
    ROLL = N_("roll"), ".######. #......# #.##...# #.##...# #...##.# #...##.# #......# .######."
    PLACE = N_("place"), "....##.... ....##.... ..######.. ...####... #...##...# ##......## ########## .########."
    BANK = N_("bank"), "....#.... ..#####.. ######### .#.#.#.#. .#.#.#.#. .#.#.#.#. ......... #########"
    UNDO = N_("undo"), "..##...... .##....... #########. .##.....## ..##....## ........## ...######."
    SCORES = N_("scores"), ".......## .......## ...##..## ...##..## ##.##..## ##.##..## ##.##..##"
    ODDS = N_("odds"), "##....## ##...##. ....##.. ...##... ..##.... .##...## ##....##"
    SKIP = N_("skip"), "##...##..## .##...##.## ..##...#### .##...##.## ##...##..##"
    MINE = N_("mine"), "###.... ###.... ####### ####### ####### ....### ....###"
    GOLD = N_("goldclaims"), "..###.. .#...#. #.###.# #.###.# #.###.# .#...#. ..###.."
    FIELDS = N_("fields"), "###.### ###.### ###.### ....... ###.### ###.### ###.###"
    PLAY = N_("play"), "##..... ####... ######. ####### ######. ####... ##....."
    UNSAVED = N_("not saved"), "######..# #.##..#.. #.#..#.#. #...#.#.# ...#.#..# ..#.#.#.# .#.###### #........"
    COACH = N_("coach"), "..###.. .#####. ####.## ###.### .#####. ..###.. ....... ..###.."


# Cached, because each page draws up to five of them for each frame.
@lru_cache(maxsize=len(Icon))
def drawing(icon: Icon) -> Image.Image:
    """Returns an icon as a one-bit picture of its size. The picture is shared: nothing may be drawn on it."""
    return to_picture(icon.rows)
