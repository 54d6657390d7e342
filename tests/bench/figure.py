"""A measured figure and what it must reach."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """One line of `make bench`."""

    name: str
    value: float
    unit: str
    target: float
    at_most: bool
    """True: the value must not be above the target; False: not below."""

    @property
    def is_met(self) -> bool:
        """Whether the target is reached."""
        return self.value <= self.target if self.at_most else self.value >= self.target
