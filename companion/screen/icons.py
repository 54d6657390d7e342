"""Small drawings for softkeys, column heads and markers."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.screen.art import Art, art, picture
from companion.words import mark

if TYPE_CHECKING:
    from PIL import Image


class Icon(StrEnum):
    """What there is a drawing of; its value is the word, to be translated, that is told in its place."""

    LEFT = mark("left")
    RIGHT = mark("right")
    UP = mark("up")
    DOWN = mark("down")
    CHECK = mark("ok")
    CROSS = mark("no")
    ROLL = mark("roll")
    PLACE = mark("place")
    BANK = mark("bank")
    UNDO = mark("undo")
    MENU = mark("menu")
    SCORES = mark("scores")
    ODDS = mark("odds")
    SKIP = mark("skip")
    MINE = mark("mine")
    GOLD = mark("goldclaims")
    FIELDS = mark("fields")
    PLAY = mark("play")
    PAUSE = mark("pause")
    UNSAVED = mark("not saved")


DRAWINGS: dict[Icon, Art] = {
    Icon.LEFT: art("...## ..### .#### ##### .#### ..### ...##"),
    Icon.RIGHT: art("##... ###.. ####. ##### ####. ###.. ##..."),
    Icon.UP: art("...#... ..###.. .#####. #######"),
    Icon.DOWN: art("####### .#####. ..###.. ...#..."),
    Icon.CHECK: art("........## .......##. ##....##.. .##..##... ..####.... ...##....."),
    Icon.CROSS: art("##...## ###.### .#####. ..###.. .#####. ###.### ##...##"),
    Icon.ROLL: art(".######. #......# #.##...# #.##...# #...##.# #...##.# #......# .######."),
    Icon.PLACE: art("....##.... ....##.... ..######.. ...####... #...##...# ##......## ########## .########."),
    Icon.BANK: art("....#.... ..#####.. ######### .#.#.#.#. .#.#.#.#. .#.#.#.#. ......... #########"),
    Icon.UNDO: art("..##...... .##....... #########. .##.....## ..##....## ........## ...######."),
    Icon.MENU: art("######### ######### ......... ######### ......... ######### #########"),
    Icon.SCORES: art(".......## .......## ...##..## ...##..## ##.##..## ##.##..## ##.##..##"),
    Icon.ODDS: art("##....## ##...##. ....##.. ...##... ..##.... .##...## ##....##"),
    Icon.SKIP: art("##...##..## .##...##.## ..##...#### .##...##.## ##...##..##"),
    Icon.MINE: art("###.... ###.... ####### ####### ####### ....### ....###"),
    Icon.GOLD: art("..###.. .#...#. #.###.# #.###.# #.###.# .#...#. ..###.."),
    Icon.FIELDS: art("###.### ###.### ###.### ....... ###.### ###.### ###.###"),
    Icon.PLAY: art("##..... ####... ######. ####### ######. ####... ##....."),
    Icon.PAUSE: art("###.### ###.### ###.### ###.### ###.### ###.### ###.###"),
    Icon.UNSAVED: art("######..# #.##..#.. #.#..#.#. #...#.#.# ...#.#..# ..#.#.#.# .#.###### #........"),
}


@lru_cache(maxsize=len(Icon))
def drawing(icon: Icon) -> Image.Image:
    """The icon as a one-bit picture as large as the icon; shared, never to be drawn on."""
    return picture(DRAWINGS[icon])
