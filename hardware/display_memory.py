"""Display memory: how a screen is laid out in it, and which parts of it must be sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from hardware.device import HEIGHT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGES = HEIGHT // 8
"""A page is 8 rows of pixels; a byte of display memory is 8 pixels below each other, the lowest bit on top."""

Pages = tuple[bytes, ...]
"""All of display memory: 8 pages from the top, 128 bytes each from the left."""

NEAR = 4
"""Changed columns so near to each other are looked at as one: it saves more time than bytes."""


class Window(NamedTuple):
    """A rectangle of display memory, ends included."""

    first_page: int
    last_page: int
    first_column: int
    last_column: int

    @property
    def size(self) -> int:
        """Bytes that fill it."""
        return (self.last_page - self.first_page + 1) * (self.last_column - self.first_column + 1)

    def around(self, other: Window) -> Window:
        """The smallest window that holds both."""
        return Window(
            min(self.first_page, other.first_page),
            max(self.last_page, other.last_page),
            min(self.first_column, other.first_column),
            max(self.last_column, other.last_column),
        )


WHOLE = Window(0, PAGES - 1, 0, WIDTH - 1)


class Addressing(NamedTuple):
    """How a controller addresses display memory."""

    overhead: int
    """Bytes on an I2C bus that a window costs besides its own: addresses, control bytes, commands."""
    tall: bool
    """Whether a window may be more than one page high."""


def packed(screen: bytes) -> Pages:
    """The 8 pages of display memory, 128 bytes each, that show a screen."""
    # Pillow packs eight pixels of a row into a byte, the controller wants eight of a column. Turning the picture lets
    # Pillow's C code do the packing.
    upended = Image.frombytes("1", (WIDTH, HEIGHT), screen).transpose(Image.Transpose.ROTATE_270).tobytes()
    return tuple(upended[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def cut(pages: Pages, window: Window) -> bytes:
    """The bytes that fill a window, page by page."""
    columns = slice(window.first_column, window.last_column + 1)
    return b"".join(page[columns] for page in pages[window.first_page : window.last_page + 1])


def changes(old: Pages | None, new: Pages, addressing: Addressing) -> list[Window]:
    """The windows to be sent, at little cost, that turn old pages into new ones; None: nothing is known of the old.

    They come page by page: a controller may keep the pages of the window before.
    """
    if old is None:
        return [WHOLE] if addressing.tall else [Window(page, page, 0, WIDTH - 1) for page in range(PAGES)]
    windows: list[Window] = []
    for page in range(PAGES):
        for run in _runs(page, old[page], new[page]):
            _add(windows, run, addressing)
    return sorted(windows)


def _runs(page: int, old: bytes, new: bytes) -> Iterator[Window]:
    """The changed columns of a page, together with the few unchanged ones between them."""
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


def _add(windows: list[Window], run: Window, addressing: Addressing) -> None:
    """Adds a run, joined with the windows with which it costs less than apart, the one that saves most first."""
    savings = [
        window.size + run.size + addressing.overhead - window.around(run).size
        if addressing.tall or window.first_page == run.first_page
        else -1
        for window in windows
    ]
    if max(savings, default=-1) < 0:
        windows.append(run)
    else:
        # The joined window may be worth joining with others in turn.
        _add(windows, windows.pop(savings.index(max(savings))).around(run), addressing)
