"""The ledger: what each ship carries, what it can do on its field, and the cubes that players choose.

A player has at most one ship on a field, because parts that meet are joined. So a field identifies a ship, and pages
are opened by field: `FleetPage` visits the ships, `ShipActionsPage` lists the actions of one. An action that is not
available stays in the list with a short reason: the rules decide (`piratenclaim.apply`), and `why_rejected`
returns the words.

Only the rules' own events are recorded. A travel is composed on several pages: which parts move, what they take along,
where to, and what they pay; unnecessary pages are skipped. The players decide the cost of a travel.
"""

import dataclasses
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from typing import ClassVar, NamedTuple, Self

from msgspec.structs import replace

from companion.core.model import BoardScreenPage, Model, Page, Transition, open_on_top, reject_press, show
from companion.core.player_names import display_name
from companion.core.questions import Command, Form, FormItem, Number
from companion.locale.translator import N_, Translator
from companion.tables.piratenclaim import map_pages, session, star_map
from companion.tables.piratenclaim.map_pages import PRICE, BoardPage, FieldActionsPage, FieldPage
from companion.tables.piratenclaim.session import CUBES, PIRATES, field_name, own_ship, recorder, session_of
from companion.ui.art import Icon
from companion.ui.screen import NOTHING, BoxOnly, Choices, Do, OnDemand, Option, Screen, Text, WebOnly
from engine import piratenclaim
from engine.game import Seat
from engine.piratenclaim import START_CARGO, Cube, Field, FleetShip, Load, State, System, fits, ledger_of, ships_of
from engine.piratenclaim import Event as GameEvent
from engine.piratenclaim.ledger import COMPARTMENTS, NEW_PART, compartments
from hardware.device import Button

CARGO_ROOM = 24
"""Maximum number of cargo cubes next to the initial fuel: four compartments of nine (rules, 3)."""
USUAL_CARGO = Load(orange=3, yellow=1, green=6, blue=3, purple=2)
"""The initial value of the page of the cargo: all five colours, worth 60, with room for more."""
STAY = "stay"
"""The key of the option to roll without a journey."""
PARTS = {
    piratenclaim.Colour.OWN: N_("{n} own"),
    piratenclaim.Colour.WHITE: N_("{n} white"),
    piratenclaim.Colour.OTHER: N_("{n} other"),
}


def parts_words(_: Translator, state: State, player: Seat, parts: Iterable[int]) -> str:
    """Returns the number of a player's part-ships of each colour."""
    counts = Counter(ledger_of(state).colours[player][part] for part in parts)
    return ", ".join(_(PARTS[colour], n=count) for colour, count in counts.items())


def ship_actions(model: Model, field: Field) -> list[Option]:  # noqa: C901 - a list of actions
    """Returns the actions of the active player on a field, with or without a ship there."""
    _, state, name = model.translate, session_of(model).state, field_name(field)
    ship, system = own_ship(state, field), state.systems[field]
    found = list[Option]()

    def add_event(key: str, label: str, event: GameEvent, detail: str) -> None:
        why = why_rejected(_, state, event, field)
        found.append(Option(label, None if why else recorder(model, event), why or detail, key=f"{key} {name}"))

    def add_page(key: str, label: str, page: Page, detail: str) -> None:
        found.append(Option(label, open_on_top(model, page), detail, key=f"{key} {name}"))

    if ship is not None and field == piratenclaim.MIDDLE and state.phase in piratenclaim.SHIP_PHASES:
        add_event("refuel", _("refuel"), piratenclaim.Refuel(ship.parts[0]), _("+1 fuel for each part"))
    if not piratenclaim.may_travel(state):
        return found
    if ship is not None:
        part = ship.parts[0]
        add_page("travel", _("travel"), TravelPage.first(ship), parts_words(_, state, state.turn, ship.parts))
        groups = piratenclaim.part_groups(ledger_of(state), ship)[1:]  # without the whole ship
        for parts in sorted(groups, key=lambda parts: (-len(parts), parts)):
            label, page = parts_words(_, state, state.turn, parts), LoadPage.first(ship, parts)
            add_page(f"split {' '.join(map(str, parts))}", label, page, _("move only these parts"))
        for pirate in piratenclaim.pirates_at(state, field):
            label = _("sink {colour}", colour=_(PIRATES[pirate]))
            add_event(f"sink {pirate}", label, piratenclaim.Sink(field, pirate, part), _("12 fuel"))
        if system is not None and system.lower is not system.upper:
            back, agreed = session.trade_words(_, system, reverse=True), _("if all agree")
            add_event("trade", _("trade"), piratenclaim.Trade(part), session.trade_words(_, system))
            add_event("trade back", _("trade back"), piratenclaim.Trade(part, reverse=True), f"{back}: {agreed}")
        elif system is not None and field != piratenclaim.MIDDLE:
            cube = _(CUBES[system.lower])
            add_event("load", _("load"), piratenclaim.LoadCube(part), f"1 {cube}")
            add_event("unload", _("unload"), piratenclaim.UnloadCube(part), f"1 {cube}")
        if field == piratenclaim.MIDDLE and state.spare_ships:
            for colour, label in (
                (piratenclaim.Colour.WHITE, _("buy a white part")),
                (piratenclaim.Colour.OTHER, _("buy another colour")),
            ):
                add_event(f"buy {colour}", label, piratenclaim.BuyShip(state.turn, part, colour), _(PRICE))
    if system is not None:
        value, when = _("value {n}", n=system.value), _("you decide when")
        detail = value if system.lower is system.upper else f"{value}; {when}"
        add_event("claim", _("claim"), piratenclaim.Claim(field), detail)
    return found


