"""The field sensors: the real driver on simulated chips, and what it does about faults."""

from collections.abc import Iterator
from contextlib import contextmanager
from errno import EIO, EREMOTEIO
from itertools import count, cycle

import pytest

from hardware.device import LIGHTS, Button, Part, PartFault, Press
from hardware.simulated.chips import SimulatedMcp23017, SimulatedMpr121
from hardware.wiring import FIELD_ADDRESSES, Wiring
from tests.hardware.wirings import changed_wiring, make_wiring
from tests.wire.fields import FieldBox

CONTACTS = make_wiring(fields_kind="contacts")
ON_SPI = changed_wiring(CONTACTS, screen_bus="spi", buttons_bank=16)
ROTATED = changed_wiring(ON_SPI, fields_inputs=tuple(reversed(range(LIGHTS))), fields_interrupt=17)
PADS = make_wiring(fields_kind="touch")


def field_number(wiring: Wiring) -> str:
    return f"{wiring.fields.kind}, screen on {wiring.screen.bus}"


@contextmanager
def with_sensors(wiring: Wiring) -> Iterator[FieldBox]:
    box = FieldBox(wiring)
    try:
        box.listen()
        yield box
    finally:
        box.device.close()


@pytest.mark.parametrize(
    "wiring", [CONTACTS, ROTATED, PADS, changed_wiring(ROTATED, fields_kind="touch")], ids=field_number
)
def test_a_touch_of_each_field_is_reported_once_and_in_its_place(wiring: Wiring) -> None:
    with with_sensors(wiring) as box:
        for field in range(LIGHTS):
            box.device.touch_field(field)
            assert box.take_reports() == [field]
            box.device.release_field(field)
        box.device.touch_field(3)
        box.device.touch_field(30)
        box.device.release_field(3)
        box.device.touch_field(3)
        assert box.take_reports() == [3, 30, 3]


@pytest.mark.parametrize("wiring", [CONTACTS, PADS], ids=field_number)
def test_the_bus_is_idle_between_touches(wiring: Wiring) -> None:
    with with_sensors(wiring) as box:
        box.device.touch_field(5)
        sent = box.device.field_bus.sent_bytes
        box.device.release_field(5)
        assert 0 < box.device.field_bus.sent_bytes - sent < 100
        sent, sleeps = box.device.field_bus.sent_bytes, box.clock.wait_count
        box.advance(9.0)
        box.advance(50.0)
        assert (box.device.field_bus.sent_bytes, box.clock.wait_count) == (sent, sleeps)
        box.advance(1.0)
        assert 0 < box.device.field_bus.sent_bytes - sent <= 3 * 60


@pytest.mark.parametrize("wiring", [CONTACTS, PADS], ids=field_number)
def test_a_finger_on_a_field_at_the_start_is_not_a_touch(wiring: Wiring) -> None:
    box = FieldBox(wiring)
    box.device.touch_field(7)
    box.listen()
    assert box.take_reports() == []
    box.device.touch_field(8)
    box.device.release_field(7)
    box.device.touch_field(7)
    assert box.take_reports() == [8, 7]
    box.device.close()


def test_stones_are_reported_when_placed_when_lifted_and_at_the_start() -> None:
    box = FieldBox(changed_wiring(CONTACTS, fields_presence=True))
    for field in (3, 4, 5, 6, 35):
        box.device.touch_field(field)
    box.listen()
    assert box.take_reports() == [3, 4, 5, 6, 35]
    box.device.touch_field(7)
    box.device.release_field(35)
    box.advance(3600.0)
    assert box.take_reports() == [7, -35]
    box.device.field_bus.failure = OSError(EREMOTEIO, "Remote I/O error")
    box.advance(60.0)
    box.device.release_field(4)
    box.device.field_bus.failure = None
    box.advance(31.0)
    box.advance(1.0)
    cut, lifted, fine = box.take_reports()
    assert isinstance(cut, PartFault)
    assert (lifted, fine) == (-4, PartFault(Part.FIELDS, None))
    box.device.close()


RECOVERED = PartFault(Part.FIELDS, None)
BOTH = [make_wiring(fields_kind="touch"), make_wiring(fields_kind="contacts")]


@pytest.fixture(params=BOTH, ids=lambda wiring: wiring.fields.kind)
def box(request: pytest.FixtureRequest) -> Iterator[FieldBox]:
    box = FieldBox(request.param)
    box.listen()
    yield box
    box.device.close()


@pytest.fixture
def contacts() -> Iterator[FieldBox]:
    box = FieldBox(BOTH[1])
    yield box
    box.device.close()


