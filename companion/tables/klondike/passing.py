"""A pass: refused where it cannot be true; else the players are asked, and see what would have fitted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import PlayTones
from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, YesNoPage, close
from companion.core.sounds import WRONG
from companion.locale.translator import N_
from companion.screen.canvas import Rect
from companion.screen.icons import Icon
from companion.screen.layout import header, paragraph
from companion.tables.klondike import lights
from companion.tables.klondike.session import session_of
from companion.tables.klondike.slot_names import slot_name
from companion.tables.klondike.tiles import lying, spelt
from companion.tables.klondike.turn_flow import record_event
from engine import klondike
from engine.klondike import Pass
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.klondike import TilePlacement

HAND_FITS = N_("A tile of your hand fits: you pass only when none does.")
LISTED = 12
"""So many tiles have room below the question."""


@dataclass(frozen=True, slots=True)
class PassingPage(YesNoPage):
    """Asks before a pass that may be true: the box does not know the hands."""

    name: ClassVar[str] = "klondike_pass"


class _RefusedPassPage(Page):
    """Says that somebody can lay a tile; `ok` and `undo` lead back."""

    __slots__ = ()

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        return {Button.OK: ButtonRow(Icon.CHECK, close(model)), Button.UNDO: ButtonRow(Icon.UNDO, close(model))}


@dataclass(frozen=True, slots=True)
class NoPassPage(_RefusedPassPage):
    """Says that a pass cannot be true, and shows a tile in a slot where it would fit."""

    placement: TilePlacement
    name: ClassVar[str] = "klondike_no_pass"

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the tile as it would lie, and why somebody who holds a tile can lay one."""
        _ = model.translate
        header(canvas, _("You can lay a tile"))
        lying(canvas, 1, 12, *self.placement)
        paragraph(canvas, refusal(_, self.placement), Rect(44, 11, 127, 53))

    def lights(self, model: Model, now: float) -> Lights:
        """The slot blinks in the colours of the tile's ends."""
        return lights.placements((self.placement,), self.placement, now, model.shown_since)


@dataclass(frozen=True, slots=True)
class HandFitsPage(_RefusedPassPage):
    """Says that a pass is not allowed, as a tile of the hand fits; which one, only its owner sees."""

    name: ClassVar[str] = "klondike_hand_fits"

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws why."""
        header(canvas, model.translate("You can lay a tile"))
        paragraph(canvas, model.translate(HAND_FITS))


def ask_pass(model: Model) -> Transition:
    """Opens the question before a pass; of one that cannot be true, the page that says so, with the low tone."""
    session = session_of(model)
    if session.is_dealt:
        return _pass_from_hand(model)
    placement = klondike.refute_pass(session.state)
    if placement is not None:
        return Transition(model.with_page_on_top(NoPassPage(placement)), (PlayTones(WRONG),))
    return Transition(model.with_page_on_top(PASSING))


def _pass_from_hand(model: Model) -> Transition:
    """Records a pass where nothing of the hand fits; else refuses it, without a word about which tile does."""
    session = session_of(model)
    if klondike.deal.refute(session.state, session.hand, Pass()) is None:
        return record_event(model, Pass())
    return Transition(model.with_page_on_top(HandFitsPage()), (PlayTones(WRONG),))


def refusal(_: Translator, placement: TilePlacement) -> str:
    """Returns why a pass cannot be true."""
    slot, tile = placement
    return _("every tile fits somewhere: {tile} on {slot}", tile=spelt(tile), slot=slot_name(_, slot))


def _tiles_that_fit(model: Model) -> str:
    """Returns the tiles that may be laid, whoever has them; of many the first ones."""
    _, tiles = model.translate, [spelt(tile) for tile in klondike.legal(session_of(model).state)]
    if not tiles:
        return _("No tile fits.")
    shown = " ".join(tiles[:LISTED])
    if len(tiles) > LISTED:
        return _("{n} tiles would fit: {tiles} …", n=len(tiles), tiles=shown)
    return _("Would fit: {tiles}", tiles=shown)


PASSING = PassingPage(N_("Pass?"), lambda model: record_event(model, Pass()), note=_tiles_that_fit)
