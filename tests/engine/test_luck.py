"""The luck report: what was risked, what came of it, and how the mines grew."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from engine import claimit, klondike
from engine.claimit import Bank, Place, Roll, parse_field
from engine.claimit.luck import courses, risks
from engine.game import Risked, Seat, Start, Undo
from engine.luck import luck_report
from engine.record import AnyRecord, PersistentList, Record, begin

START = Start("claimit", ("Green", "Blue"), Seat(0), {"recycle": False})
ONE_TURN = (Roll((2, 3, 5)), Place(parse_field("3/5")), Bank())


def after(*events: object) -> AnyRecord:
    record = begin(START)
    for event in events:
        record = record.play(event)
    return record


def test_the_odds_are_those_at_the_moment_of_the_roll() -> None:
    twice = (Roll((2, 3, 5)), Place(parse_field("2/3")))
    record = after(*twice, *twice, Bank(), Roll((1, 2, 3)))
    assert [(risk.seat, risk.bust, risk.of) for risk in risks(record.timeline)] == [
        (0, 0, 216),
        (0, 1, 216),
        (1, 0, 216),
    ]


def test_a_bust_is_the_movers() -> None:
    gold = replace(claimit.start(START.players, Seat(0), START.options), fields=(0, 1 << 14), gold=1 << 14)
    bust = claimit.apply(gold, Roll((3, 3, 3)))
    steps = ((START, gold), (Roll((3, 3, 3)), bust))
    assert risks(cast("Any", steps)) == (Risked(Seat(0), 1, 216, busted=True),)


def test_the_course_has_a_figure_for_the_start_and_for_each_turn() -> None:
    record = after(*ONE_TURN, Roll((2, 3, 5)), Place(parse_field("5/3")), Bank(), Roll((2, 3, 4)))
    assert courses(record.timeline) == ((0, 1, 1), (0, 0, 1))


def test_what_was_taken_back_is_no_luck() -> None:
    told = luck_report(after(Roll((2, 3, 5)), Undo(), *ONE_TURN))
    assert told is not None
    assert [seat.rolls for seat in told.seats] == [1, 0]


def test_a_roll_that_risks_nothing_is_not_bold() -> None:
    told = luck_report(after(*ONE_TURN))
    assert told is not None
    assert told.seats[0].boldest is None
    assert told.seats[0].expected_busts == 0


def test_a_game_without_odds_has_no_report() -> None:
    record = Record(klondike, PersistentList(), PersistentList())
    assert luck_report(record) is None
