"""A benchmark with its target, and a measurement."""

from collections.abc import Callable
from typing import NamedTuple


class Measurement(NamedTuple):
    value: float
    note: str = ""
    """Details for the reader of the report."""


class Benchmark(NamedTuple):
    name: str
    unit: str
    target: float
    measure: Callable[[], Measurement]
    is_minimum: bool = False
    """Whether the target is a minimum; otherwise it is a maximum."""
    may_be_zero: bool = False
    """Whether 0 is a valid measurement, as it is for growth; always so if the target is 0."""

    def is_met(self, value: float) -> bool:
        return self._is_valid(value) and (value >= self.target if self.is_minimum else value <= self.target)

    def row(self, measurement: Measurement) -> str:
        bound = "at least" if self.is_minimum else "at most"
        verdict = (
            "met" if self.is_met(measurement.value) else "MISSED" if self._is_valid(measurement.value) else "ERROR"
        )
        measured = f"{self.name:<46} {measurement.value:>10,.4g} {self.unit:<16}"
        return f"{measured} {bound:>8} {self.target:<9,.9g} {verdict:<6}  {measurement.note}".rstrip()

    def _is_valid(self, value: float) -> bool:
        """Returns whether the value is a valid measurement: a count of 0 mostly means that nothing was measured."""
        return value > 0 or self.may_be_zero or self.target == 0
