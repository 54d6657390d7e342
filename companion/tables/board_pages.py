"""What the board's own fields bring to the pages: which field a page asks about, what was touched, which stones differ.

A touch of the field that a page asks about is its `ok`. Anywhere else it moves nothing and is answered by a page on
top, which says what lies there or why it cannot be used; the next touch closes it and counts for the page beneath.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import PlayTones
from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, close, closing_buttons
from companion.core.sounds import WRONG
from companion.core.table_registry import acting_seat, place_at, shown_snapshot, table_of
from companion.core.viewer_kind import BOX
from companion.lights.animation import FAST_S, SLOW_S, blink
from companion.lights.composition import Lights, Paint, compose
from companion.lights.palette import AMBER, WHITE
from companion.screen.icons import Icon
from companion.screen.layout import header, paragraph
from hardware.device import LIGHTS, Button

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from companion.screen.canvas import Canvas
    from engine.game import Seat

LISTED = 4
"""So many fields of each kind are named; all are lit."""


class AskingPage(Page):
    """A page that asks about places on the board: touching one is `ok`."""

    __slots__ = ()

    def meant(self, model: Model) -> Collection[str]:
        """Returns the names of these places; none where the page asks about nothing that is lit."""
        return ()

    def touch(self, model: Model, place: str) -> Transition:
        return self.press(model, Button.OK) if place in self.meant(model) else explain(model, place)


@dataclass(frozen=True, slots=True)
class TouchedPage(Page):
    """Says of a place what lies there, or why it cannot be used; the lights stay."""

    place: str
    name: ClassVar[str] = "touched"

    def acting_seat(self, model: Model) -> Seat | None:
        return acting_seat(without_explanation(model))

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        return closing_buttons(model)

    def draw(self, model: Model, canvas: Canvas) -> None:
        name, words = said_of(without_explanation(model), self.place) or (self.place, "")
        header(canvas, name)
        paragraph(canvas, words)

    def lights(self, model: Model, now: float) -> Lights:
        beneath = without_explanation(model)
        since = dict(model.page_opened_at).get(beneath.page.name, model.shown_since)
        return beneath.page.lights(replace(beneath, shown_since=since), now)


def without_explanation(model: Model) -> Model:
    """Returns the model with the page closed that says what was touched, if it is open."""
    return model.with_top_page_closed() if isinstance(model.page, TouchedPage) else model


def said_of(model: Model, place: str) -> tuple[str, str] | None:
    """Returns a place's name and what is said of it on the open page; None where it has no such place."""
    shown = shown_snapshot(model, BOX)
    spots = dict(zip((place_at(model, light) for light in range(LIGHTS)), shown.places if shown else (), strict=False))
    if shown is None or not place or place not in spots:
        return None
    spot = spots[place]
    called = {slot.name: slot.called for slot in (shown.layout.slots if shown.layout else ())}
    # Where a field is asked about, nothing is chosen: it is said what lies there.
    words = spot.holds if isinstance(model.page, AskingPage) else spot.use or spot.holds
    return called.get(spot.name) or spot.name, words


def explain(model: Model, place: str) -> Transition:
    """Opens the page that says what lies at a place, or why it cannot be used, with the low tone."""
    if said_of(model, place) is None:
        return reject_press(model)
    return Transition(model.with_page_on_top(TouchedPage(place)), (PlayTones(WRONG),))


@dataclass(frozen=True, slots=True)
class StonesPage(Page):
    """Says which stones the contacts miss and which they find too many, until all is right or `ok` says so."""

    name: ClassVar[str] = "stones"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        return {Button.OK: ButtonRow(Icon.CHECK, close(model), _("The board is right"), _("play on"))}

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, (missing, left) = model.translate, differences(model)

        def named(fields: Sequence[int]) -> str:
            names = ", ".join(place_at(model, light) for light in fields[:LISTED])
            return f"{names} …" if len(fields) > LISTED else names

        hold = _.many(
            "{fields} should hold a stone.", "{fields} should hold stones.", len(missing), fields=named(missing)
        )
        empty = _.many("{fields} should be empty.", "{fields} should be empty.", len(left), fields=named(left))
        header(canvas, _("Check the board"))
        paragraph(canvas, " ".join(text for text, fields in ((hold, missing), (empty, left)) if fields))

    def lights(self, model: Model, now: float) -> Lights:
        (missing, left), began = differences(model), model.shown_since
        fast = Paint(left, AMBER, blink(now, began, FAST_S))
        return compose((Paint(missing, WHITE, blink(now, began, SLOW_S)), fast))


def differences(model: Model) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the lights where a stone should lie and none is noticed, and those where one is and none should.

    A stack is told from a single stone by nobody.
    """
    noticed = model.board_fields.closed if model.board_fields else frozenset[str]()
    session = model.game
    should = None if session is None or session.record is None else table_of(session).stones(session.state)
    if should is None:
        return (), ()
    there = {light for light in range(LIGHTS) if place_at(model, light) in noticed}
    return tuple(sorted(should - there)), tuple(sorted(there - should))
