"""Each of the four boards, recognised by what it says of itself; no board is forced, and gpiod is not there."""

import os
import sys

import pytest
from adafruit_platformdetect import Detector

from hardware.device import LIGHTS, Button, Colour, Frame, Press
from hardware.pi import Pins
from hardware.simulated.buses import Rgb
from tests.pi.boards import BOARDS, Board
from tests.wire.edge.box import ON_SPI
from tests.wire.edge.conftest import AtEdge

PATIENCE_S = 20.0
PICTURE = Frame(lights=(Colour(255, 0, 0), *(Colour(0, 0, 255),) * (LIGHTS - 1)), screen=b"\x0f" * 1024)


@pytest.fixture(params=BOARDS, ids=lambda board: board.name)
def board(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Board:
    """Each of the four, without gpiod and with nothing of Blinka loaded before."""
    assert "BLINKA_FORCEBOARD" not in os.environ
    monkeypatch.setitem(sys.modules, "gpiod", None)
    for module in [name for name in sys.modules if name.startswith(("adafruit_blinka", "digitalio", "board", "busio"))]:
        monkeypatch.delitem(sys.modules, module)
    board: Board = request.param
    return board


def test_it_is_recognised(at_edge: AtEdge, board: Board) -> None:
    at_edge(board=board)
    assert Detector().board.any_raspberry_pi
    assert int(Pins()().board_info.revision, 16) == board.revision


@pytest.mark.parametrize("screen", ["i2c", "spi"])
def test_the_whole_box_works_there(at_edge: AtEdge, board: Board, screen: str) -> None:
    edge = at_edge(ON_SPI, board=board) if screen == "spi" else at_edge(board=board)
    box = edge.box()
    box.listen(edge.heard.put)
    box.show(PICTURE)
    edge.tap(Button.OK)
    assert box.flush(PATIENCE_S)
    assert edge.lights() == (Rgb(255, 0, 0), *(Rgb(0, 0, 255),) * (LIGHTS - 1))
    assert edge.screen.controller.visible_screen() == PICTURE.screen
    assert edge.heard.get(timeout=PATIENCE_S) == Press(Button.OK)
    box.close()
    assert not {"board", "busio", "digitalio", "adafruit_blinka"} & sys.modules.keys()
