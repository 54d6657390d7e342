"""The buses of the screen, with a simulated controller on the other end."""

from __future__ import annotations

from errno import EREMOTEIO
from typing import TYPE_CHECKING

from hardware.simulated.oled import Controller, NotUnderstoodError
from hardware.simulated.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from smbus2 import i2c_msg

COMMANDS, DATA = 0x00, 0x40
"""The control bytes: what follows, to the end of the transfer (SSD1306 datasheet, 8.1.5.2)."""
SMBUS_BLOCK = 32
"""Bytes that fit into one block."""


class SimulatedI2c(Wire):
    """An open I2C bus, as of `smbus2.SMBus`."""

    def __init__(self, address: int, controller: Controller) -> None:
        super().__init__()
        self.is_open = True
        self.controller = controller
        """What is plugged in."""
        self._address = address

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        if len(data) > SMBUS_BLOCK:
            raise NotUnderstoodError(f"{len(data)} bytes are too many for a block.")
        self._send(i2c_addr, bytes((register, *data)))

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
        for message in i2c_msgs:
            self._send(message.addr, bytes(message))

    def close(self) -> None:
        self.is_open = False

    def _send(self, address: int, payload: bytes) -> None:
        if address != self._address:
            raise OSError(EREMOTEIO, "Remote I/O error")
        control, *_ = payload
        receive = {COMMANDS: self.controller.receive_commands, DATA: self.controller.receive_data}.get(control)
        if receive is None:
            raise NotUnderstoodError(f"0x{control:02X} is no control byte.")
        # The address takes a byte, too.
        self.carry_bytes(1 + len(payload))
        receive(payload[1:])


class SimulatedSpi(Wire):
    """An SPI bus, as of `spidev.SpiDev`; a pin tells commands from data."""

    def __init__(self, is_data: Callable[[], bool], controller: Controller) -> None:
        super().__init__()
        self.max_speed_hz = 0
        self.is_open = False
        self.controller = controller
        """What is plugged in."""
        self._is_data = is_data

    def open(self, _port: int, _device: int, /) -> None:
        self.is_open = True

    def writebytes(self, data: Sequence[int]) -> None:
        self.carry_bytes(len(data))
        receive = self.controller.receive_data if self._is_data() else self.controller.receive_commands
        receive(bytes(data))

    def close(self) -> None:
        self.is_open = False
