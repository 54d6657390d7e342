"""The page that belongs to a state of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.klondike.first_seat import FirstSeatPage
from companion.tables.klondike.guide import GuidePage, layout_steps, physical_steps
from companion.tables.klondike.scores import RoundOverPage
from companion.tables.klondike.session import session_of
from companion.tables.klondike.turn import TurnPage
from companion.tables.klondike.winner import WinnerPage
from engine import klondike
from engine.game import Undo
from engine.klondike import JoinedPosition

if TYPE_CHECKING:
    from companion.core.model import Model, Page
    from engine.klondike import Event, State
    from engine.record import Record


def page_for_state(model: Model) -> Page:
    """Returns the first outcome that is not acknowledged yet, else the page of the next decision."""
    session = session_of(model)
    if session.record is None:
        return FirstSeatPage()
    unseen = outcomes(session.record, guide=model.guide and not session.is_dealt)[session.acknowledged :]
    if unseen:
        return unseen[0]
    return WinnerPage() if klondike.is_over(session.state) else TurnPage()


def outcomes(record: Record[State, Event], *, guide: bool) -> tuple[Page, ...]:
    """Returns the pages of the newest event's outcomes: what the players have to know or to move."""
    state, before = record.state, record.timeline[-2:][0].state
    # A joined position is what lies on the table already: no round is over, and nothing is to be laid out.
    if isinstance(record.events[-1], JoinedPosition):
        return ()
    happened = not isinstance(record.events[-1], Undo)
    todo, next_round = physical_steps(record), layout_steps(record) if happened else ()
    pages = (
        (guide and todo, GuidePage(todo, before.turn if happened else state.turn)),
        (happened and state.round > before.round, RoundOverPage()),
        (guide and next_round, GuidePage(next_round, state.turn)),
    )
    return tuple(page for told, page in pages if told)
