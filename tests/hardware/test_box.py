"""The box: it reports faults, its parts work independently, and lights never wait for the screen."""

from collections.abc import Iterator
from errno import EIO
from queue import SimpleQueue
from threading import Event

import pytest
from gpiozero import Factory
from msgspec.structs import replace

from hardware.box import Box, Drivers
from hardware.device import BLANK, LIGHTS, OFF, Button, Colour, Frame, Input, Part, PartError, PartFault, Press, Tone
from hardware.oled import Oled, open_i2c_panel
from hardware.pixels import Pixels, Strip
from hardware.simulated.buses import SimulatedI2c, SimulatedStrip, simulated_pins
from hardware.simulated.chips import SSD1306, Controller
from hardware.simulated.device import SimulatedDevice
from hardware.wiring import Wiring
from tests.hardware.clocks import ManualScheduler
from tests.hardware.wirings import changed_wiring, make_wiring

TIMEOUT_S = 20.0
FIRST_RED = Frame(lights=(Colour(255, 0, 0), *(OFF,) * 35), screen=b"\xf0" * 1024)


@pytest.fixture
def inputs() -> SimpleQueue[Input]:
    return SimpleQueue()


@pytest.fixture
def device(
    inputs: SimpleQueue[Input],
    hold_calls: ManualScheduler,  # noqa: ARG001 - it keeps a tap from becoming a hold
) -> Iterator[SimulatedDevice]:
    device = SimulatedDevice(make_wiring(buttons_debounce_ms=1, lights_brightness=1.0))
    device.listen(inputs.put)
    yield device
    device.close()


def test_a_frame_reaches_lights_and_screen(device: SimulatedDevice) -> None:
    device.show(FIRST_RED)
    assert device.flush(TIMEOUT_S)
    assert device.lights() == (Colour(255, 0, 0), *(Colour(0, 0, 0),) * 35)
    assert device.screen() == FIRST_RED.screen
    assert device.contrast() == 255


def test_a_field_lights_up_on_any_strip() -> None:
    colours = tuple(Colour(7 * field, 255 - 7 * field, field) for field in range(LIGHTS))
    matrix = tuple(8 * row + column for row in range(6) for column in range(6))
    for wiring in (
        make_wiring(lights_byteorder="RGB", lights_count=37, lights_pixels=(36, *range(1, 36))),
        make_wiring(lights_byteorder="RGBW", lights_count=64, lights_pixels=matrix),
        make_wiring(lights_byteorder="GRBW", lights_count=256, lights_corner="upper_left"),
    ):
        device = SimulatedDevice(
            changed_wiring(wiring, lights_brightness=1.0, lights_gamma=1.0, lights_budget_ma=10_000)
        )
        device.show(Frame(lights=colours, screen=bytes(1024)))
        assert device.flush(TIMEOUT_S)
        whites = device.whites() or (0,) * LIGHTS
        seen = [tuple(level + white for level in light) for light, white in zip(device.lights(), whites, strict=True)]
        assert seen == list(colours)
        assert any(device.whites()) is wiring.lights.byteorder.endswith("W")
        assert sum(map(any, device.strip.pixels)) <= LIGHTS
        device.close()


@pytest.mark.parametrize(("screen", "rows"), [("ssd1306", 64), ("sh1106", 64), ("ssd1309", 64), ("ssd1306", 32)])
def test_a_screen_may_be_on_spi_and_upside_down(screen: str, rows: int) -> None:
    picture = replace(
        FIRST_RED, screen=bytes((row * 37 + place * 11) % 256 for row in range(rows) for place in range(16))
    )
    for on in ({"screen_bus": "spi", "buttons_bank": 16}, {}):
        for rotation in (0, 180):
            wiring = {"screen_controller": screen, "screen_rotate": rotation, "screen_height": rows, **on}
            device = SimulatedDevice(make_wiring(**wiring))
            device.show(picture)
            assert device.flush(TIMEOUT_S)
            assert device.screen() == picture.screen
            assert (device.bus.controller.visible_screen() == picture.screen) is (rotation == 0)
            device.close()


def test_a_frame_dims_the_lights_by_its_share(device: SimulatedDevice) -> None:
    device.show(Frame(lights=FIRST_RED.lights, screen=bytes(1024), brightness=0.5))
    assert device.flush(TIMEOUT_S)
    assert device.lights()[0] == Colour(128, 0, 0)


def test_lights_are_shown_before_the_screen_of_the_same_frame(device: SimulatedDevice) -> None:
    device.show(FIRST_RED)
    assert device.flush(TIMEOUT_S)
    screen, second_red = device.screen(), (OFF, Colour(255, 0, 0), *(OFF,) * 34)
    device.show_lights(second_red, 1.0)
    assert device.flush(TIMEOUT_S)
    assert (device.lights()[1].red, device.screen()) == (255, screen)
    sent_bytes = device.strip.sent_bytes
    device.show(Frame(second_red, bytes(1024)))
    assert device.flush(TIMEOUT_S)
    assert (device.strip.sent_bytes, device.screen()) == (sent_bytes, bytes(1024))


