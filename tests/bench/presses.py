"""How long a press takes to the last byte on the pixel strip, its debouncing apart."""

from __future__ import annotations

import asyncio
from itertools import chain
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Condition
from time import perf_counter, sleep
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import pytest

from companion.app import light, play, wiring
from companion.settings import Settings
from tests.bench import seat
from tests.bench.figure import Reading
from tests.wire.edge.box import Edge

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from companion.loop import Loop
    from companion.model import Model
    from companion.view import View
    from hardware.box import Box
    from hardware.device import Button
    from hardware.simulated.strip import Rgb, SimulatedStrip

T = TypeVar("T")

PRESSES = 1_000
PATIENCE_S = 2.0
LONGEST_PAUSE_S = 0.02
"""A finger comes at any moment, also while a light that blinks is being sent."""


class Watched(NamedTuple):
    """A box whose buttons are pressed and whose strip is listened to."""

    box: Box
    strip: SimulatedStrip
    lights: Callable[[], Sequence[Rgb]]
    """What the pixels show, field 1/1 first."""
    down: Callable[[Button], None]
    """Has the pins tell that a button goes down."""
    up: Callable[[Button], None]


def to_the_strip() -> Reading:
    """Milliseconds in the 99th percentile over cursor moves and placements, the time on the wire included."""
    device = seat.device()
    down, up = (lambda button: device._pin(button).drive_low()), (lambda button: device._pin(button).drive_high())
    return _measured(Watched(device, device.strip, device.lights, down, up))


def at_the_edge() -> Reading:
    """The same through lgpio, the kernel's SPI and all that the real box has."""
    with pytest.MonkeyPatch.context() as patch:
        edge = Edge(wiring(Settings())).stand_in(patch)
        box = edge.box(light(Settings()))
        return _measured(Watched(box, edge.strip, edge.lights, edge.press, edge.release))


def _measured(watched: Watched) -> Reading:
    finger = Finger(watched)
    guest = seat.Guest(finger.watch, finger.sit)
    with TemporaryDirectory() as folder:
        play(seat.order(Path(folder) / "journal.sqlite"), watched.box, guest)
    times = sorted(finger.moves_ms + finger.placements_ms)
    note = (
        f"min {times[0]:.2f}, median {median(times):.2f}, max {times[-1]:.2f} ms over {len(times):,} presses; "
        f"99 % of moves {_most(finger.moves_ms):.2f}, of placements, which the disk has first, "
        f"{_most(finger.placements_ms):.2f}"
    )
    return Reading(_most(times), note)


def _most(times_ms: list[float]) -> float:
    """The 99th percentile."""
    return quantiles(times_ms, n=100)[-1]


class Finger:
    """Presses on a thread of its own, as the pins' notifications come, and sees each change of the lights arrive."""

    def __init__(self, watched: Watched) -> None:
        self.moves_ms: list[float] = []
        self.placements_ms: list[float] = []
        self._watched = watched
        self._player = seat.Player(looks=0.7, again=0.5)
        self._pauses = Random(2)
        self._happened = Condition()
        self._views: list[tuple[View, Model]] = []
        self._written: list[tuple[float, bytes]] = []
        self._write = watched.strip.writebytes
        watched.strip.writebytes = self._listen  # type: ignore[method-assign]  # the wire is listened to

    def watch(self, view: View, model: Model) -> None:
        """Notes what answers a press."""
        with self._happened:
            self._views.append((view, model))
            self._happened.notify_all()

    async def sit(self, _: Loop) -> None:
        """Presses until there are enough."""
        await asyncio.to_thread(self._play)

    def _listen(self, data: bytes) -> None:
        """Notes when the last byte is on the wire, and what the pixels then show."""
        sent_at = perf_counter() + 8 * len(data) / self._watched.strip.max_speed_hz
        self._write(data)
        with self._happened:
            self._written.append((sent_at, bytes(chain.from_iterable(self._watched.lights()))))
            self._happened.notify_all()

    def _play(self) -> None:
        view, model = self._await(self._views, lambda _: True)
        while len(self.moves_ms) + len(self.placements_ms) < PRESSES:
            sleep(self._pauses.uniform(0, LONGEST_PAUSE_S))
            view, model = self._press(view, model)

    def _press(self, view: View, model: Model) -> tuple[View, Model]:
        """Presses what leads on; a press that changes the lights of a roll is measured."""
        button = self._player.next_press(model).button
        self._views.clear()
        self._written.clear()
        pressed_at = perf_counter()
        self._watched.down(button)
        after, new = self._await(self._views, lambda shown: shown[1].pressed != model.pressed)
        if view.page == "roll" and after.frame.lights != view.frame.lights:
            sent_at, _ = self._await(self._written, lambda written: written[1] in self._answers(model))
            times_ms = self.moves_ms if after.page == "roll" else self.placements_ms
            times_ms.append(1000 * (sent_at - pressed_at))
        self._watched.up(button)
        return after, new

    def _answers(self, model: Model) -> set[bytes]:
        """What the pixels may show after the press: a newer picture may take the place of the first one."""
        light = self._watched.box._light
        frames = [view.frame for view, new in self._views if new.pressed != model.pressed]
        return {light.sent(frame.lights, frame.brightness) for frame in frames}

    def _await(self, notes: list[T], wanted: Callable[[T], bool]) -> T:
        """The first note that is wanted, sooner or later."""
        with self._happened:
            found = self._happened.wait_for(lambda: next(filter(wanted, notes), None), PATIENCE_S)
        if found is None:
            raise TimeoutError("a press did not arrive")
        return found
