"""A stand-in for espeak-ng: it tells how it was called, and speaks until it is let go."""

import os
from pathlib import Path
from select import select
from typing import NamedTuple

PATIENCE_S = 20.0
PROGRAM = """#!/bin/sh
{{ printf '%s\\037' $$ "$@"; echo; }} > {heard}
read _ < {gate}
"""


class Said(NamedTuple):
    process: int
    arguments: list[str]

    @property
    def words(self) -> str:
        return self.arguments[-1]


class Mouth:
    """The test's end of the program: two pipes, one that tells the calls, one that ends them."""

    def __init__(self, folder: Path) -> None:
        self.program = folder / "espeak-ng"
        heard, gate = folder / "heard", folder / "gate"
        for pipe in (heard, gate):
            os.mkfifo(pipe)
        self._heard, self._gate = (os.open(pipe, os.O_RDWR) for pipe in (heard, gate))
        self.program.write_text(PROGRAM.format(heard=heard, gate=gate))
        self.program.chmod(0o755)

    def speaks(self, within_s: float = PATIENCE_S) -> bool:
        """Waits for a call that nobody has heard yet; False when none comes in time."""
        return bool(select([self._heard], [], [], within_s)[0])

    def hear(self) -> Said:
        """The next call.

        Raises:
            TimeoutError: there is none.
        """
        line = b""
        while not line.endswith(b"\n"):
            if not self.speaks():
                raise TimeoutError(line)
            line += os.read(self._heard, 4096)
        process, *arguments, _ = line.decode().split("\037")
        return Said(int(process), arguments)

    def finish(self) -> None:
        os.write(self._gate, b"\n")

    def close(self) -> None:
        for pipe in (self._heard, self._gate):
            os.close(pipe)
