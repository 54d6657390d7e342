"""Where the match stands, as the page that belongs to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.klondike.begins import Begins
from companion.tables.klondike.chores import chores, layout
from companion.tables.klondike.guide import Guide
from companion.tables.klondike.scores import RoundOver
from companion.tables.klondike.turn import Turn
from companion.tables.klondike.winner import Winner
from engine import klondike
from engine.game import Undo

if TYPE_CHECKING:
    from companion.model import Model, Page
    from engine.klondike import Event, State
    from engine.record import Record


def standing(model: Model) -> Page:
    """The first outcome that is not acknowledged yet, else the page on which the match goes on."""
    running = model.running
    if running.record is None:
        return Begins()
    unseen = outcomes(running.record, guide=model.guide)[running.seen :]
    if unseen:
        return unseen[0]
    return Winner() if klondike.is_over(running.state) else Turn()


def outcomes(record: Record[State, Event], *, guide: bool) -> tuple[Page, ...]:
    """What the newest event brought that the players have to be told, or to do, page by page."""
    state, before = record.state, record.line[-2:][0].state
    happened = not isinstance(record.events[-1], Undo)
    todo, next_round = chores(record), layout(record) if happened else ()
    pages = (
        (guide and todo, Guide(todo, before.turn if happened else state.turn)),
        (happened and state.round > before.round, RoundOver()),
        (guide and next_round, Guide(next_round, state.turn)),
    )
    return tuple(page for told, page in pages if told)
