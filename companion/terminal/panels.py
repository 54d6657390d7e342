"""The parts of the window: text, screen, lights, keys, announcements. Each is drawn again when it changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from textual.color import Color  # noqa: TID251 (its owner)
from textual.content import Content  # noqa: TID251 (its owner)
from textual.events import Click  # noqa: TID251 (its owner)
from textual.reactive import reactive  # noqa: TID251 (its owner)
from textual.style import Style  # noqa: TID251 (its owner)
from textual.widgets import Static  # noqa: TID251 (its owner)

from companion.core.snapshot import MapSnapshot, Snapshot, TileSnapshot
from companion.core.table import DEVICE_AXES, Axes
from companion.locale.translator import Translator
from companion.runtime.keyboard import SHOWN
from companion.terminal.boards import (
    FIELD,
    HEX,
    LINE,
    NO_LETTERS,
    Letters,
    describe_cursor,
    draw_board,
    draw_map,
    largest_pitch,
)
from companion.ui import text
from companion.ui.screen import Option, Screen
from hardware.device import BLANK, WIDTH, Button, Colour


class Cells(NamedTuple):
    """How cells show pixels."""

    across: int
    """Columns of pixels in a cell."""
    down: int
    """Rows of pixels in a cell."""
    letters: Mapping[tuple[str, ...], str]
    """The letter for the pixels of a cell: for each row, from the top, its pixels as binary digits."""

    @property
    def columns(self) -> int:
        return WIDTH // self.across

    def screen_lines(self, screen: bytes) -> list[str]:
        rows = [screen[first : first + WIDTH // 8] for first in range(0, len(screen), WIDTH // 8)]
        # As text, because a slice of digits is the key of a letter, which is faster than single pixels.
        pixels = [f"{int.from_bytes(row):0{WIDTH}b}" for row in rows]
        lines = []
        for top in range(0, len(rows), self.down):
            band = pixels[top : top + self.down]
            parts = [[row[left : left + self.across] for left in range(0, WIDTH, self.across)] for row in band]
            lines.append("".join([self.letters[cell] for cell in zip(*parts, strict=True)]))
        return lines


def _braille_letters() -> dict[tuple[str, ...], str]:
    # Each dot of a letter is a bit of its number (Unicode, Braille Patterns U+2800). The bits count down the left
    # column, then the right one; the fourth row came to the script later, so its bits are the highest.
    bits = (0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80)
    cells = product(("00", "01", "10", "11"), repeat=4)
    return {
        cell: chr(0x2800 + sum(bit for pixel, bit in zip("".join(cell), bits, strict=True) if pixel == "1"))
        for cell in cells
    }


BRAILLE = Cells(2, 4, _braille_letters())
HALF_BLOCKS = Cells(1, 2, {("0", "0"): " ", ("1", "0"): "▀", ("0", "1"): "▄", ("1", "1"): "█"})


Press = Callable[[Button, bool], None]
"""Presses a button, or holds it."""

Point = Callable[[str], None]
"""Points at a place of the board, by the table's name for it."""

LIT = Color(205, 232, 255)
"""A pixel of the screen."""
NOTES = 20
"""Maximum number of announcements."""
TILES_IN_ROW = 14
TILE_SIGNS = {"held": "[{}]", "fits": " {} ", "unfit": "-{}-", "laid": "     "}
"""Signs of a tile in hand, an available one, one that does not fit and one on the board, also without colours."""
BUTTON = "button"
"""The key of a button in the style of its words, for clicks."""
LOOKS = {
    "plain": Style(),
    "title": Style(foreground=Color(255, 228, 0), bold=True),
    "strong": Style(bold=True),
    "alert": Style(reverse=True),
    "chosen": Style(foreground=Color(255, 228, 0), bold=True),
}
"""The styles of the lines of a page."""
TILE = "tile"
"""The key of a tile in the style of its letters, for clicks."""


