"""The rules of Piratenclaim's ledger: cargo, travel, fuel, trade, claims, and compulsory discovery.

Sources: `rules`: the rules page by its sections; `issue 26`: its items 2 and 3; `protocol`: docs/protocol.md,
"Piratenclaim with a ledger", by the numbers of its list.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine import piratenclaim
from engine.game import Code, Illegal, Seat
from engine.piratenclaim import FIELDS_BY_NAME, Colour, FleetShip, Load, Marker, Phase, ShipAt, State
from tests.engine.piratenclaim.positions import DISCS, LOOKED_AT, after, position, refused, told

MIX = {"orange": 3, "yellow": 1, "green": 6, "blue": 3, "purple": 2}
LAID = {"event": "discs", "fields": list(DISCS)}
CARGO = {"event": "cargo", "load": MIX}
SIX = {"event": "roll", "dice": LOOKED_AT}
MOVE, END = {"event": "move_pirates"}, {"event": "end_turn"}
Fleet = tuple[int, tuple[int, ...], str, dict[str, int]]


def at_sea(
    *fleet: Fleet,
    options: Mapping[str, Any] | None = None,
    colours: Sequence[str] = ("own", "white", "white"),
    stay: int = 0,
    claims: Sequence[tuple[str, int]] = (),
    phase: Phase = Phase.TRAVEL,
    **there: Any,  # noqa: ANN401 - what `position` takes
) -> State:
    """A position of two with a ledger: for each ship its seat, parts, field and load; seat 1 is at home if not told."""
    home: Fleet = (1, (0, 1, 2), "0/0", {})
    ships = (*fleet, *([] if any(seat for seat, *_ in fleet) else [home]))
    state = position(options={"ledger": True, **(options or {})}, phase=phase, **there)
    assert state.ledger is not None
    kept = tuple(
        FleetShip(Seat(seat), parts, FIELDS_BY_NAME[field], Load(**load), stay if seat == 0 else 0)
        for seat, parts, field, load in sorted(ships)
    )
    markers = tuple(Marker(FIELDS_BY_NAME[field], Seat(seat)) for field, seat in claims)
    seats = (tuple(map(Colour, colours)), state.ledger.colours[1])
    ledger = replace(state.ledger, fleet=kept, claims=markers, colours=seats)
    owned = (len(colours), 3)
    at = tuple(piratenclaim.Ship(ship.player, part, ship.field) for ship in kept for part in ship.parts)
    return replace(state, ledger=ledger, ships_owned=owned, ships=tuple(sorted(at)))


def carried(state: State, *events: Mapping[str, Any]) -> list[tuple[list[int], str, dict[str, int]]]:
    """What the ships of seat 0 carry after these events: parts, field, load."""
    fleet = told(state, *events)["fleet"]
    return [(ship["parts"], ship["field"], ship["load"]) for ship in fleet if ship["player"] == 0]


# What the agreed cases (test_ledger_vectors.py) leave out. The set-up (rules, 3).


def test_1336_of_the_1391_mixes_have_room() -> None:
    # rules, 3
    mixes = [
        (orange, yellow, green, blue, purple)
        for purple in range(11)
        for blue in range(13)
        for green in range(16)
        for yellow in range(21)
        for orange in range(31)
        if 2 * orange + 3 * yellow + 4 * green + 5 * blue + 6 * purple == 60
    ]
    fitting = {mix for mix in mixes if -(-30 // 6) + -(-sum(mix) // 6) <= 9}
    assert (len(mixes), len(fitting)) == (1391, 1336)
    assert {tuple(load[1:]) for load in piratenclaim.cargo_mixes()} == fitting


@pytest.mark.parametrize(
    ("load", "parts", "fits"),
    [
        ({"red": 18}, 1, True),
        ({"red": 19}, 1, False),
        ({"red": 1, "blue": 12}, 1, True),
        ({"red": 1, "blue": 13}, 1, False),
        ({"red": 7, "blue": 6, "orange": 1}, 1, False),
        ({"red": 7, "blue": 3, "orange": 3}, 1, True),
        ({"red": 30, "blue": 24}, 3, True),
        ({"red": 31, "blue": 24}, 3, False),
    ],
)
def test_a_load_fits_by_compartments_of_six(load: dict[str, int], parts: int, fits: bool) -> None:
    # rules, 1
    assert piratenclaim.fits(Load(**load), parts) is fits


# Travel, splitting and joining (rules, 1).


def test_a_ship_splits_with_what_is_told_and_joins_where_it_arrives() -> None:
    state = at_sea((0, (0, 1, 2), "0/0", {"red": 30, "blue": 12}))
    split = {"event": "travel", "parts": [0], "field": "2/4", "load": {"red": 8, "blue": 2}, "fuel": 1}
    assert carried(state, split) == [([0], "2/4", {"red": 7, "blue": 2}), ([1, 2], "0/0", {"red": 22, "blue": 10})]
    rejoin = {"event": "travel", "parts": [1, 2], "field": "2/4", "fuel": 2}
    assert carried(state, split, rejoin) == [([0, 1, 2], "2/4", {"red": 27, "blue": 12})]
    light = at_sea((0, (0, 1, 2), "0/0", {"red": 3}))
    assert carried(light, {"event": "travel", "parts": [1, 2], "field": "2/4"})[1] == ([1, 2], "2/4", {})


def test_a_ship_takes_no_more_along_than_it_carries() -> None:
    state = at_sea((0, (0, 1, 2), "0/0", {"red": 30, "blue": 12}))
    event = {"event": "travel", "parts": [0], "field": "2/4", "load": {"green": 1}}
    assert refused(state, event) is Code.ILLEGAL


# Fuel, trade, systems of one colour (rules, 1 and 3).


def test_each_part_refuels_once_a_turn_on_double_red() -> None:
    state = at_sea((0, (0,), "0/1", {"red": 2}), (0, (1, 2), "0/0", {"red": 2}))
    refuel = {"event": "refuel", "ship": 2}
    assert carried(state, refuel)[1] == ([1, 2], "0/0", {"red": 4})
    assert refused(after(state, refuel), refuel) is Code.ILLEGAL
    come = {"event": "travel", "parts": [0], "field": "0/0"}
    assert carried(state, refuel, come, refuel) == [([0, 1, 2], "0/0", {"red": 7})]
    assert told(state, refuel)["refuelled"] == [1, 2]
    assert refused(state, {"event": "refuel", "ship": 0}) is Code.ILLEGAL
    turn_later = (SIX, {"event": "discover", "field": "0/1"}, MOVE, END, SIX, MOVE, END)
    assert told(state, refuel, *turn_later)["refuelled"] == []


def test_fuel_is_taken_as_far_as_there_is_room() -> None:
    state = at_sea((0, (0, 1, 2), "0/0", {"red": 53}))
    assert carried(state, {"event": "refuel", "ship": 0}) == [([0, 1, 2], "0/0", {"red": 54})]
    full = at_sea((0, (0, 1, 2), "0/0", {"red": 48, "blue": 1}))
    assert refused(full, {"event": "refuel", "ship": 0}) is Code.ILLEGAL


def test_a_trade_with_red_is_taken() -> None:
    state = at_sea((0, (0,), "2/4", {"red": 6}), (0, (1, 2), "0/0", {}), systems={"2/4": (1, 6)})
    assert carried(state, {"event": "trade", "ship": 0})[0] == ([0], "2/4", {"purple": 1})


def test_a_trade_needs_room() -> None:
    trade = {"event": "trade", "ship": 0}
    rest: Fleet = (0, (1, 2), "0/0", {})
    state = at_sea((0, (0,), "2/4", {"red": 6, "purple": 8}), rest, systems={"2/4": (6, 2)})
    assert carried(state, trade)[0][2] == {"red": 6, "orange": 6, "purple": 6}
    state = at_sea((0, (0,), "2/4", {"red": 6, "orange": 2, "purple": 10}), rest, systems={"2/4": (6, 2)})
    assert refused(state, trade) is Code.ILLEGAL


@pytest.mark.parametrize(
    ("event", "field"),
    [
        ("trade", "2/4"),
        ("trade", "2/2"),
        ("trade", "0/0"),
        ("load", "2/1"),
        ("unload", "2/2"),
        ("load", "0/0"),
        ("unload", "2/4"),
    ],
)
def test_trade_is_for_two_colours_and_loading_for_one(event: str, field: str) -> None:
    state = at_sea((0, (0, 1, 2), field, {"red": 6}), systems={"2/4": (5, 5), "2/1": (2, 3)})
    assert refused(state, {"event": event, "ship": 0}) is Code.ILLEGAL


def test_a_cube_is_loaded_where_there_is_room() -> None:
    full = at_sea((0, (0,), "2/4", {"blue": 18}), (0, (1, 2), "0/0", {}), systems={"2/4": (5, 5)})
    assert refused(full, {"event": "load", "ship": 0}) is Code.ILLEGAL


# Claims (rules, 1).


def test_turns_without_a_break_count_on_a_system_of_one_colour() -> None:
    # rules, 1
    state = at_sea((0, (0, 1, 2), "2/2", {"red": 9}), systems={"2/4": (2, 2)})
    claim, round_ = {"event": "claim", "field": "2/4"}, (SIX, MOVE, END, SIX, MOVE, END)
    assert refused(state, claim) is Code.ILLEGAL
    state = after(state, {"event": "travel", "parts": [0, 1, 2], "field": "2/4"})
    assert refused(state, claim) is Code.ILLEGAL
    state = after(state, *round_)
    assert told(state)["fleet"][0]["stay"] == 1
    assert refused(state, claim) is Code.ILLEGAL
    assert told(after(state, *round_), claim)["claims"] == {"2/4": [0]}
    # Only the own turns count, and a part that stays keeps the count for who joins it.
    split = {"event": "travel", "parts": [0], "field": "2/2"}
    rejoin = {"event": "travel", "parts": [0], "field": "2/4"}
    assert [ship["stay"] for ship in told(state, split)["fleet"]] == [0, 1, 1]
    assert [ship["stay"] for ship in told(state, split, rejoin)["fleet"]] == [1, 1]
    away = {"event": "travel", "parts": [0, 1, 2], "field": "2/2"}
    assert told(state, away, {**away, "field": "2/4"})["fleet"][0]["stay"] == 0


def test_no_turns_count_elsewhere() -> None:
    state = at_sea((0, (0, 1, 2), "2/4", {}), systems={"2/4": (2, 3)}, stay=4)
    assert told(state, SIX, MOVE, END)["fleet"][0]["stay"] == 0


# Sinking, robbery, and another part (rules, 6 to 8).


HOLD = {"red": 5, "orange": 4, "green": 3}


def test_red_is_robbed_last_and_an_empty_ship_of_nothing() -> None:
    # rules, 6
    for load, taken in (({"red": 5}, {"red": 5}), ({}, {})):
        state = at_sea((0, (0, 1, 2), "1/1", load), pirates={"1/1": "white"}, phase=Phase.DISCOVER, dice={"white": 1})
        assert [each["taken"] for each in told(state, MOVE)["robbed"]] == [taken]


def test_two_that_rob_as_they_arrive_take_two_colours() -> None:
    state = at_sea(
        (0, (0, 1, 2), "1/1", HOLD),
        options={"rob": "on_arrival"},
        pirates={"1/1": "black white"},
        phase=Phase.DISCOVER,
        dice={"white": 1, "black": 1},
    )
    now = told(state, MOVE)
    assert [(each["pirate"], each["taken"]) for each in now["robbed"]] == [
        ("black", {"green": 3}),
        ("white", {"orange": 4}),
    ]
    assert (now["phase"], now["fleet"][0]["load"]) == ("conflict", {"red": 5})


def test_ships_of_one_player_are_robbed_one_by_one() -> None:
    state = at_sea(
        (0, (0, 1, 2), "1/1", {"blue": 2}),
        (1, (0,), "1/1", {"red": 2}),
        (1, (1, 2), "0/0", {"purple": 3}),
        pirates={"1/1": "white"},
        phase=Phase.DISCOVER,
        dice={"white": 1},
    )
    assert [(each["player"], each["taken"]) for each in told(state, MOVE)["robbed"]] == [
        (0, {"blue": 2}),
        (1, {"red": 2}),
    ]


# Discovery is compulsory (rules, 5).


def test_the_pirates_do_not_move_while_a_discovery_is_owed() -> None:
    state = at_sea((0, (0, 1, 2), "1/4", {}), phase=Phase.DISCOVER)
    assert told(state)["owed"] == ["1/4"]
    assert refused(state, MOVE) is Code.ILLEGAL
    assert piratenclaim.MovePirates() not in piratenclaim.legal_events(state)
    done = after(state, {"event": "discover", "field": "1/4"})
    assert (told(done)["owed"], told(done, MOVE)["phase"]) == ([], "turn_end")


def test_nothing_is_owed_where_nothing_may_be_discovered() -> None:
    # rules, 5
    state = at_sea(
        (0, (0,), "1/4", {}),
        (0, (1, 2), "2/4", {}),
        (1, (0, 1, 2), "3/2", {}),
        pirates={"1/4": "black"},
        systems={"2/1": (1, 2), "2/2": (1, 2), "2/6": (1, 2)},
        phase=Phase.DISCOVER,
    )
    assert told(state, MOVE)["phase"] == "turn_end"


def test_no_more_discoveries_than_ships() -> None:
    # rules, 1
    state = at_sea((0, (0, 1, 2), "1/4", {"red": 12}), options={"roll_first": True}, phase=Phase.DISCOVER)
    travel = {"event": "travel", "parts": [0, 1, 2], "field": "2/4"}
    assert told(state, travel)["owed"] == ["2/4"]
    state = after(state, {"event": "discover", "field": "1/4"})
    sink = {"event": "sink", "field": "1/4", "pirate": "black", "ship": 0}
    purchase = {"event": "buy_ship", "player": 0, "ship": 0, "colour": "white"}
    for act in (travel, {"event": "trade", "ship": 0}, {"event": "claim", "field": "1/4"}, sink, purchase):
        assert refused(state, act) is Code.PHASE
    assert told(state, MOVE)["phase"] == "turn_end"


def test_a_disc_that_cannot_become_a_pirate_is_a_discovery_all_the_same() -> None:
    pirates = {"3/0": "black white", "4/0": "black brown", "5/0": "white brown"}
    state = at_sea((0, (0, 1, 2), "1/4", {}), discs=["1/1"], pirates=pirates, phase=Phase.DISCOVER)
    done = told(state, {"event": "discover", "field": "1/4"})
    assert (done["discs"], done["owed"]) == (["1/1"], [])


# Which game has which events [protocol, 2].

OF_THE_LEDGER: list[dict[str, Any]] = [
    CARGO,
    {"event": "travel", "parts": [0, 1, 2], "field": "0/1"},
    {"event": "refuel", "ship": 0},
    {"event": "trade", "ship": 0},
    {"event": "load", "ship": 0},
    {"event": "unload", "ship": 0},
    {"event": "claim", "field": "0/0"},
]


@pytest.mark.parametrize("roll_first", [False, True])
@pytest.mark.parametrize("event", OF_THE_LEDGER, ids=lambda event: str(event["event"]))
def test_in_a_wrong_phase_they_are_phase(event: dict[str, Any], roll_first: bool) -> None:
    # rules, 3
    travels = Phase.DISCOVER if roll_first else Phase.TRAVEL
    right = {"cargo": {Phase.CARGO}, "refuel": {Phase.TRAVEL, Phase.DISCOVER, Phase.TURN_END}}
    for phase in Phase:
        state = at_sea((0, (0, 1, 2), "0/0", {}), options={"roll_first": roll_first}, phase=phase)
        try:
            after(state, event)
            code = None
        except Illegal as refusal:
            code = refusal.code
        assert (code is Code.PHASE) == (phase not in right.get(event["event"], {travels})), phase


def test_with_a_ledger_no_ship_is_told() -> None:
    for phase in set(Phase) - {Phase.OVER}:
        state = at_sea((0, (0, 1, 2), "0/0", {}), phase=phase)
        assert refused(state, {"event": "ship", "player": 0, "ship": 0, "field": "0/1"}) is Code.ILLEGAL
        assert refused(state, {"event": "ship", "player": 0, "ship": 0, "field": None}) is Code.ILLEGAL
        assert not any(isinstance(event, ShipAt) for event in piratenclaim.legal_events(state))
    state = at_sea((0, (0, 1, 2), "0/0", {}), phase=Phase.OVER)
    assert refused(state, {"event": "ship", "player": 0, "ship": 0, "field": "0/1"}) is Code.PHASE


def test_the_position_is_described() -> None:
    state = at_sea(
        (0, (0, 1, 2), "1/4", {"red": 8, "blue": 2}),
        systems={"2/4": (3, 5)},
        claims=[("2/4", 0)],
        phase=Phase.DISCOVER,
    )
    text = piratenclaim.describe(state)
    for line in (
        "The ship of Green on 1/4 carries 8 red, 2 blue.",
        "The ship of Blue on 0/0 carries nothing.",
        "Claims: 2/4 Green.",
        "Green has claimed 15, and has cargo worth 10 and 8 fuel.",
        "A discovery is owed on: 1/4.",
    ):
        assert line in text.splitlines()
