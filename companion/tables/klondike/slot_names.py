"""The slots' names for people: with the compass letters of the language; the notation keeps its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.locale.translator import N_
from engine.klondike import SLOT_POSITIONS

if TYPE_CHECKING:
    from companion.locale.translator import Translator
    from engine.klondike import Slot

SIDES = {"N": N_("N"), "E": N_("E"), "S": N_("S"), "W": N_("W")}
"""The points of the compass, to be translated by a letter each; an O for east after a blank: 1/1O is no 1/10."""


def slot_name(_: Translator, slot: Slot) -> str:
    """Returns the name of a slot: its claim, and the letter of the side, `1/1O` in German."""
    name = SLOT_POSITIONS[slot].name
    return name[:-1] + _(SIDES[name[-1]])
