"""What the board's own fields bring to the pages: which field a page asks about, what was touched, which stones differ.

A touch of the field that a page asks about is its `ok`. Anywhere else it moves nothing and is answered by a page on
top, which says what lies there or why it cannot be used; the next touch closes it and counts for the page beneath.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from companion.core.effects import PlayTones
from companion.core.model import Model, Transition, reject_press
from companion.core.page import Page, close, closing_keys
from companion.core.sounds import WRONG
from companion.core.table_registry import place_at, shown_snapshot, table_of
from companion.core.viewer_kind import BOX
from companion.lights.composition import AMBER, FAST_S, SLOW_S, WHITE, Lights, Paint, blink, compose
from companion.ui.art import Icon
from companion.ui.layout import list_few
from companion.ui.screen import Big, Option, Screen, Text
from hardware.device import LIGHTS, Button

if TYPE_CHECKING:
    from collections.abc import Collection

    from companion.core.snapshot import Snapshot

LISTED = 4
"""So many fields of each kind are named; all are lit."""


class AskingPage(Page, frozen=True):
    """A page that asks about places on the board: touching one is `ok`."""

    def meant(self, model: Model) -> Collection[str]:
        """Returns the names of these places; none where the page asks about nothing that is lit."""
        return ()

    def touch(self, model: Model, place: str) -> Transition:
        return self.press(model, Button.OK) if place in self.meant(model) else explain(model, place)


class TouchedPage(Page, frozen=True):
    """Says of a place what lies there, or why it cannot be used; the lights stay."""

    place: str
    name: ClassVar[str] = "touched"
    is_aside: ClassVar[bool] = True
    hides_game: ClassVar[bool] = True

    def screen(self, model: Model) -> Screen:
        beneath = without_explanation(model)
        name, words = said_of_places(beneath, shown_snapshot(beneath, BOX)).get(self.place, (self.place, ""))
        # Two ships with their whole cargo are more than the screen holds; the page of the ships says the rest.
        return Screen(name, body=(Big(words, shorten=True),), keys=closing_keys(model))

    def lights(self, model: Model, now: float) -> Lights:
        beneath = without_explanation(model)
        since = dict(model.page_opened_at).get(beneath.page.name, model.shown_since)
        return beneath.page.lights(replace(beneath, shown_since=since), now)


def without_explanation(model: Model) -> Model:
    """Returns the model with the page closed that says what was touched, if it is open."""
    return model.with_top_page_closed() if isinstance(model.page, TouchedPage) else model


def said_of_places(model: Model, shown: Snapshot | None) -> dict[str, tuple[str, str]]:
    """Returns for each place at a light of the open page what it is called and what is said of it, by its name."""
    if shown is None:
        return {}
    called = {slot.name: slot.called for slot in (shown.layout.slots if shown.layout else ())}
    spots = zip((place_at(model, light) for light in range(LIGHTS)), shown.places, strict=False)
    # Where a field is asked about, nothing is chosen: it is said what lies there.
    is_asked = isinstance(model.page, AskingPage)
    return {
        place: (called.get(spot.name) or spot.name, spot.holds if is_asked else spot.use or spot.holds)
        for place, spot in spots
        if place
    }


def explain(model: Model, place: str) -> Transition:
    """Opens the page that says what lies at a place, or why it cannot be used, with the low tone."""
    if place not in said_of_places(model, shown_snapshot(model, BOX)):
        return reject_press(model)
    return Transition(model.with_page_on_top(TouchedPage(place)), (PlayTones(WRONG),))


class StonesPage(Page, frozen=True):
    """Says which stones the contacts miss and which they find too many, until all is right or `ok` says so."""

    name: ClassVar[str] = "stones"

    def screen(self, model: Model) -> Screen:
        _, shown = model.translate, shown_snapshot(model, BOX)
        said = said_of_places(model, shown)
        # Both ends of a slot are that slot.
        missing, left = (
            tuple(dict.fromkeys(said[place_at(model, light)][0] for light in lights)) for lights in differences(model)
        )

        count, names, others = len(missing), list_few(missing, LISTED), list_few(left, LISTED)
        if shown is not None and shown.layout is not None:
            hold = _.many("{fields} should hold a tile.", "{fields} should hold tiles.", count, fields=names)
        else:
            hold = _.many("{fields} should hold a stone.", "{fields} should hold stones.", count, fields=names)
        empty = _.many("{fields} should be empty.", "{fields} should be empty.", len(left), fields=others)
        words = " ".join(text for text, places in ((hold, missing), (empty, left)) if places)
        keys = {Button.OK: Option(_("The board is right"), close(model), _("play on"), Icon.CHECK)}
        return Screen(_("Check the board"), body=(Text(words),), keys=keys)

    def lights(self, model: Model, now: float) -> Lights:
        (missing, left), began = differences(model), model.shown_since
        fast = Paint(left, AMBER, blink(now, began, FAST_S))
        return compose((Paint(missing, WHITE, blink(now, began, SLOW_S)), fast))


def differences(model: Model) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the lights where something should lie and nothing is noticed, and those where it is the other way."""
    there = model.board_fields.closed if model.board_fields else frozenset[int]()
    if (should := occupied_lights(model)) is None:
        return (), ()
    return tuple(sorted(should - there)), tuple(sorted(there - should))


def occupied_lights(model: Model) -> frozenset[int] | None:
    """Returns the lights at which something lies by the position; None: contacts cannot be compared with it."""
    session = model.game
    # Where the box deals the tiles, nothing lies on the table.
    if session is None or session.record is None or session.is_dealt:
        return None
    return table_of(session).stones(session.state)
