"""The terminal frontend."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from companion.core.table_registry import at_table, axes_of, table_of
from companion.core.viewer_kind import BOX
from companion.frontends.terminal.window import Window
from companion.program.button_words import button_words
from companion.runtime.press_queue import PressQueue

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.core.model import Model
    from companion.program.view import View
    from companion.runtime.loop import Loop
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


class TerminalFrontend:
    """Shows what any device shows, and presses its buttons with keys and mouse."""

    def __init__(self, touch: Callable[[Button, bool], None], *, half: bool) -> None:
        """Takes what presses a button, or holds it; it may take as long as a finger does."""
        self._press_queue = PressQueue(touch)
        self.window = Window(self._press_queue.press, half=half)
        self._shown: Model | None = None

    def show(self, view: View, model: Model) -> None:
        """Shows the frame; the latest wins."""
        self.window.show_frame(view.frame, model.translate, axes_of(model))
        self._show_snapshot(view, model)

    def _show_snapshot(self, view: View, model: Model) -> None:
        shown, self._shown = self._shown, model
        # A frame may differ in its animation only; a snapshot takes longer than that.
        if shown and shown.game is model.game and (shown.page, shown.language) == (model.page, model.language):
            return
        self.window.show_words(button_words(model, view.chosen))
        has_game = model.game is not None and at_table(model)
        self.window.show_map(table_of(model.session).snapshot(model, BOX).map if has_game else None)

    def play(self, tones: Sequence[Tone]) -> None:
        """Does nothing: the box plays its tones itself."""

    def announce(self, text: str) -> None:
        """Shows the caption below the board."""
        self.window.add_note(text)

    async def run(self, loop: Loop) -> None:
        """Runs until somebody quits, and then stops the loop."""
        # Whatever writes to the terminal itself would tear the picture, so warnings become notes in it.
        notes = logging.StreamHandler(LogLines(self.window.add_note))
        notes.setLevel(logging.WARNING)
        logging.getLogger().addHandler(notes)
        try:
            await self.window.run_async()
        finally:
            logging.getLogger().removeHandler(notes)
            self._press_queue.close()
        loop.stop()
