"""Places by figures, where those who tie share one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def shared_ranks(figures: Sequence[Any]) -> tuple[int, ...]:
    """Returns the place of each of these figures, the highest first: it has 1; two that tie for 1 are followed by 3."""
    return tuple(1 + sum(other > own for other in figures) for own in figures)
