"""Small drawings for softkeys, column heads and markers."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Self

from PIL import Image

from companion.locale.translator import N_
from companion.screen.art import Art, art, to_picture


class Icon(StrEnum):
    """A drawing; its value is the word, to be translated, that is told in its place."""

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
    MENU = N_("menu"), "######### ######### ......... ######### ......... ######### #########"
    SCORES = N_("scores"), ".......## .......## ...##..## ...##..## ##.##..## ##.##..## ##.##..##"
    ODDS = N_("odds"), "##....## ##...##. ....##.. ...##... ..##.... .##...## ##....##"
    SKIP = N_("skip"), "##...##..## .##...##.## ..##...#### .##...##.## ##...##..##"
    MINE = N_("mine"), "###.... ###.... ####### ####### ####### ....### ....###"
    GOLD = N_("goldclaims"), "..###.. .#...#. #.###.# #.###.# #.###.# .#...#. ..###.."
    FIELDS = N_("fields"), "###.### ###.### ###.### ....... ###.### ###.### ###.###"
    PLAY = N_("play"), "##..... ####... ######. ####### ######. ####... ##....."
    PAUSE = N_("pause"), "###.### ###.### ###.### ###.### ###.### ###.### ###.###"
    UNSAVED = N_("not saved"), "######..# #.##..#.. #.#..#.#. #...#.#.# ...#.#..# ..#.#.#.# .#.###### #........"
    COACH = N_("coach"), "..###.. .#####. ####.## ###.### .#####. ..###.. ....... ..###.."


# Each page draws up to five of them for each frame.
@lru_cache(maxsize=len(Icon))
def drawing(icon: Icon) -> Image.Image:
    """Returns an icon as a one-bit picture of its size. The picture is shared: nothing may be drawn on it."""
    return to_picture(icon.rows)
