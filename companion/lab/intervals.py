"""Intervals of 95 %: how far a figure may be from the true one, because only so many games were played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cbrt, sqrt
from statistics import NormalDist, stdev
from typing import NamedTuple

LEVEL = 0.95
Z = NormalDist().inv_cdf((1 + LEVEL) / 2)
"""1.96: so many standard errors to either side hold 95 % of a normal distribution."""

STUDENT = 2.093
"""The same for a standard error that is known from 20 parts only: Student's t of 19 degrees of freedom."""


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
    return mean_of_sums(many, total, squares)


def mean_of_sums(many: int, total: int, squares: int) -> Interval:
    """Returns the mean of so many numbers, at least one, of their sum and that of their squares."""
    value, deviations = total / many, (many * squares - total * total) / many
    half = Z * sqrt(deviations / max(1, many - 1) / many)
    return Interval(value, value - half, value + half)


def subsampled(value: float, parts: Sequence[float]) -> Interval:
    """Returns where most choices change sides, with an interval by how that differs between 20 groups of the games.

    Such a figure comes closer to the true one with the cube root of the number of games only (Kim and Pollard, Cube
    root asymptotics, Annals of Statistics 18, 1990): that of a group scatters by the cube root of 20 times as much.

    Args:
        value: the figure of all games.
        parts: that of each of the 20 groups.
    """
    half = STUDENT * stdev(parts) / cbrt(len(parts))
    return Interval(value, value - half, value + half)


def jackknifed(value: float, without: Sequence[float]) -> Interval:
    """Returns a smooth figure of sums over games, with an interval by how it changes without a group of them.

    The standard error is that of the delete-a-group jackknife (Efron, The Jackknife, the Bootstrap and Other
    Resampling Plans, 1982).

    Args:
        value: the figure of all games.
        without: that of all games but those of a group, for each of the 20 groups.
    """
    half = STUDENT * stdev(without) * (len(without) - 1) / sqrt(len(without))
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
