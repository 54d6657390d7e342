"""Plays on the workers of a Dask scheduler (https://distributed.dask.org)."""

from __future__ import annotations

import logging
import re
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.files.named_files import legible
from companion.lab.games import Batch, StudyError, load_bots, play_games
from companion.lab.result import study_digest
from companion.lab.workers import PendingBatch, Workers, WorkersLost
from companion.settings.schema import SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.lab.study import Study

ANSWER_S = 5
"""A scheduler that has not answered by then does not."""
WORKERS_S = 20
"""So long it is waited for the first worker."""
LOGGERS = ("distributed", "distributed.client", "distributed.core", "tornado.application")
ADDRESS = re.compile(r"(tcp|tls)://[^\s/:]+:[0-9]{1,5}|(tcp|tls)://\[[0-9a-fA-F:]+\]:[0-9]{1,5}")


def play_there(study: Study, numbers: range, rules: str, *, keep_games: bool) -> Batch:
    """Plays games on a worker.

    Raises:
        StudyError: a game cannot be played, or the worker has other rules or bots than whoever asks.
    """
    # First of all whether it can load the bots: who lacks a ghost's file is told so.
    load_bots(study)
    if study_digest(study) != rules:
        raise StudyError("a worker of the scheduler has another version of this companion, or other files of ghosts")
    return play_games(study, numbers, keep_games=keep_games)


@contextmanager
def workers_of(address: str, study: Study, *, keep_games: bool) -> Iterator[Workers]:
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
        client = distributed.Client(address, timeout=ANSWER_S, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, TimeoutError, ValueError) as error:
        raise SettingsError(f"--scheduler: nobody answers at {address}") from error
    with client:
        try:
            client.wait_for_workers(1, timeout=WORKERS_S)
        except TimeoutError as error:
            raise SettingsError(f"--scheduler: {address} has no workers") from error
        yield _Cluster(client, partial(play_there, study, rules=study_digest(study), keep_games=keep_games))


class _Cluster:
    """Hands out to the workers of a scheduler, which gives the games of a worker that dies to another one."""

    def __init__(self, client: Any, play: partial[Batch]) -> None:  # noqa: ANN401 - distributed has no types
        self._client = client
        self._play = play

    @property
    def count(self) -> int:
        """How many there are now: workers may come and go."""
        with _translated_errors():
            threads: dict[str, int] = self._client.nthreads()
            return max(1, sum(threads.values()))

    def submit(self, numbers: range) -> PendingBatch:
        with _translated_errors():
            # Not pure: two studies at a time would else share what has the same arguments.
            return _Awaited(self._client.submit(self._play, numbers, pure=False))


class _Awaited(NamedTuple):
    """A batch that a worker plays."""

    future: Any

    def result(self) -> Batch:
        with _translated_errors():
            batch: Batch = self.future.result()
            return batch


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
