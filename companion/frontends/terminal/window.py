"""The window: its parts in their places, its keys, and what it says when the terminal is too small."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import App  # noqa: TID251 (its owner)
from textual.binding import Binding, BindingType  # noqa: TID251 (its owner)
from textual.containers import Horizontal, Vertical  # noqa: TID251 (its owner)
from textual.content import Content  # noqa: TID251 (its owner)
from textual.widgets import Static  # noqa: TID251 (its owner)

from companion.core.axes import DEVICE_AXES
from companion.frontends.keyboard import HELP, KEY_BINDINGS, MAP_HELP, MAP_KEYS, QUIT, SHOWN
from companion.frontends.terminal import Size, least_size, too_small
from companion.frontends.terminal.dots import BRAILLE, HALF_BLOCKS
from companion.frontends.terminal.panels import ButtonPanel, LampsPanel, MapPanel, NotesPanel, Press, ScreenPanel
from companion.frontends.terminal.star_map import map_size
from companion.locale.translator import N_, SOURCE, translator_for
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.events import Resize  # noqa: TID251 (its owner)

    from companion.core.axes import Axes
    from companion.core.snapshot import ButtonSnapshot, MapSnapshot
    from companion.locale.translator import Translator
    from hardware.device import Frame


BY_WEIGHT = (Button.OK, Button.BANK, Button.UNDO, Button.LEFT, Button.RIGHT)
"""The buttons, those first that decide most."""
MAP_FRAME = 3
"""Rows beside the map's own: a rule above it, and what lies under its cursor, which may take two."""


class Window(App[None]):
    """The table on a terminal: the screen over its buttons, the lamps beside them, what was announced below."""

    TITLE = N_("Claim companion")
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: #0e0f12; color: #c8ccd4; overflow: hidden; }
    #table { border: round #3a3f4a; border-title-color: #ffe400; border-title-style: bold;
             border-subtitle-color: #8b919d; }
    #top { height: 1fr; }
    #box { width: auto; align-vertical: middle; }
    #screen { background: #000000; }
    #buttons { height: 2; }
    ButtonPanel { width: 1fr; margin-left: 1; background: #1c1f26; text-align: center; }
    ButtonPanel:hover { background: #343a48; }
    #left { margin: 0; }
    #lamps { width: 1fr; height: 100%; margin-left: 1; content-align: center middle; }
    #words { height: 2; border-top: solid #3a3f4a; text-wrap: nowrap; text-overflow: ellipsis; color: #ffe400; }
    #notes { height: 2; text-wrap: nowrap; text-overflow: ellipsis; }
    #map { height: auto; border-top: solid #3a3f4a; text-align: center; }
    #table.no-map #map, #table.map-instead #top { display: none; }
    #table.map-instead #map { height: 1fr; border: none; }
    #small, .small #table { display: none; }
    .small #small { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(",".join(keys), f"press({button.value!r}, {held})", show=False)
            for button, held, keys in KEY_BINDINGS
        ),
        Binding(",".join(MAP_KEYS), "toggle_map", show=False),
        Binding(",".join(QUIT), "quit", show=False, priority=True),
    ]

    def __init__(self, press: Press, *, half: bool) -> None:
        super().__init__()
        self._press = press
        self._least = least_size(half=half)
        self._screen_panel = ScreenPanel(HALF_BLOCKS if half else BRAILLE)
        self._lamps = LampsPanel(id="lamps")
        self._words_line = Static(id="words")
        self._notes = NotesPanel(id="notes")
        self._map = MapPanel(id="map")
        self._map_wanted = False
        self._small = Static(id="small")
        self._buttons = [ButtonPanel(button, keys, press) for button, (_, keys) in SHOWN.items()]
        self._row = Horizontal(*self._buttons, id="buttons")
        # As wide as the screen, so that each button stands under its softkey.
        self._row.styles.width = self._screen_panel.styles.width
        self._table = Vertical(
            Horizontal(Vertical(self._screen_panel, self._row, id="box"), self._lamps, id="top"),
            self._map,
            self._words_line,
            self._notes,
            id="table",
        )
        self._translate_texts(translator_for(SOURCE))

    async def on_mount(self) -> None:
        """Puts the parts in their places."""
        await self.mount(self._table, self._small)

    def on_resize(self, resized: Resize) -> None:
        """Shows the table, or what it needs."""
        size = Size(*resized.size)
        self._small.update(too_small(self._words, self._least, size))
        self.screen.set_class(not size.has_room_for(self._least), "small")
        self._place_map()

    def show_frame(self, frame: Frame, language: Translator, axes: Axes | None = DEVICE_AXES) -> None:
        """Shows a frame."""
        # Textual draws a panel anew only when its reactive value has changed: nothing is compared here.
        self._screen_panel.pixels = frame.screen, frame.contrast
        self._lamps.lights, self._lamps.axes = frame.lights, axes
        if language != self._words:
            self._translate_texts(language)

    def show_map(self, board: MapSnapshot | None) -> None:
        """Shows the map of a board larger than the lights; None: there is none."""
        if board != self._map.board:
            self._map.board = board
            self._place_map()

    def show_words(self, buttons: Sequence[ButtonSnapshot]) -> None:
        """Says what the buttons do now, and what follows: first those that a line of any width has room for."""
        does = sorted((button for button in buttons if button.enabled), key=lambda button: BY_WEIGHT.index(button.name))
        text = " · ".join(f"{SHOWN[Button(each.name)][1].split()[0]} {_phrase(each)}" for each in does)
        self._words_line.update(Content(text))

    def action_toggle_map(self) -> None:
        """Shows the map in the place of the screen, or the screen again, where there is no room for both."""
        self._map_wanted = not self._map_wanted
        self._place_map()

    def _place_map(self) -> None:
        board = self._map.board
        height = map_size(board, self._least.columns)[1] + MAP_FRAME if board else 0
        beneath = self.size.height >= self._least.rows + height
        instead = board is not None and self._map_wanted and not beneath
        self._table.set_class(board is None or not (beneath or instead), "no-map")
        self._table.set_class(instead, "map-instead")
        keys = HELP if board is None or beneath else (MAP_HELP, *HELP)
        self._table.border_subtitle = " · ".join(f"{key} {self._words(meaning)}" for meaning, key in keys)

    def add_note(self, text: str) -> None:
        """Shows what was announced."""
        self._notes.add_note(text)

    def action_press(self, button: str, held: bool) -> None:  # noqa: FBT001 (Textual's actions know no keywords)
        """Presses the button of a key that was hit."""
        self._press(Button(button), held)

    def _translate_texts(self, language: Translator) -> None:
        """Writes the texts in the language of the table."""
        self._words = language
        for panel, (name, _) in zip(self._buttons, SHOWN.values(), strict=True):
            panel.label = language(name)
        self._table.border_title = language(self.TITLE)
        self._place_map()


def _phrase(button: ButtonSnapshot) -> str:
    """What it does, and what follows: "Bank 3 fields: calls the last round"."""
    return ": ".join(filter(None, (button.label, button.effect)))
