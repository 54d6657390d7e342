from collections.abc import Iterator
from typing import Protocol

import pytest

from hardware.box import Box
from hardware.wiring import Wiring
from tests.hardware.clocks import ManualScheduler
from tests.pi.boards import ZERO_2, Board
from tests.wire.edge.box import Edge


class AtEdge(Protocol):
    def __call__(self, wiring: Wiring = ..., *, answers_at: int = ..., board: Board = ...) -> Edge: ...


@pytest.fixture
def at_edge(monkeypatch: pytest.MonkeyPatch, hold_calls: ManualScheduler) -> Iterator[AtEdge]:  # noqa: ARG001 - it keeps a press from becoming a hold
    """Builds the machine that a wiring describes and closes its boxes. A press becomes a hold only on demand."""
    edges: list[Edge] = []

    def build(wiring: Wiring = Wiring(), *, answers_at: int = 0x3C, board: Board = ZERO_2) -> Edge:  # noqa: B008 - it is frozen
        edges.append(Edge(wiring, answers_at, board).stand_in(monkeypatch))
        return edges[-1]

    yield build
    for edge in edges:
        for box in edge.boxes:
            box.close()


@pytest.fixture
def edge(at_edge: AtEdge) -> Edge:
    return at_edge()


@pytest.fixture
def box(edge: Edge) -> Box:
    box = edge.box()
    box.listen(edge.inputs.put)
    return box
