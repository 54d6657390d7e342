"""Models to be looked at: reached by presses, or with a position of Claim It! laid on the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.effects import DrawSeed
from companion.messages import Pressed, SeedDrawn
from companion.model import Model, Step
from companion.pages.attract import Attract
from companion.pages.menu import Menu, lines
from companion.running import LineUp, Running
from companion.tables import table_of
from companion.update import update
from engine import claimit
from engine.game import Json, Start
from engine.persistent_list import PersistentList
from engine.record import Record
from engine.record import Step as Recorded
from hardware.device import Button, Press
from tests.companion.lights.positions import COLOURS

if TYPE_CHECKING:
    from engine.claimit import Event, State

SEED = bytes(range(32))
BOX = Model(page=Attract(), home=Attract(), colours=COLOURS)
"""The box as it is switched on."""


def press(model: Model, *presses: str) -> Model:
    """The model after some presses: `ok` a press, `hold undo` a hold."""
    for name in presses:
        button = Press(Button(name.removeprefix("hold ")), held=name.startswith("hold "))
        model = _answered(update(model, Pressed(button, 0.0)))
    return model


def pick(model: Model, *labels: str) -> Model:
    """The model after lines of the menu were chosen, one after the other."""
    model = press(model, "hold undo")
    for label in labels:
        cursor = [line.label for line in lines(model, locked=False)].index(label)
        model = press(model.showing(Menu(cursor)), "ok")
    return model


def begin(players: tuple[str, ...], *rolls: Json, by_hand: bool = False) -> Model:
    """The table at which it is rolled for who begins, after some rolls."""
    running = Running(_lineup(players, by_hand=by_hand), SEED)
    for roll in rolls:
        running = running.happen(running.parse({"event": "begin", **roll}))
    return at_table(running)


def lay(state: State, *events: Event, by_hand: bool = False, fair: bool = True, guide: bool = False) -> Model:
    """The table on which this position lay, after some events."""
    start = Start(claimit.name, state.players, state.turn, {"recycle": state.recycle})
    record: Record[State, Event] = Record(
        claimit, PersistentList.of([start]), PersistentList.of([Recorded(start, state)])
    )
    for event in events:
        record = record.play(event)
    lineup = replace(_lineup(state.players, by_hand=by_hand), fair=fair)
    return at_table(Running(lineup, SEED, record=record, events=len(record.events)), guide=guide)


def _answered(step: Step) -> Model:
    """The model of a step; the seed that it wants is drawn."""
    return update(step.model, SeedDrawn(SEED, 0.0)).model if DrawSeed() in step.effects else step.model


def _lineup(players: tuple[str, ...], *, by_hand: bool) -> LineUp:
    return LineUp(claimit.name, players, claimit.options, by_hand, colours=tuple(range(len(players))))


def at_table(running: Running, *, guide: bool = False) -> Model:
    """The table at which this game goes on."""
    seated = replace(BOX, game=running, guide=guide)
    return seated.alone(table_of(running).standing(seated))
