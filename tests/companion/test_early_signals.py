import os
import subprocess
import sys
from pathlib import Path
from signal import SIGINT

import pytest

PROGRAM = """
import os, signal, sys
from companion import main as composition_root
from companion.commands.cli import main
open_box = composition_root.open_simulated_box
def interrupted(*arguments):
    for _ in range({times}):
        os.kill(os.getpid(), signal.{name})
    return open_box(*arguments)
composition_root.open_simulated_box = interrupted
sys.exit(main(["play", "--device", "headless", "--journal", sys.argv[1]]))
"""
"""A program that sends itself the signal just before the box opens, while a thread starts."""


AT_ONCE = """
import atexit, os, signal, sys
where, *words = sys.argv[1:]
def interrupt():
    for _ in range(2):
        os.kill(os.getpid(), signal.SIGINT)
class Finder:
    def find_spec(name, *_):
        if name == where:
            interrupt()
sys.meta_path.insert(0, Finder)
if where == "the end":
    atexit.register(interrupt)
if where == "ignored":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    interrupt()
sys.argv = ["companion", *words]
from companion.__main__ import run
run()
"""
"""A program that sends itself Ctrl-C while a module is searched for, or while the interpreter ends."""

BEFORE_ALL = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a worker of the tests may ignore it
for known in ("signal", "enum"):  # a measure of coverage has imported them before the program
    sys.modules.pop(known, None)
class Finder:
    def find_spec(name, *_):
        if name == "enum":
            os.kill(os.getpid(), 2)
sys.meta_path.insert(0, Finder)
from companion.__main__ import run
"""
"""A program that sends itself Ctrl-C during its first import, before signals are handled."""


def test_ctrl_c_during_imports_ends_silently() -> None:
    done = subprocess.run([sys.executable, "-c", BEFORE_ALL], capture_output=True, text=True, check=False, timeout=60)  # noqa: S603 - our own program
    assert (done.returncode, done.stderr) == (130, "")


@pytest.mark.slow
def test_ctrl_c_ends_every_command_silently(tmp_path: Path) -> None:
    journal = ("--journal", str(tmp_path / "journal.sqlite"))
    ended = {
        ("argparse", "settings"): -SIGINT,
        ("companion.settings.settings_file", "settings"): -SIGINT,
        ("companion.runtime.journal", "history", *journal): -SIGINT,
        ("companion.main", "play", "--device", "headless", *journal): -SIGINT,
        ("the end", "overlay", str(tmp_path / "sheet.svg")): -SIGINT,
        ("ignored", "settings"): 0,
    }
    for words, status in ended.items():
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-c", AT_ONCE, *words], capture_output=True, text=True, check=False, timeout=60
        )
        assert (words, done.returncode) == (words, status)
        assert "Traceback" not in done.stderr
        assert "ignored" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "times", "status"), [("SIGINT", 1, 0), ("SIGTERM", 1, 0), ("SIGHUP", 1, 0), ("SIGINT", 2, 130)]
)
def test_a_signal_during_opening_ends_the_companion_cleanly(tmp_path: Path, name: str, times: int, status: int) -> None:
    program = PROGRAM.format(name=name, times=times)
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program, str(tmp_path / "journal.sqlite")], env={**os.environ, "HOME": str(tmp_path)},
        input="", capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (status, "")
    assert bool(done.stdout) == (status == 0)
