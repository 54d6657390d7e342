"""The real box, as far as it can be told without one."""

from pathlib import Path

import pytest

from hardware.device import DeviceError
from hardware.light import Light
from hardware.pi import is_raspberry_pi, open_pi
from hardware.wiring import Wiring


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model"
    path.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    return path


def test_a_raspberry_pi_is_known_by_its_model(model: Path) -> None:
    assert is_raspberry_pi(model)


@pytest.mark.parametrize("text", [b"Radxa ROCK 5B\0", None])
def test_other_machines_are_none(tmp_path: Path, text: bytes | None) -> None:
    path = tmp_path / "model"
    if text is not None:
        path.write_bytes(text)
    assert not is_raspberry_pi(path)


def test_elsewhere_it_names_the_simulated_device(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="this is not a Raspberry Pi; use `--device simulated`"):
        open_pi(Wiring(), Light(), tmp_path / "model")
