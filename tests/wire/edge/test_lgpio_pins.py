"""The real pins: what lgpio and gpiozero refuse is an OSError that says in one sentence what is wrong."""

import io
import sys
from errno import ENOENT
from types import ModuleType

import pytest
from gpiozero import Factory

from hardware.device import PartFailed
from hardware.pi import Pins
from tests.wire.edge.box import Edge


class Files(dict[str, str]):
    def __missing__(self, path: str) -> str:
        raise FileNotFoundError(ENOENT, "No such file or directory", path)


CPUINFO = Files({"/proc/cpuinfo": "Hardware : BCM2835\n"})
"""A machine that has no device tree and no revision."""
NAMELESS = "unable to locate Pi revision in /proc/device-tree or /proc/cpuinfo"


def opened() -> Factory:
    """The pins of the machine; the module is to be imported anew on each."""
    from hardware.lgpio_pins import LgpioPins  # noqa: PLC0415 - it imports what stands for lgpio

    return LgpioPins()


@pytest.mark.usefixtures("edge")
def test_a_pin_is_had_by_its_number() -> None:
    assert opened().pin(13).info.name == "GPIO13"


def test_a_chip_that_is_not_there_is_named(edge: Edge) -> None:
    edge.pins.present = False
    with pytest.raises(OSError, match=r"^can not open gpiochip$"):
        opened()


@pytest.mark.usefixtures("edge")
def test_a_board_that_does_not_say_which_it_is_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(io, "open", lambda path, _: io.StringIO(CPUINFO[path]))
    with pytest.raises(OSError, match=f"^{NAMELESS}$"):
        opened()


@pytest.mark.usefixtures("edge")
@pytest.mark.parametrize("module", [None, ModuleType("lgpio")], ids=["missing", "of an older version"])
def test_a_package_that_is_no_use_is_a_part_that_failed(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType | None
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", module)
    with pytest.raises(PartFailed, match=r"^the pins cannot be opened: .*lgpio"):
        Pins()()


def test_a_pin_that_somebody_else_has_is_named(edge: Edge) -> None:
    edge.pins.busy = {13}
    with pytest.raises(OSError, match=r"^GPIO 13: GPIO busy$"):
        opened().pin(13)
