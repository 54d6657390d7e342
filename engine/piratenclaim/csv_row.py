"""A game of Piratenclaim as a sheet: what an event fills in besides what every game has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.piratenclaim.events import Discover, Discs, Event, MovePirates, Remove, Roll, ShipAt, Sink
from engine.piratenclaim.map import FIELD_NAMES, position_of, segment_of
from engine.piratenclaim.pirates import supply
from engine.piratenclaim.position import Dice

if TYPE_CHECKING:
    from engine.piratenclaim.map import Field
    from engine.piratenclaim.position import State

columns = ("by", *Dice._fields, "segment", "position", "ship", "pirate", "lower", "upper", "blocked", "robbed", "discs")
"""Segment and position stand apart: a spreadsheet would take 5/2 for a date. `lower` and `upper` are the colours of the
system that a discovery found; `blocked` and `robbed` are how many pirates stayed and how many ships were robbed."""


def row(before: State, event: Event, after: State) -> dict[str, Any]:
    """Returns what only this kind of event has."""
    match event:
        case Discs(fields, by):
            return {"by": by or "", "discs": " ".join(FIELD_NAMES[field] for field in fields)}
        case Roll(dice, by):
            return {"by": by or "", **dice._asdict()}
        case ShipAt(_, ship, field):
            return {"ship": ship, **({} if field is None else _place(field))}
        case Discover(field):
            return {**_place(field), **_found(before, after)}
        case Sink(field, pirate):
            return {**_place(field), "pirate": pirate.value}
        case Remove(field, pirate):
            return {**_place(field), "pirate": pirate.value, **_pirate_phase(after)}
        case MovePirates():
            return _pirate_phase(after)
        case _:
            return {}


def _place(field: Field) -> dict[str, Any]:
    return {"segment": segment_of(field), "position": position_of(field)}


def _found(before: State, after: State) -> dict[str, Any]:
    """Returns the system that appeared, or the pirate that entered."""
    for old, new in zip(before.systems, after.systems, strict=True):
        if new is not None and old is None:
            return {"lower": new.lower.name.lower(), "upper": new.upper.name.lower()}
    entered = [pirate.value for pirate, left in supply(before).items() if supply(after)[pirate] < left]
    return {"pirate": entered[0]} if entered else {}


def _pirate_phase(after: State) -> dict[str, Any]:
    return {"blocked": len(after.blocked), "robbed": len(after.robbed)}
