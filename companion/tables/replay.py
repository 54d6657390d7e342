"""The replay page of all games: shows a game again, automatically or step by step."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, ClassVar, Generic, NamedTuple

from msgspec.structs import replace

from companion.core.model import Model, Transition, reject_press
from companion.core.page import Page, show
from companion.core.player_names import display_name
from companion.lights.composition import Lights
from companion.locale.translator import Translator
from companion.tables.shared_flow import winners_headline
from companion.ui.art import Icon
from companion.ui.screen import Big, Option, Screen, Text
from engine.game import Event, State
from engine.record import AnyRecord, PersistentList, PlayedEvent
from hardware.device import Button

SPEEDS = (1, 2, 4, 8)
"""Events per second."""
EARLY = 1e-6
"""Tolerance in seconds for a tick that comes too early."""


class ReplayText(NamedTuple, Generic[State, Event]):
    """The words and lights that a game adds to its replay."""

    when: Callable[[Translator, State], str]
    """Returns the title: how far the game was."""
    what: Callable[[Translator, PlayedEvent[State, Event]], str]
    """Describes an event in one line; the state is the one after the event."""
    board: Callable[[Model, float], Lights]
    """Returns the lights of the position."""


class ReplayPage(Page, frozen=True):
    """Replays a game: shows event `step` at time `since` and continues from there unless paused."""

    text: ReplayText[Any, Any]
    step: int = 0
    """The number of the event shown at `since`; 0 is the start."""
    since: float = 0.0
    """In seconds of the loop's clock."""
    speed: int = SPEEDS[0]
    paused: bool = False
    name: ClassVar[str] = "replay"

    def screen(self, model: Model) -> Screen:
        _, record = model.translate, model.session.started_record
        here = replace(self, step=self._at(record, model.now), since=model.now)
        before, state = record.timeline[max(here.step - 1, 0)].state, record.timeline[here.step].state
        last, speed = len(record.timeline) - 1, SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]

        def stay() -> Transition:
            return reject_press(model.with_page(replace(here, paused=True)))

        def walk(icon: Icon, step: int) -> Option:
            there = replace(here, step=step, paused=True)
            return Option("", show(model, there), icon=icon) if 0 <= step <= last else Option("", stay)

        keys = {
            Button.LEFT: walk(Icon.LEFT, here.step - 1),
            Button.RIGHT: walk(Icon.RIGHT, here.step + 1),
            Button.OK: Option(
                "", show(model, replace(here, paused=not self.paused)), icon=Icon.PLAY if self.paused else Icon.PAUSE
            ),
            Button.BANK: Option("", show(model, replace(here, speed=speed)), icon=f"{self.speed}x"),
            Button.UNDO: Option("", lambda: Transition(replace(model, is_leaving=True)), icon=Icon.UNDO),
        }
        player, what = display_name(_, before.players[before.turn]), self.text.what(_, record.timeline[here.step])
        name, line = winners_headline(_, state) if state.winners else (player, what)
        return Screen(self.text.when(_, before), f"{here.step}/{last}", (Big(name), Text(line)), keys=keys)

    def lights(self, model: Model, now: float) -> Lights:
        record = model.session.started_record
        step = self._at(record, now)
        line = record.timeline[: step + 1]
        then = dataclasses.replace(record, events=PersistentList.of(each.event for each in line), timeline=line)
        seen = self.text.board(replace(model, game=replace(model.session, record=then)), now)
        if self.paused or step == len(record.timeline) - 1:
            return seen
        return Lights(seen.colours, self.since + (step + 1 - self.step) / self.speed)

    def _at(self, record: AnyRecord, now: float) -> int:
        gone = 0 if self.paused else int((now - self.since) * self.speed + EARLY)
        return min(self.step + max(gone, 0), len(record.timeline) - 1)
