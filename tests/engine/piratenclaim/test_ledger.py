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
from engine.record import follow
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


def is_illegal(state: State, event: Mapping[str, Any], sentence: str) -> None:
    """The event is refused as `illegal`, with these words; nothing has changed."""
    before = piratenclaim.to_json(state)
    code, message = refused(state, event)
    assert code is Code.ILLEGAL
    assert sentence in message
    assert message.endswith(".")
    assert piratenclaim.to_json(state) == before


# The set-up [rules, 3; issue 26, item 2].


def test_each_seat_lays_its_cargo_after_the_discs() -> None:
    start = {"event": "start", "game": "piratenclaim", "players": ["Green", "Blue"], "first": 1}
    record = follow(None, {**start, "options": {"ledger": True}}, LAID)
    assert (record.state.phase, record.state.turn) == (Phase.CARGO, 1)
    record = follow(record, CARGO)
    assert (record.state.phase, record.state.turn) == (Phase.CARGO, 0)
    record = follow(record, {"event": "cargo", "load": {"purple": 10}})
    assert (record.state.phase, record.state.turn, record.state.turns) == (Phase.TRAVEL, 1, 0)
    assert [(ship["field"], ship["parts"], ship["load"]) for ship in record.game.to_json(record.state)["fleet"]] == [
        ("0/0", [0, 1, 2], {"red": 30, "purple": 10}),
        ("0/0", [0, 1, 2], {"red": 30, **MIX}),
    ]
    assert record.game.to_json(record.state)["players"][0] == {
        "name": "Green", "ships": 3, "colours": ["own", "white", "white"], "claimed": 0, "cargo": 60, "fuel": 30
    }  # fmt: skip


@pytest.mark.parametrize(
    ("load", "sentence"),
    [
        ({}, "worth 0: lay cubes worth 60"),
        ({"purple": 9}, "worth 54: lay cubes worth 60"),
        ({"purple": 11}, "worth 66: lay cubes worth 60"),
        ({"red": 6, "purple": 9}, "Fuel is no cargo"),
        ({"orange": 30}, "30 fuel and 30 cargo, 6 a compartment, need more than its 9"),
        ({"orange": 21, "green": 3, "purple": 1}, "30 fuel and 25 cargo"),
    ],
    ids=str,
)
def test_a_cargo_is_worth_60_and_has_room(load: dict[str, int], sentence: str) -> None:
    start = {"event": "start", "game": "piratenclaim", "players": ["Green", "Blue"], "options": {"ledger": True}}
    state = follow(None, start, LAID).state
    is_illegal(state, {"event": "cargo", "load": load}, sentence)
    assert after(state, {"event": "cargo", "load": {"orange": 18, "green": 6}}).turn == 1


def test_1336_of_the_1391_mixes_have_room() -> None:
    """Counted one by one, without the engine's own search [rules, 3]."""
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
    """Three a part; fuel and cargo never share one, colours of cargo may [rules, 1]."""
    assert piratenclaim.fits(Load(**load), parts) is fits


# Travel, splitting and joining [rules, 1; issue 26, item 2].


def test_a_whole_ship_travels_with_all_that_it_carries() -> None:
    state = at_sea((0, (0, 1, 2), "0/0", {"red": 30, "blue": 12}))
    go = {"event": "travel", "parts": [0, 1, 2], "field": "2/4"}
    assert carried(state, go) == [([0, 1, 2], "2/4", {"red": 30, "blue": 12})]
    assert carried(state, {**go, "fuel": 7}) == [([0, 1, 2], "2/4", {"red": 23, "blue": 12})]
    assert [ship["field"] for ship in told(state, go)["ships"]] == ["2/4"] * 3 + ["0/0"] * 3


