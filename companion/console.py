"""Output of commands in a terminal: a progress line and tables of plain text."""

from collections.abc import Callable, Sequence
from typing import TextIO

CELLS = 16
"""Width of the progress bar."""
REDRAW_S = 0.1


class Progress:
    """A progress line in a terminal; does nothing if the output is a file or a pipe."""

    def __init__(self, out: TextIO, total: int, clock: Callable[[], float]) -> None:
        self._out, self._total, self._clock = out, total, clock
        self._is_shown = out.isatty()
        self._began_at = clock()
        self._drawn_at = float("-inf")

    def show(self, done: int) -> None:
        now = self._clock()
        if self._is_shown and (now - self._drawn_at >= REDRAW_S or done == self._total):
            self._drawn_at = now
            self._out.write("\r" + progress_line(done, self._total, now - self._began_at) + "\x1b[K")
            self._out.flush()

    def clear(self) -> None:
        if self._is_shown:
            self._out.write("\r\x1b[K")
            self._out.flush()


def progress_line(done: int, total: int, taken_s: float) -> str:
    """Returns the progress line, shorter than 80 columns for numbers below a thousand million."""
    filled = CELLS * done // total
    line = f"[{'#' * filled}{'-' * (CELLS - filled)}] {100 * done // total:3} %  {done:,} of {total:,}"
    if not done or taken_s <= 0:
        return line
    return f"{line}, {_duration((total - done) * taken_s / done)} left"


def _duration(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def align_columns(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Returns the rows with aligned columns; `sides` has an `l` (left) or `r` (right) for each column."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    forms = [f"{{:{'<' if side == 'l' else '>'}{width}}}" for width, side in zip(widths, sides, strict=True)]
    line = "  ".join(forms)
    return [line.format(*row).rstrip() for row in rows]


def join_lines(lines: Sequence[str]) -> str:
    return "".join(line + "\n" for line in lines)
