"""The memory of a headless table: after one game, and its growth over many games.

As a program with a folder as its argument, it plays the games and prints by how much it has grown.
"""

import asyncio
import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from companion.main import run_application
from companion.pages.attract import AttractPage
from companion.runtime.loop import Loop
from companion.tables.claimit.turn import WinnerPage
from hardware.simulated.device import SimulatedDevice
from tests.bench.benchmark import Measurement
from tests.bench.command import COMPANION, StartedCommand, started_command
from tests.bench.scripted_game import ScriptedFrontend, ScriptedPlayer, launch_config, simulated_device

WARM_UP_GAMES, GAMES = 100, 500
"""After the warm-up, all caches are full."""
RAM_DISK = Path("/dev/shm")  # noqa: S108 - fast enough for 100,000 events
PIN_GAMES = 10
"""Every tenth game is played through the pins and draws a picture for each of its 278 presses. The others use only the
loop, the journal and the buzzer, which takes a fifth of the time."""
START_GAME = ("play", "--device", "headless", "--players", "2", "--first", "1", "--set", "buttons.debounce_ms=0")


def resident() -> Measurement:
    """Measures the resident memory of `companion play --device headless` after a game, in MB."""
    with TemporaryDirectory() as home, started_command(*COMPANION, *START_GAME, home=Path(home)) as table:
        frames = _play_to_the_end(table)
        return Measurement(_resident_mb(table.pid), f"after a game of {frames} frames")


def growth() -> Measurement:
    """Measures the growth of the resident memory from game 100 to game 500, in MB."""
    began = perf_counter()
    program = (sys.executable, "-m", "tests.bench.memory")
    folder = RAM_DISK if RAM_DISK.is_dir() else None
    with TemporaryDirectory(dir=folder) as home, started_command(*program, home, home=Path(home)) as table:
        grown_mb = float(table.stdout.readline())
        resident_mb = _resident_mb(table.pid)
    return Measurement(
        grown_mb,
        f"from game {WARM_UP_GAMES} to {GAMES}, every {PIN_GAMES}th through the pins; {resident_mb:.1f} MB then;"
        f" {perf_counter() - began:.0f} s",
    )


def _play_to_the_end(table: StartedCommand) -> int:
    frame = json.loads(table.stdout.readline())
    while frame["page"] != "winner":
        button = "bank" if frame["page"] in {"choose", "guide"} else "ok"
        frame = _answer(table, button, frame)
    return int(frame["frame"])


def _answer(table: StartedCommand, button: str, frame: dict[str, Any]) -> dict[str, Any]:
    """Presses a button; returns the first frame with another page or event. Frames that only blink are skipped."""
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
    device, shown = simulated_device(), asyncio.Event()

    async def play(loop: Loop) -> None:
        player, warm_mb = FastPlayer(loop, device, shown), 0.0
        for game in range(1, GAMES + 1):
            await (player.play_through_pins() if game % PIN_GAMES == 0 else player.play_without_pins())
            if game == WARM_UP_GAMES:
                warm_mb = _resident_mb("self")
        sys.stdout.write(f"{_resident_mb('self') - warm_mb}\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.readline)

    run_application(launch_config(folder / "journal.sqlite"), device, ScriptedFrontend(lambda *_: shown.set(), play))


class FastPlayer:
    def __init__(self, loop: Loop, device: SimulatedDevice, shown: asyncio.Event) -> None:
        self._loop = loop
        self._device = device
        self._shown = shown
        self._player = ScriptedPlayer(move_chance=0.05, roll_again_chance=0.6)

    async def play_through_pins(self) -> None:
        """Plays one game; presses each button as soon as the display shows the result of the previous press."""
        while not self._game_is_won():
            await self._press_pin()
        while not self._attract_page_is_open():
            await self._press_pin()

    async def play_without_pins(self) -> None:
        """Plays one game through the loop's queue and waits only for the view of the winner."""
        while not self._game_is_won():
            self._handle_press()
        self._shown.clear()
        await self._shown.wait()
        while not self._attract_page_is_open():
            self._handle_press()

    def _game_is_won(self) -> bool:
        return isinstance(self._loop.model.page, WinnerPage)

    def _attract_page_is_open(self) -> bool:
        return isinstance(self._loop.model.page, AttractPage)

    def _handle_press(self) -> None:
        self._loop.enqueue(self._player.next_press(self._loop.model))
        self._loop._handle_all()

    async def _press_pin(self) -> None:
        before = self._loop.model.last_active_at
        pin = self._device.pin_of(self._player.next_press(self._loop.model).button)
        pin.drive_low()
        pin.drive_high()
        while self._loop.model.last_active_at == before:
            self._shown.clear()
            await self._shown.wait()


if __name__ == "__main__":
    _grow(Path(sys.argv[1]))
