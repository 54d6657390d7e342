import io
import os
import pty
import termios
from collections.abc import Iterator

import pytest

from companion.terminal import Size, TerminalError, check

UTF8 = {"TERM": "xterm-256color"}


@pytest.fixture
def tty() -> Iterator[io.TextIOWrapper]:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    with os.fdopen(theirs, "w", encoding="utf-8") as stream:
        yield stream
    os.close(ours)


def test_a_terminal_of_80_by_24_will_do(tty: io.TextIOWrapper) -> None:
    check((tty, tty), UTF8)
    assert Size(*os.get_terminal_size(tty.fileno())) == (80, 24)


def test_a_pipe_is_none(tty: io.TextIOWrapper) -> None:
    with pytest.raises(TerminalError, match="--device simulated"):
        check((tty, io.StringIO()), UTF8)


@pytest.mark.parametrize("environ", [{}, {"TERM": "dumb"}])
def test_one_that_cannot_place_text_will_not_do(tty: io.TextIOWrapper, environ: dict[str, str]) -> None:
    with pytest.raises(TerminalError, match=f"TERM={environ.get('TERM', '')} cannot"):
        check((tty,), environ)


def test_the_linux_console_wants_half_blocks(tty: io.TextIOWrapper) -> None:
    with pytest.raises(TerminalError, match="--half"):
        check((tty,), {"TERM": "linux"})


def test_half_blocks_want_a_larger_one(tty: io.TextIOWrapper) -> None:
    with pytest.raises(TerminalError, match="needs 144 by 40 cells; this terminal has 80 by 24"):
        check((tty,), {"TERM": "linux"}, half=True)


def test_a_terminal_that_is_too_small_names_the_size_it_needs(tty: io.TextIOWrapper) -> None:
    termios.tcsetwinsize(tty.fileno(), (23, 80))
    with pytest.raises(TerminalError, match="needs 80 by 24 cells; this terminal has 80 by 23"):
        check((tty,), UTF8)


def test_one_without_utf_8_cannot_draw(tty: io.TextIOWrapper) -> None:
    tty.reconfigure(encoding="latin-1")
    with pytest.raises(TerminalError, match="UTF-8"):
        check((tty,), UTF8)
