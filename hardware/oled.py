"""The screen: 128 by 64 pixels of an OLED; only what changed is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from luma.core.device import device
from luma.core.error import Error as LumaError
from luma.core.interface.serial import i2c, spi
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image
from smbus2 import i2c_msg

from hardware.device import HEIGHT, WIDTH, PartFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from luma.core.const import common

    from hardware.lines import Lines

PAGES = HEIGHT // 8
"""A page is 8 rows of pixels; a byte of display memory is 8 pixels below each other, the lowest bit on top."""


class Picture(NamedTuple):
    """What the screen shall show."""

    screen: bytes
    """1,024 bytes, as in a frame."""
    contrast: int
    """1 to 255; 0 is off."""


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


class Panel(device):  # type: ignore[misc]  # published without types
    """luma's base class as this box needs it.

    It registers nothing to be done at exit, and leaves memory and light as they are after the set-up: the first
    picture follows at once, and no noise is shown before it.
    """

    def __init__(self, const: common, serial_interface: i2c | spi) -> None:
        self._const = const
        self._serial_interface = serial_interface

    def clear(self) -> None:
        """Leaves display memory as it is."""

    def show(self) -> None:
        """Leaves the display off."""

    def light(self, contrast: int) -> None:
        """Sets the brightness, 1 to 255, and switches on; 0 switches off."""
        if contrast:
            self.contrast(contrast)
        self.command(self._const.DISPLAYON if contrast else self._const.DISPLAYOFF)

    def close(self) -> None:
        """Lets go of the bus."""
        self._serial_interface.cleanup()


class Windowed(Panel):
    """A controller that fills any rectangle (SSD1306 datasheet, 10.1.4 and 10.1.5)."""

    overhead = 10
    """Bytes on an I2C bus that a window costs besides its own: 2 addresses, 2 control bytes, 6 of commands."""
    tall = True
    """Whether a window may be more than one page high."""

    def aim(self, window: Window) -> None:
        """Has the data that follows go into a window, row by row."""
        self.command(0x21, window.first_column, window.last_column, 0x22, window.first_page, window.last_page)


class Paged(Panel):
    """A controller that fills columns of one page (SH1106 datasheet, commands 1, 2 and 11)."""

    overhead = 7
    tall = False
    margin = 2
    """It has memory for 132 columns; the panel shows those from the third on."""

    def aim(self, window: Window) -> None:
        """Has the data that follows go into one page, from a column on."""
        column = window.first_column + self.margin
        self.command(0xB0 | window.first_page, column & 0x0F, 0x10 | column >> 4)


class Ssd1306(ssd1306, Windowed):  # type: ignore[misc]  # published without types
    """The usual controller of 0.96 inch panels."""


class Ssd1309(ssd1309, Windowed):  # type: ignore[misc]  # published without types
    """The usual controller of 2.42 inch panels."""


class Sh1106(sh1106, Paged):  # type: ignore[misc]  # published without types
    """The usual controller of 1.3 inch panels."""


PANELS: dict[str, Any] = {"ssd1306": Ssd1306, "ssd1309": Ssd1309, "sh1106": Sh1106}


class I2cBus(Protocol):
    """What luma uses of `smbus2.SMBus`."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None:
        """Sends up to 32 bytes after a register's number."""

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
        """Sends messages of any length."""

    def close(self) -> None:
        """Lets go of the bus."""


class SpiBus(Protocol):
    """What luma uses of `spidev.SpiDev`."""

    max_speed_hz: int

    def open(self, port: int, device: int) -> None:
        """Opens the bus."""

    def writebytes(self, data: Sequence[int]) -> None:
        """Sends up to 4,096 bytes."""

    def close(self) -> None:
        """Lets go of the bus."""


class I2c(i2c):  # type: ignore[misc]  # published without types
    """luma's I2C on an open bus, without the blocks of 32 bytes that it falls back to when it is given one."""

    def __init__(self, bus: I2cBus, address: int) -> None:
        super().__init__(bus=bus, address=address)
        self._managed = True
        self._i2c_msg_write = i2c_msg.write


