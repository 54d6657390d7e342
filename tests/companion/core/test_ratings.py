"""Ratings from results with the luck taken out."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import exp
from random import Random
from statistics import fmean, stdev

import pytest

from companion.core import ratings
from companion.core.ratings import LIMIT, RatedGame, Rating, expected_win, inverse, rate, strength_of, student

ANCHORS = {"sheriff": 0.0, "prospector": strength_of(0.35)}


def played(players: str, *results: float, evening: int = 0) -> RatedGame:
    """Returns a game of these players, with these results."""
    return RatedGame(tuple(players.split()), results, str(evening))


def by_chance(seed: int, games: int, strengths: dict[str, float], seats: Sequence[int] = (2,)) -> list[RatedGame]:
    """Returns games of such strengths, four an evening; the errors of each add up to 0."""
    chance, found = Random(seed), []
    for number in range(games):
        players = chance.sample(sorted(strengths), chance.choice(seats))
        weights = [exp(strengths[each]) for each in players]
        errors = [chance.gauss(0, 0.2) for _ in players]
        results = [weight / sum(weights) + error - fmean(errors) for weight, error in zip(weights, errors, strict=True)]
        found.append(RatedGame(tuple(players), tuple(results), str(number // 4)))
    return found


def test_against_sheriff_alone_a_rating_is_the_mean_of_the_results() -> None:
    results = [0.62, 0.41, 0.55, 0.70, 0.28, 0.81]
    games = [played("ann sheriff", each, 1 - each, evening=number) for number, each in enumerate(results)]
    rating = rate(games, ANCHORS)["ann"]
    half = 2.571 * stdev(results) / 6**0.5
    assert rating.expected == pytest.approx(fmean(results))
    assert (rating.low, rating.high) == pytest.approx((fmean(results) - half, fmean(results) + half))
    assert (rating.games, rating.is_anchored) == (6, True)
    assert rating.strength == pytest.approx(strength_of(fmean(results)))


def test_nothing_is_left_of_what_was_expected() -> None:
    strengths = {"ann": 0.4, "bo": -0.3, "cy": 0.0, "bot:twenty": -1.0, **ANCHORS}
    games = by_chance(1, 60, strengths, seats=(2, 3))
    found = rate(games, ANCHORS)
    known = {name: rating.strength for name, rating in found.items()} | ANCHORS
    for name in found:
        left = 0.0
        for game in games:
            weights = [exp(known[each]) for each in game.players]
            left += sum(
                result - weight / sum(weights)
                for each, result, weight in zip(game.players, game.results, weights, strict=True)
                if each == name
            )
        assert left == pytest.approx(0, abs=1e-4)


def test_results_outside_the_scale_are_not_cut_off() -> None:
    results = [1.1, 0.9, 1.2, 0.96, 1.0, 1.02]
    games = [played("ann sheriff", each, 1 - each, evening=number) for number, each in enumerate(results)]
    rating = rate(games, ANCHORS)["ann"]
    assert rating.strength == LIMIT
    assert rating.expected == expected_win(LIMIT)
    assert rating.expected - rating.low == pytest.approx(2.571 * stdev(results) / 6**0.5)
    assert rating.high == pytest.approx(1)


@pytest.mark.parametrize("seed", range(20))
def test_who_always_wins_is_told_as_that(seed: int) -> None:
    chance, games = Random(seed), []
    for number in range(90):
        result, more = chance.gauss(0.997, 0.12), chance.gauss(0, 0.06)
        games.append(played("ann bo cy", result, (1 - result) / 2 + more, (1 - result) / 2 - more, evening=number // 3))
    found = rate(games, ANCHORS)
    for rating in (*found.values(), *rate(games[:12], ANCHORS).values()):
        assert 0 <= rating.low <= rating.expected <= rating.high <= 1
        assert abs(rating.strength) <= LIMIT
    assert found["ann"].is_enough
    assert found["ann"].expected > 0.97
    assert not found["bo"].is_enough or found["bo"].expected < 0.2


def test_always_more_than_the_whole_win_is_no_more_than_it() -> None:
    games = [played("ann prospector", 1.04, -0.04, evening=number) for number in range(30)]
    rating = rate(games, ANCHORS)["ann"]
    assert 0.999 < rating.low <= rating.expected <= rating.high <= 1
    errors = [0.05 * (-1) ** number for number in range(30)]
    games = [played("ann bo prospector", 1.02 + e, -0.1, 0.08 - e, evening=number) for number, e in enumerate(errors)]
    found = rate(games, ANCHORS)
    assert found["ann"].is_enough
    assert 0 <= found["bo"].low <= found["bo"].expected < 0.01


def test_to_leave_out_an_evening_is_to_reckon_without_it() -> None:
    games = by_chance(3, 80, {"ann": 0.4, "bo": -0.3, "cy": 0.0, "di": 0.2, **ANCHORS}, seats=(2, 3))
    found = rate(games, ANCHORS)
    names = sorted(found)
    known = {name: rating.strength for name, rating in found.items()} | ANCHORS
    without: list[list[float]] = []
    for evening in range(20):
        rest, slopes = dict.fromkeys(known, 0.0), {(one, other): 0.0 for one in known for other in known}
        for game in games:
            if game.evening == str(evening):
                continue
            weights = [exp(known[each]) for each in game.players]
            shares = {each: weight / sum(weights) for each, weight in zip(game.players, weights, strict=True)}
            for one, result in zip(game.players, game.results, strict=True):
                rest[one] += result - shares[one]
                for other in game.players:
                    slopes[one, other] += shares[one] * ((one == other) - shares[other])
        rows = inverse([[slopes[one, other] for other in names] for one in names])
        without.append([sum(row[place] * rest[name] for place, name in enumerate(names)) for row in rows])
    for place, name in enumerate(names):
        evenings = Counter(game.evening for game in games if name in game.players)
        many = evenings.total() ** 2 / sum(number**2 for number in evenings.values())
        squares = sum(steps[place] ** 2 for steps in without)
        slope = found[name].expected * (1 - found[name].expected)
        half = slope * student(many - 1) * ((many - 1) / many * squares) ** 0.5
        assert found[name].high - found[name].expected == pytest.approx(half, abs=1e-9)


def test_evenings_need_no_inverse_of_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = Counter[int]()

    def count(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
        sizes[len(matrix)] += 1
        return inverse(matrix)

    monkeypatch.setattr(ratings, "inverse", count)
    people = {f"p{number}": 0.1 * number for number in range(12)}
    rate(by_chance(5, 160, {**people, **ANCHORS}), ANCHORS)
    assert sizes.total() >= 40
    assert sizes[len(people)] < 12


def test_who_has_met_an_anchor_by_others_has_a_place() -> None:
    games = [played("ann bo", 0.7, 0.3), played("bo prospector", 0.5, 0.5, evening=1)]
    found = rate(games, ANCHORS)
    assert found["bo"].expected == pytest.approx(0.35)
    assert found["ann"].strength == pytest.approx(strength_of(0.35) + strength_of(0.7))
    assert found["ann"].is_anchored


def test_who_has_met_no_anchor_is_placed_among_those_met() -> None:
    games = [played("ann bo", 0.65, 0.35, evening=number) for number in range(4)]
    found = rate([*games, played("cy sheriff", 0.5, 0.5)], ANCHORS)
    assert (found["ann"].expected, found["bo"].expected) == pytest.approx((0.65, 0.35))
    assert not found["ann"].is_anchored
    assert found["cy"].is_anchored
    found = rate([*games, *(played("ann cy", 0.8, 0.2, evening=number) for number in range(4))], ANCHORS)
    mean = (found["bo"].strength + found["cy"].strength) / 2
    assert found["ann"].expected == pytest.approx(expected_win(found["ann"].strength, mean))


def test_one_evening_is_never_enough() -> None:
    many = [played("ann sheriff", 0.5 + 0.01 * (-1) ** number, 0.5) for number in range(40)]
    assert rate(many, ANCHORS)["ann"].high == float("inf")
    assert not rate(many, ANCHORS)["ann"].is_enough
    among = [played("ann bo", 0.5, 0.5, evening=number) for number in range(10)]
    found = rate([*among, played("bo sheriff", 0.5, 0.5, evening=11)], ANCHORS)
    assert not found["ann"].is_enough
    assert not found["bo"].is_enough
    found = rate([*among, *(played("bo sheriff", 0.5, 0.5, evening=number) for number in range(9))], ANCHORS)
    assert found["ann"].is_enough


def test_enough_is_less_than_ten_points_to_either_side() -> None:
    assert Rating(0.0, 0.5, 0.401, 0.599, 9, is_anchored=True).is_enough
    assert not Rating(0.0, 0.5, 0.399, 0.601, 9, is_anchored=True).is_enough
    assert not Rating(7.0, 0.999, 0.85, 1.0, 9, is_anchored=True).is_enough


def test_of_nobody_or_of_anchors_alone_there_is_no_rating() -> None:
    assert rate([], ANCHORS) == rate([played("sheriff prospector", 0.6, 0.4)], ANCHORS) == {}


def test_the_fewer_evenings_the_wider() -> None:
    assert [student(freedom) for freedom in (1, 2, 10, 1e9)] == pytest.approx([12.706, 4.303, 2.228, 1.960])
    widths = [student(1 + step / 7) for step in range(900)]
    assert all(one >= other for one, other in pairwise(widths))


@pytest.mark.slow
@pytest.mark.parametrize("games", [10, 30])
def test_an_interval_holds_the_true_strength_in_95_of_100_cases(games: int) -> None:
    covered, people = 0, 1000
    for person in range(people):
        rating = rate(by_chance(person, games, {"ann": 0.6, "sheriff": 0.0}), ANCHORS)["ann"]
        covered += rating.low <= expected_win(0.6) <= rating.high
    assert covered / people >= 0.93
    assert games < 30 or covered / people <= 0.97
