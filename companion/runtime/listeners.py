"""Listeners: functions of other packages that receive the events of the games.

A package registers a function as an entry point of the group `companion.listeners`, under the function's own name. It
receives each event after it is saved (at once if games are not saved); hidden hands are in no event. See
docs/listeners.md.
"""

import logging
from collections import deque
from collections.abc import Callable
from itertools import islice
from threading import Semaphore, Thread
from typing import Any

from companion.core.game_session import AnySession
from engine.dice import commitment
from engine.record import AnyEvent, format_event
from engine.registry import Registry

QUEUE_LENGTH = 64
"""Maximum number of events in the queue of a slow listener. Older events are dropped: there is a gap in the numbers."""

Receive = Callable[[dict[str, Any]], object]
LISTENERS = Registry[Receive]("", group="companion.listeners", name_attribute="__name__")

log = logging.getLogger(__name__)


class _Listener:
    """Calls a listener on a separate thread for each event. After an error it continues with the next event."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._waiting: deque[tuple[AnySession, int, AnyEvent]] = deque(maxlen=QUEUE_LENGTH)
        self._queued_count = Semaphore(0)
        # A daemon, because the program's end must not wait for a listener.
        Thread(target=self._run, name="listener", daemon=True).start()

    def put(self, session: AnySession, number: int, event: AnyEvent) -> None:
        self._waiting.append((session, number, event))
        self._queued_count.release()

    def _run(self) -> None:
        while self._queued_count.acquire():
            if not self._waiting:  # the event was dropped
                continue
            session, number, event = self._waiting.popleft()
            try:
                # Encoded in this thread, so that it does not delay a press.
                shown = {"number": number, "event": format_event(event, session.game)}
                self._receive({"game": commitment(session.seed), **shown})
            except Exception:  # listeners are foreign code, and the next event may succeed
                log.exception("a listener failed at event %d", number)


class Listeners:
    """Sends new events to every listener."""

    def __init__(self) -> None:
        self._listeners: list[_Listener] = []
        self._sent: tuple[bytes, int] = b"", 0
        """The seed of the newest game, and the number of its events that need not be sent any more."""

    def add(self, receive: Receive) -> None:
        self._listeners.append(_Listener(receive))

    def publish(self, session: AnySession | None) -> None:
        """Sends the new events of the model's game to the listeners' queues; returns at once."""
        if not self._listeners or session is None or session.record is None:
            return
        events, (seed, sent) = session.record.events, self._sent
        if seed != session.seed or sent > len(events):  # another game, perhaps with the same fixed seed
            sent = session.resumed_event_count
        self._sent = session.seed, len(events)
        # Searched from the end, because in a long game only one of thousands of events is new.
        for number, event in enumerate(reversed([*islice(reversed(events), len(events) - sent)]), sent + 1):
            for listener in self._listeners:
                listener.put(session, number, event)
