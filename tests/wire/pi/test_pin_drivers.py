"""Pixels on a pin of their own, by PWM or PIO: the real neopixel library, on a board that receives its bytes."""

import sys
from types import ModuleType, SimpleNamespace

import pytest
from msgspec.structs import replace

from hardware.box import Box
from hardware.device import LIGHTS, OFF, Colour, Frame, Part, PartFault
from hardware.wiring import Pixel, pixel_order
from tests.hardware.wirings import make_wiring
from tests.wire.pi.conftest import MakePi
from tests.wire.pi.simulated_pi import SimulatedPi

TIMEOUT_S = 20.0
CORNERS = Frame(lights=(Colour(255, 0, 0), *(OFF,) * 34, Colour(0, 0, 255)), screen=bytes(1024))


class Line:
    def __init__(self, pin: str) -> None:
        self.pin = pin
        self.direction = ""
        self.open = True

    def deinit(self) -> None:
        self.open = False


class Board:
    """The part of Blinka's Raspberry Pi that neopixel uses."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.levels: tuple[bytes, ...] = ()
        """The levels that each pixel received: green, red, blue."""
        self.sent = b""
        """All bytes that were sent."""
        self.failure: RuntimeError | None = None

    def claim(self, pin: str) -> Line:
        self.lines.append(Line(pin))
        return self.lines[-1]

    def write(self, line: Line, levels: bytearray) -> None:
        if self.failure is not None:
            raise self.failure
        assert line is self.lines[-1]
        self.sent = bytes(levels)
        self.levels = tuple(bytes(levels[start : start + 3]) for start in range(0, len(levels), 3))


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Board:
    board = Board()
    libraries: dict[str, dict[str, object]] = {
        "board": {"D18": "GPIO 18"},
        "digitalio": {"DigitalInOut": board.claim, "Direction": SimpleNamespace(OUTPUT="output")},
        "neopixel_write": {"neopixel_write": board.write},
    }
    for name, holds in libraries.items():
        module = ModuleType(name)
        vars(module).update(holds)
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "neopixel", raising=False)
    return board


@pytest.fixture(params=["pwm", "pio"])
def pi(request: pytest.FixtureRequest, make_pi: MakePi) -> SimulatedPi:
    return make_pi(make_wiring(lights_driver=request.param))


@pytest.fixture
def box(pi: SimulatedPi, board: Board) -> Box:  # noqa: ARG001 - the board must exist first
    box = pi.box()
    box.listen(pi.inputs.put)
    return box


def test_pixels_on_a_pin_show_their_colours(pi: SimulatedPi, box: Box, board: Board) -> None:
    box.show(CORNERS)
    assert box.flush(TIMEOUT_S)
    pixels = pixel_order(pi.wiring)
    assert (board.levels[pixels[0]], board.levels[pixels[35]]) == (bytes([0, 255, 0]), bytes([0, 0, 255]))
    assert {board.levels[Pixel(pixel)] for pixel in range(LIGHTS)} - {bytes([0, 255, 0]), bytes([0, 0, 255])} == {
        bytes(3)
    }
    assert [line.pin for line in board.lines] == ["GPIO 18"]


def test_every_kind_of_strip_works_on_the_pin(make_pi: MakePi, board: Board) -> None:
    for driver in ("pwm", "pio"):
        wiring = make_wiring(
            lights_driver=driver, lights_byteorder="GRBW", lights_count=64, lights_pixels=tuple(range(63, 27, -1))
        )
        box = make_pi(wiring).box()
        box.show(replace(CORNERS, lights=(Colour(255, 255, 255), *CORNERS.lights[1:])))
        assert box.flush(TIMEOUT_S)
        assert board.sent == bytes(4 * 28) + bytes((0, 0, 255, 0)) + bytes(4 * 34) + bytes((0, 0, 0, 255))
        box.show(replace(CORNERS, probe=b"\x01\x02" * 72))
        assert box.flush(TIMEOUT_S)
        assert board.sent == b"\x01\x02" * 72
        box.close()


@pytest.mark.slow
def test_a_failing_driver_is_reported_and_opened_again(pi: SimulatedPi, box: Box, board: Board) -> None:
    board.failure = RuntimeError("ws2811_render failed")
    box.show(CORNERS)
    assert pi.next_fault() == PartFault(Part.LIGHTS, "the pixels cannot be written to: ws2811_render failed")
    assert not board.lines[-1].open
    board.failure = None
    assert pi.next_fault() == PartFault(Part.LIGHTS, None)
    assert board.levels[pixel_order(pi.wiring)[0]] == bytes([0, 255, 0])
