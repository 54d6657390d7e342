"""The clock. Pages and rules never read it: they get the time with the messages."""

import time
from datetime import UTC, datetime


def monotonic_s() -> float:
    """Returns the seconds since some fixed moment: the time of asyncio's loop, of frames and messages."""
    return time.monotonic()


def utc_now() -> str:
    """Returns the time of day for the journal: `2026-11-21T18:30:05Z`. On a Pi without a network it may be wrong."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def to_local_time(at: str, pattern: str) -> str:
    """Returns a time of the journal in local time, formatted by a `strftime` pattern."""
    return datetime.fromisoformat(at).astimezone().strftime(pattern)
