"""A study: the bots, the game, the number of games and the seed. Plays its games and counts the results.

Its games are played in this process, in several processes or on the workers of a Dask scheduler. Free workers get the
next batch, and results are read in order. So the games counted at any time are the first games of the study, not the
shortest ones.
"""

import hashlib
import logging
import multiprocessing
import os
import platform
import re
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, NamedTuple

from msgspec import Struct, field

import engine
from companion.files import legible
from companion.settings.schema import SettingsError
from engine.bot_games import GameResult, play
from engine.bots import find_bot
from engine.game import EngineError, Illegal, Json
from engine.games import GAMES

LineUp = tuple[str, ...]
"""The names of the bots in a game."""


class Study(Struct, frozen=True):
    """A number of games between bots, numbered from 0. Each has a key, computed from the seed and its number."""

    game: str
    options: Json
    """All options of the rules."""
    line_ups: tuple[LineUp, ...]
    """The line-ups take turns, so that any first part of a study has the same number of games of each."""
    games: int
    """Number of games of each line-up."""
    seed: int
    is_tournament: bool = False

    @property
    def total(self) -> int:
        return self.games * len(self.line_ups)

    @property
    def players(self) -> int:
        return len(self.line_ups[0])

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for line_up in self.line_ups for name in line_up))

    def line_up_of(self, number: int) -> int:
        return number % len(self.line_ups)

    def seating(self, number: int) -> LineUp:
        """Returns the bots of a game by seat: from game to game of a line-up each bot moves on by one seat."""
        line_up = self.line_ups[self.line_up_of(number)]
        shift = number // len(self.line_ups) % len(line_up)
        return line_up[shift:] + line_up[:shift]

    def key(self, number: int) -> bytes:
        return hashlib.sha256(f"companion study {self.seed} game {number}".encode()).digest()


def pairs(bots: Sequence[str]) -> tuple[LineUp, ...]:
    """Returns the line-ups of a round robin: all pairs of the bots."""
    return tuple(combinations(bots, 2))


ByBot = Counter[tuple[str, int]]
"""Counts for a bot and a number."""


class Tally(Struct, frozen=True):
    """The counts of some games. All values are whole numbers, so sums do not depend on the order."""

    lengths: Counter[int] = field(default_factory=Counter)
    """Games by their number of turns."""
    deficits: Counter[int] = field(default_factory=Counter)
    """Games with a winner, by the largest deficit that the winner made up."""
    seated: ByBot = field(default_factory=Counter)
    """Games by bot and seat."""
    wins: Counter[tuple[str, int, int]] = field(default_factory=Counter)
    """Won games by bot, seat and number of winners."""
    rolls: ByBot = field(default_factory=Counter)
    """Rolls by bot and number of successful rolls before in the turn."""
    busts: ByBot = field(default_factory=Counter)
    """Busts, counted in the same way."""
    # The sums of products below are for intervals by game, because the rolls of one game are not independent.
    rolls_squared: ByBot = field(default_factory=Counter)
    """The sum over games of `rolls` squared. Here and below, bots with the same name in a game count together."""
    rolls_times_busts: ByBot = field(default_factory=Counter)
    busts_squared: ByBot = field(default_factory=Counter)

    @property
    def games(self) -> int:
        return self.lengths.total()

    def add(self, seating: LineUp, result: GameResult) -> None:
        self.lengths[result.length] += 1
        if result.deficit is not None:
            self.deficits[result.deficit] += 1
        for seat, name in enumerate(seating):
            self.seated[name, seat] += 1
        for seat in result.winners:
            self.wins[seating[seat], seat, len(result.winners)] += 1
        for name in dict.fromkeys(seating):
            turns = [turn for bot, own in zip(seating, result.turns, strict=True) if bot == name for turn in own]
            self._add_turns(name, turns)

    def _add_turns(self, name: str, turns: Iterable[int]) -> None:
        ended = Counter(turns)
        rolling = 0
        # From the longest turns down: each roll implies all rolls before it.
        for survived in range(max(max(turn, ~turn) for turn in ended), -1, -1) if ended else ():
            busts = ended[~survived]
            rolls = rolling + busts
            # If the turn did not end with a bust, its last roll was successful.
            rolling = rolls + ended[survived]
            if rolls:
                self.rolls[name, survived] += rolls
                self.rolls_squared[name, survived] += rolls * rolls
            if busts:
                self.busts[name, survived] += busts
                self.rolls_times_busts[name, survived] += rolls * busts
                self.busts_squared[name, survived] += busts * busts

    def merge(self, other: "Tally") -> None:
        for name in self.__struct_fields__:
            getattr(self, name).update(getattr(other, name))


