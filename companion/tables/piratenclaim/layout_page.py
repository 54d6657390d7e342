"""The players' own layout: they place the eight segments one after the other before the game starts.

A segment is identified by its centre. Two centres at a distance of one or two steps would share a field; at three steps
their segments touch; a segment that touches no other is not connected. So every hex around the layout is either a place
for the next segment or has a one-sentence reason why not.

The line-up stores the layout: after a restart players need not place it again, and the same players get it when they
play again. If the settings contain a layout, it is the initial one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import atan2
from typing import ClassVar

from msgspec.structs import replace

from companion.core.effects import SaveLineUp
from companion.core.lineup import LineUp
from companion.core.messages import UnknownPlaceError
from companion.core.model import Model, Transition, reject_press
from companion.core.page import BoardScreenPage, show
from companion.core.snapshot import HexSnapshot, MapSnapshot, Snapshot, snapshot_before_start
from companion.locale.translator import Translator
from companion.tables.piratenclaim.map_drawing import Overview
from companion.tables.piratenclaim.star_map import MARKED
from companion.tables.shared_pages import first_seat
from companion.ui.art import Icon
from companion.ui.screen import Choices, Columns, OnDemand, Option, Screen, Text
from engine import piratenclaim
from engine.game import Illegal, Seat
from engine.piratenclaim import FIELD_NAMES, SEGMENTS, Hex, field_at, segment_at
from hardware.device import Button

OWN_LAYOUT = "own_layout"
"""The key of the question in the setup; an option of the table, because the rules have no name for an own layout."""
USUAL = piratenclaim.start(("A", "B"), Seat(0), piratenclaim.options).board.centres
"""The centres of the layout "ring plus 1": the initial positions of the cursor."""
TOUCHING = 3
"""The distance between the centres of two segments that touch; at smaller distances they share a field."""
AROUND = 4
"""How far the map reaches around the centres."""


def awaits_layout(lineup: LineUp) -> bool:
    """Returns whether the players chose an own layout and have not placed it yet."""
    return lineup.table_options.get(OWN_LAYOUT) is True


def distance(one: Hex, other: Hex) -> int:
    right, down = one.q - other.q, one.r - other.r
    return max(abs(right), abs(down), abs(right + down))


@lru_cache(maxsize=SEGMENTS)
def places(centres: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Returns the possible centres of the next segment around the middle, starting on the right."""
    found = (at for at in _around(centres) if min(distance(at, centre) for centre in centres) == TOUCHING)
    # Seen from the middle: half a row down for each column to the right, and 0.87 of a column between two rows.
    return tuple(sorted(found, key=lambda at: (atan2(0.87 * at.r, at.q + at.r / 2) % 6.28, at)))


def _around(centres: tuple[Hex, ...]) -> Iterator[Hex]:
    span = range(-AROUND, AROUND + 1)
    near = {centre.plus(Hex(right, down)) for centre in centres for right in span for down in span}
    return (at for at in near if min(distance(at, centre) for centre in centres) <= AROUND)


