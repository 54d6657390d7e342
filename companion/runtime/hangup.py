"""Notices that the terminal in which the program runs was closed, also where nobody sends SIGHUP.

The system sends that signal to the terminal's first program only. A shell hands it on; make, where it is the first
program itself, does not, and waits for the program that it has started.
"""

from __future__ import annotations

import os
import select
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from collections.abc import Callable, Iterator, Sequence

STANDARD_STREAMS = (0, 1, 2)


@contextmanager
def hangup_watched(
    events: AbstractEventLoop, stop: Callable[[], object], streams: Sequence[int] = STANDARD_STREAMS
) -> Iterator[None]:
    """Calls `stop` once when the terminal is closed; does nothing without a terminal, and on systems without epoll."""
    terminal = next((stream for stream in streams if os.isatty(stream)), None)
    if terminal is None or not hasattr(select, "epoll"):
        yield
        return
    with select.epoll() as watch:
        # No event is asked for: what is typed is left to whoever reads it. A hang-up is reported all the same.
        watch.register(terminal, 0)

        def end() -> None:
            events.remove_reader(watch)
            stop()

        events.add_reader(watch, end)
        try:
            yield
        finally:
            events.remove_reader(watch)
