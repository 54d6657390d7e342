"""The time from the start of a command to its first output, relative to a plain import."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.bench.benchmark import Measurement
from tests.bench.command import COMPANION, environment, started_command

VENDORS = "import gpiozero, luma.oled.device, smbus2, PIL.Image, msgspec, sqlite3"
"""The libraries that the headless table imports in addition to asyncio."""
PAIRS = 15


def referee() -> Measurement:
    """Measures `companion referee` until its first answer, relative to `import json`."""
    return _relative_to("import json", lambda home: _seconds_to_line(home, b'{"query":"state"}\n', "referee"))


def headless() -> Measurement:
    """Measures the headless table until its first frame with a new journal, relative to the import of its libraries."""
    return _relative_to(VENDORS, lambda home: _seconds_to_line(home, b"", "play", "--device", "headless"))


def _relative_to(baseline: str, ours: Callable[[Path], float]) -> Measurement:
    """Returns the median ratio of alternate measurements; the first pair only compiles the modules."""
    pairs = [
        (_with_new_home(ours), _with_new_home(lambda home: _seconds_to_end(home, baseline))) for _ in range(PAIRS + 1)
    ][1:]
    seconds, bare = (median(column) for column in zip(*pairs, strict=True))
    return Measurement(
        median(our / its for our, its in pairs), f"{1000 * seconds:.0f} ms; the import {1000 * bare:.0f} ms"
    )


def _with_new_home(measure: Callable[[Path], float]) -> float:
    with TemporaryDirectory() as home:
        return measure(Path(home))


def _seconds_to_end(home: Path, program: str) -> float:
    began = perf_counter()
    subprocess.run([sys.executable, "-c", program], env=environment(home), check=True)  # noqa: S603 - our own
    return perf_counter() - began


def _seconds_to_line(home: Path, question: bytes, *arguments: str) -> float:
    began = perf_counter()
    with started_command(*COMPANION, *arguments, home=home) as companion:
        companion.ask(question)
        return perf_counter() - began