def tap(box: FieldBox, field: int) -> None:
    box.device.touch_field(field)
    box.device.release_field(field)


def fault_reasons(box: FieldBox) -> list[str | None]:
    """Returns the reasons of the reported faults, all of which must be of the fields."""
    faults = [each for each in box.take_reports() if isinstance(each, PartFault)]
    assert all(fault.part is Part.FIELDS for fault in faults)
    return [fault.reason for fault in faults]


def test_a_chip_that_was_reset_works_again_within_61_s(box: FieldBox) -> None:
    for chip in box.device.field_bus.chips.values():
        chip.lose_power()
        box.advance(61.0)
        for field in range(0, LIGHTS, 5):
            tap(box, field)
        assert box.take_reports() == list(range(0, LIGHTS, 5))


def test_a_glitch_in_any_register_of_the_configuration_is_repaired(box: FieldBox) -> None:
    chip = next(iter(box.device.field_bus.chips.values()))
    assert isinstance(chip, SimulatedMcp23017 | SimulatedMpr121)
    whole = bytes(chip._registers)
    if isinstance(chip, SimulatedMcp23017):
        spoilt = {0x00: 0x00, 0x02: 0x00, 0x05: 0x00, 0x0A: 0x80 | 0x44, 0x0C: 0x3E}
    else:
        spoilt = {0x2D: 0x0E, 0x42: 0xFF, 0x5B: 0x77, 0x5D: 0x00, 0x5E: 0x84, 0x7B: 0x00, 0x7F: 0x00}
    for register, content in spoilt.items():
        chip._registers[register] = content
        box.advance(61.0)
        assert bytes(chip._registers) == whole, hex(register)
        tap(box, 0)
        assert box.take_reports() == [0], hex(register)


@pytest.mark.parametrize("place", range(3))
def test_a_missing_chip_is_reported_once_and_works_when_it_is_back(box: FieldBox, place: int) -> None:
    chips, wiring = box.device.field_bus.chips, box.device._wiring
    address = FIELD_ADDRESSES[wiring.fields.kind][place]
    taken = chips.pop(address)
    box.advance(60.0)
    for _ in range(8):
        box.advance(31.0)
    (reason,) = fault_reasons(box)
    assert f"0x{address:02X}" in str(reason)
    box.device.press_button(Button.OK, held=False)
    assert box._inputs.get_nowait() == Press(Button.OK)
    chips[address] = taken
    taken.lose_power()
    box.advance(31.0)
    box.advance(1.0)
    assert fault_reasons(box) == [None]
    tap(box, 12 * place)
    assert box.take_reports() == [12 * place]


def test_another_kind_of_chip_at_the_address_is_reported(box: FieldBox) -> None:
    class OtherChip(SimulatedMcp23017):
        """Every byte that it sends is 255."""

        def send(self, register: int, count: int) -> bytes:
            super().send(register, count)
            return b"\xff" * count

    chips = box.device.field_bus.chips
    for address in chips:
        chips[address] = OtherChip(box.line)
    box.advance(61.0)
    for _ in range(4):
        box.advance(31.0)
    (reason,) = fault_reasons(box)
    assert "0x" in str(reason)
    assert "does not match fields.kind" in str(reason)


def test_a_glitch_on_the_bus_has_no_effect_and_a_cut_bus_is_reported_once(box: FieldBox) -> None:
    bus, glitches = box.device.field_bus, [OSError(EIO, "Input/output error")]

    def disturb() -> None:
        if glitches:
            raise glitches.pop()

    bus.on_write = disturb
    tap(box, 9)
    assert (box.take_reports(), glitches) == ([9], [])
    bus.failure = OSError(EREMOTEIO, "Remote I/O error")
    box.device.touch_field(9)
    for _ in range(6):
        box.advance(31.0)
    bus.failure = None
    box.advance(31.0)
    box.advance(1.0)
    (reason, fine) = fault_reasons(box)
    assert reason is not None
    assert fine is None


