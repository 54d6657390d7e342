"""The letters of the screen: thin for details, bold for headlines, bold in double and triple size for big words.

The bitmaps come from the fonts of display controllers. Missing letters, such as thin umlauts, are composed of a letter
and a mark. Letters that these fonts squeeze above the line, or draw for programmers (a slashed 0), are replaced here.
"""

import unicodedata
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from companion.ui.art import DARK, LIT, Art, alphabet, art, enlarge, join_pieces, to_picture
from hardware.fonts import Typeface, glyph_columns

SIMILAR_LETTERS = {
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{MODIFIER LETTER APOSTROPHE}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{DOUBLE LOW-9 QUOTATION MARK}": '"',
    "\N{EM DASH}": "\N{EN DASH}",
    "\N{MINUS SIGN}": "\N{EN DASH}",
    "\N{HYPHEN}": "-",
    "\N{NON-BREAKING HYPHEN}": "-",
    "\N{NO-BREAK SPACE}": " ",
    "\N{NARROW NO-BREAK SPACE}": " ",
    "\N{THIN SPACE}": " ",
    "\n": " ",
    "\t": " ",
    "Ł": "L",
    "ł": "l",
    "Ø": "O",
    "ø": "o",
    "Đ": "D",
    "đ": "d",
}
"""Letters that are drawn like another one; Unicode does not decompose a letter with a stroke."""

DOTLESS = {"i": "\N{LATIN SMALL LETTER DOTLESS I}", "j": "\N{LATIN SMALL LETTER DOTLESS J}"}
"""Letters whose dot is replaced by a mark."""

OWN_LETTERS: dict[Typeface, dict[str, Art]] = {
    Typeface.THIN: {
        **alphabet(
            "01gjpqyÖß\N{LATIN SMALL LETTER DOTLESS I}\N{LATIN SMALL LETTER DOTLESS J}",
            """
            .###. ..#.. ..... ...# ..... ..... ..... .#..#. .##.. ... ....
            #...# .##.. ..... .... ..... ..... ..... ...... #..#. ... ....
            #...# ..#.. .#### ..## ####. .#### #...# .####. #..#. ##. ..##
            #...# ..#.. #...# ...# #...# #...# #...# #....# #.#.. .#. ...#
            #...# ..#.. #...# ...# #...# #...# #...# #....# #..#. .#. ...#
            #...# ..#.. .#### ...# ####. .#### .#### #....# #..#. .#. ...#
            .###. .###. ....# #..# #.... ....# ....# .####. #.##. ### #..#
            ..... ..... .###. .##. #.... ....# .###. ...... ..... ... .##.
            """,
        ),
        **alphabet(
            ".,:;'·•\N{EN DASH}-…\N{MULTIPLICATION SIGN}/←→↑↓¡¿",
            """
            . .. . .. # . ... ..... ... ..... ..... ...# ..... ..... ..#.. ..#.. # ..#..
            . .. . .. # . ... ..... ... ..... ..... ...# ..#.. ..#.. .###. ..#.. . .....
            . .. . .. . . ### ..... ... ..... #...# ..#. .#... ...#. #.#.# ..#.. # ..#..
            . .. # .# . # ### ##### ### ..... .#.#. ..#. ##### ##### ..#.. ..#.. # .#...
            . .. . .. . . ### ..... ... ..... ..#.. .#.. .#... ...#. ..#.. #.#.# # #....
            . .. . .. . . ... ..... ... ..... .#.#. .#.. ..#.. ..#.. ..#.. .###. # #...#
            # .# # .# . . ... ..... ... #.#.# #...# #... ..... ..... ..#.. ..#.. # .###.
            . #. . #. . . ... ..... ... ..... ..... .... ..... ..... ..... ..... . .....
            """,
        ),
    },
    Typeface.BOLD: {
        **alphabet(
            "04!/.,'·•\N{EN DASH}-…\N{MULTIPLICATION SIGN}←→↑↓",
            """
            .####. ...##. ## ...## .. ... ## .. ... ....... .... ........ ...... ....... ....... ..##.. ..##..
            ##..## ..###. ## ...## .. ... ## .. ... ....... .... ........ ...... ..#.... ....#.. .####. ..##..
            ##..## .####. ## ..##. .. ... #. .. ### ....... .... ........ ##..## .##.... ....##. ###### ..##..
            ##..## ##.##. ## ..##. .. ... .. ## ### ####### #### ........ .####. ####### ####### ..##.. ..##..
            ##..## ###### ## .##.. .. ... .. ## ### ####### #### ........ ..##.. .##.... ....##. ..##.. ######
            ##..## ...##. .. .##.. ## .## .. .. ... ....... .... ##.##.## .####. ..#.... ....#.. ..##.. .####.
            .####. ..#### ## ##... ## .## .. .. ... ....... .... ##.##.## ##..## ....... ....... ..##.. ..##..
            ...... ...... .. ..... .. ##. .. .. ... ....... .... ........ ...... ....... ....... ...... ......
            """,
        ),
        **alphabet(
            "ÄÖÜÉËÏß\N{LATIN SMALL LETTER DOTLESS I}",
            """
            ##..## ##..## ##..## ...##. ##..## ##..## .###.. ....
            ...... ...... ...... ..##.. ...... ...... ##.##. ....
            .####. .####. ##..## ###### ###### .####. ##.##. ###.
            ##..## ##..## ##..## ##.... ##.... ..##.. ##.##. .##.
            ###### ##..## ##..## #####. #####. ..##.. ##..## .##.
            ##..## ##..## ##..## ##.... ##.... ..##.. ##..## .##.
            ##..## .####. .####. ###### ###### .####. ##.##. ####
            ...... ...... ...... ...... ...... ...... ...... ....
            """,
        ),
    },
}
"""Letters in eight rows: seven above the line, one below it."""

