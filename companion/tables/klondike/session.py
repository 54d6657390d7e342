"""The match on the table: its own types, how an event is recorded, and whose eyes a hand is for.

Real tiles lie in the players' hands: the box knows the layout alone. It lists what would fit whoever holds it, and must
believe a pass that the layout does not refute. Tiles that the box has dealt it knows, and must keep secret: from the
screen and the lights, which everybody at the table sees, and from every seat's page but its owner's. So each page on
which somebody chooses from a hand carries a `Secrecy`: who may see it follows from how it was opened, and not from who
looks. Whatever is asked on such a page is answered only as far as the layout tells it, too.

Nothing here decides which page comes next: that follows from the state alone (`turn.py: pages_to_come`), so undoing an
event needs no page of its own.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from msgspec.structs import replace

from companion.core.effects import AppendEvent, Caption, Effect
from companion.core.model import Model, Transition
from companion.core.player_names import display_name
from companion.core.sounds import BANK, PLACE, ROLL, UNDO
from companion.core.viewer_kind import Role, ViewerKind, seat_viewer
from companion.tables.shared_flow import announce, begins_sentence, caption_and_speak
from engine import klondike
from engine.game import Seat, Start, Undo
from engine.klondike import Pass, Place

if TYPE_CHECKING:
    from companion.core.game_session import GameSession
    from engine.klondike import Event, State, Tile
    from engine.record import AnyEvent, Record


Session: TypeAlias = "GameSession[State, Event]"


def session_of(model: Model) -> Session:
    """Returns the game on the table: from here on the type checker knows its states and events."""
    return cast("Session", model.session)


# A dozen tiles take ten milliseconds, and each press asks several times.
tile_placements = lru_cache(maxsize=64)(klondike.tile_placements)
"""Returns where a tile may lie, as `klondike.tile_placements`."""

SEEN = "seen"
"""The question whether the tile that three players leave over lies open; the start names it then."""


def names_left_over(model: Model) -> bool:
    """Returns whether the players are to name the tile that is left over before the match starts."""
    session = model.session
    return session.record is None and not session.is_dealt and session.lineup.table_options.get(SEEN) is True


def left_over(tile: Tile) -> dict[str, Any]:
    """Returns the options of a start that names the tile that is left over."""
    return {SEEN: True, "set_aside": list(tile)}


SOUNDS = {Undo: UNDO, Start: ROLL}
"""The sounds of events; all others sound as a tile that is put down."""


def record_event(model: Model, event: AnyEvent) -> Transition:
    """Records an event, with its sound and captions. The page follows from the state after it."""
    _, after = model.translate, replace(model, game=model.session.record_event(event))
    before, sound, said = session_of(model).state, SOUNDS.get(type(event), PLACE), tuple[Effect, ...]()
    # What a tile has won is in no event: it follows from the states before and after it.
    if isinstance(event, Place) and (chips := chips_won(before, session_of(after).state)):
        sound, name = BANK, display_name(_, before.players[before.turn])
        said = caption_and_speak(_, _.many("{name}: {n} chip!", "{name}: {n} chips!", chips, name=name))
    elif isinstance(event, Start):
        said = (Caption(begins_sentence(_, session_of(after).state)),)
    return Transition(after, (AppendEvent(event), *announce(after, sound, *said)))


def turn_before(model: Model) -> Transition | None:
    """Undoes the newest tile or pass, if the others agree; None if there is none."""
    record = model.session.record
    return record_event(model, Undo()) if record and record.can_undo else None


def ended_by_passes(record: Record[State, Event]) -> bool:
    """Returns whether the newest event is the pass with which a round or the match has ended."""
    if len(record.timeline) < 2 or not isinstance(record.timeline[-1].event, Pass):
        return False
    before, after = record.timeline[-2].state, record.timeline[-1].state
    # The end of a round is no event: it shows in the number of the round, or in the end of the match.
    return after.round > before.round or klondike.is_over(after)


def chips_won(before: State, after: State) -> int:
    """Returns how many chips the player who acted has won."""
    return after.chips[before.turn] - before.chips[before.turn]


THE_BOX = frozenset({Role.BOX, Role.HOST})
"""Who sees what the box shows. The holder of the table's link has its screen and its buttons, as on a laptop."""


class Secrecy(Enum):
    """Who sees the tile that is being chosen."""

    NOBODY = "nobody"
    """It is no secret: tiles lie on the table."""
    BOX = "box"
    """Whoever has the box in hand."""
    SEAT = "seat"
    """The holder of the acting seat's link."""

    def is_seen_by(self, model: Model, viewer: ViewerKind) -> bool:
        """Returns whether this kind of viewer may see what the acting seat chooses."""
        match self:
            case Secrecy.NOBODY:
                return True
            case Secrecy.BOX:
                return viewer.role in THE_BOX
            case Secrecy.SEAT:
                return viewer == seat_viewer(session_of(model).state.turn)


def secrecy_for_sender(model: Model) -> Secrecy | None:
    """Returns for whose eyes the hand may be opened now; None: whoever asks must be handed the box first."""
    session = session_of(model)
    if not session.is_dealt:
        return Secrecy.NOBODY
    if model.sender.role is Role.SEAT:
        return Secrecy.SEAT  # on a screen of its own; the box shows the state's own page meanwhile
    return Secrecy.BOX if lone_player(model) == session.state.turn else None


def lone_player(model: Model) -> Seat | None:
    """Returns the only seat that a person plays: the box may show its hand; None: there are several, or none."""
    lineup = session_of(model).lineup
    # A person who has left the seat may be back: the box must not begin to show the others' tiles.
    people = [
        seat
        for seat in map(Seat, range(len(lineup.players)))
        if lineup.began_with_person(seat) or lineup.has_person(seat)
    ]
    return people[0] if len(people) == 1 and lineup.has_person(people[0]) else None


def seat_whose_hand_is_seen(model: Model, viewer: ViewerKind, secrecy: Secrecy | None) -> Seat | None:
    """Returns whose hand this kind of viewer sees.

    Args:
        model: the model.
        viewer: who looks.
        secrecy: of the open page, if a tile is chosen there.
    """
    if viewer.role is Role.SEAT:
        # The link of a seat that no person plays must not show what that seat holds.
        is_own = viewer.seat is not None and session_of(model).lineup.has_person(viewer.seat)
        return viewer.seat if is_own else None
    if viewer.role not in THE_BOX:
        return None
    return session_of(model).state.turn if secrecy is Secrecy.BOX else lone_player(model)


def hand_of(model: Model, seat: Seat) -> tuple[Tile, ...]:
    """Returns the hand of a seat; empty where the box deals none."""
    hands: tuple[tuple[Tile, ...], ...] = session_of(model).hands
    return hands[seat] if hands else ()
