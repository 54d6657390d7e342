"""The coach of Claim It!: what it says of a position, and what it says of a game that is over."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine import claimit, piratenclaim
from engine.claimit import Bank, LastRound, Phase, Place, Roll, State, parse_field
from engine.claimit.analysis import analyse
from engine.claimit.coach import WINS, advise, options_of, search_of, shared_out
from engine.claimit.placements import ROLLS
from engine.coach import LEVELS, Chances, Decision, Option, Sums, analyse_record
from engine.game import Finish, Seat, Start
from engine.record import begin
from tests.engine.claimit_boards import NAMES, drawn, placed, played
from tests.engine.plain_value import plain_value

EMPTY = drawn("....../....../....../....../....../......", players=2)
EVEN = drawn("gg..../gG..../....../....../....Bb/....bb", players=2)
"""Both have a mine of four, the one like the other."""
LAST_TURN = replace(EVEN, last_round=LastRound(called_by=Seat(0), turns_left=1))


def line(state: State, *events: object) -> list[tuple[Any, State]]:
    """A game that begins with a position: its events, each with the state after it."""
    steps: list[tuple[Any, State]] = [(None, state)]
    for event in events:
        state = claimit.apply(state, event)  # type: ignore[arg-type]
        steps.append((event, state))
    return steps


def by_chance(seed: int, players: int = 2) -> list[tuple[Any, State]]:
    chance = Random(seed)
    state = claimit.start(NAMES[:players], Seat(0), claimit.options)
    steps: list[tuple[Any, State]] = [(None, state)]
    while state.phase is not Phase.OVER:
        choices = list(claimit.legal_events(state))
        rolls = state.phase is Phase.ROLL or (state.phase is Phase.CHOOSE and chance.random() < 0.6)
        event = Roll(chance.choice(ROLLS)) if rolls else chance.choice(choices)
        state = claimit.apply(state, event)
        steps.append((event, state))
    return steps


def test_the_options_of_a_choice_are_the_bank_and_the_roll() -> None:
    advice = advise(placed(EMPTY, "1/2 w5"), plain_value)
    assert advice is not None
    assert {option.event for option in advice.options} == {Bank(), None}
    bank = next(option.chance for option in advice.options if option.event == Bank())
    assert bank == pytest.approx(plain_value(played(placed(EMPTY, "1/2 w5"), "bank"))[0])
    assert [option.chance for option in advice.options] == sorted((o.chance for o in advice.options), reverse=True)


def test_the_options_of_a_roll_are_its_fields() -> None:
    state = played(EVEN, "3 4 5")
    advice = advise(state, plain_value)
    assert advice is not None
    assert {option.event for option in advice.options} == {Place(field) for field in claimit.legal(state)}


def test_where_only_a_roll_may_come_nothing_is_to_be_decided() -> None:
    advice = advise(EVEN, plain_value)
    assert advice is not None
    assert advice.options == ()
    assert advice.chances == plain_value(EVEN)
    over = played(LAST_TURN, "3 4 5", "3/4", "bank")
    assert over.phase is Phase.OVER
    assert advise(over, plain_value) is None


def test_after_a_bank_the_chances_are_those_that_were_promised() -> None:
    choice = placed(EVEN, "3/6 w1")
    asked, banked = advise(choice, plain_value), advise(played(choice, "bank"), plain_value)
    assert asked is not None
    assert banked is not None
    promised = next(option.chance for option in asked.options if option.event == Bank())
    assert banked.chances[asked.seat] == pytest.approx(promised)
    after = played(choice, "bank")
    assert search_of(after, plain_value).expect(after, depth=1).value != pytest.approx(1 - promised)


@pytest.mark.parametrize("chance", [0.0, 0.3, 1.0])
def test_what_one_seat_wins_the_others_lose_in_proportion(chance: float) -> None:
    before = (0.5, 0.3, 0.2)
    shares = shared_out(chance, Seat(0), before)
    assert shares[0] == chance
    assert sum(shares) == pytest.approx(1)
    assert shares[1] * before[2] == pytest.approx(shares[2] * before[1])


def test_of_a_seat_that_has_won_for_certain_the_others_lose_alike() -> None:
    assert shared_out(0.4, Seat(1), (0.0, 1.0, 0.0)) == pytest.approx((0.3, 0.4, 0.3))


@pytest.mark.parametrize(
    ("shares", "result", "unlucky"),
    [
        ((1.2, -0.2), (0.0, 1.0), 0),
        ((1.2, -0.2), (1.0, 0.0), None),
        ((0.3, 0.5, 0.2), (1.0, 0.0, 0.0), 1),
        ((0.6, 0.4), (0.5, 0.5), None),
        ((0.6, 0.4), (0.3, 0.7), None),
    ],
)
def test_who_has_lost_and_played_best_was_unlucky(shares: Chances, result: Chances, unlucky: int | None) -> None:
    found = analyse(line(EMPTY, Roll((1, 1, 1))), plain_value)
    sums = tuple(Sums(0.0, 0.0, share - 1 / len(shares), 0.0, 0.0) for share in shares)
    assert found._replace(sums=sums, chances=(result,)).unlucky == unlucky


def test_a_bust_with_much_at_stake_is_the_moment_and_the_bank_was_the_other_choice() -> None:
    steps = line(
        replace(LAST_TURN, gold=LAST_TURN.gold | 1 << 35, fields=(LAST_TURN.fields[0], LAST_TURN.fields[1] | 1 << 35)),
        Roll((3, 6, 1)),
        Place(parse_field("3/6")),
        Roll((6, 6, 6)),
    )
    found = analyse(steps, plain_value)
    moment = found.moment
    assert moment is not None
    assert (moment.step, moment.seat, moment.after) == (3, 0, 0.0)
    assert moment.other is not None
    assert moment.other.event == Bank()
    assert moment.other.chance == 1.0
    # To roll was wrong, too, but the bust was rare: that is what the dice have cost, and not the decision.
    rolled = next(decision for decision in found.decisions if decision.step == 3)
    assert rolled.reason is not None
    assert rolled.reason.text == WINS
    assert 0 < rolled.loss < LEVELS[0][0]
    assert moment.before == pytest.approx(1 - rolled.loss)


def test_each_choice_is_judged_and_nothing_that_was_none() -> None:
    steps = by_chance(1)
    found = analyse(steps, plain_value)
    judged = {decision.step for decision in found.decisions}
    for step, (_, before) in enumerate(steps[:-1], 1):
        choices = len(claimit.legal(before)) if before.phase is Phase.PLACE else 2 * (before.phase is Phase.CHOOSE)
        assert (step in judged) == (choices > 1)
    assert all(decision.loss >= 0 for decision in found.decisions)


def test_who_plays_best_has_lost_nothing() -> None:
    chance, state = Random(5), replace(LAST_TURN, last_round=LastRound(Seat(1), 2))
    steps: list[tuple[Any, State]] = [(None, state)]
    while state.phase is not Phase.OVER:
        options = options_of(search_of(state, plain_value).expect(state, depth=1))
        event = (options[0].event if state.phase is not Phase.ROLL else None) or Roll(chance.choice(ROLLS))
        state = claimit.apply(state, event)
        steps.append((event, state))
    found = analyse(steps, plain_value)
    assert [each.own for each in found.sums] == pytest.approx([0, 0])
    assert all(decision.reason is None for decision in found.decisions)


def test_the_dice_and_the_beginning_change_nothing_of_what_choices_brought() -> None:
    lost = LAST_TURN.fields[0]
    full = replace(LAST_TURN, fields=(lost, LAST_TURN.fields[1] | 1 << 35), gold=LAST_TURN.gold | 1 << 35)
    bust, hit = line(full, Roll((6, 6, 6))), line(full, Roll((3, 6, 1)), Place(parse_field("3/6")), Bank())
    assert (bust[-1][1].winners, hit[-1][1].winners) == ((1,), (0,))
    for steps in (bust, hit):
        found = analyse(steps, plain_value)
        assert found.choices == pytest.approx((0.0, 0.0))
        brought = [end - had for end, had in zip(found.chances[-1], plain_value(full), strict=True)]
        assert [each.dice for each in found.sums] == pytest.approx(brought)


def test_each_change_of_the_chances_is_booked_to_the_roll_or_to_the_player_who_decided() -> None:
    steps = by_chance(2, 3)
    found, until = analyse(steps, plain_value), analyse(steps[:-1], plain_value)
    decided = steps[-2][1].turn
    for seat, (has, had) in enumerate(zip(found.sums, until.sums, strict=True)):
        changed = found.chances[-1][seat] - found.chances[-2][seat]
        booked = (has.own - had.own, has.others - had.others)
        assert has.dice == pytest.approx(had.dice)
        assert booked == pytest.approx((changed, 0.0) if seat == decided else (0.0, changed))


def test_a_decision_is_called_by_what_it_costs() -> None:
    def lost(step: int, loss: float) -> Decision:
        return Decision(step, Seat(0), Option(None, 0.0), Option(Bank(), loss), None)

    decisions = (lost(1, 0.05), lost(2, 0.02), lost(3, 0.1), lost(4, 0.03), lost(5, 0.0))
    found = analyse(line(EMPTY, Roll((1, 1, 1))), plain_value)._replace(decisions=decisions)
    assert [(each.step, each.level) for each in found.mistakes] == [(3, "blunder"), (1, "error"), (4, "doubtful")]


def test_a_game_that_was_joined_in_the_middle_begins_with_what_was_laid() -> None:
    start = Start("claimit", ("Green", "Blue"), Seat(0), claimit.options)
    laid = {"1/1": ["p0"], "2/1": ["p0"], "6/6": ["p1"]}
    record = begin(start).play(claimit.parse({"event": "position", "board": laid, "turn": 0, "last_round": None}))
    found = analyse(record.timeline, plain_value)
    assert found.chances[-1][0] > 0.5
    assert found.choices == pytest.approx((0.0, 0.0))


def test_a_game_that_was_not_played_to_its_end_is_told_as_far_as_it_went() -> None:
    steps = line(EVEN, Roll((3, 6, 1)), Place(parse_field("3/6")), Roll((4, 6, 2)))
    found = analyse(steps, plain_value)
    assert len(found.chances) == len(steps)
    assert {decision.step for decision in found.decisions} == {2, 3}
    assert [each.result for each in found.sums] == pytest.approx(found.chances[-1])
    assert found.moment is not None


def test_of_a_game_in_which_nobody_has_rolled_there_is_nothing_to_say() -> None:
    assert analyse_record(begin(Start("claimit", ("Green", "Blue"), Seat(0), claimit.options))) is None
    without = begin(Start("piratenclaim", ("Green", "Blue"), Seat(0), piratenclaim.options))
    assert analyse_record(without.play(Finish((Seat(0),)))) is None
