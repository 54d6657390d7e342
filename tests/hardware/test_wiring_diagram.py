"""The wiring diagrams show the default wiring, and the right holes of the header."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.device import Button
from hardware.wiring import BUS_PINS, Wiring

BUILDING = Path(__file__).parents[2] / "docs/building"
WIRE = re.compile(r'id="(?P<name>\w+)" data-pin="(?P<pin>\d+)" data-gpio="(?P<gpio>\d+)"')


def drawn(name: str) -> dict[str, tuple[int, int]]:
    """The wires of a drawing: GPIO and pin."""
    found = WIRE.finditer((BUILDING / name).read_text())
    return {wire["name"]: (int(wire["gpio"]), int(wire["pin"])) for wire in found}


DRAWN, ENCODER = drawn("wiring.svg"), drawn("encoder.svg")


def test_every_wire_ends_at_the_pin_that_the_program_uses() -> None:
    """Buttons, buzzer, pixels and screen."""
    wiring = Wiring()
    buttons = {button.value: wiring.pin(button) for button in Button}
    data, clock = BUS_PINS["I2C-1"]
    wished = {**buttons, "buzzer": wiring.buzzer, "pixels": 10, "screen_data": data, "screen_clock": clock}
    assert {name: gpio for name, (gpio, _) in DRAWN.items()} == wished


def test_an_encoder_takes_the_wires_of_three_buttons() -> None:
    """Its drawing says the same as that of the box."""
    assert {name: DRAWN[name] for name in ("left", "right", "ok")} == ENCODER


def test_an_encoder_s_supply_has_a_hole_of_its_own() -> None:
    """3.3 V, in the hole that the screen leaves; the table says the same."""
    table = (BUILDING / "README.md").read_text()
    drawn = re.findall(r"3\.3 V \(pin (\d+);", (BUILDING / "encoder.svg").read_text())
    (pin,) = {*drawn, *re.findall(r"`\+` to 3\.3 V, pin (\d+)", table)}
    (screen,) = re.findall(r"^\| screen VCC, GND .* (\d+), \d+ \|$", table, re.MULTILINE)
    assert MockFactory().board_info.headers["J8"].pins[int(pin)].name == "3V3"
    assert pin != screen


@pytest.mark.parametrize("name", DRAWN)
def test_every_wire_ends_at_the_right_hole(name: str) -> None:
    """As the board numbers them."""
    gpio, pin = DRAWN[name]
    header = MockFactory().board_info.headers["J8"]
    assert header.pins[pin].name == f"GPIO{gpio}"


def test_the_table_says_the_same_as_the_drawing() -> None:
    """The buttons' row, GPIO by GPIO and pin by pin."""
    row = next(line for line in (BUILDING / "README.md").read_text().splitlines() if line.startswith("| `left`"))
    *_, gpios, pins, _ = row.split("|")
    assert [int(gpio) for gpio in gpios.split(",")] == [DRAWN[button][0] for button in Button]
    assert [int(pin) for pin in pins.split(",")] == [DRAWN[button][1] for button in Button]
