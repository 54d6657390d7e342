"""What interrupts a program from outside: its signals, a terminal that was closed, and the limit of a plug-in's import.

A plug-in that loops while it is imported is given up, and the table starts without it. A timer of the system
interrupts it: SIGALRM, whose handler raises an exception, also out of a sleep or of a wait in C, and again and again if
the plug-in catches it. It cannot interrupt C code that never returns to the interpreter, nor a plug-in that catches
whatever is raised and goes on. Signals come to the main thread: elsewhere there is no limit. All plug-ins are loaded
there once the table is open, and before that those that are asked for.

SIGHUP says that the terminal was closed, but the system sends it to the terminal's first program only. A shell hands it
on; make, where it is the first program itself, does not, and waits for the program that it has started. So the terminal
is watched, too.
"""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

from engine.registry import LoadingTimeout

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop  # 40 ms, and the first picture does not wait for it

STANDARD_STREAMS = (0, 1, 2)
LIMIT_S = 10.0
"""How long the import of a plug-in may take, in seconds; within 15 systemd's watchdog wants to hear from the table."""
AGAIN_S = 0.2
"""After so long it is interrupted once more, if it goes on."""


@contextmanager
def interrupted_by(*signals: signal.Signals) -> Iterator[None]:
    """Has these signals raise KeyboardInterrupt; those that are ignored, as behind `nohup`, stay so."""
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


@contextmanager
def loading_limit(limit_s: float = LIMIT_S) -> Iterator[None]:
    """Raises LoadingTimeout in what is done meanwhile if that takes longer."""

    def interrupt(*_: object) -> None:
        raise LoadingTimeout(f"its import takes longer than {limit_s:g} s")

    # One plug-in may ask for another one while it is loaded: the limit of the first one holds for both.
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
