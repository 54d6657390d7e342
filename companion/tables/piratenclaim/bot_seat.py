"""How bots play a voyage at the table. This module satisfies `companion.core.bot_seat.BotSeat`.

People lay discs, move the pieces and enter real dice; all else of its turn is the bot's. What it finds, and whom the
pirates rob, everybody looks at for a while. With the guide on these are pieces and cubes to be moved: then people say
when they lie.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.player_names import display_name
from companion.tables.piratenclaim.dice import DicePage, FoundPage
from companion.tables.piratenclaim.guide import GuidePage
from companion.tables.piratenclaim.ledger_pages import CargoPage, TravelPage
from companion.tables.piratenclaim.pirates import ConflictPage
from companion.tables.piratenclaim.session import newest_found, record_event, session_of
from companion.tables.piratenclaim.turn import TurnEndPage, TurnPage
from companion.tables.piratenclaim.words import event_words
from engine.piratenclaim import Travel, ship_of

if TYPE_CHECKING:
    from companion.core.bot_seat import BotTurn
    from companion.core.model import Model, Transition
    from companion.core.page import Page
    from engine.game import GameEvent, Seat

LOOKS_S = 3.0
"""How much longer people look at what was found, and at each robbery, in seconds."""
PAGES = (CargoPage, TurnPage, TravelPage, DicePage, ConflictPage, TurnEndPage)


def acting_seat(model: Model) -> Seat | None:
    """Returns the seat to act where something is to be decided, or only to be looked at."""
    is_looked_at = isinstance(model.page, FoundPage | GuidePage) and not model.guides_hands
    acts = has_choice(model) or is_looked_at or _finds_nothing(model)
    return session_of(model).state.turn if acts else None


def has_choice(model: Model) -> bool:
    """Returns whether the open page is one of a decision."""
    return isinstance(model.page, PAGES)


def _finds_nothing(model: Model) -> bool:
    return isinstance(model.page, FoundPage) and newest_found(session_of(model)).field is None


def show(model: Model, event: GameEvent) -> Page:
    """Puts the cursor on the field to which a ship travels; all else is said in words."""
    if isinstance(event, Travel):
        origin = ship_of(session_of(model).state, event.parts[0]).field
        return TravelPage(event.field, origin, event.parts, event.load)
    return model.page


def play(model: Model, event: GameEvent) -> Transition:
    """Records the event."""
    return record_event(model, event)


def pause_s(model: Model) -> float:
    """What was found and who was robbed is read; nothing else needs longer."""
    return LOOKS_S if isinstance(model.page, FoundPage | GuidePage) and not _finds_nothing(model) else 0.0


def describe(model: Model, turn: BotTurn) -> str:
    """Returns what the bot is doing; what was found or robbed the page says itself."""
    if isinstance(model.page, FoundPage | GuidePage):
        return ""
    _, session = model.translate, session_of(model)
    name = display_name(_, session.lineup.players[turn.seat])
    if turn.decision is None:
        return _("{name} is thinking …", name=name)
    match turn.decision.event:
        case None if session.lineup.by_hand:
            return _("Roll for {name}", name=name)
        case None:
            return _("{name} rolls", name=name)
        case event:
            return f"{name}: {event_words(_, event)}"
