"""`companion play --device pi` reports in one line what does not work."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.commands.cli import UNAVAILABLE, USAGE, main
from companion.commands.doctor import this_machine
from companion.settings.schema import Settings
from hardware.device import Button, PartFault, WrongWiring
from tests.wire.pi.simulated_pi import GPIO_NODE, I2C_NODE, PIXELS_NODE, SimulatedPi

PLAY = ["play", "--device", "pi"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty home directory. A command collects no garbage while it starts; this collects it afterwards."""
    for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    yield
    gc.enable()


def test_a_board_whose_parts_are_all_missing_names_the_doctor(
    pi: SimulatedPi, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (GPIO_NODE, I2C_NODE, PIXELS_NODE):
        pi.kernel.vanish(path)
    assert main(PLAY) == UNAVAILABLE
    assert capsys.readouterr() == (
        "",
        "companion: /dev/gpiochip0, /dev/i2c-1, /dev/spidev0.0: missing or not accessible; "
        "`companion doctor` shows how to fix it.\n",
    )


def test_the_doctor_uses_its_own_working_folder(pi: SimulatedPi, monkeypatch: pytest.MonkeyPatch) -> None:
    pi.push(Button.LEFT)
    began: list[Path] = []

    def begin(chip: int) -> int:
        began.append(Path.cwd())
        return chip

    monkeypatch.setattr(pi.pins, "gpiochip_open", begin)
    before = Path.cwd()
    stuck = PartFault(Button.LEFT, "the button left stays down", stuck=True)
    assert this_machine(None, []).pins(Settings()) == (stuck,)
    assert Path.cwd() == before
    assert began != [before]
    assert not began[0].is_dir()


def test_on_another_machine_the_command_names_the_simulated_device(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hardware.pi.is_raspberry_pi", lambda _: False)
    assert main(PLAY) == UNAVAILABLE
    assert capsys.readouterr() == (
        "",
        "companion: this is not a Raspberry Pi; use `--device simulated`.\n",
    )


def test_an_impossible_wiring_is_a_wrong_setting(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise WrongWiring("buttons.ok", "GPIO 5 is taken by buttons.left")

    monkeypatch.setattr("hardware.pi.open_pi", refuse)
    assert main(PLAY) == USAGE
    assert capsys.readouterr().err == "companion: buttons.ok: GPIO 5 is taken by buttons.left\n"
