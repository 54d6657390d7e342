import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path

import pytest

from companion.core.model import Model
from companion.main import open_simulated_box, run_table
from companion.program.view import View
from companion.runtime.launch_config import LaunchConfig
from companion.runtime.loop import Loop
from companion.runtime.systemd import SystemdNotifier
from companion.settings.schema import Settings
from hardware.device import Tone
from tests.systemd.manager import Manager

FED_EVERY_S = 0.01


class Visitor:
    def __init__(self, script: Callable[[], Awaitable[None]]) -> None:
        self._script = script

    def show(self, view: View, model: Model) -> None:
        pass

    def play(self, tones: Sequence[Tone]) -> None:
        pass

    def announce(self, text: str) -> None:
        pass

    async def run(self, loop: Loop) -> None:
        try:
            await self._script()
        finally:
            loop.stop()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    manager = Manager(str(tmp_path / "notify"))
    yield manager
    manager.close()


def visit(manager: Manager, script: Callable[[], Awaitable[None]]) -> None:
    watched = SystemdNotifier(manager.address, FED_EVERY_S)
    run_table(LaunchConfig(Settings(), None), open_simulated_box(Settings()), watched, Visitor(script))


def test_systemd_gets_the_first_picture_the_watchdog_and_the_end(manager: Manager) -> None:
    async def script() -> None:
        shown = [await asyncio.to_thread(manager.next) for _ in range(5)]
        assert sorted(shown) == ["READY=1", *["WATCHDOG=1"] * 4]

    visit(manager, script)
    *fed, last = manager.waiting()
    assert set(fed) <= {"WATCHDOG=1"}
    assert last == "STOPPING=1"


def test_a_loop_that_hangs_does_not_feed_the_watchdog(manager: Manager) -> None:
    async def script() -> None:
        assert await asyncio.to_thread(manager.next)
        manager.waiting()
        assert manager.is_silent(10 * FED_EVERY_S)
        assert await asyncio.to_thread(manager.next) == "WATCHDOG=1"

    visit(manager, script)
