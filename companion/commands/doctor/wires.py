"""The buses and what hangs on them: pins, I2C, SPI, the screen, the pixels, the power."""

from __future__ import annotations

import errno
import re
from contextlib import closing

from companion.commands.doctor.machine import (
    PI_5,
    Bus,
    Diagnosis,
    Machine,
    board_family,
    boot_settings,
    config_file,
    ok,
    warning,
    wrong,
)
from companion.settings.schema import Settings, wiring_from
from hardware.device import Part, PartFault
from hardware.pixels import transfer_size
from hardware.wiring import FIELD_ADDRESSES, pin_uses

FAST_HZ, USUAL_HZ = 400_000, 100_000
"""How fast I2C should be, and how fast it is unless told otherwise."""
SPEEDS = ("i2c_arm_baudrate", "i2c1_baudrate", "i2c_baudrate")
SCREENS = (0x3C, 0x3D)
"""Where screens answer; some only to a write."""
WHO = "sudo cat /sys/kernel/debug/gpio says who has it"
UNOPENED = "as for pins package, groups and pins"
"""What mends pins that cannot be opened (PartFailed): another line says it."""
SHORT = "part SDA and SCL from each other and from ground"
SILENT: dict[int | None, str] = {errno.EACCES: "as for groups", errno.ENOENT: "as for i2c"}
"""What mends a bus that cannot even be asked: another line says it."""

ADDRESS_WIRES = {
    0x5A: "ADDR to GND",
    0x5B: "ADDR to 3.3 V",
    0x5C: "ADDR to SDA",
    0x20: "A0, A1 and A2 to GND",
    0x21: "A0 to 3.3 V, A1 and A2 to GND",
    0x22: "A1 to 3.3 V, A0 and A2 to GND",
}
"""By which wires a chip of the fields has its address (MPR121, 4.3; MCP23017, 3.4)."""
SHUTDOWN = "dtoverlay=gpio-shutdown"
"""Takes GPIO 3 for a power button, unless it names another pin."""

LOW, LIMITED = 0x1, 0xE
"""The voltage is too low; the clock is held down, for that or for the heat (vcgencmd, get_throttled)."""
SINCE_START = 16
"""The same bits again, so much higher: it has been so since the start."""
UPGRADE = "sudo apt update && sudo apt full-upgrade"
SUPPLY = "take a supply of 5 V and 3 A or more, and short thick wires to the pixels"


def check_pins(machine: Machine, _: Settings) -> Diagnosis:
    """Checks that the kernel offers the pins, for buttons and buzzer."""
    if machine.has_file("dev/gpiochip*"):
        return ok("the pins are there")
    return wrong("/dev/gpiochip0 is missing", f"{UPGRADE}, then restart")


