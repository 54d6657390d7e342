"""A simulated Raspberry Pi without faults, made of a few files."""

import errno
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from companion.commands.doctor import Machine
from companion.settings.loader import load_settings
from companion.settings.schema import Settings
from hardware.device import PartError, PartFault

MODEL = "proc/device-tree/model"
CONFIG = "boot/firmware/config.txt"
SPEED = "sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"
MOUNTS = "proc/mounts"
RELEASE = "etc/os-release"
NODES = ("dev/gpiochip0", "dev/i2c-1", "dev/spidev0.0")
NO_FAULTS = {
    MODEL: b"Raspberry Pi 4 Model B Rev 1.5\0",
    RELEASE: b'NAME="Debian GNU/Linux"\nVERSION_CODENAME=bookworm\n',
    CONFIG: b"[pi4]\ncore_freq=500\ncore_freq_min=500\n[all]\n"
    b"dtparam=i2c_arm=on,i2c_baudrate=400000\ndtparam=audio=on\n",
    SPEED: (400_000).to_bytes(4),
    MOUNTS: b"/dev/mmcblk0p2 / ext4 rw 0 0\ntmpfs /run tmpfs rw 0 0\n",
    **dict.fromkeys(NODES, b""),
}
COMMAND_OUTPUTS: dict[str, str | None] = {"vcgencmd": "throttled=0x0", "timedatectl": "yes", "pgrep": None}
NO_FILES: dict[str, bytes | None] = {}


@dataclass
class FakeBus:
    """An I2C bus on which some devices answer; records whether it was closed."""

    reading: tuple[int, ...] = (0x3C,)
    """The addresses that answer when they are read."""
    writing: tuple[int, ...] = ()
    """The addresses that answer only to a write."""
    failure: int = errno.EREMOTEIO
    """The error for all other addresses."""
    closed: bool = False
    read: list[int] = field(default_factory=list)
    written: list[int] = field(default_factory=list)

    def read_byte(self, i2c_addr: int) -> int:
        self.read.append(i2c_addr)
        if i2c_addr not in self.reading:
            raise OSError(self.failure, "no answer")
        return 0

    def write_quick(self, i2c_addr: int) -> None:
        self.written.append(i2c_addr)
        if i2c_addr not in self.writing:
            raise OSError(self.failure, "no answer")

    def close(self) -> None:
        self.closed = True


def settings(*overrides: str) -> Settings:
    """Returns the default settings with overrides; the journal is in the root of the card."""
    return load_settings(None, ("journal.file=/journal.sqlite", *overrides), {"HOME": "/nonexistent"})


def with_bus(bus: FakeBus) -> dict[str, object]:
    return {"open_bus": lambda _: bus}


def without_bus(reason: str) -> dict[str, object]:
    def refuse(_: Settings) -> tuple[PartFault, ...]:
        raise PartError(reason)

    return {"pins": refuse}


def with_faults(*faults: PartFault) -> dict[str, object]:
    return {"pins": lambda _: faults}


def command_outputs(**answers: str | None) -> dict[str, object]:
    """Returns a fact for `machine`: commands, by their first word, print something else; None: they fail."""
    outputs = {**COMMAND_OUTPUTS, **answers}
    return {"run": lambda command: outputs[command[0]]}


def machine(
    root: Path, overrides: Sequence[str] = (), files: Mapping[str, bytes | None] = NO_FILES, **facts: object
) -> Machine:
    """Returns a Pi 4 without faults, with these settings, files and facts; a file with the value None is missing."""
    for name, data in {**NO_FAULTS, **files}.items():
        if data is not None:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(data)
    well = Machine(
        root=root,
        variables={"HOME": "/home/ann"},
        run=lambda command: COMMAND_OUTPUTS[command[0]],
        open_bus=lambda _: FakeBus(),
        pins=lambda _: (),
        load=lambda: settings(*overrides),
        user=1000,
        groups=frozenset({"gpio", "i2c", "spi"}),
        python=(3, 11),
        is_64_bit=True,
        package={"lgpio": "0.2.2.0"}.get,
        python_environment=Path("/opt/own"),
        folder=root,
        writable=lambda _: True,
        utc_now="2026-11-21T18:30:05Z",
    )
    return replace(well, **facts)  # a test names the facts that it means
