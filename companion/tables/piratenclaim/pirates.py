"""The pirates move: before it, whose ships stand where they will be; after it, who leaves a field of several colours.

Robberies are the only reason to ask for ships, so the question comes at the last moment, only about fields where a
pirate will stand, and only of players who have told of no ship. It can be skipped: then the box cannot say who is
robbed, and the players see it themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, close, show
from companion.core.player_names import display_name
from companion.core.questions import Command
from companion.locale.translator import N_
from companion.screen.art import Icon
from companion.screen.canvas import Rect
from companion.screen.font import DOUBLE
from companion.screen.layout import big, choices, header
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.list_page import Entry, ListPage
from companion.tables.piratenclaim.session import can_take_back, record, record_event, session_of, take_back_row
from companion.tables.piratenclaim.star_map import View, at_cursor
from companion.tables.piratenclaim.words import PIRATES, PIRATES_MOVE, field_name
from companion.ui.page import YesNoPage
from engine import piratenclaim
from engine.game import Seat
from engine.piratenclaim import Field, MovePirates, Remove, ShipAt
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import Pirate, State


@dataclass(frozen=True, slots=True, kw_only=True)
class ShipsPage(ListPage):
    """Asks field by field."""

    fields: tuple[Field, ...]
    """Where pirates will stand."""
    number: int = 0
    """Which of them is asked about."""
    ships: tuple[ShipAt, ...] = ()
    """What was answered."""
    name: ClassVar[str] = "piratenclaim_ships"
    headline: ClassVar[str] = PIRATES_MOVE

    def view(self, model: Model) -> View:
        return at_cursor(self._field)._replace(marked=frozenset(self.fields))

    def question(self, model: Model) -> str:
        return N_("another?") if self._is_answered else N_("whose ship?")

    def entries(self, model: Model) -> Sequence[Entry]:
        """Nobody, then everybody of whose ships one may stand there besides those answered."""
        _, state, field = model.translate, session_of(model).state, field_name(self._field)
        given = [ship.player for ship in self.ships]
        seats = [seat for seat in untold_seats(state) if given.count(seat) < state.ships_owned[seat]]
        is_last = self.number + 1 == len(self.fields)
        following = show(model, replace(self, number=self.number + 1, cursor=0))
        # A key names how many were answered, too: the next question may be alike.
        answers = [("nobody", _("nobody's"), (lambda: self._move(model)) if is_last else following)]
        for seat in seats:
            ships = (*self.ships, ShipAt(seat, given.count(seat), self._field, asked=True))
            name = display_name(_, state.players[seat])
            answers.append((str(seat), name, show(model, replace(self, ships=ships, cursor=0))))
        on = _("on {field}", field=field)
        return [Entry(f"{field} {len(self.ships)} {key}", name, "", press, (name, on)) for key, name, press in answers]

    def commands(self, model: Model) -> tuple[Command, ...]:
        no_more = Command(Button.BANK.value, N_("No more ships"), N_("the pirates move"), is_main=True)
        return (no_more, *ListPage.commands(self, model))

    def note(self, model: Model) -> str:
        return model.translate("on {field}", field=field_name(self._field))

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _ = model.translate
        if self._is_answered:
            back = show(model, replace(self, ships=self.ships[:-1], cursor=0))
        else:
            back = show(model, replace(self, number=self.number - 1, cursor=0)) if self.number else close(model)
        return ListPage.buttons(self, model) | {
            Button.BANK: ButtonRow(Icon.SKIP, lambda: self._move(model), _("No more ships"), _("the pirates move")),
            Button.UNDO: ButtonRow(Icon.UNDO, back, _("Back")),
        }

    def draw(self, model: Model, canvas: Canvas) -> None:
        _ = model.translate
        header(canvas, _("Ships"), _("{n} of {all}", n=self.number + 1, all=len(self.fields)))
        canvas.text(1, 12, field_name(self._field), DOUBLE)
        canvas.text(127, 15, _("another?") if self._is_answered else _("whose ship?"), align="right")
        big(canvas, self.entries(model)[self.cursor].label, Rect(1, 29, 127, 53))

    def lights(self, model: Model, now: float) -> Lights:
        return lights.at_field(model, now, self._field)

    @property
    def _field(self) -> Field:
        """The field that is asked about."""
        return self.fields[self.number]

    @property
    def _is_answered(self) -> bool:
        """Whether a ship was answered on the field already."""
        return any(ship.field == self._field for ship in self.ships)

    def _move(self, model: Model) -> Transition:
        return record_event(model, *self.ships, MovePirates())


@dataclass(frozen=True, slots=True)
class DuePage(YesNoPage):
    """Asks once whether the pirates shall move though a ship that was told has to discover yet (rules, 5)."""

    question: str = N_("Go on without discovering?")
    agree: Callable[[Model], Transition] = lambda model: _ask_ships(model.with_top_page_closed())
    note: Callable[[Model], str] = lambda model: model.translate(
        "still to discover: {fields}", fields=", ".join(map(field_name, due(session_of(model).state)))
    )
    name: ClassVar[str] = "piratenclaim_due"


def due(state: State) -> tuple[Field, ...]:
    """Returns the fields from which a ship of the mover that was told has to discover yet."""
    told = {ship.field for ship in state.ships if ship.player == state.turn}
    return tuple(field for field in piratenclaim.discoverable(state) if field in told)


def move_pirates(model: Model) -> Transition:
    """Moves the pirates; asks before where a discovery is due, which the rules enforce with the ledger only."""
    if due(session_of(model).state):
        return Transition(model.with_page_on_top(DuePage()))
    return _ask_ships(model)


def _ask_ships(model: Model) -> Transition:
    """Asks first for ships where the pirates will stand, of the players who have told of none."""
    state = session_of(model).state
    moves = () if state.dice is None else piratenclaim.movements(state, state.dice)
    # Also those that stay: a ship may have travelled to them.
    fields = tuple(sorted({movement.to for movement in moves}))
    if fields and untold_seats(state):
        return Transition(model.with_page_on_top(ShipsPage(fields=fields)))
    return record_event(model, MovePirates())


def untold_seats(state: State) -> tuple[Seat, ...]:
    """Returns the seats that have told of no ship."""
    known = {ship.player for ship in state.ships}
    return tuple(Seat(seat) for seat in range(len(state.players)) if seat not in known)


@dataclass(frozen=True, slots=True)
class ConflictPage(ListPage):
    """Asks which pirate leaves."""

    name: ClassVar[str] = "piratenclaim_conflict"

    def view(self, model: Model) -> View:
        return at_cursor(contest(session_of(model).state)[0])

    def question(self, model: Model) -> str:
        return N_("who leaves?")

    def entries(self, model: Model) -> Sequence[Entry]:
        _, (field, pirates) = model.translate, contest(session_of(model).state)
        name, goes = field_name(field), _("to the supply")

        def entry(pirate: Pirate) -> Entry:
            colour = _(PIRATES[pirate])
            words = (_("{colour} leaves {field}", colour=colour, field=name), goes)
            return Entry(f"{name} {pirate.value}", colour, goes, record(model, Remove(field, pirate)), words)

        return [entry(pirate) for pirate in pirates]

    def commands(self, model: Model) -> tuple[Command, ...]:
        return (Command(Button.UNDO.value, N_("Take back")),) if can_take_back(model) else ()

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        return ListPage.buttons(self, model) | {Button.UNDO: take_back_row(model)._replace(label="")}

    def draw(self, model: Model, canvas: Canvas) -> None:
        _, state = model.translate, session_of(model).state
        field, pirates = contest(state)
        header(canvas, display_name(_, state.players[state.turn]), _("a conflict"))
        canvas.text(1, 13, field_name(field), DOUBLE)
        canvas.text(127, 17, _("who leaves?"), align="right")
        choices(canvas, [_(PIRATES[pirate]) for pirate in pirates], self.cursor, Rect(1, 36, 127, 50))


def contest(state: State) -> tuple[Field, tuple[Pirate, ...]]:
    """Returns the first field with a conflict, and the colours there; in the phase of conflicts there is one."""
    field = next(piratenclaim.fields_in(piratenclaim.contested(state)))
    return field, piratenclaim.pirates_at(state, field)
