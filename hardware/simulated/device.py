"""A box with simulated chips and the real drivers."""

from functools import partial
from threading import Lock, Thread
from typing import cast

from gpiozero.pins.mock import MockFactory
from PIL import Image

from hardware.box import Box, Parts
from hardware.buttons import TURNED
from hardware.clock import CLOCK, Clock
from hardware.device import WIDTH, Button, Colour
from hardware.oled import GpioOutputs, Oled, connect_panel
from hardware.pixels import Pixels, Strip
from hardware.simulated import buses
from hardware.simulated.chips import MODELS, SIMULATED, Controller, InterruptLine
from hardware.wiring import FIELD_ADDRESSES, Wiring, field_inputs, pixel_order

TIMEOUT_S = 5.0
"""Timeout until a simulated press is processed, in seconds."""


class SimulatedDevice(Box):
    """A box that a program can press and inspect.

        >>> device, reported = SimulatedDevice(), []
        >>> device.listen(reported.append)
        >>> device.tap(Button.OK)
        >>> reported
        [Press(button=<Button.OK: 'ok'>, held=False)]
        >>> device.close()

    The pixels are on SPI, whatever their driver: the other drivers need a Raspberry Pi.

    Attributes:
        strip: the pixels; `failure` disconnects them, `sent_bytes` counts.
        bus: the bus of the screen, with the same attributes. `controller` is the connected screen.
        field_bus: I2C-1 with the chips of the field sensors; may be the bus of the screen.
    """

    def __init__(self, wiring: Wiring = Wiring(), clock: Clock = CLOCK) -> None:  # noqa: B008 - frozen
        self.strip = buses.SimulatedStrip(wiring.lights.count, wiring.lights.byteorder)
        self._wired = wiring
        self._finger = Lock()
        self._down = frozenset[int]()
        """The fields that are touched."""
        self._pins: MockFactory = buses.simulated_pins()
        controller = Controller(MODELS[wiring.screen.controller], wiring.screen.height)
        i2c = buses.SimulatedI2c(wiring.screen.address, controller)
        spi = buses.SimulatedSpi(lambda: bool(self._pins.pin(wiring.screen.data_pin).state), controller)
        self.bus = i2c if wiring.screen.bus == "i2c" else spi
        connect = partial(connect_panel, wiring, lambda: i2c, lambda: spi, lambda: GpioOutputs(self._pins))
        self.field_bus = self._plug_in_fields()
        pixels = Pixels(lambda: Strip(self.strip, wiring.lights.count, wiring.lights.byteorder))
        oled = Oled(connect, wiring.screen.rotate, wiring.screen.height)
        parts = Parts(pixels, oled, lambda: self._pins, lambda: self.field_bus)
        super().__init__(wiring, parts, clock)

    def press(self, button: Button) -> None:
        """Presses a button and keeps it down. If an encoder replaces it, turns the encoder by a detent."""
        if self._is_turned(button):
            self.turn(1 if button is Button.RIGHT else -1)
        else:
            self.pin_of(button).drive_level(high=False)

    def release(self, button: Button) -> None:
        if not self._is_turned(button):
            self.pin_of(button).drive_level(high=True)

    def turn(self, detents: int) -> None:
        """Turns the encoder, clockwise if positive; returns when the box has processed it."""
        first, second = (Button.LEFT, Button.RIGHT) if detents > 0 else (Button.RIGHT, Button.LEFT)
        for _ in range(abs(detents)):
            for contact, high in ((first, False), (second, False), (first, True), (second, True)):
                self.pin_of(contact).drive_level(high=high)
                self.pin_of(contact).await_settled(TIMEOUT_S)

    def tap(self, button: Button) -> None:
        """Presses and releases a button; returns when the box has processed both."""
        self.press(button)
        # A press that is shorter than the debounce time does not count.
        self.pin_of(button).await_settled(TIMEOUT_S)
        self.release(button)
        self.pin_of(button).await_settled(TIMEOUT_S)

    def hold(self, button: Button) -> None:
        """Presses a button until it counts as held, and releases it; returns when the box has processed it.

        If an encoder replaces the button, the encoder is turned while `undo` is down.
        """
        if self._is_turned(button):
            self.press(Button.UNDO)
            self.pin_of(Button.UNDO).await_settled(TIMEOUT_S)
            self.tap(button)
            button = Button.UNDO
        else:
            self.press(button)
        self.pin_of(button).await_settled(TIMEOUT_S)
        self._buttons.await_hold(button, TIMEOUT_S)
        self.release(button)
        self.pin_of(button).await_settled(TIMEOUT_S)

    def touch(self, button: Button, held: bool) -> None:  # noqa: FBT001 - as in a box
        (self.hold if held else self.tap)(button)

    @property
    def feels_fields(self) -> bool:
        return self._wired.fields.kind != "none"

    def put(self, field: int) -> None:
        """Touches a field, 0 to 35, and keeps the finger there; returns when the box has processed it."""
        self._touch_input(field, is_down=True)

    def lift(self, field: int) -> None:
        self._touch_input(field, is_down=False)

    def click(self, field: int) -> None:
        """Touches and releases a field. If stones are detected, places or removes one. Does not wait."""

        def act() -> None:
            with self._finger:  # the only finger must be up before the next touch
                if not (is_down := field in self._down):
                    self.put(field)
                if is_down or not self._wired.fields.presence:
                    self.lift(field)

        Thread(target=act, name="clicks", daemon=True).start()

    def lights(self) -> tuple[Colour, ...]:
        """Returns the colours that the strip received, field 1/1 first, then 2/1 … 6/6."""
        pixels = self.strip.pixels
        return tuple(pixels[pixel] for pixel in pixel_order(self._wired))

    def whites(self) -> tuple[int, ...]:
        """Returns the white levels that the strip received, in the same order; empty without white."""
        whites = self.strip.whites
        return tuple(whites[pixel] for pixel in pixel_order(self._wired)) if whites else ()

    def screen(self) -> bytes:
        """Returns the visible screen, as in a frame; dark if it is off."""
        seen = self.bus.controller.visible_screen()
        if not self._wired.screen.rotate:
            return seen
        picture = Image.frombytes("1", (WIDTH, self._wired.screen.height), seen)
        return picture.transpose(Image.Transpose.ROTATE_180).tobytes()

    def contrast(self) -> int:
        """Returns the contrast of the screen, 1 to 255; 0 if it is off."""
        controller = self.bus.controller
        return controller.contrast if controller.on else 0

    def _touch_input(self, field: int, *, is_down: bool) -> None:
        if self._fields is not None:
            self._fields.await_rest(TIMEOUT_S)  # a finger at the start is not a touch
        chip, number = divmod(field_inputs(self._wired)[field], 12)
        self.field_bus.chips[FIELD_ADDRESSES[self._wired.fields.kind][chip]].touch(number, is_down=is_down)
        self._down = self._down | {field} if is_down else self._down - {field}
        if self._fields is not None:
            self._fields.await_rest(TIMEOUT_S)

    def _plug_in_fields(self) -> buses.SimulatedFieldBus:
        """Connects the chips of the field sensors to I2C-1, and their interrupts to the pin."""
        kind = self._wired.fields.kind
        bus = self.bus if isinstance(self.bus, buses.SimulatedI2c) else buses.SimulatedFieldBus()
        if kind != "none":
            pin = cast("buses.SimulatedPin", self._pins.pin(self._wired.fields.interrupt))
            self.interrupt_line = line = InterruptLine(lambda tied: pin.tie_low(tied=tied))
            bus.chips = {address: SIMULATED[kind](line) for address in FIELD_ADDRESSES[kind]}
        return bus

    def _is_turned(self, button: Button) -> bool:
        return self._wired.buttons.encoder and button in TURNED

    def pin_of(self, button: Button) -> buses.SimulatedPin:
        return cast("buses.SimulatedPin", self._pins.pin(self._wired.pin(button)))