MARKS: dict[Typeface, dict[str, Art]] = {
    Typeface.THIN: alphabet(
        "\u0308\u0301\u0300\u0302\u0303\u030a\u030c",
        """
        #.# ..# #.. .#. .#.# .#. #.#
        ... .#. .#. #.# #.#. .#. .#.
        """,
    ),
    Typeface.BOLD: alphabet(
        "\u0308\u0301\u0300\u0302\u0303\u030a\u030c",
        """
        ##.## ..## ##.. .##. .##.## .##. #..#
        ..... .##. .##. #..# ##.##. .##. .##.
        """,
    ),
}
"""Marks above a letter, in the two rows over it, by their combining character."""

HEIGHT = 8
"""Rows of a letter: seven above the line, one below it."""
CAPITAL = 7
X_HEIGHT = 5
SPACE = 3
"""Columns of a space, in addition to the column between any two letters."""


class Font(NamedTuple):
    face: Typeface
    scale: int = 1

    @property
    def height(self) -> int:
        """Rows of a letter, including the one below the line."""
        return HEIGHT * self.scale

    @property
    def pitch(self) -> int:
        """Rows from the top of a line to the top of the next."""
        # The free row below the letters grows with them, so large letters need no additional rows.
        return self.height + max(0, 3 - self.scale)

    @property
    def capital(self) -> int:
        """Rows of a capital letter or a figure."""
        return CAPITAL * self.scale


THIN = Font(Typeface.THIN)
BOLD = Font(Typeface.BOLD)
DOUBLE = Font(Typeface.BOLD, 2)
TRIPLE = Font(Typeface.BOLD, 3)

MISSING = art("##### #...# #...# #...# #...# #...# ##### .....")
"""The replacement of a letter that a font lacks, because a name may contain any letter."""
ELLIPSIS = "…"


def text_width(font: Font, text: str) -> int:
    # Composed, because an e and an accent after it are drawn as one letter.
    letters = unicodedata.normalize("NFC", text)
    single = Font(font.face)  # enlarging a letter only to measure it would be slow
    return font.scale * (sum(len(_sized_glyph(single, letter)[0]) for letter in letters) + max(0, len(letters) - 1))


def shortened(font: Font, text: str, limit: int) -> str:
    """Shortens the text to at most `limit` columns, with an ellipsis at its end; "" if not even the ellipsis fits."""
    if text_width(font, text) <= limit:
        return text
    # A letter takes at least a column, so further letters are dropped first: a name of 60,000 letters froze a replay.
    most = min(len(text), max(0, limit))
    cuts = (text[:end].rstrip() + ELLIPSIS for end in reversed(range(most)))
    return next((cut for cut in cuts if text_width(font, cut) <= limit), "")


@lru_cache(maxsize=1024)
def text_image(font: Font, text: str) -> Image.Image:
    """Returns a text, which must not be empty, as a one-bit picture of the font's height.

    The picture is shared: nothing may be drawn on it.
    """
    letters = unicodedata.normalize("NFC", text)
    return to_picture(join_pieces([_sized_glyph(font, letter) for letter in letters], font.scale))


@lru_cache(maxsize=512)
def _sized_glyph(font: Font, letter: str) -> Art:
    """Returns an enlarged letter: without its mark if the face lacks the mark, as a box if it lacks the letter."""
    bare = unicodedata.normalize("NFD", letter)[0]
    return enlarge(_glyph(font.face, letter) or _glyph(font.face, bare) or MISSING, font.scale)


@lru_cache(maxsize=512)
def _glyph(face: Typeface, letter: str) -> Art | None:
    """Returns a letter in eight rows; None if the face lacks it."""
    letter = SIMILAR_LETTERS.get(letter, letter)
    if letter == " ":
        return (DARK * SPACE,) * HEIGHT
    return OWN_LETTERS[face].get(letter) or _composed_glyph(face, letter) or _controller_glyph(face, letter)


def _controller_glyph(face: Typeface, letter: str) -> Art | None:
    """Returns a letter of the display controllers' font; None if it has no such letter."""
    # The thin font has only the letters of ASCII.
    code = letter.encode("cp437", "ignore")
    if not code or code < b" " or (face is Typeface.THIN and not letter.isascii()):
        return None
    columns = glyph_columns(face, code[0])
    lit = [x for x, column in enumerate(columns) if column]
    if not lit:
        return None
    # Without dark columns at the sides, because the gap between letters is added when they are combined.
    columns = columns[lit[0] : lit[-1] + 1]
    return tuple("".join(LIT if column >> y & 1 else DARK for column in columns) for y in range(HEIGHT))


def _composed_glyph(face: Typeface, letter: str) -> Art | None:
    """Returns a letter composed of a letter and a mark above it; None if the face has no such letter or mark."""
    base, *marks = list(unicodedata.normalize("NFD", letter))
    above = MARKS[face].get("".join(marks))
    body = _glyph(face, DOTLESS.get(base, base)) if above else None
    if above is None or body is None:
        return None
    # The mark needs the rows above a small letter. A capital letter is squeezed to the same height.
    low = body[HEIGHT - 1 - X_HEIGHT :] if base.islower() else (*_squeeze_capital(body[:CAPITAL]), DARK * len(body[0]))
    total = max(len(low[0]), len(above[0]))
    return tuple(row.center(total, DARK) for row in (*above, *low))


def _squeeze_capital(rows: Art) -> Art:
    # Repeated rows are removed first, so that the letter keeps its shape.
    kept = list(rows)
    while len(kept) > X_HEIGHT:
        repeated = [y for y in range(1, len(kept)) if kept[y] == kept[y - 1]]
        kept.pop(repeated[-1] if repeated else len(kept) // 2)
    return tuple(kept)
