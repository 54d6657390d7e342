"""Letters and figures of 3 by 5 pixels, for labels inside a drawing; texts have the fonts."""

from __future__ import annotations

import unicodedata

from companion.screen.art import Art, art, join_pieces

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
"""What stands for a letter that is not drawn: a name may begin with anything."""


def label(text: str) -> Art:
    """Returns the text in capitals, without marks above them; not empty."""
    letters = [unicodedata.normalize("NFD", letter)[0].upper() for letter in text]
    return join_pieces([DRAWN.get(letter, MISSING) for letter in letters], 1)
