"""The screen, an OLED of 128 by 64 or 128 by 32 pixels, and the I2C bus, which it shares with the field sensors.

Only the parts of the screen's memory that change are sent.
"""

from collections.abc import Callable, Iterator, Sequence
from errno import EAGAIN, EINTR, EIO, ENXIO, EREMOTEIO
from typing import Any, NamedTuple, Protocol, TypeAlias

from gpiozero import DigitalOutputDevice, Factory
from gpiozero.exc import GPIOZeroError
from luma.core.const import common
from luma.core.device import device
from luma.core.error import DeviceNotFoundError
from luma.core.error import Error as LumaError
from luma.core.interface.serial import i2c, spi
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image
from smbus2 import i2c_msg

from hardware.device import HEIGHT, WIDTH, PartError
from hardware.wiring import Pin, Wiring


class I2cBus(Protocol):
    """The part of `smbus2.SMBus` that luma and the field sensors use. A block has up to 32 bytes."""

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int) -> list[int]: ...
    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None: ...
    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None: ...
    def close(self) -> None: ...


class SpiBus(Protocol):
    """The part of `spidev.SpiDev` that luma uses. It sends up to 4,096 bytes at once."""

    max_speed_hz: int

    def open(self, port: int, device: int, /) -> None: ...
    def writebytes(self, data: Sequence[int]) -> None: ...
    def close(self) -> None: ...


TRANSIENT = frozenset({EAGAIN, EINTR, EIO, ENXIO, EREMOTEIO})
"""Errors after which a repeated transfer may succeed: a missing acknowledgement, a signal.

ETIMEDOUT is not one of them, because a bus that hangs would hang again for the same time."""


def is_transient(error: OSError | LumaError) -> bool:
    """Returns whether an immediate retry may help."""
    return isinstance(error, DeviceNotFoundError) or getattr(error, "errno", None) in TRANSIENT


MEMORY_PAGES = HEIGHT // 8
"""The number of memory pages, each of 8 rows; a byte is 8 pixels of a column, the lowest bit on top."""

MemoryPages = tuple[bytes, ...]
"""The visible memory: 8 pages from the top (4 for 32 rows) of 128 bytes from the left."""

MAX_GAP = 4
"""Changed columns at most this far apart are sent as one run, which is faster than two runs."""


class Window(NamedTuple):
    """A rectangle of display memory, ends included."""

    first_page: int
    last_page: int
    first_column: int
    last_column: int

    @property
    def size(self) -> int:
        return (self.last_page - self.first_page + 1) * (self.last_column - self.first_column + 1)

    def joined_with(self, other: "Window") -> "Window":
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
    spans_pages: bool
    """Whether a window can span several pages."""


def pack_memory_pages(screen: bytes, rotation: int = 0) -> MemoryPages:
    """Returns a screen as memory pages; `rotation` is 0 or 180 degrees."""
    # Pillow packs eight pixels of a row into a byte, the controller needs eight of a column. So the picture is rotated
    # by a quarter turn; a turn in the other direction also shows it upside down.
    turn = Image.Transpose.ROTATE_90 if rotation else Image.Transpose.ROTATE_270
    pages = len(screen) // WIDTH
    # The turned picture has `pages` bytes per row, the last page first; a page is one column of them.
    rotated = Image.frombytes("1", (WIDTH, 8 * pages), screen).transpose(turn).tobytes()
    return tuple(rotated[pages - 1 - page :: pages] for page in range(pages))


def content_of(pages: MemoryPages, window: Window) -> bytes:
    columns = slice(window.first_column, window.last_column + 1)
    return b"".join(page[columns] for page in pages[window.first_page : window.last_page + 1])


