"""The edge for the tests in this folder."""

from collections.abc import Iterator
from typing import Protocol

import pytest

from hardware.box import Box
from hardware.wiring import Wiring
from tests.hardware.manual_scheduler import ManualScheduler
from tests.pi.boards import ZERO_2, Board
from tests.wire.edge.box import Edge


class AtEdge(Protocol):
    def __call__(self, wiring: Wiring = ..., *, answers_at: int = ..., board: Board = ...) -> Edge:
        """The machine that a wiring describes."""


@pytest.fixture
def at_edge(monkeypatch: pytest.MonkeyPatch, hold_calls: ManualScheduler) -> AtEdge:  # noqa: ARG001 - a press is no hold
    """Builds the machine that a wiring describes; a button is held there only when the test says so."""

    def build(wiring: Wiring = Wiring(), *, answers_at: int = 0x3C, board: Board = ZERO_2) -> Edge:  # noqa: B008 - it is frozen
        return Edge(wiring, answers_at, board).stand_in(monkeypatch)

    return build


@pytest.fixture
def edge(at_edge: AtEdge) -> Edge:
    return at_edge()


@pytest.fixture
def box(edge: Edge) -> Iterator[Box]:
    box = edge.box()
    box.listen(edge.heard.put)
    yield box
    box.close()
