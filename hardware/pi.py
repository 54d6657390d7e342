"""The real box, on a Raspberry Pi."""

import os
from collections.abc import Sequence
from contextlib import closing
from errno import EIO
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any

from Adafruit_PureIO.spi import SPI
from gpiozero import Factory, InputDevice
from gpiozero.exc import GPIOZeroError
from smbus2 import SMBus

from hardware.box import Box, Drivers
from hardware.buttons import Buttons
from hardware.clock import CLOCK, Clock
from hardware.device import DeviceError, Part, PartError, PartFault
from hardware.oled import GpioOutputs, Oled, connect_panel
from hardware.pixels import Pixels, Strip
from hardware.wiring import Wiring

MODEL = Path("/proc/device-tree/model")

PIXEL_NODES = {"spi": ("/dev/spidev0.0",), "pwm": ("/dev/mem",), "pio": ("/dev/pio0",)}


class SpiDevice(SPI):  # type: ignore[misc]  # published without types
    """An SPI bus with the interface of `spidev.SpiDev`, which luma expects: it is created closed and opened later."""

    def __init__(self) -> None:
        self.handle: Any = None

    def open(self, port: int, device: int) -> None:
        super().__init__((port, device))

    def writebytes(self, data: Sequence[int]) -> None:
        """Sends up to 4,096 bytes in one transfer. Raises OSError: the bus rejects it, or sends only a part."""
        # Not PureIO's `writebytes`, which raises a bare Exception on a timeout and does not return the number of bytes.
        sent = os.write(self.handle, bytes(data))
        if sent < len(data):
            raise OSError(EIO, f"only {sent} of {len(data)} bytes were sent")

    def close(self) -> None:
        handle, self.handle = self.handle, None
        if handle is not None:
            os.close(handle)


def is_raspberry_pi(model: Path = MODEL) -> bool:
    try:
        return model.read_bytes().startswith(b"Raspberry Pi")
    except OSError:
        return False


def open_pi(wiring: Wiring, model: Path = MODEL, *, may_lack_parts: bool = False, clock: Clock = CLOCK) -> Box:
    """Returns the real box. A missing part is reported as a fault when it is first used, and tried again.

    With `may_lack_parts` all parts may be missing, because a service can start before they are available.

    Raises:
        DeviceError: this is not a Raspberry Pi, or all parts are missing.
    """
    if not may_lack_parts:
        if not is_raspberry_pi(model):
            raise DeviceError("this is not a Raspberry Pi; use `--device simulated`.")
        nodes = device_nodes(wiring)
        if not any(os.access(node, os.R_OK | os.W_OK) for node in nodes):
            raise DeviceError(f"{', '.join(nodes)}: missing or not accessible; `companion doctor` shows how to fix it.")
    open_pins = PinOpener()
    drivers = Drivers(
        Pixels(partial(_connect_strip, wiring)),
        Oled(
            partial(connect_panel, wiring, _open_i2c, SpiDevice, lambda: GpioOutputs(open_pins())),
            wiring.screen.rotate,
            wiring.screen.height,
        ),
        open_pins,
        _open_i2c,
    )
    return Box(wiring, drivers, clock)


def device_nodes(wiring: Wiring) -> tuple[str, ...]:
    screen = ("/dev/i2c-1",) if wiring.screen.bus == "i2c" else ("/dev/spidev1.0",)
    fields = ("/dev/i2c-1",) if wiring.fields.kind != "none" else ()
    return tuple(dict.fromkeys(("/dev/gpiochip0", *screen, *fields, *PIXEL_NODES[wiring.lights.driver])))


class PinOpener:
    """A function that opens the pins at its first call, on any thread; after a failure the next call tries again."""

    def __init__(self) -> None:
        self._opening = Lock()
        self._factory: Factory | None = None

    def __call__(self) -> Factory:
        """Returns the pins through lgpio, with no fallback. Raises PartError: they cannot be opened."""
        # Several threads call it during the start; only one may open the chip.
        with self._opening:
            if self._factory is None:
                try:
                    from hardware.lgpio_pins import LgpioPins

                    self._factory = LgpioPins()
                # AttributeError: an older lgpio lacks names that gpiozero uses.
                except (ImportError, AttributeError, OSError) as error:
                    raise PartError(f"the pins cannot be opened: {error}") from error
            return self._factory


def pin_faults(wiring: Wiring) -> tuple[PartFault, ...]:
    """Returns the faults of the pins now: buttons that are down, and pins that another program holds.

    It claims the pins for a moment. Raises PartError: the pins cannot be opened.
    """
    stuck: list[PartFault] = []
    with closing(PinOpener()()) as factory, closing(Buttons(wiring, lambda _: None, stuck.append)) as buttons:
        missing = buttons.claim_pins(factory)
        buttons.report_stuck_buttons()
        interrupt = None if wiring.fields.kind == "none" else wiring.fields.interrupt
        for part, name, pin in (
            (Part.BUZZER, "the buzzer's pin", wiring.buzzer_pin),
            (Part.FIELDS, "the fields' interrupt pin", interrupt),
        ):
            try:
                if pin is not None:
                    InputDevice(pin, pin_factory=factory).close()  # an input drives nothing
            except (GPIOZeroError, OSError) as error:
                missing[part] = f"{name} cannot be used: {error}"
    return (*stuck, *(PartFault(part, reason) for part, reason in missing.items()))


def _open_i2c() -> SMBus:
    bus = SMBus()
    try:
        bus.open(1)
    except OSError:
        # smbus2 leaves the node open if its next request to the bus fails.
        bus.close()
        raise
    return bus


def _connect_strip(wiring: Wiring) -> Any:  # noqa: ANN401 - a PixelBuf, published without types
    """Returns the pixels, on SPI or on a pin. Raises OSError: they are not available."""
    if wiring.lights.driver == "spi":
        bus = SpiDevice()
        bus.open(0, 0)
        return Strip(bus, wiring.lights.count, wiring.lights.byteorder)
    # Blinka would otherwise check its dependencies and print a prompt to install them.
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    try:
        import board
        import neopixel

        pin = getattr(board, f"D{wiring.lights.pin}")
        strip = neopixel.NeoPixel(pin, wiring.lights.count, pixel_order=wiring.lights.byteorder, auto_write=False)
    except (ImportError, AttributeError, NotImplementedError, RuntimeError) as error:
        raise OSError(str(error)) from error
    # Only releases the pin: the library's `deinit` would first send a dark frame, which a broken driver rejects.
    strip.close = strip.pin.deinit
    return strip