def test_a_ship_splits_with_what_is_told_and_joins_where_it_arrives() -> None:
    state = at_sea((0, (0, 1, 2), "0/0", {"red": 30, "blue": 12}))
    split = {"event": "travel", "parts": [0], "field": "2/4", "load": {"red": 8, "blue": 2}, "fuel": 1}
    assert carried(state, split) == [([0], "2/4", {"red": 7, "blue": 2}), ([1, 2], "0/0", {"red": 22, "blue": 10})]
    rejoin = {"event": "travel", "parts": [1, 2], "field": "2/4", "fuel": 2}
    assert carried(state, split, rejoin) == [([0, 1, 2], "2/4", {"red": 27, "blue": 12})]
    light = at_sea((0, (0, 1, 2), "0/0", {"red": 3}))
    assert carried(light, {"event": "travel", "parts": [1, 2], "field": "2/4"})[1] == ([1, 2], "2/4", {})


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"parts": [1], "field": "2/4"}, "cannot be separated"),
        ({"parts": [0, 1], "field": "2/4"}, "cannot be separated"),
        ({"parts": [0], "field": "1/1"}, "On 1/1 lies a black disc"),
        ({"parts": [0], "field": "0/0"}, "stands there already"),
        ({"parts": [0, 1, 2], "field": "2/4", "load": {"red": 1}}, "leave the load out"),
        ({"parts": [0], "field": "2/4", "load": {"green": 1}}, "carries 0 green: 1 cannot go along"),
        ({"parts": [0], "field": "2/4", "load": {"red": 19}}, "What goes along has no room: 19 fuel and 0 cargo"),
        ({"parts": [1, 2], "field": "2/4", "load": {"red": 1}}, "What stays has no room: 29 fuel and 12 cargo"),
        ({"parts": [0], "field": "2/4", "load": {"red": 8, "blue": 2}, "fuel": 9}, "It costs 9 fuel, and 8 goes along"),
    ],
    ids=str,
)
def test_a_journey_that_cannot_be(event: dict[str, Any], sentence: str) -> None:
    state = at_sea((0, (0, 1, 2), "0/0", {"red": 30, "blue": 12}), discs=["1/1"])
    is_illegal(state, {"event": "travel", **event}, sentence)


def test_parts_on_different_fields_do_not_travel_together() -> None:
    state = at_sea((0, (0,), "2/4", {"red": 3}), (0, (1, 2), "0/0", {}))
    is_illegal(state, {"event": "travel", "parts": [0, 1, 2], "field": "2/2"}, "different fields")


def test_who_does_not_act_does_not_travel() -> None:
    state = at_sea((0, (0, 1, 2), "0/0", {}), colours=["own", "white", "white", "other"])
    state = after(state, SIX, MOVE, END)
    assert state.turn == 1
    for event in ({"event": "travel", "parts": [3], "field": "0/2"}, {"event": "refuel", "ship": 3}):
        assert refused(state, event)[0] is Code.SYNTAX


# Fuel, trade, systems of one colour [rules, 1 and 3].


def test_each_part_refuels_once_a_turn_on_double_red() -> None:
    state = at_sea((0, (0,), "0/1", {"red": 2}), (0, (1, 2), "0/0", {"red": 2}))
    refuel = {"event": "refuel", "ship": 2}
    assert carried(state, refuel)[1] == ([1, 2], "0/0", {"red": 4})
    is_illegal(after(state, refuel), refuel, "have refuelled in this turn")
    come = {"event": "travel", "parts": [0], "field": "0/0"}
    assert carried(state, refuel, come, refuel) == [([0, 1, 2], "0/0", {"red": 7})]
    assert told(state, refuel)["refuelled"] == [1, 2]
    is_illegal(state, {"event": "refuel", "ship": 0}, "does not stand on double-red")
    turn_later = (SIX, {"event": "discover", "field": "0/1"}, MOVE, END, SIX, MOVE, END)
    assert told(state, refuel, *turn_later)["refuelled"] == []


def test_fuel_is_taken_as_far_as_there_is_room() -> None:
    state = at_sea((0, (0, 1, 2), "0/0", {"red": 53}))
    assert carried(state, {"event": "refuel", "ship": 0}) == [([0, 1, 2], "0/0", {"red": 54})]
    is_illegal(
        at_sea((0, (0, 1, 2), "0/0", {"red": 48, "blue": 1})),
        {"event": "refuel", "ship": 0},
        "no room for fuel: 48 fuel and 1 cargo",
    )


