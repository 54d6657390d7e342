import os
import pty
import re
import select
import shlex
import signal
import sqlite3
import subprocess
import sys
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

COMPANION = Path(sys.executable).parent / "companion"
TIMEOUT_S = 20.0
HELD_S = 0.3
"""Two equal keys within this time count as one key that is held down."""
LEFT, CURSOR = b"\x1b[?1049l", b"\x1b[?25h"
TITLE = b"Claim companion"
USUAL_MODES = {b"7", b"25"}
"""The settings that a program must restore: lines wrap, the cursor is visible."""
MOUSE_MODES = {b"1000", b"1003", b"1006"}


class Seat:
    def __init__(self, program: subprocess.Popen[bytes], keyboard: int) -> None:
        self.program = program
        self.seen = b""
        self._keyboard = keyboard

    def hit(self, keys: bytes) -> None:
        os.write(self._keyboard, keys)

    def await_sight(self, text: bytes) -> None:
        """Reads until the new output contains the text.

        Raises:
            TimeoutError: it did not appear within the timeout.
        """
        begun, ends = len(self.seen), time.monotonic() + TIMEOUT_S
        while text not in self.seen[begun:]:
            # The lights may move for ever: something is always to be read then.
            left = ends - time.monotonic()
            if left <= 0 or not select.select([self._keyboard], [], [], left)[0]:
                raise TimeoutError(f"{text!r} is not to be seen.")
            self.seen += os.read(self._keyboard, 65536)

    def await_events(self, journal: Path, number: int) -> None:
        """Reads until the journal has this number of events, and until the next key does not count as held down.

        Raises:
            TimeoutError: the journal did not grow within the timeout.
        """
        ends, kept = time.monotonic() + TIMEOUT_S, 0
        while kept < number:
            if time.monotonic() > ends:
                raise TimeoutError(f"{kept} events of {number} are in the journal.")
            self.read_for(HELD_S)
            with closing(sqlite3.connect(f"{journal.as_uri()}?mode=ro", uri=True)) as db:
                ((kept,),) = db.execute("SELECT count(*) FROM events WHERE number > 0").fetchall()
        self.read_for(HELD_S)

    def read_for(self, duration_s: float) -> None:
        ends = time.monotonic() + duration_s
        while (left := ends - time.monotonic()) > 0:
            if select.select([self._keyboard], [], [], left)[0]:
                self.seen += os.read(self._keyboard, 65536)

    def modes(self) -> list[object]:
        return termios.tcgetattr(self._keyboard)

    def quit(self) -> int:
        self.await_sight(LEFT)
        status = self.program.wait(TIMEOUT_S)
        while select.select([self._keyboard], [], [], 0)[0]:
            self.seen += os.read(self._keyboard, 65536)
        return status

    def private_modes(self) -> set[bytes]:
        on = set[bytes]()
        for numbers, way in re.findall(rb"\x1b\[\?([0-9;]+)([hl])", self.seen):
            (on.update if way == b"h" else on.difference_update)(numbers.split(b";"))
        return on

    def hang_up(self) -> int:
        os.close(self._keyboard)
        self._keyboard = os.open(os.devnull, os.O_RDWR)
        return self.program.wait(TIMEOUT_S)

    def close(self) -> None:
        os.close(self._keyboard)


def table_at(journal: Path, *options: str) -> list[str]:
    return [str(COMPANION), "play", "--terminal", "--journal", str(journal), *options]


@contextmanager
def seated(journal: Path, *options: str, through: Sequence[str] = ()) -> Iterator[tuple[Seat, list[object]]]:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    before = termios.tcgetattr(theirs)
    command = through or table_at(journal, *options)
    environ = {"TERM": "xterm-256color", "PYTHONUTF8": "1", "HOME": str(journal.parent)}
    program = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environ)  # noqa: S603 (ours)
    seat = Seat(program, ours)
    try:
        yield seat, before
    finally:
        program.kill()
        program.wait()
        seat.close()
        os.close(theirs)


def test_a_game_begins_with_a_key_and_ends_with_q(tmp_path: Path) -> None:
    with seated(tmp_path / "journal", "--players", "2", "--first", "1") as (seat, before):
        seat.await_sight(TITLE)
        for events, key in enumerate((b"\r", b"\r", b"b"), 2):  # after the start: a roll, a placement, a bank
            seat.hit(key)
            seat.await_events(tmp_path / "journal", events)
        seat.hit(b"q")
        assert seat.quit() == 0
        assert b"Blue, roll!" in seat.seen
        assert CURSOR in seat.seen
        assert seat.modes() == before


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGTERM, None])
def test_the_mouse_is_given_back(tmp_path: Path, end: signal.Signals | None) -> None:
    with seated(tmp_path / "journal") as (seat, before):
        seat.await_sight(TITLE)
        assert seat.private_modes() >= MOUSE_MODES
        if end is None:
            seat.hit(b"q")
        else:
            seat.program.send_signal(end)
        assert seat.quit() == 0
        assert seat.private_modes() <= USUAL_MODES
        assert seat.modes() == before


@pytest.mark.slow
def test_a_closed_terminal_ends_the_companion(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    with seated(journal) as (seat, _):
        seat.await_sight(TITLE)
        assert seat.hang_up() in {0, 120}  # Python's own, where no one takes the last of its output
    assert not journal.with_name("journal-wal").exists()


@pytest.mark.slow
def test_ctrl_z_gives_the_terminal_back_to_the_shell_until_fg(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    with seated(journal, through=("setsid", "--ctty", "--wait", "bash", "--norc", "--noprofile", "-i")) as (seat, _):
        # As a child of a script, which does not stop on its own, and would leave no one at the terminal.
        table = shlex.join(table_at(journal, "--players", "2", "--first", "1"))
        seat.hit(f"sh -c {shlex.quote(table + '; true')}\n".encode())
        for events in (2, 3):
            seat.await_sight(TITLE)
            seat.hit(b"\r")
            seat.await_events(journal, events)
            seat.hit(b"\x1a")
            seat.await_sight(b"Stopped")
            assert seat.private_modes() <= USUAL_MODES | {b"2004"}  # the shell's own
            seat.hit(b"echo $((6 * 7))\n")
            seat.await_sight(b"42")
            seat.hit(b"fg\n")
        seat.await_sight(TITLE)
        seat.hit(b"q")
        seat.await_sight(b"bash-")  # its prompt
        seat.hit(b"exit\n")
        assert seat.program.wait(TIMEOUT_S) == 0
