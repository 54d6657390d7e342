"""What a check finds."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    """How bad it is."""

    OK = "ok"
    WARNING = "warning"
    """It can be played with."""
    WRONG = "wrong"
    """Something will not work."""


class Diagnosis(NamedTuple):
    """What is the case, and what mends it."""

    verdict: Severity
    what: str
    """In a few words, for people."""
    mend: str = ""
    """The command, the setting or the wire that mends it; empty where nothing needs to be mended."""


def ok(what: str) -> Diagnosis:
    """Returns the diagnosis of something that is well."""
    return Diagnosis(Severity.OK, what)


def warning(what: str, mend: str) -> Diagnosis:
    """Returns the diagnosis of something that works, but not as well as it could."""
    return Diagnosis(Severity.WARNING, what, mend)


def wrong(what: str, mend: str) -> Diagnosis:
    """Returns the diagnosis of something that cannot work like that."""
    return Diagnosis(Severity.WRONG, what, mend)
