"""The threat: how likely a pirate comes to each field; while the dice lie, where pirates will stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, arrows, close, show
from companion.screen.font import DOUBLE
from companion.screen.icons import Icon
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.field_cursor import next_segment, parse_place, segment_fields, step
from companion.tables.piratenclaim.field_drawing import draw_field
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.star_map import at_cursor, star_map
from companion.tables.piratenclaim.words import PIRATES
from engine import piratenclaim
from engine.piratenclaim import FIELDS, THROWS, Field, Phase
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import State


@dataclass(frozen=True, slots=True)
class ThreatPage(Page):
    """The cursor walks over the map; the lights show one segment."""

    field: Field
    """Under the cursor."""
    name: ClassVar[str] = "piratenclaim_threat"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        following = show(model, ThreatPage(next_segment(self.field, FIELDS)))
        return arrows(model, lambda button: ThreatPage(step(self.field, button, segment_fields(self.field)))) | {
            Button.OK: ButtonRow(Icon.CHECK, close(model), _("Back")),
            Button.BANK: ButtonRow(Icon.SKIP, following, _("Next segment")),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model), _("Back")),
        }

    def point(self, model: Model, place: str) -> Transition:
        """Moves the cursor to that field."""
        return Transition(model.with_page(ThreatPage(parse_place(place))))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the field, how likely a pirate comes there, and the segment with all its chances."""
        _, state = model.translate, session_of(model).state
        shares = threats(state)
        share = shares.get(self.field, 0.0)
        shown = star_map(model, at_cursor(self.field, shares), only_focus=True)
        if are_certain(state):
            draw_field(canvas, shown, self.field, (_("pirates:"), coming_words(_, state, self.field) or _("none")))
            return
        draw_field(canvas, shown, self.field, ("", "", "", f"{round(share * THROWS)}/{THROWS}"))
        canvas.text(1, 26, per_cent(share), DOUBLE)

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the segment: the brighter, the likelier."""
        return lights.threat(now, model.shown_since, self.field, threats(session_of(model).state))


def are_certain(state: State) -> bool:
    """Returns whether dice lie that still have to move the pirates."""
    return state.phase is Phase.DISCOVER and state.dice is not None


def threats(state: State) -> Mapping[Field, float]:
    """Returns the share of throws, 0 to 1, after which a pirate stands on each field; those with none are left out."""
    # Until the pirates have moved, the throw that lies decides; the odds of the next one begin where they will stand.
    if are_certain(state) and state.dice is not None:
        return {movement.to: 1.0 for movement in piratenclaim.movements(state, state.dice)}
    return {field: count / THROWS for field, count in piratenclaim.threat(state).items()}


def per_cent(share: float) -> str:
    """Returns a share in whole per cent: 100 only if it is certain, 0 only if it is impossible."""
    rounded = round(100 * share)
    bounded = min(max(rounded, 1), 99) if 0 < share < 1 else rounded
    return f"{bounded}%"


def coming_words(_: Translator, state: State, field: Field) -> str:
    """Returns the colours of the pirates that will stand there by the dice that lie; empty: none will."""
    if state.dice is None:
        return ""
    moves = piratenclaim.movements(state, state.dice)
    return ", ".join(dict.fromkeys(_(PIRATES[movement.pirate]) for movement in moves if movement.to == field))