def test_lights_alone_do_not_wake_a_dark_screen(device: SimulatedDevice) -> None:
    device.show(BLANK)
    assert device.flush(TIMEOUT_S)
    sent_bytes = device.strip.sent_bytes
    device.show_lights(FIRST_RED.lights, 1.0)
    assert device.flush(TIMEOUT_S)
    assert device.strip.sent_bytes == sent_bytes


def test_an_unchanged_frame_sends_no_bytes(device: SimulatedDevice) -> None:
    device.show(FIRST_RED)
    device.flush(TIMEOUT_S)
    before = device.strip.sent_bytes, device.bus.sent_bytes
    device.show(FIRST_RED)
    device.flush(TIMEOUT_S)
    assert (device.strip.sent_bytes, device.bus.sent_bytes) == before


def test_lights_do_not_wait_for_the_screen(device: SimulatedDevice) -> None:
    loose, lit = Event(), Event()

    def hang() -> None:
        loose.wait(TIMEOUT_S)

    device.bus.on_write = hang
    device.show(FIRST_RED)
    device.strip.on_write = lit.set
    device.show(BLANK)
    assert lit.wait(TIMEOUT_S)
    assert not device.flush(0)
    loose.set()


@pytest.mark.parametrize("part", [Part.SCREEN, Part.LIGHTS])
def test_lights_and_screen_work_independently(device: SimulatedDevice, inputs: SimpleQueue[Input], part: Part) -> None:
    (device.bus if part is Part.SCREEN else device.strip).failure = OSError(EIO, "Input/output error")
    device.show(FIRST_RED)
    fault = inputs.get(timeout=TIMEOUT_S)
    assert isinstance(fault, PartFault)
    assert fault.part is part
    assert not device.flush(TIMEOUT_S)
    assert (device.lights()[0] == Colour(255, 0, 0)) is (part is Part.SCREEN)
    assert (device.screen() == FIRST_RED.screen) is (part is Part.LIGHTS)


def test_lights_and_screen_work_without_pins(inputs: SimpleQueue[Input]) -> None:
    def missing() -> Factory:
        raise PartError("no pins")

    strip, controller = SimulatedStrip(LIGHTS), Controller(SSD1306)
    oled = Oled(lambda: open_i2c_panel("ssd1306", SimulatedI2c(0x3C, controller), 0x3C))
    box = Box(make_wiring(lights_brightness=1.0), Drivers(Pixels(lambda: Strip(strip)), oled, missing, missing))
    box.listen(inputs.put)
    box.show(FIRST_RED)
    box.play([Tone(440, 1)])
    assert box.flush(TIMEOUT_S)
    faults = {inputs.get(timeout=TIMEOUT_S), inputs.get(timeout=TIMEOUT_S)}
    assert faults == {PartFault(Part.BUTTONS, "no pins"), PartFault(Part.BUZZER, "no pins")}
    assert controller.visible_screen() == FIRST_RED.screen
    box.close()


def test_a_box_without_a_buzzer_is_silent() -> None:
    inputs: SimpleQueue[Input] = SimpleQueue()
    device = SimulatedDevice(make_wiring(sound_pin="none"))
    device.listen(inputs.put)
    device.play([Tone(440, 1)])
    assert inputs.empty()
    device.close()


def test_closing_switches_off_lights_and_screen(device: SimulatedDevice) -> None:
    device.show(FIRST_RED)
    device.close()
    device.close()
    assert set(device.lights()) == {Colour(0, 0, 0)}
    assert device.contrast() == 0


def test_a_closed_box_releases_its_pins() -> None:
    pins = simulated_pins()
    inputs: SimpleQueue[Input] = SimpleQueue()
    for _ in range(2):
        oled = Oled(lambda: open_i2c_panel("ssd1306", SimulatedI2c(0x3C, Controller(SSD1306)), 0x3C))
        box = Box(
            Wiring(),
            Drivers(Pixels(lambda: Strip(SimulatedStrip(LIGHTS))), oled, lambda: pins, lambda: pins),
        )
        box.listen(inputs.put)
        box.close()
    assert inputs.empty()


def test_a_simulated_encoder_turns_and_presses(inputs: SimpleQueue[Input]) -> None:
    device = SimulatedDevice(make_wiring(buttons_debounce_ms=1, buttons_encoder=True))
    device.listen(inputs.put)
    device.turn(2)
    device.turn(-1)
    device.press(Button.LEFT)
    assert [inputs.get_nowait() for _ in range(4)] == [Press(Button.RIGHT)] * 2 + [Press(Button.LEFT)] * 2
    device.hold(Button.LEFT)
    assert [inputs.get_nowait() for _ in range(2)] == [Press(Button.LEFT), Press(Button.LEFT, held=True)]
    device.press(Button.OK)
    assert inputs.get_nowait() == Press(Button.OK)
    assert inputs.empty()
    device.close()


def test_a_press_in_a_frontend_counts_as_a_press_on_the_box(
    device: SimulatedDevice, inputs: SimpleQueue[Input]
) -> None:
    for button in Button:
        Box.press_button(device, button, False)
        assert inputs.get_nowait() == Press(button)
        Box.press_button(device, button, True)
        if button is not Button.UNDO:
            assert inputs.get_nowait() == Press(button)
        assert inputs.get_nowait() == Press(button, held=True)
        assert inputs.empty()
