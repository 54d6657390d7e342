import pytest

from tests.vm.machine import Machine
from tests.vm.service import Service

pytestmark = [pytest.mark.vm, pytest.mark.slow]


STUB = "modprobe i2c-stub chip_addr=0x3c"
"""The kernel's I2C bus for tests, with a chip at the address of the screen that stores what is written."""
STUB_NUMBER = "grep -l 'SMBus stub' /sys/bus/i2c/devices/i2c-*/name | grep -o 'i2c-[0-9]*' | cut -d- -f2"
WRITTEN = (
    "/opt/companion/bin/python -c 'from smbus2 import SMBus; print(*SMBus({bus}).read_i2c_block_data(0x3C, 0, 8))'"
)
FIELD_STUB = "modprobe i2c-stub chip_addr=0x20,0x21,0x22,0x5a,0x5b,0x5c"
"""The same bus with the chips of field sensors; tests write the values that a chip would measure."""
READ_TOUCHES = """/opt/companion/bin/python - <<'END'
from queue import Queue

from smbus2 import SMBus

from hardware.field_sensors import FieldSensors, Mpr121
from hardware.simulated.buses import simulated_pins
from hardware.wiring import FIELD_ADDRESSES, Fields, Wiring

bus, pins, heard = SMBus({bus}), simulated_pins(), Queue()
reader = FieldSensors(Wiring(fields=Fields(kind="contacts")), lambda: SMBus({bus}), lambda: pins, heard.put, heard.put)
assert reader.await_idle(60.0)
for address in FIELD_ADDRESSES["contacts"]:
    bus.write_i2c_block_data(address, 0x12, [0x02, 0x00])
    # Only an edge: the stub would not release the line when the chip is read.
    pins.pin(27).tie_low(tied=True)
    pins.pin(27).tie_low(tied=False)
    print(heard.get(timeout=60.0).field)
    assert reader.await_idle(60.0)
reader.close()
for address in FIELD_ADDRESSES["touch"]:
    chip = Mpr121(bus, address)
    assert not chip.is_set_up()
    chip.set_up()
    assert chip.is_set_up()
    chip.write(0x00, 0x04, 0x08)
    print(chip.read_inputs())
assert heard.empty()
END"""


DROP_IN = "/etc/systemd/system/companion.service.d"


@pytest.fixture(scope="module")
def service(machine: Machine) -> Service:
    service = Service(machine)
    service.install("new", "")
    # This is the default only on a Raspberry Pi.
    machine.run(f"mkdir -p {DROP_IN} && printf '[Service]\\nEnvironment=COMPANION_DEVICE=pi\\n' >{DROP_IN}/pi.conf")
    machine.run("systemctl daemon-reload && systemctl restart companion")
    return service


def test_without_any_hardware_the_service_starts_and_names_the_missing_parts(service: Service) -> None:
    service.wait_until_up()
    assert service.property("NRestarts") == "0"
    output = service.log()
    for part in ("/dev/spidev0.0", "/dev/i2c-1", "pins"):
        assert part in output
    with service.web_viewer() as viewer:
        assert viewer.page == "fault"


def test_a_bus_that_appears_after_the_start_is_used(service: Service) -> None:
    machine = service.machine
    assert "i2c_dev" in machine.run("cat /proc/modules")
    bus = machine.run(f"{STUB} && {STUB_NUMBER} && modprobe -r i2c-stub").strip()
    assert bus == "1"  # the bus of the screen
    machine.run("systemctl restart companion")
    service.wait_until_up()
    machine.run(STUB)
    machine.wait_until(
        lambda: set(machine.run(WRITTEN.format(bus=bus)).split()) != {"0"}, "a screen's set-up on the bus"
    )
    assert service.property("NRestarts") == "0"


def test_field_sensors_are_read_over_the_kernels_i2c_bus(service: Service) -> None:
    machine = service.machine
    machine.run("systemctl stop companion && (modprobe -r i2c-stub || true)")
    bus = machine.run(f"{FIELD_STUB} && {STUB_NUMBER}").strip()
    assert machine.run(READ_TOUCHES.format(bus=bus)).split() == ["1", "13", "25", "2052", "2052", "2052"]
    machine.run("modprobe -r i2c-stub")
