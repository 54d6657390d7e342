"""Signals that come while the table is being opened."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """
import os, signal, sys
from companion import composition_root
from companion.commands.cli import main
open_box = composition_root.open_simulated_box
def interrupted(*arguments):
    for _ in range({times}):
        os.kill(os.getpid(), signal.{name})
    return open_box(*arguments)
composition_root.open_simulated_box = interrupted
sys.exit(main(["play", "--device", "headless", "--journal", sys.argv[1]]))
"""
"""Sends itself the signal just before the box is opened, where Ctrl-C met a thread that was being started."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "times", "status"), [("SIGINT", 1, 0), ("SIGTERM", 1, 0), ("SIGHUP", 1, 0), ("SIGINT", 2, 130)]
)
def test_a_signal_while_the_box_is_opened_ends_the_table_in_order(
    tmp_path: Path, name: str, times: int, status: int
) -> None:
    """It shows its first picture and ends; a second Ctrl-C does not wait for that. Neither leaves a traceback."""
    program = PROGRAM.format(name=name, times=times)
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program, str(tmp_path / "journal.sqlite")], env={**os.environ, "HOME": str(tmp_path)},
        input="", capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (status, "")
    assert bool(done.stdout) == (status == 0)
