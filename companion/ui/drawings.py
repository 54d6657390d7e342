"""Drawings on the screen: dice, stones, small labels, QR codes."""

import unicodedata
from functools import lru_cache

from companion.ui.art import Art, art, join_pieces
from companion.ui.canvas import BLACK, WHITE, Canvas, Rect
from companion.ui.font import BOLD

_CORNERS = ((0, 0), (0, 2), (2, 0), (2, 2))
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((1, 1),),
    2: ((0, 2), (2, 0)),
    3: ((0, 2), (1, 1), (2, 0)),
    4: _CORNERS,
    5: (*_CORNERS, (1, 1)),
    6: (*_CORNERS, (0, 1), (2, 1)),
}
"""The pips of a die or of half a tile: column and row, each 0 to 2."""
PIP, LARGE_PIP = 3, 5
"""The sides of the pips of a die and of a large one, in pixels."""
DIE, SMALL_DIE, LARGE_DIE = 19, 9, 31
"""The sides of a die, of a die in a line of text, and of a large one, in pixels."""
STONE_WIDTH, STONE_HEIGHT = 30, 11
"""A stone seen from the side, in pixels."""


def die(canvas: Canvas, x: int, y: int, value: int, *, inverse: bool = False, pip: int = PIP) -> Rect:
    """Draws a die with pips of this size, outlined or (inverse) solid; its text is its value."""
    pitch = pip + (pip + 1) // 2
    # From edge to edge: three pips at that pitch, and around them a margin as wide as a pip.
    side = 3 * pip + 2 * pitch
    box = Rect(x, y, x + side, y + side)
    (canvas.fill if inverse else canvas.outline)(box, WHITE, pip)
    for column, row in PIPS[value]:
        left, top = x + pip + pitch * column, y + pip + pitch * row
        canvas.fill(Rect(left, top, left + pip, top + pip), BLACK if inverse else WHITE)
    canvas.say(str(value), box)
    return box


def small_die(canvas: Canvas, x: int, y: int, value: int, *, inverse: bool = False) -> Rect:
    """Draws a die in a line of text, one row above the capitals at `y`; its text is its value."""
    box = Rect(x, y - 1, x + SMALL_DIE, y - 1 + SMALL_DIE)
    (canvas.fill if inverse else canvas.outline)(box, WHITE, 1)
    spots = ((x + 2 + 2 * column, y + 1 + 2 * row) for column, row in PIPS[value])
    canvas.points(spots, BLACK if inverse else WHITE)
    canvas.say(str(value), Rect(x, y, *box[2:]))
    return box


def claim_stone(canvas: Canvas, x: int, y: int, number: int) -> Rect:
    """Draws a claim stone: white, with its number as text."""
    box = _stone_box(x, y)
    canvas.fill(box, WHITE, 3)
    canvas.text(x + STONE_WIDTH // 2, y + 2, str(number), BOLD, "centre", ink=BLACK)
    return box


def own_stone(canvas: Canvas, x: int, y: int) -> Rect:
    """Draws an ownership stone: black with a white rim, without a text."""
    box = _stone_box(x, y)
    canvas.outline(box, WHITE, 3)
    return box


def player_stone(canvas: Canvas, x: int, y: int, initial: str) -> Rect:
    """Draws a player stone: outlined, with the initial of the player's name as text."""
    box = own_stone(canvas, x, y)
    canvas.text(x + STONE_WIDTH // 2, y + 2, initial, BOLD, "centre", limit=STONE_WIDTH - 6)
    return box


def _stone_box(x: int, y: int) -> Rect:
    return Rect(x, y, x + STONE_WIDTH, y + STONE_HEIGHT)


DRAWN: dict[str, Art] = {
    "0": art("### #.# #.# #.# ###"),
    "1": art(".#. ##. .#. .#. ###"),
    "2": art("### ..# ### #.. ###"),
    "3": art("### ..# .## ..# ###"),
    "4": art("#.# #.# ### ..# ..#"),
    "5": art("### #.. ### ..# ###"),
    "6": art("### #.. ### #.# ###"),
    "7": art("### ..# .#. .#. .#."),
    "8": art("### #.# ### #.# ###"),
    "9": art("### #.# ### ..# ###"),
    "A": art(".#. #.# ### #.# #.#"),
    "B": art("##. #.# ##. #.# ##."),
    "C": art(".## #.. #.. #.. .##"),
    "D": art("##. #.# #.# #.# ##."),
    "E": art("### #.. ##. #.. ###"),
    "F": art("### #.. ##. #.. #.."),
    "G": art(".## #.. #.# #.# .##"),
    "H": art("#.# #.# ### #.# #.#"),
    "I": art("### .#. .#. .#. ###"),
    "J": art("..# ..# ..# #.# .#."),
    "K": art("#.# ##. #.. ##. #.#"),
    "L": art("#.. #.. #.. #.. ###"),
    "M": art("#.# ### ### #.# #.#"),
    "N": art("##. #.# #.# #.# #.#"),
    "O": art(".#. #.# #.# #.# .#."),
    "P": art("##. #.# ##. #.. #.."),
    "Q": art(".#. #.# #.# .## ..#"),
    "R": art("##. #.# ##. ##. #.#"),
    "S": art(".## #.. .#. ..# ##."),
    "T": art("### .#. .#. .#. .#."),
    "U": art("#.# #.# #.# #.# ###"),
    "V": art("#.# #.# #.# #.# .#."),
    "W": art("#.# #.# ### ### #.#"),
    "X": art("#.# #.# .#. #.# #.#"),
    "Y": art("#.# #.# .#. .#. .#."),
    "Z": art("### ..# .#. #.. ###"),
    "+": art("... .#. ### .#. ..."),
}
MISSING = art("### #.# #.# #.# ###")
"""The replacement of a missing letter, because a name may begin with any letter."""


def label(text: str) -> Art:
    """Returns the text in capitals, without marks above them; not empty."""
    letters = [unicodedata.normalize("NFD", letter)[0].upper() for letter in text]
    return join_pieces([DRAWN.get(letter, MISSING) for letter in letters], 1)


# Cached, because a page with a code is drawn many times.
@lru_cache(maxsize=16)
def qr_rows(text: str) -> tuple[str, ...]:
    """Returns the smallest QR code that holds a text: its rows from the top, a letter 1 for each dark module."""
    import segno  # noqa: PLC0415 - takes 9 ms, and only a page with a code needs it

    # At the low level of error correction a link fits into 29 by 29 modules, which fit twice as large into 64 rows. A
    # higher level is used if the size stays the same.
    made = segno.make_qr(text, error="l", boost_error=True)
    return tuple("".join(map(str, row)) for row in made.matrix)
