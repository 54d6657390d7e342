"""The ledger of Piratenclaim: cargo, travel, fuel, trade, claims, compulsory discovery, notation."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import piratenclaim
from engine.dice import Draws
from engine.game import Code, Illegal, Seat, Start, Undo
from engine.piratenclaim import FIELDS_BY_NAME, Cargo, Colour, FleetShip, Load, Phase, ShipAt, State, Travel
from engine.piratenclaim.ledger import cargo_mixes
from engine.piratenclaim.position import Marker
from engine.record import AnyRecord, format_event, from_lines, play_json, start_record, to_lines
from tests.engine.piratenclaim.positions import DISCS, EXAMPLE_DICE, after, error_code, json_after, position

MIX = {"orange": 3, "yellow": 1, "green": 6, "blue": 3, "purple": 2}
PLACED = {"event": "discs", "fields": list(DISCS)}
CARGO = {"event": "cargo", "load": MIX}
SIX = {"event": "roll", "dice": EXAMPLE_DICE}
MOVE, END = {"event": "move_pirates"}, {"event": "end_turn"}
Fleet = tuple[int, tuple[int, ...], str, dict[str, int]]


def with_fleet(
    *fleet: Fleet,
    options: Mapping[str, Any] | None = None,
    colours: Sequence[str] = ("own", "white", "white"),
    stay: int = 0,
    claims: Sequence[tuple[str, int]] = (),
    phase: Phase = Phase.TRAVEL,
    **there: Any,  # noqa: ANN401 - the arguments of `position`
) -> State:
    """A position of two players with a ledger, given each ship's seat, parts, field and load. Seat 1 is at home by
    default.
    """
    home: Fleet = (1, (0, 1, 2), "0/0", {})
    ships = (*fleet, *([] if any(seat for seat, *_ in fleet) else [home]))
    state = position(options={"ledger": True, **(options or {})}, phase=phase, **there)
    assert state.ledger is not None
    filled = tuple(
        FleetShip(Seat(seat), parts, FIELDS_BY_NAME[field], Load(**load), stay if seat == 0 else 0)
        for seat, parts, field, load in sorted(ships)
    )
    markers = tuple(Marker(FIELDS_BY_NAME[field], Seat(seat)) for field, seat in claims)
    seats = (tuple(map(Colour, colours)), state.ledger.colours[1])
    ledger = replace(state.ledger, fleet=filled, claims=markers, colours=seats)
    owned = (len(colours), 3)
    at = tuple(piratenclaim.Ship(ship.player, part, ship.field) for ship in filled for part in ship.parts)
    return replace(state, ledger=ledger, ships_owned=owned, ships=tuple(sorted(at)))


def loads_after(state: State, *events: Mapping[str, Any]) -> list[tuple[list[int], str, dict[str, int]]]:
    """The ships of seat 0 after these events: parts, field, load."""
    fleet = json_after(state, *events)["fleet"]
    return [(ship["parts"], ship["field"], ship["load"]) for ship in fleet if ship["player"] == 0]


# The set-up (rules, 3).


def test_1336_of_the_1391_cargo_combinations_fit() -> None:
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
    assert {tuple(load[1:]) for load in cargo_mixes()} == fitting


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
def test_a_load_fills_compartments_of_six(load: dict[str, int], parts: int, fits: bool) -> None:
    # rules, 1
    assert piratenclaim.fits(Load(**load), parts) is fits


# Travel, splitting and joining (rules, 1).


def test_a_ship_does_not_load_more_than_it_can_carry() -> None:
    state = with_fleet((0, (0, 1, 2), "0/0", {"red": 30, "blue": 12}))
    event = {"event": "travel", "parts": [0], "field": "2/4", "load": {"green": 1}}
    assert error_code(state, event) is Code.ILLEGAL


# Fuel, trade, systems of one colour (rules, 1 and 3).


def test_fuel_is_loaded_up_to_the_capacity() -> None:
    state = with_fleet((0, (0, 1, 2), "0/0", {"red": 53}))
    assert loads_after(state, {"event": "refuel", "ship": 0}) == [([0, 1, 2], "0/0", {"red": 54})]
    full = with_fleet((0, (0, 1, 2), "0/0", {"red": 48, "blue": 1}))
    assert error_code(full, {"event": "refuel", "ship": 0}) is Code.ILLEGAL


def test_a_trade_needs_capacity() -> None:
    trade = {"event": "trade", "ship": 0}
    rest: Fleet = (0, (1, 2), "0/0", {})
    state = with_fleet((0, (0,), "2/4", {"red": 6, "purple": 8}), rest, systems={"2/4": (6, 2)})
    assert loads_after(state, trade)[0][2] == {"red": 6, "orange": 6, "purple": 6}
    state = with_fleet((0, (0,), "2/4", {"red": 6, "orange": 2, "purple": 10}), rest, systems={"2/4": (6, 2)})
    assert error_code(state, trade) is Code.ILLEGAL


def test_a_cube_is_loaded_only_if_it_fits() -> None:
    full = with_fleet((0, (0,), "2/4", {"blue": 18}), (0, (1, 2), "0/0", {}), systems={"2/4": (5, 5)})
    assert error_code(full, {"event": "load", "ship": 0}) is Code.ILLEGAL


# Claims (rules, 1).


def test_a_part_that_stays_keeps_its_waiting_turns() -> None:
    # rules, 1
    state = with_fleet((0, (0, 1, 2), "2/4", {"red": 9}), systems={"2/4": (2, 2)}, stay=1)
    split = {"event": "travel", "parts": [0], "field": "2/2"}
    rejoin = {"event": "travel", "parts": [0], "field": "2/4"}
    assert [ship["stay"] for ship in json_after(state, split)["fleet"]] == [0, 1, 0]
    assert [ship["stay"] for ship in json_after(state, split, rejoin)["fleet"]] == [1, 0]


def test_turns_do_not_count_on_other_fields() -> None:
    state = with_fleet((0, (0, 1, 2), "2/4", {}), systems={"2/4": (2, 3)}, stay=4)
    assert json_after(state, SIX, MOVE, END)["fleet"][0]["stay"] == 0


# Sinking, robbery, and another part (rules, 6 to 8).


LOAD = {"red": 5, "orange": 4, "green": 3}


def test_red_cubes_are_robbed_last_and_empty_ships_are_not_robbed() -> None:
    # rules, 6
    for load, taken in (({"red": 5}, {"red": 5}), ({}, {})):
        state = with_fleet(
            (0, (0, 1, 2), "1/1", load), pirates={"1/1": "white"}, phase=Phase.DISCOVER, dice={"white": 1}
        )
        assert [each["taken"] for each in json_after(state, MOVE)["robbed"]] == [taken]


def test_two_pirates_that_rob_on_arrival_take_two_colours() -> None:
    state = with_fleet(
        (0, (0, 1, 2), "1/1", LOAD),
        options={"rob": "on_arrival"},
        pirates={"1/1": "black white"},
        phase=Phase.DISCOVER,
        dice={"white": 1, "black": 1},
    )
    now = json_after(state, MOVE)
    assert [(each["pirate"], each["taken"]) for each in now["robbed"]] == [
        ("black", {"green": 3}),
        ("white", {"orange": 4}),
    ]
    assert (now["phase"], now["fleet"][0]["load"]) == ("conflict", {"red": 5})


def test_ships_of_one_player_are_robbed_one_by_one() -> None:
    state = with_fleet(
        (0, (0, 1, 2), "1/1", {"blue": 2}),
        (1, (0,), "1/1", {"red": 2}),
        (1, (1, 2), "0/0", {"purple": 3}),
        pirates={"1/1": "white"},
        phase=Phase.DISCOVER,
        dice={"white": 1},
    )
    assert [(each["player"], each["taken"]) for each in json_after(state, MOVE)["robbed"]] == [
        (0, {"blue": 2}),
        (1, {"red": 2}),
    ]


# Discovery is compulsory (rules, 5).


def test_no_discovery_is_pending_where_none_is_allowed() -> None:
    # rules, 5
    state = with_fleet(
        (0, (0,), "1/4", {}),
        (0, (1, 2), "2/4", {}),
        (1, (0, 1, 2), "3/2", {}),
        pirates={"1/4": "black"},
        systems={"2/1": (1, 2), "2/2": (1, 2), "2/6": (1, 2)},
        phase=Phase.DISCOVER,
    )
    assert json_after(state, MOVE)["phase"] == "turn_end"


def test_a_disc_that_cannot_become_a_pirate_counts_as_a_discovery() -> None:
    pirates = {"3/0": "black white", "4/0": "black brown", "5/0": "white brown"}
    state = with_fleet((0, (0, 1, 2), "1/4", {}), discs=["1/1"], pirates=pirates, phase=Phase.DISCOVER)
    done = json_after(state, {"event": "discover", "field": "1/4"})
    assert (done["discs"], done["owed"]) == (["1/1"], [])


# Which game has which events [protocol, 2].


LEDGER_EVENTS: list[dict[str, Any]] = [
    CARGO,
    {"event": "travel", "parts": [0, 1, 2], "field": "0/1"},
    {"event": "refuel", "ship": 0},
    {"event": "trade", "ship": 0},
    {"event": "load", "ship": 0},
    {"event": "unload", "ship": 0},
    {"event": "claim", "field": "0/0"},
]


@pytest.mark.parametrize("roll_first", [False, True])
@pytest.mark.parametrize("event", LEDGER_EVENTS, ids=lambda event: str(event["event"]))
def test_events_in_the_wrong_phase_are_rejected_with_phase(event: dict[str, Any], roll_first: bool) -> None:
    # rules, 3
    travels = Phase.DISCOVER if roll_first else Phase.TRAVEL
    right = {"cargo": {Phase.CARGO}, "refuel": {Phase.TRAVEL, Phase.DISCOVER, Phase.TURN_END}}
    for phase in Phase:
        state = with_fleet((0, (0, 1, 2), "0/0", {}), options={"roll_first": roll_first}, phase=phase)
        try:
            after(state, event)
            code = None
        except Illegal as refusal:
            code = refusal.code
        assert (code is Code.PHASE) == (phase not in right.get(event["event"], {travels})), phase


def test_the_position_is_described() -> None:
    state = with_fleet(
        (0, (0, 1, 2), "1/4", {"red": 8, "blue": 2}),
        systems={"2/4": (3, 5)},
        claims=[("2/4", 0)],
        phase=Phase.DISCOVER,
    )
    text = piratenclaim.describe(state)
    for line in (
        "Claims: 2/4 0",
        "Fleet: player 0, parts 0 1 2, field 1/4, load red 8, blue 2, stay 0; "
        "player 1, parts 0 1 2, field 0/0, load none, stay 0",
        "Owed: 1/4",
    ):
        assert line in text.splitlines()


START: dict[str, Any] = {"event": "start", "game": "piratenclaim", "players": ["Green", "Blue"]}
EVENTS: list[dict[str, Any]] = [
    {"event": "cargo", "load": {"orange": 3, "yellow": 1, "green": 6, "blue": 3, "purple": 2}},
    {"event": "travel", "parts": [0, 1, 2], "field": "0/2"},
    {"event": "travel", "parts": [0], "field": "2/4", "load": {"red": 8, "blue": 2}, "fuel": 1},
    {"event": "refuel", "ship": 0},
    {"event": "trade", "ship": 0},
    {"event": "trade", "ship": 0, "reverse": True},
    {"event": "load", "ship": 1},
    {"event": "unload", "ship": 2},
    {"event": "claim", "field": "2/4"},
    {"event": "sink", "field": "3/2", "pirate": "white", "ship": 0},
    {"event": "sink", "field": "3/2", "pirate": "white"},
    {"event": "buy_ship", "player": 0, "ship": 0, "colour": "white"},
    {"event": "buy_ship", "player": 0},
]


def test_an_event_can_be_read_and_written() -> None:
    for event in EVENTS:
        parsed = piratenclaim.parse(event)
        assert json.dumps(piratenclaim.format(parsed)) == json.dumps(event)
        assert piratenclaim.parse(piratenclaim.format(parsed)) == parsed


def test_an_event_outside_the_notation_is_rejected(subtests: pytest.Subtests) -> None:
    wrong: tuple[dict[str, Any], ...] = (
        {"event": "cargo"},
        {"event": "cargo", "load": {"pink": 3}},
        {"event": "cargo", "load": {"blue": 0}},
        {"event": "cargo", "load": {"blue": True}},
        {"event": "cargo", "load": {"blue": 2.0}},
        {"event": "cargo", "load": [["blue", 2]]},
        {"event": "travel", "field": "0/2"},
        {"event": "travel", "parts": [], "field": "0/2"},
        {"event": "travel", "parts": [1, 0], "field": "0/2"},
        {"event": "travel", "parts": [1, 1], "field": "0/2"},
        {"event": "travel", "parts": [True], "field": "0/2"},
        {"event": "travel", "parts": [-1], "field": "0/2"},
        {"event": "travel", "parts": [0], "field": None},
        {"event": "travel", "parts": [0], "field": "0/2", "fuel": -1},
        {"event": "travel", "parts": [0], "field": "0/2", "load": None},
        {"event": "refuel"},
        {"event": "trade", "ship": "0"},
        {"event": "trade", "ship": 0, "reverse": 1},
        {"event": "load", "ship": -1},
        {"event": "unload", "ship": None},
        {"event": "claim", "field": "8/0"},
    )
    for event in wrong:
        with subtests.test(str(event)):
            with pytest.raises(Illegal) as refusal:
                piratenclaim.parse(event)
            assert refusal.value.code is Code.SYNTAX


@pytest.mark.parametrize("options", [{}, {"ledger": False}], ids=["none", "given"])
def test_a_start_without_ledger_options_is_written_without_them(options: dict[str, Any]) -> None:
    record = play_json(None, {**START, "options": options})
    assert to_lines(record) == (
        '{"event": "start", "game": "piratenclaim", "players": ["Green", "Blue"], "first": 0, "options": {"layout":'
        ' "flower+1", "roll_first": false, "loot": "plain", "white_takes_fuel": true, "closed": "field", "rob":'
        ' "after", "spare_ships": 0}}\n'
    )
    state = piratenclaim.to_json(record.state)
    assert not state.keys() & {"fleet", "claims", "refuelled", "loaded", "owed"}
    assert state["players"] == [{"name": "Green", "ships": 3}, {"name": "Blue", "ships": 3}]


def test_a_start_is_written_with_options_that_differ_from_the_defaults() -> None:
    options = {"ledger": True}
    record = play_json(None, {**START, "options": options})
    assert format_event(record.start, record.game)["options"] == {**piratenclaim.options, **options}
    assert from_lines(to_lines(record).splitlines()) == record


def test_an_impossible_option_is_rejected() -> None:
    for options in ({"ledger": 1}, {"ledger": True, "turns": 20}):
        with pytest.raises(Illegal) as refusal:
            play_json(None, {**START, "options": options})
        assert refusal.value.code is Code.SYNTAX


SEED = bytes(range(32))
NAMES = ("Green", "Blue", "Orange", "Violet")


class LedgerGame(RuleBasedStateMachine):
    """A game with the ledger, in which anything allowed may happen."""

    record: AnyRecord

    @initialize(
        players=st.integers(2, 4),
        first=st.integers(0, 1),
        options=st.fixed_dictionaries(
            {
                "roll_first": st.booleans(),
                "loot": st.sampled_from(["plain", "by_colour"]),
                "rob": st.sampled_from(["after", "on_arrival"]),
                "spare_ships": st.integers(0, 2),
            }
        ),
        cargo=st.data(),
    )
    def start_game(self, players: int, first: int, options: dict[str, Any], cargo: st.DataObject) -> None:
        chosen = {**piratenclaim.options, **options, "ledger": True}
        self.record = start_record(Start("piratenclaim", NAMES[:players], Seat(first), chosen))
        self.draw()
        for _ in range(players):
            self.play_event(Cargo(cargo.draw(st.sampled_from(cargo_mixes()))))

    @property
    def state(self) -> State:
        state = self.record.state
        assert isinstance(state, State)
        return state

    def play_event(self, event: Any) -> None:  # noqa: ANN401 - any event
        self.record = self.record.play(event)

    @rule()
    def draw(self) -> None:
        drawn = piratenclaim.chance_event(self.state, Draws(SEED, self.record.drawn_count))
        if drawn is not None:
            self.play_event(drawn)

    @precondition(lambda self: bool(piratenclaim.legal_events(self.state)))
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        """Plays a legal event. Each kind is equally likely."""
        events = piratenclaim.legal_events(self.state)
        kind = data.draw(st.sampled_from(sorted({type(event).__name__ for event in events})))
        self.play_event(data.draw(st.sampled_from([event for event in events if type(event).__name__ == kind])))

    @precondition(lambda self: piratenclaim.may_travel(self.state))
    @rule(data=st.data())
    def travel(self, data: st.DataObject) -> None:
        """Moves any parts with any load to any field. If it is refused, nothing has changed."""
        parts = data.draw(
            st.lists(st.integers(0, self.state.ships_owned[self.state.turn] - 1), min_size=1, unique=True)
        )
        load = data.draw(st.none() | st.builds(Load, st.integers(0, 20), st.integers(0, 6), blue=st.integers(0, 6)))
        field = data.draw(st.sampled_from(piratenclaim.FIELDS))
        event = Travel(tuple(sorted(parts)), field, load, data.draw(st.integers(0, 3)))
        before = piratenclaim.to_json(self.state)
        try:
            self.play_event(event)
        except Illegal:
            assert piratenclaim.to_json(self.state) == before

    @precondition(lambda self: self.record.can_undo and len(self.record.timeline) > 8)
    @rule()
    def undo(self) -> None:
        before = self.record.timeline[-2].state
        self.record = self.record.play(Undo())
        assert self.record.state == before

    @invariant()
    def every_ship_has_room(self) -> None:
        for ship in piratenclaim.ledger_of(self.state).fleet:
            assert min(ship.load) >= 0
            assert piratenclaim.fits(ship.load, len(ship.parts))

    @invariant()
    def every_part_is_on_a_field(self) -> None:
        ledger, state = piratenclaim.ledger_of(self.state), self.state
        parts = [(ship.player, part) for ship in ledger.fleet for part in ship.parts]
        assert sorted(parts) == [(seat, part) for seat, owned in enumerate(state.ships_owned) for part in range(owned)]
        assert len({(ship.player, ship.field) for ship in ledger.fleet}) == len(ledger.fleet)
        assert not any(state.discs >> ship.field & 1 for ship in ledger.fleet)
        assert [(ship.player, ship.part, ship.field) for ship in state.ships] == sorted(
            (ship.player, part, ship.field) for ship in ledger.fleet for part in ship.parts
        )
        for seat, colours in enumerate(ledger.colours):
            whites = {part for part, colour in enumerate(colours) if colour is Colour.WHITE}
            assert sum(bool(whites & {*ship.parts}) for ship in ledger.fleet if ship.player == seat) == 1

    @invariant()
    def legal_events_can_be_written(self) -> None:
        events = piratenclaim.legal_events(self.state)
        assert not any(isinstance(event, ShipAt) for event in events)
        assert (piratenclaim.MovePirates() in events) == (
            self.state.phase is Phase.DISCOVER and not piratenclaim.due_discoveries(self.state)
        )
        for event in events[:40]:
            assert piratenclaim.parse(json.loads(json.dumps(piratenclaim.format(event)))) == event

    def teardown(self) -> None:
        """The record can be written and read, and after undoing everything it is the start."""
        record = self.record
        again = from_lines(to_lines(record).splitlines())
        assert [step.state for step in again.timeline] == [step.state for step in record.timeline]
        while record.can_undo:
            record = record.play(Undo())
        assert record.state == piratenclaim.start(record.start.players, record.start.first, record.start.options)


TestLedgerGame = pytest.mark.slow(pytest.mark.no_cover(LedgerGame.TestCase))
TestLedgerGame.settings = settings(max_examples=25, stateful_step_count=50, deadline=None)
