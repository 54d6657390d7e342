"""Ratings: how strong somebody plays, from results with the luck taken out, over evenings.

Everybody has a strength, and the players of a game are expected to share the win in proportion to exp(strength), as by
Bradley and Terry for two and by Luce for more. The strengths are those with which everybody's results, luck taken out,
add up to what was to be expected of them. As the luck has the mean 0 whatever the value is that tells it, so has the
error: a bad value only makes it larger. Results are taken as they are, also below 0 and above 1: cut off, their mean
would be another one. What is told of a strength is the expected win against Sheriff, two players.

Bots whose strength is known are anchors, with a fixed place. Who has met none, not even by others, is placed among
those met: the mean of the others, each by the games played, then stands in Sheriff's place.

The interval of 95 % comes from what each strength would be without one evening and without another (the jackknife of
Efron, by groups: games of one evening are not independent), with Student's t for few evenings.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import exp, log, sqrt
from typing import NamedTuple

LIMIT = 7.0
"""No strength is further from the anchors': an expected win of 99.9 %."""
MOST_STEPS = 200
"""Newton's method needs about ten; each is at most 1."""
PRECISION = 1e-9
RIDGE = 1e-9
"""Of a game: what is known of a strength that nothing is known of."""
ENOUGH = 0.10
"""A rating counts for enough when its interval reaches less than so far to either side."""

_STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.306, 2.228, 2.131, 2.086, 2.042, 2.000, 1.960)
_FREEDOM = (1.0, 1 / 2, 1 / 3, 1 / 4, 1 / 5, 1 / 6, 1 / 8, 1 / 10, 1 / 15, 1 / 20, 1 / 30, 1 / 60, 0.0)
"""Student's t, so many standard errors hold 95 %, by one over its degrees of freedom: close to a line in between."""

Matrix = list[list[float]]


class RatedGame(NamedTuple):
    """A game that counts."""

    players: tuple[str, ...]
    """By seat whoever played: a person, or a bot, which may sit there twice."""
    results: tuple[float, ...]
    """By seat the result with the luck taken out, not cut off; they add up to 1."""
    evening: str
    """Its date."""


class Rating(NamedTuple):
    """How strong somebody plays."""

    strength: float
    """Natural logarithm; only differences to others who are anchored, or else have met, mean something."""
    expected: float
    """The win against Sheriff, or the mean of those met, of two. It may lie a little outside 0 to 1, as results do."""
    low: float
    """Of the interval of 95 %; minus infinity where there are too few evenings for one."""
    high: float
    games: int
    is_anchored: bool
    """Whether an anchor was met, perhaps by others; else it is a place among those met."""

    @property
    def is_enough(self) -> bool:
        return self.high - self.low < 2 * ENOUGH


def strength_of(win: float) -> float:
    """Returns the strength of whoever wins this share against Sheriff, two players."""
    return log(win / (1 - win))


def expected_win(strength: float, other: float = 0.0) -> float:
    """Returns the share of the wins that this strength has against the other, two players."""
    return 1 / (1 + exp(other - strength))


def rate(games: Iterable[RatedGame], anchors: Mapping[str, float]) -> dict[str, Rating]:
    """Returns everybody's rating.

    Args:
        games: that count.
        anchors: the strengths that are known.
    """
    games = [game for game in games if not anchors.keys() >= set(game.players)]
    groups = _connected([set(game.players) - anchors.keys() for game in games])
    found: dict[str, Rating] = {}
    for group in groups:
        found |= _Group(sorted(group), [game for game in games if group & set(game.players)], anchors).rate()
    return found


def inverse(matrix: Sequence[Sequence[float]]) -> Matrix:
    """Returns the inverse of a positive definite matrix, by Gauss and Jordan."""
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


def _connected(sets: Iterable[set[str]]) -> list[set[str]]:
    """Returns who belongs together, by common members."""
    groups: list[set[str]] = []
    for each in sets:
        joined = set(each).union(*(group for group in groups if group & each))
        groups = [group for group in groups if not group & each] + [joined]
    return groups


class _Sums:
    """Results less what was expected, and the slopes of that, of some games at some strengths."""

    def __init__(self, count: int) -> None:
        self.rest = [0.0] * count
        self.slopes = [[0.0] * count for _ in range(count)]


