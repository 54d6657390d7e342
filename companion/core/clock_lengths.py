"""The lengths of the clock for turns. Alone, so that whoever reads a setting loads no table (`turn_clock` does)."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

ClockLength: TypeAlias = Literal[0, 60, 120, 180, 300, 600]
"""After how many seconds a turn is long; 0: never. Whole minutes, as they are said in minutes."""
CLOCK_LENGTHS_S: tuple[int, ...] = get_args(ClockLength)
