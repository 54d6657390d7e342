"""`companion simulate` and `companion tournament`: play many games between bots, and print the shares of their wins.

The games of a study are numbered, and each has its own seed, which depends on the seed of the study and on its number.
They are played in batches, by processes of this machine or the workers of a Dask scheduler. Results are read in order,
so after an interrupt the counted games are the first games of the study and not the shortest ones.
"""

import argparse
import hashlib
import logging
import os
import platform
import re
import signal
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import combinations, cycle
from math import fsum, sqrt
from random import Random
from statistics import NormalDist, fmean, median_low, stdev
from typing import Any, NamedTuple, Protocol, TypeAlias

import msgspec
from msgspec import Struct

from companion.commands.cli import INTERRUPTED, MAX_NUMBER, UNAVAILABLE, USAGE, align_columns, join_lines
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
from engine.record import start_record
from engine.starts import parse_start

BotNames: TypeAlias = tuple[str, ...]
"""The names of the bots in a game."""


class Study(Struct, frozen=True):
    """A number of games between bots, numbered from 0."""

    game: str
    options: Json
    """All options of the rules."""
    line_ups: tuple[BotNames, ...]
    """The games alternate between the line-ups, so that an interrupted study has the same number of games of each."""
    games: int
    """Number of games of each line-up."""
    seed: int
    is_tournament: bool = False

    @property
    def total(self) -> int:
        return self.games * len(self.line_ups)

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for line_up in self.line_ups for name in line_up))

    def seating(self, number: int) -> BotNames:
        """Returns the bots of a game by seat; the first seat changes from game to game of a line-up."""
        line_up = self.line_ups[number % len(self.line_ups)]
        shift = number // len(self.line_ups) % len(line_up)
        return line_up[shift:] + line_up[:shift]

    def game_seed(self, number: int) -> bytes:
        return hashlib.sha256(f"companion study {self.seed} game {number}".encode()).digest()


class Outcome(NamedTuple):
    seating: BotNames
    winners: tuple[int, ...]
    turns: int


class StudyError(Exception):
    """A game of a study cannot be played; the text says which game and why."""


class Batch(NamedTuple):
    numbers: range
    tally: Counter[Outcome]


def play_games(study: Study, numbers: range) -> Batch:
    """Plays the games with these numbers. The result depends only on the arguments.

    Raises StudyError: a bot cannot be loaded, fails or breaks the rules, or a game does not end.
    """
    try:
        bots = {name: find_bot(name, study.game) for name in study.bots}
    except Illegal as refusal:
        # The bot's plug-in may be missing on another machine. Unlike Illegal, a StudyError can be pickled.
        raise StudyError(f"{platform.node()}: {refusal.message}") from refusal
    tally = Counter[Outcome]()
    for number in numbers:
        seating, seed = study.seating(number), study.game_seed(number)
        # The bots' random numbers also depend on the seed, but not on the dice.
        chance = Random(int.from_bytes(seed)).random  # noqa: S311 - not a secret
        try:
            end = play_game(GAMES[study.game], study.options, [bots[name] for name in seating], seed, chance)
        except EngineError as error:
            raise StudyError(f"game {number}: {error}") from error
        tally[Outcome(seating, tuple(map(int, end.winners or ())), end.turns)] += 1
    return Batch(numbers, tally)


BATCH_S = 0.4
"""Target duration of a batch in seconds: much longer than its overhead, but short enough to show progress."""
MAX_BATCH_S = 3600.0
"""Timeout of a batch in seconds: the first batch is one game, which takes minutes with slow bots."""
BATCHES_PER_WORKER = 2
"""Batches for each worker: one in progress, one in its queue."""


class PendingBatch(Protocol):
    def result(self) -> Batch:
        """Waits for the result."""


class Pool(NamedTuple):
    size: Callable[[], int]
    """Returns the number of workers."""
    submit: Callable[[range], PendingBatch]
    worker_errors: tuple[type[Exception], ...]
    """The exceptions that mean that no worker is left."""
    explanation: str
    """The explanation of these exceptions in a sentence."""


