"""Which key is which button."""

from __future__ import annotations

from typing import NamedTuple

from companion.words import mark
from hardware.device import Button


class Finger(NamedTuple):
    """What keys do to a button."""

    button: Button
    held: bool
    keys: tuple[str, ...]
    """By their names in Textual."""


FINGERS = (
    Finger(Button.LEFT, held=False, keys=("left", "a")),
    Finger(Button.RIGHT, held=False, keys=("right", "d", "D")),
    Finger(Button.OK, held=False, keys=("enter", "space")),
    Finger(Button.BANK, held=False, keys=("b", "B")),
    Finger(Button.UNDO, held=False, keys=("u", "backspace")),
    Finger(Button.LEFT, held=True, keys=("s", "S", "A", "shift+left")),
    Finger(Button.UNDO, held=True, keys=("m", "M", "U")),
)
"""A capital letter holds the button where holding means something."""

QUIT = ("q", "Q", "ctrl+c", "ctrl+q")

SHOWN = {
    Button.LEFT: (mark("left"), "← a"),
    Button.RIGHT: (mark("right"), "→ d"),
    Button.OK: (mark("ok"), "⏎ ␣"),
    Button.BANK: (mark("bank"), "b"),
    Button.UNDO: (mark("undo"), "⌫ u"),
}
"""The name of each button, to be translated, and its keys."""

HELP = ((mark("hold left"), "S"), (mark("hold undo (menu)"), "U"), (mark("quit"), "q"))
"""The other keys, and what they do."""
