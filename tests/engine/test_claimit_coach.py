"""The coach of Claim It!: options, reasons, and the analysis of a game."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine import claimit, piratenclaim
from engine.claimit import Bank, LastRound, OwnershipStone, Phase, Place, Roll, State, coach, parse_field
from engine.claimit.coach import WINS, advise, analyse, options_of, rescale_chances, search_of, why
from engine.claimit.position import GOLDCLAIMS_TO_CALL, ROLLS
from engine.coach import LEVELS, Analysis, Chances, Decision, Option, Reason, ResultParts, analyse_record
from engine.game import Finish, Seat, Start, Undo
from engine.record import AnyRecord, start_record
from tests.engine.claimit_boards import NAMES, drawn, placed, played
from tests.engine.plain_value import plain_value

EMPTY = drawn("....../....../....../....../....../......", players=2)
EVEN = drawn("gg..../gG..../....../....../....Bb/....bb", players=2)
"""Both players have equal mines of four fields."""
LAST_TURN = replace(EVEN, last_round=LastRound(called_by=Seat(0), turns_left=1))


def timeline_of(state: State, *events: object) -> list[tuple[Any, State]]:
    """The events of a game that begins with a position, each with the state after it."""
    steps: list[tuple[Any, State]] = [(None, state)]
    for event in events:
        state = claimit.apply(state, event)  # type: ignore[arg-type]
        steps.append((event, state))
    return steps


def random_timeline(seed: int, players: int = 2) -> list[tuple[Any, State]]:
    rng = Random(seed)
    state = claimit.start(NAMES[:players], Seat(0), claimit.options)
    steps: list[tuple[Any, State]] = [(None, state)]
    while state.phase is not Phase.OVER:
        choices = list(claimit.legal_events(state))
        rolls = state.phase is Phase.ROLL or (state.phase is Phase.CHOOSE and rng.random() < 0.6)
        event = Roll(rng.choice(ROLLS)) if rolls else rng.choice(choices)
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


def test_a_roll_that_is_a_bust_for_certain_is_worth_the_bust() -> None:
    full = drawn("GGGGGG/GGGGGG/GGGGGG/BBBBBB/BBBBBB/BBBBB.", players=2)
    state = placed(full, "6/1 w1", "6/1 w6")
    assert claimit.bust_count(state) == len(ROLLS)
    advice = advise(state, plain_value)
    assert advice is not None
    roll = next(option.chance for option in advice.options if option.event is None)
    assert roll == pytest.approx(plain_value(played(state, "1 2 3"))[0])


def test_the_options_of_a_roll_are_its_fields() -> None:
    state = played(EVEN, "3 4 5")
    advice = advise(state, plain_value)
    assert advice is not None
    assert {option.event for option in advice.options} == {Place(field) for field in claimit.legal(state)}


def test_there_is_no_advice_where_only_a_roll_is_legal() -> None:
    advice = advise(EVEN, plain_value)
    assert advice is not None
    assert advice.options == ()
    assert advice.chances == plain_value(EVEN)
    over = played(LAST_TURN, "3 4 5", "3/4", "bank")
    assert over.phase is Phase.OVER
    assert advise(over, plain_value) is None


def test_after_a_bank_the_chances_are_those_of_the_option() -> None:
    choice = placed(EVEN, "3/6 w1")
    at_choice, at_bank = advise(choice, plain_value), advise(played(choice, "bank"), plain_value)
    assert at_choice is not None
    assert at_bank is not None
    promised = next(option.chance for option in at_choice.options if option.event == Bank())
    assert at_bank.chances[at_choice.seat] == pytest.approx(promised)
    after = played(choice, "bank")
    assert search_of(after, plain_value).expect(after, depth=1).value != pytest.approx(1 - promised)


@pytest.mark.parametrize("chance", [0.0, 0.3, 1.0])
def test_the_others_lose_in_proportion_what_one_seat_wins(chance: float) -> None:
    before = (0.5, 0.3, 0.2)
    shares = rescale_chances(chance, Seat(0), before)
    assert shares[0] == chance
    assert sum(shares) == pytest.approx(1)
    assert shares[1] * before[2] == pytest.approx(shares[2] * before[1])


def test_the_others_lose_equal_shares_of_a_certain_win() -> None:
    assert rescale_chances(0.4, Seat(1), (0.0, 1.0, 0.0)) == pytest.approx((0.3, 0.4, 0.3))


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
def test_a_loser_without_errors_was_unlucky(shares: Chances, result: Chances, unlucky: int | None) -> None:
    found = analyse(timeline_of(EMPTY, Roll((1, 1, 1))), plain_value)
    sums = tuple(ResultParts(0.0, 0.0, share - 1 / len(shares), 0.0, 0.0, 0.0) for share in shares)
    assert found._replace(result_parts=sums, chances=(result,)).unlucky == unlucky


def test_an_expensive_bust_is_the_key_moment_with_the_bank_as_alternative() -> None:
    steps = timeline_of(
        replace(LAST_TURN, gold=LAST_TURN.gold | 1 << 35, fields=(LAST_TURN.fields[0], LAST_TURN.fields[1] | 1 << 35)),
        Roll((3, 6, 1)),
        Place(parse_field("3/6")),
        Roll((6, 6, 6)),
    )
    found = analyse(steps, plain_value)
    moment = found.turning_point
    assert moment is not None
    assert (moment.step, moment.seat, moment.after) == (3, 0, 0.0)
    assert moment.other is not None
    assert moment.other.event == Bank()
    assert moment.other.chance == 1.0
    # The roll was wrong too, but the bust was rare: the cost is that of the dice, not of the decision.
    rolled = next(decision for decision in found.decisions if decision.step == 3)
    assert rolled.reason is not None
    assert rolled.reason.text == WINS
    assert 0 < rolled.loss < LEVELS[0][0]
    assert moment.before == pytest.approx(1 - rolled.loss)


def test_only_choices_are_judged() -> None:
    steps = random_timeline(1)[:60]
    found = analyse(steps, plain_value)
    judged = {decision.step for decision in found.decisions}
    for step, (_, before) in enumerate(steps[:-1], 1):
        choices = len(claimit.legal(before)) if before.phase is Phase.PLACE else 2 * (before.phase is Phase.CHOOSE)
        assert (step in judged) == (choices > 1)
    assert all(decision.loss >= 0 for decision in found.decisions)


def test_the_best_moves_have_no_cost() -> None:
    rng, state = Random(5), replace(LAST_TURN, last_round=LastRound(Seat(1), 2))
    steps: list[tuple[Any, State]] = [(None, state)]
    while state.phase is not Phase.OVER:
        options = options_of(search_of(state, plain_value).expect(state, depth=1))
        event = (options[0].event if state.phase is not Phase.ROLL else None) or Roll(rng.choice(ROLLS))
        state = claimit.apply(state, event)
        steps.append((event, state))
    found = analyse(steps, plain_value)
    assert [each.own_decisions for each in found.result_parts] == pytest.approx([0, 0])
    assert all(decision.reason is None for decision in found.decisions)


def test_the_result_of_choices_does_not_depend_on_dice_and_beginning() -> None:
    lost = LAST_TURN.fields[0]
    full = replace(LAST_TURN, fields=(lost, LAST_TURN.fields[1] | 1 << 35), gold=LAST_TURN.gold | 1 << 35)
    bust, hit = (
        timeline_of(full, Roll((6, 6, 6))),
        timeline_of(full, Roll((3, 6, 1)), Place(parse_field("3/6")), Bank()),
    )
    assert (bust[-1][1].winners, hit[-1][1].winners) == ((1,), (0,))
    for steps in (bust, hit):
        found = analyse(steps, plain_value)
        assert found.decision_effects == pytest.approx((0.0, 0.0))
        brought = [end - had for end, had in zip(found.chances[-1], plain_value(full), strict=True)]
        assert [each.own_dice + each.others_dice for each in found.result_parts] == pytest.approx(brought)


def test_each_change_of_the_chances_belongs_to_a_roll_or_a_decision() -> None:
    steps = random_timeline(2, 3)[:60]
    while not isinstance(steps[-1][0], Place):
        steps.pop()
    found, until = analyse(steps, plain_value), analyse(steps[:-1], plain_value)
    decided = steps[-2][1].turn
    for seat, (has, had) in enumerate(zip(found.result_parts, until.result_parts, strict=True)):
        changed = found.chances[-1][seat] - found.chances[-2][seat]
        booked = (has.own_decisions - had.own_decisions, has.others_decisions - had.others_decisions)
        assert (has.own_dice, has.others_dice) == pytest.approx((had.own_dice, had.others_dice))
        assert booked == pytest.approx((changed, 0.0) if seat == decided else (0.0, changed))


def test_the_cost_of_a_decision_sets_its_verdict() -> None:
    def lost(step: int, loss: float) -> Decision:
        return Decision(step, Seat(0), Option(None, 0.0), Option(Bank(), loss), None)

    decisions = (lost(1, 0.05), lost(2, 0.02), lost(3, 0.1), lost(4, 0.03), lost(5, 0.0))
    found = analyse(timeline_of(EMPTY, Roll((1, 1, 1))), plain_value)._replace(decisions=decisions)
    assert [(each.step, each.level) for each in found.mistakes] == [(3, "blunder"), (1, "error"), (4, "doubtful")]


def test_a_joined_game_begins_with_its_position() -> None:
    stones = {"1/1": ["p0"], "2/1": ["p0"], "6/6": ["p1"]}
    position = claimit.parse({"event": "position", "board": stones, "turn": 0, "last_round": None})
    record = start_record(Start("claimit", ("Green", "Blue"), Seat(0), claimit.options)).play(position)
    found = analyse(record.timeline, plain_value)
    assert found.chances[-1][0] > 0.5
    assert found.decision_effects == pytest.approx((0.0, 0.0))


def test_an_unfinished_game_is_analysed_up_to_its_last_event() -> None:
    steps = timeline_of(EVEN, Roll((3, 6, 1)), Place(parse_field("3/6")), Roll((4, 6, 2)))
    found = analyse(steps, plain_value)
    assert len(found.chances) == len(steps)
    assert {decision.step for decision in found.decisions} == {2, 3}
    assert [each.result for each in found.result_parts] == pytest.approx(found.chances[-1])
    assert found.turning_point is not None


def test_a_game_without_a_roll_has_no_analysis() -> None:
    assert analyse_record(start_record(Start("claimit", ("Green", "Blue"), Seat(0), claimit.options))) is None
    without = start_record(Start("piratenclaim", ("Green", "Blue"), Seat(0), piratenclaim.options))
    assert analyse_record(without.play(Finish((Seat(0),)))) is None


QUIET = drawn("....../....../....../....../....../......", players=2)
TWO_MINES = drawn("....../..gg../....../..gg../....../......", players=2)
RIVAL = drawn("....../.bbb../....../....../....../......", players=2)
NEARLY_WON = drawn("GGGGGG/GGGGGG/gg..../BBBBBB/BBBBBB/bbb...", players=2)
"""Green calls the last round with one more goldclaim."""
LAST_OF_THREES = replace(
    drawn("ggg.../bbb.../....../....../....../......", players=2), last_round=LastRound(called_by=Seat(0), turns_left=1)
)


def reason_for(state: State, better: str, worse: str) -> Reason | None:
    return why(state, Place(parse_field(better)), Place(parse_field(worse)))


def test_joining_two_mines_is_a_reason() -> None:
    state = played(TWO_MINES, "3 4 1")
    assert reason_for(state, "3/4", "4/1") == Reason(coach.JOINS, {"mine": 5})
    assert reason_for(played(TWO_MINES, "3 4 4"), "3/4", "4/4") is None


def test_enlarging_the_largest_mine_is_a_reason() -> None:
    state = played(TWO_MINES, "2 3 6")
    assert reason_for(state, "2/3", "6/2") == Reason(coach.GROWS, {"mine": 3, "other": 2})


def test_calling_the_last_round_is_a_reason() -> None:
    state = played(NEARLY_WON, "1 4 6")
    assert reason_for(state, "1/4", "6/4") == Reason(coach.READY, {})
    assert reason_for(replace(state, last_round=LastRound(Seat(1), 2)), "1/4", "6/4") == Reason(coach.LOCKS, {})


def test_cutting_a_rival_s_mine_is_a_reason() -> None:
    state = played(RIVAL, "3 5 2")
    assert reason_for(state, "3/5", "2/3") == Reason(coach.CUTS, {"mine": 1}, Seat(1))


def test_a_permanent_ownership_stone_is_a_reason() -> None:
    state = played(drawn("....../.g..../....../....../.g..../......", players=2), "2 5 6")
    assert reason_for(state, "2/5", "6/5") == Reason(coach.LOCKS, {})


def test_of_two_ownership_stones_neither_is_a_reason() -> None:
    state = played(drawn("....../.g..../....../....../.g...g/......", players=2), "2 5 2")
    assert all(isinstance(claimit.legal(state)[parse_field(name)], OwnershipStone) for name in ("2/2", "2/5"))
    assert coach.LOCKS not in {
        getattr(reason_for(state, *pair), "text", None) for pair in (("2/2", "2/5"), ("2/5", "2/2"))
    }


def test_taking_a_field_from_a_rival_is_a_reason() -> None:
    state = played(drawn("bb..../....../....../....../b...../......", players=2), "1 2 3")
    assert reason_for(state, "1/2", "3/1") == Reason(coach.TAKES, {}, Seat(1))
    both = played(drawn("bb..../....../....../b...../b...../......", players=2), "1 2 3")
    assert reason_for(both, "1/2", "1/3") is None


def test_a_less_risky_next_roll_and_more_fields_for_ownership_stones_are_reasons() -> None:
    board = drawn("GB..../g...../....../....../....../......", players=2)
    state = played(placed(board, "1/1 w1"), "1 5 6")
    assert reason_for(state, "6/1", "5/1") == Reason(coach.SAFER, {"busts": 1, "other": 4})
    assert reason_for(state, "5/1", "1/5") == Reason(coach.OWNABLE, {"fields": 3, "other": 1})


def test_the_reason_for_a_bank_is_its_result_or_the_cost_of_a_bust() -> None:
    winning = placed(LAST_OF_THREES, "4/6 w1")
    assert why(winning, Bank(), None) == Reason(coach.WINS, {})
    assert why(placed(NEARLY_WON, "1/4 w1"), Bank(), None) == Reason(coach.CALLS, {})
    assert why(placed(QUIET, "2/3 w5"), Bank(), None) == Reason(coach.AT_STAKE[1, 0], {"fields": 1, "goldclaims": 0})
    assert why(placed(drawn("g...../....../....../....../....../......", players=2), "1/6 w1"), Bank(), None) is None


def test_the_reason_for_a_roll_is_the_bank_s_failure_or_the_risk() -> None:
    losing = placed(
        replace(LAST_OF_THREES, fields=(LAST_OF_THREES.fields[0] & 1, LAST_OF_THREES.fields[1])),
        "6/1 w1",
    )
    assert why(losing, None, Bank()) == Reason(coach.LOSES, {})
    assert why(placed(QUIET, "2/3 w5"), None, Bank()) == Reason(coach.BUST_CHANCE, {"busts": 1})
    safe = placed(drawn("g...../....../....../....../....../......", players=2), "1/6 w1")
    assert why(safe, None, Bank()) == Reason(coach.SAFE, {})


TOLERANCE = 1e-9


def crude_value(state: State) -> Chances:
    """A quick value that is wrong nearly everywhere. The identity must hold for it too."""
    if state.winners is not None:
        return tuple((seat in state.winners) / len(state.winners) for seat in range(len(state.players)))
    weights = [1 + own.bit_count() + (own * 7 + state.turn) % 5 for own in state.fields]
    return tuple(weight / sum(weights) for weight in weights)


def random_record(number: int) -> AnyRecord:
    """A finished random game with undos. Most are joined before the last round."""
    rng, seats = Random(number), 2 + number % 4
    start = Start("claimit", NAMES[:seats], Seat(number % seats), {"recycle": number % 8 > 3})
    record: AnyRecord = start_record(start)
    if number // 4 % 8:
        # The player with the next goldclaim calls the last round.
        fields = rng.sample(claimit.FIELDS, k=24)
        enough = (GOLDCLAIMS_TO_CALL[seats] - 1) * seats
        stacks = [["own"] * (place < enough) + [f"p{place % seats}"] for place in range(len(fields))]
        board = {claimit.format_field(field): stack for field, stack in zip(fields, stacks, strict=True)}
        position = {"event": "position", "board": board, "turn": number % seats, "last_round": None}
        record = record.play(claimit.parse(position))
    while record.state.phase is not Phase.OVER:
        state = record.state
        if record.can_undo and rng.random() < 0.05:
            record = record.play(Undo())
        elif state.phase is Phase.ROLL or (state.phase is Phase.CHOOSE and rng.random() < 0.5):
            record = record.play(Roll(rng.choice(ROLLS)))
        else:
            record = record.play(rng.choice(claimit.legal_events(state)))
    return record


def check_sums(found: Analysis, state: State) -> None:
    """Each seat's result is the sum of its parts, the gains of one seat are the losses of the others, and chances are
    from 0 to 1.
    """
    winners = state.winners or ()
    for seat, each in enumerate(found.result_parts):
        assert each.result == (seat in winners) / len(winners)
        rolls, choices = each.own_dice + each.others_dice, each.own_decisions + each.others_decisions
        assert each.result == pytest.approx(each.beginning + choices + rolls, abs=TOLERANCE)
        assert found.decision_effects[seat] == pytest.approx(each.result - rolls - each.beginning, abs=TOLERANCE)
        lost = sum(decision.loss for decision in found.decisions if decision.seat == seat)
        assert each.own_decisions == pytest.approx(-lost, abs=TOLERANCE)
    assert sum(each.own_dice + each.others_dice for each in found.result_parts) == pytest.approx(0, abs=TOLERANCE)
    assert sum(found.decision_effects) == pytest.approx(0, abs=TOLERANCE)
    assert all(decision.loss >= 0 for decision in found.decisions)
    chances = [chance for each in found.chances for chance in each]
    chances += [chance for each in found.decisions for chance in (each.chosen.chance, each.best.chance)]
    assert all(-TOLERANCE <= chance <= 1 + TOLERANCE for chance in chances)
    # The decisive moment moved the chances towards the winner.
    assert found.turning_point is not None
    gain = found.turning_point.after - found.turning_point.before
    assert len(winners) > 1 or (gain > 0 if found.turning_point.seat in winners else gain < 0)


def test_every_result_is_the_sum_of_its_parts() -> None:
    for number in range(4, 24):
        record = random_record(number)
        check_sums(analyse(record.timeline, crude_value), record.state)


CROWDED = "o.gGb./.O..../...g../.bbG../..o.../ggG.B."


@pytest.mark.parametrize(
    ("recycle", "rolled", "chose", "again"),
    [
        (False, {"3/2": 0.6823, "2/3": 0.6775, "4/2": 0.6621, "3/4": 0.6593, "2/4": 0.6471}, (0.6593, 0.4156), 0.6907),
        (True, {"3/2": 0.7773, "2/3": 0.7751, "4/2": 0.7489, "2/4": 0.7484, "3/4": 0.7413}, (0.7413, 0.3727), 0.761),
    ],
)
def test_the_chances_of_the_options_are_the_known_ones(
    recycle: bool, rolled: dict[str, float], chose: tuple[float, float], again: float
) -> None:
    begun = drawn(CROWDED, recycle=recycle)
    choice = placed(begun, "3/4 w2")
    chances = {Place(parse_field(name)): chance for name, chance in rolled.items()}
    for state, expected in (
        (played(begun, "3 4 2"), chances),
        (choice, {None: chose[0], Bank(): chose[1]}),
    ):
        advice = advise(state)
        assert advice is not None
        assert {option.event: option.chance for option in advice.options} == pytest.approx(expected, abs=1e-4)
    best = advise(played(choice, "2 5 1"))
    assert best is not None
    assert best.options[0].event == Place(parse_field("2/1"))
    assert best.options[0].chance == pytest.approx(again, abs=1e-4)


@pytest.mark.slow
def test_the_choice_that_is_marked_is_the_coachs_or_as_good() -> None:
    rng, losses, decisions = Random(1), list[float](), 2_000
    while len(losses) < decisions:
        state = claimit.start(NAMES[: rng.randint(2, 5)], Seat(0), claimit.options)
        while state.phase is not Phase.OVER and len(losses) < decisions:
            advice = advise(state)
            assert advice is not None
            if state.phase is Phase.CHOOSE:
                chances = {option.event: option.chance for option in advice.options}
                marked = Bank() if claimit.is_bank_sensible(state) else None
                losses.append(max(chances.values()) - chances[marked])
            best = advice.options[0].event if advice.options else None
            dice = rng.randint(1, 6), rng.randint(1, 6), rng.randint(1, 6)
            state = claimit.apply(state, best or Roll(dice))
    assert sum(loss <= 0.01 for loss in losses) >= 0.9 * decisions
