"""Whether a table takes more and more of the machine."""

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

MOST_MB, MOST_DESCRIPTORS = 4.0, 4
"""What the last quarter of a soak may take more than the second: the first one still fills what is cached."""
ENOUGH = 8
"""Of fewer games nothing is said."""


class Usage(NamedTuple):
    resident_mb: float
    """In MB of 1,000,000 bytes."""
    descriptors: int
    log_mb: float
    """SQLite's log beside the journal, which starts again at a checkpoint."""


def growth(usage: Sequence[Usage]) -> list[str]:
    """What has grown and should not have, a sentence each.

    Args:
        usage: of one process, at the end of each game, in order.
    """
    if len(usage) < ENOUGH:
        return []
    quarter = len(usage) // 4
    then, now = (
        Usage(*map(median, zip(*part, strict=True))) for part in (usage[quarter : 2 * quarter], usage[-quarter:])
    )
    grown = (
        ("memory", now.resident_mb - then.resident_mb, MOST_MB, "MB"),
        ("descriptors", now.descriptors - then.descriptors, MOST_DESCRIPTORS, ""),
        ("the journal's log", now.log_mb - then.log_mb, MOST_MB, "MB"),
    )
    return [f"{what} grew by {by:.1f} {unit}" for what, by, most, unit in grown if by > most]
