"""Faults of device nodes and pins: a part fails and is reported, the others work on, and it recovers completely."""

from errno import EINTR, EIO, ENODEV, EREMOTEIO, ETIMEDOUT
from itertools import count
from threading import Event

import pytest

from hardware.box import Box
from hardware.clock import CLOCK, Clock
from hardware.device import LIGHTS, OFF, Button, Colour, Frame, Part, PartFault, Press, Tone
from hardware.wiring import Wiring
from tests.hardware.clocks import ManualClock
from tests.hardware.wirings import changed_wiring, make_wiring
from tests.wire.pi.conftest import MakePi
from tests.wire.pi.simulated_pi import I2C_NODE, PIXELS_NODE, SPI_NODE, SPI_WIRING, TIMEOUT_S, SimulatedPi

RED, GREEN = (
    Frame(lights=(colour, *(OFF,) * (LIGHTS - 1)), screen=bytes([byte]) * 1024)
    for colour, byte in ((Colour(255, 0, 0), 0xF0), (Colour(0, 255, 0), 0x3C))
)
pytestmark = pytest.mark.slow


def open_box(pi: SimulatedPi, first: Frame = RED, clock: Clock = CLOCK) -> Box:
    box = pi.box(clock=clock)
    box.listen(pi.inputs.put)
    box.show(first)
    return box


@pytest.mark.parametrize(
    ("wiring", "path", "part"),
    [(Wiring(), I2C_NODE, Part.SCREEN), (SPI_WIRING, SPI_NODE, Part.SCREEN), (Wiring(), PIXELS_NODE, Part.LIGHTS)],
    ids=["screen on i2c", "screen on spi", "lights"],
)
@pytest.mark.parametrize("errno", [EIO, ENODEV, ETIMEDOUT])
def test_a_failing_bus_is_reported_and_its_part_recovers(
    make_pi: MakePi, wiring: Wiring, path: str, part: Part, errno: int
) -> None:
    pi = make_pi(wiring)
    box, node = open_box(pi), pi.kernel.nodes[path]
    assert box.flush(TIMEOUT_S)
    node.failure = errno
    box.show(GREEN)
    fault = pi.next_fault()
    assert fault.part is part
    reasons = {Part.SCREEN: "the screen does not answer", Part.LIGHTS: "the pixels cannot be written to"}
    assert str(fault.reason).startswith(reasons[part])
    if part is Part.SCREEN:
        pi.replace_screen()
    node.failure = None
    assert pi.next_fault() == PartFault(part, None)
    assert pi.screen.controller.visible_screen() == GREEN.screen
    assert pi.lights()[0] == Colour(0, 255, 0)
    box.close()
    assert pi.kernel.open_paths() == set()


@pytest.mark.parametrize("wiring", [Wiring(), SPI_WIRING], ids=["i2c", "spi"])
@pytest.mark.parametrize("errno", [EREMOTEIO, EIO, EINTR])
@pytest.mark.parametrize("nth", [1, 2])
def test_one_failed_transfer_is_repeated_without_a_report(
    make_pi: MakePi, wiring: Wiring, errno: int, nth: int
) -> None:
    pi = make_pi(wiring)
    box, node = open_box(pi), pi.kernel.nodes[I2C_NODE if wiring.screen.bus == "i2c" else SPI_NODE]
    assert box.flush(TIMEOUT_S)
    transfers, screen_states = count(1), set()

    def disturb() -> None:
        node.failure = errno if next(transfers) == nth else None
        screen_states.add(pi.screen.controller.on)

    node.barrier = disturb
    box.show(GREEN)
    assert box.flush(TIMEOUT_S)
    assert pi.screen.controller.visible_screen() == GREEN.screen
    assert (screen_states, pi.inputs.empty()) == ({True}, True)


@pytest.mark.parametrize(("errno", "transfers"), [(EREMOTEIO, 2), (ETIMEDOUT, 1)])
def test_a_lasting_error_is_retried_once_and_a_hanging_bus_is_not(pi: SimulatedPi, errno: int, transfers: int) -> None:
    clock = ManualClock()
    box, node, tried = open_box(pi, clock=clock), pi.kernel.nodes[I2C_NODE], []
    assert box.flush(TIMEOUT_S)
    node.failure, node.barrier = errno, lambda: tried.append(errno)
    box.show(GREEN)
    assert pi.next_fault().part is Part.SCREEN
    assert len(tried) == transfers
    node.failure = node.barrier = None


@pytest.mark.parametrize("is_from_the_start", [False, True])
@pytest.mark.parametrize(("path", "part"), [(I2C_NODE, Part.SCREEN), (PIXELS_NODE, Part.LIGHTS)])
def test_a_device_node_that_reappears_is_opened_again(
    pi: SimulatedPi, path: str, part: Part, is_from_the_start: bool
) -> None:
    if is_from_the_start:
        pi.kernel.vanish(path)
    box = open_box(pi)
    if not is_from_the_start:
        assert box.flush(TIMEOUT_S)
        pi.kernel.vanish(path)
        box.show(GREEN)
    fault = pi.next_fault()
    assert fault.part is part
    assert path in str(fault.reason) or not is_from_the_start
    assert path not in pi.kernel.open_paths()
    if part is Part.SCREEN:
        pi.replace_screen()
    pi.kernel.reappear(path)
    assert pi.next_fault() == PartFault(part, None)
    box.show(RED)
    assert box.flush(TIMEOUT_S)
    assert (pi.lights()[0], pi.screen.controller.visible_screen()) == (Colour(255, 0, 0), RED.screen)


