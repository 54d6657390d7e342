"""What the counts of a study say, with intervals: the figures that are printed, drawn and written.

When a bot banks is told for each number of stones in the turn: the bust risk from which on it does. How much of the
results was luck is what the coach says of each roll, summed over a game (docs/coach.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median_low
from typing import NamedTuple

from companion.lab import elo
from companion.lab.games import POWERS, UNIT, Tally
from companion.lab.intervals import (
    Interval,
    Moments,
    jackknifed,
    mean,
    mean_of_sums,
    quantile,
    share,
    share_by_game,
    subsampled,
)
from companion.lab.study import GROUPS, Study

BAND = 5
"""Banks are told by bands of the bust risk, so many per cent wide."""
FEWEST_CHOICES = 100
"""Of fewer choices no rule is told, and of fewer in a group there would hardly be one to find."""

Choices = Counter[tuple[int, int]]
"""How often there was a bust risk, in per cent, and 1 for a bank, 0 for a roll."""


class RiskBand(NamedTuple):
    """How often a bot banked at about the same bust risk."""

    percent: int
    """The lowest; the band is `BAND` wide."""
    choices: int
    banked: Interval


class BankRule(NamedTuple):
    """When a bot banks with so many stones, and the simple rule that comes closest to it."""

    survived: int
    """How many rolls of the turn had gone well; in Claim It! so many stones were placed."""
    choices: int
    banked: Interval
    risk: Interval | None
    """Whoever banks from this bust risk on, in per cent, and rolls below, decides most often as it does. None: whoever
    never banks."""
    agrees: Interval
    """How often such a rule decides as the bot has."""
    by_risk: tuple[RiskBand, ...]


def bank_rules(tally: Tally, name: str) -> tuple[BankRule, ...]:
    """Returns when a bot banks, for each number of stones with choices enough."""
    table: dict[int, tuple[Choices, ...]] = {}
    for (bot, survived, percent, group, banked), count in tally.stakes.items():
        if bot == name:
            groups = table.setdefault(survived, tuple(Choices() for _ in range(GROUPS)))
            groups[group][percent, banked] += count
    return tuple(
        _bank_rule(survived, groups)
        for survived, groups in sorted(table.items())
        if all(groups) and sum(group.total() for group in groups) >= FEWEST_CHOICES
    )


def best_risk(choices: Choices, highest: int) -> int:
    """Returns the bust risk from which on to bank agrees most often with these choices; of several the middle one.

    Args:
        choices: at least one.
        highest: the highest risk that may occur; one more means: never.
    """
    risks = range(min(percent for percent, _ in choices), highest + 2)
    agreed = {risk: _agreed(choices, risk) for risk in risks}
    return median_low([risk for risk in risks if agreed[risk] == max(agreed.values())])


def _agreed(choices: Choices, risk: int) -> int:
    return sum(count for (percent, banked), count in choices.items() if (percent >= risk) == bool(banked))


def _bank_rule(survived: int, groups: tuple[Choices, ...]) -> BankRule:
    every = sum(groups, Choices())
    highest = max(percent for percent, _ in every)
    risk = best_risk(every, highest)
    value, low, high = subsampled(risk, [best_risk(group, highest) for group in groups])
    return BankRule(
        survived=survived,
        choices=every.total(),
        banked=_share((group.total(), _banks(group)) for group in groups),
        risk=Interval(value, max(0.0, low), min(100.0, high)) if risk <= highest else None,
        agrees=_share((group.total(), _agreed(group, risk)) for group in groups),
        by_risk=tuple(_risk_bands(every, groups)),
    )


def _risk_bands(every: Choices, groups: tuple[Choices, ...]) -> Iterable[RiskBand]:
    for lowest in sorted({percent - percent % BAND for percent, _ in every}):
        band = range(lowest, lowest + BAND)
        inside = [Choices({what: count for what, count in group.items() if what[0] in band}) for group in groups]
        choices = sum(group.total() for group in inside)
        if choices >= FEWEST_CHOICES:
            yield RiskBand(lowest, choices, _share((group.total(), _banks(group)) for group in inside))


def _banks(choices: Choices) -> int:
    return sum(count for (_, banked), count in choices.items() if banked)


def _share(groups: Iterable[tuple[int, int]]) -> Interval:
    """Returns a share, of how often something was tried in each group, and how often it happened."""
    # Choices of one game are not independent of each other; those of two groups are.
    sums = [sum(terms) for terms in zip(*((n, k, n * n, n * k, k * k) for n, k in groups), strict=True)]
    return share_by_game(Moments(*sums), GROUPS)


class LuckFigures(NamedTuple):
    """What the luck of the rolls has to do with the results."""

    explained: Interval | None
    """The squared correlation of a seat's luck with its result: the part of the variance of the results that luck
    explains. None: there were too few games."""
    luckiest_won: Interval
    """How many of the games the seat with the most luck has won."""
    bots: tuple[tuple[str, Interval], ...]
    """Each bot's share of the win with the luck taken out: the same on the average, and closer to it."""
    seats: tuple[Interval, ...]
    """The same of each seat, whoever sat there."""


