"""`companion simulate`: plays many games between bots, and prints the shares of their wins.

The games are numbered from 0, and each has a key, which follows from the seed and its number. Several processes play
them in batches, and the results are read in order. So the games counted at any time are the first ones, not the
shortest ones.
"""

import argparse
import hashlib
import os
import signal
import sys
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import ExitStack, closing
from itertools import cycle
from math import fsum, sqrt
from random import Random
from statistics import NormalDist, fmean, median_low, stdev
from typing import NamedTuple

from companion.commands.cli import INTERRUPTED, MOST_NUMBER, UNAVAILABLE, USAGE, align_columns, join_lines
from companion.core.effects import Job
from companion.files import legible
from companion.runtime.clock import monotonic_s
from companion.runtime.workers import STOP_SIGNALS, WorkerError, Workers
from companion.settings.schema import SettingsError
from companion.settings.text_values import parse_options
from engine.bot import play_game
from engine.bots import find_bot
from engine.game import AnyGame, EngineError, Illegal, Json
from engine.games import GAMES, title_of
from engine.record import begin
from engine.starts import parse_start


class Study(NamedTuple):
    """A number of games between bots, numbered from 0."""

    game: str
    options: Json
    """All options of the rules."""
    bots: tuple[str, ...]
    """The bot of each player; a bot can play several seats."""
    games: int
    seed: int

    def seating(self, number: int) -> tuple[str, ...]:
        """Returns the bots of a game by seat: from game to game each bot moves on by one seat."""
        shift = number % len(self.bots)
        return self.bots[shift:] + self.bots[:shift]

    def key(self, number: int) -> bytes:
        return hashlib.sha256(f"companion study {self.seed} game {number}".encode()).digest()


class Outcome(NamedTuple):
    seating: tuple[str, ...]
    winners: tuple[int, ...]
    turns: int


class StudyError(Exception):
    """A game of a study cannot be played; the text says which game and why."""


def play_games(study: Study, numbers: range) -> Counter[Outcome]:
    """Plays the games with these numbers. The result depends only on the arguments.

    Raises:
        StudyError: a bot fails or breaks the rules, or a game does not end.
    """
    bots = {name: find_bot(name, study.game) for name in study.bots}
    tally = Counter[Outcome]()
    for number in numbers:
        seating, key = study.seating(number), study.key(number)
        # The bots' random numbers are also computed from the key, independently of the dice.
        chance = Random(int.from_bytes(key)).random  # noqa: S311 - not a secret
        try:
            end = play_game(GAMES[study.game], study.options, [bots[name] for name in seating], key, chance)
        except EngineError as error:
            raise StudyError(f"game {number}: {error}") from error
        tally[Outcome(seating, tuple(map(int, end.winners or ())), end.turns)] += 1
    return tally


BATCH_S = 0.4
"""Target duration of a batch: much longer than its overhead, but short enough for progress and interrupts."""
MOST_BATCH_S = 3600.0
"""Timeout of a batch in seconds. A first batch is one game, which takes minutes with slow bots."""
IN_HAND = 2
"""Batches for each worker: one in progress, one in its queue."""


def play_in_order(study: Study, jobs: int) -> Iterator[Counter[Outcome]]:
    """Yields the outcomes of batches of consecutive games until all are played by `jobs` processes.

    Raises:
        StudyError: a game cannot be played.
        WorkerError: a process was killed.
    """
    with ExitStack() as running:
        workers = cycle([running.enter_context(closing(Workers())) for _ in range(jobs)])
        pending = deque[Future[Counter[Outcome]]]()
        left, size, played, began_at = range(study.games), 1, 0, monotonic_s()
        while left or pending:
            while left and len(pending) < IN_HAND * jobs:
                pending.append(next(workers).submit(Job("play", play_games, (study, left[:size]), MOST_BATCH_S)))
                left = left[size:]
            tally = pending.popleft().result()
            yield tally
            # The size of a batch affects only the speed.
            played += tally.total()
            per_worker = played / max(1e-9, monotonic_s() - began_at) / jobs
            size = max(1, min(2 * size, int(per_worker * BATCH_S)))


Z = NormalDist().inv_cdf(0.975)
"""1.96: the number of standard errors at each side that contain 95% of a normal distribution."""


class Share(NamedTuple):
    """A share of games and its interval of 95 %."""

    games: int
    value: float
    low: float
    high: float


def share_of(hits: float, games: int) -> Share:
    """Returns the share of the hits, with Wilson's score interval (Journal of the ASA 22, 1927).

    The interval is also valid near 0 and 1. Hits can be fractions for shared wins; then it is a little too wide.
    """
    if not games:
        return Share(0, 0.0, 0.0, 1.0)
    value, weight = hits / games, Z * Z / games
    middle = (value + weight / 2) / (1 + weight)
    half = Z * sqrt(value * (1 - value) / games + weight / games / 4) / (1 + weight)
    return Share(games, value, max(0.0, middle - half), min(1.0, middle + half))


def win_share(tally: Mapping[Outcome, int], bot: str | None = None, seat: int | None = None) -> Share:
    """Returns the share of the games that a bot has won at a seat; None for all bots, or for all seats.

    If k players share a win, each gets 1/k.
    """
    games, won = 0, list[float]()
    for (seating, winners, _), count in tally.items():
        ours = {place for place, name in enumerate(seating) if bot in {None, name} and seat in {None, place}}
        games += count if ours else 0
        won.append(count * len(ours.intersection(winners)) / max(1, len(winners)))
    # A sum that does not depend on the order of the batches.
    return share_of(fsum(won), games)


