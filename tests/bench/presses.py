"""How long a press takes to the last byte on the pixel strip, its debouncing apart."""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Condition, Event
from time import perf_counter, sleep
from typing import Any, NamedTuple, TypeVar

import pytest

from companion.core.effects import DECISION_S, Job
from companion.core.model import Model
from companion.features.coach import is_on
from companion.main import run_table
from companion.program.view import View
from companion.runtime.loop import Loop
from companion.runtime.workers import Workers
from companion.settings.schema import Settings, wiring_from
from engine.bot import BotView
from engine.bots import decide
from engine.claimit import Roll, apply, start
from engine.game import Seat
from hardware.box import Box
from hardware.device import Button, Colour, Press
from hardware.pixels import sent_levels
from hardware.simulated.buses import SimulatedStrip
from tests.bench import floor, seat
from tests.bench.figure import Reading
from tests.wire.edge.box import Edge

T = TypeVar("T")
BLOCKS, PRESSES = 12, 25
"""Blocks in turns: each with its presses at a table, and the same ones on the shortest way."""
PROGRAMS = 2
"""The number of busy programs: one for each core of the machine that the targets are for."""
PATIENCE_S = 2.0
LONGEST_PAUSE_S = 0.02
"""A finger comes at any moment, also while a light that blinks is being sent."""


class Watched(NamedTuple):
    box: Box
    strip: SimulatedStrip
    lights: Callable[[], Sequence[Colour]]
    """What the pixels show, field 1/1 first."""
    down: Callable[[Button], None]
    """Has the pins tell that a button goes down."""
    up: Callable[[Button], None]


class Times(NamedTuple):
    """Of presses in turns: ours, and those on the shortest way (tests/bench/floor.py), in ms, a list a block."""

    ours: list[list[float]]
    floor: list[list[float]]

    def in_the_median(self) -> Reading:
        ratios = [median(our) / median(its) for our, its in zip(self.ours, self.floor, strict=True)]
        return Reading(median(ratios), f"{_told(self.ours)}; the shortest way {_told(self.floor)}")

    def at_most(self) -> Reading:
        """The ratio of what 99 in 100 stay under, over all blocks."""
        note = f"{_most(self.ours):.2f} ms; the shortest way {_most(self.floor):.2f}"
        return Reading(_most(self.ours) / _most(self.floor), note)


def usual() -> Reading:
    """Cursor moves and placements, about half of each, the time on the wire included."""
    return _idle().in_the_median()


def longest() -> Reading:
    return _idle().at_most()


def usual_beside_others() -> Reading:
    return _beside_others().in_the_median()


def longest_beside_others() -> Reading:
    return _beside_others().at_most()


def usual_at_the_edge() -> Reading:
    """Through lgpio, the kernel's SPI and all that the real box has."""
    return _at_the_edge().in_the_median()


def longest_at_the_edge() -> Reading:
    return _at_the_edge().at_most()


def beside_the_coach() -> Reading:
    """While the coach thinks in its process, against the same presses without it: of the slowest in a hundred."""
    times, pauses = Times([], []), Random(2)
    for block in range(BLOCKS):
        for presses, is_coached in ((times.ours, True), (times.floor, False)):
            presses.append(_at_table(_on_simulated_pins, pauses, block, is_coached=is_coached).times_ms)
    with_coach, without = _most(times.ours), _most(times.floor)
    return Reading(with_coach / without, f"{with_coach:.2f} ms; without the coach {without:.2f}")


@cache
def _idle() -> Times:
    return _in_turns(_on_simulated_pins)


@cache
def _beside_others() -> Times:
    with ExitStack() as running:
        for _ in range(PROGRAMS):
            busy = subprocess.Popen((sys.executable, "-c", "while True: pass"))
            running.callback(busy.wait)
            running.callback(busy.kill)
        return _in_turns(_on_simulated_pins)


@cache
def _at_the_edge() -> Times:
    return _in_turns(_at_the_kernel)


def _on_simulated_pins(_: pytest.MonkeyPatch) -> Watched:
    device = seat.device()
    down, up = (lambda button: device.pin_of(button).drive_low()), (lambda button: device.pin_of(button).drive_high())
    return Watched(device, device.strip, device.lights, down, up)


def _at_the_kernel(patch: pytest.MonkeyPatch) -> Watched:
    edge = Edge(wiring_from(Settings())).stand_in(patch)
    return Watched(edge.box(), edge.strip, edge.lights, edge.press, edge.release)


def longest_beside_a_bot() -> Reading:
    alone, alongside, pauses = list[list[float]](), list[list[float]](), Random(2)
    for block in range(BLOCKS):
        alone.append(_played(block, pauses))
        with thinking_bot():
            alongside.append(_played(block, pauses))
    return Reading(_most(alongside) / _most(alone), f"{_most(alongside):.2f} ms; without it {_most(alone):.2f}")


def _played(block: int, pauses: Random) -> list[float]:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        finger = Finger(_on_simulated_pins(patch), pauses, seat.Player(looks=0.5, again=0.5, seed=block))
        run_table(seat.order(Path(folder) / "journal.sqlite"), finger.watched.box, seat.Guest(finger.watch, finger.sit))
        return finger.times_ms


def _in_turns(watched: Callable[[pytest.MonkeyPatch], Watched]) -> Times:
    times, pauses = Times([], []), Random(2)
    for block in range(BLOCKS):
        finger = _at_table(watched, pauses, block)
        times.ours.append(finger.times_ms)
        with TemporaryDirectory() as folder:
            times.floor.append(floor.times_ms(Path(folder), finger.are_events, pauses, LONGEST_PAUSE_S))
    return times


