"""What goes wrong while the page is served: a line in the log, and not one for each of a thousand requests."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from traceback import extract_tb
from typing import TYPE_CHECKING

from companion.frontends.web.rate_limiter import RateLimiter

if TYPE_CHECKING:
    import logging
    from collections.abc import Callable

AT_ONCE, PER_S = 5, 1 / 60
"""So many lines at once, and then one a minute."""

LETTERS = 200
"""The most characters of an error that are logged: a stranger may have written them."""


class FailureLog:
    """Tells all that goes wrong in a line each, a failure with its place; what comes too often is counted only."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        """Takes a clock, in seconds."""
        self._now = now
        self._limiter = RateLimiter(AT_ONCE, PER_S)
        self._left_out = 0

    def __call__(self, record: logging.LogRecord) -> bool:
        """Returns whether the record is logged."""
        if not self._limiter.allows(self._now()):
            self._left_out += 1
            return False
        message = record.getMessage()
        if record.exc_info and (error := record.exc_info[1]):
            *_, last = extract_tb(error.__traceback__) or [None]
            place = f" ({Path(last.filename).name}, line {last.lineno})" if last else ""
            message = f"{type(error).__name__}: {str(error)[:LETTERS]}{place}"
        more = f"; {self._left_out} more were left out" if self._left_out else ""
        message = " ".join(message.split())
        # The record itself is changed: a filter may do so, and no handler has to know how its lines are made.
        record.msg, record.args = "the page: %s%s", (message, more)
        record.exc_info = record.exc_text = None
        self._left_out = 0
        return True
