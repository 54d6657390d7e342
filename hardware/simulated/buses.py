"""The simulated buses with their chips, the strip of pixels, and the pins.

A test can count the bytes on a bus, let its transfers fail, and observe them.
"""

import re
from collections.abc import Callable, Sequence
from errno import EREMOTEIO
from threading import Event, Lock, Timer, current_thread

from gpiozero import Factory
from gpiozero.pins import PinInfo
from gpiozero.pins.mock import MockFactory, MockPWMPin
from smbus2 import i2c_msg

from hardware.device import Colour
from hardware.simulated.chips import Controller, FieldChip, NotUnderstoodError


class Wire:
    """The connection of a driver and a chip."""

    def __init__(self) -> None:
        self.sent_bytes = 0
        """The number of bytes so far: addresses, control bytes, commands, data."""
        self.failure: OSError | None = None
        """The error that every transfer raises; None if transfers work."""
        self.on_write: Callable[[], None] | None = None
        """Called after each transfer."""

    def count_transfer(self, size: int) -> None:
        """Counts the bytes of a transfer; raises `failure` if it is set."""
        if self.failure is not None:
            # The same object is raised each time: its traceback would otherwise grow without end.
            raise self.failure.with_traceback(None)
        self.sent_bytes += size
        if self.on_write is not None:
            self.on_write()


LONG_PULSE_S = 0.48e-6
"""A longer pulse is a 1, a shorter one a 0 (WS2812B datasheet: 0.22 to 0.38 µs for a 0, 0.58 to 1 µs for a 1)."""
RESET_S = 280e-6
"""After a pause of this length the pixels show what was sent (WS2812B-V5 datasheet; older ones need 50 µs)."""


class SimulatedStrip(Wire):
    """An SPI bus, as `spidev.SpiDev`, with pixels on its data line."""

    def __init__(self, count: int, byteorder: str = "GRB") -> None:
        super().__init__()
        self.max_speed_hz = 0
        self._byteorder = byteorder
        self._levels = bytearray(count * len(byteorder))

    @property
    def pixels(self) -> tuple[Colour, ...]:
        """The levels of the pixels in their order on the strip, without white."""
        return tuple(map(Colour, *map(self._channel, "RGB")))

    @property
    def whites(self) -> bytes:
        """The white level of each pixel; empty if they have none."""
        return self._channel("W") if "W" in self._byteorder else b""

    def _channel(self, letter: str) -> bytes:
        return bytes(self._levels[self._byteorder.index(letter) :: len(self._byteorder)])

    def close(self) -> None:
        """Does nothing."""

    def writebytes(self, data: bytes) -> None:
        """Receives bytes, the highest bit first. Raises OSError if a failure is set."""
        self.count_transfer(len(data))
        # As text of 0 and 1, in which regular expressions find pulses and pauses.
        line = f"{int.from_bytes(data):0{8 * len(data)}b}"
        pause = round(self.max_speed_hz * RESET_S)
        *frames, _unfinished = re.split(f"0{{{pause},}}", line)
        for frame in filter(None, frames):
            long = self.max_speed_hz * LONG_PULSE_S
            bits = "".join(["1" if len(pulse) > long else "0" for pulse in re.findall("1+", frame)])
            # Only whole pixels are shown, and no more than the strip has.
            size = len(bits) // (8 * len(self._byteorder)) * len(self._byteorder)
            levels = (int(bits[: 8 * size], 2).to_bytes(size) if size else b"")[: len(self._levels)]
            self._levels[: len(levels)] = levels


COMMANDS, DATA = 0x00, 0x40
"""The control bytes: commands or data follow until the end of the transfer (SSD1306 datasheet, 8.1.5.2)."""
SMBUS_BLOCK = 32
"""Maximum size of a block, in bytes."""


