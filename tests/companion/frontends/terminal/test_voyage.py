"""A voyage of Piratenclaim in the terminal, from the cargo to the winner: by keys, and by clicks on the map."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import pytest

from companion.core.messages import Pointed, Pressed
from companion.core.viewer_kind import BOX
from companion.frontends.terminal import Size
from companion.frontends.terminal.frontend import TerminalFrontend
from companion.frontends.terminal.panels import MapPanel
from companion.program.update import update
from hardware.device import Button, Press
from tests.companion.frontends.terminal.pilot import lines
from tests.companion.frontends.terminal.recorder import show
from tests.companion.pages.piratenclaim import LAID, VOYAGE, played

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.messages import Action, Refusal
    from companion.core.model import Model
    from companion.core.viewer_kind import ViewerKind
    from companion.runtime.loop import Loop

KEYS = {"left": Button.LEFT, "right": Button.RIGHT, "enter": Button.OK, "b": Button.BANK, "u": Button.UNDO}
BETWEEN_S = 1.0
"""Two presses of one button that follow each other faster may be one."""


class Playing:
    """A loop that knows nothing but the pure update; what is drawn is shown at once."""

    def __init__(self, terminal: TerminalFrontend, model: Model) -> None:
        self.model = model
        self._terminal = terminal
        show(terminal, model)

    def enqueue(self, action: Action, _sender: ViewerKind, _reply: Callable[[Refusal], object]) -> None:
        """Points at a field."""
        self._take(Pointed(cast("str", action.place), self.model.now + BETWEEN_S, BOX))  # type: ignore[union-attr]

    def hit(self, key: str) -> None:
        """Presses the button of a key."""
        self._take(Pressed(Press(KEYS[key]), self.model.now + BETWEEN_S))

    def _take(self, message: Pointed | Pressed) -> None:
        self.model = update(replace(self.model, now=message.at), message).model
        show(self._terminal, self.model)


@pytest.mark.slow
def test_a_voyage_is_played_in_the_terminal() -> None:
    async def scenario() -> None:
        terminal = TerminalFrontend(lambda *_: None, half=False)
        async with terminal.window.run_test(size=Size(100, 60)) as pilot:
            loop = Playing(terminal, played(LAID, by_hand=True, guide=False, **VOYAGE))
            terminal._loop = cast("Loop", loop)

            def hit(*keys: str) -> str:
                for key in keys:
                    loop.hit(key)
                return loop.model.page.name

            assert hit("b", "b") == "piratenclaim_turn"
            assert hit("right", "enter", "right", "enter") == "piratenclaim_travel"
            await pilot.pause()
            board = terminal.window.query_one(MapPanel)
            rows = lines(terminal.window)[board.region.y : board.region.bottom]
            down, across = next((down, row.index("0/2")) for down, row in enumerate(rows) if "0/2" in row)
            for _ in range(2):
                await pilot.click(MapPanel, offset=(across - board.region.x, down))
                await pilot.pause()
            assert loop.model.page.name == "piratenclaim_fleet"
            assert any("27 fuel" in line for line in lines(terminal.window))
            while loop.model.page.name != "piratenclaim_winner":
                hit("u" if loop.model.page.name == "piratenclaim_fleet" else "enter")
            await pilot.pause()
            assert any("Play again" in line for line in lines(terminal.window))
            assert loop.model.session.state.turns == 10

    asyncio.run(scenario())
