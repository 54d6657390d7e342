"""The whole program in a terminal of 80 by 24 cells."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import termios
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

COMPANION = Path(sys.executable).parent / "companion"
PATIENCE_S = 20.0
LEFT, CURSOR = b"\x1b[?1049l", b"\x1b[?25h"
TITLE = b"Claim companion"


class Seat:
    """Somebody before the terminal."""

    def __init__(self, program: subprocess.Popen[bytes], keyboard: int) -> None:
        self.program = program
        self.seen = b""
        self._keyboard = keyboard

    def hit(self, keys: bytes) -> None:
        """Hits keys."""
        os.write(self._keyboard, keys)

    def await_sight(self, text: bytes) -> None:
        """Reads until the text was to be seen since the last time.

        Raises:
            TimeoutError: it does not come.
        """
        begun = len(self.seen)
        while text not in self.seen[begun:]:
            if not select.select([self._keyboard], [], [], PATIENCE_S)[0]:
                raise TimeoutError(f"{text!r} is not to be seen.")
            self.seen += os.read(self._keyboard, 65536)

    def modes(self) -> list[object]:
        """How the terminal is set up."""
        return termios.tcgetattr(self._keyboard)

    def leave(self) -> int:
        """Waits until the terminal is left and the program has ended; its exit status."""
        self.await_sight(LEFT)
        return self.program.wait(PATIENCE_S)


@contextmanager
def seated(journal: Path, *options: str) -> Iterator[tuple[Seat, list[object]]]:
    """A companion in a terminal, and how that was set up before."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    before = termios.tcgetattr(theirs)
    command = [str(COMPANION), "play", "--terminal", "--journal", str(journal), *options]
    environ = {"TERM": "xterm-256color", "PYTHONUTF8": "1", "HOME": str(journal.parent)}
    program = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environ)  # noqa: S603 (ours)
    try:
        yield Seat(program, ours), before
    finally:
        program.kill()
        program.wait()
        os.close(ours)
        os.close(theirs)


def test_a_game_begins_with_a_key_and_ends_with_q(tmp_path: Path) -> None:
    """The page changes, what happens is announced, and the terminal is left as it was found."""
    with seated(tmp_path / "journal", "--players", "2", "--first", "0") as (seat, before):
        seat.await_sight(TITLE)
        seat.hit(b"\r\rb")
        seat.await_sight(b"Blue, roll!")
        seat.hit(b"q")
        assert seat.leave() == 0
        assert CURSOR in seat.seen
        assert seat.modes() == before


def test_ctrl_c_leaves(tmp_path: Path) -> None:
    """As q does."""
    with seated(tmp_path / "journal") as (seat, before):
        seat.await_sight(TITLE)
        seat.hit(b"\x03")
        assert seat.leave() == 0
        assert seat.modes() == before


def test_a_program_that_is_told_to_end_puts_the_terminal_back(tmp_path: Path) -> None:
    """The loop ends first, then the window."""
    with seated(tmp_path / "journal") as (seat, before):
        seat.await_sight(TITLE)
        seat.program.send_signal(signal.SIGTERM)
        assert seat.leave() == 0
        assert seat.modes() == before


def test_switching_off_in_the_menu_leaves(tmp_path: Path) -> None:
    """Who ends the table ends the window."""
    with seated(tmp_path / "journal", "--players", "2", "--first", "0") as (seat, before):
        seat.await_sight(TITLE)
        seat.hit(b"Ua\ra\r")  # quit, and yes: a game is on
        assert seat.leave() == 0
        assert seat.modes() == before


@pytest.mark.parametrize("words", ["play --terminal --journal {folder}/j", "replay {folder}/r --device terminal"])
def test_a_terminal_that_cannot_show_it_gets_one_sentence(tmp_path: Path, words: str) -> None:
    """On standard error, with the exit status of a wrong command line; what it advises both commands know."""
    (tmp_path / "r").write_text('{"event":"start","game":"claimit","players":["A","B"]}\n')
    command = [str(COMPANION), *words.format(folder=tmp_path).split()]
    told = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # noqa: S603 (ours)
    assert (told.returncode, told.stdout) == (2, "")
    sentence = "the table is drawn in a terminal, and this is none; --device simulated alone shows it in a browser"
    assert told.stderr == f"companion: {sentence}\n"
    allowed = subprocess.run([*command[:2], "--help"], capture_output=True, text=True, check=True).stdout  # noqa: S603 (ours)
    assert "simulated" in allowed
