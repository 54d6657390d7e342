"""Elo ratings by maximum likelihood, from games of two (Bradley and Terry, Biometrika 39, 1952).

A bot that is rated 400 higher than another takes ten points where the other takes one. The mean of all ratings is 1500.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from operator import mul
from typing import NamedTuple

from companion.lab.intervals import Interval, Z

MEAN = 1500.0
POINTS = 400 / log(10)
"""Of Elo, for a strength of 1 in natural logarithms."""
MOST_STEPS = 200
"""Newton's method needs about ten; each is at most 1 in natural logarithms."""
PRECISION = 1e-12

Scores = dict[tuple[int, int], tuple[float, float]]
"""For two bots, the lower number first, the points that each took from the other; a drawn game is half a point each."""


class Ratings(NamedTuple):
    """The ratings of some bots."""

    intervals: tuple[Interval, ...]
    """Of each, with the interval of its distance to the mean."""
    has_drawn_games: bool
    """Whether a drawn game was added for each two that met: without them somebody would be infinitely strong."""


def rate(bots: int, scores: Scores) -> Ratings:
    """Returns the rating of each bot."""
    is_bounded = _is_bounded(bots, scores)
    if not is_bounded:
        scores = {pair: (one + 0.5, other + 0.5) for pair, (one, other) in scores.items()}
    strengths = [0.0] * bots
    for _ in range(MOST_STEPS):
        slopes = _gradient(strengths, scores)
        step = [sum(map(mul, row, slopes)) for row in _inverse_information(strengths, scores)]
        # Far from the maximum a whole step may lead away from it.
        scale = min(1.0, 1 / max(PRECISION, *map(abs, step)))
        strengths = [strength + scale * part for strength, part in zip(strengths, step, strict=True)]
        if max(map(abs, step)) < PRECISION:
            break
    covariance = _inverse_information(strengths, scores)
    middle = sum(strengths) / bots
    rated = []
    for number, strength in enumerate(strengths):
        value = MEAN + POINTS * (strength - middle)
        # The matrix has 1 / bots too much everywhere, see below.
        half = Z * POINTS * sqrt(max(0.0, covariance[number][number] - 1 / bots))
        rated.append(Interval(value, value - half, value + half))
    return Ratings(tuple(rated), not is_bounded)


def _is_bounded(bots: int, scores: Scores) -> bool:
    """Returns whether the likelihood has a maximum: each bot took points from any other, or from one that did, …."""
    beats: dict[int, set[int]] = {number: set() for number in range(bots)}
    for (one, other), (points, others) in scores.items():
        beats[one] |= {other} if points else set()
        beats[other] |= {one} if others else set()
    return all(len(_reached(start, beats)) == bots for start in range(bots))


def _reached(start: int, beats: Mapping[int, set[int]]) -> set[int]:
    reached, todo = {start}, [start]
    while todo:
        new = beats[todo.pop()] - reached
        reached |= new
        todo += new
    return reached


def _expected(strengths: Sequence[float], one: int, other: int) -> float:
    return 1 / (1 + exp(strengths[other] - strengths[one]))


def _gradient(strengths: Sequence[float], scores: Scores) -> list[float]:
    gradient = [0.0] * len(strengths)
    for (one, other), (points, others) in scores.items():
        surplus = points - (points + others) * _expected(strengths, one, other)
        gradient[one] += surplus
        gradient[other] -= surplus
    return gradient


def _inverse_information(strengths: Sequence[float], scores: Scores) -> list[list[float]]:
    """Returns the inverse of Fisher's information plus 1 / bots everywhere.

    The information alone has no inverse: games tell differences only. With the same number added everywhere it has one,
    which is the covariance of the distances to the mean, plus 1 / bots everywhere.
    """
    count = len(strengths)
    matrix = [[1 / count] * count for _ in strengths]
    for (one, other), (points, others) in scores.items():
        chance = _expected(strengths, one, other)
        weight = (points + others) * chance * (1 - chance)
        matrix[one][one] += weight
        matrix[other][other] += weight
        matrix[one][other] -= weight
        matrix[other][one] -= weight
    return inverse(matrix)


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Returns the inverse of a matrix, by Gauss and Jordan."""
    count = len(matrix)
    rows = [[*row, *(float(number == place) for place in range(count))] for number, row in enumerate(matrix)]
    for place in range(count):
        pivot = max(range(place, count), key=lambda row: abs(rows[row][place]))
        rows[place], rows[pivot] = rows[pivot], rows[place]
        rows[place] = [value / rows[place][place] for value in rows[place]]
        for number in range(count):
            if number != place and (factor := rows[number][place]):
                pairs = zip(rows[number], rows[place], strict=True)
                rows[number] = [value - factor * other for value, other in pairs]
    return [row[count:] for row in rows]
