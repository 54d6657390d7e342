"""Before the pirates move: whose ships stand where pirates will be, if nobody has told it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from companion.core.model import Model, Transition
from companion.core.page import ButtonRow, Page, arrows, close, moved_cursor, show
from companion.core.player_names import display_name
from companion.core.questions import Command, Form, choose_in_list, command_form
from companion.locale.translator import N_
from companion.screen.canvas import Rect
from companion.screen.font import DOUBLE
from companion.screen.icons import Icon
from companion.screen.layout import big, header
from companion.tables.piratenclaim import lights
from companion.tables.piratenclaim.session import session_of
from companion.tables.piratenclaim.turn_flow import record_event
from companion.tables.piratenclaim.words import field_name
from engine import piratenclaim
from engine.game import Seat
from engine.piratenclaim import Event, Field, MovePirates, ShipAt
from hardware.device import Button

if TYPE_CHECKING:
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from engine.piratenclaim import State


class StandingShip(NamedTuple):
    """What was answered: a ship of this player stands there."""

    seat: Seat
    field: Field


@dataclass(frozen=True, slots=True)
class ShipsPage(Page):
    """Asks field by field."""

    fields: tuple[Field, ...]
    """Where pirates will stand."""
    asked: int = 0
    """Which of them is asked about."""
    ships: tuple[StandingShip, ...] = ()
    cursor: int = 0
    name: ClassVar[str] = "piratenclaim_ships"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        _, state = model.translate, session_of(model).state
        answers = self._answers(state)
        seat = answers[self.cursor]
        whose = _("nobody's") if seat is None else display_name(_, state.players[seat])

        def moved(button: Button) -> ShipsPage:
            return replace(self, cursor=moved_cursor(self.cursor, button, len(answers)))

        def answer() -> Transition:
            if seat is None:
                return self._go_on(model)
            ships = (*self.ships, StandingShip(seat, self.fields[self.asked]))
            return Transition(model.with_page(replace(self, ships=ships, cursor=0)))

        back = show(model, self._back()) if self.ships or self.asked else close(model)
        return (arrows(model, moved) if len(answers) > 1 else {}) | {
            Button.OK: ButtonRow(Icon.CHECK, answer, whose, _("on {field}", field=field_name(self.fields[self.asked]))),
            Button.BANK: ButtonRow(Icon.SKIP, lambda: self._move(model), _("No more ships"), _("the pirates move")),
            Button.UNDO: ButtonRow(Icon.UNDO, back, _("Back")),
        }

    def form(self, model: Model) -> Form:
        """Returns a command for each answer."""
        _, state = model.translate, session_of(model).state
        seats = self._answers(state)
        keys = self._keys(state)
        answers = (
            Command(key, N_("nobody's")) if seat is None else Command(key, state.players[seat], are_names=True)
            for key, seat in zip(keys, seats, strict=True)
        )
        no_more = Command(Button.BANK.value, N_("No more ships"), N_("the pirates move"), is_main=True)
        back = Command(Button.UNDO.value, N_("Back"))
        title = N_("another?") if self._is_answered else N_("whose ship?")
        note = _("on {field}", field=field_name(self.fields[self.asked]))
        return command_form(title, *answers, no_more, back, cursor=keys[self.cursor], note=note)

    def choose(self, model: Model, name: str, value: object) -> Transition:
        """Answers."""
        return choose_in_list(self, model, name, self._keys(session_of(model).state))

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the field, and the answer under the cursor, large."""
        _, state = model.translate, session_of(model).state
        header(canvas, _("Ships"), _("{n} of {all}", n=self.asked + 1, all=len(self.fields)))
        canvas.text(1, 12, field_name(self.fields[self.asked]), DOUBLE)
        canvas.text(127, 15, _("another?") if self._is_answered else _("whose ship?"), align="right")
        seat = self._answers(state)[self.cursor]
        big(canvas, _("nobody's") if seat is None else display_name(_, state.players[seat]), Rect(1, 29, 127, 53))

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the segment; the field that is asked about blinks."""
        state = session_of(model).state
        return lights.cursor(state, model.seat_colours, now, model.shown_since, self.fields[self.asked])

    @property
    def _is_answered(self) -> bool:
        """Whether a ship was told on the field already."""
        return any(ship.field == self.fields[self.asked] for ship in self.ships)

    def _keys(self, state: State) -> tuple[str, ...]:
        """Returns a key for each answer: with the field and how many were told, as the next question is alike."""
        asked = f"{field_name(self.fields[self.asked])} {len(self.ships)}"
        return tuple(f"{asked} {'nobody' if seat is None else seat}" for seat in self._answers(state))

    def _answers(self, state: State) -> tuple[Seat | None, ...]:
        """Nobody, then everybody of whose ships one may stand there besides those answered."""
        given = [ship.seat for ship in self.ships]
        free = (seat for seat in untold_seats(state) if given.count(seat) < state.ships_owned[seat])
        return (None, *free)

    def _go_on(self, model: Model) -> Transition:
        if self.asked + 1 == len(self.fields):
            return self._move(model)
        return Transition(model.with_page(replace(self, asked=self.asked + 1, cursor=0)))

    def _back(self) -> ShipsPage:
        if self.ships and self.ships[-1].field == self.fields[self.asked]:
            return replace(self, ships=self.ships[:-1], cursor=0)
        return replace(self, asked=self.asked - 1, cursor=0)

    def _move(self, model: Model) -> Transition:
        told, seen = list[Event](), list[Seat]()
        for seat, field in self.ships:
            told.append(ShipAt(seat, seen.count(seat), field, asked=True))
            seen.append(seat)
        return record_event(model, *told, MovePirates())


def move_pirates(model: Model) -> Transition:
    """Moves the pirates; asks first for ships where they will stand, of the players who have told of none."""
    state = session_of(model).state
    moves = () if state.dice is None else piratenclaim.movements(state, state.dice)
    fields = tuple(sorted({movement.to for movement in moves}))
    if fields and untold_seats(state):
        return Transition(model.with_page_on_top(ShipsPage(fields)))
    return record_event(model, MovePirates())


def untold_seats(state: State) -> tuple[Seat, ...]:
    """Returns the seats that have told of no ship."""
    told = {ship.player for ship in state.ships}
    return tuple(Seat(seat) for seat in range(len(state.players)) if seat not in told)
