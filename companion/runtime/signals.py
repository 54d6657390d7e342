"""Interrupts from outside: signals, a closed terminal, and the timeout for the import of a plug-in.

If a plug-in loops during its import, the companion starts without it. A system timer (SIGALRM) interrupts the import;
its handler raises an exception, also in a sleep or a wait in C, and repeatedly if the plug-in catches it. It cannot
interrupt C code that never returns to the interpreter, or a plug-in that catches all exceptions and continues. Signals
arrive in the main thread, so other threads have no timeout. All plug-ins are loaded in the main thread after the first
frame; the requested ones are loaded earlier.

SIGHUP means that the terminal was closed, but the system sends it only to the first program of the terminal. A shell
passes it on; make does not, and waits for the program that it has started. So the terminal is watched, too.
"""

import asyncio
import os
import select
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread

from engine.registry import LoadingTimeout

STANDARD_STREAMS = (0, 1, 2)
LIMIT_S = 10.0
"""Timeout for the import of a plug-in in seconds; systemd's watchdog needs a message every 15 seconds."""
AGAIN_S = 0.2
"""Delay before a second interrupt in seconds."""


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


@contextmanager
def loading_limit(limit_s: float = LIMIT_S) -> Iterator[None]:
    """Raises LoadingTimeout in the block if the block takes longer."""

    def interrupt(*_: object) -> None:
        raise LoadingTimeout(f"its import takes longer than {limit_s:g} s")

    # A plug-in can load another one; the limit of the first one applies to both.
    if current_thread() is not main_thread() or signal.getitimer(signal.ITIMER_REAL)[0]:
        yield
        return
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, limit_s, AGAIN_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
