"""Discoveries (rules, 5): the seed's example, each row of the table, who may discover from where."""

from __future__ import annotations

from typing import Any

import pytest

from engine import piratenclaim
from engine.game import Code
from engine.piratenclaim import Cube, Phase, System, discoverable, known_systems
from tests.engine.piratenclaim.positions import after, position, refused, told

HERE = {"event": "discover", "field": "1/4"}
AGAIN = {"event": "roll", "dice": {"red": 2, "green": 6, "grey": 5}}
TWO = {"1/1": (1, 2), "1/2": (3, 4)}


def test_the_seed_s_example_finds_yellow_below_blue_on_position_1() -> None:
    state = told(position(), HERE)
    assert state["systems"] == {"0/0": ["red", "red"], "1/1": ["yellow", "blue"]}
    assert (state["used"], state["discovered"], state["phase"]) == (True, ["1/4"], "discover")


def test_a_system_tells_its_value_and_its_rate() -> None:
    # rules, 1
    system = System(lower=Cube.YELLOW, upper=Cube.BLUE)
    assert (system.value, system.pay, system.receive) == (15, 5, 3)


def test_the_seed_s_example_with_a_disc_brings_a_pirate() -> None:
    state = told(position(discs=["1/2"], dice={"grey": 2}), {**HERE, "pirate": "white"})
    assert (state["discs"], state["pirates"], state["supply"]["white"]) == ([], {"1/2": ["white"]}, 1)
    assert state["systems"] == {"0/0": ["red", "red"]}


@pytest.mark.parametrize(
    ("discs", "systems", "event", "changed"),
    [
        pytest.param([], {}, HERE, {"systems": {"1/1": ["yellow", "blue"]}}, id="free: a system there"),
        pytest.param(["1/0"], {}, HERE, {"systems": {"1/1": ["yellow", "blue"]}}, id="free, whatever is in the centre"),
        pytest.param(
            ["1/1"], {}, {**HERE, "pirate": "black"}, {"pirates": {"1/1": ["black"]}, "discs": []}, id="disc: a pirate"
        ),
        pytest.param(
            [], {"1/1": (2, 2)}, HERE, {"systems": {"1/1": ["orange", "orange"], "1/0": ["yellow", "blue"]}},
            id="system, centre free: a system in the centre",
        ),
        pytest.param(
            ["1/0"], {"1/1": (2, 2)}, {**HERE, "pirate": "brown"},
            {"pirates": {"1/0": ["brown"]}, "discs": [], "systems": {"1/1": ["orange", "orange"]}},
            id="system, disc in the centre: a pirate in the centre",
        ),
        pytest.param(
            [], {"1/1": (2, 2), "1/0": (1, 4)}, HERE,
            {"systems": {"1/1": ["orange", "orange"], "1/0": ["red", "green"]}, "pirates": {}},
            id="two systems: nothing",
        ),
    ],
)  # fmt: skip
def test_the_table_of_discoveries(
    discs: list[str], systems: dict[str, tuple[int, int]], event: dict[str, Any], changed: dict[str, Any]
) -> None:
    # rules, 5
    state = told(position(discs=discs, systems=systems), event)
    assert state.pop("systems") == {"0/0": ["red", "red"], **changed.pop("systems", {})}
    assert {key: state[key] for key in changed} == changed
    assert (state["used"], state["discovered"]) == (True, ["1/4"])


def test_a_system_may_appear_under_a_pirate_or_a_ship() -> None:
    state = told(position(pirates={"1/1": "black"}, ships=[(0, 0, "1/4"), (1, 0, "1/1")]), HERE)
    assert state["systems"]["1/1"] == ["yellow", "blue"]
    assert state["pirates"] == {"1/1": ["black"]}


def test_a_system_may_appear_under_the_ship_that_discovers() -> None:
    assert told(position(dice={"grey": 4}), HERE)["systems"]["1/4"] == ["yellow", "blue"]


def test_a_disc_stays_when_all_pirates_are_on_the_board() -> None:
    pirates = {"2/1": "black", "2/2": "black", "3/1": "brown", "3/2": "brown", "4/1": "white", "4/2": "white"}
    state = told(position(discs=["1/1"], pirates=pirates), HERE)
    assert (state["discs"], state["used"]) == (["1/1"], True)
    assert state["supply"] == {"black": 0, "brown": 0, "white": 0}
    assert refused(position(discs=["1/1"], pirates=pirates), {**HERE, "pirate": "black"}) is Code.ILLEGAL


def test_the_last_colour_needs_no_choice() -> None:
    pirates = {"2/1": "black", "2/2": "black", "3/1": "brown", "3/2": "brown", "4/1": "white"}
    state = position(discs=["1/1"], pirates=pirates)
    assert told(state, HERE) == told(state, {**HERE, "pirate": "white"})
    assert told(state, HERE)["pirates"]["1/1"] == ["white"]
    assert refused(state, {**HERE, "pirate": "black"}) is Code.ILLEGAL


def test_a_choice_of_colours_has_to_be_made() -> None:
    pirates = {"2/1": "black", "2/2": "black", "3/1": "brown"}
    assert refused(position(discs=["1/1"], pirates=pirates), HERE) is Code.ILLEGAL


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
    assert refused(state, {"event": "discover", "field": field}) is Code.ILLEGAL


def test_two_more_systems_are_found_in_the_middle() -> None:
    state = position(systems={"0/1": (1, 2)}, dice={"grey": 3})
    assert known_systems(state, 0) == 2
    assert told(state, {"event": "discover", "field": "0/4"})["systems"]["0/3"] == ["yellow", "blue"]


def test_a_second_discovery_rolls_three_dice_again() -> None:
    # rules, 5
    state = position(ships=[(0, 0, "1/4"), (0, 1, "2/4")])
    used = after(state, HERE)
    assert refused(used, {"event": "discover", "field": "2/4"}) is Code.PHASE
    rolled = told(used, AGAIN)
    assert rolled["dice"] == {"red": 2, "green": 6, "grey": 5, "white": 5, "black": 6, "brown": 3}
    assert rolled["used"] is False
    assert refused(after(used, AGAIN), HERE) is Code.ILLEGAL
    second = told(used, AGAIN, {"event": "discover", "field": "2/4"})
    assert second["systems"]["2/5"] == ["purple", "orange"]
    assert second["discovered"] == ["1/4", "2/4"]


def test_a_second_discovery_is_checked_anew() -> None:
    state = position(systems=TWO, dice={"grey": 3}, ships=[(0, 0, "1/4"), (0, 1, "1/5")])
    assert [piratenclaim.FIELD_NAMES[field] for field in discoverable(state)] == ["1/4", "1/5"]
    assert discoverable(after(state, HERE)) == ()
    assert refused(after(state, HERE, AGAIN), {"event": "discover", "field": "1/5"}) is Code.ILLEGAL


def test_three_dice_are_rolled_only_when_they_are_used() -> None:
    assert refused(position(), AGAIN) is Code.PHASE
    assert refused(position(phase=Phase.TRAVEL), AGAIN) is Code.PHASE
    six = {"event": "roll", "dice": {"red": 2, "green": 6, "grey": 5, "white": 1, "black": 1, "brown": 1}}
    assert refused(after(position(), HERE), six) is Code.PHASE


def test_ships_that_nobody_told_may_discover_anywhere() -> None:
    assert len(discoverable(position())) == 55
    assert len(discoverable(position(ships=[(1, 0, "1/4")]))) == 55
    assert [piratenclaim.FIELD_NAMES[field] for field in discoverable(position(ships=[(0, 2, "1/4")]))] == ["1/4"]
