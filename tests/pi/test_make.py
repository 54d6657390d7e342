from pathlib import Path

import pytest

from tests.pi.boards import PI_4
from tests.pi.machine import Finished, Machine, finish, is_possible

pytestmark = pytest.mark.skipif(not is_possible(), reason="this system makes no mount namespaces (unshare --mount)")
PROJECT = Path(__file__).parents[2]


def make(folder: Path, *arguments: str) -> Finished:
    environment = f"VENV={folder / 'environment'}"
    return finish(Machine(PI_4, folder / "machine").start("make", "-C", str(PROJECT), environment, *arguments))


def test_the_environment_sees_the_packages_of_the_system(tmp_path: Path) -> None:
    said = make(tmp_path, "--dry-run", "run").stdout
    assert "-m venv --clear --system-site-packages" in said
    assert "--editable '.[pi]' babel" in said
    assert "dev" not in said


@pytest.mark.parametrize("status", [0, 1], ids=["there", "missing"])
def test_a_missing_package_of_the_pins_is_reported_with_its_remedy(tmp_path: Path, status: int) -> None:
    python = tmp_path / "environment" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\nexit {status}  # in the place of the question whether lgpio can be imported\n")
    python.chmod(0o755)
    (tmp_path / "environment" / "ready").write_text(f"{tmp_path / 'environment'} \n")
    requested = make(tmp_path, "pins")
    assert ("sudo apt install python3-lgpio" in requested.stderr) is bool(status)
    assert bool(requested.status) is bool(status)
