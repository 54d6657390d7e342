"""Checks the board after a knock, claim by claim: the claim alone is lit, and the screen shows its tiles and chips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model
from companion.core.page import ButtonRow, Page, arrows, close, moved_cursor, show
from companion.core.player_names import short_names
from companion.screen.font import BOLD, DOUBLE
from companion.screen.icons import Icon
from companion.screen.layout import header
from companion.tables.klondike import lights
from companion.tables.klondike.lights import BLOCKS, ENDS
from companion.tables.klondike.session import session_of
from companion.tables.klondike.tiles import spelt
from engine.klondike import CLAIMS, claim_name
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.klondike import Claim, State, Tile

SIDES = ((97, 12), (116, 28), (97, 44), (78, 28))
"""Where the tiles stand around their claim: the middles of their texts, north, east, south, west."""
DIGIT_X, DIGIT_Y = 97, 28
ROOM_PX = 62
"""The columns at the left, for words."""


@dataclass(frozen=True, slots=True)
class CheckPage(Page):
    """Walks over the claims."""

    place: int = 0
    name: ClassVar[str] = "klondike_check"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        def moved(button: Button) -> CheckPage:
            return CheckPage(moved_cursor(self.place, button, len(CLAIMS)))

        return arrows(model, moved) | {
            Button.OK: ButtonRow(Icon.CHECK, show(model, moved(Button.OK))),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the claim's name, large, its chips and its state; its digit among its tiles."""
        _, state = model.translate, session_of(model).state
        claim = CLAIMS[self.place]
        held = state.claims[claim]
        header(canvas, _("Check"), _("{n} of {all}", n=self.place + 1, all=len(CLAIMS)))
        canvas.text(1, 12, claim_name(claim), DOUBLE)
        canvas.text(1, 32, _("chips: {n}", n=held.chips))
        canvas.text(1, 43, _state(_, state, claim), limit=ROOM_PX)
        canvas.text(DIGIT_X, DIGIT_Y, "–" if held.digit is None else str(held.digit), BOLD, "centre")  # noqa: RUF001
        for (x, y), tile in zip(SIDES, tiles(state, claim), strict=True):
            canvas.text(x, y, spelt(tile) if tile else "·", align="centre")

    def lights(self, model: Model, now: float) -> Lights:
        """Lights the claim alone."""
        return lights.check(session_of(model).state, model.seat_colours, now, CLAIMS[self.place])


def tiles(state: State, claim: Claim) -> list[Tile | None]:
    """Returns the tiles at the sides of a claim, north, east, south, west; the end at the claim comes first."""
    return [at_light(state, light) for light in BLOCKS[claim]]


def at_light(state: State, light: int) -> Tile | None:
    """Returns the tile at one side of a claim, the end at that claim first."""
    slot, place = next((slot, lights.index(light)) for slot, lights in enumerate(ENDS) if light in lights)
    tile = state.slots[slot]
    return tile[::-1] if tile and place else tile


def _state(_: Translator, state: State, claim: Claim) -> str:
    held = state.claims[claim]
    if held.won_by is not None:
        return short_names(_, state.players, ROOM_PX)[held.won_by]
    return _("spoiled") if held.spoiled else _("right: {n}", n=held.right)