def test_a_trade_goes_by_the_values() -> None:
    """Pay of the lower colour as the upper is worth, get of the upper as the lower is worth [rules, 1]."""
    state = at_sea((0, (0, 1, 2), "2/4", {"yellow": 7, "blue": 1}), systems={"2/4": (3, 5)})
    trade = {"event": "trade", "ship": 1}
    assert carried(state, trade) == [([0, 1, 2], "2/4", {"yellow": 2, "blue": 4})]
    assert carried(state, trade, {**trade, "reverse": True}) == carried(state)
    is_illegal(after(state, trade), trade, "The ship of Green on 2/4 carries 2 yellow, and has to pay 5")
    is_illegal(state, {**trade, "reverse": True}, "carries 1 blue, and has to pay 3")


def test_a_trade_with_red_is_taken() -> None:
    state = at_sea((0, (0,), "2/4", {"red": 6}), (0, (1, 2), "0/0", {}), systems={"2/4": (1, 6)})
    assert carried(state, {"event": "trade", "ship": 0})[0] == ([0], "2/4", {"purple": 1})


def test_a_trade_needs_room() -> None:
    trade = {"event": "trade", "ship": 0}
    rest: Fleet = (0, (1, 2), "0/0", {})
    state = at_sea((0, (0,), "2/4", {"red": 6, "purple": 8}), rest, systems={"2/4": (6, 2)})
    assert carried(state, trade)[0][2] == {"red": 6, "orange": 6, "purple": 6}
    state = at_sea((0, (0,), "2/4", {"red": 6, "orange": 2, "purple": 10}), rest, systems={"2/4": (6, 2)})
    is_illegal(state, trade, "has no room for it: 6 fuel and 16 cargo, 6 a compartment, need more than its 3")


@pytest.mark.parametrize(
    ("event", "field", "sentence"),
    [
        ("trade", "2/4", "stands a system of one colour"),
        ("trade", "2/2", "stands on no system"),
        ("trade", "0/0", "stands a system of one colour"),
        ("load", "2/1", "stands a system of two colours"),
        ("unload", "2/2", "stands on no system"),
        ("load", "0/0", "ships refuel"),
        ("unload", "2/4", "carries 0 blue, and has to pay 1"),
    ],
)
def test_trade_is_for_two_colours_and_loading_for_one(event: str, field: str, sentence: str) -> None:
    state = at_sea((0, (0, 1, 2), field, {"red": 6}), systems={"2/4": (5, 5), "2/1": (2, 3)})
    is_illegal(state, {"event": event, "ship": 0}, sentence)


def test_one_cube_a_turn_is_loaded_or_unloaded() -> None:
    """On each such system; in the next turn again [rules, 1]."""
    state = at_sea((0, (0, 1, 2), "2/4", {"blue": 1}), systems={"2/4": (5, 5)})
    load, unload = {"event": "load", "ship": 0}, {"event": "unload", "ship": 2}
    assert carried(state, load)[0][2] == {"blue": 2}
    assert carried(state, unload)[0][2] == {}
    assert told(state, load)["loaded"] == ["2/4"]
    for first in (load, unload):
        for second in (load, unload):
            is_illegal(after(state, first), second, "one a turn")
    assert carried(state, load, SIX, MOVE, END, SIX, MOVE, END, load)[0][2] == {"blue": 3}
    full = at_sea((0, (0,), "2/4", {"blue": 18}), (0, (1, 2), "0/0", {}), systems={"2/4": (5, 5)})
    is_illegal(full, load, "has no room for it")


# Claims [rules, 1; issue 26, item 2].


def test_a_claim_of_two_colours_is_the_tables_word() -> None:
    state = at_sea((0, (0, 1, 2), "0/0", {}), systems={"2/4": (3, 5)}, claims=[("2/4", 1)])
    claim = {"event": "claim", "field": "2/4"}
    assert told(state, claim)["claims"] == {"2/4": [0, 1]}
    assert told(state, claim)["players"][0]["claimed"] == 15
    is_illegal(after(state, claim), claim, "lies a claim marker of Green already")


def test_a_claim_lies_on_a_system() -> None:
    state = at_sea((0, (0, 1, 2), "0/0", {}), discs=["1/1"])
    is_illegal(state, {"event": "claim", "field": "1/1"}, "On 1/1 lies a black disc")
    is_illegal(state, {"event": "claim", "field": "1/3"}, "On 1/3 stands no system")


