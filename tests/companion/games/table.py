"""One frame as the headless device writes it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import IO, Any, NamedTuple, Self

from hardware.device import Button


class Frame(NamedTuple):
    """What is to be seen and known at one moment."""

    page: str
    text: tuple[str, ...]
    events: int
    state: dict[str, Any] | None
    lights: tuple[str, ...] = ()
    screen: tuple[str, ...] = ()
    tones: tuple[tuple[float, float], ...] = ()

    @property
    def said(self) -> tuple[object, ...]:
        """All that a press may change, and the rhythm of the lights does not."""
        return self.page, self.text, self.events, self.state, self.screen

    def answers(self, before: "Frame") -> bool:
        """Whether a press came between the two: something is new, or something sounds."""
        return bool(self.tones) or self.said != before.said


NOTHING = Frame(page="", text=(), events=0, state=None)
"""Before the first frame."""


def parse(line: bytes) -> Frame:
    """The frame on a line.

    Raises:
        ValueError: the line is an error, or no frame.
    """
    found = json.loads(line)
    if "page" not in found:
        raise ValueError(f"no frame: {line!r}")
    return Frame(
        page=found["page"],
        text=tuple(found["text"]),
        events=found["events"],
        state=found["state"],
        lights=tuple(found["lights"]),
        screen=tuple(found["screen"]),
        tones=tuple((hertz, seconds) for hertz, seconds in found["tones"]),
    )


COMPANION = str(Path(sys.executable).with_name("companion"))
QUICK = ("--set", "buttons.debounce_ms=0", "--set", "buttons.hold_ms=500")
"""Fingers that do not tremble; a press is a hold only if the machine stops for half a second while it is down."""
MEASURES = "COVERAGE_PROCESS_CONFIG"
"""The variable by which coverage measures the processes that are started."""
PATIENCE_S = 60.0
"""How long an answer may take on a busy machine."""


class TableError(Exception):
    """The table did not do what was waited for."""


class Table:
    """A running table; a context, which begins with its first frame and ends with the table."""

    program: tuple[str, ...] = (COMPANION,)

    def __init__(self, journal: Path, *arguments: str, measured: bool = False) -> None:
        """Starts it.

        Args:
            journal: where it keeps its games.
            arguments: of the command line.
            measured: whether its coverage is measured, which takes twice the time; it needs an orderly end.
        """
        environ = {name: value for name, value in os.environ.items() if measured or name != MEASURES}
        command = (*self.program, "play", "--device", "headless", "--journal", str(journal), *QUICK, *arguments)
        self._process = subprocess.Popen(  # noqa: S603 (our own program)
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ
        )
        self._stdin, stdout = _open(self._process.stdin), _open(self._process.stdout)
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._reader = Thread(target=_follow, args=(stdout, self._lines), daemon=True)
        self._reader.start()
        self.frame = NOTHING
        """The newest frame that was read."""

    def __enter__(self) -> Self:
        try:
            self.frame = self._next(PATIENCE_S)
        except TableError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._close()

    def send(self, verb: str, button: str) -> None:
        self._stdin.write(json.dumps({verb: button}).encode() + b"\n")
        self._stdin.flush()

    def touch(self, *buttons: Button, patience_s: float = PATIENCE_S) -> Frame:
        """Presses one button after the other, each when the one before was answered; returns the last answer."""
        for button in buttons:
            self._answered("press", button, patience_s)
        return self.frame

    def hold(self, button: Button) -> Frame:
        return self._answered("hold", button)

    def point(self, place: str) -> Frame:
        return self._answered("point", place)

    def refuse(self, button: Button) -> Frame:
        """Presses a button that means nothing now; returns the answer, once the softkeys have blinked."""
        before = self.frame
        answer = self.touch(button)
        self.until(lambda frame: frame.screen == before.screen, "the softkeys to come back")
        return answer

    def until(self, met: Callable[[Frame], bool], what: str, patience_s: float = PATIENCE_S) -> Frame:
        """Reads frames until one is as wanted.

        Raises:
            TableError: none came in time, or the table has ended.
        """
        ends = monotonic() + patience_s
        while not met(self.frame):
            try:
                self.frame = self._next(max(0, ends - monotonic()))  # lights that move are not an answer for ever
            except TableError as error:
                raise TableError(
                    f"waited for {what}: {error}; the last page was {self.frame.page}: {self.frame.text}"
                ) from error
        return self.frame

    def on(self, page: str, patience_s: float = PATIENCE_S) -> Frame:
        return self.until(lambda frame: frame.page == page, f"page {page}", patience_s)

    def watch(self, duration_s: float) -> None:
        ends = monotonic() + duration_s
        with suppress(TableError):
            while (left_s := ends - monotonic()) > 0:
                self.frame = self._next(left_s)

    def leave(self) -> int:
        """Ends the input, which ends the table; returns its exit status."""
        self._stdin.close()
        status = self._process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        return status

    def kill(self) -> Frame:
        """Pulls the plug; returns the last frame that was shown whole."""
        self._process.kill()
        self._reader.join(PATIENCE_S)
        self._catch_up()
        self._close()
        return self.frame

    def answer_to(self, act: Callable[[], object], what: str, patience_s: float = PATIENCE_S) -> Frame:
        """Reads what comes after someone has done something; returns the first frame that is new."""
        self._catch_up()
        before, self.frame = self.frame, self.frame._replace(tones=())
        act()
        return self.until(lambda frame: frame.answers(before), f"an answer to {what}", patience_s)

    def _answered(self, verb: str, button: str, patience_s: float = PATIENCE_S) -> Frame:
        return self.answer_to(lambda: self.send(verb, button), f"{verb} {button}", patience_s)

    def _next(self, patience_s: float) -> Frame:
        try:
            line = self._lines.get(timeout=patience_s)
        except Empty as silence:
            raise TableError("silent for too long") from silence
        if not line:
            raise TableError(f"the table has ended: {_open(self._process.stderr).read().decode()}")
        return parse(line)

    def _catch_up(self) -> None:
        while not self._lines.empty():
            line = self._lines.get()
            if line.endswith(b"\n"):
                self.frame = parse(line)

    def _close(self) -> None:
        self._process.wait(PATIENCE_S)
        self._reader.join(PATIENCE_S)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            _shut(_open(pipe))


def _follow(stdout: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    for line in stdout:
        lines.put(line)
    lines.put(b"")


def _open(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise TableError("no pipe to the table")
    return pipe


def _shut(pipe: IO[bytes]) -> None:
    try:
        pipe.close()
    except BrokenPipeError:
        return
