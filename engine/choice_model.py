"""How much each of several figures counts in somebody's choices, and how well that foretells other choices.

An option has some figures. The probability that it is chosen is in proportion to exp(sum of weight times figure): a
conditional logit (McFadden, 1973), of which a choice between an option and none is the logistic case. The weights have
the largest likelihood, with a normal prior that keeps them from growing without bound where somebody always did the
same. Newton's method finds them: the likelihood is concave.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, log, sqrt
from operator import add, mul, sub
from typing import NamedTuple

Figures = tuple[float, ...]

FOLDS = 5
"""In so many parts the games are dealt out; each is foretold by the others."""
PRIOR_SPREAD = 3.0
"""The standard deviation of the prior of each weight; the figures are scaled so that weights beyond it are rare."""
STEPS = 50
"""Newton's method needs about six."""


class Choice(NamedTuple):
    """One decision: the figures of each option, and which was chosen."""

    options: tuple[Figures, ...]
    chosen: int


class Agreement(NamedTuple):
    """How often the likeliest option was the one that was chosen, in games that the weights were not fitted to."""

    decisions: int
    share: float
    low: float
    """The lower end of the interval of 95 %, by games: those of one game are alike."""
    high: float


class Estimate(NamedTuple):
    """A figure that was fitted, and its interval of 95 %, by games."""

    value: float
    low: float
    high: float


def mean_figures(options: Sequence[Figures], width: int) -> Figures:
    """Returns the means of so many figures over some options; all 0 where there are none."""
    return tuple(sum(option[n] for option in options) / max(len(options), 1) for n in range(width))


def agreement(games: Sequence[Sequence[Choice]], weights: Figures) -> Agreement:
    """Returns how often weights that were fitted to other games foretell a choice.

    Args:
        games: the choices, game by game.
        weights: those that were fitted to all of them: the others' are near.
    """
    hits, counts = list[int](), list[int]()
    for fold in range(FOLDS):
        known = [choice for number, game in enumerate(games) if number % FOLDS != fold for choice in game]
        others = fit_weights(known, len(weights), weights)
        for game in games[fold::FOLDS]:
            shares = [option_shares(others, choice.options) for choice in game]
            hits.append(sum(each.index(max(each)) == choice.chosen for each, choice in zip(shares, game, strict=True)))
            counts.append(len(game))
    total, many = sum(counts), len(counts)
    if not total or many < 2:
        return Agreement(total, 0.0, 0.0, 1.0)
    share = sum(hits) / total
    # The spread of a ratio over clusters (Cochran, Sampling Techniques, 2.11).
    spread = sqrt(many / (many - 1) * sum((hit - share * count) ** 2 for hit, count in zip(hits, counts, strict=True)))
    half = _student(many - 1) * spread / total
    return Agreement(total, share, max(0.0, share - half), min(1.0, share + half))


def fit_weights(choices: Sequence[Choice], width: int, near: Figures = ()) -> Figures:
    """Returns the weights under which the choices are likeliest, prior included; all 0 without any choices.

    Args:
        choices: in any order.
        width: how many figures an option has.
        near: weights that are likely near, from which fewer steps lead there.
    """
    weights = near or (0.0,) * width
    best = _log_posterior(weights, choices)
    for _ in range(STEPS):
        step, size = _step_of(weights, *_slopes(weights, choices)), 1.0
        while True:
            moved = tuple(weight + size * each for weight, each in zip(weights, step, strict=True))
            found = _log_posterior(moved, choices)
            if found >= best:
                break
            # Far from the top a whole step may lead beyond it.
            size /= 2
            if size < 1e-6:
                return weights
        weights, gain, best = moved, found - best, found
        if gain < 1e-9:
            break
    return weights


