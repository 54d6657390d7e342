"""A turn of Piratenclaim, the pirates included, and which page follows from the state of the game.

The page of the next decision depends on the phase (`PAGES`). The box has no rule for the end of the game: the players
declare the end and the winner.

The robberies are the last steps after the pirates have moved. They are also shown without the guide, because only the
box has computed them.

All six dice are rolled once per turn. Red, green and grey are for the first discovery; another ship rolls these three
again, while the pirates' dice stay until the pirates have moved. So the dice on the screen are one value (`State.dice`)
and one flag: whether a discovery has used the three dice (`State.dice_used`).

Only robberies and discoveries depend on ships. Without the ledger players may enter their ships; if they do not, they
find out themselves who is robbed.
"""

from collections.abc import Container, Iterator, Sequence
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from companion.core.model import BoardScreenPage, ListScreenPage, Model, Page, Transition, open_on_top, show
from companion.core.player_names import display_name
from companion.core.snapshot import Axes
from companion.lights.composition import Lights
from companion.locale.translator import N_, Translator
from companion.tables.piratenclaim import ledger_pages, lights, map_pages, session, star_map
from companion.tables.piratenclaim.guide import GuidePage, physical_steps
from companion.tables.piratenclaim.layout import OWN_LAYOUT, DiscsPage, FirstSeatPage, LayoutPage
from companion.tables.piratenclaim.session import DICE, field_name, next_name, recorder, session_of, undo_option
from companion.tables.piratenclaim.snapshot import caption
from companion.tables.shared_pages import EnterDicePage, GameOverPage, advice, headline_words, turn_body, winners_lights
from companion.ui.art import Icon
from companion.ui.screen import Announcement, Big, Block, BoxOnly, Choices, Columns, Option, Screen, Text, WebOnly
from engine import piratenclaim
from engine.game import Undo
from engine.piratenclaim import Dice, DiscoveryDice, Field, MovePirates, Phase, State, segment_of
from engine.record import Record
from hardware.device import Button


