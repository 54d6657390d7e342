"""Piratenclaim as the application plays it: a map of 56 fields in segments, and dice that move pirates."""

from functools import partial

from companion.core.lineup import ViewerKind
from companion.core.model import Model, Transition
from companion.core.questions import Answer, Choice, Number, Question, YesNo
from companion.core.snapshot import Snapshot
from companion.lights.composition import Lights, edge_lights
from companion.locale.translator import N_
from companion.tables.piratenclaim import lights, map_pages, session, snapshot, turn
from companion.tables.piratenclaim.layout import OWN_LAYOUT
from companion.tables.piratenclaim.session import field_name, session_of
from companion.tables.piratenclaim.star_map import field_in_focus
from companion.tables.shared_pages import BY_HAND, BuiltInTable, EndGamePage, first_seat
from engine import piratenclaim
from engine.game import Finish, Undo
from engine.piratenclaim import Field, field_at, segment_of

QUESTIONS = (
    BY_HAND,
    Choice(
        OWN_LAYOUT,
        N_("Segments"),
        (
            Answer(value=False, label=N_("ring plus 1"), detail=N_("our guess")),
            Answer(value=True, label=N_("our own"), detail=N_("laid segment by segment")),
        ),
        controlled_option="layout",
    ),
    YesNo("roll_first", N_("Roll first?"), N_("roll, then travel"), N_("travel, then roll")),
    Choice(
        "loot",
        N_("Loot"),
        (
            Answer("plain", N_("basic"), N_("all of the best colour")),
            Answer("by_colour", N_("by colour"), N_("each pirate its own way")),
        ),
    ),
    YesNo(
        "white_takes_fuel",
        N_("Fuel"),
        N_("white takes fuel, too"),
        N_("white leaves fuel"),
        default=True,
        needs={"loot": "by_colour"},
    ),
    Choice(
        "closed",
        N_("Middle"),
        (
            Answer("field", N_("one field"), N_("no pirate on 0/0")),
            Answer("segment", N_("segment"), N_("no pirate in segment 0")),
        ),
    ),
    Choice(
        "rob",
        N_("Robbery"),
        (
            Answer("after", N_("after"), N_("conflicts come first")),
            Answer("on_arrival", N_("at once"), N_("all who arrive rob")),
        ),
    ),
    Number("spare_ships", N_("Extra ships"), piratenclaim.SPARE_SHIPS, 0, N_("to buy during the game")),
    YesNo("ledger", N_("Ledger"), N_("the box counts the cubes"), N_("you count the cubes"), default=True),
)


class PiratenclaimTable(BuiltInTable):
    # A map is not set up by one event, so no one can join a game in progress. `axes` is not set: the lights are only a
    # part of the map, and the pages with dice have axes of their own.

    about = N_("pirates on a star map")
    value_figures = ("claimed", "cargo")
    game = piratenclaim
    end_game = EndGamePage
    pages_to_come = staticmethod(turn.pages_to_come)
    scores = map_pages.MapPage  # before the end there are no scores
    check = staticmethod(partial(map_pages.BoardPage, Field(0)))
    caption = staticmethod(snapshot.caption)

    def questions(self, players: int) -> tuple[Question, ...]:
        return QUESTIONS

    def place_at(self, model: Model, light: int) -> str:
        focus = None if session_of(model).record is None else snapshot.view_of(model).focus
        if focus is None or light not in lights.POSITION_OF:
            return ""
        return field_name(field_at(focus, lights.POSITION_OF[light]))

    def board(self, model: Model, now: float) -> Lights:
        session = session_of(model)
        if session.record is None:
            return edge_lights(model.seat_colours[first_seat(model.session)])
        return lights.segment(session.state, model.seat_colours, now, segment_of(field_in_focus(session.record)))

    def undo_turn(self, model: Model) -> Transition | None:
        """Undoes the end of the previous turn, or of the game."""
        record = session_of(model).record
        newest = record.timeline[-1].event if record else None
        return session.record_event(model, Undo()) if isinstance(newest, piratenclaim.EndTurn | Finish) else None

    def snapshot(self, model: Model, viewer: ViewerKind) -> Snapshot:
        return snapshot.snapshot(model)


TABLE = PiratenclaimTable()
