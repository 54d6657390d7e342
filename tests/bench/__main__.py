"""`make bench`: prints each figure that was promised beside its target; `--check` fails when one is missed."""

import argparse
import sys
from collections.abc import Iterable
from time import monotonic
from typing import TextIO

from tests.bench.figure import Figure
from tests.bench.table import FIGURES


def report(figures: Iterable[Figure], out: TextIO) -> bool:
    """Measures each, writes its row at once, and says whether all targets are reached."""
    met = []
    for figure in figures:
        reading = figure.measure()
        out.write(figure.row(reading) + "\n")
        out.flush()
        met.append(figure.is_met(reading.value))
    return all(met)


def main() -> int:
    parser = argparse.ArgumentParser("tests.bench", description="Measure what was promised.")
    parser.add_argument("--check", action="store_true", help="exit with 1 when a target is missed")
    requested = parser.parse_args()
    began = monotonic()
    met = report(FIGURES, sys.stdout)
    sys.stdout.write(f"{monotonic() - began:.0f} s\n")
    return int(requested.check and not met)


if __name__ == "__main__":
    sys.exit(main())