PLACES = ("first", "second", "third", "fourth", "fifth")


def describe(study: Study, tally: Counter[Outcome]) -> str:
    """Returns the figures of a study, several lines."""
    places = PLACES[: len(study.bots)]
    bots = [["bot", "games", "won", "95 %", *(f"as {place}" for place in places)]]
    for bot in dict.fromkeys(study.bots):
        by_seat = (_share_texts(win_share(tally, bot, seat))[1] for seat in range(len(places)))
        bots.append([bot, *_share_texts(win_share(tally, bot)), *by_seat])
    seats = [["seat", "games", "won", "95 %"]]
    seats += ([place, *_share_texts(win_share(tally, seat=seat))] for seat, place in enumerate(places))
    turns = sorted(outcome.turns for outcome in tally.elements())
    mean, half = fmean(turns), Z * stdev(turns) / sqrt(len(turns)) if len(turns) > 1 else 0.0
    return join_lines(
        (
            _study_text(study, len(turns)),
            "",
            *align_columns(bots, "lrrr" + "r" * len(places)),
            "",
            *align_columns(seats, "lrrr"),
            "",
            f"turns a game: {mean:.1f} in the mean ({mean - half:.1f} to {mean + half:.1f}), "
            f"{turns[0]} to {turns[-1]}, median {median_low(turns)}",
        )
    )


def _study_text(study: Study, played: int) -> str:
    """Returns in one line what was played: `Claim It!, 2 players, 1,000 games, seed 7, recycle=false`."""
    options = (
        f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in study.options.items()
        if value != ""
    )
    games = f"{played:,} {'game' if played == 1 else 'games'}"
    if played < study.games:
        games = f"the first {played:,} of {study.games:,} games"
    return ", ".join([title_of(study.game), f"{len(study.bots)} players", games, f"seed {study.seed}", *options])


def _share_texts(share: Share) -> tuple[str, str, str]:
    """Returns the games, the share and its interval: `1,000`, `97.7 %`, `97.4 to 97.9 %`."""
    if not share.games:
        return "", "", ""
    value, low, high = (f"{100 * part:.1f}" for part in share[1:])
    return f"{share.games:,}", f"{value} %", f"{low} to {high} %"


def main(args: argparse.Namespace) -> int:
    """Plays a study; returns the exit status."""
    try:
        study = read_study(args)
        for each in STOP_SIGNALS:
            if signal.getsignal(each) is not signal.SIG_IGN:  # as with `nohup`
                signal.signal(each, signal.default_int_handler)
        return _play(study, args.jobs or _cores())
    except (SettingsError, StudyError) as error:
        sys.stderr.write(f"companion simulate: {error}\n")
        return USAGE


def read_study(args: argparse.Namespace) -> Study:
    """Returns the study of the command line. Raises SettingsError: an argument is wrong."""
    if args.game not in (None, *GAMES):
        raise SettingsError(f"--game: unknown game {legible(args.game)}; allowed: {', '.join(GAMES)}")
    game = GAMES[args.game or next(iter(GAMES))]
    bots = tuple(name.strip() for name in args.bots.split(","))
    if len(bots) not in game.seats:
        allowed = f"{game.seats[0]} to {game.seats[-1]} players"
        raise SettingsError(f"--bots: {len(bots)} cannot play {game.title}; allowed: {allowed}")
    for name in bots:
        try:
            find_bot(name, game.name)
        except Illegal as refusal:
            raise SettingsError(f"--bots: {legible(name)}: {refusal.message}") from refusal
    # A random seed is printed with the result.
    seed = int.from_bytes(os.urandom(4)) & MOST_NUMBER if args.seed is None else args.seed
    return Study(game.name, _options(game, args.option, len(bots)), bots, args.games, seed)


def _options(game: AnyGame, texts: list[str], players: int) -> Json:
    chosen = parse_options(game, texts)
    try:
        start = parse_start({"game": game.name, "players": list(map(str, range(players))), "options": chosen})
        begin(start)  # the game checks the values of its options
    except Illegal as refusal:
        raise SettingsError(f"--option: {refusal.message}") from refusal
    return dict(start.options)


def _cores() -> int:
    """Returns the number of cores that this process can use: in a container not all cores of the machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _play(study: Study, jobs: int) -> int:
    tally, status, why = Counter[Outcome](), 0, ""
    try:
        for batch in play_in_order(study, jobs):
            tally.update(batch)
            _show_progress(f"{tally.total():,} of {study.games:,} games")
    # The games so far are reported, also if a batch system ends the job or the terminal is closed.
    except KeyboardInterrupt:
        status, why = INTERRUPTED, "interrupted"
    except WorkerError:
        status, why = UNAVAILABLE, "a worker process was killed or ran out of memory"
    finally:
        _show_progress("")
    if status:
        sys.stderr.write(f"companion simulate: {why} after {tally.total():,} of {study.games:,} games\n")
    if tally:
        sys.stdout.write(describe(study, tally))
    return status


def _show_progress(text: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text}\x1b[K")
        sys.stderr.flush()
