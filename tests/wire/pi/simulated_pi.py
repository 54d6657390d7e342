"""The real box on a simulated Pi, and everything behind its device nodes and pins."""

import sys
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Self

import pytest
from gpiozero.pins.local import LocalPiFactory

from hardware.box import Box
from hardware.clock import CLOCK, Clock
from hardware.device import Button, Colour, FieldChanged, Input, PartFault
from hardware.pi import open_pi
from hardware.simulated.buses import SimulatedFieldBus, SimulatedI2c, SimulatedSpi, SimulatedStrip
from hardware.simulated.chips import MODELS, SIMULATED_CHIPS, Controller, InterruptLine
from hardware.wiring import FIELD_ADDRESSES, Wiring, pixel_order
from tests.hardware.wirings import changed_wiring, make_wiring
from tests.pi.boards import ZERO_2, Board
from tests.wire.pi.fake_lgpio import FakeLgpio
from tests.wire.pi.kernel import I2cNode, Kernel, Node, install, screen_node, strip_node

GPIO_NODE, I2C_NODE, PIXELS_NODE, SPI_NODE = "/dev/gpiochip0", "/dev/i2c-1", "/dev/spidev0.0", "/dev/spidev1.0"
SPI_WIRING = make_wiring(screen_bus="spi", buttons_bank=16)
TIMEOUT_S = 20.0


class _Chip:
    def ioctl(self, request: int, argument: object) -> int:
        raise NotImplementedError(request, argument)

    def write(self, data: bytes) -> int:
        raise NotImplementedError(data)


@dataclass
class SimulatedPi:
    """The machine that a wiring describes: its nodes and pins, and the screen and strip behind them."""

    wiring: Wiring
    screen_address: int = 0x3C
    """The address of the connected screen."""
    board: Board = ZERO_2
    pins: FakeLgpio = field(default_factory=FakeLgpio)
    inputs: SimpleQueue[Input] = field(default_factory=SimpleQueue)
    boxes: list[Box] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.strip = SimulatedStrip(self.wiring.lights.count, self.wiring.lights.byteorder)
        self.screen: SimulatedI2c | SimulatedSpi
        if self.wiring.screen.bus == "i2c":
            self.screen = SimulatedI2c(self.screen_address, self._controller())
            node = I2C_NODE, Node(I2cNode(self.screen))
        else:
            data = self.pins.lines[self.wiring.screen.data_pin]
            self.screen = SimulatedSpi(lambda: bool(data.level), self._controller())
            node = SPI_NODE, Node(screen_node(self.screen))
        nodes = dict([node, (PIXELS_NODE, Node(strip_node(self.strip))), (GPIO_NODE, Node(_Chip()))])
        if self.wiring.fields.kind != "none":
            self.field_bus = self.screen if isinstance(self.screen, SimulatedI2c) else SimulatedFieldBus()
            nodes.setdefault(I2C_NODE, Node(I2cNode(self.field_bus)))
            self._plug_in_fields()
        self.kernel = Kernel(nodes, self.board)

    def install(self, patch: pytest.MonkeyPatch) -> Self:
        for module in ("hardware.lgpio_pins", "gpiozero.pins.lgpio"):
            patch.delitem(sys.modules, module, raising=False)
        patch.setitem(sys.modules, "lgpio", self.pins)
        patch.setattr(LocalPiFactory, "pins", {})
        LocalPiFactory._reservations.clear()
        install(self.kernel, patch)
        return self

    def box(self, clock: Clock = CLOCK) -> Box:
        self.boxes.append(open_pi(changed_wiring(self.wiring, lights_brightness=1.0), clock=clock))
        return self.boxes[-1]

    def replace_screen(self) -> None:
        self.screen.controller = self._controller()

    def push(self, button: Button) -> None:
        self.pins.press(self.wiring.pin(button))

    def release(self, button: Button) -> None:
        self.pins.release(self.wiring.pin(button))

    def press(self, button: Button) -> None:
        self.push(button)
        self.release(button)

    def touch(self, field: int) -> None:
        """Puts a finger on a field and lifts it once the box has read it."""
        address, number = FIELD_ADDRESSES[self.wiring.fields.kind][field // 12], field % 12
        self.field_bus.chips[address].touch(number, is_down=True)
        if not isinstance(report := self.inputs.get(timeout=TIMEOUT_S), FieldChanged) or report.field != field:
            raise TypeError(report)
        self.field_bus.chips[address].touch(number, is_down=False)

    def turn(self, detents: int) -> None:
        contacts = (Button.LEFT, Button.RIGHT) if detents > 0 else (Button.RIGHT, Button.LEFT)
        for _ in range(abs(detents)):
            for contact in contacts:
                self.push(contact)
            for contact in contacts:
                self.release(contact)

    def lights(self) -> tuple[Colour, ...]:
        pixels = self.strip.pixels
        return tuple(pixels[pixel] for pixel in pixel_order(self.wiring))

    def next_fault(self) -> PartFault:
        report = self.inputs.get(timeout=TIMEOUT_S)
        if not isinstance(report, PartFault):
            raise TypeError(report)
        return report

    def _plug_in_fields(self) -> None:
        pin = self.wiring.fields.interrupt
        self.interrupt_line = line = InterruptLine(lambda tied: (self.pins.press if tied else self.pins.release)(pin))
        kind = self.wiring.fields.kind
        self.field_bus.chips = {address: SIMULATED_CHIPS[kind](line) for address in FIELD_ADDRESSES[kind]}

    def _controller(self) -> Controller:
        return Controller(MODELS[self.wiring.screen.controller])
