"""Plays the games of a study in this process, in several processes or on the workers of a Dask scheduler.

Free workers get the next batch, and results are read in order. So the games counted at any time are the first games of
the study, not the shortest ones.
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
