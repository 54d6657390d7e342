"""What has happened at a table that is played at for long, and whether it takes more and more of the machine."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
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
    """SQLite's log next to the journal, which starts again at a checkpoint."""


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


@dataclass
class Story:
    journal: Path
    games: int = 0
    kills: int = 0
    exits: int = 0
    """How often the menu's `Quit` ended the table."""
    visits: int = 0
    """How often a viewer came or went."""
    events: int = 0
    """In the journal."""
    faults: Counter[str] = field(default_factory=Counter)
    usage: dict[int, list[Usage]] = field(default_factory=dict)
    """At the end of each game, when no viewer was there; of each process apart, for a new one begins small again."""
    troubles: list[str] = field(default_factory=list)
    """Losses, damage, tracebacks, silence."""

    def growth(self) -> list[str]:
        """What has grown in any of the processes and should not have, a sentence each."""
        return [sentence for usage in self.usage.values() for sentence in growth(usage)]

    def report(self) -> str:
        faults = ", ".join(f"{count} x {name}" for name, count in self.faults.items())
        return (
            f"{self.games} games, {self.kills} kills, {self.exits} exits, {self.visits} visits, {len(self.troubles)} "
            f"losses; {faults or 'no faults'}; {self.events} events in {self._size() / 1000:.0f} kB; {self._usage()}"
        )

    def _size(self) -> int:
        return sum(path.stat().st_size for path in self.journal.parent.glob(f"{self.journal.name}*"))

    def _usage(self) -> str:
        if not self.usage:
            return "no game over yet"
        usage = list(self.usage.values())[-1]
        first, last = usage[0], usage[-1]
        return (
            f"process {len(self.usage)}: {first.resident_mb:.1f} MB after a game, {last.resident_mb:.1f} after "
            f"{len(usage)}; {first.descriptors} descriptors, {last.descriptors} now"
        )