class TurnPage(BoardScreenPage, star_map.ViewPage, frozen=True):
    """Shows who travels and then rolls; in the variant, the dice are rolled first.

    With the ledger the page first waits for a journey: the players choose its destination on the map, or stay.
    """

    stays: bool = False
    """Whether the players have chosen not to travel."""
    name: ClassVar[str] = "piratenclaim_turn"

    def view(self, model: Model) -> star_map.View:
        journeys = None if self.stays else ledger_pages.journey_view(model)
        return journeys or star_map.ViewPage.view(self, model)

    def screen(self, model: Model) -> Screen:
        _, record = model.translate, session_of(model).started_record
        state, arrival = record.state, tuple[Text, ...]()
        field = star_map.field_in_focus(record) if state.ledger is None else star_map.ship_in_focus(record).field
        offer = ledger_pages.offer_option(model, field) if state.ledger is not None else None
        task, sentence, tip = self._prompt(model, ledger_pages.kind_of(offer))
        follows = _("then the pirates move") if any(state.pirates) else _("no pirates yet")
        ok = Option(_("Roll six dice"), lambda: roll_or_enter(model), follows, Icon.ROLL)
        main: Button | None = Button.OK
        if state.ledger is not None and not state.variants.roll_first:
            arrival = tuple(_arrival_facts(_, record, field))
        # What a ship has just done on its field, such as a trade; shown below the line about where it is.
        others = piratenclaim.Discs | piratenclaim.Cargo | piratenclaim.EndTurn | piratenclaim.Travel
        done = () if isinstance(record.timeline[-1].event, others) else (Text(caption(model), "gain"),)
        if self._awaits_journey(model):
            stay, label = show(model, replace(self, stays=True)), _("Stay on {field}", field=field_name(field))
            ok = Option(label, stay, _("go on to the roll"), Icon.SKIP, key=ledger_pages.STAY)
            arrival = arrival[:1]  # where the ship is; what the roll brings depends on the journey
            if star_map.ship_in_focus(record).load.red:
                main = None  # a field on the map is the answer
            else:
                stranded = _("Without fuel it stays there, unless you all agree on a journey.")
                arrival = (*arrival, Text(stranded, "reason"))
        whole_map = open_on_top(model, map_pages.MapPage(segment_of(field)))
        bank = offer or Option(_("Map"), whole_map, icon=Icon.SCORES, box_only=True)
        return Screen(
            _("Turn {n}", n=state.turns + 1),
            body=(*turn_body(model, task), WebOnly((*arrival[:1], *done, *arrival[1:])), *advice(tip)),
            sentence=sentence,
            keys={
                Button.LEFT: _threat_option(model, field, _("how likely pirates come")),
                Button.RIGHT: ledger_pages.ships_option(model, _("enter ships, sink pirates")),
                Button.OK: ok,
                Button.BANK: bank,
                Button.UNDO: undo_option(model, _("hold: menu")),
            },
            point=partial(map_pages.open_journey, model),
            main=main,
        )

    def _awaits_journey(self, model: Model) -> bool:
        travels_first = not (self.stays or session_of(model).state.variants.roll_first)
        return travels_first and ledger_pages.journey_view(model) is not None

    def _prompt(self, model: Model, offer: str) -> tuple[str, str, str]:
        """Returns the task in a few words, the headline, and a tip; it may be empty. `offer` is one of the `OFFERS`."""
        _, record = model.translate, session_of(model).started_record
        task, roll, travel = _("travel, then roll"), _("Roll the six dice"), _("Choose where to travel")
        if record.state.variants.roll_first:
            return _("roll, then travel"), roll, _("Roll all six dice; then your ships travel.")
        if record.state.ledger is None:
            return task, roll, _("Travel, trade, then roll six dice. Choose a field to sink a pirate or enter a ship.")
        if not self._awaits_journey(model):
            headlines = {"sink": _("Sink the pirate or roll"), "trade": _("Trade or roll")}
            return (task, headlines[offer], "") if offer in headlines else (task, roll, _(DICE_WORDS))
        if not star_map.ship_in_focus(record).load.red:
            return task, _("No fuel: stay here"), ""
        if len(piratenclaim.ships_of(record.state)) > 1:
            return task, travel, _("This ship can go to every marked field. Choose another ship on the map.")
        return task, travel, _("The numbers are steps; farther is possible.")

    def announcement(self, model: Model) -> Announcement:
        session = session_of(model)
        is_new = isinstance(session.kept_events[-1], piratenclaim.EndTurn)
        words = headline_words(model.translate, N_("{name}, travel!"), session.state)
        return Announcement(caption=words if is_new else "")

    def lights(self, model: Model, now: float) -> Lights:
        session = session_of(model)
        shown = segment_of(star_map.field_in_focus(session.started_record))
        return lights.turn(session.state, model.seat_colours, now, model.shown_since, shown)


def _threat_option(model: Model, field: Field, detail: str) -> Option:
    """Returns the option to see the fields to which pirates come."""
    threat, is_empty = open_on_top(model, map_pages.ThreatPage(field)), not any(session_of(model).state.pirates)
    return Option(model.translate("Threat"), threat, detail, Icon.ODDS, area="offers", box_only=is_empty)


def _arrival_facts(_: Translator, record: Record[State, piratenclaim.Event], field: Field) -> Iterator[Text]:
    """Yields where the ship is and what it has, and what the roll brings."""
    state, travelled, name = record.state, session.journey(record), field_name(field)
    ship = next((each for each in piratenclaim.ships_of(state) if each.field == field), None)
    if ship is None:
        return
    if travelled is None:
        yield Text(_("The ship is on {field} with {n} fuel.", field=name, n=ship.load.red), "bold")
    else:
        figures = {"field": name, "n": travelled.fuel, "left": ship.load.red}
        yield Text(_("Arrived on {field} for {n} fuel; {left} left.", **figures), "bold")
    yield from map_pages.roll_facts(_, state, field)
    for other in piratenclaim.discoverable(state):
        if other != field:
            yield Text(_("The ship on {field} makes a discovery.", field=field_name(other)), "gain")


