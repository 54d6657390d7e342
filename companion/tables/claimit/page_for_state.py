"""The page that belongs to a state of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tables.claimit.bust import BustPage
from companion.tables.claimit.choose import ChoosePage
from companion.tables.claimit.guide import GuidePage, physical_steps, seat_that_moves_pieces
from companion.tables.claimit.last_round import LastRoundPage
from companion.tables.claimit.light_option import Light, light_of
from companion.tables.claimit.numbers import NumbersPage
from companion.tables.claimit.roll import RollPage
from companion.tables.claimit.session import session_of
from companion.tables.claimit.start_rolls import StartRollsPage
from companion.tables.claimit.turn import TurnPage
from companion.tables.claimit.turn_flow import is_last_round_called
from companion.tables.claimit.winner import WinnerPage
from engine import claimit
from engine.claimit import Phase, Place
from engine.game import Reveal, Start, Undo

if TYPE_CHECKING:
    from companion.core.model import Model, Page
    from engine.claimit import Event, State
    from engine.record import Record


def page_for_state(model: Model) -> Page:
    """Returns the first outcome that is not acknowledged yet, else the page of the next decision."""
    session = session_of(model)
    if session.record is None:
        return StartRollsPage()
    unseen = outcomes(session.record, guide=model.guide)[session.acknowledged :]
    return unseen[0] if unseen else _plain(session.record, light_of(session))


def outcomes(record: Record[State, Event], *, guide: bool) -> tuple[Page, ...]:
    """Returns the pages of the newest event's outcomes: what the players have to know or to move.

    The guide is the last: when it is switched on or off meanwhile, those acknowledged before it are still the first.
    """
    newest = record.events[-1]
    if isinstance(newest, Reveal | Start):
        return ()
    happened, steps = not isinstance(newest, Undo), physical_steps(record) if guide else ()
    pages = (
        (happened and record.state.busted, BustPage()),
        (happened and is_last_round_called(record.timeline[-2].state, record.state), LastRoundPage()),
        (steps, GuidePage(steps, seat_that_moves_pieces(record))),
    )
    return tuple(page for told, page in pages if told)


def _plain(record: Record[State, Event], light: Light) -> Page:
    match record.state.phase:
        case Phase.ROLL:
            return TurnPage()
        case Phase.PLACE if light is Light.OFF:
            return NumbersPage()
        case Phase.PLACE:
            # The cursor stands on the field of a placement that was just taken back.
            usable = tuple(claimit.legal(record.state))
            undone = record.taken_back
            return RollPage(usable.index(undone.field) if isinstance(undone, Place) and undone.field in usable else 0)
        case Phase.CHOOSE:
            return ChoosePage()
        case _:
            return WinnerPage()
