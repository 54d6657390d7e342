"""Display memory: its layout, and which parts of it must be sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image

from hardware.device import HEIGHT, WIDTH

MEMORY_PAGES = HEIGHT // 8
"""The number of memory pages. A memory page is 8 rows of pixels; a byte is 8 pixels below each other, the lowest bit on
top."""

MemoryPages = tuple[bytes, ...]
"""The visible memory: 8 pages from the top (4 for 32 rows) of 128 bytes from the left."""

NEAR = 4
"""Changed columns that are at most this far apart are sent as one run: fewer runs save more time than bytes."""


class Window(NamedTuple):
    """A rectangle of display memory, ends included."""

    first_page: int
    last_page: int
    first_column: int
    last_column: int

    @property
    def size(self) -> int:
        return (self.last_page - self.first_page + 1) * (self.last_column - self.first_column + 1)

    def joined_with(self, other: Window) -> Window:
        return Window(
            min(self.first_page, other.first_page),
            max(self.last_page, other.last_page),
            min(self.first_column, other.first_column),
            max(self.last_column, other.last_column),
        )


class Addressing(NamedTuple):
    """How a controller addresses display memory."""

    overhead: int
    """The bytes on an I2C bus for a window in addition to its content: addresses, control bytes, commands."""
    tall: bool
    """Whether a window can span several pages."""


def pack_memory_pages(screen: bytes, rotation: int = 0) -> MemoryPages:
    """Returns a screen as memory pages; rotated for a panel that is mounted upside down."""
    # Pillow packs eight pixels of a row into a byte, the controller needs eight of a column. Rotating the picture lets
    # Pillow's C code do the packing; the other rotation turns it upside down.
    turn = Image.Transpose.ROTATE_90 if rotation else Image.Transpose.ROTATE_270
    pages = len(screen) // WIDTH
    upended = Image.frombytes("1", (WIDTH, 8 * pages), screen).transpose(turn).tobytes()
    return tuple(upended[pages - 1 - page :: pages] for page in range(pages))


def cut_window(pages: MemoryPages, window: Window) -> bytes:
    """Returns the content of a window, page by page."""
    columns = slice(window.first_column, window.last_column + 1)
    return b"".join(page[columns] for page in pages[window.first_page : window.last_page + 1])


def changed_windows(old: MemoryPages | None, new: MemoryPages, addressing: Addressing) -> list[Window]:
    """Returns windows whose content turns the old pages into the new ones at low cost; None: the old ones are unknown.

    They are sorted by page, because a controller may keep the pages of the previous window.
    """
    if old is None:
        last = len(new) - 1
        ends = [(0, last)] if addressing.tall else [(page, page) for page in range(last + 1)]
        return [Window(*pages, 0, WIDTH - 1) for pages in ends]
    windows: list[Window] = []
    for page in range(len(new)):
        for run in _changed_runs(page, old[page], new[page]):
            _add_run(windows, run, addressing)
    return sorted(windows)


def _changed_runs(page: int, old: bytes, new: bytes) -> Iterator[Window]:
    """Yields the runs of changed columns of a page; columns up to `NEAR` apart are one run."""
    if old == new:
        return
    # Only for a page that differs: the comparison above is one fast call.
    changed = [column for column in range(WIDTH) if old[column] != new[column]]
    first = last = changed[0]
    for column in changed[1:]:
        if column - last > NEAR:
            yield Window(page, page, first, last)
            first = column
        last = column
    yield Window(page, page, first, last)


def _add_run(windows: list[Window], run: Window, addressing: Addressing) -> None:
    """Adds a run, or joins it with a window if that costs less: the one that saves most first."""
    # Joining saves the addresses and commands of one window, but sends the unchanged bytes in between.
    savings = [
        window.size + run.size + addressing.overhead - window.joined_with(run).size
        if addressing.tall or window.first_page == run.first_page
        else -1
        for window in windows
    ]
    if max(savings, default=-1) < 0:
        windows.append(run)
    else:
        # The joined window may be worth joining with others.
        _add_run(windows, windows.pop(savings.index(max(savings))).joined_with(run), addressing)
