"""A window without a terminal, and what is to be seen in it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from companion.core.snapshot import Snapshot
from companion.frontends.terminal import BRAILLE, Size
from companion.frontends.terminal.window import Window

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.pilot import Pilot

    from companion.core.snapshot import MapSnapshot
    from companion.frontends.terminal.panels import Press

    Scenario = Callable[[Window, Pilot[None]], Awaitable[None]]


def run(scenario: Scenario, press: Press = lambda *_: None, *, size: Size = BRAILLE, half: bool = False) -> None:
    """Plays the scenario in a window of that size."""

    async def play() -> None:
        window = Window(press, half=half)
        async with window.run_test(size=size) as pilot:
            await scenario(window, pilot)

    asyncio.run(play())


def lines(window: Window) -> list[str]:
    return [strip.text for strip in window.screen._compositor.render_strips()]


def playing(board: MapSnapshot | None = None) -> Snapshot:
    """A game of which nothing is known but its map."""
    return Snapshot(title="", status="", turn=None, figures=(), players=(), map=board)
