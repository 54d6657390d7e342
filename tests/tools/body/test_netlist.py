import re
from itertools import combinations
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.device import Button
from hardware.wiring import BUS_PINS, Wiring
from tools.body.netlist import GPIO_OF_HOLE, NETLIST, NETS, hole_of, table_rows
from tools.body.perfboard import BOARD, LEGS, draw_plan, find_faults, wire_rows

BUILDING = Path(__file__).parents[3] / "docs/building"
README = (BUILDING / "README.md").read_text()
HEADER = MockFactory().board_info.headers["J8"].pins
DRAWN = re.compile(r'id="(?P<name>\w+)" data-pin="(?P<pin>\d+)"(?: data-gpio="(?P<gpio>\d+)")?')


def pi_holes(net: str) -> set[int]:
    return {int(pin.removeprefix("pi.")) for pin in NETS[net] if pin.startswith("pi.")}


def test_the_wiring_table_matches_the_netlist() -> None:
    table = README.split("| from | to | GPIO | pin |\n| --- | --- | --- | --- |\n")[1].split("\n\n")[0]
    assert table.splitlines() == list(table_rows())


def test_every_hole_matches_the_header_of_the_board() -> None:
    gpios = {number: pin.name for number, pin in HEADER.items() if pin.name.startswith("GPIO")}
    assert {hole: f"GPIO{gpio}" for hole, gpio in GPIO_OF_HOLE.items()} == gpios
    for net, name in (("GND", "GND"), ("3V3", "3V3"), ("3V3_ENCODER", "3V3")):
        assert {HEADER[hole].name for hole in pi_holes(net)} == {name}
    feeds = {
        pin: HEADER[int(pin.removeprefix("pi."))].name
        for pins in NETLIST["one_supply"].values()
        for pin in pins
        if pin[:3] == "pi."
    }
    assert feeds == {"pi.2": "5V", "pi.4": "5V", "pi.6": "GND"}


def test_each_signal_ends_at_the_program_s_default_pin() -> None:
    wiring, (data, clock) = Wiring(), BUS_PINS["I2C-1"]
    chip_select, miso, mosi, serial_clock = BUS_PINS["SPI1"]
    expected: dict[str, int | None] = {f"buttons.{button.value}": wiring.pin(button) for button in Button}
    expected |= {"spare.1": wiring.buzzer_pin, "shifter.2": BUS_PINS["SPI0"][3], "fields.INT": wiring.fields.interrupt}
    expected |= {
        f"{plug}.{leg}": gpio for plug in ("screen", "fields") for leg, gpio in (("SDA", data), ("SCL", clock))
    }
    expected |= {"screen_spi.CS": chip_select, "screen_spi.D1": mosi, "screen_spi.D0": serial_clock}
    expected |= {"screen_spi.DC": wiring.screen.data_pin, "screen_spi.RES": wiring.screen.reset_pin}
    assert {pin: GPIO_OF_HOLE[hole_of(pin)] for pin in expected} == expected
    assert wiring.pin(Button.BANK) == miso, "SPI1 takes the pin of `bank`: it moves"


def test_no_pin_is_in_two_nets() -> None:
    pins = [pin for net in NETS.values() for pin in net]
    assert len(pins) == len(set(pins))


@pytest.mark.parametrize("name", ["spi", "one-supply"])
def test_a_drawing_of_another_wiring_follows_the_netlist(name: str) -> None:
    found = {
        wire["name"]: (int(wire["pin"]), wire["gpio"])
        for wire in DRAWN.finditer((BUILDING / f"{name}.svg").read_text())
    }
    for pin, gpio in found.values():
        assert gpio == (str(GPIO_OF_HOLE[pin]) if pin in GPIO_OF_HOLE else None)
    holes = {wire: pin for wire, (pin, _) in found.items()}
    if name == "one-supply":
        assert holes == {"feed_2": 2, "feed_4": 4, "feed_ground": 6}
        assert {f"pi.{hole}" for hole in holes.values()} < {
            pin for net in NETLIST["one_supply"].values() for pin in net
        }
        return
    legs = {f"screen_{leg.lower()}": hole_of(f"screen_spi.{leg}") for leg in ("CS", "DC", "RES", "D1", "D0")}
    power, ground = NETLIST["table"][1]["holes"]
    assert holes == legs | {"bank": hole_of("bank_spi.bank"), "screen_vcc": power, "screen_gnd": ground}


def test_the_table_of_fields_matches_the_netlist() -> None:
    rows = [
        row.split("|")
        for row in (BUILDING / "fields.md").read_text().splitlines()
        if " of each " in row and row[0] == "|"
    ]
    bus, supply, line = ([int(pin) for pin in row[-2].split(",")] for row in rows)
    assert bus == [hole_of("fields.SDA"), hole_of("fields.SCL")]
    assert line == [hole_of("fields.INT")]
    assert (supply[0] in pi_holes("3V3"), supply[1] in pi_holes("GND")) == (True, True)


def test_the_perfboard_connects_exactly_the_nets() -> None:
    assert list(find_faults()) == []


def test_the_parts_on_the_perfboard_have_room() -> None:
    bodies = {name: part["body"] for name, part in NETLIST["parts"].items()}
    for (one, a), (other, b) in combinations(bodies.items(), 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], f"{one} covers {other}"
    for left, top, right, bottom in bodies.values():
        assert -2 < left < right < BOARD["columns"] + 1
        assert -1 < top < bottom < BOARD["rows"]
    for name, (column, row) in LEGS.items():
        left, top, right, bottom = bodies[name.split(".")[0]]
        assert left < column < right, name
        assert top < row < bottom, name


def test_the_plan_and_its_table_match_the_netlist() -> None:
    assert (BUILDING / "body/perfboard.svg").read_text() == draw_plan()
    assert "\n".join(wire_rows()) in (BUILDING / "body.md").read_text()
