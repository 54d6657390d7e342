"""Ratings: how strong somebody plays, from results with the luck taken out, over evenings.

Everybody has a strength, and the players of a game are expected to share the win in proportion to exp(strength), as by
Bradley and Terry for two and by Luce for more. The strengths are those with which everybody's results, luck taken out,
add up to what was to be expected of them. As the luck has the mean 0 whatever the value is that tells it, so has the
error: a bad value only makes it larger. Results are taken as they are, also below 0 and above 1: cut off, their mean
would be another one. What is told of a strength is the expected win against Sheriff, two players. No strength leaves
the limit: there a rest stays of the results, and what is told lies within 0 to 1 all the same.

Bots whose strength is known are anchors, with a fixed place. Who has met none, not even by others, is placed among
those met: the mean of the others, each by the games played, then stands in Sheriff's place.

The interval of 95 % comes from what each strength would be without one evening and without another (the jackknife of
Efron, by groups: games of one evening are not independent), with Student's t for few evenings: along a straight line,
or, where somebody is at the limit and that line leads far away, from the strengths that go with results at its ends.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from math import exp, log, sqrt
from operator import mul
from typing import NamedTuple

LIMIT = 7.0
"""No strength is further from Sheriff's, or from that of whoever has played most: an expected win of 99.9 %."""
MOST_STEPS = 200
"""Newton's method needs about ten; each is at most 1."""
PRECISION = 1e-9
MANY = 10
"""Evenings from which on it is known in which direction the results lie off."""
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


class Rating(NamedTuple):
    """How strong somebody plays."""

    strength: float
    """Natural logarithm; only differences to others who are anchored, or else have met, mean something."""
    expected: float
    """The win against Sheriff, or the mean of those met, of two."""
    low: float
    """Of the interval of 95 %, within 0 to 1; minus infinity where there are too few evenings for one."""
    high: float
    games: int
    is_anchored: bool
    """Whether an anchor was met, perhaps by others; else it is a place among those met."""

    @property
    def is_enough(self) -> bool:
        return max(self.high - self.expected, self.expected - self.low) < ENOUGH


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


_Tallies = dict[tuple[str, ...], list[float]]
_Numbers = defaultdict[str, float]
_Slopes = defaultdict[tuple[str, str], float]


class _Move(NamedTuple):
    """What one evening has done."""

    rest: dict[str, float]
    """So much more of the results of its players is as good as to leave it out."""
    steps: dict[str, float]
    """By how much each strength would move without it."""


def _connected(sets: Iterable[set[str]]) -> list[set[str]]:
    """Returns who belongs together, by common members."""
    groups: list[set[str]] = []
    for each in sets:
        joined = set(each).union(*(group for group in groups if group & each))
        groups = [group for group in groups if not group & each] + [joined]
    return groups


