"""Which key is which button, and when one that comes again is only held."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple, Protocol

from companion.locale.translator import N_
from hardware.device import Button


class KeyBinding(NamedTuple):
    """The keys that press a button, or hold it."""

    button: Button
    held: bool
    keys: tuple[str, ...]
    """By their names in Textual."""


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
"""A capital letter holds the button where holding means something."""

QUIT = ("ctrl+c", "ctrl+q", "q", "Q")
SUSPEND = "ctrl+z"

SHOWN = {
    Button.LEFT: (N_("left"), "← ↑"),
    Button.RIGHT: (N_("right"), "→ ↓"),
    Button.OK: (N_("ok"), "⏎ ␣"),
    Button.BANK: (N_("bank"), "b"),
    Button.UNDO: (N_("undo"), "⌫ u"),
}
"""The name of each button, to be translated, and its keys."""

MAP_KEYS = ("v", "V")
MAP_HELP = (N_("map"), "v")
"""Where there is no room for both, what shows the map in the place of the lights."""

DOTS_KEYS = ("d", "D")
"""Shows the small screen as it is on the box, in the place of the text."""

HELP_KEYS = ("question_mark", "f1")
HELP = ((N_("menu"), "U"), (N_("screen"), "d"), (N_("keys"), "?"), (N_("quit"), "q"))
"""The keys that always stand in the window, and what they do."""

KEY_LIST = (
    *((keys, name) for name, keys in SHOWN.values()),
    ("S", N_("hold left: the fields of one player")),
    ("C", N_("hold right: ask the coach")),
    ("U m", N_("hold undo: the menu")),
    ("v", N_("the map in the place of the lights, where there is one")),
    ("d", N_("the screen of the box in the place of the text, and back")),
    ("?", N_("these keys")),
    ("q", N_("quit; the game is kept")),
    ("Ctrl-Z", N_("back to the shell, until its command fg")),
)
"""All keys, and what they do."""
MOUSE_LIST = (
    N_("A click on a field chooses it and says what happens there; a second one does it."),
    N_("A click on a button presses it; with Shift or another mouse button it holds it."),
    N_("On the board: < is chosen, + may be used; the lower letter is what lies beneath."),
)
"""What the mouse does, and what the letters mean."""


STEPS = ((Button.LEFT, False), (Button.RIGHT, False))
"""What a held key does many times."""
REPEAT_S = 0.1
"""A held key comes again faster than this, in seconds, once it has been held for some time."""
SOONEST_S, LATEST_S = 0.18, 1.0
"""When it comes for the second time; sooner is a double press, of which the table judges."""


class Cancellable(Protocol):
    """A call that is still to come."""

    def cancel(self) -> None: ...


class KeyRepeats:
    """Has a key that is held press once.

    A terminal does not tell when a key is let go, only that it comes again: first after a pause, then fast. So what
    comes after such a pause waits for `REPEAT_S`: if the same key follows by then, it is held, and presses no more.
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
        """Takes what a key stands for, as often as the terminal reports it."""
        last, key, now = self._last, (button, held), self._clock()
        since = now - self._at if key == last and key not in STEPS else math.inf
        self._last, self._at = key, now
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting, self._is_held = None, since < REPEAT_S
            if not self._is_held:
                self._press(*last)
        self._is_held &= since < SOONEST_S  # a busy line may hold one back
        if self._is_held:
            return
        if SOONEST_S <= since < LATEST_S:
            self._waiting = self._call_later(REPEAT_S, self._press_last)
        else:
            self._press(*key)

    def _press_last(self) -> None:
        self._waiting = None
        self._press(*self._last)
