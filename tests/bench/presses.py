"""The latency from a press to the last byte on the pixel strip, without the debouncing."""

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
from companion.main import run_application
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
from tests.bench import baseline
from tests.bench.benchmark import Measurement
from tests.bench.scripted_game import ScriptedFrontend, ScriptedPlayer, launch_config, simulated_device
from tests.wire.pi.simulated_pi import SimulatedPi

T = TypeVar("T")
BLOCKS, PRESSES = 12, 25
"""Each block measures its presses in a game, then the same number on the baseline."""
PROGRAMS = 2
"""The number of busy programs: one per core of the machine that the targets are for."""
TIMEOUT_S = 2.0
LONGEST_PAUSE_S = 0.02
"""Random pauses, so that some presses arrive while a blinking light is sent."""


class MeasuredBox(NamedTuple):
    box: Box
    strip: SimulatedStrip
    lights: Callable[[], Sequence[Colour]]
    """Returns the colours of the pixels, field 1/1 first."""
    down: Callable[[Button], None]
    """Presses a button on its pin."""
    up: Callable[[Button], None]


class Times(NamedTuple):
    """Times of presses in ms, one list per block: ours and those of the baseline (tests/bench/baseline.py)."""

    ours: list[list[float]]
    baseline: list[list[float]]

    def median_ratio(self) -> Measurement:
        ratios = [median(our) / median(its) for our, its in zip(self.ours, self.baseline, strict=True)]
        return Measurement(median(ratios), f"{_median_note(self.ours)}; the baseline {_median_note(self.baseline)}")

    def p99_ratio(self) -> Measurement:
        """Returns the ratio of the 99th percentiles over all blocks."""
        note = f"{_p99(self.ours):.2f} ms; the baseline {_p99(self.baseline):.2f}"
        return Measurement(_p99(self.ours) / _p99(self.baseline), note)


def median_latency() -> Measurement:
    """Measures cursor moves and placements, about half of each, including the time on the wire."""
    return _pairs_when_idle().median_ratio()


def p99_latency() -> Measurement:
    return _pairs_when_idle().p99_ratio()


def median_latency_under_load() -> Measurement:
    return _pairs_under_load().median_ratio()


def p99_latency_under_load() -> Measurement:
    return _pairs_under_load().p99_ratio()


def median_latency_on_kernel() -> Measurement:
    """Measures through lgpio, the kernel's SPI and all drivers of the real box."""
    return _pairs_on_kernel().median_ratio()


def p99_latency_on_kernel() -> Measurement:
    return _pairs_on_kernel().p99_ratio()


def p99_latency_with_coach() -> Measurement:
    """Measures the 99th percentile while the coach computes in its process, relative to the same presses without it."""
    times, pauses = Times([], []), Random(2)
    for block in range(BLOCKS):
        for presses, is_coached in ((times.ours, True), (times.baseline, False)):
            presses.append(_play_block(_box_on_simulated_pins, pauses, block, is_coached=is_coached).times_ms)
    with_coach, without = _p99(times.ours), _p99(times.baseline)
    return Measurement(with_coach / without, f"{with_coach:.2f} ms; without the coach {without:.2f}")


@cache
def _pairs_when_idle() -> Times:
    return _measure_pairs(_box_on_simulated_pins)


@cache
def _pairs_under_load() -> Times:
    with ExitStack() as running:
        for _ in range(PROGRAMS):
            busy = subprocess.Popen((sys.executable, "-c", "while True: pass"))
            running.callback(busy.wait)
            running.callback(busy.kill)
        return _measure_pairs(_box_on_simulated_pins)


@cache
def _pairs_on_kernel() -> Times:
    return _measure_pairs(_box_on_kernel_interfaces)


def _box_on_simulated_pins(_: pytest.MonkeyPatch) -> MeasuredBox:
    device = simulated_device()
    down, up = (lambda button: device.pin_of(button).drive_low()), (lambda button: device.pin_of(button).drive_high())
    return MeasuredBox(device, device.strip, device.lights, down, up)


def _box_on_kernel_interfaces(patch: pytest.MonkeyPatch) -> MeasuredBox:
    pi = SimulatedPi(wiring_from(Settings())).install(patch)
    return MeasuredBox(pi.box(), pi.strip, pi.lights, pi.push, pi.release)


def p99_latency_during_bot() -> Measurement:
    alone, alongside, pauses = list[list[float]](), list[list[float]](), Random(2)
    for block in range(BLOCKS):
        alone.append(_times_in_game(block, pauses))
        with thinking_bot():
            alongside.append(_times_in_game(block, pauses))
    return Measurement(
        _p99(alongside) / _p99(alone),
        f"{_p99(alongside):.2f} ms; without it {_p99(alone):.2f}",
    )


def _times_in_game(block: int, pauses: Random) -> list[float]:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        timer = PressTimer(
            _box_on_simulated_pins(patch), pauses, ScriptedPlayer(move_chance=0.5, roll_again_chance=0.5, seed=block)
        )
        run_application(
            launch_config(Path(folder) / "journal.sqlite"),
            timer.measured_box.box,
            ScriptedFrontend(timer.watch, timer.play),
        )
        return timer.times_ms


def _measure_pairs(measured_box: Callable[[pytest.MonkeyPatch], MeasuredBox]) -> Times:
    times, pauses = Times([], []), Random(2)
    for block in range(BLOCKS):
        timer = _play_block(measured_box, pauses, block)
        times.ours.append(timer.times_ms)
        with TemporaryDirectory() as folder:
            times.baseline.append(baseline.times_ms(Path(folder), timer.are_events, pauses, LONGEST_PAUSE_S))
    return times


