"""The latency from a touch of a field to the last byte on the pixel strip.

The latency from the message of the driver is compared with a press that is enqueued in the same way, without a pin. The
latency from the interrupt includes three readings of the chips, 5 ms apart, over a bus with its real speed. The screen
uses the same bus: a reading waits until a transfer of a screen frame is complete.
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
from companion.main import open_simulated_box, run_application
from companion.runtime.loop import Loop
from companion.settings.schema import Fields, Settings, Sound
from companion.tables.claimit.place import PlaceStonePage
from companion.tables.claimit.session import session_of
from engine import claimit
from hardware.device import Button, FieldChanged, Press
from hardware.simulated.device import SimulatedDevice
from hardware.wiring import FIELD_ADDRESSES
from tests.bench.benchmark import Measurement
from tests.bench.presses import BLOCKS, TIMEOUT_S, MeasuredBox, PressTimer, Times
from tests.bench.scripted_game import ScriptedFrontend, ScriptedPlayer, launch_config

SETTINGS = Settings(sound=Sound(voice=False), fields=Fields(kind="touch"))
BYTE_S = 9 / 400_000
"""Time of a byte and its acknowledge bit on I2C."""
FRAME_BYTES = 1025
"""A complete picture in one transfer."""
TRANSFER_STARTED_S = 0.002
INTERRUPT_BLOCKS = 4


def median_latency() -> Measurement:
    return _relative_to_press(_measure_pairs().median_ratio())


def p99_latency() -> Measurement:
    return _relative_to_press(_measure_pairs().p99_ratio())


def interrupt_latency() -> Measurement:
    """Measures while only the changes of earlier touches are sent to the screen."""
    return _interrupt_latency(is_sending=False)


def interrupt_latency_during_frame() -> Measurement:
    return _interrupt_latency(is_sending=True)


def _relative_to_press(measurement: Measurement) -> Measurement:
    return measurement._replace(note=measurement.note.replace("the baseline", "a press"))


def _interrupt_latency(*, is_sending: bool) -> Measurement:
    pauses = Random(2)
    times = [
        _times_ms(lambda device: PadTouches(device, is_sending=is_sending), pauses, n) for n in range(INTERRUPT_BLOCKS)
    ]
    all_ms = sorted(chain.from_iterable(times))
    return Measurement(
        median(all_ms), f"{len(all_ms)} touches, slowest {all_ms[-1]:.1f} ms, 10 ms of it between readings"
    )


@cache
def _measure_pairs() -> Times:
    times, pauses = Times([], []), Random(2)
    for block in range(BLOCKS):
        times.ours.append(_times_ms(lambda _: Touches(), pauses, block))
        times.baseline.append(_times_ms(lambda _: Presses(), pauses, block))
    return times


def _times_ms(action: "Callable[[SimulatedDevice], Presses]", pauses: Random, block: int) -> list[float]:
    usual_s = sys.getswitchinterval()
    with TemporaryDirectory() as folder:
        device = open_simulated_box(SETTINGS)
        measured_box = MeasuredBox(device, device.strip, device.lights, lambda _: None, lambda _: None)
        timer = FieldTimer(measured_box, pauses, ScriptedPlayer(move_chance=0.5, roll_again_chance=0.5, seed=block))
        timer.action = action(device)
        config = replace(launch_config(Path(folder) / "journal.sqlite"), settings=SETTINGS)
        run_application(config, device, ScriptedFrontend(timer.watch, timer.play))
        sys.setswitchinterval(usual_s)
    return timer.times_ms


class Presses:
    field: int | None = None
    """The field to select or to place on; None if the button does something else."""

    def before_press(self) -> None:
        pass

    def down(self, loop: Loop, button: Button) -> None:
        loop.enqueue(Press(button))

    def up(self) -> None:
        pass


class Touches(Presses):
    """Enqueues the messages of the driver of the field sensors."""

    def down(self, loop: Loop, button: Button) -> None:
        loop.enqueue(Press(button) if self.field is None else FieldChanged(self.field))


class PadTouches(Presses):
    """Touches simulated pads, over a bus with its real speed."""

    def __init__(self, device: SimulatedDevice, *, is_sending: bool) -> None:
        self._device = device
        self._is_sending = is_sending
        self._carry, self._bus_is_taken = device.bus.count_transfer, Lock()
        device.bus.count_transfer = self._take_time  # type: ignore[method-assign]  # takes the time of a real bus

    def _take_time(self, size: int) -> None:
        with self._bus_is_taken:
            sleep(size * BYTE_S)
        self._carry(size)

    def before_press(self) -> None:
        self._wait_until_idle()
        if self._is_sending and self.field is not None:
            Thread(target=self._take_time, args=(FRAME_BYTES,)).start()
            sleep(TRANSFER_STARTED_S)

    def down(self, loop: Loop, button: Button) -> None:
        if self.field is None:
            loop.enqueue(Press(button))
        else:
            self._touch(self.field, is_down=True)

    def up(self) -> None:
        if self.field is not None:
            self._touch(self.field, is_down=False)
            self._wait_until_idle()

    def _wait_until_idle(self) -> None:
        assert self._device._fields is not None
        assert self._device._fields.await_idle(TIMEOUT_S)

    def _touch(self, field: int, *, is_down: bool) -> None:
        address = FIELD_ADDRESSES[SETTINGS.fields.kind][field // 12]
        self._device.field_bus.chips[address].touch(field % 12, is_down=is_down)


class FieldTimer(PressTimer):
    """Selects fields and places on them with one of the actions above; presses buttons for everything else."""

    action: Presses
    _loop: Loop

    async def play(self, loop: Loop) -> None:
        self._loop = loop
        await super().play(loop)

    def _before_press(self, button: Button, model: Model) -> None:
        self.action.field = None
        if isinstance(model.page, PlaceStonePage):
            fields = tuple(claimit.legal(session_of(model).state))
            step = 1 if button is Button.RIGHT else 0
            self.action.field = fields[(model.page.index(model) + step) % len(fields)]
        self.action.before_press()

    def _down(self, button: Button) -> None:
        self.action.down(self._loop, button)

    def _up(self, button: Button) -> None:
        self.action.up()
