"""Simulated OLED controllers: they compute what a person would see from the bytes that they receive."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from hardware.device import HEIGHT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PAGES = HEIGHT // 8
HORIZONTAL, VERTICAL, PAGE = 0, 1, 2
"""The addressing modes of an SSD1306."""

ROW_OF = tuple(bytes(b"01"[byte >> bit & 1] for byte in range(256)) for bit in range(8))
"""For each row of a page, a table from a byte of memory to its pixel in that row, as a digit."""


class NotUnderstoodError(ValueError):
    """The controller received an unknown command, or impossible arguments."""


class Command(NamedTuple):
    """A command of the controller."""

    arguments: int
    """The number of bytes that follow the code."""
    carry_out: Callable[[Controller, int, list[int]], None]
    """Called with the controller, the code and its arguments."""


class ControllerSpec(NamedTuple):
    """The differences between controllers."""

    columns: int
    """Of memory."""
    margin: int
    """Columns of memory to the left of the panel."""
    wraps: bool
    """Whether the first column follows the last."""
    commands: Mapping[int, Command]


class Controller:
    """A controller and its panel. As luma sets them up, the picture stands upright and reads from the left."""

    def __init__(self, model: ControllerSpec) -> None:
        self.contrast = 0x7F
        """0 to 255."""
        self.on = False
        self._model = model
        self._memory = [bytearray(model.columns) for _ in range(PAGES)]
        self._mode = PAGE
        self._column, self._first_column, self._last_column = 0, 0, model.columns - 1
        self._page, self._first_page, self._last_page = 0, 0, PAGES - 1
        self._from_left = self._from_top = False
        self._inverted = self._all_lit = False
        self._scrolling = False
        self._start_line = self._offset = 0
        self._pending: list[int] = []

    def visible_screen(self) -> bytes:
        """Returns what a person sees: 1,024 bytes, row by row, the highest bit first; dark when it is off."""
        if not self.on:
            return bytes(WIDTH * HEIGHT // 8)
        return b"".join(self._visible_row(row) for row in range(HEIGHT))

    def receive_commands(self, stream: bytes) -> None:
        """Receives commands; one may be spread over several transfers.

        Raises:
            NotUnderstoodError: there is no such command.
        """
        for byte in stream:
            self._pending.append(byte)
            code, *arguments = self._pending
            if code not in self._model.commands:
                raise NotUnderstoodError(f"0x{code:02X} is no command.")
            if len(arguments) == self._model.commands[code].arguments:
                self._pending.clear()
                self._model.commands[code].carry_out(self, code, arguments)

    def receive_data(self, stream: bytes) -> None:
        for byte in stream:
            self._memory[self._page][self._column] = byte
            if self._mode == VERTICAL:
                if self._next_page():
                    self._next_column()
            elif self._next_column() and self._mode == HORIZONTAL:
                self._next_page()

    def _next_column(self) -> bool:
        """Goes on to the next column; returns whether this one was the last."""
        if self._column != self._last_column:
            self._column += 1
            return False
        self._column = self._first_column if self._model.wraps else self._last_column
        return True

    def _next_page(self) -> bool:
        """Goes on to the next page; returns whether this one was the last."""
        if self._page != self._last_page:
            self._page += 1
            return False
        self._page = self._first_page
        return True

    def _visible_row(self, row: int) -> bytes:
        """Returns a row of pixels as a person sees it, after all settings that move, mirror or invert the picture."""
        line = row if self._from_top else HEIGHT - 1 - row
        page, bit = divmod((line + self._start_line + self._offset) % HEIGHT, 8)
        digits = self._memory[page][self._model.margin : self._model.margin + WIDTH].translate(ROW_OF[bit])
        # One column is enough to show that scrolling was not switched off.
        if self._scrolling:
            digits = digits[1:] + digits[:1]
        shown = int(digits if self._from_left else digits[::-1], 2)
        everything = (1 << WIDTH) - 1
        if self._all_lit:
            shown = everything
        return (shown ^ everything if self._inverted else shown).to_bytes(WIDTH // 8)

    def _aim_low(self, code: int, _: list[int]) -> None:
        self._column = self._column & 0xF0 | code & 0x0F

    def _aim_high(self, code: int, _: list[int]) -> None:
        self._column = self._column & 0x0F | (code & 0x0F) << 4

    def _aim_page(self, code: int, _: list[int]) -> None:
        self._page = code & 0x07

    def _set_start_line(self, code: int, _: list[int]) -> None:
        self._start_line = code & 0x3F

    def _set_offset(self, _: int, arguments: list[int]) -> None:
        self._offset = arguments[0] & 0x3F

    def _set_contrast(self, _: int, arguments: list[int]) -> None:
        self.contrast = arguments[0]

    def _set_direction(self, code: int, _: list[int]) -> None:
        self._from_left = code == 0xA1

    def _set_scan_order(self, code: int, _: list[int]) -> None:
        self._from_top = code == 0xC8

    def _light_all_pixels(self, code: int, _: list[int]) -> None:
        self._all_lit = code == 0xA5

    def _set_inverted(self, code: int, _: list[int]) -> None:
        self._inverted = code == 0xA7

    def _set_scrolling(self, code: int, _: list[int]) -> None:
        self._scrolling = code == 0x2F

    def _switch_panel(self, code: int, _: list[int]) -> None:
        self.on = code == 0xAF

    def _set_mode(self, _: int, arguments: list[int]) -> None:
        self._mode = arguments[0] & 0x03

    def _set_columns(self, _: int, arguments: list[int]) -> None:
        self._first_column, self._last_column = _window_ends(arguments, self._model.columns)
        self._column = self._first_column

    def _set_pages(self, _: int, arguments: list[int]) -> None:
        self._first_page, self._last_page = _window_ends(arguments, PAGES)
        self._page = self._first_page

    def _ignore(self, _: int, arguments: list[int]) -> None:
        """Takes a command that changes nothing visible: multiplex ratio, clock, voltages, charge pump."""

    ALL: ClassVar[Mapping[int, Command]] = {
        **dict.fromkeys(range(0x10), Command(0, _aim_low)),
        **dict.fromkeys(range(0x10, 0x20), Command(0, _aim_high)),
        **dict.fromkeys(range(0x40, 0x80), Command(0, _set_start_line)),
        0x81: Command(1, _set_contrast),
        **dict.fromkeys((0xA0, 0xA1), Command(0, _set_direction)),
        **dict.fromkeys((0xA4, 0xA5), Command(0, _light_all_pixels)),
        **dict.fromkeys((0xA6, 0xA7), Command(0, _set_inverted)),
        0xA8: Command(1, _ignore),
        **dict.fromkeys((0xAE, 0xAF), Command(0, _switch_panel)),
        **dict.fromkeys(range(0xB0, 0xB8), Command(0, _aim_page)),
        **dict.fromkeys((0xC0, 0xC8), Command(0, _set_scan_order)),
        0xD3: Command(1, _set_offset),
        **dict.fromkeys((0xD5, 0xD9, 0xDA, 0xDB), Command(1, _ignore)),
        0xE3: Command(0, _ignore),
    }
    """The codes that mean the same to all three."""

    WINDOWS: ClassVar[Mapping[int, Command]] = {
        0x20: Command(1, _set_mode),
        0x21: Command(2, _set_columns),
        0x22: Command(2, _set_pages),
        **dict.fromkeys((0x2E, 0x2F), Command(0, _set_scrolling)),
        0x8D: Command(1, _ignore),
    }
    """Those of the SSD1306 and the SSD1309 (SSD1306 datasheet, 10.1)."""

    PAGES: ClassVar[Mapping[int, Command]] = {
        # luma's set-up has two codes of the SSD1306 in it; here they mean nothing.
        **dict.fromkeys((0x20, 0x8D), Command(0, _ignore)),
        0xAD: Command(1, _ignore),
    }
    """Those of the SH1106 (SH1106 datasheet, chapter Commands)."""


SSD1306 = ControllerSpec(columns=WIDTH, margin=0, wraps=True, commands={**Controller.ALL, **Controller.WINDOWS})
SH1106 = ControllerSpec(columns=132, margin=2, wraps=False, commands={**Controller.ALL, **Controller.PAGES})

MODELS: Mapping[str, ControllerSpec] = {"ssd1306": SSD1306, "ssd1309": SSD1306, "sh1106": SH1106}


def _window_ends(arguments: list[int], size: int) -> tuple[int, int]:
    """Returns the ends of a window.

    Raises:
        NotUnderstoodError: they lie outside, or in the wrong order.
    """
    first, last = arguments
    if not 0 <= first <= last < size:
        raise NotUnderstoodError(f"{first} to {last} is no part of 0 to {size - 1}.")
    return first, last
