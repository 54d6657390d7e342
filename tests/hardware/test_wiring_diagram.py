"""The wiring diagrams show the default wiring and the right holes of the header."""

import re
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.device import LIGHTS, Button, field_name
from hardware.field_sensors import CHIPS, INPUTS_PER_CHIP
from hardware.simulated.buses import SimulatedFieldBus
from hardware.wiring import BUS_PINS, FIELD_ADDRESSES, FieldKind, Wiring, field_inputs
from tests.hardware.wirings import make_wiring

BUILDING = Path(__file__).parents[2] / "docs/building"
WIRE = re.compile(r'id="(?P<name>\w+)" data-pin="(?P<pin>\d+)" data-gpio="(?P<gpio>\d+)"')


def drawn_wires(name: str) -> dict[str, tuple[int, int]]:
    found = WIRE.finditer((BUILDING / name).read_text())
    return {wire["name"]: (int(wire["gpio"]), int(wire["pin"])) for wire in found}


DRAWN, ENCODER = drawn_wires("wiring.svg"), drawn_wires("encoder.svg")
KINDS: tuple[FieldKind, ...] = ("touch", "contacts")
PATH = r' class="wire \w+" points="[\d.,]* ?(?P<x>\d+),(?P<y>\d+)"'
LEAD = re.compile(r'data-chip="(?P<chip>\w+)" data-from="(?P<leg>\w+)" data-to="(?P<rail>\w+)"' + PATH)
RAIL = re.compile(
    r'data-pin="(?P<pin>\d+)".* data-rail="(?P<name>\w+)".* points="(?P<x>\d+),(?P<top>\d+) \d+,(?P<end>\d+)"'
)
INPUT = re.compile(r'data-field="(?P<field>\S+)" data-chip="(?P<chip>\w+)".*>(?P<input>\w+)</text>')


def chip_wires(kind: FieldKind) -> dict[int, dict[str, str]]:
    """Returns by each chip's address the rail of each leg. A line of the drawing ends where its rail runs."""
    text = (BUILDING / f"{kind}.svg").read_text()
    rails = {rail["name"]: rail for rail in RAIL.finditer(text)}
    legs: dict[int, dict[str, str]] = {}
    for lead in LEAD.finditer(text):
        rail = rails[lead["rail"]]
        assert lead["x"] == rail["x"]
        assert int(rail["top"]) <= int(lead["y"]) <= int(rail["end"])
        legs.setdefault(int(lead["chip"], 16), {})[lead["leg"]] = lead["rail"]
    return legs


def test_every_wire_ends_at_the_pin_that_the_program_uses() -> None:
    wiring = Wiring()
    buttons = {button.value: wiring.pin(button) for button in Button}
    data, clock = BUS_PINS["I2C-1"]
    expected = {**buttons, "buzzer": wiring.buzzer_pin, "pixels": 10, "screen_data": data, "screen_clock": clock}
    assert {name: gpio for name, (gpio, _) in DRAWN.items()} == expected


def test_an_encoder_uses_the_wires_of_three_buttons() -> None:
    assert {name: DRAWN[name] for name in ("left", "right", "ok")} == ENCODER


def test_every_wire_ends_at_the_right_hole() -> None:
    header = MockFactory().board_info.headers["J8"]
    assert {name: header.pins[pin].name for name, (_, pin) in DRAWN.items()} == {
        name: f"GPIO{gpio}" for name, (gpio, _) in DRAWN.items()
    }


@pytest.mark.parametrize("kind", KINDS)
def test_the_field_sensors_are_on_the_screen_s_bus_and_their_interrupt_pin(kind: FieldKind) -> None:
    found = {rail["name"]: int(rail["pin"]) for rail in RAIL.finditer((BUILDING / f"{kind}.svg").read_text())}
    names = {name: MockFactory().board_info.headers["J8"].pins[pin].name for name, pin in found.items()}
    interrupt = f"GPIO{Wiring().fields.interrupt}"
    assert names == {"3V3": "3V3", "GND": "GND", "SDA": "GPIO2", "SCL": "GPIO3", "INT": interrupt}
    wires = drawn_wires(f"{kind}.svg")
    assert wires["fields_data"] == DRAWN["screen_data"]
    assert wires["fields_clock"] == DRAWN["screen_clock"]
    assert {f"GPIO{gpio}" for gpio, _ in wires.values()} == {"GPIO2", "GPIO3", interrupt}


def test_the_address_pins_of_each_chip_are_wired() -> None:
    touch, contacts = map(chip_wires, KINDS)
    assert {legs["ADDR"]: address for address, legs in touch.items()} == {"GND": 0x5A, "3V3": 0x5B, "SDA": 0x5C}
    for address, legs in contacts.items():
        assert [legs[f"A{bit}"] for bit in range(3)] == ["3V3" if address >> bit & 1 else "GND" for bit in range(3)]
        assert (legs["RESET"], legs["INTA"], legs["VDD"], legs["VSS"]) == ("3V3", "INT", "3V3", "GND")
    assert (tuple(touch), tuple(contacts)) == tuple(FIELD_ADDRESSES[kind][::-1] for kind in KINDS)
    assert all((legs["SDA"], legs["SCL"]) == ("SDA", "SCL") for legs in (*touch.values(), *contacts.values()))


@pytest.mark.parametrize("kind", KINDS)
def test_each_field_is_drawn_with_the_input_under_it(kind: FieldKind) -> None:
    found = {
        each["field"]: (int(each["chip"], 16), each["input"])
        for each in INPUT.finditer((BUILDING / f"{kind}.svg").read_text())
    }
    expected, named = {}, CHIPS[kind](SimulatedFieldBus(), 0)
    for field, number in zip(range(LIGHTS), field_inputs(make_wiring(fields_kind=kind)), strict=True):
        chip, place = divmod(number, INPUTS_PER_CHIP)
        expected[field_name(field)] = (FIELD_ADDRESSES[kind][chip], named.input_name(place))
    assert found == expected
