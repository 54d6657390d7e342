"""Small drawings for softkeys, column heads and markers."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from companion.screen.art import Art, art, picture

if TYPE_CHECKING:
    from PIL import Image


class Icon(StrEnum):
    """What there is a drawing of; its value is the word that is told where pictures cannot be seen."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    CHECK = "ok"
    CROSS = "no"
    ROLL = "roll"
    PLACE = "place"
    BANK = "bank"
    UNDO = "undo"
    MENU = "menu"
    SCORES = "scores"
    ODDS = "odds"
    SKIP = "skip"
    MINE = "mine"
    GOLD = "goldclaims"
    FIELDS = "fields"
    PLAY = "play"
    PAUSE = "pause"


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
}


@lru_cache(maxsize=len(Icon))
def drawing(icon: Icon) -> Image.Image:
    """The icon as a one-bit picture as large as the icon; shared, never to be drawn on."""
    return picture(DRAWINGS[icon])
