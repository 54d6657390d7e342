"""What chance decides in Claim It!: three dice a roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.claimit.position import Phase, State
from engine.claimit.rules import Event, Roll
from engine.game import Drawing
from engine.opening import HighestSum

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.dice import Draws
    from engine.game import Face
    from engine.opening import StartRule

DIE = "die"
dice: Mapping[str, Sequence[Face]] = {DIE: range(1, 7)}
"""Three alike."""


def drawing(event: Event) -> Drawing | None:
    """Returns what chance decided in an event: a roll's dice."""
    return Drawing(event.dice, (DIE,) * len(event.dice), event.by) if isinstance(event, Roll) else None


def draw(state: State, draws: Draws) -> Event | None:
    """Returns a roll, at a turn's beginning or in place of a bank."""
    # In a choice, too: another roll is what may be chosen instead of a bank.
    return roll(draws) if state.phase in {Phase.ROLL, Phase.CHOOSE} else None


def roll(draws: Draws) -> Roll:
    """Returns three dice, as the box throws them."""
    first, second, third = draws.dice(3)
    return Roll((first, second, third))


start_rule: StartRule[Event] = HighestSum(roll, lambda event: sum(event.dice) if isinstance(event, Roll) else 0)
