import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
PYTHON = """#!/bin/sh
# In the place of Python and of the packages of the environment, which take minutes.
echo "$@" >> {log}
case "$*" in
    -V) cat {version} ;;
    "-m venv "*) for folder; do :; done; mkdir -p "$folder/bin"; cp "$0" "$folder/bin/python" ;;
esac
"""


class Checkout:
    def __init__(self, folder: Path) -> None:
        self.venv, self._log, self._version = folder / "here" / ".venv", folder / "log", folder / "version"
        self._python = folder / "python"
        self._python.write_text(PYTHON.format(log=self._log, version=self._version))
        self._python.chmod(0o755)
        self.upgrade("3.11.2")

    def upgrade(self, version: str) -> None:
        self._version.write_text(f"Python {version}\n")

    def make(self) -> bool:
        self._log.write_text("")
        words = ["make", "-C", str(PROJECT), f"VENV={self.venv}", f"PYTHON={self._python}", str(self.venv / "ready")]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - make
        return "-m venv --clear" in self._log.read_text()


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    checkout = Checkout(tmp_path)
    assert checkout.make()
    return checkout


def test_a_working_environment_is_kept(checkout: Checkout) -> None:
    assert not checkout.make()
    checkout.upgrade("3.11.9")
    assert not checkout.make()


def test_the_environment_is_rebuilt_after_a_python_upgrade(checkout: Checkout) -> None:
    checkout.upgrade("3.13.5")
    assert checkout.make()
    assert not checkout.make()


def test_the_environment_is_rebuilt_after_the_checkout_was_moved(checkout: Checkout) -> None:
    moved = checkout.venv.parent.with_name("moved")
    checkout.venv.parent.rename(moved)
    checkout.venv = moved / ".venv"
    assert checkout.make()
    assert not checkout.make()


NEEDS = "companion: needs Python 3.11 or newer; "


def test_make_and_the_installer_name_the_required_python(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    path = f"{tmp_path}:{os.environ['PATH']}"
    make = ("make", "-C", str(PROJECT), f"VENV={tmp_path}/venv", "PYTHON=python3", f"{tmp_path}/venv/ready")
    for status in (1, 127):  # the answer to the question for its version; as where it is not there
        old.write_text(f"#!/bin/sh\nexit {status}\n")
        old.chmod(0o755)
        for command in (make, (str(PROJECT / "systemd/install.sh"),)):
            done = subprocess.run(command, env={"PATH": path}, capture_output=True, text=True, check=False)  # noqa: S603 - ours
            assert done.stderr.startswith(f"{NEEDS}python3 is older, or missing"), command
            assert done.returncode != 0
    assert list(tmp_path.iterdir()) == [old]


def test_a_build_reports_the_required_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 13, "final", 0))
    with pytest.raises(SystemExit, match=r"^ERROR: the companion needs Python 3\.11 or newer"):
        runpy.run_path(str(PROJECT / "hatch_build.py"))
