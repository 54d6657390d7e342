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


class User:
    def __init__(self, program: subprocess.Popen[bytes], keyboard: int) -> None:
        self.program = program
        self.seen = b""
        self._keyboard = keyboard

    def type(self, keys: bytes) -> None:
        os.write(self._keyboard, keys)

    def wait_for_text(self, text: bytes) -> None:
        begun, ends = len(self.seen), time.monotonic() + TIMEOUT_S
        while text not in self.seen[begun:]:
            # The lights may move for ever: something is always to be read then.
            left = ends - time.monotonic()
            if left <= 0 or not select.select([self._keyboard], [], [], left)[0]:
                raise TimeoutError(f"{text!r} is not to be seen.")
            self.seen += os.read(self._keyboard, 65536)

    def wait_for_events(self, journal: Path, number: int) -> None:
        ends, stored = time.monotonic() + TIMEOUT_S, 0
        while stored < number:
            if time.monotonic() > ends:
                raise TimeoutError(f"{stored} events of {number} are in the journal.")
            self.read_for(HELD_S)
            with closing(sqlite3.connect(f"{journal.as_uri()}?mode=ro", uri=True)) as db:
                ((stored,),) = db.execute("SELECT count(*) FROM events WHERE number > 0").fetchall()
        self.read_for(HELD_S)

    def read_for(self, duration_s: float) -> None:
        ends = time.monotonic() + duration_s
        while (left := ends - time.monotonic()) > 0:
            if select.select([self._keyboard], [], [], left)[0]:
                self.seen += os.read(self._keyboard, 65536)

    def modes(self) -> list[object]:
        return termios.tcgetattr(self._keyboard)

    def quit(self) -> int:
        self.wait_for_text(LEFT)
        status = self.program.wait(TIMEOUT_S)
        while select.select([self._keyboard], [], [], 0)[0]:
            self.seen += os.read(self._keyboard, 65536)
        return status

    def private_modes(self) -> set[bytes]:
        on = set[bytes]()
        for numbers, mode in re.findall(rb"\x1b\[\?([0-9;]+)([hl])", self.seen):
            (on.update if mode == b"h" else on.difference_update)(numbers.split(b";"))
        return on

    def hang_up(self) -> int:
        os.close(self._keyboard)
        self._keyboard = os.open(os.devnull, os.O_RDWR)
        return self.program.wait(TIMEOUT_S)

    def close(self) -> None:
        os.close(self._keyboard)


def play_command(journal: Path, *options: str) -> list[str]:
    return [str(COMPANION), "play", "--terminal", "--journal", str(journal), *options]


@contextmanager
def open_user(journal: Path, *options: str, through: Sequence[str] = ()) -> Iterator[tuple[User, list[object]]]:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    before = termios.tcgetattr(theirs)
    command = through or play_command(journal, *options)
    environ = {"TERM": "xterm-256color", "PYTHONUTF8": "1", "HOME": str(journal.parent)}
    program = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environ)  # noqa: S603 (ours)
    user = User(program, ours)
    try:
        yield user, before
    finally:
        program.kill()
        program.wait()
        user.close()
        os.close(theirs)


def test_a_game_begins_with_a_key_and_ends_with_q(tmp_path: Path) -> None:
    with open_user(tmp_path / "journal", "--players", "2", "--first", "1") as (user, before):
        user.wait_for_text(TITLE)
        for events, key in enumerate((b"\r", b"\r", b"b"), 2):  # after the start: a roll, a placement, a bank
            user.type(key)
            user.wait_for_events(tmp_path / "journal", events)
        user.type(b"q")
        assert user.quit() == 0
        assert b"Blue, roll!" in user.seen
        assert CURSOR in user.seen
        assert user.modes() == before


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGTERM, None])
def test_the_mouse_modes_are_reset(tmp_path: Path, end: signal.Signals | None) -> None:
    with open_user(tmp_path / "journal") as (user, before):
        user.wait_for_text(TITLE)
        assert user.private_modes() >= MOUSE_MODES
        if end is None:
            user.type(b"q")
        else:
            user.program.send_signal(end)
        assert user.quit() == 0
        assert user.private_modes() <= USUAL_MODES
        assert user.modes() == before


@pytest.mark.slow
def test_a_closed_terminal_ends_the_companion(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    with open_user(journal) as (user, _):
        user.wait_for_text(TITLE)
        assert user.hang_up() in {0, 120}  # Python's own, where no one takes the last of its output
    assert not journal.with_name("journal-wal").exists()


@pytest.mark.slow
def test_ctrl_z_gives_the_terminal_back_to_the_shell_until_fg(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    with open_user(journal, through=("setsid", "--ctty", "--wait", "bash", "--norc", "--noprofile", "-i")) as (
        user,
        _,
    ):
        # As a child of a script, which does not stop on its own, and would leave no one at the terminal.
        command_line = shlex.join(play_command(journal, "--players", "2", "--first", "1"))
        user.type(f"sh -c {shlex.quote(command_line + '; true')}\n".encode())
        for events in (2, 3):
            user.wait_for_text(TITLE)
            user.type(b"\r")
            user.wait_for_events(journal, events)
            user.type(b"\x1a")
            user.wait_for_text(b"Stopped")
            assert user.private_modes() <= USUAL_MODES | {b"2004"}  # the shell's own
            user.type(b"echo $((6 * 7))\n")
            user.wait_for_text(b"42")
            user.type(b"fg\n")
        user.wait_for_text(TITLE)
        user.type(b"q")
        user.wait_for_text(b"bash-")  # its prompt
        user.type(b"exit\n")
        assert user.program.wait(TIMEOUT_S) == 0
