"""Fields that fail: told once, healed within a minute or tried again, and never more than the fields."""

from collections.abc import Iterator
from errno import EIO, EREMOTEIO
from itertools import count, cycle

import pytest

from hardware.device import LIGHTS, Button, Part, PartFault, Press
from hardware.simulated.field_sensors import SimulatedMcp23017, SimulatedMpr121
from hardware.wiring import FIELD_ADDRESSES, Wiring
from tests.wire.fields import Feeling

FINE = PartFault(Part.FIELDS, None)
BOTH = [Wiring(fields_kind="touch"), Wiring(fields_kind="contacts")]


@pytest.fixture(params=BOTH, ids=lambda wiring: wiring.fields_kind)
def box(request: pytest.FixtureRequest) -> Iterator[Feeling]:
    """A box that listens to its fields, of each kind."""
    box = Feeling(request.param)
    box.listen()
    yield box
    box.device.close()


@pytest.fixture
def contacts() -> Iterator[Feeling]:
    """A box with contacts, which does not listen yet."""
    box = Feeling(BOTH[1])
    yield box
    box.device.close()


def tap(box: Feeling, field: int) -> None:
    box.device.put(field)
    box.device.lift(field)


def told(box: Feeling) -> list[str | None]:
    """What was said of the fields, which is all that happened."""
    faults = [each for each in box.heard() if isinstance(each, PartFault)]
    assert all(fault.part is Part.FIELDS for fault in faults)
    return [fault.reason for fault in faults]


def test_a_chip_that_was_reset_feels_again_within_61_s(box: Feeling) -> None:
    for chip in box.device.field_bus.chips.values():
        chip.lose_power()
        box.pass_time(61.0)
        for field in range(0, LIGHTS, 5):
            tap(box, field)
        assert box.heard() == list(range(0, LIGHTS, 5))


def test_a_glitch_in_any_register_of_the_configuration_is_healed(box: Feeling) -> None:
    chip = next(iter(box.device.field_bus.chips.values()))
    assert isinstance(chip, SimulatedMcp23017 | SimulatedMpr121)
    whole = bytes(chip._registers)
    if isinstance(chip, SimulatedMcp23017):
        spoilt = {0x00: 0x00, 0x02: 0x00, 0x05: 0x00, 0x0A: 0x80 | 0x44, 0x0C: 0x3E}
    else:
        spoilt = {0x2D: 0x0E, 0x42: 0xFF, 0x5B: 0x77, 0x5D: 0x00, 0x5E: 0x84, 0x7B: 0x00, 0x7F: 0x00}
    for register, content in spoilt.items():
        chip._registers[register] = content
        box.pass_time(61.0)
        assert bytes(chip._registers) == whole, hex(register)
        tap(box, 0)
        assert box.heard() == [0], hex(register)


@pytest.mark.parametrize("place", range(3))
def test_a_chip_that_is_missing_is_told_once_and_felt_when_it_is_there(box: Feeling, place: int) -> None:
    chips, wiring = box.device.field_bus.chips, box.device._wired
    address = FIELD_ADDRESSES[wiring.fields_kind][place]
    taken = chips.pop(address)
    box.pass_time(60.0)
    for _ in range(8):
        box.pass_time(31.0)
    (reason,) = told(box)
    assert f"0x{address:02X}" in str(reason)
    box.device.touch(Button.OK, held=False)
    assert box._heard.get_nowait() == Press(Button.OK)
    chips[address] = taken
    taken.lose_power()
    box.pass_time(31.0)
    box.pass_time(1.0)
    assert told(box) == [None]
    tap(box, 12 * place)
    assert box.heard() == [12 * place]


def test_what_answers_as_another_chip_is_told(box: Feeling) -> None:
    class Foreign(SimulatedMcp23017):
        """Reads ones."""

        def send(self, register: int, count: int) -> bytes:
            super().send(register, count)
            return b"\xff" * count

    chips = box.device.field_bus.chips
    for address in chips:
        chips[address] = Foreign(box.line)
    box.pass_time(61.0)
    for _ in range(4):
        box.pass_time(31.0)
    (reason,) = told(box)
    assert "0x" in str(reason)
    assert "is not a chip for fields.kind" in str(reason)


def test_a_glitch_on_the_bus_costs_nothing_and_a_cut_bus_is_told_once(box: Feeling) -> None:
    bus, glitches = box.device.field_bus, [OSError(EIO, "Input/output error")]

    def disturb() -> None:
        if glitches:
            raise glitches.pop()

    bus.on_write = disturb
    tap(box, 9)
    assert (box.heard(), glitches) == ([9], [])
    bus.failure = OSError(EREMOTEIO, "Remote I/O error")
    box.device.put(9)
    for _ in range(6):
        box.pass_time(31.0)
    bus.failure = None
    box.pass_time(31.0)
    box.pass_time(1.0)
    (reason, fine) = told(box)
    assert reason is not None
    assert fine is None


