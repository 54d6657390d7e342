"""Fields at the kernel's edge: the real drivers, smbus2 and gpiozero's lgpio, above the same simulated chips."""

import pytest
from msgspec.structs import replace

from hardware.device import Button, Part, PartFault, Press
from hardware.pi import pin_faults
from hardware.wiring import FIELD_ADDRESSES, Wiring
from tests.wire.edge.box import I2C, ON_SPI, PATIENCE_S
from tests.wire.edge.conftest import AtEdge
from tests.wire.fields import Feeling

WIRINGS = [replace(wiring, fields_kind=kind) for wiring in (Wiring(), ON_SPI) for kind in ("touch", "contacts")]


@pytest.mark.parametrize("wiring", WIRINGS, ids=lambda wiring: f"{wiring.fields_kind} {wiring.screen_bus}")
def test_each_field_is_felt_and_the_buttons_with_it(at_edge: AtEdge, wiring: Wiring) -> None:
    edge = at_edge(wiring)
    box = edge.box()
    box.listen(edge.heard.put)
    assert box._fields is not None
    assert box._fields.await_rest(PATIENCE_S)
    for field in range(0, 36, 7):
        edge.touch(field)
        assert box._fields.await_rest(PATIENCE_S)
    edge.tap(Button.OK)
    assert edge.heard.get(timeout=PATIENCE_S) == Press(Button.OK)
    box.close()
    assert (edge.kernel.open_paths(), edge.heard.empty()) == (set(), True)


@pytest.mark.parametrize("wiring", WIRINGS, ids=lambda wiring: f"{wiring.fields_kind} {wiring.screen_bus}")
def test_the_chips_get_the_same_bytes_as_on_the_simulated_box(at_edge: AtEdge, wiring: Wiring) -> None:
    edge, simulated = at_edge(wiring), Feeling(wiring)
    box = edge.box()
    box.listen(edge.heard.put)
    simulated.listen()
    assert box._fields is not None
    assert box._fields.await_rest(PATIENCE_S)
    for address in FIELD_ADDRESSES[wiring.fields_kind]:
        real, wanted = edge.field_bus.chips[address], simulated.device.field_bus.chips[address]
        assert real.send(0, 22) == wanted.send(0, 22)
        assert real.send(0x2B, 0x55) == wanted.send(0x2B, 0x55)
    box.close()
    simulated.device.close()


def test_a_node_that_is_missing_costs_the_fields_alone(at_edge: AtEdge) -> None:
    edge = at_edge(WIRINGS[3])
    edge.kernel.nodes[I2C].present = False
    box = edge.box()
    box.listen(edge.heard.put)
    told = edge.heard.get(timeout=PATIENCE_S)
    assert isinstance(told, PartFault)
    assert (str(told.part), told.stuck) == ("fields", False)
    edge.tap(Button.BANK)
    assert edge.heard.get(timeout=PATIENCE_S) == Press(Button.BANK)
    box.close()


def test_the_doctor_finds_who_has_the_interrupt_pin(at_edge: AtEdge) -> None:
    edge = at_edge(WIRINGS[0])
    assert pin_faults(edge.wiring) == ()
    edge.pins.busy = {27}
    busy = PartFault(Part.FIELDS, "the fields' interrupt pin cannot be used: GPIO 27: GPIO busy")
    assert pin_faults(edge.wiring) == (busy,)
    assert pin_faults(Wiring()) == ()
