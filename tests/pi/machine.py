"""A machine that says it is a Raspberry Pi: a process of its own, in a mount namespace with another /proc."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.pi.boards import Board

SCRIPT = Path(__file__).with_name("machine.sh")
NAMESPACE = ("unshare", "--map-root-user", "--mount")
PYTHON = (sys.executable, "-X", "importtime", "-c")
"""It says on standard error what it imports."""
LIMIT = ("timeout", "60")
"""Ends what hangs, after this many seconds; passes signals on."""
COMPANION = (*PYTHON, "from companion.commands.cli import main; raise SystemExit(main())")
ABSENT = ("gpiod", "lgpio")
"""Packages that the default dependencies do not bring; on a real Raspberry Pi the system may have them."""


@cache
def is_possible() -> bool:
    try:
        return subprocess.run((*NAMESPACE, "true"), capture_output=True, check=False).returncode == 0  # noqa: S603 - constant
    except OSError:
        return False


class Finished(NamedTuple):
    status: int
    stdout: str
    stderr: str
    """Without the imports that Python lists."""
    imported: frozenset[str]
    """The packages that it imported, by the first part of their names."""


class Machine:
    """A Raspberry Pi on which nothing is installed but the default dependencies, `ABSENT` in particular not."""

    def __init__(self, board: Board, folder: Path) -> None:
        """Writes its files into an empty folder, which is the home of its user as well."""
        self._proc, self._home, modules = folder / "proc", folder / "home", folder / "modules"
        for path, data in board.files.items():
            file = self._proc / Path(path).relative_to("/proc")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        self._home.mkdir()
        modules.mkdir()
        for name in ABSENT:
            absent = f"raise ModuleNotFoundError(\"No module named '{name}'\", name='{name}')\n"
            (modules / f"{name}.py").write_text(absent)
        homes = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"), str(self._home))
        self._environ = {**os.environ, **homes, "PYTHONPATH": str(modules)}

    def start(self, *command: str) -> subprocess.Popen[str]:
        return subprocess.Popen(  # noqa: S603 - the tests' own commands
            (*LIMIT, *NAMESPACE, "sh", str(SCRIPT), str(self._proc), *command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self._home,
            env=self._environ,
        )

    def companion(self, *arguments: str) -> Finished:
        """Runs a command of the companion, with an empty standard input, to its end."""
        return finish(self.start(*COMPANION, *arguments))


def finish(process: subprocess.Popen[str], read: str = "") -> Finished:
    """Waits for the end of a process, of whose standard error this part was read before."""
    with process:
        stdout, stderr = process.communicate()
    lines = (read + stderr).splitlines()
    imports = [line for line in lines if line.startswith("import time:")]
    modules = frozenset(line.rpartition("|")[2].strip().partition(".")[0] for line in imports)
    return Finished(process.returncode, stdout, "\n".join(line for line in lines if line not in imports), modules)
