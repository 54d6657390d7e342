"""`companion simulate` and `companion tournament`: play many games between bots, and print tables or JSON."""

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import asdict

from companion.commands.simulate.games import (
    ENDING,
    Study,
    StudyError,
    Tally,
    Workers,
    WorkersLost,
    no_tallies,
    pairs,
    play_in_order,
    workers_here,
    workers_of,
)
from companion.console import Progress, align_columns, join_lines
from companion.files import legible
from companion.runtime.clock import monotonic_s
from companion.runtime.signals import interrupted_by
from companion.settings.schema import SettingsError
from companion.settings.text_values import parse_option, whole_number
from engine.bots import find_bot
from engine.game import AnyGame, Illegal
from engine.games import GAMES, title_of
from engine.record import begin
from engine.starts import choosable_options, parse_start

FEWEST_ROLLS = 30
"""Minimum number of rolls for a bust rate; with fewer, the interval would span half the scale."""


class WinShare(NamedTuple):
    """The share of games won; a win shared by k players counts 1/k."""

    games: int
    won: "Interval"


class BotShare(NamedTuple):
    """A bot's share of the win."""

    name: str
    overall: WinShare
    by_seat: tuple[WinShare | None, ...]
    """None for a seat that it never played."""


class Lengths(NamedTuple):
    """The number of turns of the games."""

    mean: "Interval"
    shortest: int
    quarter: int
    """The first quartile."""
    median: int
    three_quarters: int
    longest: int


class BustRate(NamedTuple):
    """The share of rolls that were a bust."""

    survived: int
    """The number of successful rolls before in the turn; in Claim It! the number of stones placed."""
    rolls: int
    busted: "Interval"


class Comeback(NamedTuple):
    """The share of games won by a player who had been behind by at least this much."""

    at_least: int
    games: "Interval"


class Meeting(NamedTuple):
    """The result of the first of two bots against the second."""

    one: str
    other: str
    taken: WinShare


class Summary(Struct, frozen=True):
    """The figures of a study."""

    games: int
    bots: tuple[BotShare, ...]
    """In the order of the command line."""
    seats: tuple[WinShare, ...]
    """One for each seat, over all bots; the first seat starts."""
    lengths: Lengths
    busts: tuple[tuple[str, tuple[BustRate, ...]], ...]
    comebacks: tuple[Comeback, ...]
    """For a deficit of 1, 2, … as far as they occurred; empty for a game without a ranking."""
    meetings: tuple[Meeting, ...] = ()
    """Only for a tournament."""


def summarize(study: Study, tallies: Sequence[Tally]) -> Summary:
    """Returns the statistics of a study; each line-up must have played at least one game."""
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
    """Returns the number of games that a bot has won at a seat; a win shared by k players counts 1/k."""
    # As a fraction, because the sum of floats would depend on the order of the batches.
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


def interval_text(interval: "Interval") -> tuple[str, str]:
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
"""1.96: the number of standard errors at each side that contain 95% of a normal distribution."""


class Interval(NamedTuple):
    """A figure and its interval of 95 %."""

    value: float
    low: float
    high: float


class Moments(NamedTuple):
    """Sums over games of tries, hits and their products."""

    tries: int
    hits: int
    tries_squared: int
    products: int
    """The sum of tries times hits of each game."""
    hits_squared: int


def share(hits: float, tries: float) -> Interval:
    """Returns the share of the hits, with Wilson's score interval (Journal of the ASA 22, 1927).

    The interval is also valid near 0 and 1. Hits can be fractions for shared wins; then it is a little too wide.

    Args:
        hits: at least 0, at most `tries`.
        tries: above 0.
    """
    value, weight = hits / tries, Z * Z / tries
    middle = (value + weight / 2) / (1 + weight)
    half = Z * sqrt(value * (1 - value) / tries + weight / tries / 4) / (1 + weight)
    return Interval(value, max(0.0, middle - half), min(1.0, middle + half))


