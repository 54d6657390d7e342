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
"""Discs that enclose nothing on the usual board: the agreed drawing for `KEY` of test_map.py."""
EXAMPLE_DICE = {"red": 5, "green": 3, "grey": 1, "white": 5, "black": 6, "brown": 3}
"""The dice of the rules' examples."""


def fields(names: Sequence[str]) -> int:
    return piratenclaim.field_set(piratenclaim.FIELDS_BY_NAME[name] for name in names)


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
    """A position in which the dice are rolled and not used yet, and seat 0 is active.

    Args:
        players: their number.
        options: the options that differ from the defaults.
        discs: the fields with a disc; fewer than 21 are allowed.
        systems: the fields with a system apart from `0/0`, with the value of the lower and the upper colour.
        pirates: the fields with pirates and their colours, separated by a space.
        ships: seat, ship and field of each.
        phase: the phase, which says what may happen next.
        dice: the values of dice that differ from `EXAMPLE_DICE`.
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
        dice=Dice(**{**EXAMPLE_DICE, **(dice or {})}) if lie else None,
        dice_used=False if lie else None,
    )


def after(state: State, *events: Mapping[str, Any]) -> State:
    for event in events:
        state = piratenclaim.apply(state, piratenclaim.parse(event))
    return state


def json_after(state: State, *events: Mapping[str, Any]) -> dict[str, Any]:
    return piratenclaim.to_json(after(state, *events))


def error_code(state: State, event: Mapping[str, Any]) -> Code:
    before = piratenclaim.to_json(state)
    with pytest.raises(Illegal) as refusal:
        after(state, event)
    assert refusal.value.message.endswith(".")
    assert piratenclaim.to_json(state) == before
    return refusal.value.code
