"""The coach of Piratenclaim's ledger: what a step risks, what a trade earns, which discovery is worth the dice.

It knows no win chances. What it says is counted exactly (`engine.piratenclaim.prospects`), which takes less time than
a press does: so it needs no process of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from companion.core.page import ButtonRow, Page, close, cursor_arrows
from companion.screen.icons import Icon
from companion.screen.layout import BODY, header, paragraph
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.words import PIRATES, field_name, load_words
from engine.piratenclaim import THROWS, FleetShip, Phase, discoverable, fields_in, ships_of, travel_phase
from engine.piratenclaim.position import NO_LOAD
from engine.piratenclaim.prospects import dice_worth, gains_of, odds_of, risk_of
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import Field, State


LOSSES = 2
"""Of what may be taken, the screen has room for so much: what is taken most often."""


class Counsel(NamedTuple):
    """One thing that the coach says."""

    title: str
    field: Field
    """Where it is done."""
    text: str


@dataclass(frozen=True, slots=True)
class CoachPage(Page):
    """Says one thing after the other. A held `right` opens it."""

    cursor: int = 0
    name: ClassVar[str] = "piratenclaim_coach"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        count = len(counsels(model.translate, session_of(model).state))
        arrows = cursor_arrows(model, self, count) if count > 1 else {}
        return arrows | {
            Button.OK: ButtonRow(Icon.CHECK, close(model)),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model)),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        said = counsels(model.translate, session_of(model).state)
        if not said:
            header(canvas, model.translate("Coach"))
            paragraph(canvas, model.translate("Nothing is to be weighed now."), BODY)
            return
        at = min(self.cursor, len(said) - 1)
        header(canvas, said[at].title, f"{at + 1}/{len(said)}")
        paragraph(canvas, said[at].text, BODY)

    def lights(self, model: Model, now: float) -> Lights:
        said = counsels(model.translate, session_of(model).state)
        if not said:
            return lights.at_field(model, now, ships_of(session_of(model).state)[0].field, ())
        return lights.at_field(model, now, said[min(self.cursor, len(said) - 1)].field, ())


def counsels(_: Translator, state: State) -> tuple[Counsel, ...]:
    """Returns what is to be said of a position with the ledger: of discoveries, trades, stays and steps, in this order.

    The discovery that is worth the dice most is the first of them.
    """
    ships = ships_of(state)
    discoveries = list(discoverable(state)) if state.phase in (Phase.TRAVEL, Phase.DISCOVER) else []
    if state.dice is not None and not state.used:
        dice = state.dice
        discoveries.sort(key=lambda field: -dice_worth(state, field, dice))
    found = [_of_discovery(_, state, field) for field in discoveries]
    if state.phase is not travel_phase(state):
        return tuple(found)
    for ship in ships:
        for gain in gains_of(state, ship):
            paid, got = (
                type(NO_LOAD)(*(max(0, count) for count in change))
                for change in (ship.load.minus(gain.load), gain.load.minus(ship.load))
            )
            figures = {"cargo": gain.cargo, "fuel": gain.load.red - ship.load.red, "room": gain.room}
            change = _("cargo {cargo:+}, fuel {fuel:+}, compartments {room:+}", **figures)
            text = f"{load_words(_, paid)} → {load_words(_, got)}: {change}"
            found.append(Counsel(_("Trade on {field}", field=field_name(ship.field)), ship.field, text))
    for ship in ships:
        stay = Counsel(
            _("Stay on {field}", field=field_name(ship.field)), ship.field, _risk(_, state, ship, ship.field)
        )
        near = fields_in(state.board.neighbours[ship.field] & ~state.discs)
        steps = (
            Counsel(_("Step to {field}", field=field_name(field)), field, _risk(_, state, ship, field))
            for field in near
        )
        found += (stay, *steps)
    return tuple(found)


def _of_discovery(_: Translator, state: State, field: Field) -> Counsel:
    odds = odds_of(state, field)
    words = [
        _("of 6: system {system}, pirate {pirate}, nothing {nothing}", **odds._asdict()),
        _("worth {n} on average", n=_.decimal(odds.expected)),
    ]
    if state.dice is not None and not state.used:
        more = dice_worth(state, field, state.dice)
        words.append(_("these dice {n}", n="+" * (more >= 0) + _.decimal(more)))
    return Counsel(_("Discover: {field}", field=field_name(field)), field, "; ".join(words))


def _risk(_: Translator, state: State, ship: FleetShip, field: Field) -> str:
    """Returns what the pirates may do to a ship there: by colour, and by what they take, most first."""
    risk = risk_of(state, ship, field)
    if not risk.by:
        return _("no pirate comes")
    colours = ", ".join(f"{_(PIRATES[pirate])} {throws}" for pirate, throws in sorted(risk.by.items()))
    taken = sorted(((throws, load) for load, throws in risk.taken.items() if load != NO_LOAD), reverse=True)
    losses = "; ".join(f"{throws}: {load_words(_, load)}" for throws, load in taken[:LOSSES])
    mean = _("-{n} on average", n=_.decimal(risk.expected))
    return _("of {all} throws: {colours}. {losses}. {mean}", all=THROWS, colours=colours, losses=losses, mean=mean)
