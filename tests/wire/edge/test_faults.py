"""Faults at the kernel's edge: a part fails and is reported, the others work on, and it recovers completely."""

from errno import EINTR, EIO, ENODEV, EREMOTEIO, ETIMEDOUT
from itertools import count
from threading import Event

import pytest

from hardware.box import Box
from hardware.clock import CLOCK, Clock
from hardware.device import LIGHTS, OFF, Button, Colour, Frame, Part, PartFault, Press, Tone
from hardware.wiring import Wiring
from tests.hardware.clocks import StoppedClock
from tests.hardware.wirings import rewired, wired
from tests.wire.edge.box import I2C, ON_SPI, PIXELS, SPI, TIMEOUT_S, Edge
from tests.wire.edge.conftest import AtEdge

RED, GREEN = (
    Frame(lights=(colour, *(OFF,) * (LIGHTS - 1)), screen=bytes([byte]) * 1024)
    for colour, byte in ((Colour(255, 0, 0), 0xF0), (Colour(0, 255, 0), 0x3C))
)
pytestmark = pytest.mark.slow


def opened(edge: Edge, first: Frame = RED, clock: Clock = CLOCK) -> Box:
    box = edge.box(clock=clock)
    box.listen(edge.inputs.put)
    box.show(first)
    return box


@pytest.mark.parametrize(
    ("wiring", "path", "part"),
    [(Wiring(), I2C, Part.SCREEN), (ON_SPI, SPI, Part.SCREEN), (Wiring(), PIXELS, Part.LIGHTS)],
    ids=["screen on i2c", "screen on spi", "lights"],
)
@pytest.mark.parametrize("errno", [EIO, ENODEV, ETIMEDOUT])
def test_a_failing_bus_is_reported_and_its_part_recovers(
    at_edge: AtEdge, wiring: Wiring, path: str, part: Part, errno: int
) -> None:
    edge = at_edge(wiring)
    box, node = opened(edge), edge.kernel.nodes[path]
    assert box.flush(TIMEOUT_S)
    node.failure = errno
    box.show(GREEN)
    fault = edge.next_fault()
    assert fault.part is part
    reasons = {Part.SCREEN: "the screen does not answer", Part.LIGHTS: "the pixels cannot be written to"}
    assert str(fault.reason).startswith(reasons[part])
    if part is Part.SCREEN:
        edge.plug_in_a_new_screen()
    node.failure = None
    assert edge.next_fault() == PartFault(part, None)
    assert edge.screen.controller.visible_screen() == GREEN.screen
    assert edge.lights()[0] == Colour(0, 255, 0)
    box.close()
    assert edge.kernel.open_paths() == set()


@pytest.mark.parametrize("wiring", [Wiring(), ON_SPI], ids=["i2c", "spi"])
@pytest.mark.parametrize("errno", [EREMOTEIO, EIO, EINTR])
@pytest.mark.parametrize("nth", [1, 2])
def test_one_disturbed_transfer_is_repeated_without_a_report(
    at_edge: AtEdge, wiring: Wiring, errno: int, nth: int
) -> None:
    edge = at_edge(wiring)
    box, node = opened(edge), edge.kernel.nodes[I2C if wiring.screen.bus == "i2c" else SPI]
    assert box.flush(TIMEOUT_S)
    transfers, seen_on = count(1), set()

    def disturb() -> None:
        node.failure = errno if next(transfers) == nth else None
        seen_on.add(edge.screen.controller.on)

    node.barrier = disturb
    box.show(GREEN)
    assert box.flush(TIMEOUT_S)
    assert edge.screen.controller.visible_screen() == GREEN.screen
    assert (seen_on, edge.inputs.empty()) == ({True}, True)


@pytest.mark.parametrize(("errno", "transfers"), [(EREMOTEIO, 2), (ETIMEDOUT, 1)])
def test_a_lasting_error_is_tried_once_more_and_a_hanging_bus_is_not(edge: Edge, errno: int, transfers: int) -> None:
    clock = StoppedClock()
    box, node, tried = opened(edge, clock=clock), edge.kernel.nodes[I2C], []
    assert box.flush(TIMEOUT_S)
    node.failure, node.barrier = errno, lambda: tried.append(errno)
    box.show(GREEN)
    assert edge.next_fault().part is Part.SCREEN
    assert len(tried) == transfers
    node.failure = node.barrier = None


@pytest.mark.parametrize("is_from_the_start", [False, True])
@pytest.mark.parametrize(("path", "part"), [(I2C, Part.SCREEN), (PIXELS, Part.LIGHTS)])
def test_a_node_that_vanishes_and_comes_back_is_opened_again(
    edge: Edge, path: str, part: Part, is_from_the_start: bool
) -> None:
    if is_from_the_start:
        edge.kernel.vanish(path)
    box = opened(edge)
    if not is_from_the_start:
        assert box.flush(TIMEOUT_S)
        edge.kernel.vanish(path)
        box.show(GREEN)
    fault = edge.next_fault()
    assert fault.part is part
    assert path in str(fault.reason) or not is_from_the_start
    assert path not in edge.kernel.open_paths()
    if part is Part.SCREEN:
        edge.plug_in_a_new_screen()
    edge.kernel.come_back(path)
    assert edge.next_fault() == PartFault(part, None)
    box.show(RED)
    assert box.flush(TIMEOUT_S)
    assert (edge.lights()[0], edge.screen.controller.visible_screen()) == (Colour(255, 0, 0), RED.screen)


