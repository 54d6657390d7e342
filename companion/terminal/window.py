"""The window: the layout of its parts, its keys, and its message in a small terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType  # noqa: TID251 (its owner)
from textual.containers import Horizontal, Vertical  # noqa: TID251 (its owner)
from textual.content import Content  # noqa: TID251 (its owner)
from textual.events import Click, Resize  # noqa: TID251 (its owner)
from textual.widgets import Static  # noqa: TID251 (its owner)

from companion.core.snapshot import Snapshot
from companion.core.table import DEVICE_AXES, Axes
from companion.locale.translator import N_, SOURCE, Translator, translator_for
from companion.runtime.keyboard import (
    DOTS_KEYS,
    HELP,
    HELP_KEYS,
    KEY_BINDINGS,
    KEY_LIST,
    MAP_HELP,
    MAP_KEYS,
    MOUSE_LIST,
    QUIT,
    SUSPEND,
    KeyRepeats,
)
from companion.terminal import Size, least_size, too_small
from companion.terminal.boards import letters_of, map_size, sentences
from companion.terminal.driver import TerminalApp, TerminalDriver
from companion.terminal.panels import (
    BRAILLE,
    HALF_BLOCKS,
    FiguresPanel,
    KeysPanel,
    LampsPanel,
    MapPanel,
    NotesPanel,
    OpenPage,
    Press,
    ScreenPanel,
    TextPanel,
    TilesPanel,
)
from companion.ui.screen import Option
from hardware.device import Button, Frame

BY_WEIGHT = (Button.OK, Button.BANK, Button.UNDO, Button.LEFT, Button.RIGHT)
"""The buttons, the most important first."""
MAP_FRAME = 3
"""Rows around the map: a rule above it, and two rows for the field under the cursor."""
NOTES_ROWS, TILES_ROWS, ROWS_A_NOTE = 3, 2, 3
"""Rows of the notes and of the tiles in the smallest window, and how many more rows give the notes one more."""
KEYS_COLUMNS = 6
"""Width of the keys in their list, in cells."""


class Window(TerminalApp):
    """The window: the open page and the figures, the lights next to them, the log and the keys below."""

    TITLE = N_("Claim companion")
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: #0e0f12; color: #c8ccd4; overflow: hidden; }
    #table { border: round #3a3f4a; border-title-color: #ffe400; border-title-style: bold;
             border-subtitle-color: #8b919d; }
    #top { height: 1fr; margin-bottom: 1; }
    #table.dots #top, #table.map-instead #top { margin: 0; }
    #box { width: 66%; max-width: 64; }
    #page { width: 1fr; height: 1fr; }
    #figures { height: auto; }
    #screen { background: #000000; display: none; }
    #table.dots #screen { display: block; }
    #table.dots #box { display: none; }
    #lamps { width: 1fr; height: 100%; margin-left: 1; content-align: center middle; }
    #words { height: 1; text-wrap: nowrap; color: #ffe400; }
    #tiles { height: auto; text-align: center; }
    #notes { text-wrap: nowrap; text-overflow: ellipsis; }
    #map { height: auto; border-top: solid #3a3f4a; text-align: center; }
    #table.no-map #map, #table.map-instead #lamps, #table.map-instead.dots #top { display: none; }
    #table.map-instead #box { width: 1fr; max-width: 100%; layout: horizontal; }
    #table.map-instead #figures { width: 40; margin-left: 1; }
    #table.map-instead.dots #map { height: 1fr; border: none; }
    #keys { display: none; height: 1fr; border: round #3a3f4a; padding: 0 1; }
    .helping #keys { display: block; }
    .helping #table { display: none; }
    #small, .small #table, .small #keys { display: none; }
    .small #small { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(",".join(keys), f"press({button.value!r}, {held})", show=False)
            for button, held, keys in KEY_BINDINGS
        ),
        Binding(",".join(MAP_KEYS), "toggle_map", show=False),
        Binding(",".join(DOTS_KEYS), "toggle_dots", show=False),
        Binding(",".join(HELP_KEYS), "toggle_help", show=False),
        Binding("escape", "close_help", show=False),
        Binding(",".join(QUIT), "quit", show=False, priority=True),
        Binding(SUSPEND, "suspend_process", show=False, priority=True),
    ]

    def __init__(
        self,
        press: Press,
        *,
        half: bool,
        point: Callable[[str], None] = lambda _: None,
        choose: Callable[[str, object], None] = lambda *_: None,
        on_output_idle: Callable[[], object] = lambda: None,
    ) -> None:
        """Takes what presses a button, points at a place of the board, and answers a question by its key.

        And what is called, on another thread, whenever the terminal has taken all that was written.
        """
        super().__init__(TerminalDriver)
        self._press = press
        self._repeats = KeyRepeats(
            press,
            lambda: asyncio.get_running_loop().time(),
            lambda wait_s, act: asyncio.get_running_loop().call_later(wait_s, act),
        )
        self._point = point
        self._on_output_idle = on_output_idle
        self._least = least_size(half=half)
        self._screen_panel = ScreenPanel(HALF_BLOCKS if half else BRAILLE)
        self._lamps = LampsPanel(self._point_at_field, self._point_at_line)
        self._tiles = TilesPanel(lambda tile: choose("tile", tile))
        self._tiles.display = False
        self._keys = Static(id="keys")
        self._game: Snapshot | None = None
        self._cursor = ""
        self._points = False
        self._page, self._figures = TextPanel(id="page"), FiguresPanel(id="figures")
        self._key_line = KeysPanel(press)
        self._notes = NotesPanel(id="notes")
        self._map = MapPanel(self._point_at_hex)
        self._map_wanted = False
        self._small = Static(id="small")
        self._table = Vertical(
            Horizontal(Vertical(self._page, self._figures, id="box"), self._screen_panel, self._lamps, id="top"),
            self._map,
            self._tiles,
            self._notes,
            self._key_line,
            id="table",
        )
        self._translate_texts(translator_for(SOURCE))

    @property
    def is_behind(self) -> bool:
        """Whether the terminal has not taken yet all that was written: over a bad line it may take seconds."""
        return self.output is not None and self.output.is_busy

    def on_output_idle(self) -> None:
        self._on_output_idle()

    async def on_mount(self) -> None:
        await self.mount(self._table, self._keys, self._small)

    def on_resize(self, resized: Resize) -> None:
        size = Size(*resized.size)
        self._small.update(too_small(self._words, self._least, size))
        self.screen.set_class(not size.has_room_for(self._least), "small")
        self._place_parts()

    def show_frame(self, frame: Frame, language: Translator, axes: Axes | None = DEVICE_AXES) -> None:
        # Without a comparison, because Textual draws a panel only when its reactive value has changed.
        self._screen_panel.pixels = frame.screen
        self._lamps.lights, self._lamps.axes = frame.lights, axes
        if language != self._words:
            self._translate_texts(language)

    def show_game(self, game: Snapshot | None, *, points: bool, has_figures: bool = True) -> None:
        """Shows the current game, or None. Not all pages have space for its figures."""
        self._game, self._points = game, points
        self._figures.game = game if has_figures else None
        self._lamps.letters = letters_of(game, self._cursor)
        self._notes.entries = () if game is None else game.log
        board = None if game is None else game.map
        tiles = game.layout.tiles if game and game.layout else ()
        if (board, tiles) != (self._map.board, self._tiles.tiles):
            self._map.board, self._tiles.tiles = board, tiles
            self._tiles.display = bool(tiles)
            self._place_parts()

    def show_page(self, page: OpenPage, buttons: Mapping[Button, Option]) -> None:
        """Shows the open page, and what the buttons do now, the weightiest first."""
        self._page.page, choices = page, page.screen.choices
        self._cursor = choices.chosen.place if choices else ""
        self._key_line.buttons = tuple((button, buttons[button]) for button in BY_WEIGHT if buttons[button].do)

    def action_toggle_dots(self) -> None:
        self._table.toggle_class("dots")
        self.action_close_help()

    def action_toggle_map(self) -> None:
        self._map_wanted = not self._map_wanted
        self.action_close_help()

    def action_toggle_help(self) -> None:
        self.screen.toggle_class("helping")

    def action_close_help(self) -> None:
        self.screen.remove_class("helping")
        self._place_parts()

    def on_click(self, click: Click) -> None:
        """Closes the list of the keys, wherever the click was."""
        if click.widget is self._keys:
            self.action_close_help()

    def _place_parts(self) -> None:
        board = self._map.board
        height = map_size(board, self._least.columns)[1] + MAP_FRAME if board else 0
        spare = self.size.height - self._least.rows
        beneath = spare >= height
        instead = board is not None and self._map_wanted and not beneath
        # In the smallest window the tiles, or the map, take the place of all notes but the newest.
        notes = NOTES_ROWS + max(0, spare - height * beneath) // ROWS_A_NOTE
        self._notes.styles.height = max(1, notes - TILES_ROWS) if self._tiles.tiles or instead else notes
        self._table.set_class(board is None or not (beneath or instead), "no-map")
        self._table.set_class(instead, "map-instead")
        keys = HELP if board is None or beneath else (MAP_HELP, *HELP)
        self._table.border_subtitle = " · ".join(f"{key} {self._words(meaning)}" for meaning, key in keys)

    def add_note(self, text: str) -> None:
        self._notes.add_note(text)

    def action_press(self, button: str, held: bool) -> None:  # noqa: FBT001 (Textual's actions know no keywords)
        self.action_close_help()
        self._repeats.take(Button(button), held=held)

    def _point_at_line(self, line: str) -> None:
        if self._points:
            self._point(line)

    def _point_at_field(self, field: int) -> None:
        """Points at a field of the lights; a field that is not available shows why, or its stones."""
        if self._game is None or not self._game.places:
            return
        place = self._game.places[field]
        if self._points and place.name:
            self._point(place.name)
        if not (self._points and place.usable):
            self._say(place.name, sentences(place.use if self._points and place.use else place.holds))

    def _point_at_hex(self, name: str) -> None:
        """Points at a field of the map; an unmarked field shows its pieces."""
        if self._points:
            self._point(name)
        hexes = self._map.board.hexes if self._map.board else ()
        for each in hexes:
            if each.name == name and not (self._points and each.lit):
                self._say(name, sentences(each.holds, each.why))

    def _say(self, place: str, words: str) -> None:
        self.add_note(": ".join(filter(None, (place, words))))

    def _translate_texts(self, language: Translator) -> None:
        self._words = language
        self._table.border_title = language(self.TITLE)
        listed = [f"{keys:{KEYS_COLUMNS}} {language(meaning)}" for keys, meaning in KEY_LIST]
        self._keys.update(Content("\n".join([*listed, "", *map(language, MOUSE_LIST)])))
        self._place_parts()
