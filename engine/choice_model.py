"""How much each of several figures counts in somebody's choices, and how well that foretells other choices.

An option has some figures. The probability that it is chosen is in proportion to exp(sum of weight times figure): a
conditional logit (McFadden, 1973), of which a choice between an option and none is the logistic case. The weights have
the largest likelihood, with a normal prior that keeps them from growing without bound where somebody always did the
same. Newton's method finds them: the likelihood is concave.
"""

from __future__ import annotations

from math import exp, log, sqrt
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def mean_figures(options: Sequence[Figures], width: int) -> Figures:
    """Returns the means of so many figures over some options; all 0 where there are none."""
    return tuple(sum(option[n] for option in options) / max(len(options), 1) for n in range(width))


def agreement(games: Sequence[Sequence[Choice]], width: int) -> Agreement:
    """Returns how often weights that were fitted to other games foretell a choice.

    Args:
        games: the choices, game by game.
        width: how many figures an option has.
    """
    hits, counts = list[int](), list[int]()
    for fold in range(FOLDS):
        known = [choice for number, game in enumerate(games) if number % FOLDS != fold for choice in game]
        weights = fit_weights(known, width)
        for game in games[fold::FOLDS]:
            hits.append(sum(_likeliest(weights, choice.options) == choice.chosen for choice in game))
            counts.append(len(game))
    total, many = sum(counts), len(counts)
    if not total or many < 2:
        return Agreement(total, 0.0, 0.0, 1.0)
    share = sum(hits) / total
    # The spread of a ratio over clusters (Cochran, Sampling Techniques, 2.11); Student's t, by its first correction.
    spread = sqrt(many / (many - 1) * sum((hit - share * count) ** 2 for hit, count in zip(hits, counts, strict=True)))
    half = 1.96 * (1 + (1.96**2 + 1) / (4 * (many - 1))) * spread / total
    return Agreement(total, share, max(0.0, share - half), min(1.0, share + half))


def fit_weights(choices: Sequence[Choice], width: int) -> Figures:
    """Returns the weights under which the choices are likeliest, prior included; all 0 without any choices."""
    weights: Figures = (0.0,) * width
    best = _log_posterior(weights, choices)
    for _ in range(STEPS):
        step, size = _newton_step(weights, choices), 1.0
        while (found := _log_posterior(moved := _moved(weights, step, size), choices)) < best:
            # Far from the top a whole step may lead beyond it.
            size /= 2
            if size < 1e-6:
                return weights
        weights, gain, best = moved, found - best, found
        if gain < 1e-9:
            break
    return weights


def _moved(weights: Figures, step: Sequence[float], size: float) -> Figures:
    return tuple(weight + size * each for weight, each in zip(weights, step, strict=True))


def _log_posterior(weights: Figures, choices: Sequence[Choice]) -> float:
    likelihood = sum(log(option_shares(weights, choice.options)[choice.chosen] or 1e-300) for choice in choices)
    return likelihood - sum(weight**2 for weight in weights) / (2 * PRIOR_SPREAD**2)


def _newton_step(weights: Figures, choices: Sequence[Choice]) -> list[float]:
    """Returns the step to the top of the parabola that touches the log posterior here."""
    places = range(len(weights))
    gradient = [-weight / PRIOR_SPREAD**2 for weight in weights]
    curvature = [[float(row == column) / PRIOR_SPREAD**2 for column in places] for row in places]
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
    return _solve(curvature, gradient)


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


def _likeliest(weights: Figures, options: Sequence[Figures]) -> int:
    shares = option_shares(weights, options)
    return shares.index(max(shares))


def draw_option(shares: Sequence[float], number: float) -> int:
    """Returns the place of the share in which a number from 0 to 1 falls."""
    for place, share in enumerate(shares):
        number -= share
        if number < 0:
            return place
    return len(shares) - 1
