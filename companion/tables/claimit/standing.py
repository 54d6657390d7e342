"""Where the game stands, as the page that belongs to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.claimit.begins import Begins
from companion.tables.claimit.bust import Bust
from companion.tables.claimit.choose import Choose
from companion.tables.claimit.guide import Guide, chores
from companion.tables.claimit.last_round import LastRound
from companion.tables.claimit.play import called
from companion.tables.claimit.roll import Roll
from companion.tables.claimit.turn import Turn
from companion.tables.claimit.winner import Winner
from engine import claimit
from engine.claimit import Phase, Place
from engine.game import Reveal, Start, Undo

if TYPE_CHECKING:
    from companion.model import Model, Page
    from engine.claimit import Event, State
    from engine.record import Record


def standing(model: Model) -> Page:
    """The first outcome that is not acknowledged yet, else the page on which the game goes on."""
    running = model.running
    if running.record is None:
        return Begins()
    unseen = outcomes(running.record, guide=model.guide)[running.seen :]
    return unseen[0] if unseen else _plain(running.record)


def outcomes(record: Record[State, Event], *, guide: bool) -> tuple[Page, ...]:
    """What the newest event brought that the players have to be told, or to do, page by page.

    The guide is the last: when it is switched on or off meanwhile, those acknowledged before it are still the first.
    """
    newest = record.events[-1]
    if isinstance(newest, Reveal | Start):
        return ()
    happened = not isinstance(newest, Undo)
    pages = (
        (happened and record.state.busted, Bust()),
        (happened and called(record.line[-2].state, record.state), LastRound()),
        (guide and chores(record), Guide()),
    )
    return tuple(page for told, page in pages if told)


def _plain(record: Record[State, Event]) -> Page:
    match record.state.phase:
        case Phase.ROLL:
            return Turn()
        case Phase.PLACE:
            return Roll(_cursor(record))
        case Phase.CHOOSE:
            return Choose()
        case _:
            return Winner()


def _cursor(record: Record[State, Event]) -> int:
    """Where a placement that was taken back had been, else the first usable field."""
    usable = tuple(claimit.legal(record.state))
    undone = record.taken_back
    return usable.index(undone.field) if isinstance(undone, Place) and undone.field in usable else 0