def play_in_order(pool: Pool, numbers: range, clock: Callable[[], float]) -> Iterator[Batch]:
    """Yields batches of consecutive games until all are played. Raises StudyError: a game cannot be played."""
    pending, size, began_at = deque[PendingBatch](), 1, clock()
    left = numbers
    while left or pending:
        count = pool.size()
        while left and len(pending) < BATCHES_PER_WORKER * count:
            pending.append(pool.submit(left[:size]))
            left = left[size:]
        batch = pending.popleft().result()
        yield batch
        games_per_s = (batch.numbers.stop - numbers.start) / max(1e-9, clock() - began_at) / count  # of one worker
        size = max(1, min(2 * size, int(games_per_s * BATCH_S)))


@contextmanager
def local_workers(jobs: int, study: Study) -> Iterator[Pool]:
    """Starts `jobs` processes of this machine; drops unfinished batches at the end."""
    workers = [Workers() for _ in range(jobs)]
    turns = cycle(workers)

    def submit(numbers: range) -> PendingBatch:
        return next(turns).submit(Job("play", play_games, (study, numbers), MAX_BATCH_S))

    try:
        yield Pool(lambda: jobs, submit, (WorkerError,), "a worker process was killed or ran out of memory")
    finally:
        for each in workers:
            each.close()


ANSWER_S = 5
"""Timeout for an answer of the scheduler in seconds."""
WORKERS_S = 20
"""Timeout for the first worker in seconds."""
LOGGERS = ("distributed", "distributed.client", "distributed.core", "tornado.application")
ADDRESS = re.compile(r"(tcp|tls)://[^\s/:]+:[0-9]{1,5}|(tcp|tls)://\[[0-9a-fA-F:]+\]:[0-9]{1,5}")


@contextmanager
def scheduler_workers(address: str, study: Study) -> Iterator[Pool]:
    """Connects to a scheduler during the block.

    Raises:
        SettingsError: the package is missing, the address is wrong, or the scheduler does not answer or has no workers.
    """
    try:
        import distributed  # noqa: PLC0415 - an extra, which takes half a second to load
        from distributed.client import ClosedClientError  # noqa: PLC0415
    except ImportError as error:
        raise SettingsError(
            "--scheduler: it needs an extra: pip install --editable '.[cluster]' in the checkout"
        ) from error
    if not ADDRESS.fullmatch(address):
        raise SettingsError(f"--scheduler: {legible(address)!r} is not an address; allowed: tcp://HOST:PORT")
    # Dask would log its exceptions with tracebacks to the standard error.
    for logger in LOGGERS:
        logging.getLogger(logger).setLevel(logging.CRITICAL)
    try:
        client: Any = distributed.Client(address, timeout=ANSWER_S, set_as_default=False)
    except (OSError, ValueError) as error:
        raise SettingsError(f"--scheduler: no answer at {address}") from error
    worker_errors = (distributed.KilledWorker, distributed.CancelledError, ClosedClientError, OSError, ImportError)
    with client:
        try:
            client.wait_for_workers(1, timeout=WORKERS_S)
        except TimeoutError as error:
            raise SettingsError(f"--scheduler: {address} has no workers") from error
        yield Pool(
            # The number of workers may change. If one fails, the scheduler gives its games to another one.
            lambda: max(1, sum(client.nthreads().values())),
            # Not `pure`, so that two studies at the same time do not share results.
            lambda numbers: client.submit(play_games, study, numbers, pure=False),
            worker_errors,
            "the scheduler does not answer, or its workers cannot play",
        )


Z = NormalDist().inv_cdf(0.975)
"""1.96: the number of standard errors at each side that contain 95% of a normal distribution."""


class Interval(Struct, frozen=True):
    """A figure and its interval of 95 %."""

    value: float
    low: float
    high: float


class WinShare(Struct, frozen=True):
    """The share of games won; a win shared by k players counts 1/k."""

    games: int
    won: Interval


class BotShare(Struct, frozen=True):
    name: str
    overall: WinShare
    by_seat: tuple[WinShare | None, ...]
    """None for a seat that the bot has not played."""


class Lengths(Struct, frozen=True):
    mean: Interval
    shortest: int
    median: int
    longest: int


class Meeting(Struct, frozen=True):
    """The games between two bots of a tournament."""

    one: str
    other: str
    taken: WinShare
    """The share of these games that `one` won."""


class Summary(Struct, frozen=True):
    games: int
    bots: tuple[BotShare, ...]
    seats: tuple[WinShare, ...]
    """One for each seat, over all bots; the first seat starts."""
    lengths: Lengths
    meetings: tuple[Meeting, ...] = ()
    """Only for a tournament."""


