"""A limit of time for the import of a plug-in: one that loops there is given up, and the table starts without it.

A timer of the system interrupts it: SIGALRM, whose handler raises an exception, also out of a sleep or of a wait in C,
and again and again if the plug-in catches it. It cannot interrupt C code that never returns to the interpreter, nor a
plug-in that catches whatever is raised and goes on. Signals come to the main thread: elsewhere there is no limit. All
plug-ins are loaded there once the table is open, and before that those that are asked for.
"""

from __future__ import annotations

import signal
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

from engine.registry import LoadingTimeout

if TYPE_CHECKING:
    from collections.abc import Iterator

LIMIT_S = 10.0
"""How long the import of a plug-in may take, in seconds; within 15 systemd's watchdog wants to hear from the table."""
AGAIN_S = 0.2
"""After so long it is interrupted once more, if it goes on."""


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