class ScreenPanel(Static):
    """The screen with its pixels as letters. It is not dimmed like the box, because that would look like a failure."""

    pixels: reactive[bytes] = reactive(BLANK.screen)
    """The pixels as in a frame."""

    def __init__(self, cells: Cells) -> None:
        super().__init__(id="screen")
        self._cells = cells
        self.styles.width = cells.columns

    def watch_pixels(self, pixels: bytes) -> None:
        lines, ink = self._cells.screen_lines(pixels), Style(foreground=LIT)
        self.styles.height = len(lines)
        # Here and below without a new layout, because the size of the panel does not change.
        self.update(Content.styled("\n".join(lines), ink), layout=False)


class LampsPanel(Static):
    """The lights with numbers and letters, as large as possible; a click points at a field."""

    lights: reactive[tuple[Colour, ...]] = reactive(BLANK.lights)
    axes: reactive[Axes | None] = reactive(DEVICE_AXES)
    letters: reactive[tuple[Letters, ...]] = reactive(NO_LETTERS)

    def __init__(self, point: Callable[[int], None], point_at_line: Callable[[str], None]) -> None:
        """Takes the functions that point at a field (0 is the lower left one) and at a number at the edge."""
        super().__init__(id="lamps")
        self._point, self._point_at_line = point, point_at_line

    def watch_lights(self) -> None:
        self.update(draw_board(self.lights, largest_pitch(*self.size), self.axes, self.letters), layout=False)

    watch_letters = watch_axes = on_resize = watch_lights

    def on_click(self, click: Click) -> None:
        named = click.style.meta
        if FIELD in named:
            self._point(named[FIELD])
        elif LINE in named:
            self._point_at_line(named[LINE])


class MapPanel(Static):
    """The map of a board larger than the lights, with a description of the field under its cursor."""

    board: reactive[MapSnapshot | None] = reactive(None)

    def __init__(self, point: Point) -> None:
        super().__init__(id="map")
        self._point = point

    def on_click(self, click: Click) -> None:
        if HEX in click.style.meta:
            self._point(click.style.meta[HEX])

    def watch_board(self) -> None:
        if self.board is not None:
            under = Content(describe_cursor(self.board))
            self.update(Content("\n").join([draw_map(self.board, self.size.width), under]))

    on_resize = watch_board


class OpenPage(NamedTuple):
    """A panel with text."""

    screen: Screen
    language: Translator


class TextPanel(Static):
    """The open page as text."""

    page: reactive[OpenPage | None] = reactive(None)

    def watch_page(self) -> None:
        if self.page is not None and self.size:
            screen, language = self.page
            lines = text.lines(language, screen, self.size.width, self.size.height)
            styled = (Content.styled(line.text, LOOKS[line.style]) for line in lines)
            self.update(Content("\n").join(styled), layout=False)

    on_resize = watch_page


class FiguresPanel(Static):
    """The dice, and the figures of each player."""

    game: reactive[Snapshot | None] = reactive(None)

    def watch_game(self) -> None:
        game = self.game
        self.display = game is not None
        if game is None:
            return
        notice = [Content.styled(game.notice, "bold")] if game.notice else []
        lines = [Content(" ").join([*_dice(game), *notice])] if game.dice or notice else []
        if game.players:
            marks = (text.MARK if seat == game.turn else text.NO_MARK for seat in range(len(game.players)))
            rows = [(mark + each.name, *each.figures) for mark, each in zip(marks, game.players, strict=True)]
            # Before the first layout, only the number of lines matters.
            width = self.size.width or WIDTH
            shown = text.table(rows, ("", *game.figures) if game.figures else (), width)
            heads = len(shown) - len(rows)
            lines += (Content.styled(line, "dim") for line in shown[:heads])
            for line, each in zip(shown[heads:], game.players, strict=True):
                # The player's note is omitted if there is no space: the page shows it at the right time.
                noted = f"{line}  {each.note}".rstrip()
                lines.append(Content.styled(noted if len(noted) <= width else line, each.colour))
        self.update(Content("\n").join(lines))

    on_resize = watch_game


def _dice(game: Snapshot) -> list[Content]:
    names = game.dice_names or ("",) * len(game.dice)
    colours = game.dice_colours or ("#ffffff",) * len(game.dice)
    words = (f" {name} {face} ".replace("  ", " ") for name, face in zip(names, game.dice, strict=True))
    # Not broken within a die.
    return [
        Content.styled(die.replace(" ", "\N{NO-BREAK SPACE}"), _on(Color.parse(colour)))
        for die, colour in zip(words, colours, strict=True)
    ]


