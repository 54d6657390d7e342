"""The terminal as the front of a table."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from companion.fingers import Fingers
from companion.terminal.window import Window

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.loop import Loop
    from companion.model import Model
    from companion.view import View
    from hardware.device import Button, Tone


class LogLines:
    """A stream whose lines become notes, from whatever thread: nothing else may write on the screen."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self._note = note
        self._events = asyncio.get_running_loop()

    def write(self, text: str) -> None:
        """Notes the lines."""
        for line in text.splitlines():
            self._events.call_soon_threadsafe(self._note, line)


class Terminal:
    """Shows what any device shows, and presses its buttons with keys and mouse."""

    def __init__(self, touch: Callable[[Button, bool], None], *, half: bool) -> None:
        """Takes what presses a button, or holds it; it may take as long as a finger does."""
        self._fingers = Fingers(touch)
        self.window = Window(self._fingers.press, half=half)

    def show(self, view: View, model: Model) -> None:
        """Shows the frame; the latest wins."""
        self.window.draw(view.frame, model.words)

    def play(self, tones: Sequence[Tone]) -> None:
        """The box plays its tones itself."""

    def announce(self, text: str) -> None:
        """Shows it below the board."""
        self.window.note(text)

    async def attend(self, loop: Loop) -> None:
        """Runs until somebody quits, and then stops the loop."""
        notes = logging.StreamHandler(LogLines(self.window.note))
        notes.setLevel(logging.WARNING)
        logging.getLogger().addHandler(notes)
        try:
            await self.window.run_async()
        finally:
            logging.getLogger().removeHandler(notes)
            self._fingers.close()
        loop.stop()
