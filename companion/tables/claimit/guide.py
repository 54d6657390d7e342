"""The guide: what the hands have to do on the real board after a bank, a bust or an undo, field by field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from companion.model import Model, Step, refuse
from companion.names import shown
from companion.screen.font import DOUBLE
from companion.screen.icons import Icon
from companion.screen.layout import Key, header
from companion.tables.claimit import lights
from companion.tables.claimit.stones import GROUND_Y, draw_stack, named
from companion.tables.course import acknowledge
from engine import claimit
from engine.claimit import Bank, Field, Place, Roll, State
from engine.game import Seat, Undo
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.lights.composition import Lights
    from companion.screen.canvas import Canvas
    from companion.words import Words
    from engine.claimit import Event
    from engine.record import Record
    from engine.record import Step as Played

MOVES = {Button.LEFT: -1, Button.RIGHT: 1, Button.OK: 1, Button.UNDO: -1}


class Chore(NamedTuple):
    """What there is to do on one field."""

    field: Field
    lies: tuple[str, ...]
    """The stones that lie there, bottom first."""
    must: tuple[str, ...]
    """The stones that must lie there."""


@dataclass(frozen=True, slots=True)
class Guide:
    """The chores, and the one that is being done."""

    step: int = 0
    name: ClassVar[str] = "guide"

    def press(self, model: Model, button: Button) -> Step:
        """`ok` and `right` go on, `left` and `undo` back, `bank` skips the rest."""
        if button is Button.BANK:
            return acknowledge(model)
        step = self.step + MOVES[button]
        if step < 0:
            return refuse(model)
        done = step == len(chores(model.running.played))
        return acknowledge(model) if done else Step(model.showing(Guide(step)))

    def keys(self, model: Model) -> tuple[Key, ...]:
        """Back, next, done, skip, back."""
        back = Icon.LEFT if self.step else None
        return (back, Icon.RIGHT, Icon.CHECK, Icon.SKIP, Icon.UNDO if self.step else None)

    def draw(self, model: Model, canvas: Canvas) -> None:
        """The field, large, and what to do there; the stack as it lies, and as it must lie."""
        _, todo = model.words, chores(model.running.played)
        chore, players = todo[self.step], model.running.state.players
        header(
            canvas, shown(_, players[hands(model.running.played)]), _("{n} of {all}", n=self.step + 1, all=len(todo))
        )
        canvas.text(1, 11, claimit.format_field(chore.field), DOUBLE)
        for row, line in enumerate(task(_, chore, players)):
            canvas.text(1, 27 + 9 * row, line)
        draw_stack(canvas, 57, chore.lies, players, _)
        canvas.icon(90, GROUND_Y - 9, Icon.RIGHT)
        draw_stack(canvas, 98, chore.must, players, _)

    def lights(self, model: Model, now: float) -> Lights:
        """After a bank what was taken runs over first; then the field of the chore, and no other."""
        record, colours = model.running.played, model.seat_colours
        if self.step == 0 and now < model.began + run_s(record):
            return run_over(model, now)
        return lights.guide(chores(record)[self.step].field, hands(record), colours)


def chores(record: Record[State, Event]) -> tuple[Chore, ...]:
    """What the newest event leaves the hands to do."""
    newest = record.events[-1]
    if isinstance(newest, Undo):
        undone = record.taken_back
        if not isinstance(undone, Roll | Place | Bank):
            return ()
        return tuple(_differing(record.game.apply(record.state, undone), record.state, claimit.FIELDS))
    if isinstance(newest, Bank) or record.state.busted:
        return tuple(_differing(record.line[-2].state, record.state, placed(record.line[:-1])))
    return ()


def placed(line: Sequence[Played[State, Event]]) -> tuple[Field, ...]:
    """The fields that were marked in the turn in which the line ends, in the order in which they were."""
    turns = line[-1].state.turns
    return tuple(
        dict.fromkeys(step.event.field for step in line if isinstance(step.event, Place) and step.state.turns == turns)
    )


def run_s(record: Record[State, Event]) -> float:
    """How long what was just banked runs over, in seconds; 0 after anything else."""
    return lights.bank_s(len(placed(record.line[:-1]))) if isinstance(record.events[-1], Bank) else 0.0


def run_over(model: Model, now: float) -> Lights:
    """What was just banked runs over into the mover's colour."""
    record = model.running.played
    seat, taken = record.line[-2].state.turn, placed(record.line[:-1])
    return lights.bank(record.state, model.seat_colours, now, model.began, seat=seat, taken=taken)


def task(_: Words, chore: Chore, players: Sequence[str]) -> tuple[str, ...]:
    """The chore in lines of a few words: what comes off, from the top; what goes on, or up, from the bottom."""
    off = [f"\N{MINUS SIGN} {named(_, stone, players)}" for stone in reversed(chore.lies) if stone not in chore.must]
    on = [f"+ {named(_, stone, players)}" for stone in chore.must if stone not in chore.lies]
    return (*off, *on) or (f"\N{UPWARDS ARROW} {named(_, chore.must[-1], players)}",)


def hands(record: Record[State, Event]) -> Seat:
    """Whose colour shows the field: the seat whose turn ended, or is gone on with."""
    state: State = record.state if isinstance(record.events[-1], Undo) else record.line[-2].state
    return state.turn


def _differing(before: State, after: State, fields: Iterable[Field]) -> Iterable[Chore]:
    for field in fields:
        lies, must = claimit.stack(before, field), claimit.stack(after, field)
        if lies != must:
            yield Chore(field, lies, must)
