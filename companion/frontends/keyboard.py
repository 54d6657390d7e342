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
    KeyBinding(Button.RIGHT, held=False, keys=("right", "d")),
    KeyBinding(Button.OK, held=False, keys=("enter", "space")),
    KeyBinding(Button.BANK, held=False, keys=("b", "B")),
    KeyBinding(Button.UNDO, held=False, keys=("u", "backspace")),
    KeyBinding(Button.LEFT, held=True, keys=("s", "S", "A", "shift+left")),
    KeyBinding(Button.RIGHT, held=True, keys=("c", "C", "D", "shift+right")),
    KeyBinding(Button.UNDO, held=True, keys=("m", "M", "U")),
)
"""A capital letter holds the button where holding means something."""

QUIT = ("ctrl+c", "ctrl+q")
QUIT_LETTERS = ("q", "Q")
"""They quit, too, unless a text is typed."""

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

TYPE_KEYS = ("t", "T")
TYPE_HELP = (N_("type it"), "t")
"""Where a text is asked for, what makes the keys letters."""

HELP_KEYS = ("question_mark", "f1")
HELP = ((N_("keys"), "?"), (N_("quit"), "q"))
"""The keys that always stand in the window, and what they do."""

KEY_LIST = (
    *((keys, name) for name, keys in SHOWN.values()),
    ("S", N_("hold left: the fields of one player")),
    ("C", N_("hold right: ask the coach")),
    ("U m", N_("hold undo: the menu")),
    ("v", N_("the map in the place of the screen, where there is one")),
    ("t", N_("type a word for sealed dice; Enter, or Esc")),
    ("?", N_("these keys")),
    ("q", N_("quit; the game is kept")),
)
"""All keys, and what they do."""
MOUSE_LIST = (
    N_("A click on a field chooses it and says what happens there; a second one does it."),
    N_("A click on a button presses it; with Shift or another mouse button it holds it."),
    N_("On the board: < is chosen, + may be used; the lower letter is what lies beneath."),
)
"""What the mouse does, and what the letters mean."""
