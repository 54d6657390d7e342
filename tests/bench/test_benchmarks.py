from math import nan

from tests.bench.benchmark import Measurement
from tests.bench.benchmarks import BENCHMARKS
from tests.bench.disk import SYNC


def test_a_missed_target_is_marked_in_every_row() -> None:
    for benchmark in BENCHMARKS:
        beyond = benchmark.target * 0.99 if benchmark.is_minimum else benchmark.target * 1.01 + 0.001
        assert " MISSED" in benchmark.row(Measurement(beyond))
        assert [benchmark.is_met(value) for value in (beyond, nan, benchmark.target)] == [False, False, True], (
            benchmark.name
        )


def test_a_measurement_of_0_is_an_error_unless_expected() -> None:
    accepting = {benchmark.name for benchmark in BENCHMARKS if benchmark.is_met(0)}
    assert accepting == {
        benchmark.name for benchmark in BENCHMARKS if benchmark.target == 0 or "growth" in benchmark.name
    }
    assert all(" ERROR" in benchmark.row(Measurement(0)) for benchmark in BENCHMARKS if benchmark.name not in accepting)


def test_fsync_calls_are_counted_in_the_output_of_strace() -> None:
    trace = "fdatasync(5)                            = 0\nfsync(6)    = 0\n+++ exited with 0 +++\n"
    assert len(SYNC.findall(trace)) == 2
