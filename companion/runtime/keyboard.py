"""The keys of the terminal for the buttons and for help, and the detection of keys that are held down."""

import math
from collections.abc import Callable
from typing import NamedTuple, Protocol

from companion.locale.translator import N_
from hardware.device import Button


class KeyBinding(NamedTuple):
    button: Button
    held: bool
    keys: tuple[str, ...]
    """The names of the keys in Textual."""


KEY_BINDINGS = (
    KeyBinding(Button.LEFT, held=False, keys=("left", "up", "a")),
    KeyBinding(Button.RIGHT, held=False, keys=("right", "down")),
    KeyBinding(Button.OK, held=False, keys=("enter", "space")),
    KeyBinding(Button.BANK, held=False, keys=("b", "B")),
    KeyBinding(Button.UNDO, held=False, keys=("u", "backspace")),
    KeyBinding(Button.LEFT, held=True, keys=("s", "S", "A", "shift+left")),
    KeyBinding(Button.RIGHT, held=True, keys=("c", "C", "shift+right")),
    KeyBinding(Button.UNDO, held=True, keys=("m", "M", "U")),
)
"""The keys that press and hold each button. A terminal does not report releases, so a hold has its own keys."""

QUIT_KEYS = ("ctrl+c", "ctrl+q", "q", "Q")
SUSPEND_KEY = "ctrl+z"

BUTTON_KEYS = {
    Button.LEFT: (N_("left"), "← ↑"),
    Button.RIGHT: (N_("right"), "→ ↓"),
    Button.OK: (N_("ok"), "⏎ ␣"),
    Button.BANK: (N_("bank"), "b"),
    Button.UNDO: (N_("undo"), "⌫ u"),
}
"""The name (to be translated) and the keys of each button."""

MAP_KEYS = ("v", "V")
MAP_HELP = (N_("map"), "v")
"""The key that switches between map and lights if there is no space for both."""

OLED_KEYS = ("d", "D")
"""The key that shows the screen of the box instead of the text."""

HELP_KEYS = ("question_mark", "f1")
HELP = ((N_("menu"), "m"), (N_("screen"), "d"), (N_("keys"), "?"), (N_("quit"), "q"))
"""The keys that the window always shows, with their labels."""
COACH_HELP = (N_("coach"), "c")
"""The key for the coach, on pages that have one."""

KEY_LIST = (
    *((keys, name) for name, keys in BUTTON_KEYS.values()),
    ("S", N_("hold left: the fields of one player")),
    ("C", N_("hold right: ask the coach")),
    ("U m", N_("hold undo: the menu")),
    ("v", N_("switch between map and lights, if the game has a map")),
    ("d", N_("switch between the screen of the box and text")),
    ("?", N_("these keys")),
    ("q", N_("quit; the game is saved")),
    ("Ctrl-Z", N_("back to the shell; fg returns")),
)
MOUSE_LIST = (
    N_("Click a field to select it and see its effect; click again to confirm."),
    N_("Click a button to press it; with Shift or another mouse button you hold it."),
    N_("On the board: < is selected, + is available; the lower letter is the stone below."),
)
"""Help for the mouse and for the letters on the board."""

CURSOR_PRESSES = ((Button.LEFT, False), (Button.RIGHT, False))
"""Presses that may repeat while their key is held, because they mostly move a cursor."""
REPEAT_S = 0.1
"""Maximum interval of a held key's repetitions in seconds."""
MIN_DELAY_S, MAX_DELAY_S = 0.18, 1.0
"""Range of the time to the first repetition of a held key in seconds; a faster repetition is a double press."""


class Cancellable(Protocol):
    def cancel(self) -> None: ...


class KeyRepeats:
    """Ignores the repetitions of a held key.

    A terminal does not report the release of a key, only repetitions: the first one after a delay, the others fast. So
    a press after such a delay is held back for `REPEAT_S`: if the same key follows in this time, both are ignored.
    """

    def __init__(
        self,
        press: Callable[[Button, bool], object],
        clock: Callable[[], float],
        call_later: Callable[[float, Callable[[], None]], Cancellable],
    ) -> None:
        self._press, self._clock, self._call_later = press, clock, call_later
        self._last_key, self._last_at = CURSOR_PRESSES[0], -math.inf
        self._held_back: Cancellable | None = None
        self._is_held = False

    def take(self, button: Button, *, held: bool) -> None:
        last, key, now = self._last_key, (button, held), self._clock()
        interval_s = now - self._last_at if key == last and key not in CURSOR_PRESSES else math.inf
        self._last_key, self._last_at = key, now
        if self._held_back is not None:
            self._held_back.cancel()
            self._held_back, self._is_held = None, interval_s < REPEAT_S
            if not self._is_held:
                self._press(*last)
        self._is_held &= interval_s < MIN_DELAY_S  # not REPEAT_S: a slow connection may delay a repetition
        if self._is_held:
            return
        if MIN_DELAY_S <= interval_s < MAX_DELAY_S:
            self._held_back = self._call_later(REPEAT_S, self._press_last)
        else:
            self._press(*key)

    def _press_last(self) -> None:
        self._held_back = None
        self._press(*self._last_key)