def luck_figures(tally: Tally, bots: Sequence[str]) -> LuckFigures | None:
    """Returns what the luck has to do with the results; None where it was not counted."""
    if not tally.luck:
        return None
    seats, left = range(1 + max(seat for seat, *_ in tally.luck)), list[Interval]()
    for seat in seats:
        games, result, result_squared, luck, luck_squared, product = _sums(tally, seat, range(GROUPS))
        left.append(_clip(_left(games, result - luck, result_squared - 2 * product + luck_squared)))
    won = sum(Fraction(count, many) for many, count in tally.luckiest.items())
    return LuckFigures(
        explained=_explained(tally, seats),
        luckiest_won=share(float(won), tally.games),
        bots=tuple((name, _clip(share_without_luck(tally, name))) for name in bots),
        seats=tuple(left),
    )


def share_without_luck(tally: Tally, name: str) -> Interval:
    """Returns a bot's share of the win with the luck taken out; of few games it may lie outside of the scale."""
    return _left(tally.games, tally.without_luck[name, 1], tally.without_luck[name, 2])


def _explained(tally: Tally, seats: Iterable[int]) -> Interval | None:
    groups = range(GROUPS)
    if not all(tally.luck[0, group, 0, 0] for group in groups):
        return None
    of_all = _correlation_squared([_sums(tally, seat, groups) for seat in seats])
    others = ([each for each in groups if each != group] for group in groups)
    of_others = [_correlation_squared([_sums(tally, seat, left) for seat in seats]) for left in others]
    without = [each for each in of_others if each is not None]
    if of_all is None or len(without) < GROUPS:
        return None
    value, low, high = jackknifed(of_all, without)
    return Interval(value, max(0.0, low), min(1.0, high))


def _correlation_squared(seats: Iterable[Sequence[int]]) -> float | None:
    """Returns it over all seats, each around its own means; None where nothing differs."""
    of_result = of_luck = of_both = 0
    for games, result, result_squared, luck, luck_squared, product in seats:
        of_result += games * result_squared - result * result
        of_luck += games * luck_squared - luck * luck
        of_both += games * product - result * luck
    return of_both * of_both / (of_result * of_luck) if of_result and of_luck else None


def _left(games: int, total: int, squares: int) -> Interval:
    return Interval(*(end / UNIT for end in mean_of_sums(games, total, squares)))


def _clip(found: Interval) -> Interval:
    # What one game leaves may lie outside of the scale; its mean hardly does.
    return Interval(*(min(1.0, max(0.0, end)) for end in found))


def _sums(tally: Tally, seat: int, groups: Iterable[int]) -> list[int]:
    return [sum(tally.luck[seat, group, *powers] for group in groups) for powers in POWERS]


FEWEST_ROLLS = 30
"""Of fewer rolls nothing is told: the interval would span half the scale."""


class WinShare(NamedTuple):
    """How much of the games something has won; a win that k share is the kth part of one."""

    games: int
    won: Interval
    fair: float
    """What it would be if all who sat there were alike."""


class BotShare(NamedTuple):
    """A bot's share of the win."""

    name: str
    overall: WinShare
    by_seat: tuple[WinShare | None, ...]
    """None for a seat where it never sat."""


class Lengths(NamedTuple):
    """How many turns the games took."""

    mean: Interval
    shortest: int
    quarter: int
    """A quarter of the games took at most so many."""
    median: int
    three_quarters: int
    longest: int
    games: tuple[tuple[int, int], ...]
    """Each length with how many games took it, the shortest first."""


class BustRate(NamedTuple):
    """How often a roll was a bust."""

    survived: int
    """How many rolls of its turn had gone well before; in Claim It! as many stones were placed."""
    rolls: int
    busted: Interval


class Comeback(NamedTuple):
    """How many of the games somebody won who had been behind by so much."""

    at_least: int
    games: Interval