class Result(Struct, frozen=True):
    """The output of `--json`."""

    study: Study
    played: int
    summary: Summary | None
    """None if a line-up has not played yet."""


def result_of(study: Study, tally: Counter[Outcome]) -> Result:
    played, seat_numbers = tally.total(), range(len(study.line_ups[0]))
    if played < len(study.line_ups):
        return Result(study, played, None)
    bots = []
    for bot in study.bots:
        by_seat = (_win_share(tally, bot, seat) for seat in seat_numbers)
        bots.append(BotShare(bot, _win_share(tally, bot), tuple(each if each.games else None for each in by_seat)))
    seats = tuple(_win_share(tally, seat=seat) for seat in seat_numbers)
    meetings = []
    for one, other in study.line_ups if study.is_tournament else ():
        between = {outcome: count for outcome, count in tally.items() if set(outcome.seating) == {one, other}}
        meetings.append(Meeting(one, other, _win_share(between, one)))
    turns = sorted(outcome.turns for outcome in tally.elements())
    mean, half_width = fmean(turns), Z * stdev(turns) / sqrt(played) if played > 1 else 0.0
    lengths = Lengths(Interval(mean, mean - half_width, mean + half_width), turns[0], median_low(turns), turns[-1])
    return Result(study, played, Summary(played, tuple(bots), seats, lengths, tuple(meetings)))


def _win_share(tally: Mapping[Outcome, int], bot: str | None = None, seat: int | None = None) -> WinShare:
    """Returns the share of games that a bot has won in a seat; None for all bots, or for all seats."""
    games, won = 0, list[float]()
    for (seating, winners, _), count in tally.items():
        counted = {each for each, name in enumerate(seating) if bot in {None, name} and seat in {None, each}}
        games += count if counted else 0
        won.append(count * len(counted.intersection(winners)) / max(1, len(winners)))
    # `fsum` is exact, so the order of the batches does not matter.
    return WinShare(games, share(fsum(won), max(1, games)))


def share(hits: float, tries: int) -> Interval:
    """Returns the share of hits with Wilson's score interval (Journal of the ASA 22, 1927), also valid near 0 and 1.

    For shared wins, which are fractions of a hit, the interval is a little too wide.
    """
    value, weight = hits / tries, Z * Z / tries
    middle = (value + weight / 2) / (1 + weight)
    half_width = Z * sqrt(value * (1 - value) / tries + weight / tries / 4) / (1 + weight)
    return Interval(value, max(0.0, middle - half_width), min(1.0, middle + half_width))


SEAT_NAMES = ("first", "second", "third", "fourth", "fifth")


def describe(study: Study, summary: Summary) -> str:
    """Returns the figures of a study as text with several lines."""
    lines, seat_names = [study_text(study, summary.games), ""], SEAT_NAMES[: len(summary.seats)]
    if summary.meetings:
        rows = [["bot", "against", "games", "won", "95 %"]]
        rows += [[each.one, each.other, *share_texts(each.taken)] for each in summary.meetings]
        lines += [*align_columns(rows, "llrrr"), ""]
    rows = [["bot", "games", "won", "95 %", *(f"as {seat}" for seat in seat_names)]]
    for bot in summary.bots:
        in_seats = (share_texts(each)[1] if each else "" for each in bot.by_seat)
        rows.append([bot.name, *share_texts(bot.overall), *in_seats])
    lines += [*align_columns(rows, "lrrr" + "r" * len(seat_names)), ""]
    rows = [["seat", "games", "won", "95 %"]]
    rows += [[seat, *share_texts(each)] for seat, each in zip(seat_names, summary.seats, strict=True)]
    lines += [*align_columns(rows, "lrrr"), ""]
    turns = summary.lengths
    mean = f"{turns.mean.value:.1f} on average ({turns.mean.low:.1f} to {turns.mean.high:.1f})"
    lines.append(f"turns a game: {mean}, {turns.shortest} to {turns.longest}, median {turns.median}")
    return join_lines(lines)


def study_text(study: Study, played: int) -> str:
    """Returns the study in one line: `Claim It!, 2 players, 1,000 games, seed 7, recycle=false`."""
    options = (
        f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in study.options.items()
        if value != ""
    )
    games = f"{played:,} {'game' if played == 1 else 'games'}"
    if played < study.total:
        games = f"the first {played:,} of {study.total:,} games"
    return ", ".join([title_of(study.game), f"{len(study.line_ups[0])} players", games, f"seed {study.seed}", *options])