def changed_windows(old: MemoryPages | None, new: MemoryPages, addressing: Addressing) -> list[Window]:
    """Returns windows whose content changes the old pages into the new ones, with few bytes.

    They are sorted by page, because a controller may keep the pages of the previous window. If the old pages are not
    known (None), the windows contain everything.
    """
    if old is None:
        last = len(new) - 1
        ends = [(0, last)] if addressing.spans_pages else [(page, page) for page in range(last + 1)]
        return [Window(*pages, 0, WIDTH - 1) for pages in ends]
    windows: list[Window] = []
    for page in range(len(new)):
        for run in _changed_runs(page, old[page], new[page]):
            _add_run(windows, run, addressing)
    return sorted(windows)


def _changed_runs(page: int, old: bytes, new: bytes) -> Iterator[Window]:
    """Yields the runs of changed columns of a page; columns up to `MAX_GAP` apart are one run."""
    if old == new:  # much faster than comparing each column
        return
    changed = [column for column in range(WIDTH) if old[column] != new[column]]
    first = last = changed[0]
    for column in changed[1:]:
        if column - last > MAX_GAP:
            yield Window(page, page, first, last)
            first = column
        last = column
    yield Window(page, page, first, last)


def _add_run(windows: list[Window], run: Window, addressing: Addressing) -> None:
    """Adds a run as a window, or joins it with the window where this saves most bytes."""

    def saved_bytes(window: Window) -> int:
        # Joining saves the overhead of one window, but sends the unchanged bytes in between.
        return window.size + run.size + addressing.overhead - window.joined_with(run).size

    joinable = [window for window in windows if addressing.spans_pages or window.first_page == run.first_page]
    best = max(joinable, key=saved_bytes, default=None)
    if best is None or saved_bytes(best) < 0:
        windows.append(run)
        return
    windows.remove(best)
    # The joined window may be worth joining with others.
    _add_run(windows, best.joined_with(run), addressing)


class Picture(NamedTuple):
    screen: bytes
    """As in a `Frame`."""
    contrast: int
    """1 to 255; 0 is off."""


class Panel(device):  # type: ignore[misc]  # published without types
    """luma's base class without its exit handler. The setup neither clears the memory nor switches the panel on.

    So no noise is visible before the first picture.
    """

    setup_prefix: tuple[int, ...] = (0xE3, 0xE3)
    """Sent before a repeated setup: two no-operations, in case the controller still waits for two arguments."""

    def __init__(self, const: common, serial_interface: i2c | spi) -> None:
        self._const = const
        self._serial_interface = serial_interface
        self._setup_codes: tuple[int, ...] = ()
        self._selected_pages: tuple[int, ...] = ()
        """The newest command that selected pages."""

    def command(self, *codes: int) -> None:
        """Sends commands, and stores luma's setup to repeat it."""
        # Only the setup begins with DISPLAYOFF. A repeated setup omits that code, so that the display does not flicker.
        first, *rest = codes
        if rest and first == self._const.DISPLAYOFF:
            self._setup_codes = tuple(rest)
        super().command(*codes)

    def repeat_setup(self) -> None:
        """Repeats the setup. The display stays on or off; the caller must write its memory again."""
        self.command(*self.setup_prefix, *self._setup_codes)
        self._selected_pages = ()

    def clear(self) -> None:
        """Does nothing: the memory stays."""

    def show(self) -> None:
        """Does nothing: the display stays off."""

    def set_brightness(self, contrast: int) -> None:
        """Sets the brightness, 1 to 255, and switches on; 0 switches off."""
        # The contrast first, so that a waking panel does not flash.
        if contrast:
            self.contrast(contrast)
        self.command(self._const.DISPLAYON if contrast else self._const.DISPLAYOFF)

    def close(self) -> None:
        self._serial_interface.cleanup()


class WindowedPanel(Panel):
    """A controller that fills any rectangle (SSD1306 datasheet, 10.1.4 and 10.1.5)."""

    addressing = Addressing(overhead=10, spans_pages=True)
    setup_prefix = (*Panel.setup_prefix, 0x2E)
    """Stops scrolling, which the setup does not (SSD1306 datasheet, 10.2.3)."""

    def select_window(self, window: Window) -> None:
        """Directs the next data into a window, row by row."""
        # The controller keeps the pages, so they are sent only if they differ.
        columns, pages = (0x21, window.first_column, window.last_column), (0x22, window.first_page, window.last_page)
        self.command(*columns, *(() if pages == self._selected_pages else pages))
        self._selected_pages = pages