def leave_out_each(games: Sequence[Sequence[Choice]], weights: Figures) -> tuple[Figures, ...]:
    """Returns for each game the weights that the others would have: one step of Newton's method from those of all."""
    slopes = [_slopes(weights, game) for game in games]
    gradient = [sum(column) for column in zip(*(slope for slope, _ in slopes), strict=True)]
    curvature = [
        [sum(cell) for cell in zip(*rows, strict=True)] for rows in zip(*(rows for _, rows in slopes), strict=True)
    ]
    found = []
    for own_gradient, own_curvature in slopes:
        others = [list(map(sub, row, own)) for row, own in zip(curvature, own_curvature, strict=True)]
        step = _step_of(weights, list(map(sub, gradient, own_gradient)), others)
        found.append(tuple(map(add, weights, step)))
    return tuple(found)


def estimate(figure: Callable[[Figures], float], weights: Figures, without_each: Sequence[Figures]) -> Estimate:
    """Returns a figure that follows from the weights, with its interval: the jackknife (Efron, 1982, chapter 3).

    Args:
        figure: gives it for any weights.
        weights: those of all games.
        without_each: as `leave_out_each` returns them, for at least two games.
    """
    many, value = len(without_each), figure(weights)
    found = [figure(each) for each in without_each]
    mean = sum(found) / many
    half = _student(many - 1) * sqrt((many - 1) / many * sum((each - mean) ** 2 for each in found))
    return Estimate(value, value - half, value + half)


def _student(freedom: int) -> float:
    """Returns how many standard errors to either side hold 95 % of Student's t (Abramowitz and Stegun, 26.7.5)."""
    z = 1.959964
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def _log_posterior(weights: Figures, choices: Sequence[Choice]) -> float:
    likelihood = sum(log(option_shares(weights, choice.options)[choice.chosen] or 1e-300) for choice in choices)
    return likelihood - sum(weight**2 for weight in weights) / (2 * PRIOR_SPREAD**2)


def _step_of(weights: Figures, gradient: Sequence[float], curvature: Sequence[Sequence[float]]) -> list[float]:
    """Returns the step that these slopes of the log likelihood lead to, with the prior."""
    slopes = [slope - weight / PRIOR_SPREAD**2 for slope, weight in zip(gradient, weights, strict=True)]
    matrix = [list(row) for row in curvature]
    for n in range(len(weights)):
        matrix[n][n] += 1 / PRIOR_SPREAD**2
    return _solve(matrix, slopes)


def _slopes(weights: Figures, choices: Sequence[Choice]) -> tuple[list[float], list[list[float]]]:
    """Returns the gradient of the log likelihood, and its curvature with the sign turned."""
    places = range(len(weights))
    gradient = [0.0 for _ in places]
    curvature = [[0.0 for _ in places] for _ in places]
    for options, chosen in choices:
        shares = option_shares(weights, options)
        means = [sum(share * option[n] for share, option in zip(shares, options, strict=True)) for n in places]
        for n in places:
            gradient[n] += options[chosen][n] - means[n]
        for share, option in zip(shares, options, strict=True):
            off = [figure - mean for figure, mean in zip(option, means, strict=True)]
            for row in places:
                for column in places:
                    curvature[row][column] += share * off[row] * off[column]
    return gradient, curvature


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Returns x of matrix·x = right, for a positive definite matrix: Gaussian elimination needs no pivots there."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for place, pivot in enumerate(rows):
        for row in rows[place + 1 :]:
            factor = row[place] / pivot[place]
            row[place:] = [value - factor * above for value, above in zip(row[place:], pivot[place:], strict=True)]
    found: list[float] = []
    for place in range(len(rows) - 1, -1, -1):
        row = rows[place]
        known = sum(value * x for value, x in zip(row[place + 1 : -1], found, strict=True))
        found.insert(0, (row[-1] - known) / row[place])
    return found


def option_shares(weights: Figures, options: Sequence[Figures]) -> list[float]:
    """Returns how likely each option is chosen, together 1."""
    scores = [sum(map(mul, weights, option)) for option in options]
    # Less the highest, so that no exponential overflows.
    powers = [exp(score - max(scores)) for score in scores]
    return [power / sum(powers) for power in powers]


def draw_option(shares: Sequence[float], number: float) -> int:
    """Returns the place of the share in which a number from 0 to 1 falls."""
    for place, share in enumerate(shares):
        number -= share
        if number < 0:
            return place
    return len(shares) - 1
