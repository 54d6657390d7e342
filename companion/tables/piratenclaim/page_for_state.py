"""The page that belongs to a state of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.piratenclaim.board_page import BoardPage
from companion.tables.piratenclaim.conflict import ConflictPage
from companion.tables.piratenclaim.dice_page import DicePage
from companion.tables.piratenclaim.discs import DiscsPage
from companion.tables.piratenclaim.field_cursor import field_in_focus
from companion.tables.piratenclaim.first_seat import FirstSeatPage
from companion.tables.piratenclaim.found import FoundPage
from companion.tables.piratenclaim.guide import GuidePage, physical_steps
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.turn import TurnPage
from companion.tables.piratenclaim.turn_end import TurnEndPage
from companion.tables.piratenclaim.winner import WinnerPage
from engine.game import Undo
from engine.piratenclaim import Discover, Phase, ShipAt, Sink

if TYPE_CHECKING:
    from companion.core.model import Model, Page
    from engine.piratenclaim import Event, State
    from engine.record import Record

PAGES: dict[Phase, type[Page]] = {
    Phase.DISCS: DiscsPage,
    Phase.TRAVEL: TurnPage,
    Phase.DISCOVER: DicePage,
    Phase.CONFLICT: ConflictPage,
    Phase.TURN_END: TurnEndPage,
    Phase.OVER: WinnerPage,
}


def page_for_state(model: Model) -> Page:
    """Returns the first outcome that is not acknowledged yet, else the page of the next decision.

    After a ship was told or a pirate sunk the board stays open: there may be more to tell.
    """
    session = session_of(model)
    if session.record is None:
        return FirstSeatPage()
    unseen = outcomes(session.record, guide=model.guide)[session.acknowledged :]
    if unseen:
        return unseen[0]
    newest = session.record.events[-1]
    return BoardPage(field_in_focus(session.record)) if _keeps_board(newest) else decision_page(session.state)


def decision_page(state: State) -> Page:
    """Returns the page of the next decision."""
    return PAGES[state.phase]()


def outcomes(record: Record[State, Event], *, guide: bool) -> tuple[Page, ...]:
    """Returns the pages of the newest event's outcomes: what the players have to know or to move."""
    state, before = record.state, record.timeline[-2:][0].state
    newest = record.events[-1]
    # One page for all steps: the count of what was acknowledged stays right when the guide is switched on or off.
    steps = physical_steps(record, guide=guide)
    pages: tuple[tuple[object, Page], ...] = (
        (isinstance(newest, Discover), FoundPage()),
        (steps, GuidePage(steps, state.turn if isinstance(newest, Undo) else before.turn)),
    )
    return tuple(page for told, page in pages if told)


def _keeps_board(event: object) -> bool:
    return isinstance(event, ShipAt | Sink)
