"""The map, looked at and told: the whole of it, the fields with what can be told or done there, and the threat.

The box sees no ship. Players tell where ships stand if they like, and everything works without: the odds, the guide and
the pirates need the ships only to say who is robbed. So `BoardPage` can be opened from every page of a turn, and what
is told there is never needed to go on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from companion.core.model import Model, PointablePage, Transition, reject_press
from companion.core.page import STEPS, ButtonRow, Page, arrows, close, closing_buttons, moved_cursor, open_on_top, show
from companion.core.player_names import display_name, short_names
from companion.locale.translator import N_
from companion.screen.art import Icon
from companion.screen.canvas import Rect
from companion.screen.font import BOLD, DOUBLE, THIN
from companion.screen.layout import BODY, Item, header, menu, paragraph, wrapped
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.list_page import Entry, ListPage
from companion.tables.piratenclaim.map_drawing import draw_field, draw_overview
from companion.tables.piratenclaim.session import lying, record, session_of
from companion.tables.piratenclaim.star_map import View, ViewPage, at_cursor, next_segment, parse_place, star_map
from companion.tables.piratenclaim.words import PIRATES, field_lines, field_name, ships_at
from engine import piratenclaim
from engine.game import Seat
from engine.piratenclaim import FIELDS, MIDDLE, SEGMENTS, THROWS, BuyShip, Field, Phase, ShipAt, Sink, segment_of
from hardware.device import WIDTH, Button

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import FleetShip, State


WORDS_PX = 56
MAP = Rect(WORDS_PX + 1, 0, 128, 53)
"""Where the map is drawn, beside the words."""


@dataclass(frozen=True, slots=True)
class MapPage(ViewPage):
    """Shows the whole map; one segment is in focus, and on the lights."""

    segment: int = 0
    name: ClassVar[str] = "piratenclaim_map"
    headline: ClassVar[str] = N_("The map")

    def view(self, model: Model) -> View:
        return View(self.segment)

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        rows = arrows(model, lambda button: MapPage((self.segment + STEPS[button]) % SEGMENTS))
        if session_of(model).state.ledger is not None:
            rows[Button.BANK] = ButtonRow(
                Icon.SCORES, open_on_top(model, StandingsPage()), _("Standings"), for_screen=True
            )
        return rows | {
            Button.LEFT: rows[Button.LEFT]._replace(label=_("Previous segment")),
            Button.RIGHT: rows[Button.RIGHT]._replace(label=_("Next segment")),
            **closing_buttons(model),
        }

    def point(self, model: Model, place: str) -> Transition:
        """Shows the segment of that field."""
        return Transition(model.with_page(MapPage(segment_of(parse_place(place)))))

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state = model.translate, session_of(model).state
        draw_overview(canvas, star_map(model, self.view(model)), MAP)
        known = [piratenclaim.known_systems(state, segment) for segment in range(SEGMENTS)]
        canvas.text(1, 0, _("Segment {n}", n=self.segment), limit=WORDS_PX)
        canvas.text(1, 9, _("systems {n}/{all}", n=known[self.segment], all=piratenclaim.SYSTEMS_OF_A_SEGMENT))
        canvas.text(1, 18, _("supply:"))
        for row, (pirate, left) in enumerate(piratenclaim.supply(state).items()):
            canvas.text(5, 27 + 9 * row, f"{_(PIRATES[pirate])} {left}")


FIGURES = (N_("parts"), N_("claimed value"), N_("cargo value"), N_("fuel"))
"""What is counted for each player, parts of ships first; all but the first with the ledger only."""
STANDING_PX = 50
"""What is left for a name beside three figures."""


@dataclass(frozen=True, slots=True)
class StandingsPage(Page):
    """Shows what each seat has claimed, and the cargo and the fuel of its ships."""

    name: ClassVar[str] = "piratenclaim_standings"
    headline: ClassVar[str] = N_("Standings")

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        return closing_buttons(model)

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state = model.translate, session_of(model).state
        # Three words over three columns would leave no room for names.
        heads = _("value of claims, value of cargo, fuel")
        # Closer than a paragraph: four names have to be below it.
        for row, line in enumerate(wrapped(THIN, heads, WIDTH - 2)):
            canvas.text(1, 8 * row, line, says="" if row else heads)
        for seat, name in enumerate(short_names(_, state.players, STANDING_PX)):
            canvas.text(1, 18 + 9 * seat, name, BOLD)
            for right, figure in zip((82, 105, 127), piratenclaim.standing_of(state, Seat(seat)), strict=True):
                canvas.text(right, 18 + 9 * seat, str(figure), align="right")


NAME_PX = 38
"""What is left for a name in a line of the list."""
ABOVE_PRICE, BELOW_LIST = Rect(BODY.left, BODY.top, BODY.right, 32), Rect(BODY.left, 33, BODY.right, BODY.bottom)
PRICE = N_("1 of each colour + 6 fuel")
"""Of a ship (rules, 8.3)."""


def board_at(model: Model, field: Field) -> Transition:
    """Opens the board with the cursor on a field."""
    return Transition(model.with_page_on_top(BoardPage(field)))


@dataclass(frozen=True, slots=True)
class FieldPage(ViewPage):
    """A cursor walks over fields of the map, within a segment and from segment to segment."""

    field: Field
    """Under the cursor."""

    def fields(self, model: Model) -> Sequence[Field]:
        """Returns those that it walks over: no other can be pointed at."""
        return FIELDS

    def view(self, model: Model) -> View:
        return at_cursor(self.field)

    def lines(self, model: Model) -> Sequence[str]:
        """Returns what the screen says of the field, in at most four short lines."""
        return field_lines(model.translate, session_of(model).state, self.field)

    def walk(self, model: Model, *, everywhere: bool = False) -> dict[Button, ButtonRow]:
        """Returns the rows of the buttons that walk: `left` and `right` within the segment, or everywhere."""
        fields = self.fields(model)
        near = [field for field in fields if everywhere or segment_of(field) == segment_of(self.field)]

        def moved(button: Button) -> FieldPage:
            return replace(self, field=near[moved_cursor(near.index(self.field), button, len(near))])

        following = show(model, replace(self, field=next_segment(self.field, fields)))
        return arrows(model, moved) | {
            Button.BANK: ButtonRow(Icon.SKIP, following, model.translate("Next segment"), for_screen=True),
        }

    def point(self, model: Model, place: str) -> Transition:
        """Moves the cursor to that field; pointing at the field under the cursor is `ok`."""
        field = parse_place(place)
        if field not in self.fields(model):
            return reject_press(model)
        if field == self.field:
            return self.press(model, Button.OK)
        return Transition(model.with_page(replace(self, field=field)))

    def draw(self, model: Model, canvas: Canvas) -> None:
        draw_field(canvas, star_map(model, self.view(model), self.lying(model), only_focus=True), self.lines(model))


@dataclass(frozen=True, slots=True)
class BoardPage(FieldPage):
    """Shows what lies on a field."""

    name: ClassVar[str] = "piratenclaim_board"
    headline: ClassVar[str] = N_("{name}: which field?")

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        return self.walk(model) | {
            Button.OK: action_row(model, self.field),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model), _("Back")),
        }

    def chosen(self, model: Model) -> str:
        return "" if actions_page(model, self.field) is None else model.translate("what to do?")


def actions_page(model: Model, field: Field) -> Page | None:
    """Returns the page of what can happen on a field: a list, or a discovery or travel; None: nothing can."""
    # They walk over fields, too.
    from companion.tables.piratenclaim.dice import DiscoverPage  # noqa: PLC0415
    from companion.tables.piratenclaim.ledger_pages import ShipActionsPage, TravelPage, ship_actions  # noqa: PLC0415

    state = session_of(model).state
    may_discover = state.phase is Phase.DISCOVER and not state.used and field in piratenclaim.discoverable(state)
    if state.ledger is None:
        if may_discover and any(ship.player == state.turn for ship in ships_at(state, field)):
            return DiscoverPage(field)
        return ActionsPage(field=field) if actions_at(model.translate, state, field) else None
    if ship_actions(model, field):
        return ShipActionsPage(field=field)
    if may_discover:
        return DiscoverPage(field)
    ships = ships_that_may_travel(state, field)
    return TravelPage(field, ships[0].field, ships[0].parts) if len(ships) == 1 else None


def ships_that_may_travel(state: State, field: Field) -> list[FleetShip]:
    """Returns the mover's ships that may travel to a field now."""
    from companion.tables.piratenclaim.ledger_pages import destinations  # noqa: PLC0415 - as above

    travels = piratenclaim.may_travel(state)
    return [ship for ship in piratenclaim.ships_of(state) if travels and field in destinations(state, ship.field)]


