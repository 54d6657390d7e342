"""The device nodes of the kernel as the system calls present them, with simulated chips behind them."""

import builtins
import io
import os
import struct
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from enum import IntEnum
from errno import EMSGSIZE, ENODEV, ENOENT, ENOTTY
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import Adafruit_PureIO.spi
import pytest
import smbus2.smbus2
from smbus2 import i2c_msg

from hardware.simulated.buses import SimulatedFieldBus, SimulatedSpi, SimulatedStrip
from tests.pi.boards import ZERO_2, Board

FIRST_HANDLE = 1 << 20
"""The file descriptors of the machine that runs the tests stay far below this number."""

I2C_FUNC_I2C, I2C_BLOCK_DATA, I2C_SMBUS_READ = 0x1, 8, 1
"""The function bit of an adapter with plain I2C, the SMBus transfer of a block, and its direction (linux/i2c.h)."""
SPI_BUFFER = 4096
"""The most bytes that one write to spidev takes (its parameter bufsiz)."""


class Request(IntEnum):
    """The requests to a device node (linux/i2c-dev.h, linux/spi/spidev.h)."""

    I2C_SLAVE = 0x0703
    I2C_FUNCS = 0x0705
    I2C_RDWR = 0x0707
    I2C_SMBUS = 0x0720
    SPI_SPEED = 0x40046B04


class NodeDevice(Protocol):
    def ioctl(self, request: int, argument: Any) -> int: ...  # noqa: ANN401 - a number or a structure

    def write(self, data: bytes) -> int:
        """Takes bytes and returns how many it took."""


@dataclass
class Node:
    """A device node, and the faults it can have."""

    device: NodeDevice
    present: bool = True
    failure: int | None = None
    """The errno with which every transfer ends."""
    barrier: Callable[[], None] | None = None
    """Called before each transfer. It may block."""
    generation: int = 0
    """Rises when the node vanishes. File descriptors that were open before stay dead."""


@dataclass
class Kernel:
    nodes: dict[str, Node]
    board: Board = ZERO_2
    """The board that the machine identifies itself as to this program, gpiozero and Blinka."""
    handles: dict[int, tuple[Node, int]] = field(default_factory=dict)
    """The open file descriptors, each with its node and the node's generation."""
    _numbers: "count[int]" = field(default_factory=lambda: count(FIRST_HANDLE))

    def read(self, path: str | Path, mode: str = "r", *_: object, **__: object) -> io.BytesIO | io.StringIO:
        data = self.board.files[str(path)]
        return io.BytesIO(data) if "b" in mode else io.StringIO(data.decode())

    def vanish(self, path: str) -> None:
        node = self.nodes[path]
        node.present, node.generation = False, node.generation + 1

    def reappear(self, path: str) -> None:
        self.nodes[path].present = True

    def open_paths(self) -> set[str]:
        return {path for path, node in self.nodes.items() if any(node is opened for opened, _ in self.handles.values())}

    def open(self, path: str) -> int:
        node = self.nodes[path]
        if not node.present:
            raise OSError(ENOENT, os.strerror(ENOENT), path)
        handle = next(self._numbers)
        self.handles[handle] = (node, node.generation)
        return handle

    def ioctl(self, handle: int, request: int, argument: Any = 0) -> int:  # noqa: ANN401 - a number or a structure
        return self._device_of(handle).ioctl(request, argument)

    def write(self, handle: int, data: bytes) -> int:
        return self._device_of(handle).write(data)

    def close(self, handle: int) -> None:
        del self.handles[handle]

    def _device_of(self, handle: int) -> NodeDevice:
        node, generation = self.handles[handle]
        if node.barrier is not None:
            node.barrier()
        failure = ENODEV if generation != node.generation else node.failure
        if failure is not None:
            raise OSError(failure, os.strerror(failure))
        return node.device


