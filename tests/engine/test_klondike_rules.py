"""The rules of Klondike, paragraph by paragraph: placements, refusals, and what may be asked."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import klondike
from engine.game import Code, Illegal, Seat
from engine.klondike.notation import parse
from engine.klondike.position import CENTRE, CLAIMS, SLOT_POSITIONS, SLOTS, TILES, WITH, orientations
from engine.record import AnyRecord, follow
from tests.engine.klondike_hands import Hands, draw_event

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "vectors" / "klondike-cases.jsonl").read_text("utf-8").splitlines()
]
GAME = {"game": "klondike"}


def record_of(case: dict[str, Any]) -> AnyRecord:
    record = follow(None, case["record"][0])
    for event in case["record"][1:]:
        record = follow(record, event)
    return record


def begun(players: int = 2) -> klondike.State:
    return klondike.start(["Green", "Blue", "Orange", "Red"][:players], Seat(0), klondike.options)


def some_way(tiles: int, seed: int) -> klondike.State:
    """A first round of two players by chance, after so many turns."""
    chance, state = Random(seed), begun()
    hands = Hands.dealt(2, "basic", chance)
    for _ in range(tiles):
        seat, event = state.turn, draw_event(state, hands.hands[state.turn], chance)
        state = klondike.apply(state, event)
        if isinstance(event, klondike.Place):
            hands.placed(seat, event.tile)
    return state


def test_the_agreed_cases_are_as_agreed(subtests: pytest.Subtests) -> None:
    for case in CASES:
        with subtests.test(case["name"]):
            record = record_of(case)
            if "legal" in case:
                assert klondike.query(record.state, case["query"]) == {"legal": case["legal"]}
            else:
                event = parse(case["event"])
                assert isinstance(event, klondike.Place)
                refusal = klondike.check_placement(record.state, event.slot, event.tile)
                assert isinstance(refusal, klondike.Refusal)
                assert refusal.name.lower() == case["refused"]
                with pytest.raises(Illegal, match=r"\.$"):
                    record.play(event)


def test_there_are_24_slots_and_36_ends_at_claims() -> None:
    # rules, 1
    assert len(SLOT_POSITIONS) == len(set(SLOT_POSITIONS)) == 24
    assert sum(1 + (place.outer is not None) for place in SLOT_POSITIONS) == 36
    assert len(TILES) == 28


def test_every_claim_has_four_sides() -> None:
    # rules, 1
    touching = [claim for place in SLOT_POSITIONS for claim in (place.inner, place.outer)]
    assert [touching.count(claim) for claim in CLAIMS] == [4] * 9


@pytest.mark.parametrize("turns", [0, 5, 12, 19, 23])
def test_what_is_legal_is_what_is_accepted(turns: int) -> None:
    state = some_way(turns, seed=turns)
    told = {klondike.Place(*way) for ways in klondike.legal(state).values() for way in ways}
    every = {klondike.Place(slot, way) for slot in SLOTS.values() for tile in TILES for way in orientations(tile)}
    assert told == {event for event in every if accepts(state, event)}


def accepts(state: klondike.State, event: klondike.Place) -> bool:
    try:
        klondike.apply(state, event)
    except Illegal:
        return False
    return True


@pytest.mark.parametrize("turns", [0, 12, 19])
def test_the_tiles_that_fit_a_slot_are_those_that_may_lie_there(turns: int) -> None:
    state = some_way(turns, seed=turns)
    legal = klondike.legal(state)
    for slot in SLOTS.values():
        assert klondike.fitting(state, slot) == tuple(
            tile for tile in TILES if slot in {where for where, _ in legal.get(tile, ())}
        )


def test_between_neighbours_of_one_digit_only_the_double_fits() -> None:
    # rules, 6
    state = begun()
    for event in (klondike.Place(SLOTS["1/1W"], (3, 0)), klondike.Place(SLOTS["2/1S"], (3, 1))):
        state = klondike.apply(state, event)
    assert klondike.fitting(state, SLOTS["1/1E"]) == ((3, 3),)


@pytest.mark.parametrize(
    ("players", "asked", "form"),
    [
        (2, "", "basic"),
        (3, "", "draw"),
        (4, "", "basic"),
        (2, "draw", "draw"),
        (3, "basic", "basic"),
        (4, "draw", "basic"),
    ],
)
def test_the_form_of_dealing_follows_from_the_players_unless_it_is_asked_for(
    players: int, asked: str, form: str
) -> None:
    # rules, 3, K12 and K13
    assert klondike.dealing(players, asked) == form


def test_an_unknown_form_of_dealing_is_refused() -> None:
    with pytest.raises(Illegal, match="basic or draw"):
        follow(None, {"event": "start", **GAME, "players": ["Green", "Blue"], "options": {"deal": "crosswise"}})


@pytest.mark.parametrize(
    "event",
    [
        {"event": "roll", "dice": [1, 2, 3]},
        {"event": "place"},
        {"event": "place", "slot": "2/1W", "tile": [1, 2]},
        {"event": "place", "slot": 5, "tile": [1, 2]},
        {"event": "place", "slot": "1/1E", "tile": [1, 7]},
        {"event": "place", "slot": "1/1E", "tile": [1, 2, 3]},
        {"event": "place", "slot": "1/1E", "tile": [True, 2]},
        {"event": "place", "slot": "1/1E", "tile": "1|2"},
    ],
)
def test_what_is_no_event_of_the_game_is_syntax(event: dict[str, Any]) -> None:
    with pytest.raises(Illegal) as caught:
        parse(event)
    assert caught.value.code is Code.SYNTAX


def test_every_turn_counts_and_the_rounds_follow_each_other() -> None:
    state = begun()
    seen = [(state.turns, state.round)]
    for event in (klondike.Place(SLOTS["1/1E"], (3, 5)), klondike.Pass(), klondike.Pass(), klondike.Pass()):
        state = klondike.apply(state, event)
        seen.append((state.turns, state.round))
    assert seen == [(0, 1), (1, 1), (2, 1), (3, 2), (4, 2)]


@pytest.mark.parametrize(("each_round", "chips"), [(True, 2), (False, 1)])
def test_a_round_puts_a_chip_on_each_claim_and_the_additional_one_as_agreed(each_round: bool, chips: int) -> None:
    # rules, 5
    state = klondike.start(["Green", "Blue"], Seat(0), {**klondike.options, "centre_each_round": each_round})
    before = [claim.chips for claim in state.claims]
    for _ in range(2):
        state = klondike.apply(state, klondike.Pass())
    added = [claim.chips - had for claim, had in zip(state.claims, before, strict=True)]
    assert added == [chips if claim == CENTRE else 1 for claim in CLAIMS]


def test_after_the_end_nothing_may_be_laid_passed_or_asked() -> None:
    state = begun()
    for _ in range(8):
        state = klondike.apply(state, klondike.Pass())
    assert klondike.is_over(state)
    assert klondike.legal(state) == {}
    with pytest.raises(Illegal, match="over"):
        klondike.apply(state, klondike.Pass())
    with pytest.raises(Illegal, match="over"):
        klondike.query(state, {"query": "legal", "tile": [1, 2]})


def test_a_position_can_be_read_by_people() -> None:
    state = klondike.apply(begun(), klondike.Place(SLOTS["1/1E"], (3, 5)))
    told = klondike.describe(state)
    assert "round 1 of 4: Blue to place a tile" in told
    assert "3 1 1   5 1 1   - 0 1" in told
    assert "Tiles: 1/1E 3|5." in told


def place(state: klondike.State, *tiles: tuple[str, tuple[int, int]]) -> klondike.State:
    for slot, tile in tiles:
        state = klondike.apply(state, klondike.Place(SLOTS[slot], tile))
    return state


def next_round(state: klondike.State) -> klondike.State:
    for _ in state.players:
        state = klondike.apply(state, klondike.Pass())
    return state


OPENED = (("1/1W", (3, 0)), ("2/1S", (5, 1)))
"""1/1 has the digit 3, its neighbour 2/1 the digit 5."""


def test_a_wrong_end_does_not_count_for_the_limit() -> None:
    # rules, K1
    state = place(begun(), *OPENED, ("3/3N", (3, 5)), ("1/1E", (3, 6)))
    assert klondike.uses(state, 6) == 0
    assert klondike.uses(place(state, ("3/1E", (6, 0)), ("1/3W", (6, 1))), 6) == 2


def test_what_lay_in_the_round_before_allows_no_exception() -> None:
    # rules, K2
    played = place(begun(), ("3/3N", (3, 5)))
    now, later = place(played, *OPENED), place(next_round(played), *OPENED)
    verdicts = [klondike.check_placement(state, SLOTS["1/1E"], (3, 6)) for state in (now, later)]
    assert verdicts == [klondike.Rule.ONE_RIGHT, klondike.Refusal.WRONG]


def test_any_tile_will_do_only_once_all_with_both_digits_lie_out() -> None:
    # rules, K4
    state = place(begun(), *OPENED)
    placed = (WITH[3], WITH[3] | WITH[5])
    verdicts = [klondike.check_placement(replace(state, placed=tiles), SLOTS["1/1E"], (0, 2)) for tiles in placed]
    assert verdicts == [klondike.Refusal.WRONG, klondike.Rule.ANY]


def test_a_stack_that_is_won_later_has_all_its_chips() -> None:
    # rules, K10
    state = place(next_round(begun()), *((f"1/1{side}", (3, digit)) for digit, side in enumerate("WSEN")))
    assert state.chips == (2, 0)
    assert state.claims[0] == klondike.ClaimState(0, 3, 4, won_by=Seat(0))