def move_pirates(model: Model) -> Transition:
    if any(session_of(model).state.pirates):
        return session.record_event(model, MovePirates())
    return session.end_turn(model, MovePirates())  # nothing moves that players have to see before the turn ends


class ConflictPage(ListScreenPage, star_map.ViewPage, frozen=True):
    cursor: int = 0
    name: ClassVar[str] = "piratenclaim_conflict"

    def view(self, model: Model) -> star_map.View:
        return star_map.cursor_view(first_conflict(session_of(model).state)[0])

    def form_title(self, model: Model) -> str:
        return model.translate("who leaves?")

    def screen(self, model: Model) -> Screen:
        _, state = model.translate, session_of(model).state
        field, pirates = first_conflict(state)
        name = field_name(field)
        options = [
            Option(
                _(session.PIRATES[each]),
                recorder(model, piratenclaim.Remove(field, each)),
                _("to the supply"),
                key=f"{name} {each.value}",
            )
            for each in pirates
        ]
        chosen = options[self.cursor]
        leaves = _("{colour} leaves {field}", colour=chosen.label, field=name)
        tip = _("Two pirates are on one field. The active player chooses which one goes to the supply.")
        return Screen(
            display_name(_, state.players[state.turn]),
            _("a conflict"),
            (Columns(Big(name), (Text(self.form_title(model)),)), *advice(tip)),
            Choices(options, self.cursor, show="row"),
            {Button.OK: chosen._replace(label=leaves, icon=Icon.CHECK), Button.UNDO: undo_option(model)},
            sentence=_("Choose which pirate leaves {field}", field=name),
        )


def first_conflict(state: State) -> tuple[Field, tuple[piratenclaim.Pirate, ...]]:
    """Returns the first field with a conflict, and its colours; in the phase of conflicts there is one."""
    field = next(piratenclaim.fields_in(piratenclaim.conflicts(state)))
    return field, piratenclaim.pirates_at(state, field)


def dice_picture(_: Translator, dice: Dice, solid: Container[int]) -> star_map.LetteredDice:
    """Returns all six dice in the order in which they are rolled; some are solid, the others outlined."""
    return star_map.LetteredDice(dice, _(session.DIE_LETTERS), tuple(map(_, DICE)), solid)


class ByHandPage(EnterDicePage, star_map.ViewPage, frozen=True):
    """The players enter six dice; for a further discovery only the first three."""

    dice: tuple[int, ...] = (1,) * len(DICE)
    name: ClassVar[str] = "piratenclaim_by_hand"

    def title(self, model: Model) -> str:
        return model.translate(DICE[self.die])

    def form_note(self, model: Model) -> str:
        return ", ".join(
            f"{model.translate(name)} {face}" for name, face in zip(DICE[: self.die], self.dice, strict=False)
        )

    def view(self, model: Model) -> star_map.View:
        return star_map.View(None)

    def count(self, model: Model) -> int:
        return len(Dice._fields if session_of(model).state.phase is Phase.TRAVEL else DiscoveryDice._fields)

    def enter(self, model: Model) -> Transition:
        dice = self.dice[: self.count(model)]
        return session.record_event(
            model, piratenclaim.Roll(Dice(*dice) if len(dice) == len(DICE) else DiscoveryDice(*dice), "hand")
        )

    def body(self, model: Model) -> tuple[Block, ...]:
        return dice_picture(model.translate, Dice(*self.dice), {self.die}), Text(self.title(model), "bold")

    def lights(self, model: Model, now: float) -> Lights:
        return lights.dice(Dice(*self.dice), now, model.shown_since, used=False)

    def axes(self, model: Model) -> Axes:
        return lights.dice_axes(model.translate)


def roll_or_enter(model: Model) -> Transition:
    if not session_of(model).lineup.by_hand:
        return session.draw(model)
    # For a further discovery the pirates' dice stay: only the first three are entered again.
    dice = session_of(model).state.dice
    return Transition(model.with_page_on_top(ByHandPage(dice) if dice else ByHandPage()))


