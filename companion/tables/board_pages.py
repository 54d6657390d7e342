"""What the board's own fields bring to the pages: which field a page asks about, and what was touched.

A touch of the field that a page asks about is its `ok`. Anywhere else it moves nothing and is answered by a page on
top, which says what lies there or why it cannot be used; the next touch closes it and counts for the page beneath.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.effects import PlayTones
from companion.core.model import Model, Transition, reject_press
from companion.core.page import ButtonRow, Page, closing_buttons
from companion.core.sounds import WRONG
from companion.core.table_registry import place_at, shown_snapshot
from companion.core.viewer_kind import BOX
from companion.lights.composition import Lights
from companion.screen.layout import header, paragraph
from hardware.device import LIGHTS, Button

if TYPE_CHECKING:
    from collections.abc import Collection

    from companion.screen.canvas import Canvas


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
