"""The scores: each player's chips of each round, and their sum."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from companion.core.model import Model
from companion.core.page import STEPS, ButtonRow, Page, close, show
from companion.core.player_names import short_names
from companion.screen.font import BOLD
from companion.screen.icons import Icon
from companion.screen.layout import table
from companion.tables.klondike.lights import board
from companion.tables.klondike.session import session_of
from companion.tables.klondike.turn_flow import ended_by_passes
from companion.tables.shared_pages import OutcomePage
from hardware.device import Button

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from engine.klondike import Event, State
    from engine.record import Record

NAME_PX = 46
"""What is left for a name beside three rounds and the sum."""
SHOWN = 3
"""So many rounds have room at a time."""


@dataclass(frozen=True, slots=True)
class ScoresPage(Page):
    """Shows some rounds, and the sum of all."""

    shift: int = 0
    """How many rounds the window is moved from the one in which the newest round comes last; 0 or less."""
    name: ClassVar[str] = "klondike_scores"

    def buttons(self, model: Model) -> dict[Button, ButtonRow]:
        rows = {Button.OK: ButtonRow(Icon.CHECK, close(model)), Button.UNDO: ButtonRow(Icon.UNDO, close(model))}
        for button, icon in ((Button.LEFT, Icon.LEFT), (Button.RIGHT, Icon.RIGHT)):
            moved = replace(self, shift=self.shift + STEPS[button])
            if _window(model, moved.shift):
                rows[button] = ButtonRow(icon, show(model, moved))
        return rows

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws a line for each seat, a column for each round."""
        _draw(model, canvas, model.translate("Round"), _window(model, self.shift))


@dataclass(frozen=True, slots=True)
class RoundOverPage(OutcomePage):
    """Shows the scores after a round."""

    name: ClassVar[str] = "klondike_round_over"

    def draw(self, model: Model, canvas: Canvas) -> None:
        """Draws the scores; the round that is over comes last."""
        over = len(gains(session_of(model).started_record)) - 1
        window, _ = range(max(over - SHOWN, 0), over), model.translate
        passed = ended_by_passes(session_of(model).started_record)
        _draw(model, canvas, _("All passed") if passed else _("Round {n}", n=over), window)

    def lights(self, model: Model, now: float) -> Lights:
        """Shows the board before the newest tile or pass, as the new round's board is empty."""
        return board(before_newest(model), now)


def before_newest(model: Model) -> Model:
    """Returns the model with the board as it lay before the newest tile or pass."""
    record = model.session.started_record
    before = replace(record, events=record.events[:-1], timeline=record.timeline[:-1])
    return replace(model, game=replace(model.session, record=before))


def gains(record: Record[State, Event]) -> tuple[tuple[int, ...], ...]:
    """Returns the chips that each seat has won in each round so far: by round, the first one first, then by seat."""
    seats = len(record.state.players)
    won = [[0] * seats for _ in range(record.state.round)]
    for before, step in pairwise(record.timeline):
        for seat, (had, has) in enumerate(zip(before.state.chips, step.state.chips, strict=True)):
            won[before.state.round - 1][seat] += has - had
    return tuple(tuple(each) for each in won)


def _window(model: Model, shift: int) -> range:
    """Returns the rounds that are shown, from 0; an empty range beyond the first or the newest round."""
    played = len(gains(session_of(model).started_record))
    last = played + shift
    return range(max(last - SHOWN, 0), last) if shift == 0 or SHOWN <= last <= played else range(0)


def _draw(model: Model, canvas: Canvas, title: str, rounds: range) -> None:
    _, state = model.translate, session_of(model).state
    won = gains(session_of(model).started_record)
    heads = (title, *(str(number + 1) for number in rounds), _("all"))
    names = short_names(_, state.players, NAME_PX, BOLD)
    rows = [
        (name, *(str(won[number][seat]) for number in rounds), str(chips))
        for seat, (name, chips) in enumerate(zip(names, state.chips, strict=True))
    ]
    table(canvas, heads, rows)
