"""Who begins: each player rolls three dice, the highest sum begins, ties roll again (rules, "A turn", last line)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.claimit.chance import roll
from engine.claimit.rules import Event, Roll
from engine.opening import HighestSum

if TYPE_CHECKING:
    from engine.opening import StartRule


def _total(event: Event) -> int:
    return sum(event.dice) if isinstance(event, Roll) else 0


start_rule: StartRule[Event] = HighestSum(roll, _total)
