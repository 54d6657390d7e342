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

    def responds_to(self, before: "Frame") -> bool:
        """Returns whether this frame is an answer to a press: its content is new, or there is a sound."""
        return bool(self.tones) or self.content != before.content


EMPTY_FRAME = Frame(page="", text=(), events=0, state=None)
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
FAST_BUTTONS = ("--set", "buttons.debounce_ms=0", "--set", "buttons.hold_ms=500")
"""No debouncing; a press becomes a hold only if the machine stops for half a second while it is down."""
COVERAGE_VARIABLE = "COVERAGE_PROCESS_CONFIG"
"""The variable that makes coverage measure child processes."""
TIMEOUT_S = 60.0
"""Maximum time of an answer on a busy machine."""


class CompanionError(Exception):
    """The companion did not do what a test waited for, or has ended."""


class CompanionProcess:
    """Context manager for a running companion; it starts with the first frame and ends the process."""

    program: tuple[str, ...] = (COMPANION,)

    def __init__(self, journal: Path, *arguments: str, measured: bool = False) -> None:
        """Starts the companion.

        Args:
            journal: the path of the journal.
            arguments: more arguments of the command line.
            measured: whether to measure its coverage, which takes twice the time and needs `quit` at the end.
        """
        environ = {name: value for name, value in os.environ.items() if measured or name != COVERAGE_VARIABLE}
        command = (*self.program, "play", "--device", "headless", "--journal", str(journal), *FAST_BUTTONS, *arguments)
        self._process = subprocess.Popen(  # noqa: S603 (our own program)
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ
        )
        self._stdin, stdout = _require_pipe(self._process.stdin), _require_pipe(self._process.stdout)
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._reader = Thread(target=_read_lines, args=(stdout, self._lines), daemon=True)
        self._reader.start()
        self.frame = EMPTY_FRAME
        """The newest frame that was read."""

    def __enter__(self) -> Self:
        try:
            self.frame = self._next(TIMEOUT_S)
        except CompanionError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._close()

    def send(self, verb: str, button: str) -> None:
        self._stdin.write(json.dumps({verb: button}).encode() + b"\n")
        self._stdin.flush()

    def press(self, *buttons: Button, timeout_s: float = TIMEOUT_S) -> Frame:
        """Presses the buttons, each after the answer to the previous one; returns the last answer."""
        for button in buttons:
            self._send_and_wait("press", button, timeout_s)
        return self.frame

    def hold(self, button: Button) -> Frame:
        return self._send_and_wait("hold", button)

    def point(self, place: str) -> Frame:
        return self._send_and_wait("point", place)

    def press_rejected(self, button: Button) -> Frame:
        """Presses a button without a function on this page; returns the answer when the softkeys have blinked."""
        before = self.frame
        answer = self.press(button)
        self.wait_until(lambda frame: frame.screen == before.screen, "the softkeys to come back")
        return answer

    def wait_until(self, met: Callable[[Frame], bool], what: str, timeout_s: float = TIMEOUT_S) -> Frame:
        """Reads frames until one meets the condition.

        Raises:
            CompanionError: no such frame came within the timeout, or the companion has ended.
        """
        ends = monotonic() + timeout_s
        while not met(self.frame):
            try:
                self.frame = self._next(max(0, ends - monotonic()))  # moving lights do not extend the timeout
            except CompanionError as error:
                raise CompanionError(
                    f"waited for {what}: {error}; the last page was {self.frame.page}: {self.frame.text}"
                ) from error
        return self.frame

    def wait_for_page(self, page: str, timeout_s: float = TIMEOUT_S) -> Frame:
        return self.wait_until(lambda frame: frame.page == page, f"page {page}", timeout_s)

    def read_for(self, duration_s: float) -> None:
        ends = monotonic() + duration_s
        with suppress(CompanionError):
            while (left_s := ends - monotonic()) > 0:
                self.frame = self._next(left_s)

    def quit(self) -> int:
        """Closes the input, which ends the companion; returns its exit status."""
        self._stdin.close()
        status = self._process.wait(TIMEOUT_S)
        self._reader.join(TIMEOUT_S)
        return status

    def kill(self) -> Frame:
        self._process.kill()
        self._reader.join(TIMEOUT_S)
        self._read_available()
        self._close()
        return self.frame

    def wait_for_response(self, act: Callable[[], object], what: str, timeout_s: float = TIMEOUT_S) -> Frame:
        """Performs an action; returns the first frame that is an answer to it."""
        self._read_available()
        before, self.frame = self.frame, self.frame._replace(tones=())
        act()
        return self.wait_until(lambda frame: frame.responds_to(before), f"an answer to {what}", timeout_s)

    def _send_and_wait(self, verb: str, button: str, timeout_s: float = TIMEOUT_S) -> Frame:
        return self.wait_for_response(lambda: self.send(verb, button), f"{verb} {button}", timeout_s)

    def _next(self, timeout_s: float) -> Frame:
        try:
            line = self._lines.get(timeout=timeout_s)
        except Empty as silence:
            raise CompanionError("no frame within the timeout") from silence
        if not line:
            raise CompanionError(f"the companion has ended: {_require_pipe(self._process.stderr).read().decode()}")
        return parse(line)

    def _read_available(self) -> None:
        while not self._lines.empty():
            line = self._lines.get()
            if line.endswith(b"\n"):
                self.frame = parse(line)

    def _close(self) -> None:
        self._process.wait(TIMEOUT_S)
        self._reader.join(TIMEOUT_S)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            _close_pipe(_require_pipe(pipe))


def _read_lines(stdout: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    for line in stdout:
        lines.put(line)
    lines.put(b"")


def _require_pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise CompanionError("no pipe to the companion")
    return pipe


def _close_pipe(pipe: IO[bytes]) -> None:
    try:
        pipe.close()
    except BrokenPipeError:
        return
