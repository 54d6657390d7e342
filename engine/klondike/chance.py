"""What chance decides in Klondike: nothing that an event tells, for hands are dealt at the table and secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.dice import Draws
    from engine.game import Drawing, Face
    from engine.klondike.position import State
    from engine.klondike.rules import Event

dice: Mapping[str, Sequence[Face]] = {}
start_rule = None
"""The box draws somebody, and the players may choose another."""


def drawing(event: Event) -> Drawing | None:  # noqa: ARG001 - the contract's
    """Returns what chance decided in an event: nothing."""
    return None


def draw(state: State, draws: Draws) -> Event | None:  # noqa: ARG001 - the contract's
    """Returns what the box draws next: nothing."""
    return None
