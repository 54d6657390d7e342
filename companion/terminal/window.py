"""The window: its parts, their layout, the keys, and the message in a small terminal."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

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
from companion.runtime import keyboard
from companion.terminal import MIN_SIZE, Size, boards, too_small
from companion.terminal.driver import TerminalApp, TerminalDriver
from companion.ui import text
from companion.ui.screen import Option, Screen
from hardware.device import BLANK, WIDTH, Button, Colour, Frame

PressButton = Callable[[Button, bool], None]

MAX_NOTES = 20
TILES_IN_ROW = 14
TILE_SIGNS = {"held": "[{}]", "fits": " {} ", "unfit": "-{}-", "laid": "     "}
"""Signs of a tile in hand, an available one, one that does not fit and one on the board, for use without colours."""
BUTTON, TILE = "button", "tile"
"""The keys of a button and of a tile in the metadata of a style, for clicks."""
TEXT_STYLES = {
    "plain": Style(),
    "title": Style(foreground=Color(255, 228, 0), bold=True),
    "strong": Style(bold=True),
    "alert": Style(reverse=True),
    "chosen": Style(foreground=Color(255, 228, 0), bold=True),
}


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


class Panel(Static):
    """A part of the window that is drawn again when its value or its size changes."""

    shown: reactive[Any] = reactive(None)
    """The value; None before the first one."""

    def __init__(self, name: str, draw: Callable[[Any, Size], Content], *, grows: bool = False) -> None:
        """Takes the function that draws a value in this size; `grows` if the height follows from the content."""
        super().__init__(id=name)
        self._draw, self._grows = draw, grows

    def watch_shown(self) -> None:
        if self.shown is not None and self.display:
            self.update(self._draw(self.shown, Size(*self.size)), layout=self._grows)

    on_resize = watch_shown


class BoardView(NamedTuple):
    lights: tuple[Colour, ...] = BLANK.lights
    axes: Axes | None = DEVICE_AXES
    letters: tuple[boards.Letters, ...] = boards.NO_LETTERS


def draw_board_view(board: BoardView, size: Size) -> Content:
    return boards.draw_board(board.lights, boards.largest_pitch(*size), board.axes, board.letters)


def draw_whole_map(board: MapSnapshot, size: Size) -> Content:
    return Content("\n").join([boards.draw_map(board, size.columns), Content(boards.describe_cursor(board))])


class OpenPage(NamedTuple):
    screen: Screen
    language: Translator


def draw_page(page: OpenPage, size: Size) -> Content:
    lines = text.lines(page.language, page.screen, *size) if all(size) else []
    return Content("\n").join(Content.styled(line.text, TEXT_STYLES[line.style]) for line in lines)


def draw_figures(game: Snapshot, size: Size) -> Content:
    notice = [Content.styled(game.notice, "bold")] if game.notice else []
    lines = [Content(" ").join([*_dice(game), *notice])] if game.dice or notice else []
    if game.players:
        marks = (text.MARK if seat == game.turn else text.NO_MARK for seat in range(len(game.players)))
        rows = [(mark + each.name, *each.figures) for mark, each in zip(marks, game.players, strict=True)]
        # Before the first layout, the width is unknown, and only the number of lines matters.
        width = size.columns or WIDTH
        shown = text.table(rows, ("", *game.figures) if game.figures else (), width)
        heads = len(shown) - len(rows)
        lines += (Content.styled(line, "dim") for line in shown[:heads])
        for line, each in zip(shown[heads:], game.players, strict=True):
            # A note that does not fit is omitted, because the page shows it when it is needed.
            noted = f"{line}  {each.note}".rstrip()
            lines.append(Content.styled(noted if len(noted) <= width else line, each.colour))
    return Content("\n").join(lines)


def _dice(game: Snapshot) -> list[Content]:
    names = game.dice_names or ("",) * len(game.dice)
    colours = map(Color.parse, game.dice_colours or ("#ffffff",) * len(game.dice))
    words = (f" {name} {face} ".replace("  ", " ") for name, face in zip(names, game.dice, strict=True))
    # Without a line break within a die.
    return [
        Content.styled(die.replace(" ", "\N{NO-BREAK SPACE}"), Style(colour, colour.get_contrast_text(1), bold=True))
        for die, colour in zip(words, colours, strict=True)
    ]


def draw_keys(buttons: Sequence[tuple[Button, Option]], size: Size) -> Content:
    keys = [keyboard.BUTTON_KEYS[button][1].split()[0] for button, _ in buttons]
    room = size.columns - sum(len(key) + 1 for key in keys) - len(BETWEEN) * (len(keys) - 1)
    phrases = shorten_labels([(option.label, option.detail) for _, option in buttons], room)
    return Content(BETWEEN).join(
        Content.assemble((key, "bold"), f" {phrase}").stylize(Style.from_meta({BUTTON: button.value}))
        for (button, _), key, phrase in zip(buttons, keys, phrases, strict=True)
    )


BETWEEN = " · "


def shorten_labels(phrases: Sequence[tuple[str, str]], room: int) -> list[str]:
    """Returns labels with their details, shortened to the available space.

    Details are omitted first, beginning with the last one; then the longest label is shortened.
    """
    found = [": ".join(filter(None, phrase)) for phrase in phrases]
    for index in reversed(range(len(found))):
        if sum(map(len, found)) > room:
            found[index] = phrases[index][0]
    while sum(map(len, found)) > max(room, len(found)):
        longest = found.index(max(found, key=len))
        found[longest] = f"{found[longest][:-2]}…"
    return found


def draw_tiles(tiles: Sequence[TileSnapshot], _: Size) -> Content:
    rows = (tiles[first : first + TILES_IN_ROW] for first in range(0, len(tiles), TILES_IN_ROW))
    return Content("\n").join(Content.assemble(*map(_draw_tile, row)) for row in rows)


def _draw_tile(tile: TileSnapshot) -> Content:
    letters = TILE_SIGNS[tile.state].format(tile.value)
    style = Style(bold=tile.state in {"held", "fits"}, dim=tile.state == "unfit", reverse=tile.state == "held")
    return Content.styled(letters, style + Style.from_meta({TILE: tile.value}))


class Notes(NamedTuple):
    """The announcements, and the log of the current turn and the round before it, the newest last."""

    announcements: tuple[str, ...] = ()
    log: tuple[str, ...] = ()
    expiring: int = 0
    """The number of announcements that the next change of the log drops: those from before the newest one."""

    def with_note(self, note: str) -> "Notes":
        return self._replace(announcements=(*self.announcements, note)[-MAX_NOTES:])

    def with_log(self, log: tuple[str, ...]) -> "Notes":
        """Replaces the log, and drops the announcements of earlier events."""
        # The announcements of an event arrive just before its log, and are kept until the next event.
        kept = self.announcements[self.expiring :]
        return self if log == self.log else Notes(kept, log, len(kept))


def draw_notes(notes: Notes, size: Size) -> Content:
    """Returns as many lines as fit, the newest at the top; with a log only the newest announcement."""
    texts = (*notes.log, *(notes.announcements[-1:] if notes.log else notes.announcements))
    # The newest line is the brightest.
    lines = [*map(Content, texts[-1:]), *(Content.styled(text, "dim") for text in texts[-2::-1])]
    return Content("\n").join(lines[: size.rows])


BY_IMPORTANCE = (Button.OK, Button.BANK, Button.UNDO, Button.LEFT, Button.RIGHT)
"""The buttons, the most important first."""
MAP_FRAME = 3
"""Rows around the map: a line above it, and two rows for the field under the cursor."""
NOTES_ROWS, TILES_ROWS, ROWS_PER_NOTE = 3, 2, 3
"""Rows of the notes and of the tiles in the smallest window. Every 3 more rows add one row of notes."""
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
    #board { width: 1fr; height: 100%; margin-left: 1; content-align: center middle; }
    #words { height: 1; text-wrap: nowrap; color: #ffe400; }
    #tiles { height: auto; text-align: center; }
    #notes { text-wrap: nowrap; text-overflow: ellipsis; }
    #map { height: auto; border-top: solid #3a3f4a; text-align: center; }
    #table.no-map #map, #table.map-instead #board { display: none; }
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
            for button, held, keys in keyboard.KEY_BINDINGS
        ),
        Binding(",".join(keyboard.MAP_KEYS), "toggle_map", show=False),
        Binding(",".join(keyboard.OLED_KEYS), "toggle_oled", show=False),
        Binding(",".join(keyboard.HELP_KEYS), "toggle_help", show=False),
        Binding("escape", "close_help", show=False),
        Binding(",".join(keyboard.QUIT_KEYS), "quit", show=False, priority=True),
        Binding(keyboard.SUSPEND_KEY, "suspend_process", show=False, priority=True),
    ]

    def __init__(
        self,
        press: PressButton,
        *,
        point: Callable[[str], None] = lambda _: None,
        choose: Callable[[str, object], None] = lambda *_: None,
        on_output_idle: Callable[[], object] = lambda: None,
    ) -> None:
        """Takes functions that press a button, point at a place of the board, and answer a question by its key.

        `on_output_idle` is called on another thread when the terminal has accepted all data.
        """
        super().__init__(TerminalDriver)
        self._press = press
        self._repeats = keyboard.KeyRepeats(
            press,
            lambda: asyncio.get_running_loop().time(),
            lambda wait_s, act: asyncio.get_running_loop().call_later(wait_s, act),
        )
        self._point, self._choose = point, choose
        self.on_output_idle = on_output_idle
        # The picture of the screen is never dimmed, because that would look like a failure.
        self._oled = Panel("oled", lambda pixels, _: Content(draw_oled(pixels)), grows=True)
        self._board, self._page = Panel("board", draw_board_view), Panel("page", draw_page)
        self._figures, self._tiles = Panel("figures", draw_figures, grows=True), Panel("tiles", draw_tiles, grows=True)
        self._notes, self._key_line = Panel("notes", draw_notes), Panel("words", draw_keys)
        self._map = Panel("map", draw_whole_map, grows=True)
        self._board.shown, self._notes.shown = BoardView(), Notes()
        for hidden in (self._oled, self._figures, self._tiles):
            hidden.display = False
        self._keys = Static(id="keys")
        self._game: Snapshot | None = None
        self._cursor = ""
        self._points = self._map_requested = self._has_figures = self._has_coach = False
        self._small = Static(id="small")
        self._table = Vertical(
            Horizontal(Vertical(self._oled, self._page, self._figures, id="box"), self._board, id="top"),
            self._map,
            self._tiles,
            self._notes,
            self._key_line,
            id="table",
        )
        self._set_language(translator_for(SOURCE))

    @property
    def is_behind(self) -> bool:
        """Whether the terminal has not accepted all data yet; on a slow connection this may take seconds."""
        return self.output is not None and self.output.is_busy

    async def on_mount(self) -> None:
        await self.mount(self._table, self._keys, self._small)

    def on_resize(self, resized: Resize) -> None:
        size = Size(*resized.size)
        self._small.update(too_small(self._translate, size))
        self.screen.set_class(not size.is_at_least(MIN_SIZE), "small")
        self._place_parts()

    def show_frame(self, frame: Frame, language: Translator, axes: Axes | None = DEVICE_AXES) -> None:
        # Textual compares the values, and draws a panel only if its value has changed.
        self._oled.shown = frame.screen
        self._board.shown = self._board.shown._replace(lights=frame.lights, axes=axes)
        if language != self._translate:
            self._set_language(language)

    def show_game(self, game: Snapshot | None, *, points: bool, has_figures: bool = True) -> None:
        """Shows the current game, or None. `points`: clicks on the board count; `has_figures`: the page has space."""
        self._game, self._points, self._has_figures = game, points, has_figures
        self._show_figures()
        self._board.shown = self._board.shown._replace(letters=boards.letters_of(game, self._cursor))
        self._notes.shown = self._notes.shown.with_log(() if game is None else game.log)
        board = None if game is None else game.map
        tiles = game.layout.tiles if game and game.layout else ()
        if (board, tiles) != (self._map.shown, self._tiles.shown):
            self._tiles.display = bool(tiles)
            self._map.shown, self._tiles.shown = board, tiles
            self._place_parts()

    def show_page(self, page: OpenPage, buttons: Mapping[Button, Option]) -> None:
        """Shows the open page, and what the buttons do now, the most important one first."""
        has_coach = Button.RIGHT in page.screen.holds
        if has_coach != self._has_coach:
            self._has_coach = has_coach
            self._place_parts()
        self._page.shown, choices = page, page.screen.choices
        self._cursor = choices.chosen.place if choices else ""
        self._key_line.shown = tuple((button, buttons[button]) for button in BY_IMPORTANCE if buttons[button].do)

    def _show_figures(self) -> None:
        self._figures.display = self._game is not None and self._has_figures and not self._oled.display
        self._figures.shown = self._game

    def action_toggle_oled(self) -> None:
        is_shown = self._oled.display = not self._oled.display
        self._table.set_class(is_shown, "oled")
        self._page.display = not is_shown
        self._show_figures()
        self._oled.watch_shown()
        self.action_close_help()

    def action_toggle_map(self) -> None:
        self._map_requested = not self._map_requested
        self.action_close_help()

    def action_toggle_help(self) -> None:
        self.screen.toggle_class("helping")

    def action_close_help(self) -> None:
        self.screen.remove_class("helping")
        self._place_parts()

    def on_click(self, click: Click) -> None:
        """Performs the action in the style of the clicked letters; a click on the list of keys closes the list."""
        meaning = click.style.meta
        if click.widget is self._keys:
            self.action_close_help()
        elif boards.FIELD in meaning:
            self._point_at_field(meaning[boards.FIELD])
        elif boards.HEX in meaning:
            self._point_at_hex(meaning[boards.HEX])
        elif boards.LABEL in meaning and self._points:
            self._point(meaning[boards.LABEL])
        elif TILE in meaning:
            self._choose("tile", meaning[TILE])
        elif BUTTON in meaning:
            # Other mouse buttons also hold, because some terminals do not pass on clicks with Shift.
            self._press(Button(meaning[BUTTON]), click.shift or click.button != 1)

    def _place_parts(self) -> None:
        board = self._map.shown
        height = boards.map_size(board, MIN_SIZE.columns)[1] + MAP_FRAME if board else 0
        spare = self.size.height - MIN_SIZE.rows
        beneath = spare >= height
        # Without room below it, the map takes the place of the lights, on request.
        instead = board is not None and self._map_requested and not beneath
        # In the smallest window the tiles or the map replace all notes but the newest.
        notes = NOTES_ROWS + max(0, spare - (height if beneath else 0)) // ROWS_PER_NOTE
        self._notes.styles.height = max(1, notes - TILES_ROWS) if self._tiles.shown or instead else notes
        self._table.set_class(board is None or not (beneath or instead), "no-map")
        self._table.set_class(instead, "map-instead")
        switches_map = board is not None and not beneath
        map_help = [keyboard.MAP_HELP] if switches_map else []
        coach_help = [keyboard.COACH_HELP] if self._has_coach else []
        keys = (*map_help, *coach_help, *keyboard.HELP)
        self._table.border_subtitle = " · ".join(f"{key} {self._translate(meaning)}" for meaning, key in keys)

    def add_note(self, text: str) -> None:
        self._notes.shown = self._notes.shown.with_note(text)

    def action_press(self, button: str, held: bool) -> None:  # noqa: FBT001 (Textual's actions know no keywords)
        self.action_close_help()
        self._repeats.take(Button(button), held=held)

    def _point_at_field(self, field: int) -> None:
        """Points at a field of the lights; a field that is not available shows why, or its stones."""
        if self._game is None or not self._game.places:
            return
        place = self._game.places[field]
        if self._points and place.name:
            self._point(place.name)
        if not (self._points and place.usable):
            self._note_place(place.name, boards.sentences(place.use if self._points and place.use else place.holds))

    def _point_at_hex(self, name: str) -> None:
        """Points at a field of the map; an unmarked field shows its pieces."""
        if self._points:
            self._point(name)
        hexes = self._map.shown.hexes if self._map.shown else ()
        for each in hexes:
            if each.name == name and not (self._points and each.lit):
                self._note_place(name, boards.sentences(each.holds, each.why))

    def _note_place(self, place: str, words: str) -> None:
        self.add_note(": ".join(filter(None, (place, words))))

    def _set_language(self, language: Translator) -> None:
        self._translate = language
        self._table.border_title = language(self.TITLE)
        listed = [f"{keys:{KEYS_COLUMNS}} {language(meaning)}" for keys, meaning in keyboard.KEY_LIST]
        self._keys.update(Content("\n".join([*listed, "", *map(language, keyboard.MOUSE_LIST)])))
        self._place_parts()
