import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
NEEDS = "companion: needs Python 3.11 or newer; "


def test_make_and_the_installer_say_which_python_is_needed(tmp_path: Path) -> None:
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


def test_a_build_says_which_python_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 13, "final", 0))
    with pytest.raises(SystemExit, match=r"^ERROR: the companion needs Python 3\.11 or newer"):
        runpy.run_path(str(PROJECT / "hatch_build.py"))