class SimulatedFieldBus(Wire):
    """An open I2C bus, as `smbus2.SMBus`, for chips with registers."""

    def __init__(self) -> None:
        super().__init__()
        self.is_open = True
        self.chips: dict[int, FieldChip] = {}
        """The connected chips, by address."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        if len(data) > SMBUS_BLOCK:
            raise NotUnderstoodError(f"{len(data)} bytes are too many for a block.")
        self._send(i2c_addr, bytes((register, *data)))

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int) -> list[int]:
        if i2c_addr not in self.chips:
            raise OSError(EREMOTEIO, "Remote I/O error")
        self.count_transfer(3 + length)  # the address for writing, the register, the address for reading
        return list(self.chips[i2c_addr].send(register, length))

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
        for message in i2c_msgs:
            self._send(message.addr, bytes(message))

    def close(self) -> None:
        self.is_open = False

    def _send(self, address: int, payload: bytes) -> None:
        if address not in self.chips:
            raise OSError(EREMOTEIO, "Remote I/O error")
        self.count_transfer(1 + len(payload))  # the address
        self.chips[address].receive(payload)


class SimulatedI2c(SimulatedFieldBus):
    """An I2C bus with a screen, and maybe other chips."""

    def __init__(self, address: int, controller: Controller) -> None:
        super().__init__()
        self.controller = controller
        self._address = address

    def _send(self, address: int, payload: bytes) -> None:
        if address != self._address:
            super()._send(address, payload)
            return
        control, *_ = payload
        receive = {COMMANDS: self.controller.receive_commands, DATA: self.controller.receive_data}.get(control)
        if receive is None:
            raise NotUnderstoodError(f"0x{control:02X} is not a control byte.")
        self.count_transfer(1 + len(payload))
        receive(payload[1:])


class SimulatedSpi(Wire):
    """An SPI bus, as `spidev.SpiDev`; a pin distinguishes commands and data."""

    def __init__(self, is_data: Callable[[], bool], controller: Controller) -> None:
        super().__init__()
        self.max_speed_hz = 0
        self.is_open = False
        self.controller = controller
        self._is_data = is_data

    def open(self, _port: int, _device: int, /) -> None:
        self.is_open = True

    def writebytes(self, data: Sequence[int]) -> None:
        self.count_transfer(len(data))
        receive = self.controller.receive_data if self._is_data() else self.controller.receive_commands
        receive(bytes(data))

    def close(self) -> None:
        self.is_open = False


class SimulatedPin(MockPWMPin):  # type: ignore[misc]  # published without types
    """A pin that reports a level once it is stable for the bounce time, as lgpio does."""

    def __init__(self, factory: Factory, info: PinInfo) -> None:
        self._lock = Lock()
        self._timer: Timer | None = None
        self._settled = Event()
        self._settled.set()
        self._is_tied = False
        super().__init__(factory, info)

    def drive_level(self, *, high: bool) -> None:
        with self._lock:
            self._settled.clear()
            self._timer = Timer(self.bounce or 0, self._report_level, [self.drive_high if high else self.drive_low])
            self._timer.daemon = True
            self._timer.start()

    def tie_low(self, *, tied: bool) -> None:
        """Connects the pin to ground, or releases it to its pull-up, without a bounce time."""
        self._is_tied = tied
        (self.drive_low if tied else self.drive_high)()

    def drive_high(self) -> None:
        if not self._is_tied:
            super().drive_high()

    def await_settled(self, timeout_s: float) -> bool:
        """Waits until the newest level is reported; returns False on a timeout."""
        return self._settled.wait(timeout_s)

    def close(self) -> None:
        """Cancels the report of a level that is not stable yet."""
        with self._lock:
            self._timer = None
        super().close()

    def _report_level(self, report: Callable[[], None]) -> None:
        """Reports a level, unless a newer one has replaced the timer: then this one was a bounce."""
        with self._lock:
            if self._timer is not current_thread():
                return
        report()
        self._settled.set()

    def _change_state(self, value: bool) -> bool:  # noqa: FBT001  # gpiozero's own
        # gpiozero's mock pin keeps all earlier levels, which would fill the memory in weeks.
        changed: bool = super()._change_state(value)
        del self.states[:-1]
        return changed


def simulated_pins() -> MockFactory:
    return MockFactory(pin_class=SimulatedPin)
