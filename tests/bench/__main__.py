"""`make bench`: measures each benchmark and prints it with its target; `--check` fails if a target is missed."""

import argparse
import sys
from collections.abc import Iterable
from time import monotonic
from typing import TextIO

from tests.bench.benchmark import Benchmark
from tests.bench.benchmarks import BENCHMARKS


def report(benchmarks: Iterable[Benchmark], out: TextIO) -> bool:
    """Measures each benchmark, writes its row immediately, and returns whether all targets are met."""
    met = []
    for benchmark in benchmarks:
        measurement = benchmark.measure()
        out.write(benchmark.row(measurement) + "\n")
        out.flush()
        met.append(benchmark.is_met(measurement.value))
    return all(met)


def main() -> int:
    parser = argparse.ArgumentParser("tests.bench", description="Measure the benchmarks.")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a target is missed")
    requested = parser.parse_args()
    began = monotonic()
    met = report(BENCHMARKS, sys.stdout)
    sys.stdout.write(f"{monotonic() - began:.0f} s\n")
    return int(requested.check and not met)


if __name__ == "__main__":
    sys.exit(main())
