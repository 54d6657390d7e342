"""The examples of the variant's own page ("the seed"), played by the engine and by the plain rules at once."""

from __future__ import annotations

import pytest

from tests.engine.piratenclaim.both_sides import Both

START = {"event": "start", "game": "piratenclaim", "players": ["Green", "Blue"]}

DISCS = [
    *("1/1", "1/2", "1/5", "2/0", "2/3", "2/5", "3/0", "3/1", "3/6", "4/1", "4/2", "4/5"),
    *("5/1", "5/4", "5/5", "6/0", "6/3", "6/5", "7/0", "7/4"),
]
"""The discs but one."""

PIRATE_DICE = {"black": 6, "brown": 3, "white": 5}
"""As they lie in the seed's picture."""


def on_the_board(**options: object) -> Both:
    both = Both({**START, "options": options})
    assert not both.happen("discs", fields=[*DISCS, "7/5"], by="hand")
    return both


def discover(both: Both, field: str, *, red: int = 1, green: int = 1, grey: int, pirate: str = "") -> str:
    """A discovery from a field, all dice rolled for the first of a turn, three of them for the others."""
    three = {"red": red, "green": green, "grey": grey}
    assert not both.happen("roll", dice=three if both.state["used"] else {**three, **PIRATE_DICE})
    return both.happen("discover", field=field, **({"pirate": pirate} if pirate else {}))


def six_pirates() -> Both:
    """The picture of the pirates: all six are on the board, two of them on the same segment as the system 6/4."""
    both = on_the_board()
    assert not discover(both, "5/2", grey=4, pirate="black")
    assert not discover(both, "5/3", grey=4, green=4, red=2)
    assert not discover(both, "1/3", grey=2, pirate="black")
    assert not discover(both, "1/4", grey=1, pirate="brown")
    assert not discover(both, "2/1", grey=5, pirate="brown")
    assert not discover(both, "2/2", grey=3, pirate="white")
    assert not discover(both, "6/1", grey=4, green=3, red=6)
    assert not discover(both, "6/2", grey=3)
    return both


def test_red_5_green_3_and_grey_1_give_a_system_on_a_free_position_1() -> None:
    both = on_the_board()
    assert not discover(both, "6/2", red=5, green=3, grey=1)
    assert both.state["systems"]["6/1"] == ["yellow", "blue"]


def test_a_disc_on_the_position_makes_way_for_a_pirate_of_a_chosen_colour() -> None:
    both = on_the_board()
    assert discover(both, "1/3", red=5, green=3, grey=2) == "illegal"
    assert not both.happen("discover", field="1/3", pirate="white")
    assert "1/2" not in both.state["discs"]
    assert both.state["pirates"] == {"1/2": ["white"]}
    assert both.state["systems"].keys() == {"0/0"}


@pytest.mark.parametrize(("position", "code"), [(1, ""), (2, "illegal"), (3, ""), (5, ""), (6, "illegal")])
def test_a_disc_on_position_2_encloses_a_field(position: int, code: str) -> None:
    both = Both(START)
    assert both.happen("discs", fields=[*DISCS, f"7/{position}"], by="hand") == code


def test_all_six_pirates_are_on_the_board() -> None:
    both = six_pirates()
    assert not any(both.state["supply"].values())
    assert both.state["systems"]["5/4"] == ["green", "orange"]
    assert both.state["pirates"]["5/4"] == ["black"]


def test_a_pirate_before_a_disc_stays() -> None:
    both = six_pirates()
    assert not both.happen("move_pirates")
    assert both.state["blocked"] == [{"field": "5/4", "pirate": "black", "why": "disc"}]
    assert both.state["pirates"]["5/4"] == ["black"]


def test_two_pirates_swap_their_fields_without_a_conflict() -> None:
    both = six_pirates()
    assert (both.state["pirates"]["1/1"], both.state["pirates"]["1/2"]) == (["brown"], ["black"])
    assert not both.happen("move_pirates")
    assert (both.state["pirates"]["1/1"], both.state["pirates"]["1/2"]) == (["black"], ["brown"])


def test_a_brown_and_a_white_on_one_field_are_a_conflict_and_the_player_chooses() -> None:
    both = six_pirates()
    assert not both.happen("move_pirates")
    assert both.state["phase"] == "conflict"
    assert both.state["pirates"]["2/4"] == ["brown", "white"]
    assert both.state["pirates"]["6/4"] == ["white"]
    assert both.state["systems"]["6/4"] == ["yellow", "purple"]
    assert both.happen("remove", field="2/4", pirate="black") == "illegal"
    assert not both.happen("remove", field="2/4", pirate="brown")
    assert both.state["supply"] == {"black": 0, "brown": 1, "white": 0}
    assert both.state["phase"] == "turn_end"


def test_the_threat_of_the_picture_agrees_with_brute_force() -> None:
    six_pirates().compare_threat()