def why_rejected(_: Translator, state: State, event: GameEvent, field: Field) -> str:  # noqa: C901 - a table of cases
    """Returns why the rules reject an event of the active player's ship, in a few words; empty if they accept it."""
    if piratenclaim.is_legal(state, event):
        return ""
    ship, system, ledger = own_ship(state, field), state.systems[field], ledger_of(state)
    load = Load() if ship is None else ship.load
    match event:
        case piratenclaim.Refuel() if ship and all(ledger.refuelled >> part & 1 for part in ship.parts):
            return _("done in this turn")
        case piratenclaim.Trade(_part, reverse) if system is not None:
            cube, needs = (system.upper, system.receive) if reverse else (system.lower, system.pay)
            if load[cube - 1] < needs:
                return _("needs {n} {colour}, has {has}", n=needs, colour=_(CUBES[cube]), has=load[cube - 1])
        case piratenclaim.LoadCube() | piratenclaim.UnloadCube() if ledger.loaded >> field & 1:
            return _("one cube a turn")
        case piratenclaim.UnloadCube() if system is not None:
            return _("needs {n} {colour}, has {has}", n=1, colour=_(CUBES[system.lower]), has=0)
        case piratenclaim.Claim() if system is not None:
            if (field, state.turn) in ledger.claims:
                return _("claimed by {names}", names=display_name(_, state.players[state.turn]))
            stay = 0 if ship is None else ship.stay
            more = int(system.lower) - stay
            if ship is None:
                return _.many("a ship must stay here {n} turn", "a ship must stay here {n} turns", more)
            return _.many("stay here {n} more turn", "stay here {n} more turns", more)
        case piratenclaim.Sink():
            return _("needs {n} {colour}, has {has}", n=12, colour=_("fuel"), has=load.red)
        case piratenclaim.BuyShip(_player, _ship, colour):
            is_affordable = min(load.minus(NEW_PART)) >= 0
            is_white = colour is piratenclaim.Colour.WHITE
            return _("white parts stay together") if is_affordable and is_white else _(PRICE)
        case _:
            pass
    return _("no room in {n} compartments", n=COMPARTMENTS * len(ship.parts if ship else ()))


def cargo(_: Translator, load: Load, cubes: Iterable[Cube] = Cube, cursor: Cube | None = None) -> star_map.Cargo:
    """Returns the picture of a load, or only of some of its colours."""
    return star_map.Cargo(tuple((int(cube), load[cube - 1], _(session.LOADED[cube])) for cube in cubes), cursor)


OFFERS = ("sink", "trade", "load", "refuel", "claim")
"""The kinds of actions that a turn offers with a button of their own, the best first: one of them, if possible."""


def kind_of(action: Option | None) -> str:
    """Returns the kind of an action, the first word of its key, such as "trade"; empty for None."""
    return action.key.split()[0] if action else ""


