"""The page that belongs to a state of the match, and what each page announces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.effects import Caption, Effect, PlayTones
from companion.core.player_names import display_name
from companion.core.sounds import ALL_PASSED, LAST_ROUND, WIN
from companion.tables.klondike.first_seat import FirstSeatPage
from companion.tables.klondike.guide import GuidePage, layout_steps, physical_steps
from companion.tables.klondike.scores import RoundOverPage
from companion.tables.klondike.session import session_of
from companion.tables.klondike.turn import TurnPage
from companion.tables.klondike.turn_flow import chips_won
from companion.tables.klondike.winner import WinnerPage
from companion.tables.shared_flow import caption_and_speak, winners_sentence
from engine import klondike
from engine.game import Undo
from engine.klondike import JoinedPosition, Pass

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.core.page import Page
    from engine.klondike import Event, State
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
    """Returns what a page announces. A new round and the winner are also spoken."""
    _, session = model.translate, session_of(model)
    state, line = session.state, session.timeline
    match page:
        case RoundOverPage():
            passed = isinstance(line[-1], Pass)
            # Announced at once, chips that were won drown it.
            is_heard = model.guides_hands or not chips_won(session.state_before, state)
            tones = (PlayTones(ALL_PASSED if passed else LAST_ROUND),) if is_heard else ()
            sentences = (
                *((_("All have passed: the round is over."),) if passed else ()),
                _("Round {n} of {all}", n=state.round, all=state.rounds),
            )
            return (*tones, *(effect for text in sentences for effect in caption_and_speak(_, text)))
        case WinnerPage():
            return (PlayTones(WIN), *caption_and_speak(_, winners_sentence(_, state)))
        case TurnPage() if len(line) > 1:
            return (Caption(_("{name}, lay a tile!", name=display_name(_, state.players[state.turn]))),)
        case _:
            return ()


def _pages_to_come(model: Model) -> tuple[Page, ...]:
    """Returns the outcomes that are not acknowledged yet, and the page of the next decision."""
    session = session_of(model)
    if session.record is None:
        return (FirstSeatPage(),)
    unseen = outcomes(session.record, guide=model.guides_hands)[session.acknowledged :]
    return (*unseen, WinnerPage() if klondike.is_over(session.state) else TurnPage())


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