def test_a_contact_that_bounces_for_50_ms_is_one_touch(contacts: Feeling) -> None:
    contacts.listen()
    chip, transfers = contacts.device.field_bus.chips[0x20], iter(range(30))

    def bounce() -> None:
        if (count := next(transfers, None)) is not None:
            chip.touch(4, is_down=(count + 1) // 3 % 2 == 0)  # between two readings

    contacts.device.field_bus.on_write = bounce
    contacts.device.put(4)
    assert contacts.heard() == [4]
    transfers = iter(range(30))
    contacts.device.lift(4)
    chip.touch(4, is_down=False)
    contacts.rest()
    tap(contacts, 4)
    assert contacts.heard() == [4]


@pytest.mark.parametrize(("readings", "is_touch"), [(1, False), (2, False), (3, True)])
def test_three_readings_that_agree_are_a_touch_and_two_are_none(box: Feeling, readings: int, is_touch: bool) -> None:
    chip, transfers, began_s = next(iter(box.device.field_bus.chips.values())), count(1), box.clock.now_s()

    def read() -> None:
        if next(transfers) == 3 * readings + 1:  # the first chip is read once more
            chip.touch(0, is_down=False)

    box.device.field_bus.on_write = read
    chip.touch(0, is_down=True)
    box.rest()
    assert box.heard() == ([0] if is_touch else [])
    # Three of them where nothing moves; a glitch adds those that saw it.
    seen = 3 if is_touch else readings + 3
    assert next(transfers) - 1 == 3 * seen
    assert box.clock.now_s() - began_s == pytest.approx(0.005 * (seen - 1))


def test_a_busy_machine_is_no_storm(box: Feeling) -> None:
    box.clock.late_s = 0.3
    tap(box, 9)
    assert box.heard() == [9]


def test_a_contact_that_never_rests_is_named_and_lets_the_pin_go(contacts: Feeling) -> None:
    contacts.listen()
    chip = contacts.device.field_bus.chips[0x21]
    levels = cycle((True, False))

    def toggle() -> None:
        chip.touch(6, is_down=next(levels))

    contacts.device.field_bus.on_write = toggle
    chip.touch(6, is_down=True)
    contacts.rest()
    for _ in range(5):
        contacts.pass_time(31.0)
    (reason,) = told(contacts)
    assert "1/4 (GPB0 of 0x21)" in str(reason)
    contacts.device.field_bus.on_write = None
    chip.touch(6, is_down=False)
    contacts.pass_time(31.0)
    contacts.pass_time(1.0)
    assert told(contacts) == [None]
    tap(contacts, 0)
    assert contacts.heard() == [0]


def test_a_line_that_stays_low_or_never_rests_is_told_once(contacts: Feeling) -> None:
    contacts.listen()
    contacts.line.drive("a short", level=False)
    contacts.rest()
    contacts.pass_time(31.0)
    contacts.line.drive("a short", level=None)
    contacts.pass_time(31.0)
    contacts.pass_time(1.0)
    first = told(contacts)
    for _ in range(1000):
        contacts.line.drive("noise", level=False)
        contacts.line.drive("noise", level=None)
        contacts.rest()
    second = told(contacts)
    assert [None if reason is None else "GPIO 27" in reason for reason in (*first, *second)] == [True, None, True]


def test_four_at_once_are_no_touch_and_said_once(box: Feeling) -> None:
    for fields in ((0, 13, 14, 35), range(LIGHTS)):
        with box.line.lock:
            for field in fields:
                box.device.field_bus.chips[FIELD_ADDRESSES[box.device._wired.fields_kind][field // 12]].touch(
                    field % 12, is_down=True
                )
        box.rest()
        for field in fields:
            box.device.lift(field)
        covered, fine = box.heard()
        assert isinstance(covered, PartFault)
        assert (covered.part, covered.stuck, fine) == (Part.FIELDS, True, FINE)
        tap(box, 3)
        assert box.heard() == [3]


def test_what_is_held_for_10_s_is_said_once_and_leaves_the_other_fields(box: Feeling) -> None:
    for field in (2, 20, 30):
        box.device.put(field)
    box.pass_time(9.9)
    assert box.heard() == [2, 20, 30]
    box.pass_time(0.2)
    box.pass_time(70.0)
    (held,) = box.heard()
    assert isinstance(held, PartFault)
    assert held.stuck
    assert "3/1" in str(held.reason)
    tap(box, 7)
    assert box.heard() == [7]
    for field in (2, 20, 30):
        box.device.lift(field)
    assert box.heard() == [FINE]


def test_an_over_current_is_told_and_the_chip_started_again() -> None:
    box = Feeling(BOTH[0])
    box.listen()
    chip = box.device.field_bus.chips[0x5B]
    assert isinstance(chip, SimulatedMpr121)
    chip.stop_for_current()
    box.pass_time(61.0)
    box.pass_time(1.0)
    box.pass_time(1.0)
    (reason, fine) = told(box)
    assert "over-current" in str(reason)
    assert fine is None
    tap(box, 12)
    assert box.heard() == [12]
    box.device.close()
