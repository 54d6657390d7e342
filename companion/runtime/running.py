"""Runs the frontends after the first frame, and loads what that frame does not need."""

import asyncio
import gc
import hmac  # noqa: F401 - loaded now, not during a press
import logging
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

import companion.features.bots  # as above
import companion.runtime.archive  # noqa: F401 - as above
import engine.coach  # noqa: F401 - as above
from companion.core.model import TABLES, Model
from companion.program.view import View
from companion.runtime.listeners import LISTENERS
from companion.runtime.loop import Frontend, Loop
from companion.runtime.workers import STOP_SIGNALS
from engine.bots import BOTS
from engine.games import GAMES
from engine.registry import BrokenPlugin, Registry

log = logging.getLogger(__name__)


async def run_frontends(
    loop: Loop,
    frontends: Sequence[Frontend],
    early_signals: Sequence[int],
    run_bot_programs: Callable[[], Coroutine[Any, Any, None]] | None,
) -> None:
    """Runs the loop with its frontends until the players leave or a signal ends it, also one that arrived earlier."""
    event_loop = asyncio.get_running_loop()
    for signum in STOP_SIGNALS:
        event_loop.add_signal_handler(signum, loop.stop)
    if early_signals:
        loop.stop()
    tasks = [asyncio.create_task(frontend.run(loop)) for frontend in frontends]
    if run_bot_programs is not None:
        tasks.append(asyncio.create_task(run_bot_programs()))
    loading = asyncio.create_task(_load_plugins(loop))
    await loop.run()
    # A cancelled frontend cleans up; the terminal, for example, restores its contents.
    for task in (loading, *tasks):
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _load_plugins(loop: Loop) -> None:
    """Loads listeners, games, tables and bots before they are needed, so that no press waits for them.

    While the pages of a game are open, the other games (3 MB) are not needed. They are loaded when another page opens.
    """
    await _load(LISTENERS)
    for receive in LISTENERS.values():
        loop.listeners.add(receive)
    has_left_game = asyncio.Event()

    def note_page(_: View, model: Model) -> None:
        if not model.page.is_of_game:
            has_left_game.set()

    if loop.model.page.is_of_game:
        _freeze()  # the wait may be long; the games loaded after it are frozen then
        loop.audience.append(note_page)
        await has_left_game.wait()
    await _load(GAMES, TABLES, BOTS)
    _freeze()


async def _load(*registries: Registry[Any]) -> None:
    for registry in registries:
        for name in registry:
            with suppress(BrokenPlugin):  # reported below
                registry[name]  # imports it
            # A plug-in may be slow to load: the loop runs between two of them, and notifies systemd's watchdog.
            await asyncio.sleep(0)
    # Without duplicates: most packages contain a game and its table.
    for sentence in dict.fromkeys(chain.from_iterable(registry.broken() for registry in registries)):
        log.warning("%s", sentence)


def _freeze() -> None:
    """Enables the garbage collector again after the start, but not for the objects that exist now."""
    gc.freeze()
    gc.enable()
