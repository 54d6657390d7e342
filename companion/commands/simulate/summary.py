"""What the counts of a study say, with intervals: the figures that are printed as a table or as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

from msgspec import Struct

from companion.commands.simulate.games import Study, Tally
from companion.console import align_columns, join_lines
from engine.games import GAMES, title_of

FEWEST_ROLLS = 30
"""Of fewer rolls nothing is told: the interval would span half the scale."""


class WinShare(NamedTuple):
    """How much of the games something has won; a win that k share is the kth part of one."""

    games: int
    won: Interval


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


class Summary(Struct, frozen=True):
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
    meetings: tuple[Meeting, ...] = ()
    """Of a tournament."""


def summarize(study: Study, tallies: Sequence[Tally]) -> Summary:
    """Returns the figures of a study of which each line-up has played at least one game."""
    every = Tally()
    for tally in tallies:
        every.merge(tally)
    lengths = every.lengths
    meetings = []
    for (one, other), tally in zip(study.line_ups, tallies, strict=True) if study.is_tournament else ():
        meetings.append(Meeting(one, other, _win_share(tally.games, *(_points(tally, one, seat) for seat in range(2)))))
    return Summary(
        games=every.games,
        bots=tuple(_bot_share(study, tallies, name) for name in study.bots),
        seats=tuple(
            _win_share(every.games, *(_points(every, name, seat) for name in study.bots))
            for seat in range(study.players)
        ),
        lengths=Lengths(
            mean=mean(lengths),
            shortest=min(lengths),
            quarter=quantile(lengths, 0.25),
            median=quantile(lengths, 0.5),
            three_quarters=quantile(lengths, 0.75),
            longest=max(lengths),
        ),
        busts=tuple((name, rates) for name in study.bots if (rates := _bust_rates(every, name))),
        comebacks=_comebacks(every.deficits),
        meetings=tuple(meetings),
    )


def _bot_share(study: Study, tallies: Sequence[Tally], name: str) -> BotShare:
    own = Tally()
    for line_up, tally in zip(study.line_ups, tallies, strict=True):
        if name in line_up:
            own.merge(tally)
    won = [_points(own, name, seat) for seat in range(study.players)]
    sat = [own.seated[name, seat] for seat in range(study.players)]
    by_seat = tuple(_win_share(games, points) if games else None for games, points in zip(sat, won, strict=True))
    return BotShare(name, _win_share(own.games, *won), by_seat)


def _points(tally: Tally, name: str, seat: int) -> Fraction:
    """Returns how many games a bot has won at a seat; of a win that k share, the kth part."""
    # As a fraction: the sum of floats would depend on the order in which batches are added.
    wins = ((many, count) for (bot, where, many), count in tally.wins.items() if (bot, where) == (name, seat))
    return sum((Fraction(count, many) for many, count in wins), Fraction())


def _win_share(games: int, *won: Fraction) -> WinShare:
    return WinShare(games, share(float(sum(won)), games))


def _bust_rates(tally: Tally, name: str) -> tuple[BustRate, ...]:
    rates = []
    for survived in sorted(place for bot, place in tally.rolls if bot == name):
        counters = (tally.rolls, tally.busts, tally.rolls_squared, tally.rolls_times_busts, tally.busts_squared)
        moments = Moments(*(counter[name, survived] for counter in counters))
        if moments.tries >= FEWEST_ROLLS:
            rates.append(BustRate(survived, moments.tries, share_by_game(moments, tally.games)))
    return tuple(rates)


def _comebacks(deficits: Mapping[int, int]) -> tuple[Comeback, ...]:
    won, most = sum(deficits.values()), max(deficits, default=0)
    behind = (sum(deficits[by] for by in deficits if by >= least) for least in range(1, most + 1))
    return tuple(Comeback(least, share(count, won)) for least, count in enumerate(behind, 1))


PLACES = ("first", "second", "third", "fourth", "fifth")
SHOWN_DEFICITS = 10
"""Larger ones are in the JSON."""


def study_text(study: Study, played: int) -> str:
    """Returns in one line what was played: `Claim It!, 2 players, 1,000 games, seed 7, recycle=false`."""
    options = (
        f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in study.options.items()
    )
    games = f"{played:,} {'game' if played == 1 else 'games'}"
    if played < study.total:
        games = f"the first {played:,} of {study.total:,} games"
    parts = [title_of(study.game), f"{study.players} players", games, f"seed {study.seed}"]
    return ", ".join([*parts, *(option for option in options if not option.endswith("="))])


def percent_text(part: float) -> str:
    """Returns a share as per cent: `97.7 %`."""
    return f"{100 * part:.1f} %"


def interval_text(interval: Interval) -> tuple[str, str]:
    """Returns a share and its interval: `97.7 %` and `97.4 to 97.9 %`."""
    return percent_text(interval.value), f"{100 * interval.low:.1f} to {percent_text(interval.high)}"


def describe(study: Study, summary: Summary) -> str:
    """Returns the figures of a study, several lines."""
    lines = [study_text(study, summary.games), ""]
    if summary.meetings:
        rows = [["bot", "against", "games", "won", "95 %"]]
        rows += [[one, other, f"{taken.games:,}", *interval_text(taken.won)] for one, other, taken in summary.meetings]
        lines += [*align_columns(rows, "llrrr"), ""]
    lines += _shares(summary)
    turns = summary.lengths
    lines += [
        "",
        f"turns a game: {turns.mean.value:.1f} in the mean ({turns.mean.low:.1f} to {turns.mean.high:.1f})",
        f"half of the games {turns.quarter} to {turns.three_quarters}, all {turns.shortest} to {turns.longest}",
    ]
    game = GAMES[study.game]
    if game.luck is not None and summary.busts:
        lines += ["", "busts by how many rolls of the turn had gone well before"]
        rows = [["bot", "before", "rolls", "busts", "95 %"]]
        for name, rates in summary.busts:
            rows += [[name, str(rate.survived), f"{rate.rolls:,}", *interval_text(rate.busted)] for rate in rates]
        lines += align_columns(rows, "lrrrr")
    if summary.comebacks:
        first = summary.comebacks[:SHOWN_DEFICITS]
        shares = ", ".join(f"{each.at_least}: {percent_text(each.games.value)}" for each in first)
        lines += ["", f"won after being behind by at least ({game.ranking[0]}) {shares}"]
    return join_lines(lines)


def _shares(summary: Summary) -> list[str]:
    places = PLACES[: len(summary.seats)]
    rows = [["bot", "games", "won", "95 %", *(f"as {place}" for place in places)]]
    for bot in summary.bots:
        by_seat = [percent_text(share.won.value) if share else "" for share in bot.by_seat]
        rows.append([bot.name, f"{bot.overall.games:,}", *interval_text(bot.overall.won), *by_seat])
    seats = [
        [place, f"{share.games:,}", *interval_text(share.won)]
        for place, share in zip(places, summary.seats, strict=True)
    ]
    seat_rows = [["seat", "games", "won", "95 %"], *seats]
    return [*align_columns(rows, "lrrr" + "r" * len(places)), "", *align_columns(seat_rows, "lrrr")]


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
