"""The dice: rolling or entering them, the discoveries, and the moves of the pirates with their conflicts.

All six dice are rolled once per turn. Red, green and grey are for the first discovery; another ship rolls these three
again, while the pirates' dice stay until the pirates have moved. So the dice on the screen are one value (`State.dice`)
and one flag: whether a discovery has used the three dice (`State.used`).

A roll of the box cannot be undone: otherwise players could choose among rolls. Dice that were entered by hand can be
undone, because the entry may be wrong and the dice on the table still show the right values.

Only robberies and discoveries depend on ships. Without the ledger players may enter them; otherwise they see themselves
who is robbed.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import partial
from typing import ClassVar

from companion.core.effects import ALL_PASSED, BANK
from companion.core.model import BoardScreenPage, ListScreenPage, Model, Transition, open_on_top
from companion.core.player_names import display_name
from companion.core.snapshot import Axes
from companion.lights.composition import Lights
from companion.locale.translator import N_, Translator
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.ledger_pages import journey_view, look_option
from companion.tables.piratenclaim.map_pages import FieldPage, ThreatPage, board_at, ship_at
from companion.tables.piratenclaim.session import (
    DICE,
    DIE_LETTERS,
    PIRATES,
    back_option,
    current_dice,
    draw,
    end_turn,
    field_name,
    newest_found,
    next_name,
    record,
    record_event,
    session_of,
    system_lines,
    system_name,
    take_back_option,
    trade,
)
from companion.tables.piratenclaim.star_map import LetteredDice, View, ViewPage, at_cursor, field_in_focus, parse_place
from companion.tables.shared_pages import EnterDicePage, OutcomePage, advice
from companion.ui.art import Icon
from companion.ui.screen import Announcement, Big, Block, BoxOnly, Choices, Columns, Option, Screen, Text, WebOnly
from engine import piratenclaim
from engine.piratenclaim import Dice, DiscoveryDice, Field, Find, MovePirates, Phase, State
from engine.record import Record
from hardware.device import Button


def move_pirates(model: Model) -> Transition:
    # Without pirates nothing moves that players have to see before the turn ends.
    return (record_event if any(session_of(model).state.pirates) else end_turn)(model, MovePirates())


class ConflictPage(ListScreenPage, ViewPage, frozen=True):
    cursor: int = 0
    name: ClassVar[str] = "piratenclaim_conflict"

    def view(self, model: Model) -> View:
        return at_cursor(contest(session_of(model).state)[0])

    def form_title(self, model: Model) -> str:
        return model.translate("who leaves?")

    def screen(self, model: Model) -> Screen:
        _, state = model.translate, session_of(model).state
        field, pirates = contest(state)
        name = field_name(field)
        options = [
            Option(
                _(PIRATES[each]),
                record(model, piratenclaim.Remove(field, each)),
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
            Choices(options, self.cursor, "row"),
            {Button.OK: chosen._replace(label=leaves, icon=Icon.CHECK), Button.UNDO: take_back_option(model)},
            sentence=_("Choose which pirate leaves {field}", field=name),
        )


def contest(state: State) -> tuple[Field, tuple[piratenclaim.Pirate, ...]]:
    """Returns the first field with a conflict, and its colours; in the phase of conflicts there is one."""
    field = next(piratenclaim.fields_in(piratenclaim.contested(state)))
    return field, piratenclaim.pirates_at(state, field)


def lettered(_: Translator, dice: Dice, solid: Container[int]) -> LetteredDice:
    """Returns all six dice in the order in which they are rolled; some are solid, the others outlined."""
    return LetteredDice(dice, _(DIE_LETTERS), tuple(map(_, DICE)), solid)


class ByHandPage(EnterDicePage, ViewPage, frozen=True):
    """The players enter six dice; for a further discovery only the first three."""

    dice: tuple[int, ...] = (1,) * len(DICE)
    name: ClassVar[str] = "piratenclaim_by_hand"

    def title(self, model: Model) -> str:
        return model.translate(DICE[self.die])

    def entered(self, model: Model) -> str:
        return ", ".join(
            f"{model.translate(name)} {face}" for name, face in zip(DICE[: self.die], self.dice, strict=False)
        )

    def view(self, model: Model) -> View:
        return View(None)

    def count(self, model: Model) -> int:
        is_whole = session_of(model).state.phase is Phase.TRAVEL
        return len(Dice._fields if is_whole else DiscoveryDice._fields)

    def enter(self, model: Model) -> Transition:
        dice = self.dice[: self.count(model)]
        return record_event(
            model, piratenclaim.Roll(Dice(*dice) if len(dice) == len(DICE) else DiscoveryDice(*dice), "hand")
        )

    def body(self, model: Model) -> tuple[Block, ...]:
        return lettered(model.translate, Dice(*self.dice), {self.die}), Text(self.title(model), "bold")

    def lights(self, model: Model, now: float) -> Lights:
        return lights.dice(Dice(*self.dice), now, model.shown_since, used=False)

    def axes(self, model: Model) -> Axes:
        return lights.dice_axes(model.translate)


def roll_or_enter(model: Model) -> Transition:
    session = session_of(model)
    if not session.lineup.by_hand:
        return draw(model)
    # For a further discovery the pirates' dice stay: only the first three are entered again.
    return Transition(model.with_page_on_top(ByHandPage(session.state.dice) if session.state.dice else ByHandPage()))


class DiscoverPage(FieldPage, frozen=True):
    """The cursor visits the fields from which a ship may discover."""

    name: ClassVar[str] = "piratenclaim_discover"
    headline: ClassVar[str] = N_("Choose where to discover")
    chooses_first: ClassVar[bool] = True
    walks_everywhere: ClassVar[bool] = True

    @classmethod
    def first(cls, kept: Record[State, piratenclaim.Event]) -> DiscoverPage:
        """Returns the page with the cursor on the field in focus, or on the first possible field after it."""
        fields, focus = piratenclaim.discoverable(kept.state), field_in_focus(kept)
        return cls(next((field for field in fields if field >= focus), fields[0]))

    def fields(self, model: Model) -> Sequence[Field]:
        return piratenclaim.discoverable(session_of(model).state)

    def view(self, model: Model) -> View:
        return discovery_view(model, self.field)

    def lines(self, model: Model) -> Sequence[str]:
        return find_lines(model.translate, found(session_of(model).state, self.field))

    def act(self, model: Model) -> Option:
        return discover_option(model, self.field)


def discovery_view(model: Model, field: Field) -> View:
    """Returns the view of the fields from which a ship may discover; one is selected, with its target."""
    state = session_of(model).state
    marked, target = frozenset(piratenclaim.discoverable(state)), found(state, field).field
    whys = dict.fromkeys(marked, model.translate("A ship may discover from here."))
    moves = ((field, target),) if target not in (None, field) else ()
    return at_cursor(field)._replace(marked=marked, whys=whys, moves=moves)


def discover_option(model: Model, field: Field) -> Option:
    """Returns the option to discover from a field, with the result as its detail."""
    _, finds = model.translate, found(session_of(model).state, field)

    def discover() -> Transition:
        # With one colour left in the supply there is no choice.
        if len(finds.pirates) > 1:
            return Transition(model.with_page_on_top(EnteringPage(field)))
        return record_event(model, piratenclaim.Discover(field))

    label = _("Discover from {field}", field=field_name(field))
    return Option(label, discover, " ".join(find_lines(_, finds)), Icon.PLACE)


class EnteringPage(ListScreenPage, ViewPage, frozen=True):
    field: Field
    """The origin of the discovery."""
    cursor: int = 0
    name: ClassVar[str] = "piratenclaim_entering"
    headline: ClassVar[str] = N_("Choose which pirate enters")

    def view(self, model: Model) -> View:
        return discovery_view(model, self.field)

    def screen(self, model: Model) -> Screen:
        _, found_there = model.translate, found(session_of(model).state, self.field)
        options = [
            Option(_(PIRATES[each]), record(model, piratenclaim.Discover(self.field, each)), key=each.value)
            for each in found_there.pirates
        ]
        chosen = options[self.cursor]
        enters = _("{colour} enters", colour=chosen.label)
        return Screen(
            _("A pirate enters"),
            "" if found_there.field is None else field_name(found_there.field),
            (BoxOnly((Text(_("Disc off. Which pirate?")),)),),
            Choices(options, self.cursor, "row"),
            {Button.OK: chosen._replace(label=enters, icon=Icon.CHECK), Button.UNDO: back_option(model)},
        )


def found(state: State, field: Field) -> Find:
    return piratenclaim.find(state, field, current_dice(state))


def find_lines(_: Translator, find: Find) -> tuple[str, ...]:
    if find.field is None:
        return (_("brings"), _("nothing"))
    field = _("on {field}:", field=field_name(find.field))
    return (field, *system_lines(_, find.system)) if find.system is not None else (field, _("a pirate"))


class FoundPage(OutcomePage, ViewPage, frozen=True):
    """Shows the result: the system with its value and trade, the pirate that has come, or that nothing was found."""

    name: ClassVar[str] = "piratenclaim_found"

    def announcement(self, model: Model) -> Announcement:
        new = newest_found(session_of(model))
        sound = () if new.field is None else BANK if new.system else ALL_PASSED
        return Announcement(sound, (new.words(model.translate),))

    def view(self, model: Model) -> View:
        new = newest_found(session_of(model))
        field = new.origin if new.field is None else new.field
        moves = ((new.origin, field),) if new.origin != field else ()
        return at_cursor(field)._replace(moves=moves)

    def screen(self, model: Model) -> Screen:
        _, new, screen = model.translate, newest_found(session_of(model)), OutcomePage.screen(self, model)
        if new.field is None:
            words = new.words(_)
            return screen._replace(title=_("Discovery"), body=(BoxOnly((Big(words),)),), sentence=words)
        if new.system is None:
            sentence = _("Place a pirate on {field}", field=field_name(new.field))
            return screen._replace(title=_("Discovery"), body=(Big(new.words(_)),), sentence=sentence)
        cubes = tuple(Text(line, "bold") for line in system_lines(_, new.system))
        value, field, barter = _("value {n}", n=new.system.value), field_name(new.field), trade(_, new.system)
        return screen._replace(
            title=_("A system"),
            note=value,
            body=(
                BoxOnly((Columns(Big(field), cubes), Text(barter, align="left"))),
                WebOnly((Text(f"{system_name(_, new.system)}: {value}; {barter}", "bold"),)),
            ),
            sentence=_("Place a system on {field}", field=field),
        )


PIRATE_DICE = {3, 4, 5}


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
    if piratenclaim.owed(state):
        return N_("Roll three dice again for {field}") if state.used else N_("Discover from {field}")
    if not may_discover:
        return end
    return again if state.used else discover


class DicePage(BoardScreenPage, ViewPage, frozen=True):
    name: ClassVar[str] = "piratenclaim_dice"

    def view(self, model: Model) -> View:
        if (waiting := journey_view(model)) is not None:
            return waiting._replace(focus=None)
        field = only_discovery(session_of(model).state)
        return View(None) if field is None else discovery_view(model, field)._replace(focus=None)

    def screen(self, model: Model) -> Screen:
        _, state = model.translate, session_of(model).state
        dice, owed = current_dice(state), piratenclaim.owed(state)
        may_discover = bool(owed) or can_discover(state)
        if owed:
            task = _("due: {fields}", fields=names(owed))
        elif may_discover:
            task = _("another discovery?") if state.used else _("does a ship discover?")
        else:
            task = _("the pirates move") if any(state.pirates) else _("no pirates yet")
        # If no ship was entered, any field may have one: a new player would discover from them all.
        is_done = state.used and may_discover and not owed
        threat = open_on_top(model, ThreatPage(field_in_focus(session_of(model).started_record)))
        # A player who forgot to enter the ships before the roll must not lose the discovery.
        look = _("enter ships, sink pirates") if state.variants.roll_first else _("enter ships")
        has_pirates = any(state.pirates)
        move = Option(
            _("Move the pirates") if has_pirates else _("End the turn"),
            None if owed else lambda: move_pirates(model),
            _("still to discover: {fields}", fields=names(owed))
            if owed
            else ("" if has_pirates else _("{name} is next", name=next_name(model))),
            Icon.SKIP,
        )
        sentence = _task(state, may_discover=may_discover)
        return Screen(
            display_name(_, state.players[state.turn]),
            _("position {n}", n=dice.grey),
            (BoxOnly((lettered(_, dice, PIRATE_DICE), Text(task))),),
            sentence=_(sentence, field=names(owed)),
            keys={
                Button.LEFT: Option(_("Threat"), threat, _("where pirates go"), Icon.ODDS),
                Button.RIGHT: look_option(model, look),
                Button.UNDO: take_back_option(model, _("the box's dice stay")),
                **({Button.OK: self._discover(model), Button.BANK: move} if may_discover else {Button.OK: move}),
            },
            point=partial(self._point, model),
            main=None if journey_view(model) else Button.BANK if is_done else Button.OK,
        )

    def _discover(self, model: Model) -> Option:
        _, state = model.translate, session_of(model).state
        if state.used:
            return Option(_("Roll three again"), lambda: roll_or_enter(model), _("for another ship"), Icon.ROLL)
        if (only := only_discovery(state)) is not None:
            return discover_option(model, only)

        def choose() -> Transition:
            return Transition(model.with_page_on_top(DiscoverPage.first(session_of(model).started_record)))

        return Option(_("Discover"), choose, _("choose the field"), Icon.PLACE)

    def _point(self, model: Model, place: str) -> Transition:
        """Discovers from the only possible field, or opens the choice among several; elsewhere ships can be entered."""
        field, state = parse_place(place), session_of(model).state
        # If ships travel after the roll, a field is first of all one with a ship, or a destination.
        if state.ledger is not None and travels_after_roll(state):
            return ship_at(model, place)
        if field == only_discovery(state):
            return self.press(model, Button.OK)
        if not state.used and field in piratenclaim.discoverable(state):
            return Transition(model.with_page_on_top(DiscoverPage(field)))
        return board_at(model, place)

    def lights(self, model: Model, now: float) -> Lights:
        state = session_of(model).state
        # Fields with an open discovery blink; if no discovery is possible any more, the three dice count as used.
        waits = can_discover(state) and not state.used
        return lights.dice(current_dice(state), now, model.shown_since, used=not waits)

    def axes(self, model: Model) -> Axes:
        return lights.dice_axes(model.translate)


def names(fields: Sequence[Field]) -> str:
    return ", ".join(map(field_name, fields))


def only_discovery(state: State) -> Field | None:
    """Returns the only field from which a ship may discover with the current dice; None if there is not exactly one."""
    fields = piratenclaim.discoverable(state) if state.phase is Phase.DISCOVER and not state.used else ()
    return fields[0] if len(fields) == 1 else None


def travels_after_roll(state: State) -> bool:
    """Returns whether ships may travel after the roll: the dice are rolled first, and no ship has discovered."""
    return state.phase is Phase.DISCOVER and state.variants.roll_first and not state.discovered


def can_discover(state: State) -> bool:
    """Returns whether a ship may still discover in this turn, possibly after another roll of three dice."""
    return state.phase is Phase.DISCOVER and bool(piratenclaim.discoverable(state))
