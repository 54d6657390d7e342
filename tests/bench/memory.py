"""What a headless table keeps in memory: after a game, and after many.

Run as a program, with a folder, it plays as fast as it can, and says how much it has grown.
"""

import asyncio
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from companion.main import run_table
from companion.pages.attract import AttractPage
from companion.runtime.loop import Loop
from companion.tables.claimit.turn import WinnerPage
from hardware.simulated.device import SimulatedDevice
from tests.bench import seat
from tests.bench.command import COMPANION, Talk, talk
from tests.bench.figure import Reading

SEASONED, GAMES = 100, 500
"""The number of games after which every cache is full."""
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - a disk that is quick, for 100,000 events
BY_PINS = 10
"""Every tenth game is played by the pins with a picture of each press: 278 a game, 11,000 between the two figures. The
others go past pins and pictures, but through the loop, the journal and the buzzer: a fifth of the time."""
AT_ONCE = ("play", "--device", "headless", "--players", "2", "--first", "1", "--set", "buttons.debounce_ms=0")


def of_a_table() -> Reading:
    """MB that `companion play --device headless` keeps resident when a game is over; it has loaded no other game."""
    with TemporaryDirectory() as home, talk(*COMPANION, *AT_ONCE, home=Path(home)) as table:
        frames = _play_to_the_end(table)
        return Reading(_resident_mb(table.pid), f"after a game of {frames} frames")


def growth() -> Reading:
    """MB that a table grows from the 100th to the 500th game."""
    began = perf_counter()
    program = (sys.executable, "-m", "tests.bench.memory")
    folder = IN_MEMORY if IN_MEMORY.is_dir() else None
    with TemporaryDirectory(dir=folder) as home, talk(*program, home, home=Path(home)) as table:
        grown_mb = float(table.stdout.readline())
        resident_mb = _resident_mb(table.pid)
    return Reading(
        grown_mb,
        f"from game {SEASONED} to {GAMES}, every {BY_PINS}th with each picture; {resident_mb:.1f} MB then;"
        f" {perf_counter() - began:.0f} s",
    )


def _play_to_the_end(table: Talk) -> int:
    """Presses `ok`, and banks what was placed, until the game is over; returns the number of frames."""
    frame = json.loads(table.stdout.readline())
    while frame["page"] != "winner":
        button = "bank" if frame["page"] in {"choose", "guide"} else "ok"
        frame = _answer(table, button, frame)
    return int(frame["frame"])


def _answer(table: Talk, button: str, frame: dict[str, Any]) -> dict[str, Any]:
    """The first frame on which a press has led somewhere; those that only blink are read over."""
    table.stdin.write(f'{{"press":"{button}"}}\n'.encode())
    table.stdin.flush()
    seen = frame
    while (seen["page"], seen["events"]) == (frame["page"], frame["events"]):
        seen = json.loads(table.stdout.readline())
    return seen


def _resident_mb(pid: int | str) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) * 1024 / 1e6


def _grow(folder: Path) -> None:
    """Plays, and says how many MB it has grown since it was seasoned; the process stays until its input ends."""
    device, shown = seat.device(), asyncio.Event()

    async def sit(loop: Loop) -> None:
        finger, seasoned_mb = Finger(loop, device, shown), 0.0
        for game in range(1, GAMES + 1):
            await (finger.play_by_pins() if game % BY_PINS == 0 else finger.play_past_pins())
            if game == SEASONED:
                seasoned_mb = _resident_mb("self")
        sys.stdout.write(f"{_resident_mb('self') - seasoned_mb}\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.readline)

    run_table(seat.order(folder / "journal.sqlite"), device, seat.Guest(lambda *_: shown.set(), sit))


class Finger:
    def __init__(self, loop: Loop, device: SimulatedDevice, shown: asyncio.Event) -> None:
        self._loop = loop
        self._device = device
        self._shown = shown
        self._player = seat.Player(looks=0.05, again=0.6)

    async def play_by_pins(self) -> None:
        """Presses, each time as soon as the picture has answered the one before."""
        while not self._game_is_won():
            await self._press_pin()
        while not self._game_is_put_away():
            await self._press_pin()

    async def play_past_pins(self) -> None:
        """Has the loop handle press after press, and waits for the winner's picture only."""
        while not self._game_is_won():
            self._handle_press()
        self._shown.clear()
        await self._shown.wait()
        while not self._game_is_put_away():
            self._handle_press()

    def _game_is_won(self) -> bool:
        return isinstance(self._loop.model.page, WinnerPage)

    def _game_is_put_away(self) -> bool:
        return isinstance(self._loop.model.page, AttractPage)

    def _handle_press(self) -> None:
        self._loop.enqueue(self._player.next_press(self._loop.model))
        self._loop._handle_all()

    async def _press_pin(self) -> None:
        before = self._loop.model.last_press_at
        pin = self._device.pin_of(self._player.next_press(self._loop.model).button)
        pin.drive_low()
        pin.drive_high()
        while self._loop.model.last_press_at == before:
            self._shown.clear()
            await self._shown.wait()


if __name__ == "__main__":
    _grow(Path(sys.argv[1]))
