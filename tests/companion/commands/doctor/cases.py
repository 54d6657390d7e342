"""The faults that the doctor finds: how each one is caused in a test, and what the doctor says."""

import errno
from pathlib import Path
from typing import NamedTuple

from companion.commands.doctor import Severity
from hardware.device import Button, Part, PartFault
from tests.companion.commands.doctor.fake_machine import (
    CONFIG,
    MODEL,
    NO_FILES,
    RELEASE,
    SPEED,
    FakeBus,
    command_outputs,
    with_bus,
    with_faults,
    without_bus,
)

OK, WARNING, WRONG = Severity.OK, Severity.WARNING, Severity.WRONG
PI_3, PI_5 = b"Raspberry Pi 3 Model B Plus Rev 1.3\0", b"Raspberry Pi 5 Model B Rev 1.0\0"
ZERO_2, PI_1 = b"Raspberry Pi Zero 2 W Rev 1.0\0", b"Raspberry Pi Model B Rev 2\0"
NO_GPIOD = {"Adafruit-Blinka-Raspberry-Pi5-Neopixel": "1.0.0rc2"}
PIO_PACKAGES = {**NO_GPIOD, "gpiod": "2.5.0"}
PWM, PIO, ON_SPI = "lights.driver=pwm", "lights.driver=pio", ("buttons.bank=16", "screen.bus=spi")
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
STUCK_LEFT, STUCK_OK = (PartFault(button, "stays down", stuck=True) for button in (Button.LEFT, Button.OK))
BUSY_PIN = PartFault(Part.BUTTONS, "GPIO 5: 'GPIO busy'")
NO_BUZZER = PartFault(Part.BUZZER, "the buzzer's pin cannot be used: GPIO 12: 'GPIO busy'")
TOUCH, CONTACTS = "fields.kind=touch", "fields.kind=contacts"
NO_INTERRUPT = PartFault(Part.FIELDS, "the fields' interrupt pin cannot be used: GPIO 27: 'GPIO busy'")
ALL_PADS = with_bus(FakeBus((0x5A, 0x5B, 0x5C)))
FIXED_CLOCK = b"core_freq=500\ncore_freq_min=500\n"
NO_FACTS: dict[str, object] = {}
NO_WORK_FOLDER: dict[str, object] = {"variables": {"LG_WD": "/closed"}, "writable": lambda path: path.name != "closed"}
OLD_LGPIO: dict[str, object] = {"package": {"lgpio": "0.0.0.2"}.get}
NO_LGPIO: dict[str, object] = {"package": {}.get}
NOT_WRITABLE: dict[str, object] = {"writable": lambda _: False}
TRIXIE: dict[str, object] = {"python": (3, 13)}
SERVICE: dict[str, object] = {"package": NO_GPIOD.get, "python_environment": Path("/opt/companion")}
BY_PIP, NO_PIP = "/opt/own/bin/python -m pip install 'lgpio>=0.2.2'", "/opt/own/bin/python -m pip uninstall --yes"
BY_APT = "sudo apt install python3-lgpio"


class Case(NamedTuple):
    check: str
    verdict: Severity
    what: str
    """A part of the message."""
    fix: str
    """A part of the advice."""
    overrides: tuple[str, ...] = ()
    files: dict[str, bytes | None] = NO_FILES
    """The changed files of the card; None: the file is missing."""
    facts: dict[str, object] = NO_FACTS


