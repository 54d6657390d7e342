"""How long the commands take from the start to the first thing they say, against a bare import."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.bench.command import COMPANION, surroundings, talk
from tests.bench.figure import Reading

VENDORS = "import gpiozero, luma.oled.device, smbus2, PIL.Image, msgspec, sqlite3"
"""All that the headless table loads in addition to our own code and asyncio."""
PAIRS = 15


def referee() -> Reading:
    """`companion referee` to its first answer, in times of `import json`."""
    return _in_times_of("import json", lambda home: _seconds_to_line(home, b'{"query":"state"}\n', "referee"))


def headless() -> Reading:
    """The headless table to its first frame, on a new journal, in times of the bare import of its vendors' code."""
    return _in_times_of(VENDORS, lambda home: _seconds_to_line(home, b"", "play", "--device", "headless"))


def _in_times_of(yardstick: str, ours: Callable[[Path], float]) -> Reading:
    """The median ratio of pairs measured in turns, after one that compiles the modules."""
    pairs = [(_at_home(ours), _at_home(lambda home: _seconds_to_end(home, yardstick))) for _ in range(PAIRS + 1)][1:]
    seconds, bare = (median(column) for column in zip(*pairs, strict=True))
    return Reading(median(our / its for our, its in pairs), f"{1000 * seconds:.0f} ms; the import {1000 * bare:.0f} ms")


def _at_home(measure: Callable[[Path], float]) -> float:
    """What is measured with a new home, where nothing was ever kept."""
    with TemporaryDirectory() as home:
        return measure(Path(home))


def _seconds_to_end(home: Path, program: str) -> float:
    began = perf_counter()
    subprocess.run([sys.executable, "-c", program], env=surroundings(home), check=True)  # noqa: S603 - our own
    return perf_counter() - began


def _seconds_to_line(home: Path, question: bytes, *arguments: str) -> float:
    """From the start of the process until its first line was read whole."""
    began = perf_counter()
    with talk(*COMPANION, *arguments, home=home) as companion:
        companion.ask(question)
        return perf_counter() - began