def offer_option(model: Model, field: Field) -> Option | None:
    """Returns the first of the `OFFERS` that is possible for the active player's ship on a field; None if none is."""
    _, state = model.translate, session_of(model).state
    actions = ship_actions(model, field) if own_ship(state, field) else []
    # A trade in the other direction is only for players who agree on it: it is in the list.
    possible = [each for each in actions if each.do and " back " not in each.key]
    found = next((each for kind in OFFERS for each in possible if kind_of(each) == kind), None)
    if found is None:
        return None
    kind = kind_of(found)
    system = state.systems[field] or System(Cube.RED, Cube.RED)  # without a system only sinking is possible
    words: tuple[tuple[Cube, str], ...] = ((system.lower, found.detail),)
    if kind == "sink":
        words = ((Cube.RED, _("Pirate here: pay {n}", n=12)),)
    elif kind == "trade":
        words = (system.lower, _("Trade here: pay {n}", n=system.pay)), (system.upper, _("get {n}", n=system.receive))
    elif kind == "claim":
        found, words = found._replace(detail=_("Claim this system: {detail}.", detail=found.detail)), ()
    pieces = tuple((text, star_map.CUBE_COLOURS[cube], str(int(cube))) for cube, text in words)
    label = found.label[:1].upper() + found.label[1:]
    return Option(label, found.do, found.detail, Icon.BANK, key=found.key, area="offers", pieces=pieces)


def journey_view(model: Model) -> star_map.View | None:
    """Returns the view with the destinations of the first journey of a turn; None if none is due."""
    record = session_of(model).started_record
    if record.state.ledger is None or not piratenclaim.may_travel(record.state) or session.journey(record) is not None:
        return None
    field = star_map.ship_in_focus(record).field
    return star_map.journeys_view(record.state, field)._replace(cursor=field)


def fleet(state: State) -> tuple[FleetShip, ...]:
    """Returns all ships, the active player's first, then those of the following seats."""
    seat_count = len(state.players)
    ships = ledger_of(state).fleet
    return tuple(sorted(ships, key=lambda ship: ((ship.player - state.turn) % seat_count, ship.parts)))


class FleetPage(BoardScreenPage, star_map.ViewPage, frozen=True):
    """Shows one ship after the other: its owner, field, parts and load."""

    cursor: int = 0
    """The index in `fleet`."""
    name: ClassVar[str] = "piratenclaim_fleet"
    headline: ClassVar[str] = N_("Choose a ship")

    def view(self, model: Model) -> star_map.View:
        return star_map.cursor_view(fleet(session_of(model).state)[self.cursor].field)

    def screen(self, model: Model) -> Screen:
        _, state = model.translate, session_of(model).state
        ships = fleet(state)
        ship = ships[self.cursor]
        board = open_on_top(model, BoardPage(ship.field))
        stays = (Text(_.many("{n} turn here", "{n} turns here", ship.stay), align="left"),) if ship.stay else ()
        parts = Text(parts_words(_, state, ship.player, ship.parts), align="left", shorten=True)
        return Screen(
            display_name(_, state.players[ship.player]),
            field_name(ship.field),
            # One line each: in some languages they do not fit side by side.
            (parts, *stays, cargo(_, ship.load)),
            Choices(OnDemand(len(ships), lambda number: _ship_option(model, ships[number])), self.cursor, show="board"),
            {
                Button.BANK: Option(_("Fields"), board, _("what is there"), Icon.FIELDS),
                Button.UNDO: session.back_option(model),
            },
            point=partial(map_pages.open_field, model),
        )


def _ship_option(model: Model, ship: FleetShip) -> Option:
    """Returns the option that opens the actions of a ship, or explains why it has none."""
    _, act, place = model.translate, map_pages.action_option(model, ship.field), field_name(ship.field)
    if ship.player != session_of(model).state.turn:
        return Option(place, detail=_("it is not this ship's turn"), place=place)
    if ship_actions(model, ship.field):
        act = act._replace(label=_("Choose an action"), detail=_("travel, trade, claim"))
    return act._replace(place=place)