def test_pins_that_are_missing_at_the_start_are_used_when_they_appear(pi: SimulatedPi) -> None:
    pi.pins.present = False
    open_box(pi)
    failed = [pi.next_fault(), pi.next_fault()]
    assert {fault.part for fault in failed} == {Part.BUTTONS, Part.BUZZER}
    assert {fault.reason for fault in failed} == {"the pins cannot be opened: can not open gpiochip"}
    pi.pins.present = True
    back = [pi.next_fault(), pi.next_fault()]
    assert set(back) == {PartFault(Part.BUTTONS, None), PartFault(Part.BUZZER, None)}
    pi.press(Button.OK)
    assert pi.inputs.get_nowait() == Press(Button.OK)


def test_the_buttons_work_when_the_buzzer_s_pin_is_busy(pi: SimulatedPi) -> None:
    pi.pins.busy = {12}
    clock = ManualClock()
    box = open_box(pi, clock=clock)
    assert pi.next_fault() == PartFault(Part.BUZZER, "the buzzer's pin cannot be used: GPIO 12: GPIO busy")
    pi.press(Button.OK)
    assert pi.inputs.get_nowait() == Press(Button.OK)
    pi.pins.busy = set()
    assert clock.wait_for_waiters(0.5)
    clock.advance(0.5)
    assert pi.next_fault() == PartFault(Part.BUZZER, None)
    box.play([Tone(880, 0.001)])
    assert box._buzzer is not None
    assert box._buzzer.flush(TIMEOUT_S)
    assert (880, 50) in pi.pins.lines[12].pwm


def test_a_failing_buzzer_is_reported_once_and_recovers(pi: SimulatedPi) -> None:
    box = open_box(pi)
    assert box._buzzer is not None
    pi.pins.fails = True
    box.play([Tone(880, 0.001), Tone(988, 0.001)])
    assert box._buzzer.flush(TIMEOUT_S)
    assert pi.next_fault() == PartFault(Part.BUZZER, "the buzzer does not sound: no permission to update GPIO")
    pi.pins.fails = False
    box.play([Tone(880, 0.001), Tone(988, 0.001)])
    assert pi.next_fault() == PartFault(Part.BUZZER, None)
    assert pi.inputs.empty()


def test_a_screen_with_a_failing_pin_is_reported_and_recovers(make_pi: MakePi) -> None:
    pi = make_pi(changed_wiring(SPI_WIRING, sound_pin="none"))
    pi.pins.fails = True
    open_box(pi)
    assert pi.next_fault() == PartFault(Part.SCREEN, "the screen does not answer: no permission to update GPIO")
    pi.pins.fails = False
    assert pi.next_fault() == PartFault(Part.SCREEN, None)
    assert pi.screen.controller.visible_screen() == RED.screen


@pytest.mark.parametrize(("path", "wiring"), [(I2C_NODE, Wiring()), (SPI_NODE, SPI_WIRING), (PIXELS_NODE, Wiring())])
def test_a_bus_that_fails_at_the_start_is_closed(make_pi: MakePi, path: str, wiring: Wiring) -> None:
    pi = make_pi(wiring)
    pi.kernel.nodes[path].failure = EIO
    open_box(pi)
    pi.next_fault()
    assert path not in pi.kernel.open_paths()


def test_an_address_without_a_screen_is_reported(make_pi: MakePi) -> None:
    pi = make_pi(screen_address=0x3D)
    open_box(pi)
    assert pi.next_fault() == PartFault(
        Part.SCREEN, "the screen does not answer: I2C device not found on address: 0x3C"
    )
    assert I2C_NODE not in pi.kernel.open_paths()


def test_a_short_write_is_sent_again(pi: SimulatedPi) -> None:
    node = pi.kernel.nodes[PIXELS_NODE].device
    node.accepted_bytes = 400  # type: ignore[attr-defined]
    open_box(pi)
    fault = pi.next_fault()
    assert fault == PartFault(
        Part.LIGHTS, "the pixels cannot be written to: [Errno 5] only 400 of 1344 bytes were sent"
    )
    node.accepted_bytes = 4096  # type: ignore[attr-defined]
    assert pi.next_fault() == PartFault(Part.LIGHTS, None)
    assert pi.lights()[0] == Colour(255, 0, 0)


def hang_screen(pi: SimulatedPi, box: Box) -> Event:
    """Shows a frame of which the screen's transfer hangs. Returns the event that ends it."""
    loose, stuck = Event(), Event()
    assert box.flush(TIMEOUT_S)

    def hang() -> None:
        stuck.set()
        loose.wait(TIMEOUT_S)

    pi.kernel.nodes[I2C_NODE].barrier = hang
    box.show(GREEN)
    assert stuck.wait(TIMEOUT_S)
    return loose


def test_a_box_closes_while_its_screen_hangs(pi: SimulatedPi) -> None:
    box = open_box(pi)
    loose = hang_screen(pi, box)
    box.close()
    assert set(pi.lights()) == {Colour(0, 0, 0)}
    assert pi.kernel.open_paths() == {I2C_NODE}
    loose.set()
    assert box._screen.close(TIMEOUT_S)


@pytest.mark.parametrize("driver", ["pwm", "pio"])
def test_a_missing_driver_for_pixels_on_a_pin_is_reported(make_pi: MakePi, driver: str) -> None:
    pi = make_pi(make_wiring(lights_driver=driver))
    box = open_box(pi)
    fault = pi.next_fault()
    assert fault.part is Part.LIGHTS
    assert str(fault.reason).startswith("the pixels cannot be written to: ")
    assert box._screen.flush(TIMEOUT_S)
    assert pi.screen.controller.visible_screen() == RED.screen
