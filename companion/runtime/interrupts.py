"""Signals that end a command as an exception, so that it can put something in order."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


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