def check_buttons(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks for buttons that are down though nobody presses, and for pins that something else has."""
    faults = [fault for fault in machine.pins(settings) if fault.part not in {Part.BUZZER, Part.FIELDS}]
    missing = next((fault for fault in faults if not fault.stuck), None)
    if missing and missing.part is Part.BUTTONS:
        return _taken(machine, missing)
    if missing:
        keys = "buttons.left and right" if missing.part is Part.ENCODER else f"buttons.{missing.part}"
        return wrong(str(missing.reason), f"{WHO}; or wire it to another pin, and set {keys}")
    if stuck := [fault.part for fault in faults]:
        return wrong(f"down: {', '.join(stuck)}", "let go; else free what jams it, or part its two wires")
    return ok("all are up; turn the knob in companion selftest" if settings.buttons.encoder else "all are up")


def check_buzzer(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks for something else that has the buzzer's pin. Whether it sounds, only ears can tell."""
    pin = settings.sound.pin
    if pin == "none":
        return ok("not used")
    missing = next((fault for fault in machine.pins(settings) if fault.part is Part.BUZZER), None)
    return _taken(machine, missing) if missing else ok(f"GPIO {pin} is free; hear it in companion selftest")


def _taken(machine: Machine, missing: PartFault) -> Diagnosis:
    """Returns the diagnosis of a buzzer, or of all buttons, that cannot be had: well, if a companion plays on them."""
    if "busy" not in str(missing.reason):  # so lgpio says of a pin that somebody has
        return wrong(str(missing.reason), UNOPENED)
    programs = machine.programs_with_open("/dev/gpiochip")
    if set(programs.values()) == {"companion"}:
        return ok("in use: the companion that plays tells what does not work")
    if programs:
        named = ", ".join(f"{name} (process {process})" for process, name in programs.items())
        return wrong(f"in use by {named}", "end what is no companion, or wire it to other pins")
    if machine.user != 0:
        return warning("in use by a program that only root may see", "sudo companion doctor names it")
    return wrong(str(missing.reason), WHO)


def check_i2c(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks the screen's bus, where it is I2C, and that nothing else has its pins."""
    port = settings.screen.port
    if settings.screen.bus != "i2c":
        return ok("not used")
    board = board_family(machine)
    if machine.has_file(f"dev/i2c-{port}"):
        # Settings cannot know: which pins a further bus takes differs from board to board.
        usual = board.more_i2c.get(port, ()) if board else ()
        keys = dict.fromkeys(key for key, pin in pin_uses(wiring_from(settings)) if pin in usual)
        if not keys:
            return ok(f"I2C-{port} is on")
        return warning(
            f"I2C-{port} takes GPIO {' and '.join(map(str, usual))}, as do {', '.join(keys)}",
            f"wire the screen to GPIO 2 and 3, set screen.port = 1; or name other pins after dtoverlay=i2c{port}",
        )
    what = f"/dev/i2c-{port} is missing"
    if port == 1:
        return wrong(what, "sudo raspi-config nonint do_i2c 0, then restart")
    if board and port in board.more_i2c:
        return wrong(what, f"add dtoverlay=i2c{port} to {config_file(machine)}, then restart")
    return wrong(f"{what}, and this board has none", "wire the screen to GPIO 2 and 3, set screen.port = 1")


def check_i2c_speed(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks that I2C runs at 400 kHz: a page of the screen then takes 23 ms instead of 93."""
    port = settings.screen.port
    if settings.screen.bus != "i2c":
        return ok("not used")
    # The device tree tells the speed that is; without it, config.txt tells the one that was asked for. Its names speak
    # of bus 1 alone.
    cells = machine.read_bytes(f"sys/class/i2c-adapter/i2c-{port}/of_node/clock-frequency")
    boot = boot_settings(machine) if port == 1 and not cells else {}
    configured_hz = next((int(boot[name]) for name in SPEEDS if boot.get(name, "").isdecimal()), USUAL_HZ)
    hertz = int.from_bytes(cells) if cells else configured_hz
    if hertz >= FAST_HZ:
        return ok(f"{hertz // 1000} kHz")
    # On a line of its own, because raspi-config's do_i2c writes all of dtparam=i2c_arm=… anew.
    line = "dtparam=i2c_baudrate=400000" if port == 1 else f"dtoverlay=i2c{port},baudrate=400000"
    return warning(f"{hertz // 1000} kHz: the screen is slow", f"add {line} to {config_file(machine)}, then restart")


def check_screen(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks that a screen answers at its address."""
    port, wanted = settings.screen.port, settings.screen.address
    rows = f"{settings.screen.height} rows"
    if settings.screen.bus != "i2c":
        return ok(f"{rows} on SPI, which never answers: see for yourself with companion selftest")
    try:
        with closing(machine.open_bus(port)) as bus:
            # All that a device may have (I2C specification, 3.1.12).
            found = [address for address in range(0x08, 0x78) if answers(bus, address)]
    except OSError as error:
        return wrong(f"I2C-{port} does not work: {error.strerror}", SILENT.get(error.errno, SHORT))
    heard = ", ".join(f"0x{address:02X}" for address in found)
    if wanted in found:
        answering = f"of 0x{wanted:02X}: {heard} answer" if len(found) > 1 else f"answers at {heard}"
        return ok(f"{answering}; {rows}")
    for other in set(SCREENS).intersection(found):
        return wrong(f"no answer at 0x{wanted:02X}, but at {heard}", f"set screen.address = 0x{other:02X}")
    silent = f"no answer at 0x{wanted:02X}, but at {heard}" if found else "nothing answers at any address"
    # The backpacks of text displays (PCF8574 and PCF8574A): one answers, so its wires are right.
    backpacks = {*range(0x20, 0x28), *range(0x38, 0x40)}.difference(SCREENS, FIELD_ADDRESSES[settings.fields.kind])
    if text_displays := backpacks.intersection(found):
        what = f"{silent}; 0x{min(text_displays):02X} is a text display's"
        return wrong(what, "take a screen of 128 by 64 or 32 pixels, as an ssd1306")
    return wrong(silent, "wire SDA to GPIO 2 (pin 3), SCL to GPIO 3 (pin 5), VCC to 3.3 V (pin 1), GND to pin 9")


def answers(bus: Bus, address: int) -> bool:
    """Returns whether something answers there; nothing is changed by the question.

    Raises:
        OSError: the bus itself does not work.
    """
    # A screen may answer to a write only. Elsewhere nothing is written: an empty write is known to corrupt an EEPROM
    # (i2cdetect(8)).
    for ask in (bus.read_byte, bus.write_quick) if address in SCREENS else (bus.read_byte,):
        try:
            ask(address)
        except OSError as error:
            # A driver of the kernel has it, so something is there.
            if error.errno == errno.EBUSY:
                return True
            if error.errno not in {errno.ENXIO, errno.EREMOTEIO, errno.EIO}:  # nothing answers
                raise
        else:
            return True
    return False


def check_fields(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks that the chips of the fields answer, and that their bus and their interrupt pin are free."""
    kind, pin = settings.fields.kind, settings.fields.interrupt
    if kind == "none":
        return ok("not used")
    boot, file = boot_settings(machine), config_file(machine)
    if (overlay := boot.get(SHUTDOWN)) and ("gpio_pin=" not in overlay or "gpio_pin=3" in overlay.split(",")):
        return wrong("a power button takes GPIO 3 from I2C-1", f"take {SHUTDOWN} out of {file}, then restart")
    if not machine.has_file("dev/i2c-1"):
        mend = "sudo raspi-config nonint do_i2c 0"
        return wrong("/dev/i2c-1 is missing: the fields need it, also with the screen on SPI", f"{mend}, then restart")
    try:
        with closing(machine.open_bus(1)) as bus:
            silent = [address for address in FIELD_ADDRESSES[kind] if not answers(bus, address)]
    except OSError as error:
        return wrong(f"I2C-1 does not work: {error.strerror}", SILENT.get(error.errno, SHORT))
    if len(silent) == len(ADDRESS_WIRES) // 2:
        return wrong("none of the chips answers", "wire SDA to pin 3, SCL to pin 5, VCC to 3.3 V (pin 1), GND to pin 9")
    if silent:
        wires = "; ".join(f"for 0x{address:02X} wire {ADDRESS_WIRES[address]}" for address in silent)
        return wrong(f"no answer at {', '.join(f'0x{address:02X}' for address in silent)}", wires)
    missing = next((fault for fault in machine.pins(settings) if fault.part is Part.FIELDS), None)
    return _taken(machine, missing) if missing else ok(f"three chips answer, GPIO {pin} is free; try selftest")


def check_spi(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks the pixels' bus, and the screen's where it is SPI."""
    needs = ["spidev0.0"] if settings.lights.driver == "spi" else []
    needs += [f"spidev{settings.screen.port}.0"] if settings.screen.bus == "spi" else []
    lacking = next((node for node in needs if not machine.has_file(f"dev/{node}")), None)
    # So many bytes the kernel's driver takes in one transfer; 4096, unless told otherwise.
    room, lights = int(machine.read_text("sys/module/spidev/parameters/bufsiz") or 4096), settings.lights
    if lacking is None and lights.driver == "spi" and room < transfer_size(lights.count, lights.byteorder):
        what = f"SPI takes {room} bytes at once, too few for {lights.count} pixels {lights.byteorder}"
        return wrong(what, "add spidev.bufsiz=16384 to the line in /boot/firmware/cmdline.txt, then restart")
    if lacking is None:
        return ok(f"{' and '.join(needs)} there" if needs else "not used")
    mend = "sudo raspi-config nonint do_spi 0"
    if lacking != "spidev0.0":
        mend = f"add dtoverlay=spi{settings.screen.port}-1cs to {config_file(machine)}"
    return wrong(f"/dev/{lacking} is missing", f"{mend}, then restart")


def check_spi_clock(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks that the clock of SPI is steady, for pixels on it."""
    board, boot = board_family(machine), boot_settings(machine)
    needs = board.clock if board and settings.lights.driver == "spi" else ()
    lacking = [line for line in needs if boot.get(line.partition("=")[0]) != line.partition("=")[2]]
    if not lacking:
        return ok(", ".join(needs) or "needs nothing")
    lines = " and ".join(lacking)
    return warning("pixels may turn white: the clock drifts", f"add {lines} to {config_file(machine)}, then restart")


def check_pixel_driver(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks that this board can have the driver of the pixels."""
    lights, is_5 = settings.lights.driver, board_family(machine) is PI_5
    if lights == "pwm" and is_5:
        return wrong("a Pi 5 has no pwm for pixels", 'set lights.driver = "spi" (GPIO 10) or "pio"')
    if lights == "pwm" and machine.user != 0:
        return wrong("pwm is for root alone", 'set lights.driver = "spi" (GPIO 10), or start it with sudo')
    if lights == "pio" and not is_5:
        return wrong("only a Pi 5 has pio", 'set lights.driver = "spi" (GPIO 10)')
    if lights == "pio" and not machine.has_file("dev/pio0"):
        return wrong("/dev/pio0 is missing", f"{UPGRADE} && sudo rpi-eeprom-update -a, then restart")
    return ok(f"{lights} suits this board")


def check_audio(machine: Machine, settings: Settings) -> Diagnosis:
    """Checks that analogue sound does not disturb pixels on pwm."""
    # Both are made by the same part of the chip.
    if settings.lights.driver != "pwm" or boot_settings(machine).get("audio") != "on":
        return ok("out of the pixels' way")
    return wrong("analogue sound disturbs the pixels on pwm", f"set dtparam=audio=off in {config_file(machine)}")


def check_power(machine: Machine, _: Settings) -> Diagnosis:
    """Checks that the supply holds its voltage, and that the board keeps cool."""
    kernel = "sys/devices/platform/soc/soc:firmware/get_throttled"
    said = machine.run(["vcgencmd", "get_throttled"]) or machine.read_text(kernel) or ""
    found = re.fullmatch(r"(?:throttled=0x)?([0-9a-f]+)", said.strip())
    if not found:
        may_ask = machine.user == 0 or "video" in machine.groups
        mend = "sudo apt install raspi-utils" if may_ask else "sudo usermod -aG video $USER, then log in again"
        return warning("the supply cannot be asked", mend)
    flags = int(found[1], 16)
    if flags & LOW:
        return wrong("the voltage is too low", SUPPLY)
    if flags >> SINCE_START & LOW:
        return warning("the voltage was too low since the start", SUPPLY)
    if (flags | flags >> SINCE_START) & LIMITED:
        return warning("it was too hot, and slowed down", "give it air or a heat sink")
    return ok("enough, since the start")