class StudyError(Exception):
    """A game of a study cannot be played; the text says which game and why."""


class Batch(NamedTuple):
    """Some consecutive games of a study."""

    numbers: range
    tallies: tuple[Tally, ...]
    """One for each line-up."""


def play_games(study: Study, numbers: range) -> Batch:
    """Plays the games with these numbers. The result depends only on the arguments.

    Raises:
        StudyError: a bot cannot be loaded, fails or breaks the rules, or a game does not end.
    """
    game = GAMES[study.game]
    try:
        bots = {name: find_bot(name, study.game) for name in study.bots}
    except Illegal as refusal:
        # A plug-in may be missing on another machine. A StudyError can be sent between processes, unlike an Illegal.
        raise StudyError(f"{platform.node()}: {refusal.message}") from refusal
    tallies = no_tallies(study)
    for number in numbers:
        seating, key = study.seating(number), study.key(number)
        # The bots' random numbers are also computed from the key, independently of the dice.
        chance = Random(int.from_bytes(key)).random  # noqa: S311 - not a secret
        try:
            result = play(game, study.options, [bots[name] for name in seating], key, chance)
        except EngineError as error:
            raise StudyError(f"game {number}: {error}") from error
        tallies[study.line_up_of(number)].add(seating, result)
    return Batch(numbers, tallies)


def no_tallies(study: Study) -> tuple[Tally, ...]:
    return tuple(Tally() for _ in study.line_ups)


@cache
def rules_digest() -> str:
    """Returns a digest of the engine's rules, bots and weights, because games of two engines must not be mixed."""
    # Computed from the source files, because a bot may change without a new version number.
    folder = Path(str(engine.__file__)).parent
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.suffix in {".py", ".json"}:
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


BATCH_S = 0.4
"""Target duration of a batch: much longer than its overhead, but short enough for progress and interrupts."""
IN_HAND = 2
"""Batches for each worker: one in progress, one in its queue."""
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that end a study."""


class WorkersLost(Exception):
    """No worker is left; the text says why in one sentence."""


PendingBatch = Callable[[], Batch]
"""A submitted batch; the call waits for its result."""


class Workers(Struct, frozen=True):
    """The workers of a study."""

    count: Callable[[], int]
    """Returns the number of batches played at a time."""
    submit: Callable[[range], PendingBatch]
    """Submits the games with these numbers."""


def play_in_order(workers: Workers, numbers: range, clock: Callable[[], float]) -> Iterator[Batch]:
    """Yields batches of consecutive games until all are played.

    Raises:
        StudyError: a game cannot be played.
        WorkersLost: no worker is left.
    """
    # The size of a batch affects only the speed.
    pending, size, began_at = deque[PendingBatch](), 1, clock()
    left = numbers
    while left or pending:
        count = workers.count()
        while left and len(pending) < IN_HAND * count:
            pending.append(workers.submit(left[:size]))
            left = left[size:]
        batch = pending.popleft()()
        yield batch
        per_worker = (batch.numbers.stop - numbers.start) / max(1e-9, clock() - began_at) / count
        size = max(1, min(2 * size, int(per_worker * BATCH_S)))


@contextmanager
def _lost_process_named() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool as error:
        raise WorkersLost("a worker process was killed or ran out of memory") from error


@contextmanager
def workers_here(jobs: int, study: Study) -> Iterator[Workers]:
    """Starts `jobs` processes, or uses only this one if `jobs` is 1; drops unfinished batches at the end."""
    if jobs == 1:
        yield Workers(lambda: 1, lambda numbers: partial(play_games, study, numbers))
        return
    # Spawned and not forked, because a fork of a process with threads can deadlock. This also starts the resource
    # tracker, which inherits the blocked signals and so survives a closed terminal.
    with _signals_held():
        executor = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _follow_the_parent)

    def submit(numbers: range) -> PendingBatch:
        # This starts the processes; an interrupt during their start would print a traceback.
        with _lost_process_named(), _signals_held():
            pending = executor.submit(play_games, study, numbers)
        return _lost_process_named()(pending.result)

    try:
        yield Workers(lambda: jobs, submit)
    finally:
        ours = multiprocessing.active_children()
        executor.shutdown(wait=False, cancel_futures=True)
        # A game of slow bots takes seconds; dropped batches are not worth the wait.
        for process in ours:
            process.terminate()


@contextmanager
def _signals_held() -> Iterator[None]:
    """Blocks the signals that end a study, also in threads and processes that are started in the block."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow_the_parent() -> None:
    def end_with_the_parent() -> None:
        if parent := multiprocessing.parent_process():
            parent.join()
            os._exit(1)

    # Ctrl-C and a closed terminal send signals to all processes in it; the parent ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    # A killed parent cannot end its workers, which would wait for games for ever.
    Thread(target=end_with_the_parent, daemon=True).start()