class LayoutPage(BoardScreenPage, frozen=True):
    """The cursor visits the places of the next segment."""

    centres: tuple[Hex, ...] = USUAL[:1]
    """The centres of the placed segments, the middle first."""
    cursor: Hex = USUAL[1]
    name: ClassVar[str] = "piratenclaim_layout"
    chooses_first: ClassVar[bool] = True

    @classmethod
    def first(cls, lineup: LineUp) -> LayoutPage:
        """Returns the page with the layout of the settings, to be confirmed or changed; else with the middle alone."""
        layout = lineup.options["layout"]
        if layout == piratenclaim.options["layout"]:
            return cls()
        centres = tuple(Hex(*pair) for pair in layout)
        return cls(centres, centres[-1])

    def screen(self, model: Model) -> Screen:
        _, fault, is_done = model.translate, self.fault(model), len(self.centres) == SEGMENTS
        undo = Option("", detail=_("hold: menu"))
        if len(self.centres) > 1:
            back = replace(_after(self.centres[:-2], self.centres[-2]), cursor=self.centres[-1])
            undo = Option(_("Undo"), show(model, back), icon=Icon.UNDO)
        task = _("all segments placed") if is_done else _("place it where it touches")
        done = Option(_("Done"), None if fault else lambda: self._keep(model), fault or task, Icon.CHECK)
        words = (*(() if is_done else (Text(self._segment(_)),)), Text(fault or task))
        left = tuple(text._replace(align="left") for text in words)
        return Screen(
            body=(Columns(Overview(cache(lambda: self.map(model))), left, on_right=True),),
            choices=None if is_done else self._choices(model),
            keys={Button.UNDO: undo, **({Button.OK: done} if is_done else {})},
            point=lambda place: self._moved(model, self._parse(place)),
            sentence=task if is_done else _("Place segment {n}!", n=len(self.centres)),
        )

    def _choices(self, model: Model) -> Choices:
        """Returns the possible centres of the next segment, and the selected one."""
        label, fault, ways = self._segment(model.translate), self.fault(model), places(self.centres)
        ways += () if self.cursor in ways else (self.cursor,)

        def option(number: int) -> Option:
            at = ways[number]
            if fault and at == self.cursor:
                return Option(label, detail=fault, place=_name(at))
            return Option(label, show(model, _after(self.centres, at)), icon=Icon.PLACE, place=_name(at))

        return Choices(
            OnDemand(len(ways), option),
            ways.index(self.cursor),
            "board",
            lambda number: self._moved(model, ways[number]),
        )

    def _moved(self, model: Model, at: Hex) -> Transition:
        if len(self.centres) == SEGMENTS:
            return reject_press(model)
        return Transition(model.with_page(replace(self, cursor=at)))

    def fault(self, model: Model) -> str:
        """Returns a sentence why the segment or the layout is not possible; empty if it is."""
        _, number = model.translate, len(self.centres)
        if number == SEGMENTS:
            try:
                piratenclaim.start(("A", "B"), Seat(0), {**piratenclaim.options, "layout": self._layout()})
            except Illegal:
                return _("A field would always be cut off. Move the segments closer together.")
            return ""
        near = min(range(number), key=lambda segment: distance(self.centres[segment], self.cursor))
        steps = distance(self.centres[near], self.cursor)
        if steps < TOUCHING:
            return _("It would overlap segment {other}.", other=near)
        return _("It would touch no segment.") if steps > TOUCHING else ""

    def described(self, model: Model) -> Snapshot:
        shown = snapshot_before_start(model, first_seat(model.session))
        return replace(shown, turn=None, map=self.map(model))

    def map(self, model: Model) -> MapSnapshot:
        """The placed segments, and the hexes around them."""
        _, number = model.translate, len(self.centres)
        hexes = [
            HexSnapshot(FIELD_NAMES[field_at(segment, position)], *at, segment, _("Segment {n}", n=segment))
            for segment, centre in enumerate(self.centres)
            for position, at in enumerate(segment_at(centre))
        ]
        placed, ways = {Hex(each.q, each.r) for each in hexes}, places(self.centres)
        if number < SEGMENTS:
            hexes += [
                HexSnapshot(_name(at), *at, number, self._segment(_), lit=MARKED if at in ways else "")
                for at in sorted(_around(self.centres))
                if at not in placed
            ]
        at_cursor = next((each.name for each in hexes if Hex(each.q, each.r) == self.cursor), "")
        return MapSnapshot(tuple(hexes), number - 1, at_cursor if number < SEGMENTS else "")

    def _segment(self, _: Translator) -> str:
        return _("Segment {n}", n=len(self.centres))

    def _layout(self) -> list[list[int]]:
        return [list(centre) for centre in self.centres]

    def _parse(self, place: str) -> Hex:
        """Returns the hex of a place: a field of a placed segment, or a hex next to it, `2,-1`."""
        named = {_name(at): at for at in _around(self.centres)}
        for segment, centre in enumerate(self.centres):
            named |= {FIELD_NAMES[field_at(segment, position)]: at for position, at in enumerate(segment_at(centre))}
        if place not in named:
            raise UnknownPlaceError("A hex around the segments is named by its axial coordinates, q,r.")
        return named[place]

    def _keep(self, model: Model) -> Transition:
        session = model.session
        lineup, layout = session.lineup, {"layout": self._layout()}
        is_laid = {**lineup.table_options, OWN_LAYOUT: False}
        lineup = replace(lineup, options={**lineup.options, **layout}, table_options=is_laid)
        after = replace(model, game=replace(session, lineup=lineup), last_lineup=lineup)
        from companion.tables.piratenclaim.turn import FirstSeatPage  # noqa: PLC0415 - it opens this page, too

        return Transition(after.with_only_page(FirstSeatPage()), (SaveLineUp(lineup.to_json()),))


def _after(centres: tuple[Hex, ...], at: Hex) -> LayoutPage:
    """Returns the page with one more segment, the cursor on the next usual place if it is free."""
    laid = (*centres, at)
    ways = places(laid)
    usual = USUAL[len(laid)] if len(laid) < SEGMENTS else at
    return LayoutPage(laid, usual if usual in ways else ways[0])


def _name(at: Hex) -> str:
    return f"{at.q},{at.r}"
