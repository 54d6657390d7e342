"""What goes wrong while the page is served: one line a minute of each kind, and not one for each of 1000 requests.

Told by it are failures of ours, which uvicorn and the event loop would write with a traceback, and requests that are
none, which strangers send. A kind is the place in the program where it happened, or the words that the program has for
it: nothing that a stranger writes makes a new one.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

LOGGER = logging.getLogger("uvicorn.error")
"""Where uvicorn writes, and what the event loop says of its connections."""

PAUSE_S = 60.0
"""After a line of one kind the next ones are counted for so long, in seconds; then one line tells how many came."""

LETTERS = 200
"""The most characters of an error that are logged: a stranger may have written them."""


class FailureLog:
    """Tells all that goes wrong in a line each, a failure with its place; what comes too often is counted only."""

    def __init__(self, call_later: Callable[[float, Callable[[str], None], str], object]) -> None:
        """Takes what calls a function after so many seconds, as an event loop does."""
        self._call_later = call_later
        self._counted: dict[str, tuple[logging.LogRecord, int]] = {}
        """Of each kind that was told within the last minute the newest record, and how many came after the line."""

    def __call__(self, record: logging.LogRecord) -> bool:
        """Returns whether the record is logged."""
        error = record.exc_info[1] if record.exc_info else None
        place = "" if error is None else _place_of(error)
        kind = place or str(record.msg)
        if kind in self._counted:
            self._counted[kind] = record, self._counted[kind][1] + 1
            return False
        message = f"{type(error).__name__}: {str(error)[:LETTERS]}{place}" if error else record.getMessage()
        times = record.__dict__.get("times", 1)
        # The record itself is changed: a filter may do so, and no handler has to know how its lines are made.
        record.msg = "the page: %s%s"
        record.args = (" ".join(message.split()), f"; {times} times in a minute" if times > 1 else "")
        record.exc_info = record.exc_text = None
        self._counted[kind] = record, 0
        self._call_later(PAUSE_S, self._tell_counted, kind)
        return True

    def _tell_counted(self, kind: str) -> None:
        """Logs the newest of those that were counted, if there are any: with it the next minute begins."""
        record, times = self._counted.pop(kind)
        if times:
            record.__dict__["times"] = times
            LOGGER.handle(record)


def log_loop_failure(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Handles what the event loop catches: that of a connection is logged as uvicorn's own, without a traceback."""
    if context.keys() & {"protocol", "transport", "socket"}:
        LOGGER.error(context["message"], exc_info=context.get("exception"))
    else:
        loop.default_exception_handler(context)


def _place_of(error: BaseException) -> str:
    traceback = error.__traceback__
    while traceback and traceback.tb_next:
        traceback = traceback.tb_next
    return f" ({Path(traceback.tb_frame.f_code.co_filename).name}, line {traceback.tb_lineno})" if traceback else ""
