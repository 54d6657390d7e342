"""The ledger at the table: what each ship carries, what it can do where it stands, and the cubes that people choose.

A player has at most one ship on a field, because parts that meet are joined; so whoever names a field names a ship, and
the pages here are reached by a field: `FleetPage` walks over the ships, `ShipActionsPage` lists what one can do. What
cannot be done now stays in the list where people look for it, and says why in a few words: the rules decide
(`piratenclaim.apply`), and `obstacle` finds the words. Nothing here is recorded but the rules' own events.

A travel is put together on several pages: which parts go, what they take along, where to, and what they pay; pages that
are not needed are left out. In a voyage the rules know the price and the way, elsewhere both are the table's word.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from companion.core.model import Model, PointablePage, Transition, reject_press
from companion.core.page import ButtonRow, Page, arrows, close, cursor_arrows, open_on_top, show
from companion.core.player_names import display_name
from companion.core.questions import Answer, Command, Form, FormItem, Pick, choose_in_list, command_form
from companion.locale.translator import N_
from companion.screen.canvas import BLACK, WHITE, Rect
from companion.screen.font import BOLD, THIN, shortened
from companion.screen.icons import Icon
from companion.screen.layout import Item, header, menu, paragraph
from companion.screen.small_letters import label as small_label
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.map_drawing import INVERSE, draw_field
from companion.tables.piratenclaim.map_pages import (
    ABOVE_PRICE,
    BELOW_LIST,
    PRICE,
    TELLING,
    BoardPage,
    FieldPage,
    action_row,
    back_to_decision,
)
from companion.tables.piratenclaim.session import record_event, session_of, take_back_row
from companion.tables.piratenclaim.star_map import at_cursor, field_in_focus, parse_place, star_map
from companion.tables.piratenclaim.words import (
    CUBES,
    LOADED,
    PIRATES,
    field_lines,
    field_name,
    load_words,
    parts_words,
    trade,
)
from engine import piratenclaim
from engine.game import Illegal
from engine.piratenclaim import (
    FIELDS,
    FIRST_FUEL,
    FIRST_WORTH,
    MIDDLE,
    BuyShip,
    Cargo,
    Claim,
    Colour,
    Cube,
    Field,
    Load,
    LoadCube,
    Refuel,
    Sink,
    Trade,
    Travel,
    UnloadCube,
    cargo_worth,
    fields_in,
    fits,
    ledger_of,
    ships_of,
)
from engine.piratenclaim.ledger import COMPARTMENTS, compartments
from hardware.device import WIDTH, Button

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.lights.composition import Lights
    from companion.locale.translator import Translator
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import Event as GameEvent
    from engine.piratenclaim import FleetShip, State

CARGO_ROOM = 24
"""The most cubes of cargo beside the first fuel: four compartments of nine (rules, 3)."""
USUAL_CARGO = Load(orange=3, yellow=1, green=6, blue=3, purple=2)
"""What the page of the cargo begins with: all five colours, worth 60, and room for more."""
OUR_RULE = N_("our rule")
"""Stands over whatever a voyage decides: no text of the game does."""
TABLES_WORD = N_("the table decides what it costs")
ASSUMPTION = N_("an assumption")


def is_voyage(state: State) -> bool:
    """Returns whether our own rule for a whole game is played."""
    return state.ledger is not None and state.ledger.voyage_turns is not None


def own_ship(state: State, field: Field) -> FleetShip | None:
    """Returns the mover's ship on a field; None: none stands there."""
    return next((ship for ship in ships_of(state) if ship.field == field), None)


def is_legal(state: State, event: GameEvent) -> bool:
    """Returns whether the rules take this event now."""
    try:
        piratenclaim.apply(state, event)
    except Illegal:
        return False
    return True


def voyage_words(_: Translator, state: State) -> str:
    """Returns which turn of how many each seat has in a voyage, headed by whose rule it is."""
    return f"{_(OUR_RULE)}: {turn_words(_, state)}"


