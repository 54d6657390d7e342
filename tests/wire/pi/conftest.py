from collections.abc import Iterator
from typing import Protocol

import pytest

from hardware.box import Box
from hardware.wiring import Wiring
from tests.hardware.clocks import ManualScheduler
from tests.pi.boards import ZERO_2, Board
from tests.wire.pi.simulated_pi import SimulatedPi


class MakePi(Protocol):
    def __call__(self, wiring: Wiring = ..., *, screen_address: int = ..., board: Board = ...) -> SimulatedPi: ...


@pytest.fixture
def make_pi(monkeypatch: pytest.MonkeyPatch, hold_calls: ManualScheduler) -> Iterator[MakePi]:  # noqa: ARG001 - it keeps a press from becoming a hold
    """Builds the machine that a wiring describes and closes its boxes. A press becomes a hold only on demand."""
    machines: list[SimulatedPi] = []

    def build(wiring: Wiring = Wiring(), *, screen_address: int = 0x3C, board: Board = ZERO_2) -> SimulatedPi:  # noqa: B008 - it is frozen
        machines.append(SimulatedPi(wiring, screen_address, board).install(monkeypatch))
        return machines[-1]

    yield build
    for pi in machines:
        for box in pi.boxes:
            box.close()


@pytest.fixture
def pi(make_pi: MakePi) -> SimulatedPi:
    return make_pi()


@pytest.fixture
def box(pi: SimulatedPi) -> Box:
    box = pi.box()
    box.listen(pi.inputs.put)
    return box
