"""The box. Each part has a separate thread, so that no part waits for another.

Pins that another program uses are tried again until they are available.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from hardware import device
from hardware.buttons import Buttons
from hardware.buzzer import Buzzer
from hardware.clock import CLOCK, Clock, Scheduler
from hardware.device import Colour, Input, MissingParts, Part, PartError, PartFault
from hardware.field_sensors import FieldSensors
from hardware.latest_value_writer import LatestValueWriter, retry_pauses
from hardware.oled import Oled, Picture
from hardware.pixels import Pixels, Probe, sent_levels, within_budget
from hardware.wiring import Pin, Pixel, Wiring, pixel_order

log = logging.getLogger(__name__)


CLAIM_TIMEOUT_S = 1.0
"""Timeout of `listen` for the pins."""
HAND_OVER_TIMEOUT_S = 0.001
"""Timeout of `show_lights` until the lights' thread wakes: on a busy machine that can take longer than drawing."""
DARKEN_TIMEOUT_S = 0.5
"""Timeout of `close` for each part to go dark."""


class Drivers(Struct, frozen=True):
    """The drivers of the outputs, the pins and the bus of the inputs. Each is opened when it is first used."""

    pixels: Pixels
    oled: Oled
    pins: Callable[[], Any]
    """Opens the pins as a gpiozero factory; raises PartError."""
    field_bus: Callable[[], Any]
    """Opens I2C-1 for the field sensors; raises OSError."""


