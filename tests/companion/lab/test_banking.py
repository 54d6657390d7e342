"""At which bust risk a bot banks."""

from __future__ import annotations

import pytest

from companion.lab.games import Tally
from companion.lab.intervals import Interval
from companion.lab.study import GROUPS
from companion.lab.summary import FEWEST_CHOICES, Choices, bank_rules, best_risk
from engine.game import Seat, Stake

MIXED = Choices({(10, 0): 3, (20, 1): 2, (30, 0): 1, (40, 1): 4})
"""Of ten choices a bank from 11 to 20 % on agrees with nine, all but the roll at 30 %."""


def tally_of(*groups: Choices, survived: int = 2) -> Tally:
    """The counts of the bot `a` after so many rolls, by group."""
    tally = Tally()
    for group, choices in enumerate(groups):
        for (percent, banked), count in choices.items():
            tally.stakes["a", survived, percent, group, banked] = count
    return tally


def test_the_risk_is_where_most_choices_agree() -> None:
    assert best_risk(MIXED, 40) == 15


def test_who_hardly_ever_banks_is_told_as_never() -> None:
    choices = Choices({(10, 1): 1, (50, 0): 99})
    assert best_risk(choices, 50) == 51
    (rule,) = bank_rules(tally_of(*[choices] * GROUPS), "a")
    assert rule.risk is None
    assert rule.agrees.value == 0.99


def test_who_always_banks_does_so_from_the_lowest_risk_on() -> None:
    assert best_risk(Choices({(7, 1): 5, (30, 1): 5}), 30) == 7


def test_a_rule_is_told_with_how_often_it_agrees() -> None:
    (rule,) = bank_rules(tally_of(*[MIXED] * GROUPS), "a")
    assert (rule.survived, rule.choices) == (2, 10 * GROUPS)
    assert rule.risk == Interval(15, 15, 15)
    assert (rule.agrees.value, rule.banked.value) == (0.9, 0.6)


def test_the_interval_of_a_risk_is_by_how_the_groups_differ() -> None:
    one, other = Choices({(10, 0): 4, (20, 1): 3}), Choices({(10, 0): 4, (30, 1): 3})
    (rule,) = bank_rules(tally_of(*[one, other] * (GROUPS // 2)), "a")
    assert rule.risk is not None
    assert rule.risk.value == 15
    assert rule.risk.high - rule.risk.value == pytest.approx(1.978, abs=1e-3)
    assert rule.risk.value - rule.risk.low == pytest.approx(1.978, abs=1e-3)


def test_banks_are_told_by_bands_of_the_risk() -> None:
    choices = Choices({(11, 0): 3, (14, 1): 3, (15, 1): 5, (40, 1): 1})
    (rule,) = bank_rules(tally_of(*[choices] * GROUPS), "a")
    assert [(band.percent, band.choices, band.banked.value) for band in rule.by_risk] == [(10, 120, 0.5), (15, 100, 1)]


def test_of_few_choices_no_rule_is_told() -> None:
    few = Choices({(10, 0): 1, (20, 1): 1})
    assert 2 * GROUPS < FEWEST_CHOICES
    assert bank_rules(tally_of(*[few] * GROUPS), "a") == ()
    assert bank_rules(tally_of(*[MIXED] * (GROUPS - 1)), "a") == ()


def test_a_rule_is_the_bot_s_own() -> None:
    assert bank_rules(tally_of(*[MIXED] * GROUPS), "b") == ()


def test_a_choice_is_counted_by_whoever_made_it() -> None:
    tally = Tally()
    tally.add_stakes(("a", "b"), [Stake(Seat(1), 3, 27, 216, banked=True), Stake(Seat(0), 1, 26, 216, banked=False)], 7)
    assert tally.stakes == {("b", 3, 13, 7, 1): 1, ("a", 1, 12, 7, 0): 1}