PIRATE_DICE = {3, 4, 5}  # the indexes of white, black and brown in `DICE`
DICE_WORDS = N_("Red and green are a new system, grey is its field; white, black and brown move their pirates.")
"""What the six dice mean; English, to be translated."""
TASKS = {
    True: (
        N_("Travel, then move the pirates"),
        N_("Move the pirates"),
        N_("Discover, or move the pirates"),
        N_("Move the pirates, or roll for another ship"),
    ),
    False: (
        N_("Travel, then end the turn"),
        N_("End the turn"),
        N_("Discover, or end the turn"),
        N_("End the turn, or roll for another ship"),
    ),
}
"""The tasks with and without pirates: before the ships travel, without a discovery, before it, and after it."""


def _task(state: State, *, may_discover: bool) -> str:
    """Returns the task with the current dice, in English, to be translated."""
    travel, end, discover, again = TASKS[any(state.pirates)]
    if travels_after_roll(state):
        return N_("Travel, then discover") if may_discover else travel
    if piratenclaim.due_discoveries(state):
        return N_("Roll three dice again for {field}") if state.dice_used else N_("Discover from {field}")
    if not may_discover:
        return end
    return again if state.dice_used else discover


class DicePage(BoardScreenPage, star_map.ViewPage, frozen=True):
    name: ClassVar[str] = "piratenclaim_dice"

    def view(self, model: Model) -> star_map.View:
        if (journeys := ledger_pages.journey_view(model)) is not None:
            return journeys._replace(focus=None)
        field = map_pages.only_discovery(session_of(model).state)
        return star_map.View(None) if field is None else map_pages.discovery_view(model, field)._replace(focus=None)

    def screen(self, model: Model) -> Screen:
        _, record = model.translate, session_of(model).started_record
        state, field = record.state, star_map.field_in_focus(record)
        dice, due = piratenclaim.current_dice(state), piratenclaim.due_discoveries(state)
        may_discover = bool(due) or can_discover(state)
        has_pirates = any(state.pirates)
        label = _("Move the pirates") if has_pirates else _("End the turn")
        follows = "" if has_pirates else _("{name} is next", name=next_name(model))
        move = Option(label, lambda: move_pirates(model), follows, Icon.SKIP)
        if due:
            task = _("due: {fields}", fields=list_fields(due))
            move = Option(label, detail=_("still to discover: {fields}", fields=list_fields(due)), icon=Icon.SKIP)
        elif may_discover:
            task = _("another discovery?") if state.dice_used else _("does a ship discover?")
        else:
            task = _("the pirates move") if has_pirates else _("no pirates yet")
        # Proposes to end the turn after a discovery: without entered ships another one could always be made.
        proposes_end = state.dice_used and may_discover and not due
        # A player who forgot to enter the ships before the roll must not lose the discovery.
        ships_detail = _("enter ships, sink pirates") if state.variants.roll_first else _("enter ships")
        return Screen(
            display_name(_, state.players[state.turn]),
            _("position {n}", n=dice.grey),
            (BoxOnly((dice_picture(_, dice, PIRATE_DICE), Text(task))), *advice(_(DICE_WORDS))),
            sentence=_(_task(state, may_discover=may_discover), field=list_fields(due)),
            keys={
                Button.LEFT: _threat_option(model, field, _("where pirates go")),
                Button.RIGHT: ledger_pages.ships_option(model, ships_detail),
                Button.UNDO: undo_option(model, _("the box's dice stay")),
                **({Button.OK: self._discover(model), Button.BANK: move} if may_discover else {Button.OK: move}),
            },
            point=partial(self._point, model),
            main=None if ledger_pages.journey_view(model) else Button.BANK if proposes_end else Button.OK,
        )

    def _discover(self, model: Model) -> Option:
        _, state = model.translate, session_of(model).state
        if state.dice_used:
            return Option(_("Roll three again"), lambda: roll_or_enter(model), _("for another ship"), Icon.ROLL)
        if (only := map_pages.only_discovery(state)) is not None:
            return map_pages.discover_option(model, only)
        choose = open_on_top(model, map_pages.DiscoverPage.first(session_of(model).started_record))
        return Option(_("Discover"), choose, _("choose the field"), Icon.PLACE)

    def _point(self, model: Model, place: str) -> Transition:
        """Discovers from the only possible field, or opens the choice among several; elsewhere ships can be entered."""
        field, state = star_map.parse_place(place), session_of(model).state
        # If ships travel after the roll, a field is first of all one with a ship, or a destination.
        if state.ledger is not None and travels_after_roll(state):
            return map_pages.open_journey(model, place)
        if field == map_pages.only_discovery(state):
            return self.press(model, Button.OK)
        if field in map_pages.open_discoveries(state):
            return Transition(model.with_page_on_top(map_pages.DiscoverPage(field)))
        return map_pages.open_field(model, place)

    def lights(self, model: Model, now: float) -> Lights:
        state = session_of(model).state
        # Fields with an open discovery blink; if no discovery is possible any more, the three dice count as used.
        waits = can_discover(state) and not state.dice_used
        return lights.dice(piratenclaim.current_dice(state), now, model.shown_since, used=not waits)

    def axes(self, model: Model) -> Axes:
        return lights.dice_axes(model.translate)


