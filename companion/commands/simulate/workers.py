"""Who plays the games of a study: this process, several, or the workers of a Dask scheduler.

Batches are handed out to whoever is free, and taken in their order. So what is there at any moment are the first games
of the study, and not those that happened to be short.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import re
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from threading import Thread
from typing import Any

from msgspec import Struct

from companion.commands.simulate.games import Batch, Study, StudyError, play_games, rules_digest
from companion.files import legible
from companion.settings.schema import SettingsError

BATCH_S = 0.4
"""A batch takes about so long: long against what it costs to hand it out, short for whoever watches or interrupts."""
IN_HAND = 2
"""Batches for each worker: one that it plays, one that waits."""
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that end a study."""


class WorkersLost(Exception):
    """Nobody plays on; the text says why, in one sentence."""


PendingBatch = Callable[[], Batch]
"""A batch that somebody plays: called, it waits for it."""


class Workers(Struct, frozen=True):
    """Those who play."""

    count: Callable[[], int]
    """Returns how many batches they play at a time."""
    submit: Callable[[range], PendingBatch]
    """Hands out the games of these numbers; returns what waits for them."""


def play_in_order(workers: Workers, numbers: range, clock: Callable[[], float]) -> Iterator[Batch]:
    """Yields batches of consecutive games until all are played.

    Raises:
        StudyError: a game cannot be played.
        WorkersLost: nobody plays on.
    """
    # How many games there are in a batch changes nothing but the pace.
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
        raise WorkersLost("a process that played was killed, or its memory was not enough") from error


@contextmanager
def workers_here(jobs: int, study: Study) -> Iterator[Workers]:
    """Opens so many processes, or none besides this one; whatever they still play is dropped at the end."""
    if jobs == 1:
        yield Workers(lambda: 1, lambda numbers: partial(play_games, study, numbers))
        return
    # Processes that are started anew, and not forked: forking one with threads may lock up.
    # Here the process is started that frees what they share: it keeps the signals held, and outlives a closed terminal.
    with _signals_held():
        executor = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _follow_the_parent)

    def submit(numbers: range) -> PendingBatch:
        # Here the processes are started: one that is interrupted meanwhile would complain.
        with _lost_process_named(), _signals_held():
            pending = executor.submit(play_games, study, numbers)
        return _lost_process_named()(pending.result)

    try:
        yield Workers(lambda: jobs, submit)
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
    def end_with_the_parent() -> None:
        if parent := multiprocessing.parent_process():
            parent.join()
            os._exit(1)

    # Ctrl-C in a terminal, and the terminal's end, go to all processes in it; the parent ends these.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    # A parent that is killed can end nobody: they would wait for games for ever.
    Thread(target=end_with_the_parent, daemon=True).start()


ANSWER_S = 5
"""A scheduler that has not answered by then does not."""
WORKERS_S = 20
"""So long it is waited for the first worker."""
LOGGERS = ("distributed", "distributed.client", "distributed.core", "tornado.application")
ADDRESS = re.compile(r"(tcp|tls)://[^\s/:]+:[0-9]{1,5}|(tcp|tls)://\[[0-9a-fA-F:]+\]:[0-9]{1,5}")


def play_there(study: Study, numbers: range, rules: str) -> Batch:
    """Plays games on a worker.

    Raises:
        StudyError: a game cannot be played, or the worker has other rules or bots than whoever asks.
    """
    if rules_digest() != rules:
        raise StudyError("a worker of the scheduler has another version of this companion")
    return play_games(study, numbers)


@contextmanager
def workers_of(address: str, study: Study) -> Iterator[Workers]:
    """Joins a scheduler for as long as the block lasts.

    Raises:
        SettingsError: the package is missing, the address is none, the scheduler does not answer or has no workers.
    """
    try:
        import distributed  # noqa: PLC0415 - an extra, and half a second
    except ImportError as error:
        raise SettingsError(
            "--scheduler: it needs the extra cluster: pip install 'claim-companion[cluster]'"
        ) from error
    if not ADDRESS.fullmatch(address):
        raise SettingsError(f"--scheduler: {legible(address)!r} is no address; allowed: tcp://HOST:PORT")
    # It logs what it also raises, with tracebacks, to the standard error.
    for logger in LOGGERS:
        logging.getLogger(logger).setLevel(logging.CRITICAL)
    try:
        client: Any = distributed.Client(address, timeout=ANSWER_S, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise SettingsError(f"--scheduler: nobody answers at {address}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=WORKERS_S)
        except TimeoutError as error:
            raise SettingsError(f"--scheduler: {address} has no workers") from error
        digest = rules_digest()

        def submit(numbers: range) -> PendingBatch:
            # Not pure: two studies at a time would else share what has the same arguments.
            pending = client.submit(play_there, study, numbers, digest, pure=False)
            wait: PendingBatch = _translated_errors()(pending.result)
            return wait

        def count() -> int:
            # Workers may come and go.
            threads: dict[str, int] = client.nthreads()
            return max(1, sum(threads.values()))

        # The scheduler gives the games of a worker that dies to another one.
        yield Workers(_translated_errors()(count), _translated_errors()(submit))


@contextmanager
def _translated_errors() -> Iterator[None]:
    from distributed import CancelledError, KilledWorker  # noqa: PLC0415 - an extra
    from distributed.client import ClosedClientError  # noqa: PLC0415

    try:
        yield
    except KilledWorker as error:
        raise WorkersLost("the scheduler gave up: several workers died over the same games") from error
    except (CancelledError, ClosedClientError, OSError, TimeoutError) as error:
        raise WorkersLost("the scheduler does not answer any more") from error
    except ImportError as error:
        raise WorkersLost(f"a worker of the scheduler has not installed this companion: {error}") from error