def _at_table(
    watched: Callable[[pytest.MonkeyPatch], Watched], pauses: Random, block: int, *, is_coached: bool = False
) -> "Finger":
    """Returns a finger that has pressed at its own table."""
    usual_s = sys.getswitchinterval()
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        player = seat.Player(looks=0.5, again=0.5, seed=block)
        finger = Finger(watched(patch), pauses, player, is_coached=is_coached)
        order = seat.order(Path(folder) / "journal.sqlite")
        run_table(order, finger.watched.box, seat.Guest(finger.watch, finger.sit))
        sys.setswitchinterval(usual_s)  # as a program has it that does nothing about it
    return finger


def _told(blocks: list[list[float]]) -> str:
    times = list(chain.from_iterable(blocks))
    return f"{median(times):.2f} ms over {len(times)} presses"


def _most(blocks: list[list[float]]) -> float:
    return quantiles(chain.from_iterable(blocks), n=100)[-1]


class Finger:
    """Presses on its own thread, as the pins' notifications come, and sees each change of the lights arrive."""

    def __init__(self, watched: Watched, pauses: Random, player: seat.Player, *, is_coached: bool = False) -> None:
        self.times_ms: list[float] = []
        self.are_events: list[bool] = []
        """Whether each measured press was an event of the game, and not just a move of the cursor."""
        self.watched = watched
        self._player = player
        self._pauses = pauses
        self._is_coached = is_coached
        self._happened = Condition()
        self._views: list[tuple[View, Model]] = []
        self._written: list[tuple[float, bytes]] = []
        self._write = watched.strip.writebytes
        watched.strip.writebytes = self._listen  # type: ignore[method-assign]  # the wire is listened to

    def watch(self, view: View, model: Model) -> None:
        with self._happened:
            self._views.append((view, model))
            self._happened.notify_all()

    async def sit(self, loop: Loop) -> None:
        """Presses until there are enough; before that it has the coach be there, if it is wanted."""
        if self._is_coached:
            held = Press(Button.RIGHT), Press(Button.RIGHT, held=True)
            for press in (*held, Press(Button.OK), Press(Button.OK)):
                loop.enqueue(press)
        await asyncio.to_thread(self._play)

    def _listen(self, data: bytes) -> None:
        """Notes when the last byte is on the wire, and what the pixels then show."""
        sent_at = perf_counter() + 8 * len(data) / self.watched.strip.max_speed_hz
        self._write(data)
        with self._happened:
            self._written.append((sent_at, bytes(chain.from_iterable(self.watched.lights()))))
            self._happened.notify_all()

    def _play(self) -> None:
        view, model = self._await(self._views, lambda shown: is_on(shown[1]) == self._is_coached)
        while len(self.times_ms) < PRESSES:
            sleep(self._pauses.uniform(0, LONGEST_PAUSE_S))
            view, model = self._press(view, model)

    def _press(self, view: View, model: Model) -> tuple[View, Model]:
        """Presses what leads on; a press that changes the lights of a roll is measured."""
        button = self._player.next_press(model).button
        self._views.clear()
        self._written.clear()
        self._get_ready(button, model)
        pressed_at = perf_counter()
        self._down(button)
        after, new = self._await(self._views, lambda shown: shown[1].last_press_at != model.last_press_at)
        if view.page == "roll" and after.frame.lights != view.frame.lights:
            sent_at, _ = self._await(self._written, lambda written: written[1] in self._answers(model))
            self.times_ms.append(1000 * (sent_at - pressed_at))
            self.are_events.append(new.game != model.game)
        self._up(button)
        return after, new

    def _get_ready(self, button: Button, model: Model) -> None:
        pass

    def _down(self, button: Button) -> None:
        self.watched.down(button)

    def _up(self, button: Button) -> None:
        self.watched.up(button)

    def _answers(self, model: Model) -> set[bytes]:
        """What the pixels may show after the press: a newer picture may take the place of the first one."""
        lights = self.watched.box._wiring.lights
        frames = [view.frame for view, new in self._views if new.last_press_at != model.last_press_at]
        return {sent_levels(lights, frame.lights, frame.brightness) for frame in frames}

    def _await(self, notes: list[T], wanted: Callable[[T], bool]) -> T:
        with self._happened:
            found = self._happened.wait_for(lambda: next(filter(wanted, notes), None), PATIENCE_S)
        if found is None:
            raise TimeoutError("a press did not arrive")
        return found


DECIDED_S = 60.0
POSITION = apply(start(("Green", "Sheriff"), Seat(0), {"recycle": False}), Roll((1, 2, 3)))
QUESTION = Job("play", decide, ("sheriff", BotView("claimit", POSITION), bytes(32)), DECISION_S)


@contextmanager
def thinking_bot() -> Iterator[None]:
    """Repeats the question after each decision; begins with the first one.

    Raises:
        TimeoutError: it has not decided in time.
    """
    decided = Event()
    with closing(Workers()) as workers:

        def ask_again(answer: Future[Any]) -> None:
            if answer.exception() is None:
                decided.set()
                workers.submit(QUESTION).add_done_callback(ask_again)

        workers.submit(QUESTION).add_done_callback(ask_again)
        if not decided.wait(DECIDED_S):
            raise TimeoutError("the bot has not decided")
        yield
