from collections import Counter
from math import comb
from random import Random

import pytest

from companion.lab import summary


def test_a_share_has_the_interval_of_the_literature() -> None:
    for hits, tries, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        found = summary.share(hits, tries)
        assert found.value == hits / tries
        assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_all_and_nothing_are_mirror_images() -> None:
    assert summary.share(0, 50).high == pytest.approx(1 - summary.share(50, 50).low)
    assert (summary.share(0, 50).low, summary.share(50, 50).high) == (0, 1)


def coverage(truth: float, tries: int) -> float:
    held = (
        hits for hits in range(tries + 1) if summary.share(hits, tries).low <= truth <= summary.share(hits, tries).high
    )
    return sum(comb(tries, hits) * truth**hits * (1 - truth) ** (tries - hits) for hits in held)


def test_an_interval_of_shares_holds_the_truth_as_often_as_it_says() -> None:
    found = [coverage(part / 100, 60) for part in range(2, 99)]
    assert sum(found) / len(found) == pytest.approx(0.95, abs=0.005)
    assert min(found) > 0.9


def sums(games: list[tuple[int, int]]) -> summary.Moments:
    return summary.Moments(
        sum(tries for tries, _ in games),
        sum(hits for _, hits in games),
        sum(tries * tries for tries, _ in games),
        sum(tries * hits for tries, hits in games),
        sum(hits * hits for _, hits in games),
    )


def game_of(random: Random) -> tuple[int, int]:
    chance, tries = random.choice([0.1, 0.5]), random.randint(10, 30)
    return tries, sum(random.random() < chance for _ in range(tries))


def test_an_interval_by_game_holds_the_truth_as_often_as_it_says() -> None:
    random, truth, held, naive = Random(4), 0.3, 0, 0
    for _ in range(1_000):
        games = [game_of(random) for _ in range(80)]
        moments = sums(games)
        found, independent = summary.share_by_game(moments, len(games)), summary.share(moments.hits, moments.tries)
        held += found.low <= truth <= found.high
        naive += independent.low <= truth <= independent.high
    assert 0.92 < held / 1_000 < 0.98
    assert naive / 1_000 < 0.75


def test_an_interval_by_game_is_never_narrower_than_that_of_independent_tries() -> None:
    alike = sums([(10, 3)] * 20)
    assert summary.share_by_game(alike, 20) == summary.share(60, 200)
    assert summary.share_by_game(sums([(10, 0)] * 20), 20) == summary.share(0, 200)


def test_a_mean_has_the_interval_of_its_standard_error() -> None:
    found = summary.mean(Counter(range(1, 6)))
    assert found.value == 3
    assert found.high - 3 == pytest.approx(1.959964 * (2.5 / 5) ** 0.5, rel=1e-6) == pytest.approx(3 - found.low)


def test_a_mean_of_one_number_is_that_number() -> None:
    assert summary.mean({42: 1}) == (42, 42, 42)


def test_sums_do_not_depend_on_the_order_of_the_counts() -> None:
    counts = {number: Random(number).randrange(1, 10**6) for number in range(200)}
    assert summary.mean(counts) == summary.mean(dict(reversed(counts.items())))


def test_a_quantile_is_a_number_that_occurred() -> None:
    for part, number in [(0.0, 1), (0.25, 1), (0.5, 2), (0.75, 3), (1.0, 9)]:
        assert summary.quantile({9: 2, 1: 2, 3: 2, 2: 2}, part) == number
