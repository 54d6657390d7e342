"""How a player is called on the screen: a name as it was given, a colour's in the language of the table."""

from __future__ import annotations

from companion.words import Words, mark

COLOURS = (mark("Green"), mark("Blue"), mark("Orange"), mark("Red"), mark("Violet"))
"""The seat colours, in the order of the palette; a player without a name is called after the seat's."""


def shown(words: Words, name: str) -> str:
    """The name for the screen."""
    return words(name) if name in COLOURS else name
