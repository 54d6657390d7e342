"""What the two stored fonts lack or spell badly, drawn: letters, marks above letters, and what stands for what."""

from __future__ import annotations

from enum import StrEnum

from companion.screen.art import Art, art


class Face(StrEnum):
    """The two faces."""

    THIN = "thin"
    BOLD = "bold"


SPELT = {
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
}
"""Signs that are drawn like another."""

DOTLESS = {"i": "\N{LATIN SMALL LETTER DOTLESS I}", "j": "\N{LATIN SMALL LETTER DOTLESS J}"}
"""What carries a mark instead of its dot."""

DRAWN: dict[Face, dict[str, Art]] = {
    Face.THIN: {
        "0": art(".###. #...# #...# #...# #...# #...# .###. ....."),
        "1": art("..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###. ....."),
        "g": art("..... ..... .#### #...# #...# .#### ....# .###."),
        "j": art("...# .... ..## ...# ...# ...# #..# .##."),
        "p": art("..... ..... ####. #...# #...# ####. #.... #...."),
        "q": art("..... ..... .#### #...# #...# .#### ....# ....#"),
        "y": art("..... ..... #...# #...# #...# .#### ....# .###."),
        "ß": art(".##.. #..#. #..#. #.#.. #..#. #..#. #.##. ....."),
        "\N{LATIN SMALL LETTER DOTLESS I}": art("... ... ##. .#. .#. .#. ### ..."),
        "\N{LATIN SMALL LETTER DOTLESS J}": art(".... .... ..## ...# ...# ...# #..# .##."),
        ".": art(". . . . . . # ."),
        ",": art(".. .. .. .. .. .. .# #."),
        ":": art(". . . # . . # ."),
        ";": art(".. .. .. .# .. .. .# #."),
        "'": art("# # . . . . . ."),
        "·": art(". . . # . . . ."),
        "•": art("... ... ### ### ### ... ... ..."),
        "\N{EN DASH}": art("..... ..... ..... ##### ..... ..... ..... ....."),
        "-": art("... ... ... ### ... ... ... ..."),
        "…": art("..... ..... ..... ..... ..... ..... #.#.# ....."),
        "\N{MULTIPLICATION SIGN}": art("..... ..... #...# .#.#. ..#.. .#.#. #...# ....."),
        "/": art("...# ...# ..#. ..#. .#.. .#.. #... ...."),
        "←": art("..... ..#.. .#... ##### .#... ..#.. ..... ....."),
        "→": art("..... ..#.. ...#. ##### ...#. ..#.. ..... ....."),
        "↑": art("..#.. .###. #.#.# ..#.. ..#.. ..#.. ..#.. ....."),
        "↓": art("..#.. ..#.. ..#.. ..#.. #.#.# .###. ..#.. ....."),
        "¡": art("# . # # # # # ."),
        "¿": art("..#.. ..... ..#.. .#... #.... #...# .###. ....."),
    },
    Face.BOLD: {
        "0": art(".####. ##..## ##..## ##..## ##..## ##..## .####. ......"),
        "!": art("## ## ## ## ## .. ## .."),
        "/": art("...## ...## ..##. ..##. .##.. .##.. ##... ....."),
        ".": art(".. .. .. .. .. ## ## .."),
        ",": art("... ... ... ... ... .## .## ##."),
        "'": art("## ## #. .. .. .. .. .."),
        "·": art(".. .. .. ## ## .. .. .."),
        "•": art("... ... ### ### ### ... ... ..."),
        "\N{EN DASH}": art("...... ...... ...... ###### ...... ...... ...... ......"),
        "-": art("..... ..... ..... ##### ..... ..... ..... ....."),
        "…": art("........ ........ ........ ........ ........ ##.##.## ##.##.## ........"),
        "\N{MULTIPLICATION SIGN}": art("...... ...... ##..## .####. ..##.. .####. ##..## ......"),
        "←": art("....... ..#.... .##.... ####### .##.... ..#.... ....... ......."),
        "→": art("....... ....#.. ....##. ####### ....##. ....#.. ....... ......."),
        "↑": art("..##.. .####. ###### ..##.. ..##.. ..##.. ..##.. ......"),
        "↓": art("..##.. ..##.. ..##.. ..##.. ###### .####. ..##.. ......"),
        "ß": art(".###.. ##.##. ##.##. ##.##. ##..## ##..## ##.##. ......"),
        "\N{LATIN SMALL LETTER DOTLESS I}": art(".... .... ###. .##. .##. .##. #### ...."),
    },
}
"""Letters in eight rows: seven above the line, one below it."""

MARKS: dict[Face, dict[str, Art]] = {
    Face.THIN: {
        "\u0308": art("#.# ..."),
        "\u0301": art("..# .#."),
        "\u0300": art("#.. .#."),
        "\u0302": art(".#. #.#"),
        "\u0303": art(".#.# #.#."),
        "\u030a": art(".#. .#."),
        "\u030c": art("#.# .#."),
    },
    Face.BOLD: {
        "\u0308": art("##.## ....."),
        "\u0301": art("..## .##."),
        "\u0300": art("##.. .##."),
        "\u0302": art(".##. #..#"),
        "\u0303": art(".##.## ##.##."),
        "\u030a": art(".##. .##."),
        "\u030c": art("#..# .##."),
    },
}
"""Marks above a letter, in the two rows over it, by their combining character."""