def share_texts(wins: WinShare) -> tuple[str, str, str]:
    """Returns the games, the share and its interval: `1,000`, `97.7 %`, `97.4 to 97.9 %`."""
    value, low, high = (f"{100 * part:.1f}" for part in (wins.won.value, wins.won.low, wins.won.high))
    return f"{wins.games:,}", f"{value} %", f"{low} to {high} %"


def main(args: argparse.Namespace) -> int:
    """Plays a study or a round robin; returns the exit status."""
    command = "tournament" if args.is_tournament else "simulate"
    try:
        study, jobs = read_study(args), _jobs(args)
        for each in STOP_SIGNALS:
            if signal.getsignal(each) is not signal.SIG_IGN:  # as with `nohup`
                signal.signal(each, signal.default_int_handler)
        with local_workers(jobs, study) if args.scheduler is None else scheduler_workers(args.scheduler, study) as pool:
            return _run_study(command, study, pool, as_json=args.json)
    except (SettingsError, StudyError) as error:
        sys.stderr.write(f"companion {command}: {error}\n")
        return USAGE


def read_study(args: argparse.Namespace) -> Study:
    """Returns the study of the command line. Raises SettingsError: an argument is wrong."""
    if args.game not in (None, *GAMES):
        raise SettingsError(f"--game: unknown game {legible(args.game)}; allowed: {', '.join(GAMES)}")
    game = GAMES[args.game or next(iter(GAMES))]
    bots = tuple(name.strip() for name in args.bots.split(","))
    line_ups: tuple[BotNames, ...] = (bots,)
    if args.is_tournament:
        line_ups = tuple(combinations(bots, 2))
        if not line_ups or len(set(bots)) < len(bots):
            raise SettingsError("--bots: a tournament needs different bots; allowed: two or more, each once")
    if len(line_ups[0]) not in game.seats:
        allowed = f"{game.seats[0]} to {game.seats[-1]} players"
        raise SettingsError(f"--bots: {len(line_ups[0])} cannot play {game.title}; allowed: {allowed}")
    for name in bots:
        try:
            find_bot(name, game.name)
        except Illegal as refusal:
            raise SettingsError(f"--bots: {legible(name)}: {refusal.message}") from refusal
    # A random seed is reported with the result.
    seed = int.from_bytes(os.urandom(4)) & MAX_NUMBER if args.seed is None else args.seed
    options = _options(game, args.option, len(line_ups[0]))
    return Study(game.name, options, line_ups, args.games, seed, args.is_tournament)


def _options(game: AnyGame, texts: list[str], players: int) -> Json:
    chosen = parse_options(game, texts)
    try:
        start = parse_start({"game": game.name, "players": list(map(str, range(players))), "options": chosen})
        start_record(start)  # the game checks the values of its options
    except Illegal as refusal:
        raise SettingsError(f"--option: {refusal.message}") from refusal
    return dict(start.options)


def _jobs(args: argparse.Namespace) -> int:
    if args.jobs is None:
        # The cores that this process can use; in a container that may not be all cores of the machine.
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if args.scheduler is not None:
        raise SettingsError("--jobs: the scheduler decides the number of workers; allowed: without --scheduler")
    return int(args.jobs)


def _run_study(command: str, study: Study, pool: Pool, *, as_json: bool) -> int:
    tally, status, why = Counter[Outcome](), 0, ""
    try:
        for batch in play_in_order(pool, range(study.total), monotonic_s):
            tally.update(batch.tally)
            _show_progress(f"{batch.numbers.stop:,} of {study.total:,} games")
    # The games so far are reported, even if the terminal is closed or a batch system ends the job.
    except KeyboardInterrupt:
        status, why = INTERRUPTED, "interrupted"
    except pool.worker_errors:
        status, why = UNAVAILABLE, pool.explanation
    finally:
        _show_progress("")
    result = result_of(study, tally)
    if status:
        sys.stderr.write(f"companion {command}: {why} after {result.played:,} of {study.total:,} games\n")
    if as_json:
        sys.stdout.write(msgspec.json.encode(result).decode() + "\n")
    elif result.summary is not None:
        sys.stdout.write(describe(study, result.summary))
    return status


def _show_progress(text: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text}\x1b[K")
        sys.stderr.flush()
