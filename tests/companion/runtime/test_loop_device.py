import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.core.effects import Power
from companion.core.model import Model
from companion.main import run_application
from companion.program.view import View
from companion.runtime.launch_config import LaunchConfig
from companion.runtime.loop import Frontend, Loop
from companion.runtime.systemd import PowerRequest
from companion.settings.loader import load_settings
from engine.game import Seat
from hardware.device import LIGHTS, Button, Tone
from hardware.simulated.device import SimulatedDevice
from tests.companion.games.app import TWO_PLAYERS
from tests.hardware.wirings import make_wiring

pytestmark = pytest.mark.slow
TIMEOUT_S = 20.0
UNPLUGGED = OSError(5, "Input/output error")
DARK = ((0, 0, 0),) * LIGHTS


class Visitor(Frontend):
    def __init__(self, device: SimulatedDevice, script: "Callable[[Visitor], Awaitable[None]]") -> None:
        self.device = device
        self._script = script
        self._pages: asyncio.Queue[str] = asyncio.Queue()
        self.received: list[tuple[Tone, ...]] = []
        self.is_done = False
        """Whether the script has reached its end."""

    def show(self, view: View, model: Model) -> None:
        self._pages.put_nowait(view.page)

    def play(self, tones: Sequence[Tone]) -> None:
        self.received.append(tuple(tones))

    async def run(self, loop: Loop) -> None:
        try:
            await self._script(self)
            self.is_done = True
        finally:
            loop.stop()

    async def on(self, page: str) -> None:
        async with asyncio.timeout(TIMEOUT_S):
            while await self._pages.get() != page:
                pass

    async def press(self, button: Button) -> None:
        await asyncio.to_thread(self.device.press, button)


def unplugged_device() -> SimulatedDevice:
    device = SimulatedDevice(make_wiring(buttons_debounce_ms=0))
    device.strip.failure = UNPLUGGED
    return device


def run_script(folder: Path, script: Callable[[Visitor], Awaitable[None]], device: SimulatedDevice) -> None:
    settings = load_settings(None, [], {"HOME": str(folder)})
    order = LaunchConfig(settings, folder / "journal.sqlite", replace(TWO_PLAYERS, first=Seat(0)), bytes(32))
    visitor = Visitor(device, script)
    run_application(order, device, visitor)
    assert visitor.is_done


def test_a_game_continues_without_lights_until_they_work_again(tmp_path: Path) -> None:
    async def script(visitor: Visitor) -> None:
        strip, back, events = visitor.device.strip, asyncio.Event(), asyncio.get_running_loop()

        def written() -> None:
            events.call_soon_threadsafe(back.set)

        strip.on_write = written
        await visitor.on("fault")
        await visitor.press(Button.OK)
        await visitor.on("turn")
        await visitor.press(Button.OK)
        await visitor.on("roll")
        assert strip.sent_bytes == 0
        strip.failure = None
        async with asyncio.timeout(TIMEOUT_S):
            await back.wait()
        await visitor.press(Button.OK)
        await visitor.on("choose")
        assert await asyncio.to_thread(visitor.device.flush, TIMEOUT_S)
        assert visitor.device.lights() != DARK

    run_script(tmp_path, script, unplugged_device())


def test_the_box_is_dark_and_the_journal_closed_before_the_power_is_switched_off(tmp_path: Path) -> None:
    bright = list[tuple[int, bool]]()

    async def switch_off(visitor: Visitor) -> None:
        for page in ("turn", "roll"):
            await visitor.on(page)
            await visitor.press(Button.OK)
        await visitor.on("choose")
        await asyncio.to_thread(visitor.device.hold, Button.UNDO)
        for button in (Button.LEFT, Button.OK, Button.LEFT):
            await visitor.press(button)
        await asyncio.to_thread(visitor.device.flush)
        bright.append((visitor.device.contrast(), visitor.device.lights() != DARK))
        await visitor.press(Button.OK)
        await visitor.on("farewell")
        await visitor.press(Button.OK)

    device, seen = SimulatedDevice(make_wiring(buttons_debounce_ms=0)), []

    def take(_: float) -> None:
        (tmp_path / Power.OFF).unlink()
        is_closed = not (tmp_path / "journal.sqlite-wal").exists()
        seen.append((device.contrast(), device.lights(), is_closed))

    requested = PowerRequest(tmp_path, take)
    order = LaunchConfig(
        load_settings(None, [], {"HOME": str(tmp_path)}),
        tmp_path / "journal.sqlite",
        replace(TWO_PLAYERS, first=Seat(0)),
        bytes(32),
        power=requested,
    )
    assert run_application(order, device, Visitor(device, switch_off)).is_leaving
    assert bright == [(255, True)]
    assert seen == [(0, DARK, True)]