def test_a_contact_that_bounces_for_50_ms_is_one_touch(contacts: FieldBox) -> None:
    contacts.listen()
    chip, transfers = contacts.device.field_bus.chips[0x20], iter(range(30))

    def bounce() -> None:
        if (count := next(transfers, None)) is not None:
            chip.touch(4, is_down=(count + 1) // 3 % 2 == 0)  # between two reads

    contacts.device.field_bus.on_write = bounce
    contacts.device.touch_field(4)
    assert contacts.take_reports() == [4]
    transfers = iter(range(30))
    contacts.device.release_field(4)
    chip.touch(4, is_down=False)
    contacts.wait_until_idle()
    tap(contacts, 4)
    assert contacts.take_reports() == [4]


@pytest.mark.parametrize(("readings", "is_touch"), [(1, False), (2, False), (3, True)])
def test_three_equal_reads_are_a_touch_and_two_are_not(box: FieldBox, readings: int, is_touch: bool) -> None:
    chip, transfers, began_s = next(iter(box.device.field_bus.chips.values())), count(1), box.clock.now_s()

    def read() -> None:
        if next(transfers) == 3 * readings + 1:  # the first chip is read once more
            chip.touch(0, is_down=False)

    box.device.field_bus.on_write = read
    chip.touch(0, is_down=True)
    box.wait_until_idle()
    assert box.take_reports() == ([0] if is_touch else [])
    # A still input is read three times. A glitch adds the reads that saw it.
    seen = 3 if is_touch else readings + 3
    assert next(transfers) - 1 == 3 * seen
    assert box.clock.now_s() - began_s == pytest.approx(0.005 * (seen - 1))


def test_a_slow_machine_is_not_reported_as_noise(box: FieldBox) -> None:
    box.clock.min_wait_s = 0.3
    tap(box, 9)
    assert box.take_reports() == [9]


def test_a_contact_that_toggles_without_end_is_reported_and_later_works_again(contacts: FieldBox) -> None:
    contacts.listen()
    chip = contacts.device.field_bus.chips[0x21]
    levels = cycle((True, False))

    def toggle() -> None:
        chip.touch(6, is_down=next(levels))

    contacts.device.field_bus.on_write = toggle
    chip.touch(6, is_down=True)
    contacts.wait_until_idle()
    for _ in range(5):
        contacts.advance(31.0)
    (reason,) = fault_reasons(contacts)
    assert "1/4 (GPB0 of 0x21)" in str(reason)
    contacts.device.field_bus.on_write = None
    chip.touch(6, is_down=False)
    contacts.advance(31.0)
    contacts.advance(1.0)
    assert fault_reasons(contacts) == [None]
    tap(contacts, 0)
    assert contacts.take_reports() == [0]


def test_a_line_that_stays_low_or_toggles_without_end_is_reported_once(contacts: FieldBox) -> None:
    contacts.listen()
    contacts.line.drive("a short", level=False)
    contacts.wait_until_idle()
    contacts.advance(31.0)
    contacts.line.drive("a short", level=None)
    contacts.advance(31.0)
    contacts.advance(1.0)
    first = fault_reasons(contacts)
    for _ in range(1000):
        contacts.line.drive("noise", level=False)
        contacts.line.drive("noise", level=None)
        contacts.wait_until_idle()
    second = fault_reasons(contacts)
    assert [None if reason is None else "GPIO 27" in reason for reason in (*first, *second)] == [True, None, True]


def test_four_fields_at_once_are_reported_once_and_are_not_a_touch(box: FieldBox) -> None:
    for fields in ((0, 13, 14, 35), range(LIGHTS)):
        with box.line.lock:
            for field in fields:
                box.device.field_bus.chips[FIELD_ADDRESSES[box.device._wiring.fields.kind][field // 12]].touch(
                    field % 12, is_down=True
                )
        box.wait_until_idle()
        for field in fields:
            box.device.release_field(field)
        covered, fine = box.take_reports()
        assert isinstance(covered, PartFault)
        assert (covered.part, covered.stuck, fine) == (Part.FIELDS, True, RECOVERED)
        tap(box, 3)
        assert box.take_reports() == [3]


def test_a_field_held_for_10_s_is_reported_once_and_the_others_work(box: FieldBox) -> None:
    for field in (2, 20, 30):
        box.device.touch_field(field)
    box.advance(9.9)
    assert box.take_reports() == [2, 20, 30]
    box.advance(0.2)
    box.advance(70.0)
    (held,) = box.take_reports()
    assert isinstance(held, PartFault)
    assert held.stuck
    assert "3/1" in str(held.reason)
    tap(box, 7)
    assert box.take_reports() == [7]
    for field in (2, 20, 30):
        box.device.release_field(field)
    assert box.take_reports() == [RECOVERED]


def test_a_chip_that_stopped_after_an_over_current_is_restarted() -> None:
    with with_sensors(BOTH[0]) as box:
        chip = box.device.field_bus.chips[0x5B]
        assert isinstance(chip, SimulatedMpr121)
        chip.stop_by_overcurrent()
        box.advance(61.0)
        tap(box, 12)
        assert box.take_reports() == [12]
