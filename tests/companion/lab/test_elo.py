"""Elo: what the formula says of two, what is known of more, and what the intervals promise."""

from __future__ import annotations

from math import log10
from random import Random

import pytest

from companion.lab.elo import MEAN, rate
from companion.lab.intervals import share


def expected(difference: float) -> float:
    """The share of the points that such a difference means."""
    return 1 / (1 + 10 ** (-difference / 400))


def test_two_bots_are_as_far_apart_as_the_formula_says() -> None:
    (one, other), has_drawn = rate(2, {(0, 1): (75, 25)})
    assert one.value - other.value == pytest.approx(400 * log10(3))
    assert one.value + other.value == pytest.approx(2 * MEAN)
    assert not has_drawn


def test_the_interval_of_two_is_that_of_their_share() -> None:
    (one, other), _ = rate(2, {(0, 1): (5_200, 4_800)})
    wilson = share(5_200, 10_000)
    assert expected(2 * (one.low - MEAN)) == pytest.approx(wilson.low, abs=2e-4)
    assert expected(2 * (one.high - MEAN)) == pytest.approx(wilson.high, abs=2e-4)
    assert one.high - one.low == pytest.approx(other.high - other.low)


def test_points_that_fit_the_formula_give_the_ratings_back() -> None:
    true = [1800, 1600, 1500, 1100]
    scores = {}
    for one in range(4):
        for other in range(one + 1, 4):
            points = 1_000 * expected(true[one] - true[other])
            scores[one, other] = (points, 1_000 - points)
    found, _ = rate(4, scores)
    assert [each.value for each in found] == pytest.approx(true)


def test_bots_that_never_met_are_compared_by_those_they_both_met() -> None:
    found, _ = rate(3, {(0, 1): (75, 25), (1, 2): (75, 25)})
    assert found[0].value - found[2].value == pytest.approx(800 * log10(3))
    assert found[1].high - found[1].low < found[0].high - found[0].low


def test_who_has_won_all_is_rated_with_a_drawn_game() -> None:
    found, has_drawn = rate(3, {(0, 1): (10, 0), (0, 2): (10, 0), (1, 2): (6, 4)})
    assert has_drawn
    assert found[0].value > found[1].value + 300
    assert all(each.low < each.value < each.high < 5_000 for each in found)


def test_ratings_do_not_depend_on_whether_the_stronger_is_named_first() -> None:
    there, _ = rate(2, {(0, 1): (90, 10)})
    back, _ = rate(2, {(0, 1): (10, 90)})
    assert there[0].value == pytest.approx(back[1].value)


def test_an_interval_holds_the_truth_as_often_as_it_says() -> None:
    random, true, held = Random(6), [1600.0, 1500.0, 1400.0], 0
    for _ in range(400):
        scores = {}
        for one, other in ((0, 1), (0, 2), (1, 2)):
            points = sum(random.random() < expected(true[one] - true[other]) for _ in range(100))
            scores[one, other] = (float(points), float(100 - points))
        found, _ = rate(3, scores)
        held += sum(each.low <= value <= each.high for each, value in zip(found, true, strict=True))
    assert 0.93 < held / 1_200 < 0.97


def test_a_very_uneven_field_is_rated_too() -> None:
    found, _ = rate(3, {(0, 1): (9_999, 1), (1, 2): (9_999, 1), (0, 2): (10_000, 0)})
    assert [round(each.value - found[2].value) for each in found] == [3200, 1600, 0]
