"""The pirates (rules, 6): the seed's example, blockades, swaps, conflicts, robberies, and the threat."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from engine import piratenclaim
from engine.game import Code, Illegal
from engine.piratenclaim import FIELD_NAMES, FIELDS_BY_NAME, ROLL_COUNT, Dice, Phase, movements, pirates_at, threat
from tests.engine.piratenclaim.positions import after, position, refused, told

MOVE = {"event": "move_pirates"}


def moved(**given: Any) -> dict[str, Any]:  # noqa: ANN401 - what `position` takes
    return told(position(**given), MOVE)


def test_the_seed_s_example_blocks_swaps_and_conflicts() -> None:
    # The picture of the example is lost: these fields have the relations that the text describes.
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
    settled = told(found, {"event": "remove", "field": "5/0", "pirate": "white"})
    assert (settled["pirates"]["5/0"], settled["supply"]["white"]) == (["brown"], 1)


def test_two_that_swap_do_not_meet() -> None:
    # rules, 6
    found = moved(pirates={"2/0": "black", "2/6": "brown"})
    assert found["pirates"] == {"2/0": ["brown"], "2/6": ["black"]}
    assert (found["phase"], found["blocked"]) == ("turn_end", [])


def test_two_that_meet_are_in_conflict_and_the_player_chooses() -> None:
    # rules, 6
    state = after(position(pirates={"1/1": "black", "1/5": "brown"}, dice={"black": 4, "brown": 2}), MOVE)
    assert piratenclaim.to_json(state)["pirates"] == {"1/0": ["black", "brown"]}
    assert state.phase is Phase.CONFLICT
    settled = told(state, {"event": "remove", "field": "1/0", "pirate": "brown"})
    assert (settled["phase"], settled["pirates"]) == ("turn_end", {"1/0": ["black"]})
    assert settled["supply"] == {"black": 1, "brown": 2, "white": 2}


def test_two_of_one_colour_are_one_afterwards_without_a_choice() -> None:
    found = moved(discs=["1/4"], pirates={"1/0": "black", "1/1": "black"}, dice={"black": 4})
    assert (found["pirates"], found["supply"]["black"], found["phase"]) == ({"1/0": ["black"]}, 1, "turn_end")
    assert found["blocked"] == [{"field": "1/0", "pirate": "black", "why": "disc"}]


def test_three_on_a_field_leave_until_one_is_left() -> None:
    state = after(
        position(pirates={"1/1": "black", "1/5": "brown", "1/3": "white"}, dice={"black": 4, "brown": 2, "white": 6}),
        MOVE,
    )
    assert piratenclaim.to_json(state)["pirates"] == {"1/0": ["black", "brown", "white"]}
    first = after(state, {"event": "remove", "field": "1/0", "pirate": "white"})
    assert first.phase is Phase.CONFLICT
    second = told(first, {"event": "remove", "field": "1/0", "pirate": "black"})
    assert (second["phase"], second["pirates"]) == ("turn_end", {"1/0": ["brown"]})


def test_two_conflicts_are_settled_one_by_one() -> None:
    pirates = {"1/1": "black", "1/5": "brown", "2/1": "black", "2/5": "brown"}
    state = after(position(pirates=pirates, dice={"black": 4, "brown": 2}), MOVE)
    assert refused(state, {"event": "remove", "field": "3/0", "pirate": "black"}) is Code.ILLEGAL
    assert refused(state, {"event": "remove", "field": "1/0", "pirate": "white"}) is Code.ILLEGAL
    first = after(state, {"event": "remove", "field": "1/0", "pirate": "black"})
    assert first.phase is Phase.CONFLICT
    assert refused(first, {"event": "remove", "field": "1/0", "pirate": "brown"}) is Code.ILLEGAL
    assert after(first, {"event": "remove", "field": "2/0", "pirate": "brown"}).phase is Phase.TURN_END


@pytest.mark.parametrize(
    ("at", "face", "options", "why"),
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
def test_what_stops_a_pirate(at: str, face: int, options: dict[str, str], why: str | None) -> None:
    # rules, 6; R1
    found = moved(discs=["2/6"], pirates={at: "white"}, dice={"white": face}, options=options)
    assert found["blocked"] == ([] if why is None else [{"field": at, "pirate": "white", "why": why}])
    assert (at in found["pirates"]) is (why is not None)


def test_systems_ships_and_pirates_stop_nobody() -> None:
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
    found = told(state, {"event": "discover", "field": "1/4", "pirate": "brown"}, MOVE)
    assert found["pirates"] == {"1/2": ["brown"]}


def test_the_pirates_move_where_there_are_none() -> None:
    assert moved()["phase"] == "turn_end"


def test_a_pirate_robs_every_ship_on_its_field() -> None:
    found = moved(
        pirates={"1/0": "black"},
        ships=[(0, 0, "1/6"), (0, 2, "1/6"), (1, 1, "1/6"), (1, 0, "1/1")],
    )
    assert found["robbed"] == [
        {"field": "1/6", "pirate": "black", "player": 0, "ship": 0, "loot": "highest"},
        {"field": "1/6", "pirate": "black", "player": 0, "ship": 2, "loot": "highest"},
        {"field": "1/6", "pirate": "black", "player": 1, "ship": 1, "loot": "highest"},
    ]
    assert [ship["field"] for ship in found["ships"]] == ["1/6", "1/6", "1/1", "1/6"]


def test_a_pirate_that_stayed_robs_again() -> None:
    # rules, 6; R7
    state = position(discs=["1/6"], pirates={"1/0": "black"}, ships=[(1, 0, "1/0")])
    once = after(state, MOVE)
    assert len(once.robbed) == 1
    roll = {"event": "roll", "dice": {"red": 1, "green": 1, "grey": 1, "white": 1, "black": 6, "brown": 1}}
    twice = after(once, {"event": "end_turn"}, roll)
    assert (twice.robbed, twice.blocked) == ((), ())
    assert after(twice, MOVE).robbed == once.robbed


def test_the_loot_depends_on_the_colour_in_variant_2() -> None:
    pirates = {"1/0": "black", "2/0": "brown", "3/0": "white"}
    ships = [(0, 0, "1/6"), (0, 1, "2/3"), (0, 2, "3/5")]
    assert [each["loot"] for each in moved(pirates=pirates, ships=ships)["robbed"]] == ["highest"] * 3
    by_colour = moved(pirates=pirates, ships=ships, options={"loot": "by_colour"})
    assert [each["loot"] for each in by_colour["robbed"]] == ["highest", "half_fuel", "one_each"]


def test_after_conflicts_only_who_is_left_robs() -> None:
    state = position(pirates={"1/1": "black", "1/5": "brown"}, ships=[(1, 0, "1/0")], dice={"black": 4, "brown": 2})
    fighting = after(state, MOVE)
    assert fighting.robbed == ()
    settled = told(fighting, {"event": "remove", "field": "1/0", "pirate": "black"})
    assert [each["pirate"] for each in settled["robbed"]] == ["brown"]


def test_on_arrival_everybody_robs_before_the_conflict() -> None:
    state = position(
        pirates={"1/1": "black", "1/5": "brown"},
        ships=[(1, 0, "1/0")],
        dice={"black": 4, "brown": 2},
        options={"rob": "on_arrival"},
    )
    fighting = after(state, MOVE)
    assert [each.pirate for each in fighting.robbed] == ["black", "brown"]
    assert after(fighting, {"event": "remove", "field": "1/0", "pirate": "black"}).robbed == fighting.robbed


def test_on_arrival_two_of_one_colour_rob_twice() -> None:
    found = moved(
        discs=["1/4"],
        pirates={"1/0": "black", "1/1": "black"},
        ships=[(1, 0, "1/0")],
        dice={"black": 4},
        options={"rob": "on_arrival"},
    )
    assert len(found["robbed"]) == 2
    assert found["robbed"][0] == found["robbed"][1]


def test_where_pirates_will_stand_is_known_while_the_dice_lie() -> None:
    state = position(discs=["1/6"], pirates={"1/0": "black", "2/0": "white"})
    assert state.dice is not None
    ways = [(FIELD_NAMES[at], pirate, FIELD_NAMES[to], why) for at, pirate, to, why in movements(state, state.dice)]
    assert ways == [("1/0", "black", "1/0", "disc"), ("2/0", "white", "2/5", None)]


def brute_force(state: piratenclaim.State) -> dict[str, int]:
    """The threat by throwing the dice of the pirates in all ways, and moving them."""
    counts: dict[str, int] = {}
    for black, brown, white in product(range(1, 7), repeat=3):
        thrown = after(replace(state, dice=Dice(1, 1, 1, white, black, brown), used=False, phase=Phase.DISCOVER), MOVE)
        for name, field in FIELDS_BY_NAME.items():
            counts[name] = counts.get(name, 0) + bool(pirates_at(thrown, field))
    return {name: count for name, count in counts.items() if count}


@pytest.mark.parametrize("seed", range(6))
def test_the_threat_is_what_216_throws_come_to(seed: int) -> None:
    random = Random(seed)
    discs = [f"{segment}/{place}" for segment in range(1, 8) for place in random.sample(range(7), 3)]
    free = [name for name in FIELD_NAMES if name not in discs and name != "0/0"]
    colours = ["black", "black", "brown", "brown", "white", "white"][: random.randint(1, 6)]
    pirates = dict(zip(random.sample(free, len(colours)), colours, strict=True))
    options = {"closed": random.choice(["field", "segment"])}
    state = position(discs=discs, pirates=pirates, options=options)
    assert piratenclaim.query(state, {"query": "threat"}) == {"threat": brute_force(state), "of": ROLL_COUNT}


def test_nobody_threatens_where_no_pirate_is() -> None:
    assert threat(position()) == {}


@pytest.mark.parametrize("phase", [Phase.TRAVEL, Phase.DISCOVER, Phase.CONFLICT, Phase.TURN_END])
def test_the_threat_is_told_while_the_game_is_on(phase: Phase) -> None:
    state = position(pirates={"1/0": "black"}, phase=phase)
    assert piratenclaim.query(state, {"query": "threat"})["threat"]["1/6"] == 36


@pytest.mark.parametrize("phase", [Phase.DISCS, Phase.OVER])
def test_the_threat_is_not_told_before_and_after(phase: Phase) -> None:
    with pytest.raises(Illegal) as caught:
        piratenclaim.query(position(phase=phase), {"query": "threat"})
    assert caught.value.code is Code.PHASE
