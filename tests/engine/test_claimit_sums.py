"""Result = beginning + decisions + dice, in every game; and the search compared with a slow and plain one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from engine import claimit
from engine.claimit import Bank, Phase, Place, Roll, State
from engine.claimit.analysis import analyse
from engine.claimit.coach import learned_value, search_of
from engine.claimit.placements import ROLLS
from engine.claimit.scoring import GOLDCLAIMS_TO_CALL
from engine.coach import Analysis, Chances, analyse_record
from engine.game import Seat, Start, Undo
from engine.record import AnyRecord, begin
from tests.engine import plain_coach
from tests.engine.claimit_boards import NAMES
from tests.engine.plain_value import plain_value

EXACT = 1e-9


def crude_value(state: State) -> Chances:
    """A value that is quick, and wrong nearly everywhere: the identity has to hold for it all the same."""
    if state.winners is not None:
        return tuple((seat in state.winners) / len(state.winners) for seat in range(len(state.players)))
    weights = [1 + own.bit_count() + (own * 7 + state.turn) % 5 for own in state.fields]
    return tuple(weight / sum(weights) for weight in weights)


def played(number: int, least: int = 0) -> AnyRecord:
    """A finished game by chance, with undos; most are joined before the last round."""
    chance, seats = Random(number), 2 + number % 4
    start = Start("claimit", NAMES[:seats], Seat(number % seats), {"recycle": number % 8 > 3})
    record: AnyRecord = begin(start)
    if number // 4 % 8:
        # Whoever has the next goldclaim calls it.
        fields = chance.sample(claimit.FIELDS, k=24)
        enough = (GOLDCLAIMS_TO_CALL[seats] - 1) * seats
        stacks = [["own"] * (place < enough) + [f"p{place % seats}"] for place in range(len(fields))]
        board = {claimit.format_field(field): stack for field, stack in zip(fields, stacks, strict=True)}
        laid = {"event": "position", "board": board, "turn": number % seats, "last_round": None}
        record = record.play(claimit.parse(laid))
    while record.state.phase is not Phase.OVER:
        state = record.state
        if record.can_undo and chance.random() < 0.05:
            record = record.play(Undo())
        elif len(record.timeline) < least and state.phase is Phase.CHOOSE:
            # Whoever rolls on until a bust makes a long game.
            record = record.play(Roll(chance.choice(ROLLS)))
        elif state.phase is Phase.ROLL or (state.phase is Phase.CHOOSE and chance.random() < 0.5):
            record = record.play(Roll(chance.choice(ROLLS)))
        else:
            record = record.play(chance.choice(claimit.legal_events(state)))
    return record


def check(found: Analysis, state: State) -> None:
    """Each seat's result is the sum of its parts; what one seat gains the others lose; a chance is from 0 to 1."""
    winners = state.winners or ()
    for seat, each in enumerate(found.sums):
        assert each.result == (seat in winners) / len(winners)
        assert each.result == pytest.approx(each.beginning + each.own + each.others + each.dice, abs=EXACT)
        assert found.choices[seat] == pytest.approx(each.result - each.dice - each.beginning, abs=EXACT)
        lost = sum(decision.loss for decision in found.decisions if decision.seat == seat)
        assert each.own == pytest.approx(-lost, abs=EXACT)
    assert sum(each.dice for each in found.sums) == pytest.approx(0, abs=EXACT)
    assert sum(found.choices) == pytest.approx(0, abs=EXACT)
    assert all(decision.loss >= 0 for decision in found.decisions)
    chances = [chance for each in found.chances for chance in each]
    chances += [chance for each in found.decisions for chance in (each.chosen.chance, each.best.chance)]
    assert all(-EXACT <= chance <= 1 + EXACT for chance in chances)
    # The moment that decided it moved the chances towards who won.
    assert found.moment is not None
    gain = found.moment.after - found.moment.before
    assert len(winners) > 1 or (gain > 0 if found.moment.seat in winners else gain < 0)


@pytest.mark.parametrize("numbers", [range(4, 24), pytest.param([*range(4), *range(24, 200)], marks=pytest.mark.slow)])
def test_every_result_is_the_sum_of_its_parts_and_its_moment_led_there(numbers: Sequence[int]) -> None:
    for number in numbers:
        record = played(number)
        check(analyse(record.timeline, crude_value), record.state)


@pytest.mark.slow
def test_the_sum_holds_with_more_than_a_thousand_events() -> None:
    record = played(1, least=1_000)
    assert len(record.timeline) > 1_000
    check(analyse(record.timeline, plain_value), record.state)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_with_the_learned_value_the_sum_holds(number: int) -> None:
    record = played(number)
    found = analyse_record(record)
    assert found is not None
    check(found, record.state)


@pytest.mark.slow
def test_the_search_is_that_of_a_slow_and_plain_one() -> None:
    for number in (1, 4, 7):
        for before in [step.state for step in played(number).timeline[:-1]][:60]:
            found = search_of(before, learned_value()).expect(before, depth=1)
            options: dict[object, float] = {Place(field): chance for field, chance in found.fields.items()}
            options |= {None: found.roll} if found.roll is not None else {}
            options |= {Bank(): found.bank} if found.bank is not None else {}
            assert options == pytest.approx(plain_coach.options(before), abs=1e-12, rel=0)
