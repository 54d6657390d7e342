"""Starts a command in its own process and exchanges lines with it."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

COMPANION = (str(Path(sys.executable).with_name("companion")),)
EXCLUDED_VARIABLES = frozenset({"PYTHONDONTWRITEBYTECODE", "STATE_DIRECTORY"})
"""The first would make Python compile all modules at each start; the second names another journal."""


class StartedCommand(NamedTuple):
    pid: int
    stdin: BinaryIO
    stdout: BinaryIO

    def ask(self, line: bytes) -> bytes:
        """Sends a line and returns the next line of the output.

        Raises:
            EOFError: the command ended without an answer.
        """
        self.stdin.write(line)
        self.stdin.flush()
        answer = self.stdout.readline()
        if not answer:
            raise EOFError("the command ended without an answer")
        return answer


@contextmanager
def started_command(*command: str, home: Path) -> Iterator[StartedCommand]:
    """Starts a command. At the end of the block, closes its input and waits until it ends."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment(home)) as process:  # noqa: S603 - our own
        yield StartedCommand(process.pid, cast("BinaryIO", process.stdin), cast("BinaryIO", process.stdout))
        process.communicate()


def environment(home: Path) -> Mapping[str, str]:
    folders = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"), str(home))
    return {key: value for key, value in os.environ.items() if key not in EXCLUDED_VARIABLES} | folders