class PagedPanel(Panel):
    """A controller that fills columns of one page (SH1106 datasheet, commands 1, 2 and 11)."""

    addressing = Addressing(overhead=7, spans_pages=False)
    margin = 2
    """The memory has 132 columns; the panel shows 128 of them, from the third on."""

    def select_window(self, window: Window) -> None:
        """Directs the next data into one page, from a column on."""
        column = window.first_column + self.margin
        self.command(0xB0 | window.first_page, column & 0x0F, 0x10 | column >> 4)


AnyPanel: TypeAlias = WindowedPanel | PagedPanel


class Ssd1306(ssd1306, WindowedPanel):  # type: ignore[misc]  # published without types
    """The usual controller of 0.96 inch panels."""


class Ssd1309(ssd1309, WindowedPanel):  # type: ignore[misc]  # published without types
    """The usual controller of 2.42 inch panels."""


class Sh1106(sh1106, PagedPanel):  # type: ignore[misc]  # published without types
    """The usual controller of 1.3 inch panels."""


SPI_HZ, SH1106_SPI_HZ = 8_000_000, 2_000_000
"""A full picture takes 1 ms and 4 ms. An SSD1306 accepts 10 MHz; an SH1106 needs 500 ns per bit (datasheets, AC
characteristics of the serial interface)."""
PANELS: dict[str, Any] = {"ssd1306": Ssd1306, "ssd1309": Ssd1309, "sh1106": Sh1106}


class LumaI2c(i2c):  # type: ignore[misc]  # published without types
    """luma's I2C on an open bus, without the limit to blocks of 32 bytes."""

    def __init__(self, bus: I2cBus, address: int) -> None:
        super().__init__(bus=bus, address=address)
        self._managed = True
        # luma sets these two only if it opens the bus. They let it send a picture in one message and close the bus.
        self._i2c_msg_write = i2c_msg.write


class LumaSpi(spi):  # type: ignore[misc]  # published without types
    """luma's SPI, which also releases its two pins: otherwise they would be in use at the next setup."""

    def cleanup(self) -> None:
        super().cleanup()
        self._gpio.close()


class GpioOutputs:
    """Output pins with the part of `RPi.GPIO`'s interface that luma uses; RPi.GPIO does not support the Pi 5."""

    OUT = "output"
    LOW, HIGH = 0, 1

    def __init__(self, factory: Factory) -> None:
        self._factory = factory
        self._outputs: dict[Pin, Any] = {}

    def setup(self, pin: Pin, direction: str) -> None:  # noqa: ARG002 - always OUT
        try:
            self._outputs[pin] = DigitalOutputDevice(pin, pin_factory=self._factory)
        # As an OSError: any other exception would count as a bug and leave the bus open.
        except GPIOZeroError as error:
            raise OSError(str(error)) from error

    def output(self, pin: Pin, level: int) -> None:
        """Sets the level of a pin, `LOW` or `HIGH`."""
        self._outputs[pin].value = level

    def close(self) -> None:
        for output in self._outputs.values():
            output.close()
        self._outputs.clear()


def open_i2c_panel(controller: str, bus: I2cBus, address: int, height: int = HEIGHT) -> AnyPanel:
    return _set_up(controller, LumaI2c(bus, address), height)


