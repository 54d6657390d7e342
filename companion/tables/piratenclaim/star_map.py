"""The map as a value for drawing, and how a cursor moves over it.

A page returns its view of the map as a `View` (`ViewPage.view`); `star_map` adds the pieces. The web page, the
terminal, the screen and the lights get the same value, so they cannot disagree. The 36 lights show one segment, so a
cursor moves over the seven fields of one, and from segment to segment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.core.messages import UnknownPlaceError
from companion.core.model import Model
from companion.core.page import Page
from companion.core.player_names import initials
from companion.core.snapshot import HexSnapshot, MapSnapshot, Piece, hex_colour
from companion.lights.composition import AMBER, Lights
from companion.locale.translator import N_, Translator
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.words import PIRATES, field_name, holds, ships_at, short_labels
from engine import piratenclaim
from engine.piratenclaim import FIELDS, FIELDS_BY_NAME, Cube, Event, Field, Pirate, State, position_of, segment_of
from engine.record import Record
from hardware.device import Colour


def next_segment(field: Field, fields: Sequence[Field]) -> Field:
    """Returns the same position in the next segment that has one of the fields, or the first of its fields."""
    later = [other for other in fields if segment_of(other) > segment_of(field)]
    segment = segment_of((later or fields)[0])
    there = [other for other in fields if segment_of(other) == segment]
    same = [other for other in there if position_of(other) == position_of(field)]
    return (same or there)[0]


def parse_place(place: str) -> Field:
    """Returns the field with this name.

    Raises:
        UnknownPlaceError: no field has this name.
    """
    if place not in FIELDS_BY_NAME:
        raise UnknownPlaceError("A field is named segment/position, 0/0 to 7/6.")
    return FIELDS_BY_NAME[place]


def field_in_focus(record: Record[State, Event]) -> Field:
    """Returns the field of the newest event of this turn; else of the active player's first ship; else 0/0."""
    # Pages lose their cursor with every event: a page that opens again selects the field of the newest event.
    state = record.state
    for played in reversed(record.timeline):
        if played.state.turns != state.turns:
            break
        field: Field | None = getattr(played.event, "field", None)
        if field is not None:
            return field
        ship: int | None = getattr(played.event, "ship", None)
        if ship is not None and played.state.ledger is not None:
            return piratenclaim.ship_of(played.state, ship).field
    own = (ship.field for ship in state.ships if ship.player == state.turn)
    return next(own, Field(0))


PIRATE_COLOURS = {Pirate.BLACK: "#111111", Pirate.BROWN: "#8a5a2b", Pirate.WHITE: "#ffffff"}
"""The colours of the pieces; a light cannot be brown, so the lights use other colours."""
CUBE_COLOURS = {
    Cube.RED: "#c0101a",
    Cube.ORANGE: "#f07818",
    Cube.YELLOW: "#ffd800",
    Cube.GREEN: "#1a9e3c",
    Cube.BLUE: "#2a5bc8",
    Cube.PURPLE: "#8e44c9",
}
MARKED = hex_colour(AMBER)
DISC = N_("Nothing may enter it or jump over it. A discovery removes it, and a pirate comes.")
"""The effect of a disc; English, to be translated."""


class View(NamedTuple):
    """A page's view of the map."""

    focus: int | None
    """The segment on the lights; None if they show the dice."""
    cursor: Field | None = None
    marked: frozenset[Field] = frozenset()
    """The available fields, or the fields of a step."""
    shares: Mapping[Field, float] | None = None
    """The probability of a pirate on each field, 0 to 1, without zeros; None if the page does not show it."""
    whys: Mapping[Field, str] = {}
    """The reasons for marks, already translated."""
    moves: tuple[tuple[Field, Field], ...] = ()
    """The origin and the destination of the current move."""


def at_cursor(field: Field) -> View:
    """Returns the view of a page with this field selected."""
    return View(segment_of(field), field)


def in_focus(model: Model) -> View:
    """Returns the view of a page without a cursor: the segment of the field in focus."""
    return View(segment_of(field_in_focus(session_of(model).started_record)))


class ViewPage(Page, frozen=True):
    """A page with a view of the map."""

    def view(self, model: Model) -> View:
        return in_focus(model)

    def shown_state(self, model: Model) -> State:
        """Returns the state that the map shows."""
        return session_of(model).state

    def lights(self, model: Model, now: float) -> Lights:
        """Lights the segment; the selected field and the available ones blink."""
        view, state = self.view(model), self.shown_state(model)
        if view.cursor is None:
            return lights.segment(state, model.seat_colours, now, view.focus or 0)
        return lights.cursor(state, model.seat_colours, now, model.shown_since, view.cursor, view.marked)


def star_map(model: Model, view: View, state: State | None = None, *, only_focus: bool = False) -> MapSnapshot:
    """Returns the map.

    Args:
        model: a started game.
        view: the page's view.
        state: the state that the map shows, if it is not the game's.
        only_focus: whether to omit the other segments: the screen draws one, and needs it more often.
    """
    _, on_map = model.translate, session_of(model).state if state is None else state
    # 56 hexes with their words take a millisecond on a laptop: pages that draw one segment need only seven of them.
    hexes = tuple(
        _hex(_, on_map, field, model.seat_colours, view)
        for field in FIELDS
        if not only_focus or segment_of(field) == view.focus
    )
    cursor = "" if view.cursor is None else field_name(view.cursor)
    return MapSnapshot(hexes, view.focus, cursor, tuple((field_name(at), field_name(to)) for at, to in view.moves))


def _hex(_: Translator, state: State, field: Field, colours: tuple[Colour, ...], view: View) -> HexSnapshot:
    at, system = state.board.coordinates[field], state.systems[field]
    labels = dict(zip(Pirate, short_labels([_(PIRATES[pirate]) for pirate in Pirate]), strict=True))
    return HexSnapshot(
        name=field_name(field),
        q=at.q,
        r=at.r,
        segment=segment_of(field),
        holds=holds(_, state, field),
        disc=bool(state.discs >> field & 1),
        system=tuple(Piece(CUBE_COLOURS[cube], str(int(cube))) for cube in system or ()),
        pirates=tuple(
            Piece(PIRATE_COLOURS[pirate], labels[pirate]) for pirate in piratenclaim.pirates_at(state, field)
        ),
        ships=tuple(
            Piece(hex_colour(colours[ship.player]), initials(_, state.players)[ship.player])
            for ship in ships_at(state, field)
        ),
        claims=tuple(hex_colour(colours[seat]) for at_field, seat in state.ledger.claims if at_field == field)
        if state.ledger
        else (),
        lit=MARKED if field in view.marked else "",
        why=view.whys.get(field, _(DISC) if state.discs >> field & 1 else ""),
        chance=None if view.shares is None else view.shares.get(field, 0.0),
    )
