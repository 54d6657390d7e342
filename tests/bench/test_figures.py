from math import nan

from tests.bench.card import SYNC
from tests.bench.figure import Reading
from tests.bench.table import FIGURES


def test_a_value_beyond_the_target_is_missed_in_every_row() -> None:
    for figure in FIGURES:
        beyond = figure.target * 1.01 + 0.001 if figure.at_most else figure.target * 0.99
        assert " MISSED" in figure.row(Reading(beyond))
        assert [figure.is_met(value) for value in (beyond, nan, figure.target)] == [False, False, True], figure.name


def test_a_count_of_nothing_is_an_error_unless_nothing_is_the_target_or_growth() -> None:
    accepting = {figure.name for figure in FIGURES if figure.is_met(0)}
    assert accepting == {figure.name for figure in FIGURES if figure.target == 0 or "growth" in figure.name}
    assert all(" ERROR" in figure.row(Reading(0)) for figure in FIGURES if figure.name not in accepting)


def test_the_waits_for_the_disk_are_counted_as_strace_writes_them() -> None:
    trace = "fdatasync(5)                            = 0\nfsync(6)    = 0\n+++ exited with 0 +++\n"
    assert len(SYNC.findall(trace)) == 2
