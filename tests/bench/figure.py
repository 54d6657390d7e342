"""A figure that was promised, and what it measured."""

from collections.abc import Callable
from typing import NamedTuple


class Reading(NamedTuple):
    value: float
    note: str = ""
    """The details, for people."""


class Figure(NamedTuple):
    name: str
    unit: str
    target: float
    at_most: bool
    """True: the value must not be above the target; False: not below."""
    measure: Callable[[], Reading]
    may_be_zero: bool = False
    """Whether nothing can be measured where all is well, such as growth; also if the target is 0."""

    def is_met(self, value: float) -> bool:
        return self._counts(value) and (value <= self.target if self.at_most else value >= self.target)

    def row(self, reading: Reading) -> str:
        bound = "at most" if self.at_most else "at least"
        verdict = "met" if self.is_met(reading.value) else "MISSED" if self._counts(reading.value) else "ERROR"
        measured = f"{self.name:<46} {reading.value:>10,.4g} {self.unit:<16}"
        return f"{measured} {bound:>8} {self.target:<9,.9g} {verdict:<6}  {reading.note}".rstrip()

    def _counts(self, value: float) -> bool:
        """Returns whether the measurement counts anything: one that finds nothing to count does not measure."""
        return value > 0 or self.may_be_zero or self.target == 0
