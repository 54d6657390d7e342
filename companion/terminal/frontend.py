"""The terminal frontend."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import BoundedSemaphore

from companion.core.lineup import BOX
from companion.core.messages import Action, Chosen, Pointed
from companion.core.model import Model, Refusal
from companion.core.shown import labelled_buttons, model_seen_by, screen_of, shown_snapshot
from companion.program.description import VisiblePage, hides_game
from companion.program.fields import takes_clicks
from companion.program.view import View
from companion.runtime.loop import Frontend, Loop
from companion.terminal.window import OpenPage, Window
from hardware.device import Button


class LogLines:
    """A stream, for any thread, that shows its lines as notes, because direct output would damage the window."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self._note = note
        self._event_loop = asyncio.get_running_loop()

    def write(self, text: str) -> None:
        for line in text.splitlines():
            self._event_loop.call_soon_threadsafe(self._note, line)


class TerminalFrontend(Frontend):
    """Shows the device in a terminal, and presses its buttons with keys and mouse."""

    def __init__(self, press: Callable[[Button, bool], None]) -> None:
        """Takes the function that presses or holds a button; it may block as long as a real press takes."""
        self._press_queue = PressQueue(press)
        self.window = Window(
            self._press_queue.press,
            point=lambda place: self._send(Pointed(place)),
            choose=lambda name, value: self._send(Chosen(name, value)),
            on_output_idle=self._show_waiting_soon,
        )
        self._waiting: tuple[View, Model] | None = None
        self._shown: VisiblePage | None = None
        self._loop: Loop | None = None
        self._event_loop: asyncio.AbstractEventLoop | None = None

    def show(self, view: View, model: Model) -> None:
        """Shows the newest frame. It does not wait for a slow terminal, which then skips frames."""
        # Set before the check: the writer may finish now, and then shows the waiting frame.
        self._waiting = view, model
        if not self.window.is_behind:
            self._show_waiting()

    def _show_waiting(self) -> None:
        if self._waiting is not None:
            (view, model), self._waiting = self._waiting, None
            self.window.show_frame(view.frame, model.translate, model.page.axes(model))
            self._show_texts(view, model)

    def _show_waiting_soon(self) -> None:
        """Shows a waiting frame; called on the writer's thread."""
        if self._waiting is not None and self._event_loop is not None:
            with suppress(RuntimeError):  # the loop has ended
                self._event_loop.call_soon_threadsafe(self._show_waiting)

    def _show_texts(self, view: View, model: Model) -> None:
        before, self._shown = self._shown, VisiblePage(view.text, model)
        # Most frames differ only in an animation, and updating the texts is slow.
        if self._shown.has_same_description(before):
            return
        seen = model_seen_by(model, BOX)
        screen = screen_of(seen)
        self.window.show_page(OpenPage(screen, seen.translate), labelled_buttons(seen, screen))
        game = shown_snapshot(seen, BOX)
        self.window.show_game(game, points=takes_clicks(seen, BOX), has_figures=not hides_game(seen))

    def _send(self, action: Action) -> None:
        """Sends a point or a choice to the loop. A user of the terminal has the permissions of the box."""
        if self._loop is not None:
            self._loop.enqueue(action, BOX, self._note_refusal)

    def _note_refusal(self, refusal: Refusal) -> None:
        if self._shown is not None:
            # Directly from the catalog, because the translator would fill in braces, which a name may contain.
            self.window.add_note(self._shown.model.translate.catalog.gettext(refusal.message))

    def announce(self, text: str) -> None:
        self.window.add_note(text)

    async def run(self, loop: Loop) -> None:
        self._loop, self._event_loop = loop, asyncio.get_running_loop()
        notes = logging.StreamHandler(LogLines(self.window.add_note))
        notes.setLevel(logging.WARNING)
        logging.getLogger().addHandler(notes)
        try:
            await self.window.run_async()
        finally:
            logging.getLogger().removeHandler(notes)
            self._press_queue.close()
        loop.stop()


QUEUE_LENGTH = 16
"""Maximum number of queued presses; further ones are dropped."""


class PressQueue:
    """Executes presses in the order in which they arrived."""

    def __init__(self, press: Callable[[Button, bool], None]) -> None:
        self._press = press
        self._free = BoundedSemaphore(QUEUE_LENGTH)
        # One thread keeps the order of the presses.
        self._thread = ThreadPoolExecutor(1, "presses")

    def press(self, button: Button, held: bool) -> None:  # noqa: FBT001 (as the device's method)
        if self._free.acquire(blocking=False):
            done = self._thread.submit(self._press, button, held)
            done.add_done_callback(lambda _: self._free.release())

    def close(self) -> None:
        """Drops the presses that have not started."""
        self._thread.shutdown(cancel_futures=True)
