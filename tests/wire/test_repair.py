"""What a disturbed wire corrupts without an error is repaired within a minute or when the screen wakes."""

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from hardware.device import BLANK, LIGHTS, Colour, Frame
from hardware.simulated.chips import MODELS, VERTICAL, Controller
from hardware.simulated.device import SimulatedDevice
from tests.hardware.clocks import TIMEOUT_S, ManualClock
from tests.hardware.wirings import changed_wiring, make_wiring

PICTURE = Frame(
    lights=tuple(Colour(7 * field, 255 - 7 * field, field) for field in range(LIGHTS)),
    screen=bytes((row * 37 + place * 11) % 256 for row in range(64) for place in range(16)),
    contrast=16,
)
BUSES = {
    f"{screen} on {bus}": make_wiring(screen_controller=screen, screen_bus=bus, buttons_bank=16)
    for screen in MODELS
    for bus in ("i2c", "spi")
}


class RecordingController(Controller):
    """A controller that keeps its display's states, on or off, and the contrasts that were set."""

    on_states: tuple[bool, ...] = ()
    contrasts: tuple[int, ...] = ()

    def __setattr__(self, name: str, value: object) -> None:
        if name == "on":
            self.on_states += (bool(value),)
        if name == "contrast" and isinstance(value, int):
            self.contrasts += (value,)
        super().__setattr__(name, value)

    def begin(self) -> None:
        self.on_states, self.contrasts = (), ()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture(params=BUSES)
def device(request: pytest.FixtureRequest, clock: ManualClock) -> Iterator[SimulatedDevice]:
    wiring = BUSES[request.param]
    device = SimulatedDevice(
        changed_wiring(wiring, lights_brightness=1.0, lights_gamma=1.0, lights_budget_ma=3000), clock
    )
    device.bus.controller = RecordingController(MODELS[wiring.screen.controller])
    device.show(PICTURE)
    assert device.flush(TIMEOUT_S)
    yield device
    device.close()


def shows_picture(device: SimulatedDevice) -> bool:
    lights = [tuple(light) for light in device.lights()] == list(PICTURE.lights)
    return lights and device.screen() == PICTURE.screen and device.contrast() == PICTURE.contrast


def advance_a_minute(clock: ManualClock) -> None:
    later_s = clock.now_s() + 60.0
    assert clock.wait_for_waiters(later_s, threads=2)
    clock.advance(60.0)
    assert clock.wait_for_waiters(later_s + 60.0, threads=2)


def invert(controller: Controller) -> None:
    controller._inverted = True


def light_all(controller: Controller) -> None:
    controller._all_lit = True


def turn(controller: Controller) -> None:
    controller._from_left, controller._from_top = False, False


def shift(controller: Controller) -> None:
    controller._start_line, controller._offset = 17, 5


def scroll(controller: Controller) -> None:
    """Scrolls, as command 2F does on an SSD1306. An SH1106 does not have it."""
    controller._scrolling = controller._model is MODELS["ssd1306"]
    controller._inverted = True


def set_window(controller: Controller) -> None:
    """Makes data go in the wrong direction to the wrong place. An SH1106 has no windows."""
    if controller._model is MODELS["ssd1306"]:
        controller._mode = VERTICAL
        controller._first_column, controller._last_column = 5, 60
        controller._first_page, controller._last_page = 2, 5
    controller._column, controller._page = 9, 3
    controller._memory[7][64] ^= 0xFF


def overwrite(controller: Controller) -> None:
    rng = random.Random(6)
    for page in controller._memory:
        page[:] = rng.randbytes(len(page))


def switch_off(controller: Controller) -> None:
    controller.on = False


def dim(controller: Controller) -> None:
    controller.contrast = 1


def break_command(controller: Controller) -> None:
    controller._pending[:] = [0xA8]
    controller._inverted = True


CORRUPTIONS = (invert, light_all, turn, shift, scroll, set_window, overwrite, switch_off, dim, break_command)


def test_a_corrupted_screen_is_repaired_within_a_minute(device: SimulatedDevice, clock: ManualClock) -> None:
    for corrupt in CORRUPTIONS:
        corrupt(device.bus.controller)
        assert not shows_picture(device), corrupt
        advance_a_minute(clock)
        assert shows_picture(device), corrupt


def test_parts_that_lost_power_are_repaired_within_a_minute(device: SimulatedDevice, clock: ManualClock) -> None:
    device.bus.controller = Controller(device.bus.controller._model)
    device.strip._levels[:] = bytes(3 * LIGHTS)
    advance_a_minute(clock)
    assert shows_picture(device)


def test_a_refresh_is_not_visible(device: SimulatedDevice, clock: ManualClock) -> None:
    controller = device.bus.controller
    assert isinstance(controller, RecordingController)
    controller.begin()
    advance_a_minute(clock)
    assert shows_picture(device)
    assert (set(controller.on_states), set(controller.contrasts)) == ({True}, {PICTURE.contrast})


def test_a_picture_corrupted_while_dark_is_repaired_on_wake(device: SimulatedDevice) -> None:
    device.show(replace(PICTURE, contrast=0))
    assert device.flush(TIMEOUT_S)
    turn(device.bus.controller)
    overwrite(device.bus.controller)
    device.strip._levels[:] = bytes(3 * LIGHTS)
    device.show(PICTURE)
    assert device.flush(TIMEOUT_S)
    assert shows_picture(device)


def test_a_screen_that_a_glitch_switches_on_is_dark_again_within_a_minute(
    device: SimulatedDevice, clock: ManualClock
) -> None:
    device.show(BLANK)
    assert device.flush(TIMEOUT_S)
    device.bus.controller.on = True
    advance_a_minute(clock)
    assert device.contrast() == 0
