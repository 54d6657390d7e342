"""Fields that feel: the real driver on simulated chips, from a finger to what the box reports."""

from collections.abc import Iterator
from contextlib import contextmanager
from errno import EREMOTEIO

import pytest
from msgspec.structs import replace

from hardware.device import LIGHTS, Part, PartFault
from hardware.wiring import Wiring
from tests.wire.fields import Feeling

CONTACTS = Wiring(fields_kind="contacts")
ON_SPI = replace(CONTACTS, screen_bus="spi", buttons_bank=16)
TURNED = replace(ON_SPI, fields_inputs=tuple(reversed(range(LIGHTS))), fields_interrupt=17)
PADS = Wiring(fields_kind="touch")


def named(wiring: Wiring) -> str:
    return f"{wiring.fields_kind}, screen on {wiring.screen_bus}"


@contextmanager
def feeling(wiring: Wiring) -> Iterator[Feeling]:
    box = Feeling(wiring)
    try:
        box.listen()
        yield box
    finally:
        box.device.close()


@pytest.mark.parametrize("wiring", [CONTACTS, TURNED, PADS, replace(TURNED, fields_kind="touch")], ids=named)
def test_a_touch_of_each_field_is_reported_once_and_in_its_place(wiring: Wiring) -> None:
    with feeling(wiring) as box:
        for field in range(LIGHTS):
            box.device.put(field)
            assert box.heard() == [field]
            box.device.lift(field)
        box.device.put(3)
        box.device.put(30)
        box.device.lift(3)
        box.device.put(3)
        assert box.heard() == [3, 30, 3]


@pytest.mark.parametrize("wiring", [CONTACTS, PADS], ids=named)
def test_between_touches_nothing_is_read(wiring: Wiring) -> None:
    with feeling(wiring) as box:
        box.device.put(5)
        sent = box.device.field_bus.sent_bytes
        box.device.lift(5)
        assert 0 < box.device.field_bus.sent_bytes - sent < 100
        sent, sleeps = box.device.field_bus.sent_bytes, box.clock.sleeps
        box.pass_time(9.0)
        box.pass_time(50.0)
        assert (box.device.field_bus.sent_bytes, box.clock.sleeps) == (sent, sleeps)
        box.pass_time(1.0)
        assert 0 < box.device.field_bus.sent_bytes - sent <= 3 * 60


@pytest.mark.parametrize("wiring", [CONTACTS, PADS], ids=named)
def test_a_finger_that_is_there_at_the_start_is_no_touch_but_the_next_one_is(wiring: Wiring) -> None:
    box = Feeling(wiring)
    box.device.put(7)
    box.listen()
    assert box.heard() == []
    box.device.put(8)
    box.device.lift(7)
    box.device.put(7)
    assert box.heard() == [8, 7]
    box.device.close()


def test_stones_are_reported_as_they_come_and_go_and_those_that_lie_there_at_the_start() -> None:
    box = Feeling(replace(CONTACTS, fields_presence=True))
    for field in (3, 4, 5, 6, 35):
        box.device.put(field)
    box.listen()
    assert box.heard() == [3, 4, 5, 6, 35]
    box.device.put(7)
    box.device.lift(35)
    box.pass_time(3600.0)
    assert box.heard() == [7, -35]
    box.device.field_bus.failure = OSError(EREMOTEIO, "Remote I/O error")
    box.pass_time(60.0)
    box.device.lift(4)
    box.device.field_bus.failure = None
    box.pass_time(31.0)
    box.pass_time(1.0)
    cut, lifted, fine = box.heard()
    assert isinstance(cut, PartFault)
    assert (lifted, fine) == (-4, PartFault(Part.FIELDS, None))
    box.device.close()
