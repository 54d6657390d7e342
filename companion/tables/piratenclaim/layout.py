"""The layout of the segments, if the players place them, and the black discs.

The players may place the eight segments themselves before the game starts. A segment is identified by its centre. Two
centres at a distance of one or two steps would share a field; at three steps their segments touch; a segment that
touches no other is not connected. So only touching segments are offered. The line-up stores the layout: after
a restart players need not place it again, and the same players get it when they play again. If the settings contain a
layout, it is the initial one.
"""

import dataclasses
from collections.abc import Sequence
from functools import cache, lru_cache
from math import atan2, tau
from typing import ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from companion.core.effects import SaveLineUp
from companion.core.lineup import LineUp
from companion.core.messages import UnknownPlaceError
from companion.core.model import BoardScreenPage, Model, Page, Transition, close, open_on_top, reject_press, show
from companion.core.snapshot import HexSnapshot, MapSnapshot
from companion.locale.translator import N_, Translator
from companion.tables import shared_pages
from companion.tables.piratenclaim.map_pages import FieldPage
from companion.tables.piratenclaim.session import draw, field_name, recorder, session_of
from companion.tables.piratenclaim.star_map import MARKED, Overview
from companion.tables.shared_pages import advice
from companion.ui.art import Icon
from companion.ui.screen import Big, BoxOnly, Choices, Columns, OnDemand, Option, Screen, Text
from engine import piratenclaim
from engine.game import Seat
from engine.piratenclaim import DISCS, FIELD_NAMES, SEGMENTS, Field, Hex, State, field_at, segment_at, segment_of
from hardware.device import Button

OWN_LAYOUT = "own_layout"
"""The key of a question in the setup. An option of the table only: the rules get the layout itself."""
USUAL_CENTRES = piratenclaim.start(("A", "B"), Seat(0), piratenclaim.options).board.centres
"""The centres of the usual layout, in the order of the segments: the cursor starts on the next one."""
TOUCHING = 3
"""The distance between the centres of two segments that touch; at smaller distances they share a field."""


def distance(one: Hex, other: Hex) -> int:
    right, down = one.q - other.q, one.r - other.r
    return max(abs(right), abs(down), abs(right + down))