def on_i2c(controller: str, bus: I2cBus, address: int) -> Windowed | Paged:
    """Sets up a panel on an open I2C bus."""
    panel: Windowed | Paged = PANELS[controller](I2c(bus, address))
    return panel


def on_spi(controller: str, bus: SpiBus, lines: Lines, *, port: int, dc: int, reset: int) -> Windowed | Paged:
    """Sets up a panel on SPI.

    Args:
        controller: its name.
        bus: a bus, still closed.
        lines: its two further pins.
        port: the number of the bus.
        dc: the data/command pin.
        reset: the reset pin.
    """
    panel: Windowed | Paged = PANELS[controller](spi(spi=bus, gpio=lines, port=port, gpio_DC=dc, gpio_RST=reset))
    return panel


class Oled:
    """Shows pictures on the panel that `connect` sets up. After a failure the next write sets it up anew."""

    def __init__(self, connect: Callable[[], Windowed | Paged]) -> None:
        self._connect = connect
        self._panel: Windowed | Paged | None = None
        self._memory: tuple[bytes, ...] | None = None
        self._contrast = 0

    def write(self, picture: Picture) -> None:
        """Sends what differs from the picture before.

        Raises:
            PartFailed: the screen does not answer.
        """
        try:
            self._update(self._panel or self._set_up(), picture)
        except (OSError, LumaError) as error:
            self.close()
            raise PartFailed(f"the screen does not answer: {error}.") from error

    def close(self) -> None:
        """Lets go of the bus. May be called twice."""
        panel, self._panel = self._panel, None
        if panel is not None:
            panel.close()

    def _set_up(self) -> Windowed | Paged:
        self._memory, self._contrast = None, 0
        self._panel = self._connect()
        return self._panel

    def _update(self, panel: Windowed | Paged, picture: Picture) -> None:
        pages = packed(picture.screen)
        for window in changes(self._memory, pages, panel):
            columns = slice(window.first_column, window.last_column + 1)
            panel.aim(window)
            panel.data(b"".join(page[columns] for page in pages[window.first_page : window.last_page + 1]))
        self._memory = pages
        if picture.contrast != self._contrast:
            panel.light(picture.contrast)
            self._contrast = picture.contrast


def packed(screen: bytes) -> tuple[bytes, ...]:
    """The 8 pages of display memory, 128 bytes each, that show a screen."""
    upended = Image.frombytes("1", (WIDTH, HEIGHT), screen).transpose(Image.Transpose.ROTATE_270).tobytes()
    return tuple(upended[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def changes(old: tuple[bytes, ...] | None, new: tuple[bytes, ...], panel: Windowed | Paged) -> list[Window]:
    """The windows to be sent, at little cost, that turn old pages into new ones; None: nothing is known of the old."""
    if old is None:
        return [WHOLE] if panel.tall else [Window(page, page, 0, WIDTH - 1) for page in range(PAGES)]
    windows: list[Window] = []
    for page in range(PAGES):
        for run in _runs(page, old[page], new[page], panel.overhead):
            _add(windows, run, panel)
    return windows


def _runs(page: int, old: bytes, new: bytes, gap: int) -> Iterator[Window]:
    """The changed columns of a page, together where the columns between cost no more than another window."""
    if old == new:
        return
    changed = [column for column in range(WIDTH) if old[column] != new[column]]
    first = last = changed[0]
    for column in changed[1:]:
        if column - last > gap + 1:
            yield Window(page, page, first, last)
            first = column
        last = column
    yield Window(page, page, first, last)


def _add(windows: list[Window], run: Window, panel: Windowed | Paged) -> None:
    """Adds a run, to a window that ends on the page above where that is no dearer than another window."""
    for index, window in enumerate(windows):
        grown = window.around(run)
        if (
            panel.tall
            and window.last_page == run.first_page - 1
            and grown.size <= window.size + run.size + panel.overhead
        ):
            windows[index] = grown
            return
    windows.append(run)