def action_row(model: Model, field: Field) -> ButtonRow:
    """Returns the row of the button that opens what can happen on a field, or says why nothing can."""
    _, page, state = model.translate, actions_page(model, field), session_of(model).state
    effects = {"piratenclaim_discover": _("Discover"), "piratenclaim_travel": _("travel?")}
    if page is not None:
        effect = effects.get(page.name, _("what can be done here"))
        return ButtonRow(Icon.CHECK, open_on_top(model, page), field_name(field), effect)
    why = _("nothing can happen here")
    if state.ledger is not None and state.phase is Phase.DISCOVER and field in piratenclaim.discoverable(state):
        why = _("first roll three again")
    elif state.ledger is not None and ships_that_may_travel(state, field):
        why = _("choose the ship first")
    return ButtonRow(label=field_name(field), effect=why)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldActionsPage(ListPage):
    """Lists what can be done on one field."""

    field: Field
    icons: ClassVar[tuple[Icon, Icon]] = Icon.UP, Icon.DOWN
    headline: ClassVar[str] = N_("{name}: what do you do here?")

    def view(self, model: Model) -> View:
        return at_cursor(self.field)

    def question(self, model: Model) -> str:
        return N_("what to do?")

    def point(self, model: Model, place: str) -> Transition:
        """Pointing at another field closes the list and looks there; at the same one it is `ok`."""
        if parse_place(place) == self.field:
            return self.press(model, Button.OK)
        below = model.with_top_page_closed()
        return below.page.point(below, place) if isinstance(below.page, PointablePage) else reject_press(model)

    def touch(self, model: Model, place: str) -> Transition:
        """Several pads are one field, and none is a line of the list: only `ok` takes the line under the cursor."""
        return reject_press(model) if parse_place(place) == self.field else self.point(model, place)