def ships_option(model: Model, without_ledger: str) -> Option:
    """Returns the option that opens the ships and their actions; without the ledger, the option that opens the fields.

    `without_ledger` is the translated detail of the option without the ledger.
    """
    _, record = model.translate, session_of(model).started_record
    state, field = record.state, star_map.field_in_focus(record)
    if state.ledger is None:
        return Option(_("Fields"), open_on_top(model, BoardPage(field)), without_ledger, Icon.FIELDS)
    # The actions of one ship are listed at once; on the box the others are one press away.
    at = star_map.ship_in_focus(record).field
    page = open_on_top(model, ShipActionsPage(at) if ship_actions(model, at) else FleetPage())
    if piratenclaim.may_travel(state):
        offer = offer_option(model, at)
        shown = {"travel", "split", "trade", kind_of(offer)}
        others = [each.label for each in ship_actions(model, at) if each.do and kind_of(each) not in shown]
        if others or session.journey(record) is None:
            return Option(_("Actions"), page, ", ".join((_("travel"), *others)[:2]), Icon.FIELDS, area="mains")
        fuel = _("{n} fuel", n=star_map.ship_in_focus(record).load.red)
        return Option(_("Travel on"), page, fuel, Icon.FIELDS, area="mains")  # nothing else is left to do
    # If no action is possible, the page only shows the ships, which a larger frontend always shows.
    can_act = any(each.do for ship in ships_of(state) for each in ship_actions(model, ship.field))
    return Option(_("Ships"), page, _("refuel"), Icon.FIELDS, box_only=not can_act)


class ShipActionsPage(FieldActionsPage, frozen=True):
    """Lists the actions of the active player's ship on its field; unavailable ones have a reason."""

    name: ClassVar[str] = "piratenclaim_ship_actions"

    def point(self, model: Model, place: str) -> Transition:
        """Chooses a field where the ship may travel; pointing at its own field again does nothing."""
        if star_map.parse_place(place) == self.field:
            return Transition(model)
        page = travel_page(session_of(model).state, self.field, star_map.parse_place(place))
        return FieldActionsPage.point(self, model, place) if page is None else Transition(model.with_page(page))

    def view(self, model: Model) -> star_map.View:
        """Shows the destinations, if the ship may travel: pointing at one of them chooses it."""
        state, shown = session_of(model).state, FieldActionsPage.view(self, model)
        if own_ship(state, self.field) is None or not piratenclaim.may_travel(state):
            return shown
        return star_map.journeys_view(state, self.field)._replace(cursor=self.field)

    def screen(self, model: Model) -> Screen:
        screen = FieldActionsPage.screen(self, model)
        ships = Option(model.translate("Ships"), open_on_top(model, FleetPage()), icon=Icon.FIELDS, box_only=True)
        return screen._replace(keys={Button.BANK: ships, **screen.keys})

    def options(self, model: Model) -> Sequence[Option]:
        return ship_actions(model, self.field)

    def form_note(self, model: Model) -> str:
        """Returns the actions that are not available, as text; the screen has them in its list."""
        unavailable = (f"{each.label.capitalize()}: {each.detail}" for each in self.options(model) if each.do is None)
        return ". ".join((field_name(self.field), *unavailable)) + "."


class CubesText(NamedTuple):
    status: str
    """What the cubes are worth or for, in one line."""
    fault: str = ""
    """Why the counts are not possible, in one sentence; empty if they are possible."""
    brief: str = ""
    """A shorter `status` for the screen, below the counts; if empty, the screen shows `status`."""


