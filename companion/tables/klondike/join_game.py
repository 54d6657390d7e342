"""Joining a match that is on already: its tiles are laid slot by slot, then it is told what they do not show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, Press, arrows, close, moved_cursor, open_on_top, show
from companion.core.snapshot import ChosenPlace, SlotSnapshot, Snapshot, TileSnapshot
from companion.screen.font import DOUBLE
from companion.screen.icons import Icon
from companion.screen.layout import header
from companion.screen.pieces import LARGE_DIE, LARGE_PIP, die
from companion.tables.klondike import lights
from companion.tables.klondike.join_facts import JoinFactsPage
from companion.tables.klondike.joined_draft import JoinedDraft
from companion.tables.klondike.roll import named_slot
from companion.tables.klondike.session import session_of
from companion.tables.klondike.slot_names import slot_name
from companion.tables.klondike.snapshot import snapshot as klondike_snapshot
from companion.tables.klondike.tile_choice import QUESTION, parse_tile, tile_value
from companion.tables.klondike.tiles import lying, spelt
from companion.tables.klondike.turn import TurnPage
from engine.klondike import SLOT_POSITIONS, TILES, Slot
from hardware.device import WIDTH, Button

if TYPE_CHECKING:
    from companion.core.questions import Question
    from companion.core.snapshot import TileState
    from companion.core.viewer_kind import ViewerKind
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.klondike import Tile

FIRST = Slot(0)
TEXT_X = 46
"""Where the words begin, beside the tile."""


@dataclass(frozen=True, slots=True)
class JoinLayoutPage(Page):
    """The cursor walks over the slots, and lays in each the tile that lies there on the table."""

    draft: JoinedDraft
    slot: Slot = FIRST
    """Under the cursor."""
    name: ClassVar[str] = "klondike_join_layout"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate

        def moved(button: Button) -> JoinLayoutPage:
            return replace(self, slot=Slot(moved_cursor(self.slot, button, len(SLOT_POSITIONS))))

        enter = open_on_top(model, JoinTilePage(self.draft.tile(self.slot) or (0, 0), self.slot))
        done = open_on_top(model, JoinFactsPage(self.draft))
        back = ButtonRow(Icon.UNDO, close(model), _("Back"))
        if self.draft.slots:
            # One tile a press, the one under the cursor first: closing would cost all that was laid.
            slot = self.slot if self.draft.tile(self.slot) else self.draft.slots[-1][0]
            taken_off = replace(self, draft=self.draft.with_tile(slot, None), slot=slot)
            back = ButtonRow(Icon.UNDO, show(model, taken_off), _("Take off"))
        return arrows(model, moved) | {
            Button.OK: ButtonRow(Icon.PLACE, enter, _("Lay a tile"), slot_name(_, self.slot)),
            Button.BANK: ButtonRow(Icon.CHECK, done, _("Done"), _("chips, round and turn are next")),
            Button.UNDO: back,
        }

    def point(self, model: Model, place: str) -> Transition:
        """Moves the cursor to that slot; pointing at the slot under the cursor turns its tile, or enters one."""
        slot, tile = named_slot(place), self.draft.tile(self.slot)
        if slot != self.slot:
            return Transition(model.with_page(replace(self, slot=slot)))
        return self.press(model, Button.OK) if tile is None else self._laid(model, tile[::-1])

    def choices(self, model: Model) -> tuple[Question, ...]:
        """The tile in the slot under the cursor; the same once more turns it."""
        return (QUESTION,)

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Lays this tile in the slot under the cursor; turns it if it lies there."""
        tile, there = parse_tile(value), self.draft.tile(self.slot)
        if there is not None and set(there) == set(tile):
            return self._laid(model, there[::-1])
        return reject_press(model) if self.draft.slot_of(tile) is not None else self._laid(model, tile)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the slot's name, large, and the tile that lies there as it lies."""
        _, tile = model.translate, self.draft.tile(self.slot)
        header(canvas, _("Join a game"), str(len(self.draft.slots)))
        if tile is not None:
            lying(canvas, 1, 12, self.slot, tile)
        canvas.text(TEXT_X, 13, slot_name(_, self.slot), DOUBLE)
        canvas.text(TEXT_X, 36, _("empty") if tile is None else spelt(tile))

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the tiles so far; the slot under the cursor blinks."""
        return lights.walk(self.draft.state(model), model.seat_colours, now, model.shown_since, self.slot)

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        """Returns the tiles that were laid so far; each slot may be chosen, and each tile that lies nowhere else."""
        _ = model.translate
        shown_model = replace(model, game=model.session.showing(self.draft.state(model)), page=TurnPage())
        shown = klondike_snapshot(shown_model, viewer)
        use = _("Tap: choose it. Then pick its tile; once more turns it.")
        layout = shown.layout and replace(
            shown.layout,
            slots=tuple(_open(slot, use) for slot in shown.layout.slots),
            tiles=tuple(self._tile(_, tile) for tile in TILES),
        )
        tile = self.draft.tile(self.slot)
        return replace(
            shown,
            status=_("Lay the tiles as they lie on the table."),
            turn=None,
            places=tuple(replace(place, use=use, usable=True) for place in shown.places),
            chosen=ChosenPlace(SLOT_POSITIONS[self.slot].name, _("which tile?") if tile is None else spelt(tile)),
            layout=layout,
            supply="",
            advice="",
            log=(),
        )

    def _tile(self, _: Translator, tile: Tile) -> TileSnapshot:
        slot = self.draft.slot_of(tile)
        if slot is None:
            state: TileState = "fits"
            return TileSnapshot(tile_value(tile), state, spelt(tile))
        words = _("in hand; once more turns it") if slot == self.slot else _("lies out")
        return TileSnapshot(tile_value(tile), "held" if slot == self.slot else "laid", f"{spelt(tile)}: {words}")

    def _laid(self, model: Model, tile: Tile) -> Transition:
        return Transition(model.with_page(replace(self, draft=self.draft.with_tile(self.slot, tile))))


@dataclass(frozen=True, slots=True)
class JoinTilePage(Page):
    """The tile of one slot is entered, the end at the claim that names the slot first."""

    tile: Tile
    slot: Slot
    end: int = 0
    """The one that is being turned, 0 or 1."""
    name: ClassVar[str] = "klondike_join_tile"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, (near, far) = model.translate, self.tile
        end = _("the other end") if self.end else _("one end")

        def turn(button: Button) -> Press:
            turned = (near, moved_cursor(far, button, 7)) if self.end else (moved_cursor(near, button, 7), far)
            return show(model, replace(self, tile=turned))

        def lay() -> Transition:
            beneath = model.with_top_page_closed()
            layout = _layout_of(beneath)
            laid = replace(layout, draft=layout.draft.with_tile(self.slot, self.tile))
            return Transition(beneath.with_page(laid))

        done = ButtonRow(None, None, _("This is the tile"), self._lies(model))
        if self._elsewhere(model) is None:
            done = done._replace(softkey=Icon.CHECK, press=lay)
        other = ButtonRow(Icon.CHECK, show(model, replace(self, end=1)), _("The other end"))
        return {
            Button.LEFT: ButtonRow(Icon.LEFT, turn(Button.LEFT), _("One less"), end),
            Button.RIGHT: ButtonRow(Icon.RIGHT, turn(Button.RIGHT), _("One more"), end),
            Button.OK: done if self.end else other,
            Button.UNDO: ButtonRow(Icon.UNDO, show(model, replace(self, end=0)) if self.end else close(model)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws both ends, large, the one that is being turned solid; below, where the tile lies already."""
        _ = model.translate
        header(canvas, _("Tile"), slot_name(_, self.slot))
        for place, digit in enumerate(self.tile):
            die(canvas, WIDTH // 2 + (place - 1) * LARGE_DIE, 12, digit, inverse=place == self.end, pip=LARGE_PIP)
        canvas.text(64, 45, self._lies(model), align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Lights the slot alone, the end that is being turned in its digit's colour."""
        return lights.placements((), (self.slot, self.tile), now, model.shown_since)

    def _elsewhere(self, model: Model) -> Slot | None:
        """Returns another slot in which the tile lies."""
        slot = _layout_of(replace(model, page=model.pages_beneath[-1])).draft.slot_of(self.tile)
        return None if slot == self.slot else slot

    def _lies(self, model: Model) -> str:
        _, slot = model.translate, self._elsewhere(model)
        return "" if slot is None else _("lies on {slot} already", slot=slot_name(_, slot))


def join_game(model: Model) -> JoinLayoutPage:
    """Returns the page on which a match that is on already is laid, at first without a tile."""
    return JoinLayoutPage(JoinedDraft(session_of(model).lineup.players))


def _layout_of(model: Model) -> JoinLayoutPage:
    if not isinstance(model.page, JoinLayoutPage):
        raise TypeError(f"{model.page.name} is not the page of the layout")
    return model.page


def _open(slot: SlotSnapshot, use: str) -> SlotSnapshot:
    return replace(slot, use=use, usable=True)