def turn_words(_: Translator, state: State) -> str:
    """Returns which turn it is; in a voyage, of how many of this seat."""
    if not is_voyage(state):
        return _("Turn {n}", n=state.turns + 1)
    turns = ledger_of(state).voyage_turns or 0
    turn = min(state.turns // len(state.players) + 1, turns)
    return _("Turn {n}", n=f"{turn}/{turns}")


class ShipAction(NamedTuple):
    """Something that a player's ship can do on its field, or what stands in its way."""

    key: str
    label: str
    """Translated, as is the detail: what it costs or brings, or why it cannot be."""
    detail: str
    event: GameEvent | None = None
    page: Page | None = None
    """What is asked first; None, and no event: it cannot be done now."""

    @property
    def is_possible(self) -> bool:
        return self.event is not None or self.page is not None


def ship_actions(_: Translator, state: State, field: Field) -> list[ShipAction]:  # noqa: C901 - a list of actions
    """Returns what the mover can do on a field with the ship that stands there, or without one."""
    ship, system = own_ship(state, field), state.systems[field]

    found = list[ShipAction]()

    def act(key: str, label: str, event: GameEvent, detail: str) -> None:
        why = obstacle(_, state, event, field)
        found.append(ShipAction(key, label, why or detail, None if why else event))

    if ship is not None and field == MIDDLE and state.phase in TELLING:
        act("refuel", _("refuel"), Refuel(ship.parts[0]), _("+1 fuel for each part"))
    if not piratenclaim.may_travel(state):
        return found
    if ship is not None:
        part = ship.parts[0]
        found.append(ShipAction("travel", _("travel"), parts_of(_, state, ship), page=TravelPage.first(state, ship)))
        for parts in separable(state, ship)[1:]:
            some = parts_words(_, [ledger_of(state).colours[state.turn][each] for each in parts])
            key = f"split {' '.join(map(str, parts))}"
            found.append(ShipAction(key, some, _("these parts travel alone"), page=LoadPage.first(ship, parts)))
        for pirate in piratenclaim.pirates_at(state, field):
            label = _("sink {colour}", colour=_(PIRATES[pirate]))
            act(f"sink {pirate.name.lower()}", label, Sink(field, pirate, part), _("12 fuel"))
        if system is not None and system.lower is not system.upper:
            back = _("pay {pay} {upper}, get {get} {lower}", pay=int(system.lower), upper=_(CUBES[system.upper]),
                     get=int(system.upper), lower=_(CUBES[system.lower]))  # fmt: skip
            act("trade", _("trade"), Trade(part), trade(_, system))
            act("trade back", _("trade back"), Trade(part, reverse=True), f"{back}: {_(ASSUMPTION)}")
        elif system is not None and field != MIDDLE:
            cube = _(CUBES[system.lower])
            act("load", _("load"), LoadCube(part), f"1 {cube}")
            act("unload", _("unload"), UnloadCube(part), f"1 {cube}")
        if field == MIDDLE and state.spare_ships:
            act("buy white", _("buy a white part"), BuyShip(state.turn, part, Colour.WHITE), _(PRICE))
            act("buy other", _("buy another colour"), BuyShip(state.turn, part, Colour.OTHER), _(PRICE))
    if system is not None and (ship is not None or not is_voyage(state)):
        is_word = system.lower is not system.upper and not is_voyage(state)
        value, word = _("value {n}", n=system.value), _("the table decides when")
        act("claim", _("claim"), Claim(field), f"{value}; {word}" if is_word else value)
    return found


def obstacle(_: Translator, state: State, event: GameEvent, field: Field) -> str:  # noqa: C901 - a table of cases
    """Returns in a few words why the rules do not take an event of the mover's ship there; empty: they do."""
    if is_legal(state, event):
        return ""
    ship, system, ledger = own_ship(state, field), state.systems[field], ledger_of(state)
    load = Load() if ship is None else ship.load
    match event:
        case Refuel() if ship and all(ledger.refuelled >> part & 1 for part in ship.parts):
            return _("done in this turn")
        case Trade(_part, reverse) if system is not None:
            cube, needs = (system.upper, system.lower) if reverse else (system.lower, system.upper)
            if load[cube - 1] < needs:
                return _("needs {n} {colour}, has {has}", n=int(needs), colour=_(CUBES[cube]), has=load[cube - 1])
        case LoadCube() | UnloadCube() if ledger.loaded >> field & 1:
            return _("one cube a turn")
        case UnloadCube() if system is not None:
            return _("needs {n} {colour}, has {has}", n=1, colour=_(CUBES[system.lower]), has=0)
        case Claim() if system is not None:
            mine = [seat for at, seat in ledger.claims if at == field]
            if mine and (is_voyage(state) or state.turn in mine):
                return _("claimed by {names}", names=display_name(_, state.players[mine[0]]))
            stay = 0 if ship is None else ship.stay
            return _("{n} of {all} turns here", n=stay, all=int(system.lower))
        case Sink():
            return _("needs {n} {colour}, has {has}", n=12, colour=_("fuel"), has=load.red)
        case BuyShip(_player, _ship, colour):
            short = min(load.minus(Load(6, 1, 1, 1, 1, 1))) < 0
            return _(PRICE) if short or colour is not Colour.WHITE else _("white parts stay together")
        case _:
            pass
    return _("no room in {n} compartments", n=COMPARTMENTS * len(ship.parts if ship else ()))


def separable(state: State, ship: FleetShip) -> tuple[tuple[int, ...], ...]:
    """Returns the parts of a ship that may travel together, the whole ship first."""
    colours = ledger_of(state).colours[ship.player]
    whites = tuple(part for part in ship.parts if colours[part] is Colour.WHITE)
    blocks = [block for block in (whites, *((part,) for part in ship.parts if part not in whites)) if block]
    subsets = (
        tuple(sorted(part for number, block in enumerate(blocks) if chosen >> number & 1 for part in block))
        for chosen in range(1, 1 << len(blocks))
    )
    return tuple(sorted(subsets, key=lambda parts: (-len(parts), parts)))


def draw_load(
    canvas: Canvas, _: Translator, load: Load, top: int, cubes: Iterable[Cube] = Cube, cursor: Cube | None = None
) -> None:
    """Draws for each colour a cube with its value, and how many there are below it; one may be under the cursor."""
    for cube in cubes:
        left, count = 4 + 20 * (cube - 1), load[cube - 1]
        if cube is cursor:
            canvas.fill(Rect(left - 2, top - 1, left + 17, top + 19), WHITE, 2)
        ink = BLACK if cube is cursor else WHITE
        figure = [row.translate(INVERSE) for row in small_label(str(int(cube)))]
        width = len(figure[0]) + 4
        drawing = ("#" * width, *(f"##{row}##" for row in figure), "#" * width)
        canvas.art(left + (15 - width) // 2, top, drawing, ink=ink)
        canvas.text(left + 7, top + 9, str(count), BOLD, "centre", ink=ink, says=f"{count} {_(LOADED[cube])}")


def fleet(state: State) -> tuple[FleetShip, ...]:
    """Returns all ships, the mover's first, then those of the seats after it."""
    seats = len(state.players)
    return tuple(sorted(ledger_of(state).fleet, key=lambda ship: ((ship.player - state.turn) % seats, ship.parts)))


def parts_of(_: Translator, state: State, ship: FleetShip) -> str:
    """Returns of which parts a ship is joined."""
    colours = ledger_of(state).colours[ship.player]
    return parts_words(_, [colours[part] for part in ship.parts])


@dataclass(frozen=True, slots=True)
class FleetPage(Page):
    """Shows one ship after the other: whose, where, of which parts, and what it carries."""

    field: Field
    number: int = 0
    """Which of the ships on that field, the mover's first."""
    name: ClassVar[str] = "piratenclaim_fleet"

    def ship(self, state: State) -> FleetShip:
        here = [ship for ship in fleet(state) if ship.field == self.field]
        return here[min(self.number, len(here) - 1)] if here else fleet(state)[0]

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, state = model.translate, session_of(model).state
        ships, ship = fleet(state), self.ship(state)

        def moved(button: Button) -> FleetPage:
            at = ships[(ships.index(ship) + (1 if button is Button.RIGHT else -1)) % len(ships)]
            here = [each for each in ships if each.field == at.field]
            return FleetPage(at.field, here.index(at))

        rows = arrows(model, moved) if len(ships) > 1 else {}
        act = action_row(model, ship.field)
        if ship.player != state.turn:
            act = ButtonRow(label=field_name(ship.field), effect=_("it is not this ship's turn"))
        elif ship_actions(_, state, ship.field):
            act = act._replace(label=_("What does it do?"), effect=_("travel, trade, claim"))
        board = open_on_top(model, BoardPage(ship.field))
        return rows | {
            Button.OK: act,
            Button.BANK: ButtonRow(Icon.FIELDS, board, _("Fields"), _("what lies there")),
            Button.UNDO: ButtonRow(Icon.UNDO, lambda: back_to_decision(model), _("Back")),
        }

    def point(self, model: Model, place: str) -> Transition:
        """Shows the ship on that field, or what lies there; pointing at the ship again opens what it can do."""
        field, state = parse_place(place), session_of(model).state
        if field == self.field and own_ship(state, field) is not None:
            return self.press(model, Button.OK)
        page = FleetPage(field) if any(ship.field == field for ship in fleet(state)) else BoardPage(field)
        return Transition(model.with_page(page))

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state = model.translate, session_of(model).state
        ship = self.ship(state)
        header(canvas, display_name(_, state.players[ship.player]), field_name(ship.field))
        # A line for each: side by side they meet, in some language or after some turns.
        parts = parts_of(_, state, ship)
        canvas.text(1, 12, shortened(THIN, parts, WIDTH - 2), says=parts)
        if ship.stay:
            canvas.text(1, 22, _.many("{n} turn here", "{n} turns here", ship.stay))
        draw_load(canvas, _, ship.load, 33)

    def lights(self, model: Model, now: float) -> Lights:
        return lights.at_field(model, now, self.ship(session_of(model).state).field)


def look_around(state: State, field: Field) -> Page:
    """Returns the page on which ships are looked at and act: with the ledger ship by ship, else field by field."""
    if state.ledger is None:
        return BoardPage(field)
    at = field if own_ship(state, field) is not None else ships_of(state)[0].field
    return FleetPage(at)


def look_row(model: Model, without_ledger: str) -> ButtonRow:
    """Returns the row of the button that opens this page; without the ledger it says what is told there."""
    _, record = model.translate, session_of(model).started_record
    page = open_on_top(model, look_around(record.state, field_in_focus(record)))
    if record.state.ledger is None:
        return ButtonRow(Icon.FIELDS, page, _("Fields"), without_ledger)
    return ButtonRow(Icon.FIELDS, page, _("Ships"), _("travel, trade, claim"))


@dataclass(frozen=True, slots=True)
class ShipActionsPage(Page):
    """Lists what the mover's ship can do on its field; what it cannot do now says why."""

    field: Field
    cursor: int = 0
    name: ClassVar[str] = "piratenclaim_ship_actions"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        actions = ship_actions(_, session_of(model).state, self.field)
        action = actions[self.cursor]

        def act() -> Transition:
            if action.page is not None:
                return Transition(model.with_page_on_top(action.page))
            return reject_press(model) if action.event is None else record_event(model, action.event)

        ok = ButtonRow(Icon.CHECK, act, action.label, action.detail)
        rows = cursor_arrows(model, self, len(actions), (Icon.UP, Icon.DOWN)) if len(actions) > 1 else {}
        return rows | {
            Button.OK: ok if action.is_possible else ButtonRow(label=action.label, effect=action.detail),
            Button.UNDO: ButtonRow(Icon.UNDO, close(model), _("Back")),
        }

    def point(self, model: Model, place: str) -> Transition:
        """Pointing at another field closes the list and looks there; at the same one it is `ok`."""
        if parse_place(place) == self.field:
            return self.press(model, Button.OK)
        below = model.with_top_page_closed()
        return below.page.point(below, place) if isinstance(below.page, PointablePage) else reject_press(model)

    def form(self, model: Model) -> Form:
        _, state = model.translate, session_of(model).state
        actions, ship = ship_actions(_, state, self.field), own_ship(state, self.field)
        keys = {_key(self.field, each): each for each in actions}
        entries = (
            Command(key, each.label, each.detail, are_names=True) for key, each in keys.items() if each.is_possible
        )
        back = Command(Button.UNDO.value, N_("Back"))
        # What cannot be done is no button, but said; the screen has it in its list.
        load = [] if ship is None else [load_words(_, ship.load)]
        idle = (f"{each.label}: {each.detail}" for each in actions if not each.is_possible)
        note = f"{field_name(self.field)}: {'. '.join((*load, *idle))}."
        cursor = _key(self.field, actions[self.cursor]) if actions[self.cursor].is_possible else ""
        return command_form(N_("what happens?"), *entries, back, cursor=cursor, note=note)

    def choose(self, model: Model, name: str, value: object) -> Transition:
        actions = ship_actions(model.translate, session_of(model).state, self.field)
        return choose_in_list(self, model, name, [_key(self.field, each) for each in actions])

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state = model.translate, session_of(model).state
        actions = ship_actions(_, state, self.field)
        header(canvas, field_name(self.field), _("what happens?"))
        # Before the list: what is drawn after one is not read out.
        paragraph(canvas, actions[self.cursor].detail, BELOW_LIST)
        menu(canvas, [Item(each.label, "" if each.is_possible else "-") for each in actions], self.cursor, ABOVE_PRICE)

    def lights(self, model: Model, now: float) -> Lights:
        return lights.at_field(model, now, self.field)


def _key(field: Field, action: ShipAction) -> str:
    return f"{action.key} {field_name(field)}"


def _numbers(most: int) -> tuple[Answer, ...]:
    return tuple(Answer(number, str(number), "") for number in range(most + 1))


class CubesPage(Page):
    """Asks for numbers of cubes, colour by colour. A page adds its fields, and what is said below."""

    __slots__ = ()
    counts: Load
    cursor: int
    """Which of the colours is being counted."""
    title: ClassVar[str]

    def limits(self, state: State) -> dict[Cube, int]:
        """Returns the colours that are asked for, and the most of each."""
        raise NotImplementedError

    def besides(self, model: Model) -> str:
        """Returns what comes with the cubes, in a sentence; may be empty."""
        return ""

    def status(self, model: Model) -> str:
        """Returns what the counts are worth or take, in one line."""
        raise NotImplementedError

    def summary(self, model: Model) -> str:
        """Returns the same for the screen, where the counts stand above it."""
        return self.status(model)

    def fault(self, model: Model) -> str:
        """Returns in one sentence why the counts cannot be; empty: they can."""
        raise NotImplementedError

    def done(self, model: Model) -> Transition:
        """Returns what the counts lead to."""
        raise NotImplementedError

    def back(self, model: Model) -> ButtonRow:
        """Returns what `undo` does on the first colour."""
        return ButtonRow(Icon.UNDO, close(model), model.translate("Back"))

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, limits = model.translate, self.limits(session_of(model).state)
        cubes = list(limits)
        cube, fault = cubes[self.cursor], self.fault(model)

        def turned(button: Button) -> Page:
            step = 1 if button is Button.RIGHT else -1
            return self.having(cube, (self.counts[cube - 1] + step) % (limits[cube] + 1))

        is_last = self.cursor + 1 == len(cubes)
        done = ButtonRow(Icon.PLACE, lambda: self.done(model), _("Done"), self.status(model))
        if fault:
            done = ButtonRow(label=_("Done"), effect=fault)
        following = _(LOADED[cubes[(self.cursor + 1) % len(cubes)]])
        on = ButtonRow(Icon.CHECK, show(model, self._at((self.cursor + 1) % len(cubes))), _("Go on"), following)
        back = ButtonRow(Icon.UNDO, show(model, self._at(self.cursor - 1)), _("Back")) if self.cursor else None
        return arrows(model, turned, (Icon.DOWN, Icon.UP)) | {
            # Whoever only presses ok is done after the last colour, where the counts can be.
            Button.OK: done._replace(softkey=Icon.CHECK) if is_last and not fault else on,
            Button.BANK: done,
            Button.UNDO: back or self.back(model),
        }

    def form(self, model: Model) -> Form:
        _, limits = model.translate, self.limits(session_of(model).state)
        fault = self.fault(model)
        items = [
            FormItem(Pick(self._key(cube), LOADED[cube], _numbers(most)), self.counts[cube - 1])
            for cube, most in limits.items()
        ]
        commands = [Command(Button.BANK.value, N_("Done"), is_main=True)] * (not fault)
        undo = self.buttons(model)[Button.UNDO]
        commands += [Command(Button.UNDO.value, undo.label, are_names=True)] * (undo.press is not None)
        note = " ".join(filter(None, (fault or f"{self.status(model)}.", self.besides(model))))
        cursor = self._key(list(limits)[self.cursor])
        return Form(self.title, (*items, *(FormItem(each, value=True) for each in commands)), cursor, note)

    def choose(self, model: Model, name: str, value: int) -> Transition:
        limits = self.limits(session_of(model).state)
        for number, cube in enumerate(limits):
            if name == self._key(cube):
                return Transition(model.with_page(self._at(number).having(cube, value)))
        if name == Button.UNDO:
            return self._at(0).press(model, Button.UNDO)
        return self.press(model, Button(name))

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, limits = model.translate, self.limits(session_of(model).state)
        state = session_of(model).state
        header(canvas, display_name(_, state.players[state.turn]), _(self.title))
        draw_load(canvas, _, self.counts, 12, limits, list(limits)[self.cursor])
        paragraph(canvas, self.fault(model) or self.summary(model), BELOW_LIST)

    def lights(self, model: Model, now: float) -> Lights:
        state = session_of(model).state
        return lights.at_field(model, now, ships_of(state)[0].field)

    def _key(self, cube: Cube) -> str:
        return f"{self.name} {cube.name.lower()}"

    def _at(self, cursor: int) -> CubesPage:
        page: CubesPage = replace(self, cursor=cursor)  # type: ignore[type-var]
        return page

    def having(self, cube: Cube, count: int) -> CubesPage:
        counts = self.counts._replace(**{Load._fields[cube - 1]: count})
        page: CubesPage = replace(self, counts=counts)  # type: ignore[type-var]
        return page


@dataclass(frozen=True, slots=True)
class CargoPage(CubesPage):
    """Asks a seat for the cargo that it begins with: worth 60, with room beside 30 fuel (rules, 3)."""

    counts: Load = USUAL_CARGO
    cursor: int = 0
    name: ClassVar[str] = "piratenclaim_cargo"
    is_set_up: ClassVar[bool] = True
    title: ClassVar[str] = N_("cargo")

    def limits(self, state: State) -> dict[Cube, int]:
        return {cube: min(CARGO_ROOM, FIRST_WORTH // cube) for cube in Cube if cube is not Cube.RED}

    def besides(self, model: Model) -> str:
        return model.translate("{n} fuel come with them.", n=FIRST_FUEL)

    def status(self, model: Model) -> str:
        worth, count = cargo_worth(self.counts), sum(self.counts)
        return model.translate(
            "worth {n} of {all}, {count} of {room} cubes", n=worth, all=FIRST_WORTH, count=count, room=CARGO_ROOM
        )

    def fault(self, model: Model) -> str:
        _ = model.translate
        if (worth := cargo_worth(self.counts)) != FIRST_WORTH:
            return _("The cargo is worth {n}: it has to be {all}.", n=worth, all=FIRST_WORTH)
        if not fits(self.counts.plus(Load(red=FIRST_FUEL)), len(ships_of(session_of(model).state)[0].parts)):
            return _("{n} cubes have no room: at most {all}.", n=sum(self.counts), all=CARGO_ROOM)
        return ""

    def done(self, model: Model) -> Transition:
        return record_event(model, Cargo(self.counts))

    def back(self, model: Model) -> ButtonRow:
        return take_back_row(model, model.translate("hold: menu"))


@dataclass(frozen=True, slots=True)
class LoadPage(CubesPage):
    """Asks what goes along with parts that leave the others of their ship."""

    origin: Field
    parts: tuple[int, ...]
    counts: Load
    cursor: int = 0
    name: ClassVar[str] = "piratenclaim_load"
    title: ClassVar[str] = N_("goes along")

    @classmethod
    def first(cls, ship: FleetShip, parts: tuple[int, ...]) -> LoadPage:
        """Returns the page with these parts' share of the load."""
        share = Load(*(count * len(parts) // len(ship.parts) for count in ship.load))
        return cls(ship.field, parts, share)

    def limits(self, state: State) -> dict[Cube, int]:
        return {cube: count for cube, count in zip(Cube, self._ship(state).load, strict=True) if count}

    def status(self, model: Model) -> str:
        left = self._ship(session_of(model).state).load.minus(self.counts)
        return model.translate("stays: {load}", load=load_words(model.translate, left))

    def summary(self, model: Model) -> str:
        left = self._ship(session_of(model).state).load.minus(self.counts)
        return model.translate("stays: {load}", load=" + ".join(map(str, left)))

    def fault(self, model: Model) -> str:
        _, ship = model.translate, self._ship(session_of(model).state)
        along, all_ = len(self.parts) * COMPARTMENTS, len(ship.parts) * COMPARTMENTS
        if (needs := compartments(self.counts)) > along:
            return _("{n} compartments go along: room for {all}.", n=needs, all=along)
        if (needs := compartments(ship.load.minus(self.counts))) > all_ - along:
            return _("{n} compartments stay: room for {all}.", n=needs, all=all_ - along)
        return ""

    def done(self, model: Model) -> Transition:
        ship = self._ship(session_of(model).state)
        page = TravelPage.first(session_of(model).state, ship)
        return Transition(model.with_page_on_top(replace(page, parts=self.parts, load=self.counts)))

    def _ship(self, state: State) -> FleetShip:
        return piratenclaim.ship_of(state, self.parts[0])


@dataclass(frozen=True, slots=True)
class FuelPage(CubesPage):
    """Asks what a travel costs, where the table decides it."""

    travel: Travel
    most: int
    """The fuel that goes along."""
    counts: Load = Load()  # noqa: RUF009 - a frozen value
    cursor: int = 0
    name: ClassVar[str] = "piratenclaim_fuel"
    title: ClassVar[str] = N_("fuel")

    def limits(self, state: State) -> dict[Cube, int]:
        return {Cube.RED: self.most}

    def status(self, model: Model) -> str:
        _ = model.translate
        to = _("to {field}", field=field_name(self.travel.field))
        return f"{to}: {_(TABLES_WORD)}"

    def fault(self, model: Model) -> str:
        return ""

    def done(self, model: Model) -> Transition:
        return record_event(model, replace(self.travel, fuel=self.counts.red))


@dataclass(frozen=True, slots=True)
class TravelPage(FieldPage):
    """The cursor walks over the fields to which some parts of a ship may travel."""

    origin: Field
    parts: tuple[int, ...]
    load: Load | None = None
    """What goes along where other parts stay; None: all, or nothing."""
    name: ClassVar[str] = "piratenclaim_travel"
    chooses_first: ClassVar[bool] = True

    @classmethod
    def first(cls, state: State, ship: FleetShip) -> TravelPage:
        """Returns the page for a whole ship, with the cursor on its first way."""
        return cls(next(iter(destinations(state, ship.field)), ship.field), ship.field, ship.parts)

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, state = model.translate, session_of(model).state
        fields = destinations(state, self.origin)
        travel = Travel(self.parts, self.field, self._load)
        label = _("Travel to {field}", field=field_name(self.field))
        effect = _(TABLES_WORD)
        if is_voyage(state):
            effect = _("{n} fuel, our rule", n=len(self.parts))
        ok = ButtonRow(Icon.PLACE, lambda: self._go(model, travel), label, effect)
        if self.field not in fields or not is_legal(state, travel):
            ok = ButtonRow(label=label, effect=_("too little fuel"))
        # Where a bot travels, the page is the game's own: none lies beneath it.
        rows = self.walk(model, fields if is_voyage(state) else self._near(fields), fields) | {
            Button.OK: ok,
            Button.UNDO: ButtonRow(Icon.UNDO, lambda: back_to_decision(model), _("Back")),
        }
        return {**rows, Button.BANK: ButtonRow()} if is_voyage(state) else rows

    def point(self, model: Model, place: str) -> Transition:
        """Moves the cursor to that field; pointing at the field under the cursor travels there."""
        field = parse_place(place)
        if field not in destinations(session_of(model).state, self.origin):
            return reject_press(model)
        if field == self.field:
            return self.press(model, Button.OK)
        return Transition(model.with_page(replace(self, field=field)))

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state = model.translate, session_of(model).state
        view = at_cursor(self.field)._replace(marked=frozenset(destinations(state, self.origin)))
        lines = (_("travel?"), *field_lines(_, state, self.field))
        draw_field(canvas, star_map(model, view, only_focus=True), lines[:4])

    def lights(self, model: Model, now: float) -> Lights:
        return lights.at_field(model, now, self.field, destinations(session_of(model).state, self.origin))

    @property
    def _load(self) -> Load | None:
        return self.load if self.load is not None and any(self.load) else None

    def _near(self, fields: tuple[Field, ...]) -> tuple[Field, ...]:
        segment = piratenclaim.segment_of(self.field)
        return tuple(field for field in fields if piratenclaim.segment_of(field) == segment)

    def _go(self, model: Model, travel: Travel) -> Transition:
        state = session_of(model).state
        ship = piratenclaim.ship_of(state, self.parts[0])
        along = ship.load.red if self.load is None else self.load.red
        if is_voyage(state) or not along:
            return record_event(model, travel)
        return Transition(model.with_page_on_top(FuelPage(travel, along)))


def destinations(state: State, origin: Field) -> tuple[Field, ...]:
    """Returns the fields to which a ship may travel from there: in a voyage its neighbours, else all open ones."""
    if is_voyage(state):
        return tuple(fields_in(state.board.neighbours[origin] & ~state.discs))
    return tuple(field for field in FIELDS if field != origin and not state.discs >> field & 1)