class Box:
    """A box with lights, a screen, buttons and a buzzer. Its parts are real or simulated."""

    def __init__(self, wiring: Wiring, drivers: Drivers, clock: Clock = CLOCK) -> None:
        self._wiring = wiring
        self._drivers = drivers
        self._clock = clock
        self._channels = len(wiring.lights.byteorder)
        # Where the levels of each pixel begin in `sent` (`_levels`): at its field, or at the dark one after all fields.
        fields = {pixel: field for field, pixel in enumerate(pixel_order(wiring))}
        pixels = map(Pixel, range(wiring.lights.count))
        self._offsets = [self._channels * fields.get(pixel, device.LIGHTS) for pixel in pixels]
        self._enqueue: Callable[[Input], None] = _ignore
        write, report = drivers.pixels.write, self._report_fault
        self._lights = LatestValueWriter[bytes | Probe](Part.LIGHTS, write, report, clock=clock)
        refresh = partial(drivers.oled.write, refresh=True)
        self._screen = LatestValueWriter(Part.SCREEN, drivers.oled.write, report, refresh=refresh, clock=clock)
        self._is_dark = True
        self._claim_scheduler: Scheduler | None = None
        self._buttons = Buttons(wiring, self._report, self._report_fault, clock)
        self._buzzer: Buzzer | None = None
        self._fields: FieldSensors | None = None
        self._closed = False

    def listen(self, enqueue: Callable[[Input], None]) -> None:
        """Claims the pins, and calls `enqueue` with every press, touch and fault, on any thread.

        Call it once, before anything is shown or played. Pins that cannot be claimed are tried again.
        """
        self._enqueue = enqueue
        self._claim_scheduler = Scheduler("claims pins", self._clock)
        self._claim_scheduler.call_later(0, partial(self._claim_pins, {}, retry_pauses())).wait(CLAIM_TIMEOUT_S)
        if self._wiring.fields.kind != "none":
            self._fields = FieldSensors(
                self._wiring, self._drivers.field_bus, self._drivers.pins, self._report, self._report_fault,
                clock=self._clock,
            )  # fmt: skip

    def show(self, frame: device.Frame) -> None:
        """Shows the frame and returns at once. A newer frame replaces one that is not sent yet."""
        # When the screen wakes, everything is sent again: a glitch while it was dark would otherwise be visible for up
        # to a minute (`REFRESH_S`).
        wakes = self._is_dark and frame.contrast > 0
        self._is_dark = frame.contrast == 0
        probe = Probe(within_budget(self._wiring.lights, frame.probe)) if frame.probe else None
        self._lights.submit(probe or self._levels(frame.lights, frame.brightness), refresh=wakes)
        self._screen.submit(Picture(frame.screen, frame.contrast), refresh=wakes)

    def show_lights(self, colours: Sequence[Colour], brightness: float) -> None:
        """Shows the lights of a frame while its screen is still being drawn; `show` follows with the whole frame."""
        if not self._is_dark:  # when the screen wakes, `show` sends everything anyway
            self._lights.submit(self._levels(colours, brightness))
            self._lights.hand_over(HAND_OVER_TIMEOUT_S)

    def _levels(self, colours: Sequence[Colour], brightness: float) -> bytes:
        """Returns the bytes for the pixels, in their order on the strip."""
        channels = self._channels
        sent = sent_levels(self._wiring.lights, colours, brightness) + bytes(channels)
        return b"".join([sent[offset : offset + channels] for offset in self._offsets])

    def play(self, tones: Sequence[device.Tone]) -> None:
        """Plays the tones one after the other and returns at once. They replace earlier tones."""
        if self._buzzer is not None:
            self._buzzer.play(tones)

    def press_button(self, button: device.Button, held: bool) -> None:  # noqa: FBT001 - as in `Press`
        """Reports a press from a frontend, as the button itself would."""
        for press in device.reported_presses(button, held=held):
            self._report(press)

    def flush(self, timeout_s: float = 1.0) -> bool:
        lights, screen = self._lights.flush(timeout_s), self._screen.flush(timeout_s)
        return lights and screen

    def close(self) -> None:
        """Makes everything dark and releases every pin and bus. Can be called twice."""
        # Inputs first, so that no press reaches a loop that has ended. Of these the claims first, which could claim a
        # pin again.
        for part in (self._claim_scheduler, self._fields, self._buttons, self._buzzer):
            if part is not None:
                part.close()
        if self._closed:
            return
        self._closed = True
        self._enqueue = _ignore
        # The writers still run and send the dark frame.
        self.show(device.BLANK)
        for writer, output in ((self._lights, self._drivers.pixels), (self._screen, self._drivers.oled)):
            writer.flush(DARKEN_TIMEOUT_S)
            # If a writer does not end, its bus is still in use and cannot be closed.
            if writer.close():
                output.close()

    def _claim_pins(self, before: MissingParts, pauses: Iterator[float]) -> None:
        """Claims the pins that are missing, and reports changes. Tries again after ever longer pauses."""
        try:
            missing = self._claim_free_pins()
        except Exception as error:  # an unexpected exception must not end the attempts
            log.exception("claiming the pins")
            missing = {**before, Part.BUTTONS: f"the pins cannot be used: {error!r}"}
        for part in before:
            if part not in missing:
                self._report_fault(PartFault(part, None))
        for part, reason in missing.items():
            if part not in before:
                self._report_fault(PartFault(part, reason))
        # Last: a stuck button is reported after its pin.
        self._buttons.report_stuck_buttons()
        if missing and self._claim_scheduler is not None:
            self._claim_scheduler.call_later(next(pauses), partial(self._claim_pins, missing, pauses))

    def _claim_free_pins(self) -> MissingParts:
        """Claims the missing pins; returns the parts that are still missing."""
        # The buttons first: the box can be played without a buzzer, but not without buttons.
        try:
            missing = self._buttons.claim_pins(self._drivers.pins())
        except PartError as failure:
            missing = {Part.BUTTONS: str(failure)}
        pin = self._wiring.buzzer_pin
        try:
            if pin is not None and self._buzzer is None:
                self._buzzer = Buzzer(Pin(pin), self._drivers.pins(), self._report_fault, self._wiring.sound.volume)
        except PartError as failure:
            missing[Part.BUZZER] = str(failure)
        return missing

    def _report(self, detected: device.Press | device.FieldChanged) -> None:
        self._enqueue(detected)

    def _report_fault(self, fault: PartFault) -> None:
        if fault.reason is None:
            log.info("%s: works again", fault.part)
        else:
            log.warning("%s; `companion doctor` shows how to fix it", fault.reason)
        self._enqueue(fault)


def _ignore(_: Input) -> None:
    pass
