"""Telling something outside what happens in the games on the table: one subscription, whoever listens.

The loop publishes the model that it has just committed, so an event is told after it is durable; where nobody saves, it
is committed at once. What is new is found by counting the record's events, and not from the effects that journal them:
those are dropped where nobody saves, and one rewritten journal holds all of them. Whoever is told may be anybody, so
nothing is told that a spectator may not know.
"""

from __future__ import annotations

import logging
from collections import deque
from itertools import islice
from threading import Condition, Thread
from typing import TYPE_CHECKING, NamedTuple

from companion.core.table_registry import table_of
from engine.dice import commitment
from engine.record import format  # noqa: A004 - the notation's name; the built-in is not used here

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.game_session import AnySession
    from engine.game import Json
    from engine.record import AnyEvent

WAITING = 64
"""So many events wait for a subscriber that is slow."""

log = logging.getLogger(__name__)


class GameNews(NamedTuple):
    """One event of a game, from its start on; what came before that stands in the start, as in a record."""

    game: str
    """The commitment to the game's seed, which the info page shows: no other game has it."""
    number: int
    """The event's place in the game's record, 1 the start. It goes on after a restart; one that is missing was dropped.

    Numbers come again only where the players resume before a damaged event: what follows takes its place.
    """
    event: Json | None
    """As the record tells it; None where the game's state has secrets, of which an event may tell."""


class Subscription:
    """Calls its subscriber on a thread of its own, one event at a time, each once.

    A subscriber that is slow holds up nobody: of the events that wait for it the oldest are dropped beyond 64, which it
    can see by the numbers. One that raises an exception loses the event at which it did, and gets the next. What still
    waits when the table ends is dropped; the record has it.
    """

    def __init__(self, receive: Callable[[GameNews], object]) -> None:
        self._receive = receive
        self._changed = Condition()
        self._waiting: deque[tuple[AnySession, int, AnyEvent]] = deque(maxlen=WAITING)
        # A daemon: who switches off waits for no subscriber.
        Thread(target=self._run, name="subscription", daemon=True).start()

    def put(self, game: AnySession, number: int, event: AnyEvent) -> None:
        with self._changed:
            self._waiting.append((game, number, event))
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                game, number, event = self._waiting.popleft()
            try:
                # Written down here, so that no press waits for it.
                notation = None if table_of(game).has_secrets else format(event, game.game)
                self._receive(GameNews(commitment(game.seed), number, notation))
            except Exception:  # whatever it is: a subscriber is not ours, and the next event is for it all the same
                log.exception("a subscriber failed at event %d", number)


class Publisher:
    """Knows which events have been told, and tells the new ones to all who have subscribed."""

    def __init__(self) -> None:
        self._subscriptions: list[Subscription] = []
        self._published: dict[bytes, int] = {}
        """How many events of each game were told, or had happened before it was resumed; by its seed."""

    def subscribe(self, receive: Callable[[GameNews], object]) -> None:
        """Has each event that happens from now on handed to `receive`, on a thread of its own."""
        self._subscriptions.append(Subscription(receive))

    def publish(self, game: AnySession | None) -> None:
        """Tells what is new in the game of the model that was just committed. Returns at once."""
        if game is None or game.record is None:
            return
        events = game.record.events
        published = self._published.get(game.seed, game.resumed)
        # The fixed seed of a test comes again, in another game: then the record is shorter.
        published = published if published <= len(events) else game.resumed
        # From the newest back: of thousands of events of a long game mostly one is new.
        new = tuple(islice(reversed(events), len(events) - published))
        for number, event in enumerate(reversed(new), published + 1):
            for subscription in self._subscriptions:
                subscription.put(game, number, event)
        self._published[game.seed] = len(events)