def share_by_game(moments: Moments, games: int) -> Interval:
    """Returns the share of the hits if the tries of one game are not independent of each other.

    The variance is that of a ratio of sums over games (Cochran, Sampling Techniques, chapter 6). Wilson's interval is
    computed for the number of independent tries with the same variance, at most the actual number.
    """
    tries, hits, tries_squared, products, hits_squared = moments
    value = hits / tries
    independent = value * (1 - value) / tries
    squares = hits_squared - 2 * value * products + value * value * tries_squared
    variance = squares / tries**2 * games / max(1, games - 1)
    # Without a hit or without a miss, the variance between games is unknown.
    effect = variance / independent if independent else 1.0
    effective = tries / max(1.0, effect)
    return share(value * effective, effective)


def mean(counts: Mapping[int, int]) -> Interval:
    """Returns the mean of numbers with their counts; at least one count is above 0."""
    # In whole numbers as far as possible, because the sum of floats would depend on the order of the counts.
    many = sum(counts.values())
    total = sum(number * count for number, count in counts.items())
    squares = sum(number * number * count for number, count in counts.items())
    value, deviations = total / many, (many * squares - total * total) / many
    half = Z * sqrt(deviations / max(1, many - 1) / many)
    return Interval(value, value - half, value + half)


def quantile(counts: Mapping[int, int], part: float) -> int:
    """Returns the smallest number that at least this share of all numbers does not exceed."""
    due, seen = part * sum(counts.values()), 0
    numbers = sorted(counts)
    for number in numbers:
        seen += counts[number]
        if seen >= due:
            return number
    return numbers[-1]


MOST = (1 << 31) - 1
MOST_JOBS = 1024
TABLE_OF_TWO = 2
"""Number of players in a game of a tournament."""
DONE, WRONG, UNAVAILABLE, INTERRUPTED = 0, 2, 75, 130
"""Exit statuses, as in `companion.commands.cli`."""


def simulate(args: argparse.Namespace) -> int:
    """Plays a study; returns the exit status."""
    return _run("simulate", args)


def tournament(args: argparse.Namespace) -> int:
    """Plays a round robin; returns the exit status."""
    return _run("tournament", args)


def read_simulation(args: argparse.Namespace) -> Study:
    """Returns the study of `companion simulate`. Raises SettingsError: an argument is wrong."""
    bots, game = _bots(args.bots), _game(args.game)
    players = len(bots) if args.players is None else _number("--players", args.players, MOST)
    _require_players(game, players)
    if len(bots) != players:
        raise SettingsError(f"--bots: {len(bots)} for {players} players; allowed: one for each player, as in a,a,b")
    return _read_study(args, game, (bots,), is_tournament=False)


def read_tournament(args: argparse.Namespace) -> Study:
    """Returns the study of `companion tournament`. Raises SettingsError: an argument is wrong."""
    bots, game = _bots(args.bots), _game(args.game)
    if len(bots) < TABLE_OF_TWO or len(set(bots)) < len(bots):
        raise SettingsError("--bots: a tournament needs different bots; allowed: two or more, each once")
    _require_players(game, TABLE_OF_TWO)
    return _read_study(args, game, pairs(bots), is_tournament=True)


def _read_study(
    args: argparse.Namespace, game: AnyGame, line_ups: tuple[tuple[str, ...], ...], *, is_tournament: bool
) -> Study:
    for name in dict.fromkeys(name for line_up in line_ups for name in line_up):
        try:
            find_bot(name, game.name)
        except Illegal as refusal:
            raise SettingsError(f"--bots: {legible(name)}: {refusal.message}") from refusal
    games, options = _number("--games", args.games, MOST), _options(game, args.option, len(line_ups[0]))
    # A random seed is reported with the result.
    seed = int.from_bytes(os.urandom(4)) & MOST if args.seed is None else whole_number(args.seed, MOST)
    if seed is None:
        raise SettingsError(f"--seed: {legible(args.seed)!r} is not a whole number from 0 to {MOST}")
    return Study(game.name, options, line_ups, games, seed, is_tournament)


