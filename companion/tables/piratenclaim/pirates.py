"""The pirates move: before it, whose ships are where pirates will be; after it, which pirate leaves in a conflict.

Robberies are the only reason to prompt for ships, so the question comes at the last moment, only about fields where a
pirate will be, and only for players without a reported ship. It can be skipped: then the box cannot report who is
robbed, and the players see it themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from msgspec.structs import replace

from companion.core.model import Model, Transition
from companion.core.page import ListScreenPage, YesNoPage, close, show
from companion.core.player_names import display_name
from companion.lights.composition import Lights
from companion.locale.translator import N_
from companion.tables.board_pages import LISTED
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.guide import moved_sentence
from companion.tables.piratenclaim.session import back_option, record, record_event, session_of, take_back_option
from companion.tables.piratenclaim.star_map import View, ViewPage, at_cursor
from companion.tables.piratenclaim.words import PIRATES, PIRATES_MOVE, field_name
from companion.tables.shared_pages import advice
from companion.ui.art import Icon
from companion.ui.layout import list_few
from companion.ui.screen import Big, Choices, Columns, Do, Option, Screen, Text
from engine import piratenclaim
from engine.game import Seat
from engine.piratenclaim import Field, MovePirates, Pirate, Remove, ShipAt, State
from hardware.device import Button


class ShipsPage(ListScreenPage, ViewPage, frozen=True, kw_only=True):
    """Prompts for ships, field by field."""

    fields: tuple[Field, ...]
    """The fields where pirates will be."""
    number: int = 0
    """The index of the current field."""
    ships: tuple[ShipAt, ...] = ()
    """The answers so far."""
    cursor: int = 0
    name: ClassVar[str] = "piratenclaim_ships"
    headline: ClassVar[str] = PIRATES_MOVE

    def view(self, model: Model) -> View:
        return at_cursor(self._field)._replace(marked=frozenset(self.fields))

    def form_title(self, model: Model) -> str:
        _ = model.translate
        return _("another?") if self._is_answered else _("whose ship?")

    def form_note(self, model: Model) -> str:
        return model.translate("on {field}", field=field_name(self._field))

    def screen(self, model: Model) -> Screen:
        _, options = model.translate, self._answers(model)
        move = Option(_("No more ships"), lambda: self._move(model), _("the pirates move"), Icon.SKIP, main=True)
        chosen, prompt = options[self.cursor], Text(self.form_title(model), align="right")
        return Screen(
            _("Ships"),
            _("{n} of {all}", n=self.number + 1, all=len(self.fields)),
            (Columns(Big(field_name(self._field)), (prompt,)), Big(chosen.label)),
            Choices(options, self.cursor, "hidden"),
            {
                Button.OK: chosen._replace(detail=self.form_note(model), icon=Icon.CHECK),
                Button.BANK: move,
                Button.UNDO: back_option(model)._replace(do=self._back(model)),
            },
        )

    def _answers(self, model: Model) -> list[Option]:
        """Yields "none", then each player who may have a ship there and is not among the answers."""
        _, state, field = model.translate, session_of(model).state, field_name(self._field)
        given = [ship.player for ship in self.ships]
        is_last = self.number + 1 == len(self.fields)
        following = show(model, replace(self, number=self.number + 1, cursor=0))
        # A key includes the field and the number of answers: a second tap must not answer the next question, too.
        key = f"{field} {len(self.ships)}"
        answers = [Option(_("no ship"), (lambda: self._move(model)) if is_last else following, key=f"{key} nobody")]
        for seat in seats_without_ship(state):
            if given.count(seat) < state.ships_owned[seat]:
                ships = (*self.ships, ShipAt(seat, given.count(seat), self._field, asked=True))
                answer = show(model, replace(self, ships=ships, cursor=0))
                answers.append(Option(display_name(_, state.players[seat]), answer, key=f"{key} {seat}"))
        return answers

    def _back(self, model: Model) -> Do:
        if self._is_answered:
            return show(model, replace(self, ships=self.ships[:-1], cursor=0))
        return show(model, replace(self, number=self.number - 1, cursor=0)) if self.number else close(model)

    def lights(self, model: Model, now: float) -> Lights:
        return lights.at_field(model, now, self._field)

    @property
    def _field(self) -> Field:
        return self.fields[self.number]

    @property
    def _is_answered(self) -> bool:
        return any(ship.field == self._field for ship in self.ships)

    def _move(self, model: Model) -> Transition:
        return record_event(model, *self.ships, MovePirates())


class DuePage(YesNoPage, frozen=True):
    """Prompts once whether to move the pirates although a reported ship still has to discover (rules, 5)."""

    question: str = N_("Continue without discovering?")
    agree: Callable[[Model], Transition] = lambda model: _ask_ships(model.with_top_page_closed())
    note: Callable[[Model], str] = lambda model: model.translate(
        "still to discover: {fields}", fields=list_few(tuple(map(field_name, due(session_of(model).state))), LISTED)
    )
    name: ClassVar[str] = "piratenclaim_due"


def due(state: State) -> tuple[Field, ...]:
    """Returns the fields from which a reported ship of the active player still has to discover."""
    reported = {ship.field for ship in state.ships if ship.player == state.turn}
    return tuple(field for field in piratenclaim.discoverable(state) if field in reported)


def move_pirates(model: Model) -> Transition:
    """Moves the pirates; first prompts if a discovery is due, which the rules enforce only with the ledger."""
    if due(session_of(model).state):
        return Transition(model.with_page_on_top(DuePage()))
    return _ask_ships(model)


def _ask_ships(model: Model) -> Transition:
    """Prompts for ships where the pirates will be, of the players without a reported ship."""
    state = session_of(model).state
    moves = () if state.dice is None else piratenclaim.movements(state, state.dice)
    # Includes pirates that stay: a ship may have travelled to them.
    fields = tuple(sorted({movement.to for movement in moves}))
    if fields and seats_without_ship(state):
        return Transition(model.with_page_on_top(ShipsPage(fields=fields)))
    return record_event(model, MovePirates())


def seats_without_ship(state: State) -> tuple[Seat, ...]:
    """Returns the seats without a reported ship."""
    known = {ship.player for ship in state.ships}
    return tuple(Seat(seat) for seat in range(len(state.players)) if seat not in known)


class ConflictPage(ListScreenPage, ViewPage, frozen=True):
    """Prompts for the pirate that leaves."""

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
            Option(_(PIRATES[each]), record(model, Remove(field, each)), _("to the supply"), key=f"{name} {each.value}")
            for each in pirates
        ]
        chosen = options[self.cursor]
        leaves = _("{colour} leaves {field}", colour=chosen.label, field=name)
        tip = _("Two pirates are on one field. The active player chooses which one goes to the supply.")
        return Screen(
            display_name(_, state.players[state.turn]),
            _("a conflict"),
            (Columns(Big(name), (Text(self.form_title(model)),)), *moved_sentence(model), *advice(tip)),
            Choices(options, self.cursor, "row"),
            {Button.OK: chosen._replace(label=leaves, icon=Icon.CHECK), Button.UNDO: take_back_option(model)},
            sentence=_(
                "{name}: which pirate leaves {field}?", name=display_name(_, state.players[state.turn]), field=name
            ),
        )


def contest(state: State) -> tuple[Field, tuple[Pirate, ...]]:
    """Returns the first field with a conflict, and its colours; in the phase of conflicts there is one."""
    field = next(piratenclaim.fields_in(piratenclaim.contested(state)))
    return field, piratenclaim.pirates_at(state, field)
