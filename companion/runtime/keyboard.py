"""Maps keys to buttons, and detects when a repeated key is held down."""

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
"""A capital letter holds the button."""

QUIT = ("ctrl+c", "ctrl+q", "q", "Q")
SUSPEND = "ctrl+z"

SHOWN = {
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
"""The key that asks the coach, on the pages that have one."""

KEY_LIST = (
    *((keys, name) for name, keys in SHOWN.values()),
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


STEPS = ((Button.LEFT, False), (Button.RIGHT, False))
REPEAT_S = 0.1
"""Maximum interval of a held key's repetitions in seconds."""
SOONEST_S, LATEST_S = 0.18, 1.0
"""Minimum time to the first repetition of a held key in seconds; a faster key is a double press."""


class Cancellable(Protocol):
    def cancel(self) -> None: ...


class KeyRepeats:
    """Makes a held key press only once.

    A terminal does not report the release of a key, only repetitions: the first after a pause, the others fast. So a
    repetition after such a pause waits for `REPEAT_S`: if the same key follows by then, it is held and ignored.
    """

    def __init__(
        self,
        press: Callable[[Button, bool], object],
        clock: Callable[[], float],
        call_later: Callable[[float, Callable[[], None]], Cancellable],
    ) -> None:
        self._press, self._clock, self._call_later = press, clock, call_later
        self._last, self._at = STEPS[0], -math.inf
        self._waiting: Cancellable | None = None
        self._is_held = False

    def take(self, button: Button, *, held: bool) -> None:
        last, key, now = self._last, (button, held), self._clock()
        since = now - self._at if key == last and key not in STEPS else math.inf
        self._last, self._at = key, now
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting, self._is_held = None, since < REPEAT_S
            if not self._is_held:
                self._press(*last)
        self._is_held &= since < SOONEST_S  # a busy connection may delay an event
        if self._is_held:
            return
        if SOONEST_S <= since < LATEST_S:
            self._waiting = self._call_later(REPEAT_S, self._press_last)
        else:
            self._press(*key)

    def _press_last(self) -> None:
        self._waiting = None
        self._press(*self._last)
