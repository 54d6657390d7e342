"""The parts of the picture: the screen, the lamps, a button, what was announced. Each is drawn anew when it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.color import Color  # noqa: TID251 (its owner)
from textual.content import Content  # noqa: TID251 (its owner)
from textual.reactive import reactive  # noqa: TID251 (its owner)
from textual.style import Style  # noqa: TID251 (its owner)
from textual.widgets import Static  # noqa: TID251 (its owner)

from companion.core.axes import DEVICE_AXES, Axes
from companion.frontends.terminal.lamps import draw_board, largest_pitch
from companion.frontends.terminal.star_map import describe_cursor, draw_map
from hardware.device import BLANK, Button, Colour

if TYPE_CHECKING:
    from textual.events import Click  # noqa: TID251 (its owner)

    from companion.core.snapshot import MapSnapshot
    from companion.frontends.terminal.dots import Cells

Press = Callable[[Button, bool], None]
"""Presses a button, or holds it."""

BRIGHTEST = Color(205, 232, 255)
"""A pixel of the screen at full contrast."""
LEAST_SHARE = 0.45
"""How bright it is at the least contrast, as a share."""
NOTES = 20
"""How many announcements are kept."""


class ScreenPanel(Static):
    """The screen: its pixels as letters; one that is off shows none."""

    pixels: reactive[tuple[bytes, int]] = reactive((BLANK.screen, BLANK.contrast))
    """1,024 bytes of a frame, and its contrast."""

    def __init__(self, cells: Cells) -> None:
        super().__init__(id="screen")
        self._cells = cells
        self.styles.width, self.styles.height = cells.columns, cells.rows

    def watch_pixels(self, pixels: tuple[bytes, int]) -> None:
        """Draws it."""
        screen, contrast = pixels
        lines = self._cells.screen_lines(screen if contrast else BLANK.screen)
        share = LEAST_SHARE + (1 - LEAST_SHARE) * contrast / 255
        ink = Style(foreground=Color(0, 0, 0).blend(BRIGHTEST, share))
        # Without a new layout, here and below: the panel keeps its size, and nothing else has to be arranged anew.
        self.update(Content.styled("\n".join(lines), ink), layout=False)


class LampsPanel(Static):
    """The lights with their numbers, as large as there is room."""

    lights: reactive[tuple[Colour, ...]] = reactive(BLANK.lights)
    axes: reactive[Axes | None] = reactive(DEVICE_AXES)

    def watch_lights(self) -> None:
        """Draws them."""
        self.update(draw_board(self.lights, largest_pitch(*self.size), self.axes), layout=False)

    def watch_axes(self) -> None:
        """Draws them with other numbers."""
        self.watch_lights()

    def on_resize(self) -> None:
        """Draws them in another size."""
        self.watch_lights()


class MapPanel(Static):
    """The map of a board larger than the lights, and what lies on the field under its cursor."""

    board: reactive[MapSnapshot | None] = reactive(None)

    def watch_board(self) -> None:
        """Draws it."""
        if self.board is not None:
            under = Content(describe_cursor(self.board))
            self.update(Content("\n").join([draw_map(self.board, self.size.width), under]))

    def on_resize(self) -> None:
        """Draws it as large as it fits now."""
        self.watch_board()


class ButtonPanel(Static):
    """A button, its name over its keys: a click presses it, one with Shift or another mouse button holds it."""

    label: reactive[str] = reactive("")

    def __init__(self, button: Button, keys: str, press: Press) -> None:
        super().__init__(id=button.value)
        self._button = button
        self._keys = keys
        self._press = press

    def watch_label(self, label: str) -> None:
        """Writes its name."""
        self.update(Content.assemble((label, "bold"), "\n", (self._keys, "dim")), layout=False)

    def on_click(self, click: Click) -> None:
        """Presses it."""
        # Another button of the mouse holds as well: some terminals keep clicks with Shift for themselves.
        self._press(self._button, click.shift or click.button != 1)


class NotesPanel(Static):
    """What was announced: as many of the last lines as there is room for, the newest at the bottom."""

    notes: reactive[tuple[str, ...]] = reactive(())

    def add_note(self, text: str) -> None:
        """Adds a line."""
        self.notes = (*self.notes, text)[-NOTES:]

    def watch_notes(self, notes: tuple[str, ...]) -> None:
        """Writes them."""
        *older, newest = notes[-self.size.height :] or ("",)
        lines = Content("\n").join([*(Content.styled(text, "dim") for text in older), Content(newest)])
        self.update(lines, layout=False)

    def on_resize(self) -> None:
        """Writes more of them, or fewer."""
        self.watch_notes(self.notes)
