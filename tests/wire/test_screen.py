"""The screen, byte by byte: the driver at one end of the wire, a simulated controller at the other."""

from errno import EIO
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware import fonts
from hardware.device import PartError
from hardware.oled import GpioOutputs, Oled, Picture, open_i2c_panel, open_spi_panel
from hardware.simulated.buses import SimulatedI2c, SimulatedSpi, simulated_pins
from hardware.simulated.chips import MODELS, Controller

ADDRESS = 0x3C
BLANK = bytes(1024)
NAMES = sorted(MODELS)
SCREENS = st.binary(min_size=1024, max_size=1024)


class ScreenBus:
    def __init__(self, name: str, answers_at: int = ADDRESS) -> None:
        self.model = MODELS[name]
        self.bus = SimulatedI2c(answers_at, Controller(self.model))
        self.oled = Oled(lambda: open_i2c_panel(name, self.bus, ADDRESS))

    def cost(self, screen: bytes, contrast: int = 255) -> int:
        """Returns the number of bytes on the wire that it takes to show a screen."""
        before = self.bus.sent_bytes
        self.oled.write(Picture(screen, contrast))
        return self.bus.sent_bytes - before


@pytest.fixture(params=NAMES)
def screen_bus(request: pytest.FixtureRequest) -> ScreenBus:
    screen_bus = ScreenBus(request.param)
    screen_bus.cost(BLANK)
    return screen_bus


def text(words: str, column: int, page: int, scale: int = 1) -> bytes:
    columns = [byte for letter in words for byte in fonts.glyph_columns(fonts.BOLD, ord(letter))]
    rows = [bytearray(16) for _ in range(64)]
    for x in range(len(columns) * scale):
        for y in range(8 * scale):
            if columns[x // scale] >> y // scale & 1:
                rows[page * 8 + y][(column + x) // 8] |= 0x80 >> (column + x) % 8
    return b"".join(rows)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(screens=st.lists(SCREENS, min_size=1, max_size=4))
def test_a_written_picture_is_shown(name: str, screens: list[bytes]) -> None:
    screen_bus = ScreenBus(name)
    for screen in screens:
        screen_bus.cost(screen)
        assert screen_bus.bus.controller.visible_screen() == screen


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(screen=SCREENS, spots=st.lists(st.integers(0, 8191), max_size=30))
def test_a_few_changed_pixels_are_shown(name: str, screen: bytes, spots: list[int]) -> None:
    screen_bus = ScreenBus(name)
    screen_bus.cost(screen)
    changed = bytearray(screen)
    for position in spots:
        changed[position // 8] ^= 0x80 >> position % 8
    screen_bus.cost(bytes(changed))
    assert screen_bus.bus.controller.visible_screen() == bytes(changed)


def test_an_unchanged_picture_sends_no_bytes(screen_bus: ScreenBus) -> None:
    assert screen_bus.cost(BLANK) == 0


@pytest.mark.parametrize("scale", [1, 2])
def test_one_changed_digit_costs_at_most_40_bytes(screen_bus: ScreenBus, scale: int) -> None:
    screen_bus.cost(text("17", 60, 2, scale))
    assert 0 < screen_bus.cost(text("16", 60, 2, scale)) <= 40


def test_contrast_is_sent_when_it_changes(screen_bus: ScreenBus) -> None:
    assert screen_bus.cost(BLANK, contrast=40) == 7
    assert screen_bus.bus.controller.contrast == 40


def test_a_contrast_of_0_switches_the_screen_off(screen_bus: ScreenBus) -> None:
    screen_bus.cost(b"\xff" * 1024)
    assert screen_bus.cost(b"\xff" * 1024, contrast=0) == 3
    assert not screen_bus.bus.controller.on
    assert screen_bus.bus.controller.visible_screen() == BLANK


def test_a_dark_screen_shows_the_same_picture_when_it_wakes(screen_bus: ScreenBus) -> None:
    screen_bus.cost(b"\xff" * 1024)
    screen_bus.cost(b"\xff" * 1024, contrast=0)
    assert screen_bus.cost(b"\xff" * 1024, contrast=255) == 7
    assert screen_bus.bus.controller.visible_screen() == b"\xff" * 1024


@pytest.mark.parametrize("name", NAMES)
def test_the_screen_is_empty_before_the_first_picture(name: str) -> None:
    screen_bus = ScreenBus(name)
    screen_bus.cost(text("17", 0, 0), contrast=0)
    assert not screen_bus.bus.controller.on


def test_a_bus_error_is_reported_in_one_sentence(screen_bus: ScreenBus) -> None:
    screen_bus.bus.failure = OSError(EIO, "Input/output error")
    with pytest.raises(PartError, match=r"the screen does not answer: .*0x3C"):
        screen_bus.cost(text("17", 0, 0))


def test_after_a_failure_the_whole_picture_is_sent_again(screen_bus: ScreenBus) -> None:
    screen_bus.cost(text("17", 0, 0))
    screen_bus.bus.failure = OSError(EIO, "Input/output error")
    with pytest.raises(PartError):
        screen_bus.cost(text("16", 0, 0))
    screen_bus.bus.failure = None
    screen_bus.bus.controller = Controller(screen_bus.model)
    assert screen_bus.cost(text("16", 0, 0)) > 1024
    assert screen_bus.bus.controller.visible_screen() == text("16", 0, 0)


def test_a_panel_of_32_rows_gets_its_own_configuration() -> None:
    screen = text("16", 60, 2)
    for height in (32, 64):  # 64 rows need another multiplex ratio and another layout of the pins
        bus = SimulatedI2c(ADDRESS, Controller(MODELS["ssd1306"], 32))
        Oled(partial(open_i2c_panel, "ssd1306", bus, ADDRESS, height), height=height).write(Picture(screen, 255))
        assert (bus.controller.visible_screen() == screen[:512]) is (height == 32)


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_screen_is_reported(name: str) -> None:
    screen_bus = ScreenBus(name, answers_at=0x3D)
    with pytest.raises(PartError):
        screen_bus.cost(BLANK)
    assert not screen_bus.bus.is_open


@pytest.mark.parametrize("name", NAMES)
def test_the_same_driver_works_on_spi(name: str) -> None:
    pins = simulated_pins()
    spi = SimulatedSpi(lambda: bool(pins.pin(24).state), Controller(MODELS[name]))
    oled = Oled(lambda: open_spi_panel(name, spi, GpioOutputs(pins), dc=24, reset=25))
    oled.write(Picture(text("17", 60, 2), 255))
    oled.write(Picture(text("16", 60, 2), 255))
    assert spi.controller.visible_screen() == text("16", 60, 2)


def test_a_failing_spi_bus_is_reported() -> None:
    pins = simulated_pins()
    spi, lines = SimulatedSpi(lambda: bool(pins.pin(24).state), Controller(MODELS["ssd1306"])), GpioOutputs(pins)
    oled = Oled(lambda: open_spi_panel("ssd1306", spi, lines, dc=24, reset=25))
    spi.failure = OSError(EIO, "Input/output error")
    with pytest.raises(PartError):
        oled.write(Picture(BLANK, 255))
    spi.failure = None
    oled.write(Picture(text("17", 0, 0), 255))
    assert spi.controller.visible_screen() == text("17", 0, 0)