CASES = (
    Case("board", OK, "Raspberry Pi 4 Model B Rev 1.5", ""),
    Case("board", WRONG, "not supported", "Zero 2 W, 3, 4 or 5", files={MODEL: PI_1}),
    Case("system", OK, "Bookworm", ""),
    Case("system", WARNING, "bullseye", "write a card", files={RELEASE: b"VERSION_CODENAME=bullseye\n"}),
    Case("python", OK, "Python 3.11, 64 bit", ""),
    Case("python", WRONG, "32 bit", "64-bit", facts={"is_64_bit": False}),
    Case("settings", OK, "all valid", ""),
    Case("settings", WRONG, "lights.brightnes: unknown key", "companion settings", ("lights.brightnes=1",)),
    Case("pins package", OK, "lgpio 0.2.2.0", ""),
    Case("pins package", WRONG, "0.0.0.2 is broken", BY_PIP, facts=OLD_LGPIO),
    Case("pins package", WRONG, "0.0.0.2 is broken", f"{NO_PIP} lgpio && {BY_APT}", facts=OLD_LGPIO | TRIXIE),
    Case("pins package", WRONG, "missing", BY_PIP, facts=NO_LGPIO),
    Case("pins package", WRONG, "missing", BY_APT, facts=NO_LGPIO | TRIXIE),
    Case("pixels package", OK, "needs no other package", ""),
    Case("pixels package", OK, "1.0.0rc2", "", (PIO,), facts={"package": PIO_PACKAGES.get}),
    Case("pixels package", WRONG, "missing: gpiod", "install 'gpiod<3'", (PIO,), facts={"package": NO_GPIOD.get}),
    Case("pixels package", WRONG, "gpiod, rpi_ws281x", "gcc python3-dev && /opt/own/bin", (PWM,)),
    Case("pixels package", WRONG, "missing: gpiod", "install.sh --extras pi5", (PIO,), facts=SERVICE),
    Case("groups", OK, "gpio, i2c, spi", ""),
    Case("groups", WRONG, "not in i2c,spi", "usermod -aG i2c,spi", facts={"groups": frozenset({"gpio"})}),
    Case("groups", WRONG, "not in i2c", "usermod", (*ON_SPI, TOUCH), facts={"groups": frozenset({"gpio", "spi"})}),
    Case("pins", OK, "available", ""),
    Case("pins", WRONG, "/dev/gpiochip0 is missing", "full-upgrade", files={"dev/gpiochip0": None}),
    Case("buttons", OK, "all are up", ""),
    Case("buttons", OK, "the running companion", "", facts={**with_faults(BUSY_PIN), **command_outputs(pgrep="17")}),
    Case("buttons", WRONG, "GPIO 5: 'GPIO busy'", "debug/gpio", facts=with_faults(BUSY_PIN)),
    Case(
        "buttons",
        WRONG,
        "GPIO 19: 'GPIO busy'",
        "set buttons.bank",
        facts=with_faults(STUCK_LEFT, PartFault(Button.BANK, "GPIO 19: 'GPIO busy'")),
    ),
    Case("buttons", OK, "test the encoder", "", ("buttons.encoder=true",)),
    Case(
        "buttons",
        WRONG,
        "the encoder's pins cannot be used",
        "set buttons.left and right",
        ("buttons.encoder=true",),
        facts=with_faults(PartFault(Part.ENCODER, "the encoder's pins cannot be used: GPIO 6: 'GPIO busy'")),
    ),
    Case("buttons", WRONG, "down: left, ok", "release the button", facts=with_faults(STUCK_LEFT, STUCK_OK)),
    Case("buttons", WRONG, "cannot be opened", "see pins package", facts=without_bus("the pins cannot be opened: no")),
    Case("buzzer", OK, "GPIO 12 is free", "", facts=with_faults(STUCK_LEFT)),
    Case("buzzer", WRONG, "GPIO 12: 'GPIO busy'", "debug/gpio", facts=with_faults(NO_BUZZER)),
    Case("i2c", OK, "I2C-1 is enabled", ""),
    Case("i2c", WRONG, "/dev/i2c-1 is missing", "do_i2c 0", files={"dev/i2c-1": None}),
    Case("i2c speed", OK, "400 kHz", ""),
    Case("i2c speed", WARNING, "100 kHz", "add dtparam=i2c_baudrate=400000", files={SPEED: (100_000).to_bytes(4)}),
    Case("screen", OK, "answers at 0x3C; 64 rows", ""),
    Case("screen", OK, "answers at 0x3C; 32 rows", "", ("screen.height=32",)),
    Case("screen", WRONG, "but at 0x3D", "screen.address = 0x3D", facts=with_bus(FakeBus(reading=(0x3D,)))),
    Case("screen", WRONG, "but at 0x68", "SDA to GPIO 2", facts=with_bus(FakeBus(reading=(0x68,)))),
    Case("screen", WRONG, "but at 0x20", "SDA to GPIO 2", (CONTACTS,), facts=with_bus(FakeBus((0x20, 0x21)))),
    Case("fields", OK, "not used", ""),
    Case("fields", OK, "GPIO 27 is free", "", (CONTACTS,), facts=with_bus(FakeBus((0x20, 0x21, 0x22)))),
    Case("fields", OK, "three chips", "", (TOUCH, *ON_SPI), facts=with_bus(FakeBus((0x5A, 0x5B, 0x5C)))),
    Case("fields", WRONG, "at 0x22", "for 0x22 wire A1 to 3.3 V", (CONTACTS,), facts=with_bus(FakeBus((0x20, 0x21)))),
    Case("fields", WRONG, "at 0x5A, 0x5C", "wire ADDR to SDA", (TOUCH,), facts=with_bus(FakeBus((0x5B,)))),
    Case("fields", WRONG, "no sensor chip", "SDA to pin 3", (TOUCH,), facts=with_bus(FakeBus())),
    Case("fields", WRONG, "does not work", "SDA and", (TOUCH,), facts=with_bus(FakeBus((), failure=errno.ETIMEDOUT))),
    Case("fields", WRONG, "GPIO 27", "the program", (TOUCH,), facts={**ALL_PADS, **with_faults(NO_INTERRUPT)}),
    Case("screen", WRONG, "no answer at any address", "GND to pin 9", facts=with_bus(FakeBus(reading=()))),
    Case("screen", WRONG, "I2C-1 does not work", "SDA and SCL", facts=with_bus(FakeBus((), failure=errno.ETIMEDOUT))),
    Case("screen", OK, "0x3C", "", facts=with_bus(FakeBus((), failure=errno.EBUSY))),
    Case("screen", OK, "0x3C", "", facts=with_bus(FakeBus((), writing=(0x3C,)))),
    Case("spi", OK, "spidev0.0 available", ""),
    Case("spi", WRONG, "4096 bytes, too few for 151", "spidev.bufsiz=16384", ("lights.count=151",)),
    Case("spi", OK, "spidev0.0 and spidev1.0 available", "", ON_SPI, {"dev/spidev1.0": b""}),
    Case("spi", WRONG, "/dev/spidev0.0 is missing", "do_spi 0", files={"dev/spidev0.0": None}),
    Case("spi", WRONG, "/dev/spidev1.0 is missing", "dtoverlay=spi1-1cs", ON_SPI),
    Case("spi clock", OK, "core_freq=500, core_freq_min=500", ""),
    Case("spi clock", WARNING, "drifts", "add core_freq=250", files={MODEL: PI_3, CONFIG: b"[pi4]\ncore_freq=250\n"}),
    Case("spi clock", WARNING, "drifts", "core_freq_min=500 to", files={CONFIG: b"[pi3]\n" + FIXED_CLOCK}),
    Case("spi clock", OK, "no setting needed", "", files={MODEL: PI_5}),
    Case("spi clock", WARNING, "drifts", "add core_freq=500 and core_freq_min=500 to", files={CONFIG: b""}),
    Case("spi clock", WARNING, "drifts", "add core_freq_min=500 to", files={CONFIG: b"core_freq=500\n"}),
    Case("pixels", OK, "spi works", ""),
    Case("pixels", OK, "pio works", "", (PIO,), {MODEL: PI_5, "dev/pio0": b""}),
    Case("pixels", OK, "pwm works", "", (PWM,), facts={"user": 0}),
    Case("pixels", WRONG, "does not support pwm", "lights.driver", (PWM,), {MODEL: PI_5}),
    Case("pixels", WRONG, "needs root", "sudo", (PWM,)),
    Case("pixels", WRONG, "only a Pi 5", "lights.driver", (PIO,)),
    Case("pixels", WRONG, "/dev/pio0 is missing", "rpi-eeprom-update", (PIO,), {MODEL: PI_5}),
    Case("audio", OK, "does not disturb", ""),
    Case("audio", WRONG, "disturbs", "dtparam=audio=off", (PWM,)),
    Case("power", OK, "no problem", ""),
    Case("power", OK, "no problem", "", files={THROTTLED: b"0\n"}, facts=command_outputs(vcgencmd=None)),
    Case("power", WRONG, "is too low", "5 V and 3 A", facts=command_outputs(vcgencmd="throttled=0x50005")),
    Case("power", WARNING, "was too low", "5 V and 3 A", facts=command_outputs(vcgencmd="throttled=0x50000")),
    Case("power", WARNING, "too hot", "heat sink", facts=command_outputs(vcgencmd="throttled=0x80000")),
    Case("power", WARNING, "cannot be read", "video", facts=command_outputs(vcgencmd=None)),
    Case("folder", OK, "is writable", ""),
    Case("folder", WRONG, "cannot write to /closed", "LG_WD", facts=NO_WORK_FOLDER),
    Case("journal", OK, "on ext4", ""),
    Case("journal", WARNING, "is on tmpfs", "journal.file", ("journal.file=/run/games/journal.sqlite",)),
    Case("journal", WRONG, "cannot be written", "chown $USER /, or", facts={"writable": lambda _: False}),
    Case("journal", WRONG, "HOME is not set", "export HOME=~", ("journal.file=",), facts={"variables": {}}),
    Case("clock", OK, "2026-11-21", ""),
    Case("clock", WARNING, "1970-01-01", "sudo date", facts={"utc_now": "1970-01-01T00:00:09Z"}),
    Case("clock", WARNING, "not synchronised", "network", facts=command_outputs(timedatectl="no")),
)  # fmt: skip
