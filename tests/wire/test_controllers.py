"""The simulated controllers and pins: they do what their datasheets say and notice mistakes."""

from errno import EREMOTEIO

import pytest
from smbus2 import i2c_msg

from hardware.simulated.buses import SimulatedI2c, simulated_pins
from hardware.simulated.chips import SH1106, SSD1306, Controller, NotUnderstoodError

NOT_ROTATED = bytes([0xA1, 0xC8, 0xAF])
"""The commands for a picture that starts at the left and at the top, and for the panel to be on."""
LAST = 1023


def lit_pixels(controller: Controller) -> set[tuple[int, int]]:
    screen = controller.visible_screen()
    return {(point % 128, point // 128) for point in range(8192) if screen[point // 8] & 0x80 >> point % 8}


@pytest.fixture
def ssd1306() -> Controller:
    controller = Controller(SSD1306)
    controller.receive_commands(NOT_ROTATED)
    return controller


def test_in_horizontal_mode_the_next_page_follows_the_last_column(ssd1306: Controller) -> None:
    # SSD1306 datasheet, 10.1.3
    ssd1306.receive_commands(bytes([0x20, 0, 0x21, 10, 11, 0x22, 2, 3]))
    ssd1306.receive_data(bytes([1, 1, 1, 1, 2]))
    assert lit_pixels(ssd1306) == {(10, 17), (11, 16), (10, 24), (11, 24)}


def test_in_vertical_mode_the_next_column_follows_the_last_page(ssd1306: Controller) -> None:
    ssd1306.receive_commands(bytes([0x20, 1, 0x21, 10, 11, 0x22, 2, 3]))
    ssd1306.receive_data(bytes([1, 1, 1]))
    assert lit_pixels(ssd1306) == {(10, 16), (10, 24), (11, 16)}


def test_in_page_mode_the_page_stays(ssd1306: Controller) -> None:
    ssd1306.receive_commands(bytes([0x20, 2, 0xB3, 0x0F, 0x17]))
    ssd1306.receive_data(bytes([1, 1]))
    assert lit_pixels(ssd1306) == {(127, 24), (0, 24)}


def test_an_sh1106_has_two_more_columns_on_each_side() -> None:
    controller = Controller(SH1106)
    controller.receive_commands(bytes([*NOT_ROTATED, 0xB0, 0x01, 0x10]))
    controller.receive_data(bytes([1, 1]))
    assert lit_pixels(controller) == {(0, 0)}


def test_an_sh1106_stays_at_the_last_column() -> None:
    controller = Controller(SH1106)
    controller.receive_commands(bytes([*NOT_ROTATED, 0xB0, 0x01, 0x18]))
    controller.receive_data(bytes([1] * 10))
    assert lit_pixels(controller) == {(127, 0)}


@pytest.mark.parametrize(
    ("commands", "point"),
    [([], (3, 0)), ([0xA0], (124, 0)), ([0xC0], (3, 63)), ([0x40 | 1], (3, 63)), ([0xD3, 63], (3, 1))],
)
def test_orientation_and_start_line_move_the_picture(
    ssd1306: Controller, commands: list[int], point: tuple[int, int]
) -> None:
    ssd1306.receive_commands(bytes([0x20, 0, 0x21, 3, 3, 0x22, 0, 0]))
    ssd1306.receive_data(b"\x01")
    ssd1306.receive_commands(bytes(commands))
    assert lit_pixels(ssd1306) == {point}


def test_an_inverted_panel_shows_the_dark_pixels(ssd1306: Controller) -> None:
    ssd1306.receive_commands(b"\xa7")
    assert ssd1306.visible_screen() == b"\xff" * 1024


def test_a_panel_may_be_fully_lit_regardless_of_its_memory(ssd1306: Controller) -> None:
    ssd1306.receive_commands(b"\xa5")
    assert ssd1306.visible_screen() == b"\xff" * 1024
    ssd1306.receive_commands(b"\xa4")
    assert ssd1306.visible_screen() == bytes(1024)


@pytest.mark.parametrize("commands", [b"\xff", b"\x21\x05\x04", b"\x21\x00\x80", b"\x22\x00\x08"])
def test_an_unknown_command_is_an_error(ssd1306: Controller, commands: bytes) -> None:
    with pytest.raises(NotUnderstoodError):
        ssd1306.receive_commands(commands)


def test_an_sh1106_has_no_windows() -> None:
    with pytest.raises(NotUnderstoodError):
        Controller(SH1106).receive_commands(b"\x21\x00\x7f")


def test_no_chip_answers_at_another_address() -> None:
    bus = SimulatedI2c(0x3C, Controller(SSD1306))
    with pytest.raises(OSError, match="Remote I/O error") as caught:
        bus.write_i2c_block_data(0x3D, 0, [0xAF])
    assert caught.value.errno == EREMOTEIO


def test_a_block_has_at_most_32_bytes() -> None:
    bus = SimulatedI2c(0x3C, Controller(SSD1306))
    with pytest.raises(NotUnderstoodError):
        bus.write_i2c_block_data(0x3C, 0x40, [0] * 33)


def test_a_wrong_control_byte_is_an_error() -> None:
    bus = SimulatedI2c(0x3C, Controller(SSD1306))
    with pytest.raises(NotUnderstoodError):
        bus.i2c_rdwr(i2c_msg.write(0x3C, [0x41, 0]))


GPIO = 12


def test_a_pin_ignores_levels_before_it_was_claimed() -> None:
    pin = simulated_pins().pin(GPIO)
    for _ in range(50):
        pin.drive_high()
        pin.drive_low()
    assert [each.state for each in pin.states] == [False]
