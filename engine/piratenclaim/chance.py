"""What chance decides in Piratenclaim: where the discs lie, and six dice of six colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Drawing
from engine.piratenclaim.discs import draw_discs
from engine.piratenclaim.events import Discs, Event, Roll
from engine.piratenclaim.map import FIELD_NAMES
from engine.piratenclaim.position import Dice, DiscoveryDice, Phase, State

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.dice import Draws
    from engine.game import Face

dice: Mapping[str, Sequence[Face]] = {kind: range(1, 7) for kind in Dice._fields}
"""Six dice, each of its own colour."""
start_rule = None
"""The texts do not tell who begins: the box draws somebody, and the players may choose another."""


def drawing(event: Event) -> Drawing | None:
    """Returns what chance decided in an event: where discs lie, or what the dice of a roll show."""
    match event:
        case Discs(fields, by):
            return Drawing(tuple(FIELD_NAMES[field] for field in fields), by=by)
        case Roll(dice, by):
            return Drawing(tuple(dice), dice._fields, by)
        case _:
            return None


def draw(state: State, draws: Draws) -> Event | None:
    """Returns the discs, all six dice, or red, green and grey once a discovery has used them."""
    match state.phase:
        case Phase.DISCS:
            return Discs(draw_discs(state.board, draws))
        case Phase.TRAVEL:
            return Roll(Dice(*draws.dice(6)))
        case Phase.DISCOVER if state.used:
            return Roll(DiscoveryDice(*draws.dice(3)))
        case _:
            return None