def test_turns_without_a_break_count_on_a_system_of_one_colour() -> None:
    """The turn of the arrival is one of them; the claim waits for as many as the colour is worth [rules, 1]."""
    state = at_sea((0, (0, 1, 2), "2/2", {"red": 9}), systems={"2/4": (2, 2)})
    claim, round_ = {"event": "claim", "field": "2/4"}, (SIX, MOVE, END, SIX, MOVE, END)
    is_illegal(state, claim, "has stayed for 0")
    state = after(state, {"event": "travel", "parts": [0, 1, 2], "field": "2/4"})
    is_illegal(state, claim, "of one colour worth 2, takes so many turns")
    state = after(state, *round_)
    assert told(state)["fleet"][0]["stay"] == 1
    is_illegal(state, claim, "has stayed for 1")
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


# Sinking, robbery, and another part [rules, 6 to 8].


def test_the_ship_that_attacks_pays_12_fuel() -> None:
    """It has to stand there and to have it [rules, 7; R15]."""
    sink = {"event": "sink", "field": "3/2", "pirate": "white", "ship": 0}
    state = at_sea((0, (0,), "3/2", {"red": 13}), (0, (1, 2), "0/0", {"red": 20}), pirates={"3/2": "white"})
    assert carried(state, sink)[0] == ([0], "3/2", {"red": 1})
    assert told(state, sink)["pirates"] == {}
    is_illegal(state, {**sink, "ship": 1}, "does not stand where the pirate stands, on 3/2")
    poor = at_sea((0, (0,), "3/2", {"red": 11}), (0, (1, 2), "0/0", {"red": 20}), pirates={"3/2": "white"})
    is_illegal(poor, sink, "carries 11 red, and has to pay 12")
    assert refused(state, {key: value for key, value in sink.items() if key != "ship"})[0] is Code.SYNTAX
    assert refused(state, {**sink, "ship": 3})[0] is Code.SYNTAX


HOLD = {"red": 5, "orange": 4, "green": 3}


@pytest.mark.parametrize(
    ("options", "pirate", "taken"),
    [
        ({}, "white", {"green": 3}),
        ({"loot": "by_colour"}, "black", {"green": 3}),
        ({"loot": "by_colour"}, "white", {"red": 1, "orange": 1, "green": 1}),
        ({"loot": "by_colour", "white_takes_fuel": False}, "white", {"orange": 1, "green": 1}),
        ({"loot": "by_colour"}, "brown", {"red": 2}),
    ],
    ids=str,
)
def test_a_robbery_is_taken_off_by_itself(options: dict[str, Any], pirate: str, taken: dict[str, int]) -> None:
    """Joined parts are one ship: robbed once, of their highest colour [rules, 6 and 8; issue 26]."""
    # The pirate's die sends it off the board, so it stays where the ship is, which owes no discovery there.
    state = at_sea((0, (0, 1, 2), "1/1", HOLD), options=options, pirates={"1/1": pirate}, phase=Phase.DISCOVER)
    state = replace(state, dice=state.dice._replace(white=1, black=1, brown=1))  # type: ignore[union-attr] # it lies
    now = told(state, MOVE)
    assert [(each["ship"], each["taken"]) for each in now["robbed"]] == [(0, taken)]
    left = {colour: count - taken.get(colour, 0) for colour, count in HOLD.items()}
    assert now["fleet"][0]["load"] == {colour: count for colour, count in left.items() if count}


def test_red_is_robbed_last_and_an_empty_ship_of_nothing() -> None:
    """Only then red [rules, 6]."""
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


