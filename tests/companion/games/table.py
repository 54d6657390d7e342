"""A companion with the headless device in its own process, and the frames that it writes."""

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
    """One frame of the output."""

    page: str
    text: tuple[str, ...]
    events: int
    state: dict[str, Any] | None
    lights: tuple[str, ...] = ()
    screen: tuple[str, ...] = ()
    tones: tuple[tuple[float, float], ...] = ()

    @property
    def content(self) -> tuple[object, ...]:
        """Everything that changes with a press but not with the rhythm of the lights."""
        return self.page, self.text, self.events, self.state, self.screen

    def answers(self, before: "Frame") -> bool:
        """Returns whether this frame is an answer to a press: its content is new, or there is a sound."""
        return bool(self.tones) or self.content != before.content


NOTHING = Frame(page="", text=(), events=0, state=None)
"""Before the first frame."""


def parse(line: bytes) -> Frame:
    """Parses a line of the output.

    Raises:
        ValueError: the line is not a frame.
    """
    found = json.loads(line)
    if "page" not in found:
        raise ValueError(f"not a frame: {line!r}")
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
"""No debouncing; a press becomes a hold only if the machine stops for half a second while it is down."""
MEASURES = "COVERAGE_PROCESS_CONFIG"
"""The variable that makes coverage measure child processes."""
TIMEOUT_S = 60.0
"""Maximum time of an answer on a busy machine."""


class TableError(Exception):
    """The companion did not do what a test waited for, or has ended."""


class Table:
    """Context manager for a running companion; it starts with the first frame and ends the process."""

    program: tuple[str, ...] = (COMPANION,)

    def __init__(self, journal: Path, *arguments: str, measured: bool = False) -> None:
        """Starts the companion.

        Args:
            journal: the path of the journal.
            arguments: more arguments of the command line.
            measured: whether to measure its coverage, which takes twice the time and needs `leave` at the end.
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
            self.frame = self._next(TIMEOUT_S)
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

    def touch(self, *buttons: Button, timeout_s: float = TIMEOUT_S) -> Frame:
        """Presses the buttons, each after the answer to the previous one; returns the last answer."""
        for button in buttons:
            self._answered("press", button, timeout_s)
        return self.frame

    def hold(self, button: Button) -> Frame:
        return self._answered("hold", button)

    def point(self, place: str) -> Frame:
        return self._answered("point", place)

    def refuse(self, button: Button) -> Frame:
        """Presses a button without a function on this page; returns the answer when the softkeys have blinked."""
        before = self.frame
        answer = self.touch(button)
        self.until(lambda frame: frame.screen == before.screen, "the softkeys to come back")
        return answer

    def until(self, met: Callable[[Frame], bool], what: str, timeout_s: float = TIMEOUT_S) -> Frame:
        """Reads frames until one meets the condition.

        Raises:
            TableError: no such frame came within the timeout, or the companion has ended.
        """
        ends = monotonic() + timeout_s
        while not met(self.frame):
            try:
                self.frame = self._next(max(0, ends - monotonic()))  # moving lights do not extend the timeout
            except TableError as error:
                raise TableError(
                    f"waited for {what}: {error}; the last page was {self.frame.page}: {self.frame.text}"
                ) from error
        return self.frame

    def on(self, page: str, timeout_s: float = TIMEOUT_S) -> Frame:
        return self.until(lambda frame: frame.page == page, f"page {page}", timeout_s)

    def watch(self, duration_s: float) -> None:
        ends = monotonic() + duration_s
        with suppress(TableError):
            while (left_s := ends - monotonic()) > 0:
                self.frame = self._next(left_s)

    def leave(self) -> int:
        """Closes the input, which ends the companion; returns its exit status."""
        self._stdin.close()
        status = self._process.wait(TIMEOUT_S)
        self._reader.join(TIMEOUT_S)
        return status

    def kill(self) -> Frame:
        """Kills the process; returns the last complete frame."""
        self._process.kill()
        self._reader.join(TIMEOUT_S)
        self._catch_up()
        self._close()
        return self.frame

    def answer_to(self, act: Callable[[], object], what: str, timeout_s: float = TIMEOUT_S) -> Frame:
        """Performs an action; returns the first frame that is an answer to it."""
        self._catch_up()
        before, self.frame = self.frame, self.frame._replace(tones=())
        act()
        return self.until(lambda frame: frame.answers(before), f"an answer to {what}", timeout_s)

    def _answered(self, verb: str, button: str, timeout_s: float = TIMEOUT_S) -> Frame:
        return self.answer_to(lambda: self.send(verb, button), f"{verb} {button}", timeout_s)

    def _next(self, timeout_s: float) -> Frame:
        try:
            line = self._lines.get(timeout=timeout_s)
        except Empty as silence:
            raise TableError("no frame within the timeout") from silence
        if not line:
            raise TableError(f"the table has ended: {_open(self._process.stderr).read().decode()}")
        return parse(line)

    def _catch_up(self) -> None:
        while not self._lines.empty():
            line = self._lines.get()
            if line.endswith(b"\n"):
                self.frame = parse(line)

    def _close(self) -> None:
        self._process.wait(TIMEOUT_S)
        self._reader.join(TIMEOUT_S)
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
