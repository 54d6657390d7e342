"""Which key is which button."""

from __future__ import annotations

from typing import NamedTuple

from companion.locale.translator import N_
from hardware.device import Button


class KeyBinding(NamedTuple):
    """The keys that press a button, or hold it."""

    button: Button
    held: bool
    keys: tuple[str, ...]
    """By their names in Textual."""


KEY_BINDINGS = (
    KeyBinding(Button.LEFT, held=False, keys=("left", "a")),
    KeyBinding(Button.RIGHT, held=False, keys=("right", "d", "D")),
    KeyBinding(Button.OK, held=False, keys=("enter", "space")),
    KeyBinding(Button.BANK, held=False, keys=("b", "B")),
    KeyBinding(Button.UNDO, held=False, keys=("u", "backspace")),
    KeyBinding(Button.LEFT, held=True, keys=("s", "S", "A", "shift+left")),
    KeyBinding(Button.UNDO, held=True, keys=("m", "M", "U")),
)
"""A capital letter holds the button where holding means something."""

QUIT = ("q", "Q", "ctrl+c", "ctrl+q")

SHOWN = {
    Button.LEFT: (N_("left"), "← a"),
    Button.RIGHT: (N_("right"), "→ d"),
    Button.OK: (N_("ok"), "⏎ ␣"),
    Button.BANK: (N_("bank"), "b"),
    Button.UNDO: (N_("undo"), "⌫ u"),
}
"""The name of each button, to be translated, and its keys."""

MAP_KEYS = ("v", "V")
MAP_HELP = (N_("map"), "v")
"""Where there is no room for both, what shows the map in the place of the screen."""

HELP = ((N_("hold left"), "S"), (N_("hold undo (menu)"), "U"), (N_("quit"), "q"))
"""The other keys, and what they do."""
