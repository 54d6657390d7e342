"""What may go wrong around a table, and end again: each is a context that begins it and ends it."""

import os
import resource
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from time import sleep
from typing import Protocol

from tests.soak.table import SoakTable


class Fault(Protocol):
    __name__: str

    def __call__(self, table: SoakTable, journal: Path, /) -> AbstractContextManager[None]:
        pass


UNLIMITED = resource.RLIM_INFINITY
STOPPED_S = 0.5


@contextmanager
def loose_wires(table: SoakTable, _: Path) -> Iterator[None]:
    os.kill(table.pid, signal.SIGUSR1)
    yield
    os.kill(table.pid, signal.SIGUSR2)


@contextmanager
def full_disk(table: SoakTable, _: Path) -> Iterator[None]:
    """No file can grow: to the program it looks as a full disk does."""
    resource.prlimit(table.pid, resource.RLIMIT_FSIZE, (0, UNLIMITED))
    yield
    resource.prlimit(table.pid, resource.RLIMIT_FSIZE, (UNLIMITED, UNLIMITED))


@contextmanager
def foreign_lock(_: SoakTable, journal: Path) -> Iterator[None]:
    with closing(sqlite3.connect(journal, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def stopped_process(table: SoakTable, _: Path) -> Iterator[None]:
    os.kill(table.pid, signal.SIGSTOP)
    sleep(STOPPED_S)
    os.kill(table.pid, signal.SIGCONT)
    yield


FAULTS: tuple[Fault, ...] = (loose_wires, full_disk, foreign_lock, stopped_process)