def open_spi_panel(
    controller: str, bus: SpiBus, outputs: GpioOutputs, *, dc: int, reset: int, height: int = HEIGHT
) -> AnyPanel:
    """Sets up a panel on SPI1. The bus must be closed; `dc` and `reset` are the pins for data/command and reset."""
    try:
        hertz = SH1106_SPI_HZ if controller == "sh1106" else SPI_HZ
        serial = LumaSpi(spi=bus, gpio=outputs, port=1, bus_speed_hz=hertz, gpio_DC=dc, gpio_RST=reset)
    except (OSError, LumaError):
        bus.close()
        outputs.close()
        raise
    return _set_up(controller, serial, height)


def connect_panel(
    wiring: Wiring,
    open_i2c: Callable[[], I2cBus],
    make_spi: Callable[[], SpiBus],
    make_outputs: Callable[[], GpioOutputs],
) -> AnyPanel:
    """Sets up the panel of a wiring, on the bus that it names."""
    controller, height = wiring.screen.controller, wiring.screen.height
    if wiring.screen.bus == "i2c":
        return open_i2c_panel(controller, open_i2c(), wiring.screen.address, height)
    dc, reset = wiring.screen.data_pin, wiring.screen.reset_pin
    return open_spi_panel(controller, make_spi(), make_outputs(), dc=dc, reset=reset, height=height)


def _set_up(controller: str, serial: i2c | spi, height: int) -> AnyPanel:
    """Sets up a panel; closes its bus if it does not respond."""
    try:
        panel: AnyPanel = PANELS[controller](serial, height=height)
    except (OSError, LumaError):
        serial.cleanup()
        raise
    return panel


class Oled:
    """Shows pictures on a panel. After a failure the next write calls `connect` again.

    >>> from hardware.simulated.buses import SimulatedI2c
    >>> from hardware.simulated.chips import SSD1306, Controller
    >>> bus = SimulatedI2c(0x3C, Controller(SSD1306))
    >>> oled = Oled(lambda: open_i2c_panel("ssd1306", bus, 0x3C))
    >>> oled.write(Picture(bytes(range(256)) * 4, contrast=255))
    >>> bus.controller.visible_screen() == bytes(range(256)) * 4
    True
    """

    def __init__(self, connect: Callable[[], AnyPanel], rotation: int = 0, height: int = HEIGHT) -> None:
        self._connect = connect
        self._rotation = rotation
        self._height = height
        self._panel: AnyPanel | None = None
        self._memory: MemoryPages | None = None
        """The content of the panel's memory; None if it is unknown."""
        self._contrast: int | None = None
        """The contrast of the panel; None if it is unknown."""

    def write(self, picture: Picture, *, refresh: bool = False) -> None:
        """Sends the differences from the previous picture; with `refresh` the setup and everything.

        Raises:
            PartError: the screen does not respond.
        """
        try:
            try:
                self._send(picture, refresh=refresh)
            except (OSError, LumaError) as error:
                # One immediate retry hides a disturbed transfer. If the screen is missing, the writer retries later.
                if not is_transient(error):
                    raise
                self._send(picture, refresh=True)
        except (OSError, LumaError) as error:
            self.close()
            raise PartError(f"the screen does not answer: {error}") from error

    def close(self) -> None:
        panel, self._panel = self._panel, None
        if panel is not None:
            panel.close()

    def _send(self, picture: Picture, *, refresh: bool) -> None:
        if self._panel is None:
            self._panel = self._connect()
            self._memory = self._contrast = None
        elif refresh:
            self._panel.repeat_setup()
            self._memory = self._contrast = None
        # `device.BLANK` has 64 rows, also for a panel of 32.
        pages = pack_memory_pages(picture.screen[: WIDTH * self._height // 8], self._rotation)
        # None until everything is sent: after a failure the next picture is sent completely.
        known, self._memory = self._memory, None
        for window in changed_windows(known, pages, self._panel.addressing):
            self._panel.select_window(window)
            self._panel.data(content_of(pages, window))
        self._memory = pages
        # Last, so that a panel that is switched on shows the new picture, not the old one or noise.
        if picture.contrast != self._contrast:
            self._panel.set_brightness(picture.contrast)
            self._contrast = picture.contrast