def test_a_part_is_bought_in_the_middle() -> None:
    """For one cargo of each of the five colours and 6 fuel; its number is the next, its colour is told [rules, 8]."""
    hold = {"red": 7, "orange": 1, "yellow": 1, "green": 1, "blue": 1, "purple": 2}
    buy = {"event": "buy_ship", "player": 0, "ship": 0, "colour": "other"}
    state = at_sea((0, (0, 1, 2), "0/0", hold), options={"spare_ships": 1})
    now = told(state, buy)
    assert now["fleet"][0] == {
        "player": 0, "parts": [0, 1, 2, 3], "field": "0/0", "load": {"red": 1, "purple": 1}, "stay": 0
    }  # fmt: skip
    assert (now["players"][0]["ships"], now["players"][0]["colours"]) == (4, ["own", "white", "white", "other"])
    assert now["spare_ships"] == 0
    assert carried(after(state, buy), {"event": "travel", "parts": [3], "field": "0/1"})[1][0] == [3]
    for poor in ({**hold, "red": 5}, {**hold, "green": 0}):
        is_illegal(at_sea((0, (0, 1, 2), "0/0", poor), options={"spare_ships": 1}), buy, "has to pay")
    away = at_sea((0, (0, 1, 2), "0/1", hold), options={"spare_ships": 1})
    is_illegal(away, buy, "does not stand in the middle, on 0/0")
    for colour in ("own", "red", None):
        assert refused(state, {**buy, "colour": colour})[0] is Code.SYNTAX


def test_white_parts_stay_together_also_a_bought_one() -> None:
    """Two parts of a colour cannot be separated [rules, 1]."""
    hold = {"red": 6, "orange": 1, "yellow": 1, "green": 1, "blue": 1, "purple": 1}
    buy = {"event": "buy_ship", "player": 0, "ship": 0, "colour": "white"}
    together = after(at_sea((0, (0, 1, 2), "0/0", hold), options={"spare_ships": 1}), buy)
    is_illegal(together, {"event": "travel", "parts": [0, 3], "field": "0/1"}, "cannot be separated")
    assert len(carried(together, {"event": "travel", "parts": [0], "field": "0/1"})) == 2
    apart = at_sea((0, (0,), "0/0", hold), (0, (1, 2), "0/1", {}), options={"spare_ships": 1})
    is_illegal(apart, buy, "White parts cannot be separated")
    assert carried(apart, {**buy, "colour": "other"})[0][0] == [0, 3]


# Discovery is compulsory [issue 26, item 3; rules, 5].


def test_the_pirates_do_not_move_while_a_discovery_is_owed() -> None:
    state = at_sea((0, (0, 1, 2), "1/4", {}), phase=Phase.DISCOVER)
    assert told(state)["owed"] == ["1/4"]
    is_illegal(state, MOVE, "Green owes a discovery with the ship on 1/4")
    assert piratenclaim.MovePirates() not in piratenclaim.legal_events(state)
    done = after(state, {"event": "discover", "field": "1/4"})
    assert (told(done)["owed"], told(done, MOVE)["phase"]) == ([], "turn_end")


def test_each_ship_that_may_owes_one() -> None:
    """The second one rolls red, green and grey again [rules, 5]."""
    state = at_sea((0, (0,), "1/4", {}), (0, (1, 2), "2/4", {}), phase=Phase.DISCOVER)
    is_illegal(state, MOVE, "with the ship on 1/4 and the ship on 2/4")
    once = after(state, {"event": "discover", "field": "1/4"})
    is_illegal(once, MOVE, "with the ship on 2/4")
    again = ({"event": "roll", "dice": {"red": 5, "green": 3, "grey": 1}}, {"event": "discover", "field": "2/4"})
    assert told(once, *again, MOVE)["phase"] == "turn_end"


def test_nothing_is_owed_where_nothing_may_be_discovered() -> None:
    """On a system, beside a pirate, on a segment with three systems; by another seat [rules, 5]."""
    state = at_sea(
        (0, (0,), "1/4", {}),
        (0, (1, 2), "2/4", {}),
        (1, (0, 1, 2), "3/2", {}),
        pirates={"1/4": "black"},
        systems={"2/1": (1, 2), "2/2": (1, 2), "2/6": (1, 2)},
        phase=Phase.DISCOVER,
    )
    assert told(state, MOVE)["phase"] == "turn_end"


def test_after_sinking_a_discovery_is_owed_in_the_same_turn() -> None:
    """Where the pirate stood [rules, 5]."""
    state = at_sea((0, (0, 1, 2), "1/4", {"red": 12}), pirates={"1/4": "black"})
    assert told(state, SIX)["owed"] == []
    sink = {"event": "sink", "field": "1/4", "pirate": "black", "ship": 0}
    assert told(state, sink, SIX)["owed"] == ["1/4"]


