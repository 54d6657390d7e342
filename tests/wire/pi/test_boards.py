"""The machine: its board is recognised by its identification, and its pins and drivers are the real ones."""

import io
import os
import sys
from errno import ENOENT
from pathlib import Path
from types import ModuleType

import pytest
from adafruit_platformdetect import Detector
from gpiozero import Factory

from hardware.device import LIGHTS, Button, Colour, DeviceError, Frame, PartError, Press
from hardware.pi import PinOpener, is_raspberry_pi, open_pi
from hardware.wiring import Wiring
from tests.pi.boards import BOARDS, Board
from tests.wire.pi.conftest import MakePi
from tests.wire.pi.simulated_pi import SPI_WIRING, SimulatedPi

TIMEOUT_S = 20.0
PICTURE = Frame(lights=(Colour(255, 0, 0), *(Colour(0, 0, 255),) * (LIGHTS - 1)), screen=b"\x0f" * 1024)


@pytest.fixture(params=BOARDS, ids=lambda board: board.name)
def board(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Board:
    """Each of the four boards, without gpiod and before Blinka is loaded."""
    assert "BLINKA_FORCEBOARD" not in os.environ
    monkeypatch.setitem(sys.modules, "gpiod", None)
    for module in [name for name in sys.modules if name.startswith(("adafruit_blinka", "digitalio", "board", "busio"))]:
        monkeypatch.delitem(sys.modules, module)
    board: Board = request.param
    return board


def test_each_board_is_recognised(make_pi: MakePi, board: Board) -> None:
    make_pi(board=board)
    assert Detector().board.any_raspberry_pi
    assert int(PinOpener()().board_info.revision, 16) == board.revision


@pytest.mark.parametrize("screen", ["i2c", "spi"])
def test_the_whole_box_works_on_each_board(make_pi: MakePi, board: Board, screen: str) -> None:
    pi = make_pi(SPI_WIRING, board=board) if screen == "spi" else make_pi(board=board)
    box = pi.box()
    box.listen(pi.inputs.put)
    box.show(PICTURE)
    pi.press(Button.OK)
    assert box.flush(TIMEOUT_S)
    assert pi.lights() == (Colour(255, 0, 0), *(Colour(0, 0, 255),) * (LIGHTS - 1))
    assert pi.screen.controller.visible_screen() == PICTURE.screen
    assert pi.inputs.get(timeout=TIMEOUT_S) == Press(Button.OK)
    box.close()
    assert not {"board", "busio", "digitalio", "adafruit_blinka"} & sys.modules.keys()


class Files(dict[str, str]):
    def __missing__(self, path: str) -> str:
        raise FileNotFoundError(ENOENT, "No such file or directory", path)


CPUINFO = Files({"/proc/cpuinfo": "Hardware : BCM2835\n"})
"""A machine without a device tree and a revision."""
NO_MODEL = "unable to locate Pi revision in /proc/device-tree or /proc/cpuinfo"


def opened() -> Factory:
    """Returns the pins of the machine, with the module imported again."""
    from hardware.lgpio_pins import LgpioPins  # noqa: PLC0415 - it imports the module in the place of lgpio

    return LgpioPins()


@pytest.mark.usefixtures("pi")
def test_a_pin_is_opened_by_its_number() -> None:
    assert opened().pin(13).info.name == "GPIO13"


def test_the_error_names_a_missing_chip(pi: SimulatedPi) -> None:
    pi.pins.present = False
    with pytest.raises(OSError, match=r"^can not open gpiochip$"):
        opened()


@pytest.mark.usefixtures("pi")
def test_a_board_without_identification_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(io, "open", lambda path, _: io.StringIO(CPUINFO[path]))
    with pytest.raises(OSError, match=f"^{NO_MODEL}$"):
        opened()


@pytest.mark.usefixtures("pi")
@pytest.mark.parametrize("module", [None, ModuleType("lgpio")], ids=["missing", "of an older version"])
def test_a_package_that_does_not_work_is_a_failed_part(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType | None
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", module)
    with pytest.raises(PartError, match=r"^the pins cannot be opened: .*lgpio"):
        PinOpener()()


def test_the_error_names_a_busy_pin(pi: SimulatedPi) -> None:
    pi.pins.busy = {13}
    with pytest.raises(OSError, match=r"^GPIO 13: GPIO busy$"):
        opened().pin(13)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model"
    path.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    return path


def test_a_raspberry_pi_is_recognised_by_its_model(model: Path) -> None:
    assert is_raspberry_pi(model)


@pytest.mark.parametrize("text", [b"Radxa ROCK 5B\0", None])
def test_other_machines_are_not_a_raspberry_pi(tmp_path: Path, text: bytes | None) -> None:
    path = tmp_path / "model"
    if text is not None:
        path.write_bytes(text)
    assert not is_raspberry_pi(path)


def test_on_another_machine_the_error_names_the_simulated_device(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="this is not a Raspberry Pi; use `--device simulated`"):
        open_pi(Wiring(), tmp_path / "model")
