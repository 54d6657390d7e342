"""Puzzles: what they are, which comes next, those that come with the program, and those of one's own games."""

from __future__ import annotations

import pytest

from engine.bot import chance_from
from engine.bots.sheriff import choose
from engine.claimit import puzzles
from engine.claimit.board import parse_field
from engine.claimit.coach import learned_value, look_ahead, options_of
from engine.claimit.position import Phase
from engine.claimit.position_text import from_text
from engine.claimit.puzzles import (
    AGAIN_AFTER,
    Answered,
    Puzzle,
    choice_of,
    event_of,
    lead_of,
    next_puzzle,
    parse_puzzle,
    puzzles_of,
    roll_out,
    shipped_puzzles,
)
from engine.claimit.rules import Bank, Place
from engine.claimit.value import win_chances
from engine.coach import Decision, Option
from engine.game import Seat
from engine.record import follow
from tests.engine.claimit_puzzles import BANK, FIELD, LAID, START


def test_a_puzzle_tells_its_choices_and_why_the_best_is_better() -> None:
    assert [choice_of(option.event) for option in FIELD.options()] == ["4/3", "4/4", "3/4"]
    assert FIELD.reason("4/4") == FIELD.reason("4/3") != FIELD.reason("3/4")
    assert BANK.best == "bank"
    assert event_of("roll") is None
    assert parse_puzzle(BANK.to_json()) == BANK
    assert BANK.name != FIELD.name


def test_what_was_missed_comes_again_after_three_others() -> None:
    all_of_them = [FIELD._replace(events=(*FIELD.events, {"event": str(number)})) for number in range(6)]
    answered, asked, last = dict[str, Answered](), list[int](), ""
    for number in range(1, 9):
        puzzle = next_puzzle(all_of_them, answered, last)
        place, last = all_of_them.index(puzzle), puzzle.name
        answered[last] = Answered(number, missed=place == 1 and 1 not in asked)
        asked.append(place)
    assert asked == [0, 1, 2, 3, 4, 1, 5, 0]
    assert asked.index(4) - asked.index(1) == AGAIN_AFTER


def test_a_lead_is_an_interval_of_the_difference() -> None:
    sure, unsure = [1.0, 0.9, 1.0, 0.9] * 10, [0.0, 1.0] * 20
    assert lead_of({"bank": sure, "roll": [0.0] * 40, "x": [0.5] * 40}, "bank") == pytest.approx(
        (0.4343, 0.4657), abs=1e-4
    )
    low, high = lead_of({"bank": unsure, "roll": unsure[::-1]}, "bank")
    assert low < 0 < high


def test_those_of_the_program_are_sound() -> None:
    shipped = shipped_puzzles()
    assert len({puzzle.name for puzzle in shipped}) == len(shipped)
    for puzzle in shipped:
        state = puzzle.record.state
        choices = {choice_of(event) for event in puzzle.record.game.legal_events(state)} | {"roll"}
        assert choices - {"roll"} == set(puzzle.values) - {"roll"}
        assert ("roll" in puzzle.values) == (state.phase is Phase.CHOOSE)
        best, second, *_ = puzzle.options()
        low, high = puzzle.lead
        assert 0 < low <= best.chance - second.chance <= high


def test_where_nothing_is_due_what_was_missed_waits() -> None:
    three = shipped_puzzles()[:3]
    kept = {each.name: Answered(number, missed=number == 3) for number, each in enumerate(three, 1)}
    assert next_puzzle(three, kept, three[2].name) == three[0]
    kept[three[0].name] = Answered(4, missed=False)
    assert next_puzzle(three, kept, three[0].name) == three[1]


def test_roll_outs_look_as_far_as_sheriff_in_the_last_turn() -> None:
    state = from_text("A.bbAA/bBBbbA/.Abbab/.bBbAA/AAAbAA/Bb.BbA a 236 34 a1 2")
    won = [roll_out(state, Place(parse_field("3/6")), 2, chance_from(b"%d" % game), choose) for game in range(40)]
    assert sum(won) / len(won) > 0.15


def test_a_roll_out_ends_where_its_turns_do() -> None:
    state = BANK.record.state
    banked = roll_out(state, Bank(), 0, chance_from(b"1"), choose)
    record = follow(None, *BANK.events, {"event": "bank"}, recorded=True)
    assert banked == win_chances(record.state)[0]
    far = [roll_out(state, None, 2, chance_from(b"1"), choose) for _ in range(2)]
    assert far[0] == far[1] != banked


def test_puzzles_are_made_of_costly_decisions_of_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "GAMES", 12)
    monkeypatch.setattr(puzzles, "TURNS", 0)
    record = follow(None, START, LAID, {"event": "roll", "dice": [4, 4, 3]}, {"event": "place", "field": "3/4"})
    options = options_of(look_ahead(record.timeline[-2].state, learned_value()))
    chosen = next(each for each in options if each.event == record.timeline[-1].event)
    costly = Decision(3, Seat(0), chosen, Option(options[0].event, chosen.chance + 0.2), None)
    monkeypatch.setattr(puzzles, "lead_of", lambda won, best: (0.01, 0.2) if len(won) == 3 and best in won else (-1, 1))
    (made,) = puzzles_of(record, [costly], choose)
    assert made.events[2:] == ({"event": "roll", "dice": [4, 4, 3]},)
    assert made.record.state == record.timeline[-2].state
    assert set(made.values) == {"3/4", "4/3", "4/4"}
    cheap = costly._replace(best=Option(options[0].event, chosen.chance + 0.01))
    assert puzzles_of(record, [cheap], choose) == puzzles_of(record, [costly], choose, bots=["0"]) == ()
    assert isinstance(made, Puzzle)
    assert isinstance(options[0].event, Place)