class _Group:
    """Those who have met, perhaps by others; who has met only anchors is alone."""

    def __init__(self, names: Sequence[str], games: Sequence[RatedGame], anchors: Mapping[str, float]) -> None:
        self._names, self._anchors, self._games = names, anchors, games
        self._is_anchored = any(set(game.players) & anchors.keys() for game in games)
        self._played = [sum(name in game.players for game in games) for name in names]
        # Games of the same players on one evening count together: so many, and what each seat's results add up to.
        self._evenings: dict[str, dict[tuple[str, ...], list[float]]] = defaultdict(dict)
        for game in games:
            pairs = sorted(zip(game.players, game.results, strict=True))
            met = tuple(player for player, _ in pairs)
            tally = self._evenings[game.evening].setdefault(met, [0.0] * (len(met) + 1))
            for place, value in enumerate((1.0, *(result for _, result in pairs))):
                tally[place] += value

    def rate(self) -> dict[str, Rating]:
        """Returns the rating of each."""
        strengths = self._solve()
        by_evening = {evening: self._sum([evening], strengths) for evening in self._evenings}
        total = self._sum(self._evenings, strengths)
        shift = self._step(total)
        # A strength at the limit leaves a rest, which is told as if the line went on there.
        moved = {
            evening: self._step(total, without=part) for evening, part in by_evening.items()
        } if len(by_evening) > 1 else {}  # fmt: skip
        lost = {evening: self._unreached(evening) for evening in moved}
        found = {}
        for place, name in enumerate(self._names):
            # Those met have the mean 0 with this one among them: without it they are as much further away.
            away = 1.0 if self._is_anchored else sum(self._played) / (sum(self._played) - self._played[place])
            win = expected_win(away * strengths[place])
            slope = away * win * (1 - win)
            expected, half = win + slope * shift[place], float("inf")
            played = Counter(game.evening for game in self._games if name in game.players)
            evenings = self._played[place] ** 2 / sum(number * number for number in played.values())
            if evenings >= 2 - PRECISION and not any(name in each for each in lost.values()):
                squares = sum((slope * (each[place] - shift[place])) ** 2 for each in moved.values())
                half = student(evenings - 1) * sqrt(squares * (evenings - 1) / evenings)
            rating = Rating(
                strengths[place], expected, expected - half, expected + half, self._played[place], self._is_anchored
            )
            found[name] = rating
        return found

    def _solve(self) -> list[float]:
        """Returns the strengths, by Newton's method; each stays within the limit."""
        strengths = [0.0] * len(self._names)
        for _ in range(MOST_STEPS):
            sums = self._sum(self._evenings, strengths)
            for place, strength in enumerate(strengths):
                if abs(strength) >= LIMIT and strength * sums.rest[place] > 0:
                    sums.rest[place] = 0.0
                    for row in sums.slopes:
                        row[place] = 0.0
                    sums.slopes[place] = [0.0] * len(strengths)
            step = self._step(sums)
            scale = min(1.0, 1 / max(PRECISION, *map(abs, step)))
            now = [
                max(-LIMIT, min(LIMIT, strength + scale * part)) for strength, part in zip(strengths, step, strict=True)
            ]
            change, strengths = max(abs(one - other) for one, other in zip(now, strengths, strict=True)), now
            if change < PRECISION:
                break
        return strengths

    def _sum(self, evenings: Iterable[str], strengths: Sequence[float]) -> _Sums:
        places = {name: place for place, name in enumerate(self._names)}
        sums = _Sums(len(strengths))
        for evening in evenings:
            for met, (games, *results) in self._evenings[evening].items():
                weights = [exp(strengths[places[each]] if each in places else self._anchors[each]) for each in met]
                shares = [weight / sum(weights) for weight in weights]
                own = [(places[each], share) for each, share in zip(met, shares, strict=True) if each in places]
                for each, result, share in zip(met, results, shares, strict=True):
                    if each in places:
                        sums.rest[places[each]] += result - games * share
                        sums.slopes[places[each]][places[each]] += games * share
                for place, share in own:
                    for other, others in own:
                        sums.slopes[place][other] -= games * share * others
        return sums

    def _step(self, sums: _Sums, without: _Sums | None = None) -> list[float]:
        """Returns by how much the strengths would move, to leave no rest."""
        rest, slopes = sums.rest, sums.slopes
        if without is not None:
            rest = [one - other for one, other in zip(rest, without.rest, strict=True)]
            pairs = zip(slopes, without.slopes, strict=True)
            slopes = [[one - other for one, other in zip(*rows, strict=True)] for rows in pairs]
        # Without an anchor nothing tells where all of them stand: their mean, each by the games played, stays.
        weights = [0.0 if self._is_anchored else games / sum(self._played) for games in self._played]
        matrix = [
            [value + weights[row] * weights[column] + RIDGE * (row == column) for column, value in enumerate(values)]
            for row, values in enumerate(slopes)
        ]
        return [sum(part * left for part, left in zip(row, rest, strict=True)) for row in inverse(matrix)]

    def _unreached(self, evening: str) -> set[str]:
        """Returns who would be placed nowhere without this evening."""
        anchor = "" if self._is_anchored else self._names[self._played.index(max(self._played))]
        sets = [
            {each if each in self._names else "" for each in met}
            for other, tallies in self._evenings.items()
            if other != evening
            for met in tallies
        ]
        reached = next((group for group in _connected(sets) if anchor in group), set())
        return set(self._names) - reached


def student(freedom: float) -> float:
    """Returns how many standard errors hold 95 % where they are known with so many degrees of freedom, at least 1."""
    rarity = 1 / freedom
    place = bisect_left(_FREEDOM, -rarity, key=lambda each: -each)
    if _FREEDOM[place] == rarity:
        return _STUDENT[place]
    (one, other), (low, high) = _FREEDOM[place - 1 : place + 1], _STUDENT[place - 1 : place + 1]
    return low + (high - low) * (one - rarity) / (one - other)