ANSWER_S = 5
"""Timeout for an answer of the scheduler in seconds."""
WORKERS_S = 20
"""Timeout for the first worker in seconds."""
LOGGERS = ("distributed", "distributed.client", "distributed.core", "tornado.application")
ADDRESS = re.compile(r"(tcp|tls)://[^\s/:]+:[0-9]{1,5}|(tcp|tls)://\[[0-9a-fA-F:]+\]:[0-9]{1,5}")


def play_there(study: Study, numbers: range, rules: str) -> Batch:
    """Plays games on a worker.

    Raises:
        StudyError: a game cannot be played, or the worker has other rules or bots.
    """
    if rules_digest() != rules:
        raise StudyError("a worker of the scheduler has another version of this companion")
    return play_games(study, numbers)


@contextmanager
def workers_of(address: str, study: Study) -> Iterator[Workers]:
    """Connects to a scheduler during the block.

    Raises:
        SettingsError: the package is missing, the address is wrong, or the scheduler does not answer or has no workers.
    """
    try:
        import distributed  # noqa: PLC0415 - an extra, which takes half a second to load
    except ImportError as error:
        raise SettingsError(
            "--scheduler: it needs the extra cluster: pip install 'claim-companion[cluster]'"
        ) from error
    if not ADDRESS.fullmatch(address):
        raise SettingsError(f"--scheduler: {legible(address)!r} is not an address; allowed: tcp://HOST:PORT")
    # It logs its exceptions with tracebacks to the standard error.
    for logger in LOGGERS:
        logging.getLogger(logger).setLevel(logging.CRITICAL)
    try:
        client: Any = distributed.Client(address, timeout=ANSWER_S, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise SettingsError(f"--scheduler: no answer at {address}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=WORKERS_S)
        except TimeoutError as error:
            raise SettingsError(f"--scheduler: {address} has no workers") from error
        digest = rules_digest()

        def submit(numbers: range) -> PendingBatch:
            # Not pure: otherwise two studies at a time would share results for the same arguments.
            pending = client.submit(play_there, study, numbers, digest, pure=False)
            wait: PendingBatch = _translated_errors()(pending.result)
            return wait

        def count() -> int:
            # Workers may come and go.
            threads: dict[str, int] = client.nthreads()
            return max(1, sum(threads.values()))

        # If a worker dies, the scheduler gives its games to another one.
        yield Workers(_translated_errors()(count), _translated_errors()(submit))


@contextmanager
def _translated_errors() -> Iterator[None]:
    from distributed import CancelledError, KilledWorker  # noqa: PLC0415 - an extra
    from distributed.client import ClosedClientError  # noqa: PLC0415

    try:
        yield
    except KilledWorker as error:
        raise WorkersLost("the scheduler gave up: several workers died during the same games") from error
    except (CancelledError, ClosedClientError, OSError, TimeoutError) as error:
        raise WorkersLost("the scheduler no longer answers") from error
    except ImportError as error:
        raise WorkersLost(f"the companion is not installed on a worker of the scheduler: {error}") from error
