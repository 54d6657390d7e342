"""The window: its parts, their layout, the keys, and the message in a small terminal."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.color import Color
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click, Resize
from textual.reactive import reactive
from textual.style import Style
from textual.widgets import Static

from companion.core.snapshot import DEVICE_AXES, Axes, MapSnapshot, Snapshot, TileSnapshot
from companion.locale.translator import N_, SOURCE, Translator, translator_for
from companion.runtime.keyboard import (
    HELP,
    HELP_KEYS,
    KEY_BINDINGS,
    KEY_LIST,
    MAP_HELP,
    MAP_KEYS,
    MOUSE_LIST,
    OLED_KEYS,
    QUIT,
    SHOWN,
    SUSPEND,
    KeyRepeats,
)
from companion.terminal import LEAST, Size, too_small
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
    letters_of,
    map_size,
    sentences,
)
from companion.terminal.driver import TerminalApp, TerminalDriver
from companion.ui import text
from companion.ui.screen import Option, Screen
from hardware.device import BLANK, WIDTH, Button, Colour, Frame

Press = Callable[[Button, bool], None]
"""Presses a button, or holds it."""

Point = Callable[[str], None]
"""Points at a place of the board, by the table's name for it."""

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


# Row and column of a braille letter's dots, by the bits of its number (Unicode, Braille Patterns U+2800).
DOTS = ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 0), (3, 1))


def draw_oled(screen: bytes) -> str:
    """Returns the screen of the box in braille letters, each of 2 by 4 pixels."""
    rows = [screen[first : first + WIDTH // 8] for first in range(0, len(screen), WIDTH // 8)]
    pixels = [f"{int.from_bytes(row):0{WIDTH}b}" for row in rows]
    return "\n".join(
        "".join(
            chr(0x2800 + sum(1 << bit for bit, (down, right) in enumerate(DOTS) if pixels[y + down][x + right] == "1"))
            for x in range(0, WIDTH, 2)
        )
        for y in range(0, len(rows), 4)
    )


class OledPanel(Static):
    """The screen of the box. It is not dimmed like the box, because that would look like a failure."""

    pixels: reactive[bytes] = reactive(BLANK.screen)
    """The pixels as in a frame; drawn while the panel is shown."""

    def watch_pixels(self, pixels: bytes) -> None:
        if self.display:
            self.update(draw_oled(pixels))


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
    #table.map-instead #top { margin: 0; }
    #box { width: 66%; max-width: 64; }
    #page { width: 1fr; height: 1fr; }
    #figures { height: auto; }
    #oled { width: 64; height: auto; color: #cde8ff; background: #000000; }
    #table.oled #box { width: 64; }
    #lamps { width: 1fr; height: 100%; margin-left: 1; content-align: center middle; }
    #words { height: 1; text-wrap: nowrap; color: #ffe400; }
    #tiles { height: auto; text-align: center; }
    #notes { text-wrap: nowrap; text-overflow: ellipsis; }
    #map { height: auto; border-top: solid #3a3f4a; text-align: center; }
    #table.no-map #map, #table.map-instead #lamps { display: none; }
    #table.map-instead #box { width: 1fr; max-width: 100%; layout: horizontal; }
    #table.map-instead #figures { width: 40; margin-left: 1; }
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
        Binding(",".join(OLED_KEYS), "toggle_oled", show=False),
        Binding(",".join(HELP_KEYS), "toggle_help", show=False),
        Binding("escape", "close_help", show=False),
        Binding(",".join(QUIT), "quit", show=False, priority=True),
        Binding(SUSPEND, "suspend_process", show=False, priority=True),
    ]

    def __init__(
        self,
        press: Press,
        *,
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
        self._oled = OledPanel(id="oled")
        self._oled.display = False
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
            Horizontal(Vertical(self._oled, self._page, self._figures, id="box"), self._lamps, id="top"),
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
        self._small.update(too_small(self._words, size))
        self.screen.set_class(not size.has_room_for(LEAST), "small")
        self._place_parts()

    def show_frame(self, frame: Frame, language: Translator, axes: Axes | None = DEVICE_AXES) -> None:
        # Without a comparison, because Textual draws a panel only when its reactive value has changed.
        self._oled.pixels = frame.screen
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

    def action_toggle_oled(self) -> None:
        is_shown = self._oled.display = not self._oled.display
        self._table.set_class(is_shown, "oled")
        self._page.display = self._figures.display = not is_shown
        self._oled.watch_pixels(self._oled.pixels)
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
        height = map_size(board, LEAST.columns)[1] + MAP_FRAME if board else 0
        spare = self.size.height - LEAST.rows
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
