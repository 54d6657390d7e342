import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.pi.boards import MODEL, PI_4

PROJECT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("machine.sh")
NAMESPACE = ("unshare", "--map-root-user", "--mount")
"""The script runs in its own mount namespace, where /proc describes a Raspberry Pi."""


@cache
def is_possible() -> bool:
    try:
        return subprocess.run((*NAMESPACE, "true"), capture_output=True, check=False).returncode == 0  # noqa: S603 - constant
    except OSError:
        return False


pytestmark = pytest.mark.skipif(not is_possible(), reason="this system makes no mount namespaces (unshare --mount)")


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    proc = folder / "proc"
    model = proc / Path(MODEL).relative_to("/proc")
    model.parent.mkdir(parents=True)
    model.write_bytes(PI_4.files[MODEL])
    words = ("make", "-C", str(PROJECT), f"VENV={folder / 'environment'}", *arguments)
    command = (*NAMESPACE, "sh", str(SCRIPT), str(proc), *words)
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)  # noqa: S603 - our own


def test_the_environment_sees_the_packages_of_the_system(tmp_path: Path) -> None:
    output = make(tmp_path, "--dry-run", "run").stdout
    assert "-m venv --clear --system-site-packages" in output
    assert "--editable '.[pi]' babel" in output
    assert "dev" not in output


@pytest.mark.parametrize("status", [0, 1], ids=["there", "missing"])
def test_a_missing_package_of_the_pins_is_reported_with_its_remedy(tmp_path: Path, status: int) -> None:
    python = tmp_path / "environment" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\nexit {status}  # in the place of the question whether lgpio can be imported\n")
    python.chmod(0o755)
    (tmp_path / "environment" / "ready").write_text(f"{tmp_path / 'environment'} \n")
    requested = make(tmp_path, "pins")
    assert ("sudo apt install python3-lgpio" in requested.stderr) is bool(status)
    assert bool(requested.returncode) is bool(status)
