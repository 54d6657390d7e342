"""The page that belongs to a state of the game, and what each page announces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.effects import Caption, Effect, PlayTones
from companion.core.player_names import display_name
from companion.core.sounds import BANK, BUST, WIN
from companion.tables.piratenclaim.board_page import BoardPage
from companion.tables.piratenclaim.conflict import ConflictPage
from companion.tables.piratenclaim.dice_page import DicePage
from companion.tables.piratenclaim.discs import DiscsPage
from companion.tables.piratenclaim.field_cursor import field_in_focus
from companion.tables.piratenclaim.first_seat import FirstSeatPage
from companion.tables.piratenclaim.found import FoundPage
from companion.tables.piratenclaim.guide import GuidePage, RobberyStep, physical_steps
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.turn import TurnPage
from companion.tables.piratenclaim.turn_end import TurnEndPage
from companion.tables.piratenclaim.turn_flow import found_system, found_words
from companion.tables.piratenclaim.winner import WinnerPage
from companion.tables.piratenclaim.words import PIRATES, field_name
from companion.tables.shared_flow import begins_sentence, caption_and_speak, winners_sentence
from engine.game import Undo
from engine.piratenclaim import Discover, EndTurn, Phase, ShipAt, Sink

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.core.model import Model
    from companion.core.page import Page
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
    return _pages_to_come(model)[0]


def announcements(model: Model) -> tuple[tuple[Effect, ...], ...]:
    """Returns what each page announces that the newest event leads to; an undo is no news."""
    record = session_of(model).record
    if record is None or isinstance(record.events[-1], Undo):
        return ((),)
    if len(record.timeline) == 1:
        return ((Caption(begins_sentence(model.translate, record.state)),),)
    return tuple(tuple(_announcement(model, page)) for page in _pages_to_come(model))


def _announcement(model: Model, page: Page) -> Iterator[Effect]:
    """Yields what a page announces. What was found, who is robbed and who has won is also spoken."""
    _, session = model.translate, session_of(model)
    before, state, newest = session.state_before, session.state, session.timeline[-1]
    if isinstance(page, FoundPage):
        if found_system(before, state):
            yield PlayTones(BANK)
        yield from caption_and_speak(_, found_words(_, before, state))
    elif isinstance(page, GuidePage):
        robberies = [step.robbery for step in page.steps if isinstance(step, RobberyStep)]
        if robberies:
            yield PlayTones(BUST)
        for each in robberies:
            robbed, pirate = display_name(_, state.players[each.player]), _(PIRATES[each.pirate])
            told = _("{colour} robs {name} on {field}", colour=pirate, name=robbed, field=field_name(each.field))
            yield from caption_and_speak(_, told)
    elif isinstance(page, WinnerPage):
        yield PlayTones(WIN)
        yield from caption_and_speak(_, winners_sentence(_, state))
    elif isinstance(newest, EndTurn):
        yield Caption(_("{name}, travel!", name=display_name(_, state.players[state.turn])))


def _pages_to_come(model: Model) -> tuple[Page, ...]:
    """Returns the outcomes that are not acknowledged yet, and the page of the next decision."""
    session = session_of(model)
    if session.record is None:
        return (FirstSeatPage(),)
    keeps_board = isinstance(session.record.events[-1], ShipAt | Sink)
    decision = BoardPage(field_in_focus(session.record)) if keeps_board else decision_page(session.state)
    return (*outcomes(session.record, guide=model.guides_hands)[session.acknowledged :], decision)


def decision_page(state: State) -> Page:
    """Returns the page of the next decision."""
    return PAGES[state.phase]()


def outcomes(record: Record[State, Event], *, guide: bool) -> tuple[Page, ...]:
    """Returns the pages of the newest event's outcomes: what the players have to know or to move."""
    state, before = record.state, record.timeline[-2:][0].state
    newest = record.events[-1]
    steps = physical_steps(record, guide=guide)
    # Apart: who is robbed is announced on the page that tells it, when the pirates have been moved.
    robberies = tuple(step for step in steps if isinstance(step, RobberyStep) and not step.returns)
    moves = steps[: len(steps) - len(robberies)]
    mover = state.turn if isinstance(newest, Undo) else before.turn
    pages: tuple[tuple[object, Page], ...] = (
        (isinstance(newest, Discover), FoundPage()),
        (moves, GuidePage(moves, mover)),
        (robberies, GuidePage(robberies, mover)),
    )
    return tuple(page for told, page in pages if told)
