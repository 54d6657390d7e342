"""Listeners: functions of other packages that receive what happens in the games on the table.

A package announces a function by an entry point of the group `companion.listeners`, under the function's own name. It
receives each public event after it is durable (at once where nobody saves), as docs/listeners.md describes.

A frontend is no listener: it shows the newest view and skips what it is late for. Leaving a game is no event.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from itertools import islice
from threading import Semaphore, Thread
from typing import Any

from companion.core.game_session import AnySession
from companion.core.table_registry import table_of
from engine.dice import commitment
from engine.record import AnyEvent, format  # noqa: A004 - the notation's name; the built-in is not used here
from engine.registry import Registry

WAITING = 64
"""How many events wait for a slow listener; beyond them the oldest are dropped, which it sees by the numbers."""

Receive = Callable[[dict[str, Any]], object]
LISTENERS = Registry[Receive]("", group="companion.listeners", name="__name__")

log = logging.getLogger(__name__)


class _Listener:
    """Calls its function on a thread of its own, one event at a time, each once; an error costs it that event."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._waiting: deque[tuple[AnySession, int, AnyEvent]] = deque(maxlen=WAITING)
        self._put = Semaphore(0)
        # A daemon: the end of the table waits for no listener.
        Thread(target=self._run, name="listener", daemon=True).start()

    def put(self, game: AnySession, number: int, event: AnyEvent) -> None:
        self._waiting.append((game, number, event))
        self._put.release()

    def _run(self) -> None:
        while self._put.acquire():
            if not self._waiting:  # it was dropped
                continue
            game, number, event = self._waiting.popleft()
            try:
                # Written down here, so that no press waits for it.
                public = {} if table_of(game).has_secrets else {"event": format(event, game.game)}
                self._receive({"game": commitment(game.seed), "number": number, **public})
            except Exception:  # whatever it is: a listener is not ours, and the next event is for it all the same
                log.exception("a listener failed at event %d", number)


class Listeners:
    """Hands new events to every listener."""

    def __init__(self) -> None:
        self._listeners: list[_Listener] = []
        self._told: tuple[bytes, int] = b"", 0
        """The seed of the newest game, and how many of its events were handed on or had happened before."""

    def add(self, receive: Receive) -> None:
        self._listeners.append(_Listener(receive))

    def publish(self, game: AnySession | None) -> None:
        """Hands on what is new in the game of the model that was just committed. Returns at once."""
        if not self._listeners or game is None or game.record is None:
            return
        events, (seed, told) = game.record.events, self._told
        if seed != game.seed or told > len(events):
            told = game.resumed
        self._told = game.seed, len(events)
        # From the newest back: of thousands of events of a long game mostly one is new.
        for number, event in enumerate(reversed([*islice(reversed(events), len(events) - told)]), told + 1):
            for listener in self._listeners:
                listener.put(game, number, event)
