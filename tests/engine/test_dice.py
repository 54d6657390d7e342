"""Dice, shuffles, the statistics of faces, and the verification of a record."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import Draws, commitment
from engine.fairness import BrokenEvent, Finding, Line, RecordedRoll, check_fairness, check_games
from engine.game import Illegal, Json
from engine.record import decode
from tests.companion.program.recorded_games import SEED, played

FILE = Path(__file__).parents[1] / "vectors" / "dice.jsonl"
VECTORS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
SHUFFLES = [json.loads(line) for line in (FILE.parent / "shuffles.jsonl").read_text().splitlines()]


def test_rolls_and_commitments_match_the_test_vectors() -> None:
    for case in VECTORS:
        seed = bytes.fromhex(case["seed"])
        assert list(Draws(seed, case["counter"]).dice(case["count"])) == case["dice"], case
        assert commitment(seed) == case["commitment"], case


def test_a_roll_of_more_dice_begins_with_that_of_fewer() -> None:
    seed = bytes(range(32))
    assert Draws(seed, 5).dice(100)[:3] == Draws(seed, 5).dice(3)


def test_the_faces_are_even() -> None:
    faces = Counter(die for counter in range(6_000) for die in Draws(b"\x07" * 32, counter).dice(3))
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert all(abs(count - 3_000) < 250 for count in faces.values())


def test_shuffles_match_the_test_vectors() -> None:
    for case in SHUFFLES:
        draws = Draws(bytes.fromhex(case["key"]), case["counter"])
        assert list(draws.shuffled(range(case["shuffle"]))) == case["order"], case


def test_a_draw_with_one_possible_result_uses_no_random_byte() -> None:
    draws = Draws(bytes(range(32)), 5)
    assert draws.number_below(1) == 0
    assert draws.dice(3) == Draws(bytes(range(32)), 5).dice(3)


@pytest.mark.parametrize("count", [2, 3, 100, 255, 256])
def test_a_draw_is_within_its_range(count: int) -> None:
    draws = Draws(b"\x07" * 32, 0)
    assert {draws.number_below(count) for _ in range(20 * count)} == set(range(count))


def test_each_draw_uses_the_bytes_after_the_draw_before() -> None:
    whole, parts = Draws(bytes(32), 0), Draws(bytes(32), 0)
    assert whole.dice(7) == parts.dice(3) + parts.dice(4)


ROLL: Json = {"event": "roll", "dice": [1, 1, 6]}
BY_HAND: Json = {"event": "roll", "dice": [2, 3, 4], "by": "hand"}
START = {"event": "start", "game": "claimit", "players": ["Green", "Blue"], "commitment": commitment(SEED)}
REVEAL = {"event": "reveal", "seed": SEED.hex()}
SECRETS = re.compile(r'"dice": \[(.*?)\]|"(?:seed|commitment)": "(\w+)"')


def game_lines() -> list[str]:
    return played().lines


@cache
def digit_positions() -> list[tuple[int, int]]:
    return [
        (place, found.start(found.lastindex or 0) + offset)
        for place, line in enumerate(game_lines())
        for found in SECRETS.finditer(line)
        for offset, letter in enumerate(found[found.lastindex or 0])
        if letter.isalnum()
    ]


def numbered_lines(*events: Json) -> list[Line]:
    return [Line(number, event) for number, event in enumerate(events, 1)]


def finding_of(record: Sequence[str]) -> Finding | None:
    try:
        return check_games(numbered_lines(*map(decode, record)))[-1].finding
    except Illegal:
        return None


def roll_event(counter: int) -> dict[str, Any]:
    return {"event": "roll", "dice": list(Draws(SEED, counter).dice(3))}


def changed_lines(number: int, **keys: object) -> list[str]:
    """The lines of a whole game with other values in one of them; the first line is 0."""
    return [
        *game_lines()[:number],
        json.dumps({**json.loads(game_lines()[number]), **keys}),
        *game_lines()[number + 1 :],
    ]


def test_a_recorded_game_is_verified_as_fair() -> None:
    verdict = check_fairness(numbered_lines(*map(json.loads, game_lines())))
    assert verdict.finding is Finding.FAIR
    assert verdict.fault is None
    assert [roll.counter for roll in verdict.rolls] == list(range(len(verdict.rolls)))
    assert [roll.line for roll in verdict.rolls[:3]] == [1, 1, 2]


@settings(max_examples=20)
@given(st.deferred(lambda: st.sampled_from(digit_positions())), st.sampled_from("0123456789abcdef"))
def test_every_changed_digit_is_detected(where: tuple[int, int], digit: str) -> None:
    place, column = where
    line = game_lines()[place]
    tampered = [*game_lines()[:place], line[:column] + digit + line[column + 1 :], *game_lines()[place + 1 :]]
    assert (finding_of(tampered) is Finding.FAIR) == (tampered == game_lines())


def test_the_verification_names_a_changed_roll() -> None:
    expected = Draws(SEED, 2).dice(3)
    other = tuple(7 - die for die in expected)
    verdict = check_fairness(numbered_lines(*map(json.loads, changed_lines(1, dice=list(other)))))
    assert verdict.finding is Finding.ROLL
    assert verdict.differing == RecordedRoll(2, other, 2, expected)


def test_the_verification_finds_each_fault() -> None:
    again = [*game_lines(), json.dumps({"event": "undo"})]
    start = json.loads(game_lines()[0])
    uncommitted = {key: value for key, value in start.items() if key != "commitment"}
    surplus = {"seat": 0, "dice": [1, 2, 3], "by": "hand"}
    last_roll = max(number for number, line in enumerate(game_lines()) if '"roll"' in line)
    undos = [json.dumps({"event": "undo"})] * (len(game_lines()) - last_roll)
    for record, expected in (
        ([json.dumps(uncommitted), *game_lines()[1:]], Finding.NO_COMMITMENT),
        (changed_lines(0, begins=[*start["begins"], surplus]), Finding.FIRST),
        (changed_lines(0, begins=[{**each, "seat": 1 - each["seat"]} for each in start["begins"]]), Finding.FIRST),
        ([*game_lines(), *undos, *game_lines()[last_roll:]], Finding.DREW_AFTER_REVEAL),
        (changed_lines(0, commitment="0" * 64), Finding.WRONG_SEED),
        (changed_lines(0, commitment=None), Finding.WRONG_SEED),
        (changed_lines(len(game_lines()) - 1, seed="0" * 64), Finding.WRONG_SEED),
        (changed_lines(0, fair=0), Finding.FIXED),
        (changed_lines(0, first=1), Finding.FIRST),
        (game_lines()[:-1], Finding.NOT_REVEALED),
        (game_lines()[:-2], Finding.NOT_OVER),
        (game_lines()[:1], Finding.NOT_OVER),
        (played(by_hand=True).lines, Finding.REAL_DICE),
        (played(fair=False).lines, Finding.FIXED),
        (played(("Green", "Blue", "Orange", "Red", "Violet"), bytes(32)).lines, Finding.FAIR),
        ([json.dumps(START), *game_lines()], Finding.FAIR),
        ([*again, game_lines()[-1]], Finding.FAIR),
        ([*again, json.dumps({**REVEAL, "seed": "0" * 64})], Finding.WRONG_SEED),
    ):
        assert finding_of(record) is expected, record


def test_a_placement_that_does_not_fit_its_roll_is_found() -> None:
    verdict = check_fairness(numbered_lines(START, roll_event(0), {"event": "place", "field": "1/1"}))
    assert verdict.finding is Finding.BROKEN
    assert verdict.fault is not None
    assert verdict.fault.line == 3
    assert "1/1" in verdict.fault.message


def test_events_after_the_broken_one_are_not_verified() -> None:
    verdict = check_fairness(numbered_lines(START, {"event": "bank"}, {"event": "bank"}, roll_event(0)))
    assert isinstance(verdict.fault, BrokenEvent)
    assert (verdict.fault.line, verdict.rolls) == (2, ())


def test_an_undone_roll_does_not_count() -> None:
    verdict = check_fairness(
        numbered_lines(START, roll_event(0), {"event": "undo"}, roll_event(0), {"event": "undo"}, roll_event(1))
    )
    assert [(roll.line, roll.counter) for roll in verdict.rolls] == [(2, 0), (4, 0), (6, 0)]


def test_rolls_by_hand_use_no_counter() -> None:
    by_hand = {"event": "roll", "dice": [1, 2, 3], "by": "hand"}
    verdict = check_fairness(numbered_lines(START, by_hand, {"event": "place", "field": "1/2"}, roll_event(0)))
    assert [(roll.line, roll.counter) for roll in verdict.rolls] == [(2, None), (4, 0)]


def test_rolls_by_hand_for_the_first_turn_use_no_counter() -> None:
    begins = [{"seat": 0, "dice": [6, 6, 6], "by": "hand"}, {"seat": 1, "dice": [1, 1, 1], "by": "hand"}]
    verdict = check_fairness(numbered_lines({**START, "begins": begins}, roll_event(0)))
    assert [roll.counter for roll in verdict.rolls] == [None, None, 0]


def test_an_invalid_record_is_rejected() -> None:
    wrong: tuple[tuple[Json, ...], ...] = (
        (),
        (roll_event(0),),
        ({"event": "start", "game": "chess", "players": ["Green", "Blue"]},),
        ({**START, "players": ["Green"]},),
        ({**START, "begins": 7},),
        ({**START, "begins": [7]},),
        ({**START, "begins": [{"dice": [1, 2, 3]}]},),
        ({**START, "begins": [{"seat": 0, "dice": [1, 2, 7]}]},),
        (START, {"event": "roll", "dice": [1, 2]}),
        (START, {"event": "reveal", "seed": "0"}),
        (START, {"event": "dance"}),
    )
    for events in wrong:
        assert finding_of([json.dumps(event) for event in events]) is None, events


def test_the_error_names_the_line() -> None:
    with pytest.raises(Illegal, match=r"^line 2: "):
        check_fairness(numbered_lines(START, {"event": "roll"}))


def test_a_seed_that_is_revealed_twice_is_not_a_draw() -> None:
    assert finding_of([*game_lines(), json.dumps({"event": "undo"}), json.dumps(REVEAL)]) is Finding.FAIR


def test_undone_draws_are_marked() -> None:
    events = [json.loads(line) for line in game_lines()]
    undone = [*events[:2], {"event": "undo"}, events[1], {"event": "undo"}, *events[1:]]
    marked = [roll.line for roll in check_fairness(numbered_lines(*undone)).rolls if roll.is_undone]
    assert marked == [2, 4]
