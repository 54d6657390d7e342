"""A table with a page that is played at for hours: what it takes of the machine, and what goes wrong on it."""

import random
import sys
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import NamedTuple, Self

from websockets.exceptions import WebSocketException

from hardware.device import Button
from tests.companion.web.served import Served, Viewer
from tests.soak.story import Usage

MOST_VIEWERS = 6


class Visit(NamedTuple):
    viewer: Viewer
    reads: bool
    """Whether what comes is read; else it piles up."""


class SoakTable(Served):
    program = (sys.executable, "-m", "tests.soak.box")

    def __init__(self, journal: Path, *arguments: str) -> None:
        super().__init__(journal, *arguments)
        self._log = journal.with_name(f"{journal.name}-wal")
        self.errors: list[str] = []
        """The lines of its standard error after the link."""
        self._errors = Thread(target=self._read_errors, daemon=True)
        self._errors.start()
        self._viewers: list[Visit] = []

    def __enter__(self) -> Self:
        super().__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.send_viewers_away()
        super().__exit__()
        self._errors.join()

    @property
    def usage(self) -> Usage:
        process = Path(f"/proc/{self.pid}")
        lines = (process / "status").read_text().splitlines()
        resident_kib = next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
        log = self._log.stat().st_size if self._log.exists() else 0
        return Usage(resident_kib * 1024 / 1e6, len(list((process / "fd").iterdir())), log / 1e6)

    @property
    def status(self) -> int | None:
        return self._process.poll()

    def come_or_go(self, chance: random.Random, button: Button) -> None:
        """A viewer comes, with a link or without one, and may press; or one goes, or its network breaks."""
        with suppress(OSError, WebSocketException):  # the table was left, or the disk is full
            if len(self._viewers) < MOST_VIEWERS and chance.random() < 0.5:
                self._welcome(chance, button)
            elif self._viewers:
                _send_away(self._viewers.pop(chance.randrange(len(self._viewers))))

    def send_viewers_away(self) -> None:
        for viewer in self._viewers:
            _send_away(viewer)
        self._viewers.clear()

    def _welcome(self, chance: random.Random, button: Button) -> None:
        viewer = self.viewer(token=self.token if chance.random() < 0.7 else "")
        if reads := chance.random() < 0.7:
            Thread(target=viewer.closed, daemon=True).start()
        self._viewers.append(Visit(viewer, reads))
        if chance.random() < 0.5:
            viewer.send(press=button)

    def _read_errors(self) -> None:
        with suppress(ValueError):  # the pipe was closed
            self.errors += [line.decode() for line in self._process.stderr or ()]


def _send_away(visit: Visit) -> None:
    """Closes the page; of one that does not read the network breaks, for it would not see the answer."""
    connection = visit.viewer.connection
    (connection.close if visit.reads else connection.close_socket)()
