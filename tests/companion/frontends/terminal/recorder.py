"""A terminal without a table: what people do at it is kept."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

from textual.pilot import Pilot

from companion.core.messages import Action, Refusal
from companion.core.model import Model
from companion.core.viewer_kind import ViewerKind
from companion.frontends.terminal import BRAILLE, Size
from companion.frontends.terminal.frontend import TerminalFrontend
from companion.program.view import view
from companion.runtime.loop import Loop

Scenario = Callable[[Pilot[None], list[Action]], Awaitable[None]]


class Recorder:
    """A loop that only keeps what is done, and refuses it if it is told to."""

    def __init__(self, refusal: Refusal | None = None) -> None:
        self.done: list[Action] = []
        self._refusal = refusal

    def enqueue(self, action: Action, _sender: ViewerKind, reply: Callable[[Refusal], object]) -> None:
        self.done.append(action)
        if self._refusal is not None:
            reply(self._refusal)

    def stop(self) -> None:
        """The window was left."""


def at(model: Model, scenario: Scenario, *, size: Size = BRAILLE, refusal: Refusal | None = None) -> None:
    """Plays the scenario at a terminal that shows the model."""

    async def play() -> None:
        terminal, loop = TerminalFrontend(lambda *_: None, half=False), Recorder(refusal)
        # In the place of `run`, which opens a real terminal.
        terminal._loop = cast("Loop", loop)
        async with terminal.window.run_test(size=size) as pilot:
            show(terminal, model)
            await pilot.pause()
            await scenario(pilot, loop.done)

    asyncio.run(play())


def show(terminal: TerminalFrontend, model: Model) -> None:
    terminal.show(view(model, 0.0), model)