def _on(colour: Color) -> Style:
    return Style(colour, colour.get_contrast_text(1), bold=True)


class KeysPanel(Static):
    """The keys and labels of the buttons on one line: a click presses, a click with Shift or another button holds."""

    buttons: reactive[tuple[tuple[Button, Option], ...]] = reactive(())

    def __init__(self, press: Press) -> None:
        super().__init__(id="words")
        self._press = press

    def watch_buttons(self) -> None:
        keys = [SHOWN[button][1].split()[0] for button, _ in self.buttons]
        room = self.size.width - sum(len(key) + 1 for key in keys) - len(BETWEEN) * (len(keys) - 1)
        phrases = shortened([(option.label, option.detail) for _, option in self.buttons], room)
        parts = [
            Content.assemble((key, "bold"), f" {phrase}").stylize(Style.from_meta({BUTTON: button.value}))
            for (button, _), key, phrase in zip(self.buttons, keys, phrases, strict=True)
        ]
        self.update(Content(BETWEEN).join(parts), layout=False)

    on_resize = watch_buttons

    def on_click(self, click: Click) -> None:
        if BUTTON in click.style.meta:
            # Other mouse buttons also hold, because some terminals do not pass on clicks with Shift.
            self._press(Button(click.style.meta[BUTTON]), click.shift or click.button != 1)


BETWEEN = " · "


def shortened(phrases: Sequence[tuple[str, str]], room: int) -> list[str]:
    """Returns labels with their details, shortened to the available space.

    Details are omitted first, beginning with the last one; then the longest label is shortened.
    """
    found = [": ".join(filter(None, phrase)) for phrase in phrases]
    for place in reversed(range(len(found))):
        if sum(map(len, found)) > room:
            found[place] = phrases[place][0]
    while sum(map(len, found)) > max(room, len(found)):
        longest = found.index(max(found, key=len))
        found[longest] = f"{found[longest][:-2]}…"
    return found


class TilesPanel(Static):
    """The tiles in hand: a click selects a tile, another click turns it."""

    tiles: reactive[tuple[TileSnapshot, ...]] = reactive(())

    def __init__(self, choose: Callable[[str], None]) -> None:
        super().__init__(id="tiles")
        self._choose = choose

    def watch_tiles(self, tiles: tuple[TileSnapshot, ...]) -> None:
        rows = (tiles[first : first + TILES_IN_ROW] for first in range(0, len(tiles), TILES_IN_ROW))
        self.update(Content("\n").join(Content.assemble(*map(_tile, row)) for row in rows))

    def on_click(self, click: Click) -> None:
        if TILE in click.style.meta:
            self._choose(click.style.meta[TILE])


def _tile(tile: TileSnapshot) -> Content:
    letters = TILE_SIGNS[tile.state].format(tile.value)
    looks = Style(bold=tile.state in {"held", "fits"}, dim=tile.state == "unfit", reverse=tile.state == "held")
    return Content.styled(letters, looks + Style.from_meta({TILE: tile.value}))


class NotesPanel(Static):
    """The announcements, and the log of this turn and the round before it, the newest at the top."""

    notes: reactive[tuple[str, ...]] = reactive(())
    entries: reactive[tuple[str, ...]] = reactive(())
    """The game's own log."""
    _older = 0
    """The number of notes before the last change of the log."""

    def add_note(self, text: str) -> None:
        self.notes = (*self.notes, text)[-NOTES:]

    def watch_notes(self) -> None:
        """Writes as many lines as fit; with a log only the newest announcement."""
        notes = self.notes[-1:] if self.entries else self.notes
        texts = (*self.entries, *notes)
        # The newest line is the brightest.
        lines = [*map(Content, texts[-1:]), *(Content.styled(text, "dim") for text in texts[-2::-1])]
        self.update(Content("\n").join(lines[: self.size.height]), layout=False)

    on_resize = watch_notes

    def watch_entries(self) -> None:
        """Replaces the log, and drops announcements that are older than the previous event."""
        # The announcements of an event arrive just before its log, and stay until the next event.
        self.notes = self.notes[self._older :]
        self._older = len(self.notes)
        self.watch_notes()
