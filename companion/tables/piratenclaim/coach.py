"""The coach of Piratenclaim's ledger: what a step risks, what a trade earns, which discovery is worth the dice.

It knows no win chances. What it says is counted exactly (`engine.piratenclaim.prospects`), which takes less time than
a press does: so it needs no process of its own. The screen shows one counsel after the other, in four lines; the page
in the browser lists them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Transition, reject_press
from companion.core.page import ButtonRow, closing_buttons, cursor_arrows
from companion.core.snapshot import Counsel
from companion.screen.layout import BODY, header, paragraph
from companion.tables.piratenclaim.map_pages import per_cent
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.star_map import View, ViewPage, at_cursor, parse_place
from companion.tables.piratenclaim.words import PIRATES, field_name, load_words
from engine.piratenclaim import THROWS, FleetShip, Phase, discoverable, fields_in, may_travel, ships_of
from engine.piratenclaim.position import NO_LOAD
from engine.piratenclaim.prospects import dice_worth, gains_of, odds_of, risk_of, worth

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import Field, State
    from engine.piratenclaim.prospects import Gain
    from hardware.device import Button


LOSSES = 2
"""Of what may be taken, the screen has room for so much: what is taken most often."""


@dataclass(frozen=True, slots=True)
class CoachPage(ViewPage):
    """Says one thing after the other. A held `right` opens it."""

    cursor: int = 0
    name: ClassVar[str] = "piratenclaim_coach"

    def view(self, model: Model) -> View:
        """Shows where that is done of which it speaks; where it says nothing, where the mover's first ship is."""
        said = counsels(model)
        if not said:
            return at_cursor(ships_of(session_of(model).state)[0].field)
        return at_cursor(parse_place(said[min(self.cursor, len(said) - 1)].place))

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        count = len(counsels(model))
        return closing_buttons(model) | (cursor_arrows(model, self, count) if count > 1 else {})

    def point(self, model: Model, place: str) -> Transition:
        """Shows what is said of that field; pointing at it again shows what else is."""
        name, said = field_name(parse_place(place)), counsels(model)
        after = [*range(self.cursor + 1, len(said)), *range(self.cursor + 1)]
        at = next((number for number in after if number < len(said) and said[number].place == name), None)
        return reject_press(model) if at is None else Transition(model.with_page(CoachPage(at)))

    def draw(self, model: Model, canvas: Canvas) -> None:
        said = counsels(model)
        if not said:
            header(canvas, model.translate("Coach"))
            paragraph(canvas, model.translate("Nothing is to be weighed now."), BODY)
            return
        at = min(self.cursor, len(said) - 1)
        header(canvas, said[at].title, f"{at + 1}/{len(said)}")
        paragraph(canvas, said[at].text, BODY)


def counsels(model: Model) -> tuple[Counsel, ...]:
    """Returns what is to be said of a position with the ledger: of discoveries, trades, stays and steps, in this order.

    The discovery that is worth the dice most is the first of them.
    """
    _, state = model.translate, session_of(model).state
    discoveries = list(discoverable(state)) if state.phase in (Phase.TRAVEL, Phase.DISCOVER) else []
    if state.dice is not None and not state.used:
        dice = state.dice
        discoveries.sort(key=lambda field: -dice_worth(state, field, dice))
    found = [_of_discovery(_, state, field) for field in discoveries]
    if may_travel(state):
        ships = ships_of(state)
        found += (_of_trade(_, ship, gain) for ship in ships for gain in gains_of(state, ship))
        for ship in ships:
            near = state.board.neighbours[ship.field] & ~state.discs
            found += (_of_risk(_, state, ship, field) for field in (ship.field, *fields_in(near)))
    return tuple(found)


def _of_discovery(_: Translator, state: State, field: Field) -> Counsel:
    odds = odds_of(state, field)
    brief = _("of 6: system {system}, pirate {pirate}, nothing {nothing}", **odds._asdict())
    whole = _("of 6 faces of the grey die: system {system}, pirate {pirate}, nothing {nothing}", **odds._asdict())
    facts = [_("worth {n} on average", n=_.decimal(odds.expected))]
    if state.dice is not None and not state.used:
        more = dice_worth(state, field, state.dice)
        size = _.decimal(abs(more))
        facts.append(_("these dice: {n} more", n=size) if more >= 0 else _("these dice: {n} less", n=size))
    title = _("Discover: {field}", field=field_name(field))
    return Counsel(title, field_name(field), "; ".join((brief, *facts)), (whole, *facts))


def _of_trade(_: Translator, ship: FleetShip, gain: Gain) -> Counsel:
    paid, got = (
        type(NO_LOAD)(*(max(0, count) for count in change))
        for change in (ship.load.minus(gain.load), gain.load.minus(ship.load))
    )
    exchange = f"{load_words(_, paid)} → {load_words(_, got)}"
    figures = {"cargo": gain.cargo, "fuel": gain.load.red - ship.load.red, "room": gain.room}
    change = _("worth of cargo {cargo:+}, fuel {fuel:+}, free compartments {room:+}", **figures)
    field = field_name(ship.field)
    return Counsel(_("Trade on {field}", field=field), field, f"{exchange}: {change}", (exchange, change))


def _of_risk(_: Translator, state: State, ship: FleetShip, field: Field) -> Counsel:
    """Returns what the pirates may do to a ship there: by colour, and by what they take, most first."""
    risk, name = risk_of(state, ship, field), field_name(field)
    title = _("Stay on {field}", field=name) if field == ship.field else _("Step to {field}", field=name)
    if not risk.by:
        return Counsel(title, name, _("no pirate comes"), (_("no pirate comes"),), 0.0)
    colours = [(_(PIRATES[pirate]), throws) for pirate, throws in sorted(risk.by.items())]
    taken = sorted(((throws, load) for load, throws in risk.taken.items() if load != NO_LOAD), reverse=True)
    brief = ", ".join(f"{colour} {throws}" for colour, throws in colours)
    losses = "; ".join(f"{throws}: {load_words(_, load)}" for throws, load in taken[:LOSSES])
    mean = _("worth {n} lost on average", n=_.decimal(risk.expected))
    facts = [
        _("{colour} comes: {n} of {all} throws, {share}", colour=colour, n=n, all=THROWS, share=per_cent(n / THROWS))
        for colour, n in colours
    ]
    for throws, load in taken:
        cubes = {"load": load_words(_, load), "n": worth(load)}
        facts.append(_("takes {load}, worth {n}: {throws} of {all} throws", **cubes, throws=throws, all=THROWS))
    text = _("of {all} throws: {colours}. {losses}. {mean}", all=THROWS, colours=brief, losses=losses, mean=mean)
    return Counsel(title, name, text, (*facts, mean), sum(throws for throws, _load in taken) / THROWS)