@dataclass(frozen=True, slots=True)
class ActionsPage(FieldActionsPage):
    """Lists what can be told or done without the ledger."""

    name: ClassVar[str] = "piratenclaim_actions"

    def note(self, model: Model) -> str:
        return field_name(self.field)

    def entries(self, model: Model) -> Sequence[Entry]:
        return [
            Entry(key, *words, record(model, event), ("", ""))
            for key, words, event in actions_at(model.translate, session_of(model).state, self.field)
        ]

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        return ListPage.buttons(self, model) | {Button.UNDO: ButtonRow(Icon.UNDO, close(model))}

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state = model.translate, session_of(model).state
        header(canvas, field_name(self.field), _("what to do?"))
        actions, items = actions_at(_, state, self.field), list[Item]()
        for _key, (label, detail), event in actions:
            short = short_names(_, state.players, NAME_PX)[event.player] if isinstance(event, ShipAt) else label
            items.append(Item(short, "" if isinstance(event, BuyShip) else detail))
        if not isinstance(actions[self.cursor].event, BuyShip):
            menu(canvas, items, self.cursor)
            return
        # The price needs a line of its own. It comes first: what is drawn after a list is not read out.
        paragraph(canvas, _(PRICE), BELOW_LIST)
        menu(canvas, items, self.cursor, ABOVE_PRICE)


class FieldAction(NamedTuple):
    """Something that can be told or done on a field."""

    key: str
    words: tuple[str, str]
    """What is sunk or bought and what it costs, or whose ship it is and where it comes from or goes to."""
    event: ShipAt | Sink | BuyShip


def actions_at(_: Translator, state: State, field: Field) -> tuple[FieldAction, ...]:
    """Returns what can be told or done on a field: pirates to sink, a ship to buy, ships that come or go."""
    actions = list[FieldAction]()
    if piratenclaim.may_travel(state):
        for event in piratenclaim.legal_events(state):
            if isinstance(event, Sink) and event.field == field:
                words = (_("sink {colour}", colour=_(PIRATES[event.pirate])), _("12 fuel"))
                actions.append(FieldAction(f"sink {event.pirate}", words, event))
        # The rules ask for a ship in the middle; a record and the protocol may buy without telling where one stands.
        if field == MIDDLE and state.spare_ships and piratenclaim.may_have_ship(state, MIDDLE):
            actions.append(FieldAction("buy a ship", (_("buy a ship"), _(PRICE)), BuyShip(state.turn)))
    if state.phase in piratenclaim.SHIP_PHASES and not state.discs >> field & 1:
        seats = len(state.players)
        for away in range(seats):
            actions += _ship_actions(_, state, field, Seat((state.turn + away) % seats))
    return tuple(actions)