@lru_cache(maxsize=SEGMENTS)
def places(centres: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Returns the possible centres of the next segment, clockwise around the middle, from its right."""
    span = range(-TOUCHING, TOUCHING + 1)
    near = {centre.plus(Hex(right, down)) for centre in centres for right in span for down in span}
    found = (at for at in near if min(distance(at, centre) for centre in centres) == TOUCHING)
    # Each row is half a column further right than the row above it, and 0.87 of a column below it.
    return tuple(sorted(found, key=lambda at: (atan2(0.87 * at.r, at.q + at.r / 2) % tau, at)))


class LayoutPage(BoardScreenPage, frozen=True):
    """Lays out the segments: the cursor visits the possible places of the next one."""

    centres: tuple[Hex, ...] = USUAL_CENTRES[:1]
    """The centres of the placed segments, the middle first."""
    cursor: int = places(USUAL_CENTRES[:1]).index(USUAL_CENTRES[1])
    """The index of the selected place in `places`."""
    name: ClassVar[str] = "piratenclaim_layout"
    chooses_first: ClassVar[bool] = True

    @classmethod
    def initial(cls, lineup: LineUp) -> Self:
        """Returns the page with the layout of the settings, to be confirmed or changed; else with the middle alone."""
        layout = lineup.options["layout"]
        return cls() if layout == piratenclaim.options["layout"] else cls(tuple(Hex(*pair) for pair in layout))

    @classmethod
    def at(cls, centres: tuple[Hex, ...], cursor: Hex | None) -> Self:
        """Returns the page with these segments. The cursor is on this place if it is possible, else on the first."""
        candidates = places(centres)
        return cls(centres, candidates.index(cursor) if cursor in candidates else 0)

    def screen(self, model: Model) -> Screen:
        _, placed_count, candidates = model.translate, len(self.centres), places(self.centres)
        is_done, shown = placed_count == SEGMENTS, Overview(cache(lambda: self.map(model)))  # when drawn
        undo, keys = Option("", detail=_("hold: menu")), dict[Button, Option]()
        if placed_count > 1:
            undo = Option(_("Undo"), show(model, self.at(self.centres[:-1], self.centres[-1])), icon=Icon.UNDO)
        words = _("all segments placed") if is_done else _("place it where it touches")
        if is_done:
            keys = {Button.OK: Option(_("Done"), lambda: self._save_layout(model), words, Icon.CHECK)}

        def option(index: int) -> Option:
            placed = (*self.centres, candidates[index])
            # The cursor continues at the usual place, if that is free; after the last segment there is none.
            usual = USUAL_CENTRES[placed_count + 1] if placed_count + 1 < SEGMENTS else None
            return Option(
                self._segment_name(_),
                lambda: Transition(model.with_page(self.at(placed, usual))),
                icon=Icon.PLACE,
                place=_hex_name(candidates[index]),
            )

        def point(place: str) -> Transition:
            if place not in {each.name for each in self.map(model).hexes}:
                raise UnknownPlaceError("A place of the next segment is named q,r, a field of a placed one 0/0 to 7/6.")
            return reject_press(model)  # a placed segment: pointing at a possible place chooses its option

        return Screen(
            body=(Columns(shown, (Text(words, align="left"),), on_right=True),),
            choices=None if is_done else Choices(OnDemand(len(candidates), option), self.cursor, show="board"),
            keys={Button.UNDO: undo, **keys},
            point=point,
            sentence=words if is_done else _("Place segment {n}", n=placed_count),
        )

    def map(self, model: Model) -> MapSnapshot:
        """The placed segments, and the places of the next one."""
        _, placed_count, candidates = model.translate, len(self.centres), places(self.centres)
        hexes = [
            HexSnapshot(FIELD_NAMES[field_at(segment, position)], *at, segment, _("Segment {n}", n=segment))
            for segment, centre in enumerate(self.centres)
            for position, at in enumerate(segment_at(centre))
        ]
        newest = placed_count - 1
        if placed_count == SEGMENTS:
            return MapSnapshot(tuple(hexes), focus=newest)
        hexes += (HexSnapshot(_hex_name(at), *at, placed_count, self._segment_name(_), lit=MARKED) for at in candidates)
        return MapSnapshot(tuple(hexes), focus=newest, cursor=_hex_name(candidates[self.cursor]))

    def _segment_name(self, _: Translator) -> str:
        return _("Segment {n}", n=len(self.centres))

    def _save_layout(self, model: Model) -> Transition:
        session = model.session
        lineup, layout = session.lineup, {"layout": [list(centre) for centre in self.centres]}
        # Answered: neither a restart nor the next game of these players prompts for the layout again.
        table_options = {**lineup.table_options, OWN_LAYOUT: False}
        lineup = replace(lineup, options={**lineup.options, **layout}, table_options=table_options)
        after = replace(model, maybe_session=replace(session, lineup=lineup), last_lineup=lineup)
        return Transition(after.with_only_page(FirstSeatPage()), (SaveLineUp(lineup.to_json()),))


def _hex_name(at: Hex) -> str:
    return f"{at.q},{at.r}"


class FirstSeatPage(shared_pages.FirstSeatPage, Struct, frozen=True):
    name: ClassVar[str] = "piratenclaim_begins"  # the shared page with this game's own page id


OUTER_FIELDS = tuple(field for field in piratenclaim.FIELDS if segment_of(field))
"""The fields that may have a disc."""
PLACE_DISCS = N_("Place three black discs on each outer segment.")


class DiscsPage(Page, frozen=True):
    """Prompts for who places the discs: the box or the players."""

    name: ClassVar[str] = "piratenclaim_discs"

    def screen(self, model: Model) -> Screen:
        _ = model.translate
        record = session_of(model).record
        undone = record.undone_event if record else None
        # Discs that were entered and then undone need not be entered again.
        discs = piratenclaim.field_set(undone.fields) if isinstance(undone, piratenclaim.Discs) else 0
        by_hand = open_on_top(model, DiscsByHandPage(discs=discs))
        lines = (Big(_("3 on each segment")), Text(_("ok: the box draws them")), Text(_("bank: you place them")))
        tip = _("Let the box draw three black discs for each outer segment, or place them yourselves.")
        return Screen(
            _("Black discs"),
            str(DISCS),  # the number of discs
            (BoxOnly(lines), *advice(tip)),
            sentence=_(PLACE_DISCS),
            keys={
                Button.OK: Option(_("Draw the discs"), lambda: draw(model), _("{n} black discs", n=DISCS), Icon.ROLL),
                Button.BANK: Option(_("Place them yourselves"), by_hand, _("field by field"), Icon.PLACE),
            },
        )


class DiscsByHandPage(FieldPage, frozen=True):
    """The cursor visits the outer fields; `ok` places or removes a disc."""

    field: Field = OUTER_FIELDS[0]
    discs: int = 0
    """The set of fields with an entered disc; a field's bit is its number."""
    name: ClassVar[str] = "piratenclaim_discs_by_hand"
    headline: ClassVar[str] = PLACE_DISCS
    chooses_first: ClassVar[bool] = True

    def fields(self, model: Model) -> Sequence[Field]:
        return OUTER_FIELDS

    def shown_state(self, model: Model) -> State:
        """Shows the entered discs as if they were on the map."""
        return dataclasses.replace(session_of(model).state, discs=self.discs)

    def lines(self, model: Model) -> Sequence[str]:
        _ = model.translate
        return (
            _("{n} of {all}", n=self._disc_count, all=piratenclaim.DISCS_PER_SEGMENT),
            *enclosure(_, self.shown_state(model)),
        )

    def act(self, model: Model) -> Option:
        _, has_disc = model.translate, self.discs >> self.field & 1
        label = _("take the disc off") if has_disc else _("place a disc")
        if not has_disc and self._disc_count == piratenclaim.DISCS_PER_SEGMENT:
            return Option(label, detail=_("three are here already"))  # disabled
        toggled = show(model, replace(self, discs=self.discs ^ 1 << self.field))
        return Option(label, toggled, field_name(self.field), Icon.PLACE)

    def keys(self, model: Model) -> dict[Button, Option]:
        _, board, discs = model.translate, session_of(model).state.board, tuple(piratenclaim.fields_in(self.discs))
        back = close(model)
        if discs:
            # One disc per press, the highest field first: closing the page would lose everything entered.
            back = show(model, DiscsByHandPage(max(discs), self.discs ^ 1 << max(discs)))
        keys = {Button.UNDO: Option("", back, icon=Icon.UNDO)}
        if len(discs) == DISCS and not piratenclaim.enclosed(board, self.discs):
            done = recorder(model, piratenclaim.Discs(discs, "hand"))
            keys[Button.BANK] = Option(_("Done"), done, _("all discs placed"), Icon.CHECK)
        return keys

    @property
    def _disc_count(self) -> int:
        return (self.discs & piratenclaim.segment_fields(segment_of(self.field))).bit_count()


def enclosure(_: Translator, state: State) -> tuple[str, ...]:
    """Returns the field that the discs enclose, and which disc to move where; empty if no field is enclosed."""
    shut = piratenclaim.enclosed(state.board, state.discs)
    if not shut:
        return ()
    moves = piratenclaim.fixing_moves(state.board, state.discs)
    field = _("shut: {field}", field=field_name(next(piratenclaim.fields_in(shut))))
    if not moves:
        return (field, _("place again"))
    disc, to = (field_name(each) for each in moves[0])
    return (field, _("disc {disc}", disc=disc), _("to {field}", field=to))
