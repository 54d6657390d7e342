"""The map as a value for drawing: all 56 hexes for viewers, or one segment for the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.core.player_names import display_name
from companion.core.snapshot import HexSnapshot, MapSnapshot, Piece, hex_colour
from companion.lights.palette import AMBER
from companion.tables.piratenclaim.lights import CUBES
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.words import PIRATES, field_name, holds, ships_at, short_labels
from engine import piratenclaim
from engine.piratenclaim import FIELDS, Field, Pirate, segment_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.core.model import Model
    from companion.locale.translator import Translator
    from engine.piratenclaim import State
    from hardware.device import Colour

PIRATE_COLOURS = {Pirate.BLACK: "#111111", Pirate.BROWN: "#8a5a2b", Pirate.WHITE: "#ffffff"}
"""As the pieces are; no light can be brown, so the lights have another."""
MARKED = hex_colour(AMBER)


class View(NamedTuple):
    """What a page has in view."""

    focus: int | None
    """The segment on the lights; None: the dice are."""
    cursor: Field | None = None
    marked: frozenset[Field] = frozenset()
    """The fields that may be chosen, or that a step tells of."""
    shares: Mapping[Field, float] | None = None
    """How likely a pirate comes to each field, 0 to 1, without those to which none comes; None: nobody has asked."""
    whys: Mapping[Field, str] = {}
    """Why a field is marked, already translated."""
    moves: tuple[tuple[Field, Field], ...] = ()
    """What is being moved now: where it comes from, and where it goes."""


def at_cursor(field: Field, shares: Mapping[Field, float] | None = None) -> View:
    """Returns the view of a page whose cursor is on a field."""
    return View(segment_of(field), field, shares=shares)


def star_map(model: Model, view: View, state: State | None = None, *, only_focus: bool = False) -> MapSnapshot:
    """Returns the map.

    Args:
        model: a started game.
        view: what the page has in view.
        state: what lies on the map, where it is not the game's state.
        only_focus: whether the other segments are left out: the screen draws one, and asks more often.
    """
    _, lying = model.translate, session_of(model).state if state is None else state
    # 56 hexes with their words take a millisecond on a laptop: pages that draw one segment ask for seven of them.
    hexes = tuple(
        _hex(_, lying, field, model.seat_colours, view)
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
        system=tuple(Piece(hex_colour(CUBES[cube]), str(int(cube))) for cube in system or ()),
        pirates=tuple(
            Piece(PIRATE_COLOURS[pirate], labels[pirate]) for pirate in piratenclaim.pirates_at(state, field)
        ),
        ships=tuple(
            Piece(hex_colour(colours[ship.player]), display_name(_, state.players[ship.player])[0])
            for ship in ships_at(state, field)
        ),
        lit=MARKED if field in view.marked else "",
        why=view.whys.get(field, ""),
        chance=None if view.shares is None else view.shares.get(field, 0.0),
    )