def _ship_actions(_: Translator, state: State, field: Field, seat: Seat) -> Iterator[FieldAction]:
    """A ship of which nothing was told comes; a told one comes from its field, or is not told any more."""
    known, name = {ship.ship: ship.field for ship in state.ships if ship.player == seat}, state.players[seat]
    unknown = next((ship for ship in range(state.ships_owned[seat]) if ship not in known), None)
    # Of ships that stand on one field it is the same which one goes: the last of them stands for all.
    one_each = {at: ship for ship, at in known.items()}
    come = [(ship, _("from {field}", field=field_name(at))) for at, ship in one_each.items() if at != field]
    come = [(unknown, _("ship comes")), *come] if unknown is not None else come
    told = [(ship, detail, field) for ship, detail in come]
    for ship, detail, to in [*told, *((ship, _("ship leaves"), None) for at, ship in one_each.items() if at == field)]:
        yield FieldAction(f"ship {seat} {ship}", (display_name(_, name), detail), ShipAt(seat, ship, to))


@dataclass(frozen=True, slots=True)
class ThreatPage(FieldPage):
    """Shows how likely a pirate comes to a field; while the dice lie, which ones will stand there."""

    name: ClassVar[str] = "piratenclaim_threat"
    headline: ClassVar[str] = N_("How likely a pirate comes to a field")

    def view(self, model: Model) -> View:
        _, state = model.translate, session_of(model).state
        return at_cursor(self.field)._replace(shares=threats(state), whys=threat_whys(_, state))

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        return self.walk(model) | closing_buttons(model)

    def point(self, model: Model, place: str) -> Transition:
        """Moves the cursor to that field."""
        return Transition(model.with_page(ThreatPage(parse_place(place))))

    def lines(self, model: Model) -> Sequence[str]:
        _, state = model.translate, session_of(model).state
        if not are_certain(state):
            return ("", "", "", f"{round(threats(state).get(self.field, 0.0) * THROWS)}/{THROWS}")
        moves = piratenclaim.movements(state, lying(state))
        coming = dict.fromkeys(_(PIRATES[movement.pirate]) for movement in moves if movement.to == self.field)
        return (_("pirates:"), ", ".join(coming) or _("none"))

    def draw(self, model: Model, canvas: Canvas) -> None:
        FieldPage.draw(self, model, canvas)  # a dataclass with slots has no short way to its base
        state = session_of(model).state
        if not are_certain(state):
            canvas.text(1, 26, per_cent(threats(state).get(self.field, 0.0)), DOUBLE)

    def lights(self, model: Model, now: float) -> Lights:
        return lights.threat(now, model.shown_since, self.field, threats(session_of(model).state))


def are_certain(state: State) -> bool:
    """Returns whether dice lie that still have to move the pirates."""
    return state.phase is Phase.DISCOVER


def threats(state: State) -> Mapping[Field, float]:
    """Returns the share of throws, 0 to 1, after which a pirate stands on each field; those with none are left out."""
    # Until the pirates have moved, the throw that lies decides; the odds of the next one begin where they will stand.
    if are_certain(state):
        return {movement.to: 1.0 for movement in piratenclaim.movements(state, lying(state))}
    return {field: count / THROWS for field, count in piratenclaim.threat(state).items()}


def threat_whys(_: Translator, state: State) -> Mapping[Field, str]:
    """Returns for each field how likely a pirate comes there, in words."""
    shares = threats(state)
    if are_certain(state):
        return {field: _("A pirate comes here.") if field in shares else _("No pirate comes here.") for field in FIELDS}
    return {field: _("A pirate comes here: {share}", share=per_cent(shares.get(field, 0.0))) for field in FIELDS}


def per_cent(share: float) -> str:
    """Returns a share in whole per cent: 100 only if it is certain, 0 only if it is impossible."""
    rounded = round(100 * share)
    return f"{min(max(rounded, 1), 99) if 0 < share < 1 else rounded}%"
