"""The clock. No other module of the companion reads it; the time comes with the messages."""

from __future__ import annotations

import time
from datetime import UTC, datetime


def monotonic_s() -> float:
    """Seconds since some fixed moment, never going back: the time of asyncio's loop, of frames and messages."""
    return time.monotonic()


def utc_now() -> str:
    """The time of day for the journal: `2026-11-21T18:30:05Z`. A Pi without network may well be wrong about it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def local(at: str, pattern: str) -> str:
    """Returns a time of the journal in local time, formatted by a `strftime` pattern."""
    return datetime.fromisoformat(at).astimezone().strftime(pattern)
