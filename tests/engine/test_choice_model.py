"""What is learned from somebody's choices, and how well it foretells others."""

from __future__ import annotations

import random
from math import exp
from operator import itemgetter

import pytest

from engine.choice_model import (
    PRIOR_SPREAD,
    Choice,
    agreement,
    draw_option,
    estimate,
    fit_weights,
    leave_out_each,
    mean_figures,
    option_shares,
)

WEIGHTS = (1.5, -2.0, 0.0)


def choices(count: int, chance: random.Random) -> list[Choice]:
    """Choices among three options by somebody with these weights."""
    found = []
    for _ in range(count):
        options = tuple(tuple(chance.uniform(-1, 1) for _ in WEIGHTS) for _ in range(3))
        found.append(Choice(options, draw_option(option_shares(WEIGHTS, options), chance.random())))
    return found


def test_the_weights_of_who_chose_are_found() -> None:
    assert fit_weights(choices(3000, random.Random(1)), 3) == pytest.approx(WEIGHTS, abs=0.15)


def test_without_any_choices_nothing_counts() -> None:
    assert fit_weights([], 2) == (0, 0)
    assert option_shares((0, 0), ((1, 2), (3, 4))) == [0.5, 0.5]
    assert mean_figures([], 2) == (0, 0)
    assert mean_figures([(1, 2), (3, 6)], 2) == (2, 4)


def test_who_always_does_the_same_gets_no_endless_weight() -> None:
    (weight,) = fit_weights([Choice(((1.0,), (0.0,)), 0)] * 200, 1)
    assert 3 < weight < 20


def test_the_prior_holds_against_the_choices() -> None:
    (weight,) = fit_weights([Choice(((1.0,), (0.0,)), 0)] * 200, 1)
    assert 200 * (1 - 1 / (1 + exp(-weight))) == pytest.approx(weight / PRIOR_SPREAD**2, rel=1e-6)


def test_an_option_is_drawn_as_often_as_it_is_likely() -> None:
    shares = [0.25, 0.5, 0.25]
    assert [draw_option(shares, number / 8) for number in range(8)] == [0, 0, 1, 1, 1, 1, 2, 2]
    assert draw_option([0.1] * 10, 0.9999999999999999) == 9


def test_scores_that_are_far_apart_overflow_nothing() -> None:
    assert option_shares((1000.0,), ((1.0,), (0.0,), (-5.0,))) == [1, 0, 0]


@pytest.mark.slow
@pytest.mark.essential
def test_the_agreement_is_that_of_other_games() -> None:
    chance = random.Random(2)
    few, many = ([choices(20, chance) for _ in range(games)] for games in (10, 80))
    best = [max(option_shares(WEIGHTS, choice.options)) for game in many for choice in game]
    found, wide = agreement(many, WEIGHTS), agreement(few, WEIGHTS)
    assert found.decisions == 1600
    assert found.low < sum(best) / len(best) < found.high
    assert found.high - found.low < wide.high - wide.low


def test_where_nothing_can_be_foretold_the_agreement_is_that_of_chance() -> None:
    chance = random.Random(3)
    noise = [
        [
            Choice(tuple(tuple(chance.random() for _ in range(3)) for _ in range(2)), chance.randrange(2))
            for _ in range(5)
        ]
        for _ in range(40)
    ]
    found = agreement(noise, (0.0, 0.0, 0.0))
    assert found.low < 0.5 < found.high


def test_a_game_is_foretold_by_other_games_only() -> None:
    chance = random.Random(4)
    noise = [
        [Choice(tuple(tuple(chance.random() - 0.5 for _ in range(12)) for _ in range(2)), number) for number in (0, 1)]
        for _ in range(20)
    ]
    assert agreement(noise, (0.0,) * 12).share < 0.75


def test_the_interval_is_by_games() -> None:
    likely, unlikely = (Choice(((1.0,), (0.0,)), chosen) for chosen in (0, 1))
    found = agreement([[likely, likely]] * 8 + [[likely, unlikely]] * 2, (0.0,))
    deviations = 8 * (2 - 1.8) ** 2 + 2 * (1 - 1.8) ** 2
    # Student's t for nine degrees of freedom is 2.262, of which two corrections find 2.258.
    assert (found.decisions, found.share, found.high) == (20, 0.9, 1.0)
    assert 0.9 - found.low == pytest.approx(2.2584 * (10 / 9 * deviations) ** 0.5 / 20, rel=1e-4)


def test_leaving_out_a_game_is_as_good_as_fitting_without_it() -> None:
    chance = random.Random(4)
    games = [choices(20, chance) for _ in range(10)]
    found = leave_out_each(games, fit_weights([choice for game in games for choice in game], 3))
    for left_out, weights in enumerate(found):
        others = [choice for number, game in enumerate(games) if number != left_out for choice in game]
        assert weights == pytest.approx(fit_weights(others, 3), abs=0.03)


@pytest.mark.slow
@pytest.mark.essential
def test_the_interval_holds_the_true_weight_as_often_as_it_says() -> None:
    chance, held = random.Random(5), 0
    for _ in range(100):
        games = [choices(8, chance) for _ in range(10)]
        weights = fit_weights([choice for game in games for choice in game], 3)
        without_each = leave_out_each(games, weights)
        for n, true in enumerate(WEIGHTS):
            found = estimate(itemgetter(n), weights, without_each)
            held += found.low <= true <= found.high
    assert 0.91 < held / 300 < 0.99


@pytest.mark.parametrize("games", [[], [[]], [[], []], [[Choice(((1.0,), (0.0,)), 0)]]])
def test_of_too_little_nothing_is_claimed(games: list[list[Choice]]) -> None:
    found = agreement(games, (0.0,))
    assert (found.share, found.low, found.high) == (0, 0, 1)
