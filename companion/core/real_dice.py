"""Real dice that say what they show: which ones are known, and what they did since a roll was asked for.

A die counts when it was seen moving since then and rests on a face: one that lies still from before is no roll.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.dice_kinds import D6, Die, Motion

if TYPE_CHECKING:
    from companion.core.lineup import LineUp

BLUETOOTH = "bluetooth"
"""What `table.dice`, `--dice` and the setup call such dice."""
SOURCE, KNOWN = "dice", "known_dice"
"""The keys of a line-up's `table_options`: whose dice, and the ids of those that are known, by the game's dice."""
SILENT_S = 5.0
"""A die that was not heard for so long is missing, in seconds."""
REST_S = 1.0
"""Dice that rest for so long are taken, in seconds."""
MOST_HEARD = 64
"""So many dice are noted at once; of more that are near by those that are known already, and those that move."""


class HeardDie(NamedTuple):
    """A die, as it was heard last."""

    die: Die
    at: float
    has_moved: bool = False
    """Whether it was seen moving since the roll was asked for."""
    rests_since: float = 0.0
    """Since when it shows the same."""

    @property
    def face(self) -> int | None:
        """What it has rolled; None: nothing yet."""
        return self.die.face if self.has_moved and self.die.motion is Motion.RESTS and self.die.type == D6 else None


class RealDice(NamedTuple):
    """What the model has of them."""

    offered: bool = False
    """Whether the setup offers them: this machine could listen."""
    known: Mapping[str, tuple[str, ...]] = {}
    """By the game's name: the ids of its dice."""
    heard: Mapping[str, HeardDie] = {}
    """By id: since a roll was asked for, or a die to be learned."""
    fault: str = ""
    """Why none can be heard, in English, to be translated; empty: nothing is in the way."""
    listens_since: float | None = None
    """When the box began to listen; None: Bluetooth is not ready yet, and no die can be called silent."""
    taken_at: float = -inf
    """When dice were taken that had rested long enough: the page went on by itself."""

    def listen(self, fault: str, at: float) -> RealDice:
        """Returns them once the box listens, or cannot."""
        since = self.listens_since if self.listens_since is not None and not self.fault else at
        return self._replace(fault=fault, listens_since=None if fault else since)

    def hear(self, die: Die, at: float) -> RealDice:
        """Returns them after this was heard."""
        heard, known = dict(self.heard), {each for ids in self.known.values() for each in ids}
        if len(heard) >= MOST_HEARD and die.id not in known | heard.keys():
            still = [each for each, was in heard.items() if not was.has_moved and each not in known]
            # One that is rolled may be the one to be learned: it takes the place of one that only lies there.
            if die.motion is not Motion.MOVES or not still:
                return self
            del heard[still[0]]
        before = heard.get(die.id) or HeardDie(die, at, rests_since=at)
        same = (before.die.motion, before.die.face) == (die.motion, die.face)
        has_moved = before.has_moved or die.motion is Motion.MOVES
        now = HeardDie(die, at, has_moved, before.rests_since if same else at)
        return self._replace(heard={**heard, die.id: now}, fault="")


def hears_dice(lineup: LineUp) -> bool:
    """Returns whether a game is played with real dice that are heard."""
    return lineup.by_hand and lineup.table_options.get(SOURCE) == BLUETOOTH


def enters_dice(lineup: LineUp) -> bool:
    """Returns whether a game is played with real dice that a person enters."""
    return lineup.by_hand and not hears_dice(lineup)


def known_dice(lineup: Mapping[str, Any]) -> tuple[str, ...]:
    """Returns the ids that a line-up of the journal, in JSON, has; none where it has none, or something else."""
    options = lineup.get("table_options")
    ids = options.get(KNOWN) if isinstance(options, dict) else None
    if not isinstance(ids, list) or len(set(map(str, ids))) < len(ids):
        return ()
    return tuple(ids) if all(isinstance(each, str) for each in ids) else ()
