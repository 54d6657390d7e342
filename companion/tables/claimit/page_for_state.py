"""The page that belongs to a state of the game, and what each page announces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.effects import Caption, Effect, PlayTones
from companion.core.player_names import display_name
from companion.core.sounds import BUST, LAST_ROUND, WIN
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
from companion.tables.shared_flow import begins_sentence, caption_and_speak, winners_sentence
from engine import claimit
from engine.claimit import Phase, Place
from engine.game import Reveal, Start, Undo

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.core.page import Page
    from engine.claimit import Event, State
    from engine.record import Record


def page_for_state(model: Model) -> Page:
    """Returns the first outcome that is not acknowledged yet, else the page of the next decision."""
    return _pages_to_come(model)[0]


def announcements(model: Model) -> tuple[tuple[Effect, ...], ...]:
    """Returns what each page announces that the newest event leads to; an undo is no news."""
    record = session_of(model).record
    if record is None or isinstance(record.events[-1], Undo):
        return ((),)
    return tuple(_announcement(model, page) for page in _pages_to_come(model))


def _announcement(model: Model, page: Page) -> tuple[Effect, ...]:
    """Returns what a page announces. A bust, the last round and the winner are also spoken."""
    _, session = model.translate, session_of(model)
    state = session.state
    match page:
        case BustPage():
            name = display_name(_, state.players[session.state_before.turn])
            return (PlayTones(BUST), *caption_and_speak(_, _("{name}: bust!", name=name)))
        case LastRoundPage():
            return (PlayTones(LAST_ROUND), *caption_and_speak(_, _("Last round!")))
        case WinnerPage():
            return (PlayTones(WIN), *caption_and_speak(_, winners_sentence(_, state)))
        case TurnPage() if len(session.timeline) == 1:
            return (Caption(begins_sentence(_, state)),)
        case TurnPage():
            return (Caption(_("{name}, roll!", name=display_name(_, state.players[state.turn]))),)
        case _:
            return ()


def _pages_to_come(model: Model) -> tuple[Page, ...]:
    """Returns the outcomes that are not acknowledged yet, and the page of the next decision."""
    session = session_of(model)
    if session.record is None:
        return (StartRollsPage(),)
    unseen = outcomes(session.record, guide=model.guides_hands)[session.acknowledged :]
    return (*unseen, _plain(session.record, light_of(session)))


def outcomes(record: Record[State, Event], *, guide: bool) -> tuple[Page, ...]:
    """Returns the pages of the newest event's outcomes: what the players have to know or to move.

    A bust is told before the hands: it is why they move anything. The last round begins when they are done.
    """
    newest = record.events[-1]
    if isinstance(newest, Reveal | Start):
        return ()
    happened, steps = not isinstance(newest, Undo), physical_steps(record) if guide else ()
    pages = (
        (happened and record.state.busted, BustPage()),
        (steps, GuidePage(steps, seat_that_moves_pieces(record))),
        (happened and is_last_round_called(record.timeline[-2].state, record.state), LastRoundPage()),
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