def test_pins_that_are_missing_at_the_start_are_claimed_when_they_come(edge: Edge) -> None:
    edge.pins.present = False
    opened(edge)
    failed = [edge.next_fault(), edge.next_fault()]
    assert {fault.part for fault in failed} == {Part.BUTTONS, Part.BUZZER}
    assert {fault.reason for fault in failed} == {"the pins cannot be opened: can not open gpiochip"}
    edge.pins.present = True
    back = [edge.next_fault(), edge.next_fault()]
    assert set(back) == {PartFault(Part.BUTTONS, None), PartFault(Part.BUZZER, None)}
    edge.press(Button.OK)
    assert edge.inputs.get_nowait() == Press(Button.OK)


def test_the_buttons_work_when_the_buzzer_s_pin_is_busy(edge: Edge) -> None:
    edge.pins.busy = {12}
    clock = StoppedClock()
    box = opened(edge, clock=clock)
    assert edge.next_fault() == PartFault(Part.BUZZER, "the buzzer's pin cannot be used: GPIO 12: GPIO busy")
    edge.press(Button.OK)
    assert edge.inputs.get_nowait() == Press(Button.OK)
    edge.pins.busy = set()
    assert clock.settle(0.5)
    clock.pass_time(0.5)
    assert edge.next_fault() == PartFault(Part.BUZZER, None)
    box.play([Tone(880, 0.001)])
    assert box._buzzer is not None
    assert box._buzzer.flush(TIMEOUT_S)
    assert (880, 50) in edge.pins.lines[12].pwm


def test_a_buzzer_that_refuses_is_reported_once_and_recovers(edge: Edge) -> None:
    box = opened(edge)
    assert box._buzzer is not None
    edge.pins.refuses = True
    box.play([Tone(880, 0.001), Tone(988, 0.001)])
    assert box._buzzer.flush(TIMEOUT_S)
    assert edge.next_fault() == PartFault(Part.BUZZER, "the buzzer does not sound: no permission to update GPIO")
    edge.pins.refuses = False
    box.play([Tone(880, 0.001), Tone(988, 0.001)])
    assert edge.next_fault() == PartFault(Part.BUZZER, None)
    assert edge.inputs.empty()


def test_a_screen_whose_pin_refuses_is_reported_and_recovers(at_edge: AtEdge) -> None:
    edge = at_edge(rewired(ON_SPI, sound_pin="none"))
    edge.pins.refuses = True
    opened(edge)
    assert edge.next_fault() == PartFault(Part.SCREEN, "the screen does not answer: no permission to update GPIO")
    edge.pins.refuses = False
    assert edge.next_fault() == PartFault(Part.SCREEN, None)
    assert edge.screen.controller.visible_screen() == RED.screen


@pytest.mark.parametrize(("path", "wiring"), [(I2C, Wiring()), (SPI, ON_SPI), (PIXELS, Wiring())])
def test_a_bus_that_fails_at_the_start_is_closed(at_edge: AtEdge, path: str, wiring: Wiring) -> None:
    edge = at_edge(wiring)
    edge.kernel.nodes[path].failure = EIO
    opened(edge)
    edge.next_fault()
    assert path not in edge.kernel.open_paths()


def test_an_address_without_a_screen_is_reported(at_edge: AtEdge) -> None:
    edge = at_edge(answers_at=0x3D)
    opened(edge)
    assert edge.next_fault() == PartFault(
        Part.SCREEN, "the screen does not answer: I2C device not found on address: 0x3C"
    )
    assert I2C not in edge.kernel.open_paths()


def test_a_short_write_is_sent_again(edge: Edge) -> None:
    node = edge.kernel.nodes[PIXELS].wired
    node.takes = 400  # type: ignore[attr-defined]
    opened(edge)
    fault = edge.next_fault()
    assert fault == PartFault(
        Part.LIGHTS, "the pixels cannot be written to: [Errno 5] only 400 of 1344 bytes were sent"
    )
    node.takes = 4096  # type: ignore[attr-defined]
    assert edge.next_fault() == PartFault(Part.LIGHTS, None)
    assert edge.lights()[0] == Colour(255, 0, 0)


def hang_screen(edge: Edge, box: Box) -> Event:
    """Shows a frame of which the screen's transfer hangs. Returns the event that ends it."""
    loose, stuck = Event(), Event()
    assert box.flush(TIMEOUT_S)

    def hang() -> None:
        stuck.set()
        loose.wait(TIMEOUT_S)

    edge.kernel.nodes[I2C].barrier = hang
    box.show(GREEN)
    assert stuck.wait(TIMEOUT_S)
    return loose


def test_a_box_closes_while_its_screen_hangs(edge: Edge) -> None:
    box = opened(edge)
    loose = hang_screen(edge, box)
    box.close()
    assert set(edge.lights()) == {Colour(0, 0, 0)}
    assert edge.kernel.open_paths() == {I2C}
    loose.set()
    assert box._screen.close(TIMEOUT_S)


@pytest.mark.parametrize("driver", ["pwm", "pio"])
def test_a_missing_driver_for_pixels_on_a_pin_is_reported(at_edge: AtEdge, driver: str) -> None:
    edge = at_edge(wired(lights_driver=driver))
    box = opened(edge)
    fault = edge.next_fault()
    assert fault.part is Part.LIGHTS
    assert str(fault.reason).startswith("the pixels cannot be written to: ")
    assert box._screen.flush(TIMEOUT_S)
    assert edge.screen.controller.visible_screen() == RED.screen
