"""Intervals of 95 %: how far a figure may be from the true one, because only so many games were played."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

LEVEL = 0.95
Z = NormalDist().inv_cdf((1 + LEVEL) / 2)
"""1.96: so many standard errors to either side hold 95 % of a normal distribution."""


class Interval(NamedTuple):
    """A figure and its interval of 95 %."""

    value: float
    low: float
    high: float


class Moments(NamedTuple):
    """Sums over games, or groups of them, of how often something was tried in each and how often it happened."""

    tries: int
    hits: int
    tries_squared: int
    products: int
    """Of the tries and the hits of a game."""
    hits_squared: int


def share(hits: float, tries: float) -> Interval:
    """Returns the share of the hits, with Wilson's score interval (Journal of the ASA 22, 1927).

    It holds for shares near 0 and 1 too. Hits may be fractions, where a win is shared: then it is a little too wide.

    Args:
        hits: at least 0, at most `tries`.
        tries: above 0.
    """
    value, weight = hits / tries, Z * Z / tries
    middle = (value + weight / 2) / (1 + weight)
    half = Z * sqrt(value * (1 - value) / tries + weight / tries / 4) / (1 + weight)
    return Interval(value, max(0.0, middle - half), min(1.0, middle + half))


def share_by_game(moments: Moments, games: int) -> Interval:
    """Returns the share of the hits where the tries of one game are not independent of each other.

    The variance is that of a ratio of sums over games (Cochran, Sampling Techniques, chapter 6). Wilson's interval is
    then taken for so many independent tries as give that variance, at most those that were made.
    """
    tries, hits, tries_squared, products, hits_squared = moments
    value = hits / tries
    independent = value * (1 - value) / tries
    squares = hits_squared - 2 * value * products + value * value * tries_squared
    variance = squares / tries**2 * games / max(1, games - 1)
    # Without a hit, or without a miss, the games tell nothing of how they differ.
    effect = variance / independent if independent else 1.0
    effective = tries / max(1.0, effect)
    return share(value * effective, effective)


def mean(counts: Mapping[int, int]) -> Interval:
    """Returns the mean of numbers, each with how often it occurred; at least one did."""
    # In whole numbers as long as it can be: the sum of floats would depend on the order of the counts.
    many = sum(counts.values())
    total = sum(number * count for number, count in counts.items())
    squares = sum(number * number * count for number, count in counts.items())
    value, deviations = total / many, (many * squares - total * total) / many
    half = Z * sqrt(deviations / max(1, many - 1) / many)
    return Interval(value, value - half, value + half)


def quantile(counts: Mapping[int, int], part: float) -> int:
    """Returns the smallest number that at least this part of all numbers do not exceed; at least one occurred."""
    due, seen = part * sum(counts.values()), 0
    numbers = sorted(counts)
    for number in numbers:
        seen += counts[number]
        if seen >= due:
            return number
    return numbers[-1]
