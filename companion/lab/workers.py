"""Who plays the games of a study: this process, several, or the workers of a Dask scheduler.

Batches are handed out to whoever is free, and taken in their order. So what is there at any moment are the first games
of the study, and not those that happened to be short.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple, Protocol

from companion.lab.games import Batch, play_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.lab.study import Study

BATCH_S = 0.4
"""A batch takes about so long: long against what it costs to hand it out, short for whoever watches or interrupts."""
IN_HAND = 2
"""Batches for each worker: one that it plays, one that waits."""


ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that end a study."""


class WorkersLost(Exception):
    """Nobody plays on; the text says why, in one sentence."""


class PendingBatch(Protocol):
    """A batch that somebody plays."""

    def result(self) -> Batch:
        """Waits for it."""


class Workers(Protocol):
    """Those who play."""

    @property
    def count(self) -> int:
        """How many batches they play at a time."""

    def submit(self, numbers: range) -> PendingBatch:
        """Hands out the games of these numbers."""


def play_in_order(workers: Workers, numbers: range, clock: Callable[[], float]) -> Iterator[Batch]:
    """Yields batches of consecutive games until all are played.

    Args:
        workers: who plays them.
        numbers: of the games.
        clock: tells the seconds since some fixed moment.

    Raises:
        StudyError: a game cannot be played.
        WorkersLost: nobody plays on.
    """
    # How many games there are in a batch changes nothing but the pace.
    pending, size, began_at = deque[PendingBatch](), 1, clock()
    left = numbers
    while left or pending:
        count = workers.count
        while left and len(pending) < IN_HAND * count:
            pending.append(workers.submit(left[:size]))
            left = left[size:]
        batch = pending.popleft().result()
        yield batch
        per_worker = (batch.numbers.stop - numbers.start) / max(1e-9, clock() - began_at) / count
        size = max(1, min(2 * size, int(per_worker * BATCH_S)))


class _Ready(NamedTuple):
    """A batch that is played when somebody wants it."""

    play: Callable[[], Batch]

    def result(self) -> Batch:
        return self.play()


class ThisProcess:
    """Plays by itself."""

    count = 1

    def __init__(self, study: Study, *, keep_games: bool) -> None:
        self._play = partial(play_games, study, keep_games=keep_games)

    def submit(self, numbers: range) -> PendingBatch:
        return _Ready(partial(self._play, numbers))


class _Awaited(NamedTuple):
    """A batch that another process plays."""

    wait: Callable[[], Batch]

    def result(self) -> Batch:
        try:
            return self.wait()
        except BrokenProcessPool as error:
            raise WorkersLost("a process that played was killed, or its memory was not enough") from error


class Processes:
    """Hands out to processes of this machine."""

    def __init__(self, executor: ProcessPoolExecutor, count: int, study: Study, *, keep_games: bool) -> None:
        self._executor = executor
        self.count = count
        self._play = partial(play_games, study, keep_games=keep_games)

    def submit(self, numbers: range) -> PendingBatch:
        try:
            # Here the processes are started: one that is interrupted meanwhile would complain.
            with _signals_held():
                return _Awaited(self._executor.submit(self._play, numbers).result)
        except BrokenProcessPool as error:
            raise WorkersLost("a process that played was killed, or its memory was not enough") from error


@contextmanager
def workers_here(jobs: int, study: Study, *, keep_games: bool) -> Iterator[Workers]:
    """Opens so many processes, or none besides this one; whatever they still play is dropped at the end."""
    if jobs == 1:
        yield ThisProcess(study, keep_games=keep_games)
        return
    # Processes that are started anew, and not forked: forking one with threads may lock up.
    # Here the process is started that frees what they share: it keeps the signals held, and outlives a closed terminal.
    with _signals_held():
        executor = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _follow_the_parent)
    try:
        yield Processes(executor, jobs, study, keep_games=keep_games)
    finally:
        ours = multiprocessing.active_children()
        executor.shutdown(wait=False, cancel_futures=True)
        # A game of slow bots takes seconds; nobody waits for those that are dropped.
        for process in ours:
            process.terminate()


@contextmanager
def _signals_held() -> Iterator[None]:
    """Has the signals that end a study wait, also for the threads and processes that are started meanwhile."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow_the_parent() -> None:
    # Ctrl-C in a terminal, and the terminal's end, go to all processes in it; the parent ends these.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    # A parent that is killed can end nobody: they would wait for games for ever.
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)