def _game(name: str | None) -> AnyGame:
    if name is not None and name not in GAMES:
        raise SettingsError(f"--game: unknown game {legible(name)}; allowed: {', '.join(GAMES)}")
    return GAMES[name or next(iter(GAMES))]


def _bots(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _require_players(game: AnyGame, players: int) -> None:
    if players not in game.seats:
        allowed = f"{game.seats[0]} to {game.seats[-1]}"
        raise SettingsError(f"--players: {players} cannot play {game.title}; allowed: {allowed}")


def _options(game: AnyGame, texts: Sequence[str], players: int) -> dict[str, object]:
    known = choosable_options(game)
    chosen = dict(parse_option(text, known) for text in texts)
    if strange := next((name for name in chosen if name not in known), None):
        allowed = ", ".join(known) or "none"
        raise SettingsError(f"--option: {game.title} has no option {legible(strange)}; allowed: {allowed}")
    names = [str(seat) for seat in range(players)]
    try:
        start = parse_start({"game": game.name, "players": names, "options": chosen})
        begin(start)  # the game checks the values of its options
    except Illegal as refusal:
        raise SettingsError(f"--option: {refusal.message}") from refusal
    return dict(start.options)


def _number(option: str, text: str, most: int) -> int:
    number = whole_number(text, most)
    if not number:
        raise SettingsError(f"{option}: {legible(text)!r} is not a whole number from 1 to {most}")
    return number


def _jobs(args: argparse.Namespace) -> int:
    if args.jobs is None:
        # The cores that this process can use: in a container or a batch job not all cores of the machine.
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if args.scheduler is not None:
        raise SettingsError("--jobs: the scheduler decides the number of workers; allowed: without --scheduler")
    return _number("--jobs", args.jobs, MOST_JOBS)


def _run(command: str, args: argparse.Namespace) -> int:
    try:
        study, jobs = (read_tournament if command == "tournament" else read_simulation)(args), _jobs(args)
        with interrupted_by(*ENDING):
            opened = workers_here(jobs, study) if args.scheduler is None else workers_of(args.scheduler, study)
            with opened as workers:
                return _play(command, study, workers, as_json=args.json)
    except (SettingsError, StudyError) as error:
        sys.stderr.write(f"companion {command}: {error}\n")
        return WRONG


def _play(command: str, study: Study, workers: Workers, *, as_json: bool) -> int:
    tallies, played, status, why = no_tallies(study), 0, DONE, ""
    progress = Progress(sys.stderr, study.total, monotonic_s)
    try:
        progress.show(0)
        for batch in play_in_order(workers, range(study.total), monotonic_s):
            for tally, found in zip(tallies, batch.tallies, strict=True):
                tally.merge(found)
            played += len(batch.numbers)
            progress.show(played)
    # The games so far are reported, also if a batch system ends the job or the terminal is closed.
    except KeyboardInterrupt:
        status, why = INTERRUPTED, "interrupted"
    except WorkersLost as error:
        status, why = UNAVAILABLE, str(error)
    finally:
        progress.clear()
    if status:
        sys.stderr.write(f"companion {command}: {why} after {played:,} of {study.total:,} games\n")
    if as_json:
        sys.stdout.write(json.dumps(result_json(study, tallies)) + "\n")
    elif all(tally.games for tally in tallies):
        sys.stdout.write(describe(study, summarize(study, tallies)))
    return status


def result_json(study: Study, tallies: Sequence[Tally]) -> dict[str, Any]:
    """Returns the result as JSON: the study, the number of games played, and the summary or null."""
    played = sum(tally.games for tally in tallies)
    summary = _plain(summarize(study, tallies)) if all(tally.games for tally in tallies) else None
    return {"study": _plain(study), "played": played, "summary": summary}


def _plain(value: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict()
    elif isinstance(value, Struct):
        value = asdict(value)
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
