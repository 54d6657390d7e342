"""A driver for Textual that waits without polling, and continues if the terminal is blocked or closed."""

import os
import selectors
import signal
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO

from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

ESCAPE_S = 0.1
"""Timeout in seconds for the rest of an escape sequence; after it, the key was Escape."""
READ_BYTES = 4096


class ResilientOutput:
    """An output that drops its data if the terminal stops reading or is closed.

    Textual writes from a queue in a separate thread. An OSError would end that thread, and then a full queue would
    block the loop's thread and the whole program.
    """

    def __init__(self, file: TextIO, on_idle: Callable[[], object]) -> None:
        """Takes the terminal and a function that is called on the writer's thread when all data is written."""
        self._file = file
        self._on_idle = on_idle
        self.is_busy = False
        """Whether some data is not written yet. Textual flushes only when its queue is empty."""

    def write(self, text: str) -> None:
        self.is_busy = True
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()
        self.is_busy = False
        self._on_idle()

    def fileno(self) -> int:
        return self._file.fileno()


class TerminalApp(App[None]):
    """An app whose `output` shows whether the terminal accepts data fast enough."""

    output: ResilientOutput | None = None
    on_output_idle: Callable[[], object]
    """Called on the writer's thread when all data is written."""

    def action_suspend_process(self) -> None:
        """Stops the program until the shell's `fg`; does nothing without a shell."""
        # A shell gives each job its own process group.
        if self._driver is None or os.getpgrp() == os.getsid(0):
            return
        self._driver.suspend_application_mode()
        # The whole job is stopped: it may include a script or `make`, for which the shell would wait.
        os.killpg(0, signal.SIGSTOP)
        # Textual's handler of SIGCONT has already set up the terminal again.
        self.refresh(layout=True)


class TerminalDriver(LinuxDriver):
    """Reads keys and mouse, and ends the app when the terminal is closed."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        if isinstance(app, TerminalApp) and self._file is not None:
            app.output = ResilientOutput(self._file, app.on_output_idle)
            self._file = app.output  # type: ignore[assignment] # it has all methods that Textual needs
        self._stop_reader = self._stop_writer = -1
        """The ends of a pipe: a byte in it ends the thread that waits for keys. -1 if it is not open."""

    def start_application_mode(self) -> None:
        """Sets the terminal up, also when the program continues after Ctrl-Z or `kill -STOP`."""
        if self._stop_writer < 0:
            self._stop_reader, self._stop_writer = os.pipe()
        # True only after `kill -STOP`: before Ctrl-Z stops the program, Textual has stopped reading.
        still_reads, original_modes = self._is_reading, self.attrs_before
        if still_reads:
            self.disable_input()
        super().start_application_mode()  # type: ignore[no-untyped-call] # Textual gives it no types
        if still_reads:
            # Textual has saved its own modes as the original ones, and would not restore the terminal.
            self.attrs_before = original_modes

    @property
    def _is_reading(self) -> bool:
        return self._key_thread is not None and self._key_thread.is_alive()

    def disable_input(self) -> None:
        if self._is_reading:
            os.write(self._stop_writer, b"\0")
        super().disable_input()

    def close(self) -> None:
        super().close()
        if self._stop_writer >= 0:
            os.close(self._stop_reader)
            os.close(self._stop_writer)
        self._stop_reader = self._stop_writer = -1

    def run_input_thread(self) -> None:
        """Reads until it is stopped or the terminal is closed. Textual's own version wakes up ten times a second."""
        parser, decode = XTermParser(self._debug), getincrementaldecoder("utf-8")(errors="replace").decode
        timeout_s = None
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            selector.register(self._stop_reader, selectors.EVENT_READ)
            while True:
                ready = {key.fd for key, _ in selector.select(timeout_s)}
                if self._stop_reader in ready:
                    os.read(self._stop_reader, 1)
                    return
                if ready and not self._feed(parser, decode):
                    return
                for event in parser.tick():  # an escape sequence whose rest has not arrived
                    self.process_message(event)
                timeout_s = ESCAPE_S if ready else None

    def _feed(self, parser: XTermParser, decode: Any) -> bool:  # noqa: ANN401 - codecs' own type says no more
        """Handles input; returns whether the terminal is still open."""
        try:
            data = os.read(self.fileno, READ_BYTES)
        except OSError:
            data = b""
        if not data:
            with suppress(RuntimeError):  # the loop has ended already
                self._loop.call_soon_threadsafe(self._app.exit)
            return False
        for event in parser.feed(decode(data)):
            self.process_message(event)
        return True
