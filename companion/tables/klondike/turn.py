"""The page at the beginning of a turn: who lays a tile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.bot_seat import acting_bot
from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, open_on_top
from companion.screen.icons import Icon
from companion.screen.layout import header
from companion.tables.klondike import lights
from companion.tables.klondike.hand import HandPage, PassBoxPage
from companion.tables.klondike.passing import ask_pass
from companion.tables.klondike.roll import open_slot, page_for_tile
from companion.tables.klondike.scores import ScoresPage
from companion.tables.klondike.secrecy import Secrecy, secrecy_for_sender
from companion.tables.klondike.session import session_of
from companion.tables.klondike.tile_by_hand import ByHandPage
from companion.tables.klondike.tile_choice import QUESTION, parse_tile
from companion.tables.shared_pages import draw_turn
from engine import klondike
from engine.klondike import Lay, Pass
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.questions import Question
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas


@dataclass(frozen=True, slots=True)
class TurnPage(Page):
    """Says who has to lay a tile, or to pass."""

    name: ClassVar[str] = "klondike_turn"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, session = model.translate, session_of(model)
        if session.is_dealt:
            lay = ButtonRow(Icon.PLACE, lambda: _open_hand(model), _("Open the hand"), _("choose a tile"))
        else:
            undone = session.started_record.taken_back
            tile = undone.tile if isinstance(undone, Lay) else (0, 0)  # it is likely to be laid elsewhere
            follows = _("then draw one") if klondike.stock(session.state) else _("enter it first")
            lay = ButtonRow(Icon.PLACE, open_on_top(model, ByHandPage(tile)), _("Lay a tile"), follows)
        return {
            Button.RIGHT: ButtonRow(Icon.SCORES, open_on_top(model, ScoresPage())),
            Button.OK: lay,
            Button.BANK: ButtonRow(Icon.SKIP, lambda: ask_pass(model), _("Pass"), _("only if nothing fits")),
            Button.UNDO: ButtonRow(effect=_("hold: menu")),
        }

    def point(self, model: Model, place: str) -> Transition:
        """Chooses the slot first; the tile is named then."""
        slot, secrecy = open_slot(model, place), secrecy_for_sender(model)
        if slot is None or secrecy is None:
            return reject_press(model)
        page = ByHandPage(slot=slot) if secrecy is Secrecy.NOBODY else HandPage(secrecy, slot=slot)
        return Transition(model.with_page_on_top(page))

    def choices(self, model: Model) -> tuple[Question, ...]:
        """The tile, named at once."""
        return (QUESTION,)

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Takes this tile in hand."""
        secrecy = secrecy_for_sender(model)
        page = None if secrecy is None else page_for_tile(model, parse_tile(value), None, secrecy)
        return reject_press(model) if page is None else Transition(model.with_page_on_top(page))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the player's name, as large as it fits; in the first turns a hint at the menu."""
        _, state = model.translate, session_of(model).state
        chips = _.many("{n} chip", "{n} chips", state.chips[state.turn])
        header(canvas, _("Round {n}/{all}", n=state.round, all=state.rounds), chips)
        left, is_dealt = klondike.stock(state), session_of(model).is_dealt
        drawn = _("stock: {n}", n=left) if is_dealt else _("then draw one, stock: {n}", n=left)
        draw_turn(model, canvas, _task(model), drawn if left else "")

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board, framed in the player's colour for a moment."""
        return lights.turn(session_of(model).state, model.seat_colours, now, model.shown_since)


def _task(model: Model) -> str:
    """Returns what is to be done, or what the bot does."""
    _, bot = model.translate, acting_bot(model)
    if bot is None:
        return _("lay a tile!")
    if bot.decision is None:
        return _("thinking …")
    if bot.waits:
        return _("press ok")
    return _("passes") if bot.decision.event == Pass() else _("lays a tile")


def _open_hand(model: Model) -> Transition:
    """Opens the hand for whoever has pressed, or asks for the box to be handed over before."""
    secrecy = secrecy_for_sender(model)
    return Transition(model.with_page_on_top(PassBoxPage() if secrecy is None else HandPage(secrecy)))