def _play_block(
    measured_box: Callable[[pytest.MonkeyPatch], MeasuredBox], pauses: Random, block: int, *, is_coached: bool = False
) -> "PressTimer":
    """Plays a game of its own; returns the timer with the times of its presses."""
    usual_s = sys.getswitchinterval()
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        player = ScriptedPlayer(move_chance=0.5, roll_again_chance=0.5, seed=block)
        timer = PressTimer(measured_box(patch), pauses, player, is_coached=is_coached)
        config = launch_config(Path(folder) / "journal.sqlite")
        run_application(config, timer.measured_box.box, ScriptedFrontend(timer.watch, timer.play))
        sys.setswitchinterval(usual_s)  # the default, which most programs use
    return timer


def _median_note(blocks: list[list[float]]) -> str:
    times = list(chain.from_iterable(blocks))
    return f"{median(times):.2f} ms over {len(times)} presses"


def _p99(blocks: list[list[float]]) -> float:
    return quantiles(chain.from_iterable(blocks), n=100)[-1]


class PressTimer:
    """Presses on its own thread, like the notifications of the pins, and measures when the lights change."""

    def __init__(
        self, measured_box: MeasuredBox, pauses: Random, player: ScriptedPlayer, *, is_coached: bool = False
    ) -> None:
        self.times_ms: list[float] = []
        self.are_events: list[bool] = []
        """For each measured press, whether it was an event of the game; otherwise it moved the cursor."""
        self.measured_box = measured_box
        self._player = player
        self._pauses = pauses
        self._is_coached = is_coached
        self._changed = Condition()
        self._views: list[tuple[View, Model]] = []
        self._written: list[tuple[float, bytes]] = []
        self._write = measured_box.strip.writebytes
        measured_box.strip.writebytes = self._record_write  # type: ignore[method-assign]  # to see the bytes

    def watch(self, view: View, model: Model) -> None:
        with self._changed:
            self._views.append((view, model))
            self._changed.notify_all()

    async def play(self, loop: Loop) -> None:
        """Switches the coach on if required, then presses until there are enough times."""
        if self._is_coached:
            held = Press(Button.RIGHT), Press(Button.RIGHT, held=True)
            for press in (*held, Press(Button.OK), Press(Button.OK)):
                loop.enqueue(press)
        await asyncio.to_thread(self._play)

    def _record_write(self, data: bytes) -> None:
        sent_at = perf_counter() + 8 * len(data) / self.measured_box.strip.max_speed_hz
        self._write(data)
        with self._changed:
            self._written.append((sent_at, bytes(chain.from_iterable(self.measured_box.lights()))))
            self._changed.notify_all()

    def _play(self) -> None:
        view, model = self._wait_for(self._views, lambda shown: is_on(shown[1]) == self._is_coached)
        while len(self.times_ms) < PRESSES:
            sleep(self._pauses.uniform(0, LONGEST_PAUSE_S))
            view, model = self._press(view, model)

    def _press(self, view: View, model: Model) -> tuple[View, Model]:
        button = self._player.next_press(model).button
        self._views.clear()
        self._written.clear()
        self._before_press(button, model)
        pressed_at = perf_counter()
        self._down(button)
        after, new = self._wait_for(self._views, lambda shown: shown[1].last_active_at != model.last_active_at)
        if view.page == "roll" and after.frame.lights != view.frame.lights:
            sent_at, _ = self._wait_for(self._written, lambda written: written[1] in self._answers(model))
            self.times_ms.append(1000 * (sent_at - pressed_at))
            self.are_events.append(new.maybe_session != model.maybe_session)
        self._up(button)
        return after, new

    def _before_press(self, button: Button, model: Model) -> None:
        pass

    def _down(self, button: Button) -> None:
        self.measured_box.down(button)

    def _up(self, button: Button) -> None:
        self.measured_box.up(button)

    def _answers(self, model: Model) -> set[bytes]:
        """Returns the colours that are an answer to the press: a newer frame may replace the first one."""
        lights = self.measured_box.box._wiring.lights
        frames = [view.frame for view, new in self._views if new.last_active_at != model.last_active_at]
        return {sent_levels(lights, frame.lights, frame.brightness) for frame in frames}

    def _wait_for(self, values: list[T], accepts: Callable[[T], bool]) -> T:
        with self._changed:
            found = self._changed.wait_for(lambda: next(filter(accepts, values), None), TIMEOUT_S)
        if found is None:
            raise TimeoutError("a press did not arrive")
        return found


DECISION_TIMEOUT_S = 60.0
POSITION = apply(start(("Green", "Sheriff"), Seat(0), {"recycle": False}), Roll((1, 2, 3)))
DECISION_JOB = Job("play", decide, ("sheriff", BotView("claimit", POSITION), bytes(32)), DECISION_S)


@contextmanager
def thinking_bot() -> Iterator[None]:
    decided = Event()
    with closing(Workers()) as workers:

        def repeat(answer: Future[Any]) -> None:
            if answer.exception() is None:
                decided.set()
                workers.submit(DECISION_JOB).add_done_callback(repeat)

        workers.submit(DECISION_JOB).add_done_callback(repeat)
        if not decided.wait(DECISION_TIMEOUT_S):
            raise TimeoutError("the bot has not decided")
        yield