class _Group:
    """Those who have met, perhaps by others; who has met only anchors is alone."""

    def __init__(self, names: Sequence[str], games: Sequence[RatedGame], anchors: Mapping[str, float]) -> None:
        self._names = names
        self._is_anchored = any(set(game.players) & anchors.keys() for game in games)
        self._evenings_of = {name: Counter(game.evening for game in games if name in game.players) for name in names}
        self._played = {name: evenings.total() for name, evenings in self._evenings_of.items()}
        # Without an anchor nothing tells where all of them stand: whoever has played most stands still for it.
        self._fixed = anchors if self._is_anchored else {max(names, key=self._played.__getitem__): 0.0}
        self._movable = [name for name in names if name not in self._fixed]
        # Games of the same players on one evening count together: so many, and what each seat's results add up to.
        self._evenings: dict[str, _Tallies] = defaultdict(dict)
        self._all: _Tallies = {}
        for game in games:
            pairs = sorted(zip(game.players, game.results, strict=True))
            met = tuple(player for player, _ in pairs)
            for tallies in (self._evenings[game.evening], self._all):
                tally = tallies.setdefault(met, [0.0] * (len(met) + 1))
                for place, value in enumerate((1.0, *(result for _, result in pairs))):
                    tally[place] += value

    def rate(self) -> dict[str, Rating]:
        strengths = self._solve()
        moves, nowhere = self._leave_out(strengths)
        # Whoever is held by the limit may be as far again beyond it.
        above, below = (
            {name: LIMIT * side * (side * strengths[name] >= LIMIT) for name in self._names} for side in (1, -1)
        )
        mean, total, found = self._mean(strengths), sum(self._played.values()), {}
        for name, played in self._played.items():
            # Those met have the mean 0 with this one among them: without it they are as much further away.
            away = 1.0 if self._is_anchored else total / (total - played)
            strength = away * (strengths[name] - mean)
            win = expected_win(strength)
            low, high = -float("inf"), float("inf")
            evenings = played**2 / sum(number * number for number in self._evenings_of[name].values())
            if evenings >= 2 - PRECISION and name not in nowhere:
                errors = student(evenings - 1) * sqrt((evenings - 1) / evenings)
                half = errors * away * win * (1 - win) * sqrt(sum(move.steps[name] ** 2 for move in moves))
                ends = [win - half, win + half]
                if half >= ENOUGH and evenings >= MANY and any((*above.values(), *below.values())):
                    thens = self._anew(name, errors, strengths, moves)
                    ends = [expected_win(away * (then[name] - self._mean(then))) for then in thens]
                for own, others in (above, below), (below, above):
                    ends.append(expected_win(strength + away * (own[name] - self._mean(others | {name: own[name]}))))
                low, high = max(0.0, min(win, *ends)), min(1.0, max(win, *ends))
            found[name] = Rating(strengths[name] - mean, win, low, high, played, self._is_anchored)
        return found

    def _anew(
        self, name: str, errors: float, strengths: Mapping[str, float], moves: Sequence[_Move]
    ) -> list[dict[str, float]]:
        """Returns the strengths from results that lie so many errors off, where that moves this one most.

        Near the limit the slopes are nearly 0, and a straight line leads too far.
        """
        length = sqrt(sum(move.steps[name] ** 2 for move in moves))
        found = []
        for far in (-errors / length, errors / length):
            more = _Numbers(float)
            for move in moves:
                for each, part in move.rest.items():
                    more[each] += far * move.steps[name] * part
            found.append(self._solve(strengths, more))
        return found

    def _mean(self, values: Mapping[str, float]) -> float:
        """Returns what stands in Sheriff's place: the mean, each by the games played; 0 where there is an anchor."""
        if self._is_anchored:
            return 0.0
        games = sum(self._played[name] for name in values)
        return sum(value * self._played[name] for name, value in values.items()) / games

    def _solve(
        self, start: Mapping[str, float] | None = None, more: Mapping[str, float] | None = None
    ) -> dict[str, float]:
        """Returns the strengths, by Newton's method; each stays within the limit.

        Args:
            start: where it begins.
            more: what is added to the results of each.
        """
        strengths = dict(start or dict.fromkeys(self._names, 0.0) | dict(self._fixed))
        for _ in range(MOST_STEPS):
            rests, slopes = self._sum([self._all], strengths)
            for name, part in (more or {}).items():
                rests[name] += part
            # Neither who is fixed can move, nor who is held by the limit.
            free = [
                name for name in self._movable if abs(strengths[name]) < LIMIT or strengths[name] * rests[name] <= 0
            ]
            rest = [rests[name] for name in free]
            step = [sum(map(mul, row, rest)) for row in inverse(_chosen(slopes, free))]
            scale, change = 1 / max(1.0, *map(abs, step), 0.0), 0.0
            for name, part in zip(free, step, strict=True):
                now = max(-LIMIT, min(LIMIT, strengths[name] + scale * part))
                change, strengths[name] = max(change, abs(now - strengths[name])), now
            if change < PRECISION:
                break
        return strengths

    def _sum(self, parts: Iterable[_Tallies], strengths: Mapping[str, float]) -> tuple[_Numbers, _Slopes]:
        """Returns by player the results less what was expected; and the slopes of that, by the strengths."""
        rests, slopes = _Numbers(float), _Slopes(float)
        weights = {name: exp(strength) for name, strength in strengths.items()}
        for tallies in parts:
            for met, (games, *results) in tallies.items():
                unit = games / sum(weights[each] for each in met)
                expected = [weights[each] * unit for each in met]
                for each, result, own in zip(met, results, expected, strict=True):
                    rests[each] += result - own
                    slopes[each, each] += own
                    for other, others in zip(met, expected, strict=True):
                        slopes[each, other] -= own * others / games
        return rests, slopes

    def _leave_out(self, strengths: Mapping[str, float]) -> tuple[list[_Move], set[str]]:
        """Leaves out one evening after the other.

        Without an evening the slopes are T - M, where M is not 0 for its own players only, and the rest is R - r, where
        R is what the limit leaves. As (T - M)^-1 = A + A (1 - M A)^-1 M A, with A the inverse of T, the strengths move
        by A y, where y, of the evening's own players, solves (1 - M A) y = M A R - r: T is inverted once.

        Returns:
            How the strengths would move, without each; and who would be placed nowhere without one of them.
        """
        rests, slopes = self._sum([self._all], strengths)
        names = self._movable
        places = {name: place for place, name in enumerate(names)}
        inverted = inverse(_chosen(slopes, names))
        shift = [sum(rests[name] * part for name, part in zip(names, row, strict=True)) for row in inverted]
        links = self._links()
        moves, nowhere = list[_Move](), set[str]()
        for evening, tallies in self._evenings.items():
            cut_off = set(self._names) - self._reached(links, evening)
            nowhere |= cut_off
            rests, slopes = self._sum([tallies], strengths)
            # Who is cut off stays: what bound it to the others goes, its own slope does not.
            for name in cut_off:
                slopes[name, name] = 0.0
            own = [name for name in rests if name in places]
            spots = [places[name] for name in own]
            near = [[inverted[place][spot] for place in spots] for spot in spots]
            matrix, right = [], []
            for place, row in enumerate(_chosen(slopes, own)):
                matrix.append([float(place == other) - sum(map(mul, row, column)) for other, column in enumerate(near)])
                moved = sum(slope * shift[spot] for slope, spot in zip(row, spots, strict=True))
                right.append(0.0 if own[place] in cut_off else moved - rests[own[place]])
            rest = [sum(map(mul, row, right)) for row in inverse(matrix)]
            steps = dict.fromkeys((name for name in self._names if name not in cut_off), 0.0)
            for name in steps.keys() & places.keys():
                row = inverted[places[name]]
                steps[name] = sum(row[spot] * part for spot, part in zip(spots, rest, strict=True))
            mean = self._mean(steps)
            moves.append(
                _Move(dict(zip(own, rest, strict=True)), {name: steps.get(name, mean) - mean for name in self._names})
            )
        return moves, nowhere

    def _links(self) -> dict[str, dict[str, set[str]]]:
        """Returns whom each has met, and on which evenings; those who are fixed are one, without a name."""
        links: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for evening, tallies in self._evenings.items():
            for met in tallies:
                players = {"" if each in self._fixed else each for each in met}
                for one, other in permutations(players, 2):
                    links[one][other].add(evening)
        return links

    def _reached(self, links: Mapping[str, Mapping[str, set[str]]], evening: str) -> set[str]:
        """Returns who has a place without this evening."""
        found, new = {"", *self._fixed}, [""]
        while new:
            more = [one for one, met in links[new.pop()].items() if one not in found and met != {evening}]
            found.update(more)
            new += more
        return found


def _chosen(slopes: _Slopes, names: Sequence[str]) -> Matrix:
    return [[slopes.get((one, other), 0.0) for other in names] for one in names]


def student(freedom: float) -> float:
    """Returns how many standard errors hold 95 % where they are known with so many degrees of freedom, at least 1."""
    rarity = 1 / freedom
    place = bisect_left(_FREEDOM, -rarity, key=lambda each: -each)
    if _FREEDOM[place] == rarity:
        return _STUDENT[place]
    (one, other), (low, high) = _FREEDOM[place - 1 : place + 1], _STUDENT[place - 1 : place + 1]
    return low + (high - low) * (one - rarity) / (one - other)
