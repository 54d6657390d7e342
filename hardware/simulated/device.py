"""A box with simulated chips and the real drivers."""

from functools import partial
from threading import Lock, Thread
from typing import cast

from gpiozero.pins.mock import MockFactory
from PIL import Image

from hardware.box import Box, Drivers
from hardware.buttons import ENCODER_BUTTONS
from hardware.clock import CLOCK, Clock
from hardware.device import WIDTH, Button, Colour
from hardware.oled import GpioOutputs, Oled, connect_panel
from hardware.pixels import Pixels, Strip
from hardware.simulated import buses
from hardware.simulated.chips import MODELS, SIMULATED_CHIPS, Controller, InterruptLine
from hardware.wiring import FIELD_ADDRESSES, Wiring, field_inputs, pixel_order

TIMEOUT_S = 5.0
"""Timeout until a simulated press is processed."""


class SimulatedDevice(Box):
    """A box that a program can press and inspect.

        >>> device, reported = SimulatedDevice(), []
        >>> device.listen(reported.append)
        >>> device.press(Button.OK)
        >>> reported
        [Press(button=<Button.OK: 'ok'>, held=False)]
        >>> device.close()

    The pixels are always on SPI, because their other drivers need a Raspberry Pi.

    Attributes:
        strip: the pixels. If `failure` is set, they are disconnected; `sent_bytes` is the number of bytes so far.
        bus: the bus of the screen, with the same attributes; `controller` is its chip.
        field_bus: I2C-1 with the chips of the field sensors; may be the bus of the screen.
    """

    def __init__(self, wiring: Wiring = Wiring(), clock: Clock = CLOCK) -> None:  # noqa: B008 - frozen
        self.strip = buses.SimulatedStrip(wiring.lights.count, wiring.lights.byteorder)
        self._wiring = wiring
        self._click_lock = Lock()
        self._down = frozenset[int]()
        """The fields that are touched."""
        self._pins: MockFactory = buses.simulated_pins()
        controller = Controller(MODELS[wiring.screen.controller], wiring.screen.height)
        i2c = buses.SimulatedI2c(wiring.screen.address, controller)
        spi = buses.SimulatedSpi(lambda: bool(self._pins.pin(wiring.screen.data_pin).state), controller)
        self.bus = i2c if wiring.screen.bus == "i2c" else spi
        connect = partial(connect_panel, wiring, lambda: i2c, lambda: spi, lambda: GpioOutputs(self._pins))
        self.field_bus = self._connect_field_sensors()
        pixels = Pixels(lambda: Strip(self.strip, wiring.lights.count, wiring.lights.byteorder))
        oled = Oled(connect, wiring.screen.rotate, wiring.screen.height)
        drivers = Drivers(pixels, oled, lambda: self._pins, lambda: self.field_bus)
        super().__init__(wiring, drivers, clock)

    def push(self, button: Button) -> None:
        """Pushes a button down. If an encoder replaces it, turns the encoder by a detent."""
        if self._is_on_encoder(button):
            self.turn(1 if button is Button.RIGHT else -1)
        else:
            self.pin_of(button).drive_level(high=False)

    def release(self, button: Button) -> None:
        if not self._is_on_encoder(button):
            self.pin_of(button).drive_level(high=True)

    def turn(self, detents: int) -> None:
        """Turns the encoder, clockwise if positive; returns when the box has processed it."""
        first, second = (Button.LEFT, Button.RIGHT) if detents > 0 else (Button.RIGHT, Button.LEFT)
        for _ in range(abs(detents)):
            for contact, high in ((first, False), (second, False), (first, True), (second, True)):
                self.pin_of(contact).drive_level(high=high)
                self.pin_of(contact).await_settled(TIMEOUT_S)

    def press(self, button: Button) -> None:
        """Presses and releases a button; returns when the box has processed both."""
        self.push(button)
        # A press that is shorter than the debounce time does not count.
        self.pin_of(button).await_settled(TIMEOUT_S)
        self.release(button)
        self.pin_of(button).await_settled(TIMEOUT_S)

    def hold(self, button: Button) -> None:
        """Presses a button until it counts as held, and releases it; returns when the box has processed it.

        If an encoder replaces the button, the encoder is turned while `undo` is down.
        """
        if self._is_on_encoder(button):
            self.push(Button.UNDO)
            self.pin_of(Button.UNDO).await_settled(TIMEOUT_S)
            self.press(button)
            button = Button.UNDO
        else:
            self.push(button)
        self.pin_of(button).await_settled(TIMEOUT_S)
        self._buttons.await_hold(button, TIMEOUT_S)
        self.release(button)
        self.pin_of(button).await_settled(TIMEOUT_S)

    def press_button(self, button: Button, held: bool) -> None:  # noqa: FBT001 - as in a box
        (self.hold if held else self.press)(button)

    @property
    def senses_fields(self) -> bool:
        return self._wiring.fields.kind != "none"

    def touch_field(self, field: int) -> None:
        """Touches a field, 0 to 35, and keeps the finger there; returns when the box has processed it."""
        self._touch_input(field, is_down=True)

    def release_field(self, field: int) -> None:
        self._touch_input(field, is_down=False)

    def click_field(self, field: int) -> None:
        """Touches and releases a field, or places or removes a stone if the sensors detect stones. Does not wait."""

        def act() -> None:
            with self._click_lock:  # one click at a time
                was_down = field in self._down
                if not was_down:
                    self.touch_field(field)
                if was_down or not self._wiring.fields.presence:
                    self.release_field(field)

        Thread(target=act, name="clicks", daemon=True).start()

    def lights(self) -> tuple[Colour, ...]:
        """Returns the colours that the strip received, field 1/1 first, then 2/1 … 6/6."""
        pixels = self.strip.pixels
        return tuple(pixels[pixel] for pixel in pixel_order(self._wiring))

    def whites(self) -> tuple[int, ...]:
        """Returns the white levels that the strip received, in the same order; empty without white."""
        whites = self.strip.whites
        return tuple(whites[pixel] for pixel in pixel_order(self._wiring)) if whites else ()

    def screen(self) -> bytes:
        """Returns the visible screen, as in a frame; dark if it is off."""
        visible = self.bus.controller.visible_screen()
        if not self._wiring.screen.rotate:
            return visible
        picture = Image.frombytes("1", (WIDTH, self._wiring.screen.height), visible)
        return picture.transpose(Image.Transpose.ROTATE_180).tobytes()

    def contrast(self) -> int:
        """Returns the contrast of the screen, 1 to 255; 0 if it is off."""
        controller = self.bus.controller
        return controller.contrast if controller.on else 0

    def _touch_input(self, field: int, *, is_down: bool) -> None:
        if self._fields is not None:
            self._fields.await_idle(TIMEOUT_S)  # inputs that are down at the first reading are not touches
        chip, number = divmod(field_inputs(self._wiring)[field], 12)
        self.field_bus.chips[FIELD_ADDRESSES[self._wiring.fields.kind][chip]].touch(number, is_down=is_down)
        self._down = self._down | {field} if is_down else self._down - {field}
        if self._fields is not None:
            self._fields.await_idle(TIMEOUT_S)

    def _connect_field_sensors(self) -> buses.SimulatedFieldBus:
        """Connects the chips of the field sensors to I2C-1, and their interrupts to the pin."""
        kind = self._wiring.fields.kind
        bus = self.bus if isinstance(self.bus, buses.SimulatedI2c) else buses.SimulatedFieldBus()
        if kind != "none":
            pin = cast("buses.SimulatedPin", self._pins.pin(self._wiring.fields.interrupt))
            self.interrupt_line = line = InterruptLine(lambda tied: pin.tie_low(tied=tied))
            bus.chips = {address: SIMULATED_CHIPS[kind](line) for address in FIELD_ADDRESSES[kind]}
        return bus

    def _is_on_encoder(self, button: Button) -> bool:
        return self._wiring.buttons.encoder and button in ENCODER_BUTTONS

    def pin_of(self, button: Button) -> buses.SimulatedPin:
        return cast("buses.SimulatedPin", self._pins.pin(self._wiring.pin(button)))