def test_no_more_discoveries_than_ships() -> None:
    """With `roll_first`, too, they come after the actions with all ships: none travels on [stelsel; rules, 1]."""
    state = at_sea((0, (0, 1, 2), "1/4", {"red": 12}), options={"roll_first": True}, phase=Phase.DISCOVER)
    travel = {"event": "travel", "parts": [0, 1, 2], "field": "2/4"}
    assert told(state, travel)["owed"] == ["2/4"]
    state = after(state, {"event": "discover", "field": "1/4"})
    sink = {"event": "sink", "field": "1/4", "pirate": "black", "ship": 0}
    purchase = {"event": "buy_ship", "player": 0, "ship": 0, "colour": "white"}
    for act in (travel, {"event": "trade", "ship": 0}, {"event": "claim", "field": "1/4"}, sink, purchase):
        code, message = refused(state, act)
        assert (code, "after a discovery no ship does more" in message) == (Code.PHASE, True)
    assert told(state, MOVE)["phase"] == "turn_end"


def test_a_disc_that_cannot_become_a_pirate_is_a_discovery_all_the_same() -> None:
    pirates = {"3/0": "black white", "4/0": "black brown", "5/0": "white brown"}
    state = at_sea((0, (0, 1, 2), "1/4", {}), discs=["1/1"], pirates=pirates, phase=Phase.DISCOVER)
    done = told(state, {"event": "discover", "field": "1/4"})
    assert (done["discs"], done["owed"]) == (["1/1"], [])


def test_without_the_ledger_the_pirates_always_move() -> None:
    state = position(ships=[(0, 0, "1/4")])
    assert piratenclaim.owed(state) == ()
    assert told(state, MOVE)["phase"] == "turn_end"


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


@pytest.mark.parametrize("event", OF_THE_LEDGER, ids=lambda event: str(event["event"]))
def test_without_a_ledger_its_events_are_illegal(event: dict[str, Any]) -> None:
    for phase in set(Phase) - {Phase.OVER, Phase.CARGO}:
        is_illegal(position(phase=phase), event, "This game has no ledger")
    assert refused(position(phase=Phase.OVER), event)[0] is Code.PHASE
    with pytest.raises(Illegal) as refusal:
        follow(None, event)
    assert refusal.value.code is Code.NO_GAME


@pytest.mark.parametrize("roll_first", [False, True])
@pytest.mark.parametrize("event", OF_THE_LEDGER, ids=lambda event: str(event["event"]))
def test_in_a_wrong_phase_they_are_phase(event: dict[str, Any], roll_first: bool) -> None:
    """Ships travel and act in the travel phase; fuel is taken at any time of the turn [rules, 3]."""
    travels = Phase.DISCOVER if roll_first else Phase.TRAVEL
    right = {"cargo": {Phase.CARGO}, "refuel": {Phase.TRAVEL, Phase.DISCOVER, Phase.TURN_END}}
    for phase in Phase:
        state = at_sea((0, (0, 1, 2), "0/0", {}), options={"roll_first": roll_first}, phase=phase)
        try:
            code = refused(state, event)[0]
        except AssertionError:  # it was taken
            code = None
        assert (code is Code.PHASE) == (phase not in right.get(event["event"], {travels})), phase


def test_with_a_ledger_no_ship_is_told() -> None:
    for phase in set(Phase) - {Phase.OVER}:
        state = at_sea((0, (0, 1, 2), "0/0", {}), phase=phase)
        is_illegal(state, {"event": "ship", "player": 0, "ship": 0, "field": "0/1"}, "they travel")
        is_illegal(state, {"event": "ship", "player": 0, "ship": 0, "field": None}, "they travel")
        assert not any(isinstance(event, ShipAt) for event in piratenclaim.legal_events(state))
    state = at_sea((0, (0, 1, 2), "0/0", {}), phase=Phase.OVER)
    assert refused(state, {"event": "ship", "player": 0, "ship": 0, "field": "0/1"})[0] is Code.PHASE


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
