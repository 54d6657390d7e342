"""The axes of the lights: what stands beneath their columns and beside their rows."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from hardware.device import SIDE


class Span(NamedTuple):
    """A label, and the neighbouring lines of lights that share it."""

    label: str
    first: int
    """The first of the lines, 0 the one at the left or at the bottom."""
    lines: int


class Axes(NamedTuple):
    """The labels of the six columns and of the six rows, a letter or digit each; neighbours with the same share it."""

    columns: tuple[str, ...]
    """From the left."""
    rows: tuple[str, ...]
    """From the bottom."""


NUMBERS = tuple(str(number) for number in range(1, SIDE + 1))
DEVICE_AXES = Axes(NUMBERS, NUMBERS)
"""The lights' own numbers, while no game is played: 1/1 is the light at the lower left."""


def label_spans(labels: tuple[str, ...]) -> tuple[Span, ...]:
    """Returns the labels of one axis, each once, in their order, with the lines of lights that share it."""
    found, first = list[Span](), 0
    for label, same in groupby(labels):
        lines = len(tuple(same))
        found.append(Span(label, first, lines))
        first += lines
    return tuple(found)
