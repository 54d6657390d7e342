"""What a check finds."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Verdict(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    """It can be played with."""
    WRONG = "wrong"
    """Something will not work."""


class Finding(NamedTuple):
    """What is the case, and what mends it."""

    verdict: Verdict
    what: str
    """In a few words, for people."""
    mend: str = ""
    """The command, the setting or the wire that mends it; empty where nothing needs to be mended."""


def ok(what: str) -> Finding:
    """All is well."""
    return Finding(Verdict.OK, what)


def warning(what: str, mend: str) -> Finding:
    """It works, but not as well as it could."""
    return Finding(Verdict.WARNING, what, mend)


def wrong(what: str, mend: str) -> Finding:
    """It cannot work like that."""
    return Finding(Verdict.WRONG, what, mend)
