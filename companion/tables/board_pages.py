"""Pages that react to the fields of the board: touched fields, and stones that differ from the position.

If a page offers a field, touching the field is `ok`. Touching any other field opens a page on top that shows what is on
the field or why it is not available. The next touch closes that page and counts for the page below.
"""

from collections.abc import Collection
from typing import ClassVar

from companion.core.effects import WRONG, PlayTones
from companion.core.lineup import BOX
from companion.core.model import ApplicationPage, Model, Page, Transition, close, closing_keys, reject_press, table_of
from companion.core.shown import shown_snapshot
from companion.core.snapshot import Snapshot
from companion.lights.composition import AMBER, FAST_S, SLOW_S, WHITE, Lights, Paint, blink, compose
from companion.ui.art import Icon
from companion.ui.layout import list_few
from companion.ui.screen import Big, Option, Screen, Text
from hardware.device import LIGHTS, Button

MAX_LISTED = 4
"""Maximum number of fields that are named per kind; all of them are lit."""


class BoardChoicePage(Page, frozen=True):
    """A page that offers places on the board: touching one of them is `ok`."""

    def offered_places(self, model: Model) -> Collection[str]:
        """Returns the names of the places that the page offers."""
        return ()

    def touch(self, model: Model, place: str) -> Transition:
        return self.press(model, Button.OK) if place in self.offered_places(model) else explain(model, place)


class TouchedPage(ApplicationPage, frozen=True):
    """Shows what is on a place, or why it is not available; the lights do not change."""

    place: str
    name: ClassVar[str] = "touched"
    is_aside: ClassVar[bool] = True
    hides_game: ClassVar[bool] = True

    def screen(self, model: Model) -> Screen:
        beneath = without_explanation(model)
        name, words = place_descriptions(beneath, shown_snapshot(beneath, BOX)).get(self.place, (self.place, ""))
        # Two ships with full cargo do not fit on the screen; the page of the ships shows the rest.
        return Screen(name, body=(Big(words, shorten=True),), keys=closing_keys(model))

    def lights(self, model: Model, now: float) -> Lights:
        beneath = without_explanation(model)
        return beneath.page.lights(beneath, now)


def without_explanation(model: Model) -> Model:
    """Returns the model without an open `TouchedPage`."""
    return model.with_top_page_closed() if isinstance(model.page, TouchedPage) else model


def place_descriptions(model: Model, shown: Snapshot | None) -> dict[str, tuple[str, str]]:
    """Returns the label and the description of each place that has a light, by the name of the place."""
    if shown is None:
        return {}
    called = {slot.name: slot.called for slot in (shown.layout.slots if shown.layout else ())}
    fields = zip((model.page.place_at(model, light) for light in range(LIGHTS)), shown.places, strict=False)
    # On a `BoardChoicePage` a place is not chosen for an action, so only what is on it is described.
    only_contents = isinstance(model.page, BoardChoicePage)
    return {
        place: (called.get(field.name) or field.name, field.holds if only_contents else field.use or field.holds)
        for place, field in fields
        if place
    }


def explain(model: Model, place: str) -> Transition:
    """Opens the page that describes a place, with the low tone."""
    if place not in place_descriptions(model, shown_snapshot(model, BOX)):
        return reject_press(model)
    return Transition(model.with_page_on_top(TouchedPage(place)), (PlayTones(WRONG),))


class StonesPage(ApplicationPage, frozen=True):
    """Lists the fields where a stone is missing or left over, until the board is right or a player presses `ok`."""

    name: ClassVar[str] = "stones"

    def screen(self, model: Model) -> Screen:
        _, shown = model.translate, shown_snapshot(model, BOX)
        descriptions = place_descriptions(model, shown)
        # A slot has two lights, one per end.
        missing, surplus = (
            tuple(dict.fromkeys(descriptions[self.place_at(model, light)][0] for light in lights))
            for lights in differences(model)
        )
        count, names, others = len(missing), list_few(missing, MAX_LISTED), list_few(surplus, MAX_LISTED)
        if shown is not None and shown.layout is not None:
            hold = _.many("{fields} should hold a tile.", "{fields} should hold tiles.", count, fields=names)
        else:
            hold = _.many("{fields} should hold a stone.", "{fields} should hold stones.", count, fields=names)
        empty = _.many("{fields} should be empty.", "{fields} should be empty.", len(surplus), fields=others)
        words = " ".join(text for text, places in ((hold, missing), (empty, surplus)) if places)
        keys = {Button.OK: Option(_("The board is right"), close(model), _("continue playing"), Icon.CHECK)}
        return Screen(_("Check the board"), body=(Text(words),), keys=keys)

    def lights(self, model: Model, now: float) -> Lights:
        (missing, surplus), began = differences(model), model.shown_since
        fast = Paint(surplus, AMBER, blink(now, began, FAST_S))
        return compose((Paint(missing, WHITE, blink(now, began, SLOW_S)), fast))


def differences(model: Model) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the lights where a stone is missing, and the lights where the contacts report one too many."""
    actual, required = model.board_fields.closed if model.board_fields else frozenset[int](), occupied_lights(model)
    if required is None:
        return (), ()
    return tuple(sorted(required - actual)), tuple(sorted(actual - required))


def occupied_lights(model: Model) -> frozenset[int] | None:
    """Returns the lights where the position has a stone; None if the contacts cannot be compared with the position."""
    session = model.maybe_session
    # If the box deals the tiles, there are none on the table.
    if session is None or session.record is None or session.is_dealt:
        return None
    return table_of(session).stones(session.state)
