"""Runs a window without a terminal and reads its content."""

import asyncio
from collections.abc import Awaitable, Callable

from textual.pilot import Pilot

from companion.core.snapshot import MapSnapshot, Snapshot
from companion.terminal import MIN_SIZE, Size
from companion.terminal.window import PressButton, Window

Scenario = Callable[[Window, Pilot[None]], Awaitable[None]]


def run(scenario: Scenario, press: PressButton = lambda *_: None, *, size: Size = MIN_SIZE) -> None:
    async def play() -> None:
        window = Window(press)
        async with window.run_test(size=size) as pilot:
            await scenario(window, pilot)

    asyncio.run(play())


def lines(window: Window) -> list[str]:
    return [strip.text for strip in window.screen._compositor.render_strips()]


def playing(board: MapSnapshot | None = None) -> Snapshot:
    return Snapshot(title="", turn=None, figures=(), players=(), map=board)
