"""How long a touch of a field takes to the last byte on the pixel strip.

From what the driver enqueues on it is held against a press, which is enqueued in the same way: without pin and contact.
From the interrupt's edge the chips are read three times, 5 ms apart, over a bus that takes its time, which the screen
may have: its frame is one transfer, and a reading waits for it.
"""

import sys
from collections.abc import Callable
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from threading import Lock, Thread
from time import sleep

from msgspec.structs import replace

from companion.core.model import Model
from companion.main import open_simulated_box, run_table
from companion.runtime.loop import Loop
from companion.settings.schema import Fields, Settings, Sound
from companion.tables.claimit.place import PlaceStonePage
from companion.tables.claimit.session import session_of
from engine import claimit
from hardware.device import Button, FieldChanged, Press
from hardware.simulated.device import SimulatedDevice
from hardware.wiring import FIELD_ADDRESSES
from tests.bench import seat
from tests.bench.figure import Reading
from tests.bench.presses import BLOCKS, PATIENCE_S, Finger, Times, Watched

SETTINGS = Settings(sound=Sound(voice=False), fields=Fields(kind="touch"))
BYTE_S = 9 / 400_000
"""The time of a byte and its acknowledgement on I2C."""
FRAME_BYTES = 1025
"""A whole picture, in one transfer."""
UNDER_WAY_S = 0.002
EDGE_BLOCKS = 4


def usual() -> Reading:
    return _beside_a_press(_in_turns().in_the_median())


def longest() -> Reading:
    return _beside_a_press(_in_turns().at_most())


def from_the_interrupt() -> Reading:
    """While nothing else is on the bus but what the touches before have changed on the screen."""
    return _from_the_interrupt(is_sending=False)


def beside_a_frame() -> Reading:
    return _from_the_interrupt(is_sending=True)


def _beside_a_press(reading: Reading) -> Reading:
    return reading._replace(note=reading.note.replace("the shortest way", "a press"))


def _from_the_interrupt(*, is_sending: bool) -> Reading:
    pauses = Random(2)
    times = [_times_ms(lambda device: PadFinger(device, is_sending=is_sending), pauses, n) for n in range(EDGE_BLOCKS)]
    all_ms = sorted(chain.from_iterable(times))
    return Reading(median(all_ms), f"{len(all_ms)} touches, slowest {all_ms[-1]:.1f} ms, 10 ms of it between readings")


@cache
def _in_turns() -> Times:
    times, pauses = Times([], []), Random(2)
    for block in range(BLOCKS):
        times.ours.append(_times_ms(lambda _: Touches(), pauses, block))
        times.floor.append(_times_ms(lambda _: Presses(), pauses, block))
    return times


def _times_ms(way: "Callable[[SimulatedDevice], Presses]", pauses: Random, block: int) -> list[float]:
    usual_s = sys.getswitchinterval()
    with TemporaryDirectory() as folder:
        device = open_simulated_box(SETTINGS)
        watched = Watched(device, device.strip, device.lights, lambda _: None, lambda _: None)
        finger = FieldFinger(watched, pauses, seat.Player(looks=0.5, again=0.5, seed=block))
        finger.way = way(device)
        order = replace(seat.order(Path(folder) / "journal.sqlite"), settings=SETTINGS)
        run_table(order, device, seat.Guest(finger.watch, finger.sit))
        sys.setswitchinterval(usual_s)
    return finger.times_ms


class Presses:
    """Enqueues what a button would have reported."""

    field: int | None = None
    """The field that is chosen, or that is placed on; None: the button leads to something else."""

    def get_ready(self) -> None:
        pass

    def down(self, loop: Loop, button: Button) -> None:
        loop.enqueue(Press(button))

    def up(self) -> None:
        pass


class Touches(Presses):
    """Enqueues what the driver of the fields would have reported."""

    def down(self, loop: Loop, button: Button) -> None:
        loop.enqueue(Press(button) if self.field is None else FieldChanged(self.field))


class PadFinger(Presses):
    """A finger on a pad, over a bus with its real speed."""

    def __init__(self, device: SimulatedDevice, *, is_sending: bool) -> None:
        self._device = device
        self._is_sending = is_sending
        self._carry, self._bus_is_taken = device.bus.carry_bytes, Lock()
        device.bus.carry_bytes = self._take_time  # type: ignore[method-assign]  # as a wire does

    def _take_time(self, count: int) -> None:
        with self._bus_is_taken:
            sleep(count * BYTE_S)
        self._carry(count)

    def get_ready(self) -> None:
        self._await_rest()
        if self._is_sending and self.field is not None:
            Thread(target=self._take_time, args=(FRAME_BYTES,)).start()
            sleep(UNDER_WAY_S)

    def down(self, loop: Loop, button: Button) -> None:
        if self.field is None:
            loop.enqueue(Press(button))
        else:
            self._touch(self.field, is_down=True)

    def up(self) -> None:
        if self.field is not None:
            self._touch(self.field, is_down=False)
            self._await_rest()

    def _await_rest(self) -> None:
        assert self._device._fields is not None
        assert self._device._fields.await_rest(PATIENCE_S)

    def _touch(self, field: int, *, is_down: bool) -> None:
        address = FIELD_ADDRESSES[SETTINGS.fields.kind][field // 12]
        self._device.field_bus.chips[address].touch(field % 12, is_down=is_down)


class FieldFinger(Finger):
    """Chooses and places on a roll's fields in one of these ways; all else is presses."""

    way: Presses
    _loop: Loop

    async def sit(self, loop: Loop) -> None:
        self._loop = loop
        await super().sit(loop)

    def _get_ready(self, button: Button, model: Model) -> None:
        self.way.field = None
        if isinstance(model.page, PlaceStonePage):
            fields = tuple(claimit.legal(session_of(model).state))
            step = 1 if button is Button.RIGHT else 0
            self.way.field = fields[(model.page.index(model) + step) % len(fields)]
        self.way.get_ready()

    def _down(self, button: Button) -> None:
        self.way.down(self._loop, button)

    def _up(self, button: Button) -> None:
        self.way.up()