def list_fields(fields: Sequence[Field]) -> str:
    return ", ".join(map(field_name, fields))


def travels_after_roll(state: State) -> bool:
    """Returns whether ships may travel after the roll: the dice are rolled first, and no ship has discovered."""
    return state.phase is Phase.DISCOVER and state.variants.roll_first and not state.discovered


def can_discover(state: State) -> bool:
    """Returns whether a ship may still discover in this turn, possibly after another roll of three dice."""
    return state.phase is Phase.DISCOVER and bool(piratenclaim.discoverable(state))


class TurnEndPage(BoardScreenPage, star_map.ViewPage, frozen=True):
    name: ClassVar[str] = "piratenclaim_turn_end"

    def screen(self, model: Model) -> Screen:
        _, state, follows = model.translate, session_of(model).state, next_name(model)
        is_next = _("{name} is next", name=follows)
        return Screen(
            display_name(_, state.players[state.turn]),
            _("turn {n}", n=state.turns + 1),
            (BoxOnly((Text(_("Next:"), "bold"), Big(follows))),),
            sentence=_("The turn is over"),
            keys={
                Button.RIGHT: ledger_pages.ships_option(model, _("enter ships")),
                Button.OK: Option(_("End the turn"), lambda: session.end_turn(model), is_next, Icon.CHECK),
                Button.UNDO: undo_option(model),
            },
            point=partial(map_pages.open_field, model),
        )


class WinnerPage(GameOverPage, frozen=True):
    name: ClassVar[str] = "piratenclaim_winner"

    def reason(self, model: Model) -> str:
        return model.translate.many("{n} turn", "{n} turns", session_of(model).state.turns)

    def lights(self, model: Model, now: float) -> Lights:
        return winners_lights(model, now, lights.BLOCKS)


PAGES: dict[Phase, type[Page]] = {
    Phase.DISCS: DiscsPage,
    Phase.CARGO: ledger_pages.CargoPage,
    Phase.TRAVEL: TurnPage,
    Phase.DISCOVER: DicePage,
    Phase.CONFLICT: ConflictPage,
    Phase.TURN_END: TurnEndPage,
    Phase.OVER: WinnerPage,
}


def pages_to_come(model: Model) -> tuple[Page, ...]:
    session = session_of(model)
    if session.record is None:
        players_place_segments = session.lineup.table_options.get(OWN_LAYOUT) is True
        return (LayoutPage.initial(session.lineup) if players_place_segments else FirstSeatPage(),)
    decision = PAGES[session.state.phase]()
    return (*outcomes(session.record, guide=model.guides_players)[session.acknowledged_count :], decision)


def outcomes(record: Record[State, piratenclaim.Event], *, guide: bool) -> tuple[Page, ...]:
    state, before = record.state, record.state_before
    newest = record.events[-1]
    steps = physical_steps(record, guide=guide)
    moving_seat = state.turn if isinstance(newest, Undo) else before.turn
    found = (map_pages.FoundPage(),) if isinstance(newest, piratenclaim.Discover) else ()
    return (*found, *([GuidePage(steps, moving_seat)] if steps else []))
