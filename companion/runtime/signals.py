"""Interrupts from outside: signals, and a closed terminal.

SIGHUP means that the terminal was closed, but the system sends it only to the first program of the terminal. A shell
passes it on; make does not, and waits for the program that it has started. So the terminal is watched, too.
"""

import asyncio
import os
import select
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

STANDARD_STREAMS = (0, 1, 2)


@contextmanager
def interrupted_by(*signals: signal.Signals) -> Iterator[None]:
    """Makes these signals raise KeyboardInterrupt; ignored signals, as with `nohup`, stay ignored."""
    before = {each: signal.getsignal(each) for each in signals}
    heeded = [each for each in signals if before[each] is not signal.SIG_IGN]
    try:
        for each in heeded:
            signal.signal(each, signal.default_int_handler)
        yield
    finally:
        for each in heeded:
            signal.signal(each, before[each])


@contextmanager
def hangup_watched(
    events: asyncio.AbstractEventLoop, stop: Callable[[], object], streams: Sequence[int] = STANDARD_STREAMS
) -> Iterator[None]:
    """Calls `stop` once when the terminal is closed. Does nothing without a terminal or without epoll."""
    terminal = next((stream for stream in streams if os.isatty(stream)), None)
    if terminal is None or not hasattr(select, "epoll"):
        yield
        return
    with select.epoll() as watch:
        # No event is requested, so that the input is left to its reader; a hang-up is always reported.
        watch.register(terminal, 0)

        def end() -> None:
            events.remove_reader(watch)
            stop()

        events.add_reader(watch, end)
        try:
            yield
        finally:
            events.remove_reader(watch)
