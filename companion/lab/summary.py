"""What the counts of a study say, with intervals: the figures that are printed, drawn and written."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from companion.lab import elo
from companion.lab.banking import BankRule, bank_rules
from companion.lab.intervals import Interval, Moments, mean, quantile, share, share_by_game
from companion.lab.luck_share import LuckFigures, luck_figures
from companion.lab.tally import Tally

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from companion.lab.study import LineUp, Study

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
    """For each bot that rolled."""
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
    seats = (sum(_points(every, name, seat) for name in study.bots) for seat in range(study.players))
    meetings = tuple(map(_meeting, study.line_ups, tallies)) if study.is_tournament else ()
    ratings, has_drawn_games = _ratings(study, meetings) if study.is_tournament else ((), False)
    return Summary(
        games=every.games,
        bots=tuple(_bot_share(study, tallies, name) for name in study.bots),
        seats=tuple(_win_share(every.games, won, 1 / study.players) for won in seats),
        lengths=_lengths(every.lengths),
        busts=tuple((name, rates) for name in study.bots if (rates := _bust_rates(every, name))),
        comebacks=_comebacks(every.deficits),
        banks=tuple((name, rules) for name in study.bots if (rules := bank_rules(every, name))),
        luck=luck_figures(every, study.bots),
        meetings=meetings,
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


def _lengths(counts: Counter[int]) -> Lengths:
    quarter, median, three_quarters = (quantile(counts, part) for part in (0.25, 0.5, 0.75))
    games = tuple(sorted(counts.items()))
    return Lengths(mean(counts), min(counts), quarter, median, three_quarters, max(counts), games)


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


def _meeting(line_up: LineUp, tally: Tally) -> Meeting:
    one, other = line_up
    points = sum(_points(tally, one, seat) for seat in range(2))
    return Meeting(one, other, _win_share(tally.games, points, 1 / 2))


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
