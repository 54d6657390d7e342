"""The command as a process of its own, to be talked to."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

COMPANION = (str(Path(sys.executable).with_name("companion")),)
UNWANTED = frozenset({"PYTHONDONTWRITEBYTECODE", "STATE_DIRECTORY"})
"""What would have modules compiled at each start, and what names another journal."""


class Talk(NamedTuple):
    pid: int
    stdin: BinaryIO
    stdout: BinaryIO

    def ask(self, line: bytes) -> bytes:
        """The next line of its output, after this input.

        Raises:
            EOFError: it ended instead.
        """
        self.stdin.write(line)
        self.stdin.flush()
        answer = self.stdout.readline()
        if not answer:
            raise EOFError("the command ended without an answer")
        return answer


@contextmanager
def talk(*command: str, home: Path) -> Iterator[Talk]:
    """Starts a command; its input ends with the block, and the block with the process."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=surroundings(home)) as process:  # noqa: S603 - our own
        yield Talk(process.pid, cast("BinaryIO", process.stdin), cast("BinaryIO", process.stdout))
        process.communicate()


def surroundings(home: Path) -> Mapping[str, str]:
    folders = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"), str(home))
    return {key: value for key, value in os.environ.items() if key not in UNWANTED} | folders
