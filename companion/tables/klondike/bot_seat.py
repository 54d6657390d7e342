"""How bots play Klondike at the table, by hands that the box deals. It satisfies `companion.core.bot_seat.BotSeat`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.player_names import display_name
from companion.tables.klondike.roll import RollPage
from companion.tables.klondike.session import session_of
from companion.tables.klondike.slot_names import slot_name
from companion.tables.klondike.tiles import spelt
from companion.tables.klondike.turn import TurnPage
from companion.tables.klondike.turn_flow import record_event
from engine import klondike
from engine.klondike import Lay, Pass

if TYPE_CHECKING:
    from companion.core.bot_seat import BotTurn
    from companion.core.model import Model, Transition
    from companion.core.page import Page
    from engine.game import GameEvent, Seat


def acting_seat(model: Model) -> Seat | None:
    """Returns the seat that acts; a round that is over is looked at by people."""
    return session_of(model).state.turn if isinstance(model.page, TurnPage | RollPage) else None


def has_choice(model: Model) -> bool:
    """Returns whether a tile is to be laid."""
    return isinstance(model.page, TurnPage | RollPage)


def show(model: Model, event: GameEvent) -> Page:
    """Shows the tile in its slot, before it is laid; a pass is said in words."""
    if not isinstance(event, Lay):
        return model.page
    placements = klondike.tile_placements(session_of(model).state, event.tile)
    return RollPage(event.tile, placements.index((event.slot, event.tile)))


def play(model: Model, event: GameEvent) -> Transition:
    """Records the tile, or the pass."""
    return record_event(model, event)


def pause_s(model: Model) -> float:  # noqa: ARG001 - the contract's
    """Returns how much longer people look at the open page: no longer than usual."""
    return 0.0


def describe(model: Model, turn: BotTurn) -> str:
    """Returns what the bot is doing."""
    _, session = model.translate, session_of(model)
    name = display_name(_, session.lineup.players[turn.seat])
    if turn.decision is None:
        return _("{name} is thinking …", name=name)
    match turn.decision.event:
        case Lay(slot, tile):
            return _("{name}: {tile} on {slot}", name=name, tile=spelt(tile), slot=slot_name(_, slot))
        case Pass():
            return _("{name} passes", name=name)
        case _:
            return ""