@dataclass
class I2cNode:
    """An I2C adapter, which unpacks the kernel's structures."""

    bus: SimulatedFieldBus
    address: int = 0

    def ioctl(self, request: int, argument: Any) -> int:  # noqa: ANN401 - a number or a structure
        match request:
            case Request.I2C_FUNCS:
                argument.value = I2C_FUNC_I2C
            case Request.I2C_SLAVE:
                self.address = argument
            case Request.I2C_SMBUS if argument.size == I2C_BLOCK_DATA and argument.read_write == I2C_SMBUS_READ:
                block = argument.data.contents.block
                for place, content in enumerate(
                    self.bus.read_i2c_block_data(self.address, argument.command, block[0]), 1
                ):
                    block[place] = content
            case Request.I2C_SMBUS if argument.size == I2C_BLOCK_DATA:
                block = argument.data.contents.block
                self.bus.write_i2c_block_data(self.address, argument.command, block[1 : block[0] + 1])
            case Request.I2C_RDWR:
                for message in argument.msgs[: argument.nmsgs]:
                    self.bus.i2c_rdwr(i2c_msg.write(message.addr, message.buf[: message.len]))
            case _:
                raise OSError(ENOTTY, os.strerror(ENOTTY))
        return 0

    def write(self, data: bytes) -> int:
        self.bus.i2c_rdwr(i2c_msg.write(self.address, list(data)))
        return len(data)


@dataclass
class SpiNode:
    send: Callable[[bytes], None]
    set_speed: Callable[[int], None]
    accepted_bytes: int = SPI_BUFFER
    """The number of bytes that it takes of each write."""

    def ioctl(self, request: int, argument: bytes) -> int:
        if request != Request.SPI_SPEED:
            raise OSError(ENOTTY, os.strerror(ENOTTY))
        (hertz,) = struct.unpack("=I", argument)
        self.set_speed(hertz)
        return 0

    def write(self, data: bytes) -> int:
        if len(data) > SPI_BUFFER:
            raise OSError(EMSGSIZE, os.strerror(EMSGSIZE))
        self.send(data[: self.accepted_bytes])
        return min(len(data), self.accepted_bytes)


def strip_node(strip: SimulatedStrip) -> SpiNode:
    return SpiNode(lambda data: strip.writebytes(data), lambda hertz: setattr(strip, "max_speed_hz", hertz))  # noqa: PLW0108 - a test may replace `writebytes`


def screen_node(bus: SimulatedSpi) -> SpiNode:
    return SpiNode(bus.writebytes, lambda hertz: setattr(bus, "max_speed_hz", hertz))


def install(kernel: Kernel, patch: pytest.MonkeyPatch) -> None:
    """Puts the kernel's nodes behind the system calls. All other files stay those of the machine."""
    nodes, handles = kernel.nodes, kernel.handles
    for place, name, simulated in (
        (os, "open", lambda path, *_: kernel.open(path)),
        (os, "access", lambda path, _: nodes[path].present),
        (os.path, "exists", lambda path: nodes[path].present),
    ):
        patch.setattr(place, name, _simulated_or_real(nodes, simulated, getattr(place, name)))
    for name, by_handle in (("close", kernel.close), ("write", kernel.write)):
        patch.setattr(os, name, _simulated_or_real(handles, by_handle, getattr(os, name)))
    for module in (smbus2.smbus2, Adafruit_PureIO.spi):
        patch.setattr(module, "ioctl", kernel.ioctl)
    paths = {kind(path) for path in kernel.board.files for kind in (str, Path)}
    for module in (io, builtins):
        patch.setattr(module, "open", _simulated_or_real(paths, kernel.read, io.open))


def _simulated_or_real(
    known: Container[Any], simulated: Callable[..., Any], real: Callable[..., Any]
) -> Callable[..., Any]:
    """A system call that is simulated for the first arguments that are known."""
    return lambda first, *more, **named: (simulated if first in known else real)(first, *more, **named)