class Meeting(NamedTuple):
    """What the first of two bots took from the second."""

    one: str
    other: str
    taken: WinShare


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of a study."""

    games: int
    bots: tuple[BotShare, ...]
    """In the order in which they were named."""
    seats: tuple[WinShare, ...]
    """Of each seat, whoever sat there; the first begins."""
    lengths: Lengths
    busts: tuple[tuple[str, tuple[BustRate, ...]], ...]
    comebacks: tuple[Comeback, ...]
    """By 1, 2, … as far as there were any; empty where the game ranks by nothing."""
    banks: tuple[tuple[str, tuple[BankRule, ...]], ...] = ()
    """For each bot that had choices enough, where the study wants it."""
    luck: LuckFigures | None = None
    """Where the study wants it."""
    meetings: tuple[Meeting, ...] = ()
    """Of a tournament."""
    ratings: tuple[tuple[str, Interval], ...] = ()
    """Of a tournament: Elo, the highest first."""
    has_drawn_games: bool = False
    """Whether a drawn game was added for each two, see `elo`."""


def summarize(study: Study, tallies: Sequence[Tally]) -> Summary:
    """Returns the figures of a study of which each line-up has played at least one game."""
    every = Tally()
    for tally in tallies:
        every.merge(tally)
    lengths = every.lengths
    seats = (sum(_points(every, name, seat) for name in study.bots) for seat in range(study.players))
    meetings = []
    for (one, other), tally in zip(study.line_ups, tallies, strict=True) if study.is_tournament else ():
        points = sum(_points(tally, one, seat) for seat in range(2))
        meetings.append(Meeting(one, other, _win_share(tally.games, points, 1 / 2)))
    ratings, has_drawn_games = _ratings(study, meetings) if study.is_tournament else ((), False)
    return Summary(
        games=every.games,
        bots=tuple(_bot_share(study, tallies, name) for name in study.bots),
        seats=tuple(_win_share(every.games, won, 1 / study.players) for won in seats),
        lengths=Lengths(
            mean=mean(lengths),
            shortest=min(lengths),
            quarter=quantile(lengths, 0.25),
            median=quantile(lengths, 0.5),
            three_quarters=quantile(lengths, 0.75),
            longest=max(lengths),
            games=tuple(sorted(lengths.items())),
        ),
        busts=tuple((name, rates) for name in study.bots if (rates := _bust_rates(every, name))),
        comebacks=_comebacks(every.deficits),
        banks=tuple((name, rules) for name in study.bots if (rules := bank_rules(every, name))),
        luck=luck_figures(every, study.bots),
        meetings=tuple(meetings),
        ratings=ratings,
        has_drawn_games=has_drawn_games,
    )


def _bot_share(study: Study, tallies: Sequence[Tally], name: str) -> BotShare:
    own = Tally()
    for line_up, tally in zip(study.line_ups, tallies, strict=True):
        if name in line_up:
            own.merge(tally)
    # In a tournament a bot has one seat of each table; else there is one line-up.
    chairs = next(line_up.count(name) for line_up in study.line_ups if name in line_up)
    seats, fair = range(study.players), 1 / study.players
    by_seat = tuple(
        _win_share(own.seated[name, seat], _points(own, name, seat), fair) if own.seated[name, seat] else None
        for seat in seats
    )
    won = sum(_points(own, name, seat) for seat in seats)
    return BotShare(name, _win_share(own.games, won, chairs * fair), by_seat)


def _points(tally: Tally, name: str, seat: int) -> Fraction:
    """Returns how many games a bot has won at a seat; of a win that k share, the kth part."""
    # As a fraction: the sum of floats would depend on the order in which batches and shards are added.
    wins = ((many, count) for (bot, where, many), count in tally.wins.items() if (bot, where) == (name, seat))
    return sum((Fraction(count, many) for many, count in wins), Fraction())


def _win_share(games: int, won: Fraction | int, fair: float) -> WinShare:
    return WinShare(games, share(float(won), games), fair)


def _bust_rates(tally: Tally, name: str) -> tuple[BustRate, ...]:
    rates = []
    for survived in sorted(place for bot, place in tally.rolls if bot == name):
        counters = (tally.rolls, tally.busts, tally.rolls_squared, tally.rolls_times_busts, tally.busts_squared)
        moments = Moments(*(counter[name, survived] for counter in counters))
        if moments.tries >= FEWEST_ROLLS:
            rates.append(BustRate(survived, moments.tries, share_by_game(moments, tally.games)))
    return tuple(rates)


def _comebacks(deficits: Counter[int]) -> tuple[Comeback, ...]:
    won = deficits.total()
    behind = (
        (least, sum(deficits[by] for by in deficits if by >= least)) for least in range(1, max(deficits, default=0) + 1)
    )
    return tuple(Comeback(least, share(count, won)) for least, count in behind)


def _ratings(study: Study, meetings: Sequence[Meeting]) -> tuple[tuple[tuple[str, Interval], ...], bool]:
    bots = study.bots
    scores = {
        (bots.index(each.one), bots.index(each.other)): (
            won := each.taken.won.value * each.taken.games,
            each.taken.games - won,
        )
        for each in meetings
    }
    found = elo.rate(len(bots), scores)
    rated = sorted(zip(bots, found.intervals, strict=True), key=lambda pair: -pair[1].value)
    return tuple(rated), found.has_drawn_games