class CubesPage(star_map.ViewPage, frozen=True):
    """Prompts for numbers of cubes, colour by colour. A subclass adds its limits and texts."""

    counts: Load = Load()
    cursor: int = 0
    """The index in `limits` of the colour that is being counted."""
    title: ClassVar[str]

    def view(self, model: Model) -> star_map.View:
        return star_map.cursor_view(ships_of(session_of(model).state)[0].field)

    def limits(self, state: State) -> dict[Cube, int]:
        """Returns the colours, and the maximum of each."""
        raise NotImplementedError

    def words(self, model: Model) -> CubesText:
        raise NotImplementedError

    def done(self, model: Model) -> Transition:
        """Returns the transition that accepts the counts."""
        raise NotImplementedError

    def back(self, model: Model) -> Option:
        """Returns the action of `undo` on the first colour."""
        return session.back_option(model)

    def screen(self, model: Model) -> Screen:
        _, state, words = model.translate, session_of(model).state, self.words(model)
        limits = self.limits(state)
        cubes, done = list(limits), Option(_("Done"), lambda: self.done(model), words.status, Icon.PLACE)
        if words.fault:
            done = Option(_("Done"), detail=words.fault)
        cube, following = cubes[self.cursor], (self.cursor + 1) % len(cubes)

        def change_by(steps: int) -> Do:
            return show(model, self.with_count(cube, (self.counts[cube - 1] + steps) % (limits[cube] + 1)))

        previous = Option(_("Back"), show(model, self._at(self.cursor - 1)), icon=Icon.UNDO)
        on = Option(_("Continue"), show(model, self._at(following)), _(session.LOADED[cubes[following]]), Icon.CHECK)
        return Screen(
            display_name(_, state.players[state.turn]),
            _(self.title),
            (cargo(_, self.counts, cubes, cube), Text(words.fault or words.brief or words.status)),
            keys={
                Button.LEFT: Option("", change_by(-1), icon=Icon.DOWN),
                Button.RIGHT: Option("", change_by(1), icon=Icon.UP),
                # Pressing only `ok` finishes after the last colour if the counts are possible.
                Button.OK: done._replace(icon=Icon.CHECK) if done.do and cube is cubes[-1] else on,
                Button.BANK: done,
                Button.UNDO: previous if self.cursor else self.back(model),
            },
        )

    def form(self, model: Model) -> Form:
        limits, words, undo = self.limits(session_of(model).state), self.words(model), self.back(model)

        def stepper(cursor: int, cube: Cube) -> FormItem:
            # Fuel is not traded.
            worth = "" if cube is Cube.RED else model.translate("worth {n} each", n=int(cube))
            question = Number(self._key(cube), session.LOADED[cube], range(limits[cube] + 1), 0, worth, "stepper")
            page = self._at(cursor)
            return FormItem(
                question, self.counts[cube - 1], lambda value: Transition(model.with_page(page.with_count(cube, value)))
            )

        items = [stepper(cursor, cube) for cursor, cube in enumerate(limits)]
        done = Command("bank", N_("Done"), is_main=not words.fault)
        items.append(done.item(lambda: reject_press(model) if words.fault else self.done(model)))
        if undo.do is not None:
            items.append(Command("undo", undo.label, is_translated=True).item(undo.do))
        cursor = self._key(list(limits)[self.cursor])
        return Form(self.title, tuple(items), cursor, words.fault or f"{words.status}.")

    def _key(self, cube: Cube) -> str:
        return f"{self.name} {cube.name.lower()}"

    def _at(self, cursor: int) -> Self:
        return replace(self, cursor=cursor)

    def with_count(self, cube: Cube, count: int) -> Self:
        return replace(self, counts=self.counts._replace(**{Load._fields[cube - 1]: count}))


