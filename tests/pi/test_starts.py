import json
from pathlib import Path
from signal import SIGINT
from typing import TextIO, cast

import pytest

from tests.pi.boards import BOARDS, Board
from tests.pi.machine import COMPANION, PYTHON, Machine, finish, is_possible

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not is_possible(), reason="this system makes no mount namespaces (unshare --mount)"),
]
DRIVERS_OF_REAL_PINS = frozenset(
    {"lgpio", "gpiod", "RPi", "board", "busio", "digitalio", "adafruit_blinka", "adafruit_platformdetect"}
    | {"neopixel", "neopixel_write"}
)
"""What only real pins need, or pixels on a pin of their own."""
LOOK = """
from adafruit_platformdetect import Detector
from gpiozero.pins.local import get_pi_revision
from hardware.pi import is_raspberry_pi
print(Detector().board.any_raspberry_pi, hex(get_pi_revision()), is_raspberry_pi())
"""


STRIP = """
from types import SimpleNamespace
from hardware import pi
from hardware.pixels import Pixels
from hardware.wiring import Wiring
pi.Spi = lambda: SimpleNamespace(open=lambda *_: None, writebytes=lambda data: print(len(data)))
Pixels(lambda: pi._connect_strip(Wiring())).write(bytes(108))
"""


@pytest.fixture(params=BOARDS, ids=lambda board: board.name)
def board(request: pytest.FixtureRequest) -> Board:
    return cast("Board", request.param)


@pytest.fixture
def machine(board: Board, tmp_path: Path) -> Machine:
    return Machine(board, tmp_path)


def test_the_libraries_take_the_machine_for_the_board(machine: Machine, board: Board) -> None:
    assert finish(machine.start(*PYTHON, LOOK)).stdout.split() == ["True", hex(board.revision), "True"]


def test_the_headless_device_shows_its_first_frame(machine: Machine) -> None:
    played = machine.companion("play", "--device", "headless")
    frame = json.loads(played.stdout.splitlines()[0])
    assert (played.status, played.stderr, frame["page"]) == (0, "", "attract")
    assert any(int(row, 16) for row in frame["screen"])
    assert "white" not in frame
    assert not played.imported & DRIVERS_OF_REAL_PINS


def test_the_simulated_device_serves_its_page(machine: Machine) -> None:
    playing = machine.start(*COMPANION, "play", "--device", "simulated", "--port", "0", "--no-browser")
    said: list[str] = []
    for line in cast("TextIO", playing.stderr):
        said.append(line)
        if line.startswith("companion: ") and "http://127.0.0.1:" in line:
            playing.send_signal(SIGINT)
            break
    left = finish(playing, "".join(said))
    assert "http://" in left.stderr
    assert "Traceback" not in left.stderr
    assert not left.imported & DRIVERS_OF_REAL_PINS


def test_the_real_strip_needs_one_module_of_its_library(machine: Machine) -> None:
    sent = finish(machine.start(*PYTHON, STRIP))
    assert (sent.status, sent.stdout, sent.stderr) == (0, "1344\n", "")
    assert sent.imported & (DRIVERS_OF_REAL_PINS | {"adafruit_pixelbuf"}) == {"adafruit_pixelbuf"}


def test_the_referee_answers(machine: Machine) -> None:
    refereeing = machine.start(*COMPANION, "referee")
    stdin, stdout = cast("TextIO", refereeing.stdin), cast("TextIO", refereeing.stdout)
    stdin.write('{"query":"state"}\n')
    stdin.flush()
    assert "error" in json.loads(stdout.readline())
    assert not finish(refereeing).imported & (DRIVERS_OF_REAL_PINS | {"gpiozero", "luma", "smbus2"})


def test_the_doctor_reports_what_is_missing(machine: Machine, board: Board) -> None:
    examined = machine.companion("doctor", "--json")
    checks = {check["name"]: check for check in json.loads(examined.stdout)["checks"]}
    assert (examined.status, examined.stderr, checks["board"]["what"]) == (1, "", board.name)
    wrong = {name for name, check in checks.items() if check["verdict"] == "wrong" and check["mend"]}
    assert {"pins package", "pins", "buttons", "i2c", "spi"} <= wrong
    assert examined.imported & DRIVERS_OF_REAL_PINS == {"lgpio"}  # tried, by the check of the buttons
