"""Ships that were told only as answers before the pirates moved: nobody keeps them up to date."""

from __future__ import annotations

from dataclasses import replace
from itertools import dropwhile, takewhile
from typing import TYPE_CHECKING

from engine.piratenclaim import MovePirates, ShipAt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.piratenclaim import Event, State
    from engine.record import Record


def answered_ships(record: Record[State, Event]) -> tuple[ShipAt, ...]:
    """Returns the ships that were told as answers before this turn's move of the pirates."""
    events = [played.event for played in record.timeline if played.state.turns == record.state.turns]
    before = dropwhile(lambda event: not isinstance(event, MovePirates), reversed(events))
    next(before, None)  # the move itself
    answers = takewhile(lambda event: isinstance(event, ShipAt) and event.asked, before)
    return tuple(event for event in answers if isinstance(event, ShipAt))


def forgotten_ships(record: Record[State, Event]) -> Iterator[ShipAt]:
    """Yields the events by which the answered ships that still stand there are not told any more."""
    standing = {ship[:2] for ship in record.state.ships}
    for ship in answered_ships(record):
        if (ship.player, ship.ship) in standing:
            yield replace(ship, field=None, asked=False)
