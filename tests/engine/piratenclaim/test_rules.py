"""The rules of Piratenclaim: a turn, discoveries, pirates."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from engine import piratenclaim
from engine.dice import Draws, commitment
from engine.fairness import Finding, Line, Verdict, check_fairness
from engine.game import Code, Finish, Illegal, Reveal, Seat, Start
from engine.piratenclaim import (
    FIELD_NAMES,
    FIELDS_BY_NAME,
    ROLL_COUNT,
    Dice,
    Discover,
    Discs,
    EndTurn,
    MovePirates,
    Phase,
    Roll,
    ShipAt,
    State,
    discoverable,
    known_systems,
    pirates_at,
)
from engine.record import AnyRecord, decode, start_record, to_lines
from tests.engine.piratenclaim.positions import DISCS, EXAMPLE_DICE, after, error_code, json_after, position

SIX = {"event": "roll", "dice": EXAMPLE_DICE}
THREE = {"event": "roll", "dice": {"red": 5, "green": 3, "grey": 1}}
PLACED = {"event": "discs", "fields": list(DISCS)}
EVENTS: dict[str, dict[str, Any]] = {
    "discs": PLACED,
    "ship": {"event": "ship", "player": 0, "ship": 0, "field": "1/4"},
    "sink": {"event": "sink", "field": "1/0", "pirate": "black"},
    "buy_ship": {"event": "buy_ship", "player": 0},
    "roll six": SIX,
    "roll three": THREE,
    "discover": {"event": "discover", "field": "2/4"},
    "move_pirates": {"event": "move_pirates"},
    "remove": {"event": "remove", "field": "1/0", "pirate": "black"},
    "end_turn": {"event": "end_turn"},
}
"""An event of each kind, which is legal in its phase in `in_phase`."""
LEGAL_EVENTS = {
    Phase.DISCS: {"discs"},
    Phase.TRAVEL: {"ship", "sink", "buy_ship", "roll six"},
    Phase.DISCOVER: {"ship", "discover", "move_pirates"},
    Phase.CONFLICT: {"remove"},
    Phase.TURN_END: {"ship", "end_turn"},
    Phase.OVER: set[str](),
}
"""The events that are allowed in each phase. Three dice are rolled once a discovery has used the last."""
ROLL_FIRST = {
    **LEGAL_EVENTS,
    Phase.TRAVEL: {"ship", "roll six"},
    Phase.DISCOVER: {"ship", "sink", "buy_ship", "discover", "move_pirates"},
}
"""The same with `roll_first`."""


def in_phase(phase: Phase, **options: object) -> piratenclaim.State:
    """A position of this phase in which each event is allowed, apart from its phase."""
    pirates = {"1/0": "black white" if phase is Phase.CONFLICT else "black"}
    return position(phase=phase, pirates=pirates, options={"spare_ships": 1, **options})


@pytest.mark.parametrize("phase", LEGAL_EVENTS)
@pytest.mark.parametrize("roll_first", [False, True])
def test_each_phase_has_its_events(phase: Phase, roll_first: bool) -> None:
    # rules, 4
    state = in_phase(phase, roll_first=roll_first)
    before = piratenclaim.to_json(state)
    for name, event in EVENTS.items():
        if name in (ROLL_FIRST if roll_first else LEGAL_EVENTS)[phase]:
            assert after(state, event) != state, name
        else:
            assert error_code(state, event) is Code.PHASE, name
        assert piratenclaim.to_json(state) == before, name


def test_a_turn_passes_through_its_phases() -> None:
    # rules, 4
    state = in_phase(Phase.TRAVEL)
    phases = []
    for name in ("roll six", "discover", "roll three", "move_pirates", "end_turn"):
        state = after(state, EVENTS[name])
        phases.append(state.phase.value)
    assert phases == ["discover", "discover", "discover", "turn_end", "travel"]
    assert (state.turn, state.turns, state.dice, state.dice_used) == (1, 1, None, None)
    assert after(state, SIX, EVENTS["move_pirates"], EVENTS["end_turn"]).turn == 0


def test_a_ship_is_reported_moved_and_removed() -> None:
    state = position(phase=Phase.TRAVEL)
    ship = {"event": "ship", "player": 1, "ship": 2, "field": "0/0"}
    once = json_after(state, ship)
    assert once["ships"] == [{"player": 1, "ship": 2, "field": "0/0"}]
    assert json_after(state, ship, {**ship, "field": "1/1"})["ships"] == [{"player": 1, "ship": 2, "field": "1/1"}]
    assert (
        json_after(state, ship, {**ship, "field": None})
        == json_after(state, {**ship, "field": None})
        == json_after(state)
    )


def test_ships_are_sorted_by_player_and_ship() -> None:
    seats = [(1, 0), (0, 2), (0, 0), (1, 1)]
    events = ({"event": "ship", "player": seat, "ship": ship, "field": "1/1"} for seat, ship in seats)
    ships = json_after(position(phase=Phase.TRAVEL), *events)["ships"]
    assert [(each["player"], each["ship"]) for each in ships] == sorted(seats)


def test_a_ship_cannot_be_on_a_disc() -> None:
    # rules, 1
    assert error_code(position(discs=["1/4"]), EVENTS["ship"]) is Code.ILLEGAL


@pytest.mark.parametrize("phase", LEGAL_EVENTS)
def test_an_unknown_seat_or_ship_is_a_syntax_error_in_every_phase(phase: Phase) -> None:
    for player, ship in ((2, 0), (0, 3), (0, 9)):
        assert error_code(in_phase(phase), {**EVENTS["ship"], "player": player, "ship": ship}) is Code.SYNTAX
    assert error_code(in_phase(phase), {**EVENTS["buy_ship"], "player": 2}) is Code.SYNTAX


@pytest.mark.parametrize(
    "state",
    [
        position(phase=Phase.TRAVEL),
        position(phase=Phase.TRAVEL, pirates={"1/0": "white"}),
        position(phase=Phase.TRAVEL, pirates={"1/0": "black"}, ships=[(0, 0, "1/1"), (1, 0, "1/0")]),
    ],
    ids=["no pirate", "another colour", "no ship"],
)
def test_an_attack_needs_a_pirate_and_a_ship_on_the_field(state: piratenclaim.State) -> None:
    # rules, 7
    assert error_code(state, EVENTS["sink"]) is Code.ILLEGAL


def test_a_ship_is_bought_as_long_as_there_are_spare_ones() -> None:
    # rules, 8.3
    state = in_phase(Phase.TRAVEL)
    bought = after(state, EVENTS["buy_ship"])
    assert piratenclaim.to_json(bought)["players"] == [{"name": "Green", "ships": 4}, {"name": "Blue", "ships": 3}]
    assert bought.spare_ships == 0
    assert after(bought, {**EVENTS["ship"], "ship": 3}).ships[0].part == 3
    assert error_code(bought, EVENTS["buy_ship"]) is Code.ILLEGAL
    assert error_code(state, {**EVENTS["buy_ship"], "player": 1}) is Code.ILLEGAL


def test_an_unknown_event_is_a_syntax_error_in_every_phase() -> None:
    wrong: tuple[dict[str, Any], ...] = (
        {"event": "discs"},
        {"event": "discs", "fields": list(DISCS[:20])},
        {"event": "discs", "fields": [*DISCS[:20], None]},
        {"event": "discs", "fields": [*DISCS[:20], "8/0"]},
        {"event": "discs", "fields": list(DISCS), "by": 5},
        {"event": "ship", "player": 0, "ship": 0},
        {"event": "ship", "player": 0, "ship": 0, "field": "1/7"},
        {"event": "ship", "player": True, "ship": 0, "field": "1/1"},
        {"event": "ship", "player": 0, "ship": -1, "field": "1/1"},
        {"event": "ship", "ship": 0, "field": None},
        {"event": "sink", "field": None, "pirate": "black"},
        {"event": "sink", "field": "1/1", "pirate": "red"},
        {"event": "sink", "field": "1/1"},
        {"event": "buy_ship"},
        {"event": "roll"},
        {"event": "roll", "dice": [1, 2, 3]},
        {"event": "roll", "dice": {**EXAMPLE_DICE, "grey": 7}},
        {"event": "roll", "dice": {**EXAMPLE_DICE, "grey": True}},
        {"event": "roll", "dice": {**EXAMPLE_DICE, "pink": 1}},
        {"event": "roll", "dice": {"white": 1, "black": 2, "brown": 3}},
        {"event": "discover"},
        {"event": "discover", "field": None},
        {"event": "discover", "field": 7},
        {"event": "discover", "field": "1/1", "pirate": None},
        {"event": "remove", "field": "1/1", "pirate": ["black"]},
        {"event": "jump"},
        {"event": 3},
    )
    for event in wrong:
        for phase in (Phase.DISCS, Phase.OVER):
            assert error_code(in_phase(phase), event) is Code.SYNTAX, event


def test_a_game_cannot_be_joined_in_the_middle() -> None:
    for phase in Phase:
        code = Code.PHASE if phase is Phase.OVER else Code.ILLEGAL
        assert error_code(in_phase(phase), {"event": "position", "board": {}}) is code


@pytest.mark.parametrize("phase", LEGAL_EVENTS)
@pytest.mark.parametrize("roll_first", [False, True])
def test_each_legal_event_can_be_applied(phase: Phase, roll_first: bool) -> None:
    state = in_phase(phase, roll_first=roll_first)
    offered = piratenclaim.legal_events(state)
    for event in offered:
        piratenclaim.apply(state, event)
    kinds = {piratenclaim.format(event)["event"] for event in offered}
    chance = {"discs", "roll six"}
    assert kinds == (ROLL_FIRST if roll_first else LEGAL_EVENTS)[phase] - chance
    assert len(set(offered)) == len(offered)


FIND = {"event": "discover", "field": "1/4"}
SECOND_DICE = {"event": "roll", "dice": {"red": 2, "green": 6, "grey": 5}}
TWO = {"1/1": (1, 2), "1/2": (3, 4)}


@pytest.mark.parametrize(
    ("discs", "systems", "event", "changed"),
    [
        pytest.param([], {}, FIND, {"systems": {"1/1": ["yellow", "blue"]}}, id="free: a system there"),
        pytest.param(["1/0"], {}, FIND, {"systems": {"1/1": ["yellow", "blue"]}}, id="free, whatever is in the centre"),
        pytest.param(
            ["1/1"], {}, {**FIND, "pirate": "black"}, {"pirates": {"1/1": ["black"]}, "discs": []}, id="disc: a pirate"
        ),
        pytest.param(
            [], {"1/1": (2, 2)}, FIND, {"systems": {"1/1": ["orange", "orange"], "1/0": ["yellow", "blue"]}},
            id="system, centre free: a system in the centre",
        ),
        pytest.param(
            ["1/0"], {"1/1": (2, 2)}, {**FIND, "pirate": "brown"},
            {"pirates": {"1/0": ["brown"]}, "discs": [], "systems": {"1/1": ["orange", "orange"]}},
            id="system, disc in the centre: a pirate in the centre",
        ),
        pytest.param(
            [], {"1/1": (2, 2), "1/0": (1, 4)}, FIND,
            {"systems": {"1/1": ["orange", "orange"], "1/0": ["red", "green"]}, "pirates": {}},
            id="two systems: nothing",
        ),
    ],
)  # fmt: skip
def test_the_table_of_discoveries(
    discs: list[str], systems: dict[str, tuple[int, int]], event: dict[str, Any], changed: dict[str, Any]
) -> None:
    # rules, 5
    state = json_after(position(discs=discs, systems=systems), event)
    assert state.pop("systems") == {"0/0": ["red", "red"], **changed.pop("systems", {})}
    assert {key: state[key] for key in changed} == changed
    assert (state["used"], state["discovered"]) == (True, ["1/4"])


def test_a_system_may_appear_under_a_pirate_or_a_ship() -> None:
    # rules, 5; R13
    state = json_after(position(pirates={"1/1": "black"}, ships=[(0, 0, "1/4"), (1, 0, "1/1")]), FIND)
    assert state["systems"]["1/1"] == ["yellow", "blue"]
    assert state["pirates"] == {"1/1": ["black"]}


def test_the_last_colour_needs_no_choice() -> None:
    # rules, 5
    pirates = {"2/1": "black", "2/2": "black", "3/1": "brown", "3/2": "brown", "4/1": "white"}
    state = position(discs=["1/1"], pirates=pirates)
    assert json_after(state, FIND) == json_after(state, {**FIND, "pirate": "white"})
    assert json_after(state, FIND)["pirates"]["1/1"] == ["white"]
    assert error_code(state, {**FIND, "pirate": "black"}) is Code.ILLEGAL


def test_a_choice_of_colours_has_to_be_made() -> None:
    # rules, 5
    pirates = {"2/1": "black", "2/2": "black", "3/1": "brown"}
    assert error_code(position(discs=["1/1"], pirates=pirates), FIND) is Code.ILLEGAL


@pytest.mark.parametrize(
    ("state", "field"),
    [
        pytest.param(position(discs=["1/4"]), "1/4", id="disc"),
        pytest.param(position(systems={"1/4": (1, 2)}), "1/4", id="system"),
        pytest.param(position(), "0/0", id="double-red"),
        pytest.param(position(pirates={"1/4": "white"}), "1/4", id="pirate"),
        pytest.param(position(systems={**TWO, "1/3": (5, 5)}), "1/4", id="three systems"),
        pytest.param(position(systems={"0/1": (1, 2), "0/2": (5, 6)}), "0/4", id="double-red is one of three"),
        pytest.param(position(ships=[(0, 0, "1/3"), (1, 0, "1/4")]), "1/4", id="another player's ship"),
    ],
)
def test_a_discovery_needs_an_empty_field_with_an_own_ship_and_less_than_three_systems(
    state: piratenclaim.State, field: str
) -> None:  # (rules, 5; R2)
    assert error_code(state, {"event": "discover", "field": field}) is Code.ILLEGAL


def test_two_more_systems_are_found_in_the_middle() -> None:
    # rules, 5; R2
    state = position(systems={"0/1": (1, 2)}, dice={"grey": 3})
    assert known_systems(state, 0) == 2
    assert json_after(state, {"event": "discover", "field": "0/4"})["systems"]["0/3"] == ["yellow", "blue"]


def test_a_second_discovery_is_checked_like_the_first() -> None:
    # rules, 5
    state = position(systems=TWO, dice={"grey": 3}, ships=[(0, 0, "1/4"), (0, 1, "1/5")])
    assert [piratenclaim.FIELD_NAMES[field] for field in discoverable(state)] == ["1/4", "1/5"]
    assert discoverable(after(state, FIND)) == ()
    assert error_code(after(state, FIND, SECOND_DICE), {"event": "discover", "field": "1/5"}) is Code.ILLEGAL


def test_three_dice_are_rolled_only_when_they_are_used() -> None:
    # rules, 5
    assert error_code(position(), SECOND_DICE) is Code.PHASE
    assert error_code(position(phase=Phase.TRAVEL), SECOND_DICE) is Code.PHASE
    six = {"event": "roll", "dice": {"red": 2, "green": 6, "grey": 5, "white": 1, "black": 1, "brown": 1}}
    assert error_code(after(position(), FIND), six) is Code.PHASE


def test_unreported_ships_may_discover_anywhere() -> None:
    assert len(discoverable(position())) == 55
    assert len(discoverable(position(ships=[(1, 0, "1/4")]))) == 55
    assert [piratenclaim.FIELD_NAMES[field] for field in discoverable(position(ships=[(0, 2, "1/4")]))] == ["1/4"]


MOVE = {"event": "move_pirates"}


def moved(**given: Any) -> dict[str, Any]:  # noqa: ANN401 - the arguments of `position`
    return json_after(position(**given), MOVE)


def test_the_rulebook_s_example_has_blocks_swaps_and_conflicts() -> None:
    # rules, 6
    # The example's picture is lost. These fields have the relations that its text describes.
    state = position(
        discs=["1/6"],
        systems={"1/0": (4, 2), "4/5": (3, 6)},
        pirates={"1/0": "black", "2/0": "black", "2/6": "brown", "5/6": "brown", "4/0": "white", "5/2": "white"},
    )
    found = after(state, MOVE)
    met = piratenclaim.to_json(found)
    assert met["blocked"] == [{"field": "1/0", "pirate": "black", "why": "disc"}]
    assert (met["pirates"]["2/6"], met["pirates"]["2/0"]) == (["black"], ["brown"]), "they swap"
    assert met["pirates"]["4/5"] == ["white"], "on the yellow and purple system"
    assert (met["pirates"]["5/0"], met["phase"]) == (["brown", "white"], "conflict")
    settled = json_after(found, {"event": "remove", "field": "5/0", "pirate": "white"})
    assert (settled["pirates"]["5/0"], settled["supply"]["white"]) == (["brown"], 1)


def test_two_pirates_of_one_colour_become_one_without_a_choice() -> None:
    # rules, 6
    found = moved(discs=["1/4"], pirates={"1/0": "black", "1/1": "black"}, dice={"black": 4})
    assert (found["pirates"], found["supply"]["black"], found["phase"]) == ({"1/0": ["black"]}, 1, "turn_end")
    assert found["blocked"] == [{"field": "1/0", "pirate": "black", "why": "disc"}]


def test_conflicts_of_three_pirates_leave_one() -> None:
    # rules, 6
    state = after(
        position(pirates={"1/1": "black", "1/5": "brown", "1/3": "white"}, dice={"black": 4, "brown": 2, "white": 6}),
        MOVE,
    )
    assert piratenclaim.to_json(state)["pirates"] == {"1/0": ["black", "brown", "white"]}
    first = after(state, {"event": "remove", "field": "1/0", "pirate": "white"})
    assert first.phase is Phase.CONFLICT
    second = json_after(first, {"event": "remove", "field": "1/0", "pirate": "black"})
    assert (second["phase"], second["pirates"]) == ("turn_end", {"1/0": ["brown"]})


def test_two_conflicts_are_settled_one_by_one() -> None:
    # rules, 6
    pirates = {"1/1": "black", "1/5": "brown", "2/1": "black", "2/5": "brown"}
    state = after(position(pirates=pirates, dice={"black": 4, "brown": 2}), MOVE)
    assert error_code(state, {"event": "remove", "field": "3/0", "pirate": "black"}) is Code.ILLEGAL
    assert error_code(state, {"event": "remove", "field": "1/0", "pirate": "white"}) is Code.ILLEGAL
    first = after(state, {"event": "remove", "field": "1/0", "pirate": "black"})
    assert first.phase is Phase.CONFLICT
    assert error_code(first, {"event": "remove", "field": "1/0", "pirate": "brown"}) is Code.ILLEGAL
    assert after(first, {"event": "remove", "field": "2/0", "pirate": "brown"}).phase is Phase.TURN_END


@pytest.mark.parametrize(
    ("at", "face", "options", "reason"),
    [
        ("2/0", 6, {}, "disc"),
        ("1/1", 1, {}, "edge"),
        ("0/1", 4, {}, "middle"),
        ("0/1", 4, {"closed": "segment"}, "middle"),
        ("1/4", 5, {"closed": "segment"}, "middle"),
        ("1/4", 5, {}, None),
        ("1/0", 6, {}, None),
    ],
)
def test_discs_the_edge_and_the_centre_stop_a_pirate(
    at: str, face: int, options: dict[str, str], reason: str | None
) -> None:
    # rules, 6; R1
    found = moved(discs=["2/6"], pirates={at: "white"}, dice={"white": face}, options=options)
    assert found["blocked"] == ([] if reason is None else [{"field": at, "pirate": "white", "why": reason}])
    assert (at in found["pirates"]) is (reason is not None)


def test_systems_ships_and_pirates_do_not_stop_a_pirate() -> None:
    # rules, 6
    found = moved(
        pirates={"1/0": "black", "1/6": "brown"},
        systems={"1/6": (2, 2)},
        ships=[(0, 0, "1/6")],
        dice={"black": 6, "brown": 5},
    )
    assert found["pirates"]["1/6"] == ["black"]
    assert found["blocked"] == []


def test_a_pirate_that_entered_this_turn_moves() -> None:
    # rules, 6
    state = position(discs=["1/1"])
    found = json_after(state, {"event": "discover", "field": "1/4", "pirate": "brown"}, MOVE)
    assert found["pirates"] == {"1/2": ["brown"]}


def test_a_pirate_robs_every_ship_on_its_field() -> None:
    # rules, 6
    found = moved(pirates={"1/0": "black"}, ships=[(0, 0, "1/6"), (0, 2, "1/6"), (1, 1, "1/6"), (1, 0, "1/1")])
    assert found["robbed"] == [
        {"field": "1/6", "pirate": "black", "player": 0, "ship": 0, "loot": "highest"},
        {"field": "1/6", "pirate": "black", "player": 0, "ship": 2, "loot": "highest"},
        {"field": "1/6", "pirate": "black", "player": 1, "ship": 1, "loot": "highest"},
    ]
    assert [ship["field"] for ship in found["ships"]] == ["1/6", "1/6", "1/1", "1/6"]


def test_the_loot_depends_on_the_colour_in_variant_2() -> None:
    # rules, 8.2
    pirates = {"1/0": "black", "2/0": "brown", "3/0": "white"}
    ships = [(0, 0, "1/6"), (0, 1, "2/3"), (0, 2, "3/5")]
    assert [each["loot"] for each in moved(pirates=pirates, ships=ships)["robbed"]] == ["highest"] * 3
    by_colour = moved(pirates=pirates, ships=ships, options={"loot": "by_colour"})
    assert [each["loot"] for each in by_colour["robbed"]] == ["highest", "half_fuel", "one_each"]


def test_two_pirates_of_one_colour_rob_twice_on_arrival() -> None:
    # rules, 6; R5
    found = moved(
        discs=["1/4"],
        pirates={"1/0": "black", "1/1": "black"},
        ships=[(1, 0, "1/0")],
        dice={"black": 4},
        options={"rob": "on_arrival"},
    )
    assert len(found["robbed"]) == 2
    assert found["robbed"][0] == found["robbed"][1]


def threat_by_brute_force(state: piratenclaim.State) -> dict[str, int]:
    counts: dict[str, int] = {}
    for black, brown, white in product(range(1, 7), repeat=3):
        dice = Dice(1, 1, 1, white, black, brown)
        thrown = after(replace(state, dice=dice, dice_used=False, phase=Phase.DISCOVER), MOVE)
        for name, field in FIELDS_BY_NAME.items():
            counts[name] = counts.get(name, 0) + bool(pirates_at(thrown, field))
    return {name: count for name, count in counts.items() if count}


@pytest.mark.parametrize("seed", range(6))
def test_the_threat_is_the_result_of_216_rolls(seed: int) -> None:
    rng = Random(seed)
    discs = [f"{segment}/{place}" for segment in range(1, 8) for place in rng.sample(range(7), 3)]
    free = [name for name in FIELD_NAMES if name not in discs and name != "0/0"]
    colours = ["black", "black", "brown", "brown", "white", "white"][: rng.randint(1, 6)]
    pirates = dict(zip(rng.sample(free, len(colours)), colours, strict=True))
    options = {"closed": rng.choice(["field", "segment"])}
    state = position(discs=discs, pirates=pirates, options=options)
    assert piratenclaim.query(state, {"query": "threat"}) == {"threat": threat_by_brute_force(state), "of": ROLL_COUNT}


def test_a_discovery_may_bring_a_pirate_with_the_reported_faces_of_grey() -> None:
    state = position(discs=DISCS, phase=Phase.TRAVEL)
    for field in discoverable(state):
        found = set[int]()
        for grey, way in product(range(1, 7), repeat=2):
            rolled = piratenclaim.apply(state, Roll(Dice(1, 1, grey, way, way, way)))
            for pirate in piratenclaim.discovery_result(rolled, field, piratenclaim.current_dice(rolled)).pirates[:1]:
                moved = piratenclaim.apply(piratenclaim.apply(rolled, Discover(field, pirate)), MovePirates())
                found |= {grey} if pirates_at(moved, field) else set()
        assert piratenclaim.entering_faces(state, field) == tuple(sorted(found))


@pytest.mark.parametrize("phase", [Phase.DISCS, Phase.OVER])
def test_the_threat_is_not_reported_before_and_after_the_game(phase: Phase) -> None:
    with pytest.raises(Illegal) as caught:
        piratenclaim.query(position(phase=phase), {"query": "threat"})
    assert caught.value.code is Code.PHASE


SEED = bytes(range(32))
SHIP = ShipAt(Seat(1), 0, FIELDS_BY_NAME["0/4"])


def draw_event(record: AnyRecord) -> AnyRecord:
    return record.play(record.game.chance_event(record.state, Draws(SEED, record.drawn_count)))


def short_game() -> AnyRecord:
    """A game of one turn with every kind of chance event: discs, six dice, three dice."""
    notes = {"commitment": commitment(SEED)}
    record = draw_event(
        draw_event(start_record(Start("piratenclaim", ("Green", "Blue"), Seat(0), piratenclaim.options, notes)))
    )
    assert isinstance(record.state, piratenclaim.State)
    event = next(each for each in piratenclaim.legal_events(record.state) if isinstance(each, Discover))
    record = draw_event(record.play(event)).play(MovePirates())
    return record.play(EndTurn()).play(Finish((Seat(1),))).play(Reveal(SEED))


def verify_changed(record: AnyRecord, **changed: Mapping[str, Any]) -> Verdict:
    lines = [{**line, **changed.get(line["event"], {})} for line in map(decode, to_lines(record).splitlines())]
    return check_fairness([Line(number, line) for number, line in enumerate(lines, 1)])


def test_draws_of_the_box_are_verified() -> None:
    found = verify_changed(short_game())
    assert found.finding is Finding.FAIR
    assert [(roll.counter, len(roll.faces)) for roll in found.rolls] == [(0, 21), (1, 6), (2, 3)]


def test_the_box_draws_only_when_a_chance_event_is_legal() -> None:
    draws = {phase: piratenclaim.chance_event(position(phase=phase), Draws(SEED, 0)) for phase in Phase}
    assert isinstance(draws.pop(Phase.DISCS), Discs)
    assert draws.pop(Phase.TRAVEL) == Roll(piratenclaim.Dice(*Draws(SEED, 0).dice(6)))
    assert set(draws.values()) == {None}
    used = after(position(), {"event": "discover", "field": "1/4"})
    assert piratenclaim.chance_event(used, Draws(SEED, 4)) == Roll(piratenclaim.DiscoveryDice(*Draws(SEED, 4).dice(3)))


@pytest.mark.parametrize(
    ("state", "event", "row"),
    [
        (
            position(),
            Discover(FIELDS_BY_NAME["1/4"]),
            {"segment": 1, "position": 4, "lower": "yellow", "upper": "blue"},
        ),
        (position(phase=Phase.TRAVEL), ShipAt(Seat(1), 0, None), {"ship": 0}),
        (position(pirates={"1/0": "black"}, ships=[(1, 0, "1/6")]), MovePirates(), {"blocked": 0, "robbed": 1}),
        (position(phase=Phase.TURN_END), EndTurn(), {}),
    ],
)
def test_an_event_is_a_row_of_the_table(state: State, event: piratenclaim.Event, row: dict[str, Any]) -> None:
    assert piratenclaim.row(state, event, piratenclaim.apply(state, event)) == row
    assert set(row) <= set(piratenclaim.columns)


def test_discs_and_dice_are_a_row_of_the_table() -> None:
    fresh = piratenclaim.start(["Green", "Blue"], Seat(0), piratenclaim.options)
    discs_event = Discs(tuple(FIELDS_BY_NAME[name] for name in DISCS), "hand")
    assert piratenclaim.row(fresh, discs_event, piratenclaim.apply(fresh, discs_event)) == {
        "by": "hand",
        "discs": " ".join(DISCS),
    }
    state = position(phase=Phase.TRAVEL)
    roll = Roll(piratenclaim.Dice(**EXAMPLE_DICE))
    assert piratenclaim.row(state, roll, piratenclaim.apply(state, roll)) == {"by": "", **EXAMPLE_DICE}


@pytest.mark.parametrize(("winners", "names"), [((), "no player"), ((Seat(0), Seat(1)), "Green and Blue")])
def test_the_end_is_described(winners: tuple[Seat, ...], names: str) -> None:
    text = piratenclaim.describe(piratenclaim.finish(position(), winners))
    assert text.splitlines()[0] == f"Piratenclaim, over after 0 turns. Won by {names}."
