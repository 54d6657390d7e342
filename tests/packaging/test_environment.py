import subprocess
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


def test_an_environment_that_works_is_kept(checkout: Checkout) -> None:
    assert not checkout.make()
    checkout.upgrade("3.11.9")
    assert not checkout.make()


def test_an_environment_is_made_again_after_an_upgrade_of_python(checkout: Checkout) -> None:
    checkout.upgrade("3.13.5")
    assert checkout.make()
    assert not checkout.make()


def test_an_environment_is_made_again_after_the_checkout_was_moved(checkout: Checkout) -> None:
    moved = checkout.venv.parent.with_name("moved")
    checkout.venv.parent.rename(moved)
    checkout.venv = moved / ".venv"
    assert checkout.make()
    assert not checkout.make()
