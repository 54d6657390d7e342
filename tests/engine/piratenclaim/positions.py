"""Positions of Piratenclaim for tests, built from the names of fields, and events by their notation."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine import piratenclaim
from engine.game import Code, Illegal, Seat
from engine.piratenclaim import Cube, Dice, Phase, Pirate, Ship, State, System

PLAYERS = ("Green", "Blue", "Orange")
DISCS = (
    *("1/1", "1/2", "1/5", "2/0", "2/3", "2/5", "3/1", "3/3", "3/4", "4/1", "4/2", "4/5"),
    *("5/1", "5/4", "5/5", "6/0", "6/3", "6/5", "7/0", "7/4", "7/5"),
)
"""A drawing that encloses nothing on the usual board; the agreed one for `KEY` of test_discs.py."""
LOOKED_AT = {"red": 5, "green": 3, "grey": 1, "white": 5, "black": 6, "brown": 3}
"""The dice of the rules' examples."""


def fields(names: Sequence[str]) -> int:
    return piratenclaim.as_set(piratenclaim.FIELDS_BY_NAME[name] for name in names)


def position(
    *,
    players: int = 2,
    options: Mapping[str, Any] | None = None,
    discs: Sequence[str] = (),
    systems: Mapping[str, tuple[int, int]] | None = None,
    pirates: Mapping[str, str] | None = None,
    ships: Sequence[tuple[int, int, str]] = (),
    phase: Phase = Phase.DISCOVER,
    dice: Mapping[str, int] | None = None,
) -> State:
    """A position with what lies there, the dice rolled and not used yet, seat 0 to act.

    Args:
        players: how many there are.
        options: those that are not as usual.
        discs: the fields with one; a test needs not lay all 21.
        systems: the fields besides `0/0` with one: the lower and the upper colour's value.
        pirates: the fields with one, and its colour; several colours on one field are joined by a blank.
        ships: the seat, the ship, its field.
        phase: what may happen next.
        dice: what they show, where it is not `LOOKED_AT`.
    """
    state = piratenclaim.start(PLAYERS[:players], Seat(0), {**piratenclaim.options, **(options or {})})
    found = list(state.systems)
    for name, (lower, upper) in (systems or {}).items():
        found[piratenclaim.FIELDS_BY_NAME[name]] = System(Cube(lower), Cube(upper))
    black, brown, white = (
        fields([name for name, here in (pirates or {}).items() if colour in here.split()]) for colour in Pirate
    )
    lie = phase not in (Phase.DISCS, Phase.TRAVEL)
    return replace(
        state,
        phase=phase,
        discs=fields(discs),
        systems=tuple(found),
        pirates=(black, brown, white),
        ships=tuple(sorted(Ship(Seat(seat), ship, piratenclaim.FIELDS_BY_NAME[name]) for seat, ship, name in ships)),
        dice=Dice(**{**LOOKED_AT, **(dice or {})}) if lie else None,
        used=False if lie else None,
    )


def after(state: State, *events: Mapping[str, Any]) -> State:
    for event in events:
        state = piratenclaim.apply(state, piratenclaim.parse(event))
    return state


def told(state: State, *events: Mapping[str, Any]) -> dict[str, Any]:
    return piratenclaim.to_json(after(state, *events))


def refused(state: State, event: Mapping[str, Any]) -> Code:
    before = piratenclaim.to_json(state)
    with pytest.raises(Illegal) as refusal:
        after(state, event)
    assert refusal.value.message.endswith(".")
    assert piratenclaim.to_json(state) == before
    return refusal.value.code
