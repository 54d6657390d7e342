"""The session of Klondike: its types, how events are recorded, and who may see a hand.

With real tiles the box knows only the layout. It offers every tile that fits, whoever may hold it, and accepts a pass
unless the layout shows that the player could play.

Tiles that the box has dealt are secret: the screen and the lights, which all players see, and the web pages of other
seats must not show them. So each page on which a player chooses from a hand carries a `Secrecy`: who may see it depends
on how the page was opened (on the box, or by a seat's link). Everyone else sees the layout.
"""

from enum import Enum
from functools import lru_cache
from typing import TypeAlias, cast

from msgspec.structs import replace

from companion.core.effects import BANK, PLACE, UNDO, AppendEvent, Effect
from companion.core.game_session import GameSession
from companion.core.lineup import Role, ViewerKind, seat_viewer
from companion.core.model import Model, Transition
from companion.core.player_names import display_name
from companion.tables.shared_pages import announce, caption_and_speak
from engine import klondike
from engine.game import Seat, Undo
from engine.klondike import Event, Place, State, Tile
from engine.record import AnyEvent
from hardware.device import Tone

Session: TypeAlias = "GameSession[State, Event]"


def session_of(model: Model) -> Session:
    return cast("Session", model.session)


# A dozen tiles take ten milliseconds, and each press needs the result several times.
tile_placements = lru_cache(maxsize=64)(klondike.tile_placements)


def record_event(model: Model, event: AnyEvent) -> Transition:
    """Records an event, with its sound and captions. The page follows from the new state."""
    _, after = model.translate, replace(model, maybe_session=model.session.record_event(event))
    before = session_of(model).state
    words: tuple[Effect, ...] = ()
    sound: tuple[Tone, ...] = UNDO if isinstance(event, Undo) else PLACE
    # No event contains what a tile has won: it follows from the states before and after it.
    if isinstance(event, Place) and (chips := chips_won(before, session_of(after).state)):
        sound, name = BANK, display_name(_, before.players[before.turn])
        words = caption_and_speak(_, _.many("{name}: {n} chip!", "{name}: {n} chips!", chips, name=name))
    return Transition(after, (AppendEvent(event), *announce(after, sound, *words)))


def chips_won(before: State, after: State) -> int:
    return after.chips[before.turn] - before.chips[before.turn]


BOX_ROLES = frozenset({Role.BOX, Role.HOST})
"""The viewers of the box's screen. The host sees the box's screen and buttons, as on a laptop."""


class Secrecy(Enum):
    """Who sees the tile that is being chosen."""

    PUBLIC = "public"
    """Everyone: the tiles are on the table."""
    BOX = "box"
    """The viewers of the box."""
    SEAT = "seat"
    """The holder of the active seat's link."""

    def is_seen_by(self, model: Model, viewer: ViewerKind) -> bool:
        """Returns whether this kind of viewer may see the active player's choice."""
        match self:
            case Secrecy.PUBLIC:
                return True
            case Secrecy.BOX:
                return viewer.role in BOX_ROLES
            case Secrecy.SEAT:
                return viewer == seat_viewer(session_of(model).state.turn)


def lone_player(model: Model) -> Seat | None:
    """Returns the only seat that a person plays: the box may show its hand. None if there are several or none."""
    lineup = session_of(model).lineup
    # Count every seat that began with a person, even if a bot plays it now: that person may return.
    people = [
        seat
        for seat in map(Seat, range(len(lineup.players)))
        if str(seat) not in lineup.bots or lineup.has_person(seat)
    ]
    return people[0] if len(people) == 1 and lineup.has_person(people[0]) else None


def seat_whose_hand_is_seen(model: Model, viewer: ViewerKind, secrecy: Secrecy | None) -> Seat | None:
    """Returns the seat whose hand this kind of viewer sees; `secrecy` is None if no tile is chosen on the page."""
    if viewer.role is Role.SEAT:
        # A link to a seat that a bot plays must not show that seat's hand.
        is_own = viewer.seat is not None and session_of(model).lineup.has_person(viewer.seat)
        return viewer.seat if is_own else None
    if viewer.role not in BOX_ROLES:
        return None
    return session_of(model).state.turn if secrecy is Secrecy.BOX else lone_player(model)


def hand_of(model: Model, seat: Seat) -> tuple[Tile, ...]:
    """Returns the hand of a seat; empty if the box deals no hands."""
    hands: tuple[tuple[Tile, ...], ...] = session_of(model).hands
    return hands[seat] if hands else ()
