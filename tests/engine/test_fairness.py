"""The dice of a record, thrown again: what is fair, and what is found out."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import Draws, commitment
from engine.fairness import BrokenEvent, Finding, Line, Rolled, check_fairness
from engine.game import Illegal, Json
from engine.record import decode
from tests.companion.program.played import SEED, played

START = {"event": "start", "game": "claimit", "players": ["Green", "Blue"], "commitment": commitment(SEED)}
REVEAL = {"event": "reveal", "seed": SEED.hex()}
SECRETS = re.compile(r'"dice": \[(.*?)\]|"(?:seed|commitment)": "(\w+)"')


def lines() -> list[str]:
    return played().lines


@cache
def digits() -> list[tuple[int, int]]:
    """Line and column of the digits of the rolls, of the seed and of the commitment."""
    return [
        (place, found.start(found.lastindex or 0) + offset)
        for place, line in enumerate(lines())
        for found in SECRETS.finditer(line)
        for offset, letter in enumerate(found[found.lastindex or 0])
        if letter.isalnum()
    ]


def numbered(*events: Json) -> list[Line]:
    return [Line(number, event) for number, event in enumerate(events, 1)]


def finding(record: Sequence[str]) -> Finding | None:
    try:
        return check_fairness(numbered(*map(decode, record))).finding
    except Illegal:
        return None


def rolled(counter: int) -> dict[str, Any]:
    return {"event": "roll", "dice": list(Draws(SEED, counter).dice(3))}


def changed(number: int, **keys: object) -> list[str]:
    """The lines of a whole game, with other values in one of them, the first of which is 0."""
    return [*lines()[:number], json.dumps({**json.loads(lines()[number]), **keys}), *lines()[number + 1 :]]


def test_a_game_of_the_table_is_fair() -> None:
    verdict = check_fairness(numbered(*map(json.loads, lines())))
    assert verdict.finding is Finding.FAIR
    assert verdict.fault is None
    assert [roll.counter for roll in verdict.rolls] == list(range(len(verdict.rolls)))
    assert [roll.line for roll in verdict.rolls[:3]] == [1, 1, 2]


@settings(max_examples=50)
@given(st.deferred(lambda: st.sampled_from(digits())), st.sampled_from("0123456789abcdef"))
def test_any_changed_digit_is_found(where: tuple[int, int], digit: str) -> None:
    place, column = where
    line = lines()[place]
    tampered = [*lines()[:place], line[:column] + digit + line[column + 1 :], *lines()[place + 1 :]]
    assert (finding(tampered) is Finding.FAIR) == (tampered == lines())


def test_a_changed_roll_is_named() -> None:
    due = Draws(SEED, 2).dice(3)
    other = tuple(7 - die for die in due)
    verdict = check_fairness(numbered(*map(json.loads, changed(1, dice=list(other)))))
    assert verdict.finding is Finding.ROLL
    assert verdict.differing == Rolled(2, other, 2, due)


def test_what_is_found() -> None:
    again = [*lines(), json.dumps({"event": "undo"})]
    for record, expected in (
        (changed(0, commitment="0" * 64), Finding.COMMITMENT),
        (changed(0, commitment=None), Finding.COMMITMENT),
        (changed(len(lines()) - 1, seed="0" * 64), Finding.COMMITMENT),
        (changed(0, fair=False), Finding.FIXED),
        (changed(0, first=1), Finding.FIRST),
        (lines()[:-1], Finding.SECRET),
        (lines()[:-2], Finding.OPEN),
        (lines()[:1], Finding.OPEN),
        (played(by_hand=True).lines, Finding.BY_HAND),
        (played(fair=False).lines, Finding.FIXED),
        (played(("Green", "Blue", "Orange", "Red", "Violet"), bytes(32)).lines, Finding.FAIR),
        ([json.dumps(START), *lines()], Finding.FAIR),
        ([*again, lines()[-1]], Finding.FAIR),
        ([*again, json.dumps({**REVEAL, "seed": "0" * 64})], Finding.COMMITMENT),
    ):
        assert finding(record) is expected, record


def test_a_placement_that_does_not_fit_its_roll_is_found() -> None:
    verdict = check_fairness(numbered(START, rolled(0), {"event": "place", "field": "1/1"}))
    assert verdict.finding is Finding.BROKEN
    assert verdict.fault is not None
    assert verdict.fault.line == 3
    assert "1/1" in verdict.fault.message


def test_nothing_after_the_broken_event_is_looked_at() -> None:
    verdict = check_fairness(numbered(START, {"event": "bank"}, {"event": "bank"}, rolled(0)))
    assert isinstance(verdict.fault, BrokenEvent)
    assert (verdict.fault.line, verdict.rolls) == (2, ())


def test_a_roll_that_was_taken_back_does_not_count() -> None:
    verdict = check_fairness(numbered(START, rolled(0), {"event": "undo"}, rolled(0), {"event": "undo"}, rolled(1)))
    assert [(roll.line, roll.counter) for roll in verdict.rolls] == [(2, 0), (4, 0), (6, 0)]


def test_rolls_by_hand_take_no_counter() -> None:
    by_hand = {"event": "roll", "dice": [1, 2, 3], "by": "hand"}
    verdict = check_fairness(numbered(START, by_hand, {"event": "place", "field": "1/2"}, rolled(0)))
    assert [(roll.line, roll.counter) for roll in verdict.rolls] == [(2, None), (4, 0)]


def test_rolls_by_hand_for_who_begins_take_no_counter() -> None:
    begins = [{"seat": 0, "dice": [6, 6, 6], "by": "hand"}, {"seat": 1, "dice": [1, 1, 1], "by": "hand"}]
    verdict = check_fairness(numbered({**START, "begins": begins}, rolled(0)))
    assert [roll.counter for roll in verdict.rolls] == [None, None, 0]


def test_what_is_no_record_is_refused() -> None:
    wrong: tuple[tuple[Json, ...], ...] = (
        (),
        (rolled(0),),
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
        assert finding([json.dumps(event) for event in events]) is None, events


def test_the_line_at_fault_is_named() -> None:
    with pytest.raises(Illegal, match=r"^line 2: "):
        check_fairness(numbered(START, {"event": "roll"}))


def test_a_seed_told_twice_is_no_draw() -> None:
    assert finding([*lines(), json.dumps({"event": "undo"}), json.dumps(REVEAL)]) is Finding.FAIR


def test_draws_that_were_taken_back_are_marked() -> None:
    events = [json.loads(line) for line in lines()]
    undone = [*events[:2], {"event": "undo"}, events[1], {"event": "undo"}, *events[1:]]
    marked = [roll.line for roll in check_fairness(numbered(*undone)).rolls if roll.taken_back]
    assert marked == [2, 4]
