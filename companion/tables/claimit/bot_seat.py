"""How bots play Claim It! at the table. This module satisfies `companion.core.bot_seat.BotSeat`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.player_names import display_name
from companion.tables.claimit import session
from companion.tables.claimit.guide import bank_animation_s
from companion.tables.claimit.place import NumbersPage, RollPage
from companion.tables.claimit.session import record_event, session_of
from companion.tables.claimit.start_rolls import StartRollsPage
from companion.tables.claimit.turn import BustPage, ChoosePage, LastRoundPage, TurnPage
from engine import claimit
from engine.claimit import Bank, Place

if TYPE_CHECKING:
    from companion.core.bot_seat import BotTurn
    from companion.core.model import Model, Transition
    from companion.core.page import Page
    from engine.game import GameEvent, Seat

LOOKS_S = {BustPage: 2.0, LastRoundPage: 2.0}
"""How much longer people look at what concerns them all, in seconds."""


def acting_seat(model: Model) -> Seat | None:
    """Returns the seat that acts; what the guide asks for is done by people."""
    match model.page:
        # The turn has passed on already.
        case BustPage():
            return session_of(model).state_before.turn
        case StartRollsPage() | TurnPage() | RollPage() | NumbersPage() | ChoosePage() | LastRoundPage():
            return session.acting_seat(session_of(model))
        case _:
            return None


def has_choice(model: Model) -> bool:
    """Returns whether a field is to be chosen, or another roll or the bank."""
    return isinstance(model.page, RollPage | NumbersPage | ChoosePage)


def show(model: Model, event: GameEvent) -> Page:
    """Puts the cursor on the field that was chosen; a bank is said in words."""
    if isinstance(event, Place):
        return RollPage(tuple(claimit.legal(session_of(model).state)).index(event.field))
    return model.page


def play(model: Model, event: GameEvent) -> Transition:
    """Records the placement, or the bank."""
    return record_event(model, event)


def pause_s(model: Model) -> float:
    """A bust and the last round are looked at; a bank is seen to its end."""
    if isinstance(model.page, TurnPage) and not model.guides_hands:
        return bank_animation_s(session_of(model).started_record)
    return LOOKS_S.get(type(model.page), 0.0)


def describe(model: Model, turn: BotTurn) -> str:
    """Returns what the bot is doing."""
    if not isinstance(model.page, TurnPage | RollPage | NumbersPage | ChoosePage):
        return ""
    _, lineup = model.translate, session_of(model).lineup
    name = display_name(_, lineup.players[turn.seat])
    if turn.decision is None:
        return _("{name} is thinking …", name=name)
    match turn.decision.event:
        case Place(field):
            return _("{name} takes {field}", name=name, field=claimit.format_field(field))
        case Bank():
            return _("{name} banks", name=name)
        case _ if lineup.by_hand:
            return _("Roll for {name}", name=name)
        case _ if isinstance(model.page, ChoosePage):
            return _("{name} rolls again", name=name)
        case _:
            return _("{name} rolls", name=name)