class CargoPage(CubesPage, frozen=True):
    """Prompts a seat for its initial cargo: worth 60, with room next to 30 fuel (rules, 3)."""

    counts: Load = USUAL_CARGO
    name: ClassVar[str] = "piratenclaim_cargo"
    headline: ClassVar[str] = N_("Choose a cargo worth 60; 30 fuel comes with it")
    title: ClassVar[str] = N_("cargo")

    def limits(self, state: State) -> dict[Cube, int]:
        return {cube: min(CARGO_ROOM, START_CARGO // cube) for cube in Cube if cube is not Cube.RED}

    def words(self, model: Model) -> CubesText:
        _, worth, count = model.translate, piratenclaim.cargo_value(self.counts), sum(self.counts)
        status = _(
            "worth {n} of {all}, {count} of {room} cubes", n=worth, all=START_CARGO, count=count, room=CARGO_ROOM
        )
        fault = ""
        if worth != START_CARGO:
            fault = _("The cargo is worth {n}: it has to be {all}.", n=worth, all=START_CARGO)
        elif count > CARGO_ROOM:
            fault = _("{n} cubes have no room: at most {all}.", n=count, all=CARGO_ROOM)
        return CubesText(status, fault)

    def done(self, model: Model) -> Transition:
        return session.record_event(model, piratenclaim.Cargo(self.counts))

    def back(self, model: Model) -> Option:
        return session.undo_option(model, model.translate("hold: menu"))


class LoadPage(CubesPage, frozen=True, kw_only=True):
    """Prompts for the load of parts that leave their ship."""

    origin: Field
    parts: tuple[int, ...]
    name: ClassVar[str] = "piratenclaim_load"
    headline: ClassVar[str] = N_("Choose what goes along")
    title: ClassVar[str] = N_("goes along")

    @classmethod
    def first(cls, ship: FleetShip, parts: tuple[int, ...]) -> Self:
        """Returns the page with these parts' share of the load, with more or less fuel if it does not fit."""
        share, staying = piratenclaim.even_share(ship, parts), len(ship.parts) - len(parts)
        by_fuel = sorted(range(ship.load.red + 1), key=lambda fuel: abs(fuel - share.red))
        loads = (share._replace(red=fuel) for fuel in by_fuel)
        fitting = (load for load in loads if fits(load, len(parts)) and fits(ship.load.minus(load), staying))
        return cls(next(fitting, share), origin=ship.field, parts=parts)

    def limits(self, state: State) -> dict[Cube, int]:
        return {cube: count for cube, count in zip(Cube, self._ship(state).load, strict=True) if count}

    def words(self, model: Model) -> CubesText:
        _, ship = model.translate, self._ship(session_of(model).state)
        left = ship.load.minus(self.counts)
        along, room = compartments(self.counts), len(self.parts) * COMPARTMENTS
        stays, room_there = compartments(left), (len(ship.parts) - len(self.parts)) * COMPARTMENTS
        fault = ""
        if along > room:
            fault = _("{n} compartments go along: room for {all}.", n=along, all=room)
        elif stays > room_there:
            fault = _("{n} compartments stay: room for {all}.", n=stays, all=room_there)
        status = _("stays: {load}", load=session.load_words(_, left))
        brief = _("stays: {load}", load=" + ".join(map(str, left)))
        return CubesText(status, fault, brief=brief)

    def done(self, model: Model) -> Transition:
        ship = self._ship(session_of(model).state)
        return Transition(model.with_page_on_top(replace(TravelPage.first(ship), parts=self.parts, load=self.counts)))

    def _ship(self, state: State) -> FleetShip:
        return piratenclaim.ship_of(state, self.parts[0])


class FuelPage(CubesPage, frozen=True, kw_only=True):
    """Prompts for the cost of a travel if the players decide it."""

    travel: piratenclaim.Travel
    max_fuel: int
    """The fuel that goes along."""
    name: ClassVar[str] = "piratenclaim_fuel"
    headline: ClassVar[str] = N_("Agree on the fuel")
    title: ClassVar[str] = N_("fuel")

    def limits(self, state: State) -> dict[Cube, int]:
        return {Cube.RED: self.max_fuel}

    def words(self, model: Model) -> CubesText:
        _ = model.translate
        return CubesText(_("to {field}: you agree on the fuel", field=field_name(self.travel.field)))

    def done(self, model: Model) -> Transition:
        return session.record_event(model, dataclasses.replace(self.travel, fuel=self.counts.red))


class TravelPage(FieldPage, frozen=True):
    """Prompts for the destination of parts of a ship; none is selected while the cursor is on the ship itself."""

    origin: Field
    parts: tuple[int, ...]
    load: Load | None = None
    """The load that goes along if other parts stay; None if the whole ship travels with all its load."""
    fuel: int | None = None
    """The cost of the travel, declared by the players; None for the proposal, one for each step."""
    name: ClassVar[str] = "piratenclaim_travel"
    chooses_first: ClassVar[bool] = True

    @classmethod
    def first(cls, ship: FleetShip) -> Self:
        """Returns the page for a whole ship, without a selected destination."""
        return cls(ship.field, ship.field, ship.parts)

    def at(self, field: Field) -> Self:
        return replace(self, field=field, fuel=None)

    def screen(self, model: Model) -> Screen:
        _, state, screen = model.translate, session_of(model).state, FieldPage.screen(self, model)
        if not self._has_target:
            return screen._replace(sentence=_("Choose where to travel"))
        origin, field, system = field_name(self.origin), field_name(self.field), state.systems[self.field]
        words = _.many(
            "From {origin} to {field}: {n} step",
            "From {origin} to {field}: {n} steps",
            len(self._way(model)),
            origin=origin,
            field=field,
        )
        facts = [Text(words, "bold")]
        can_trade = system is not None and system.lower is not system.upper
        brief = N_("a system, trade {pay} {lower} for {get} {upper}") if can_trade else N_("an all-{lower} system")
        if (there := session.contents_words(_, state, self.field, brief)) != _("empty"):
            facts.append(Text(_("There: {what}.", what=there), "reason"))
        roll = list(map_pages.roll_facts(_, state, self.field))
        # The first one says why nothing is discovered, which a system makes obvious.
        facts += roll if system is None else roll[1:]
        body = (BoxOnly(screen.body), WebOnly(tuple(facts)))
        return screen._replace(body=body, sentence=_("Travel to {field}?", field=field))

    def fields(self, model: Model) -> Sequence[Field]:
        return sorted(self.view(model).ways)

    def view(self, model: Model) -> star_map.View:
        return star_map.journeys_view(session_of(model).state, self.origin)._replace(
            focus=piratenclaim.segment_of(self.field), cursor=self.field
        )

    def lines(self, model: Model) -> Sequence[str]:
        _ = model.translate
        if not self._has_target:
            return (_("where to?"),)
        return (_("travel?"), *session.field_lines(_, session_of(model).state, self.field))[: session.LINES]

    def act(self, model: Model) -> Option:
        _, max_fuel = model.translate, self._max_fuel(model)
        if not self._has_target:
            return Option(_("travel"), detail=_("choose the field first"))
        label = _("Travel to {field}", field=field_name(self.field))
        if not self._is_possible(model):
            return Option(label, detail=_("too little fuel"))
        travel = self._travel(model)
        go = recorder(model, travel)
        if max_fuel:
            go = open_on_top(model, FuelPage(Load(red=travel.fuel), travel=travel, max_fuel=max_fuel))
        return Option(label, go, _("{n} fuel", n=travel.fuel), Icon.PLACE)

    def point(self, model: Model, place: str) -> Transition:
        """Travels if the destination is pointed at again, as the button of the form does."""
        is_again = self._has_target and star_map.parse_place(place) == self.field and self._is_possible(model)
        return session.record_event(model, self._travel(model)) if is_again else super().point(model, place)

    def touch(self, model: Model, place: str) -> Transition:
        """Touching the destination again is `ok`, which prompts for the fuel."""
        return super().point(model, place)

    def form(self, model: Model) -> Form:
        """Returns a form with a stepper for the fuel and the button that travels; the map shows the destinations."""
        _, max_fuel = model.translate, self._max_fuel(model)
        back = Command("undo", N_("Back")).item(lambda: self.press(model, Button.UNDO))
        if not self._has_target:
            return Form(_("Choose where to travel"), (back,), note=_("Choose a field on the map."))
        fuel, items = self._fuel(model), list[FormItem]()
        if max_fuel:
            left = _("{n} now, {left} after", n=max_fuel, left=max_fuel - fuel)
            question = Number("travel fuel", N_("Fuel"), range(max_fuel + 1), 0, left, "stepper")
            items.append(FormItem(question, fuel, lambda value: Transition(model.with_page(replace(self, fuel=value)))))
        if self._is_possible(model):
            label = _("Travel to {field}", field=field_name(self.field))
            travel = Command("travel", label, _("{n} fuel", n=fuel), is_main=True, is_translated=True)
            items.append(travel.item(recorder(model, self._travel(model))))
        # Staying is an answer to the page below, if it waits for a first journey.
        below = model.with_top_page_closed()
        stay = below.page.screen(below).keys.get(Button.OK, NOTHING)
        if stay.key == STAY and stay.do is not None:
            back = Command(STAY, stay.label, stay.detail, is_translated=True).item(stay.do)
        items.append(back)
        note = _("Agree on the fuel: we suggest 1 a step.") if max_fuel else ""
        return Form(_("Travel to {field}?", field=field_name(self.field)), tuple(items), note=note)

    def _is_possible(self, model: Model) -> bool:
        return piratenclaim.is_legal(session_of(model).state, self._travel(model))

    @property
    def _has_target(self) -> bool:
        return self.field != self.origin

    def _travel(self, model: Model) -> piratenclaim.Travel:
        load = self.load if self.load is not None and any(self.load) else None
        return piratenclaim.Travel(self.parts, self.field, load, self._fuel(model))

    def _way(self, model: Model) -> tuple[Field, ...]:
        return self.view(model).ways[self.field]

    def _fuel(self, model: Model) -> int:
        proposal = len(self._way(model)) if self.fuel is None else self.fuel
        return min(proposal, self._max_fuel(model))

    def _max_fuel(self, model: Model) -> int:
        load = piratenclaim.ship_of(session_of(model).state, self.parts[0]).load if self.load is None else self.load
        return load.red


def travel_page(state: State, origin: Field, to: Field) -> TravelPage | None:
    """Returns the page on which the active player's ship travels from one field to another; None if it may not."""
    ship = own_ship(state, origin)
    if ship is None or not piratenclaim.may_travel(state) or to == origin or state.discs >> to & 1:
        return None
    return TravelPage(to, origin, ship.parts)
