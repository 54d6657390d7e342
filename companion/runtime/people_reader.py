"""Reads everybody who has played from a journal, and counts them again only after another game has ended."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from threading import Lock, Thread

from companion.core.journal_error import JournalError
from companion.core.messages import HistoryFailed, PeopleRead
from companion.core.people import People, count_people
from companion.core.saved_games import Finished, GameId
from companion.runtime.clock import monotonic_s
from companion.runtime.finished_games import all_finished_entries
from companion.runtime.journal import Journal
from engine.games import GAMES

log = logging.getLogger(__name__)

NIGHT = timedelta(hours=6)
"""Whoever begins a game before six in the morning still plays on the evening before."""


class PeopleReader:
    """Counts the people of one journal. Any thread may ask; one counts, the others wait for its result."""

    def __init__(self, path: Path | None) -> None:
        """Takes where the journal is; None: nothing is kept."""
        self._path = path
        self._counting = Lock()
        self._counted: tuple[tuple[int, str], People] | None = None
        """What was counted, and the number of ended games by then with the end of the last."""

    def read(self) -> People:
        """Returns everybody who has played: 10,000 games take about half a second on a PC, so not on the loop's thread.

        Raises:
            JournalError: the journal as a whole cannot be read.
        """
        if self._path is None:
            return People()
        with self._counting, Journal.read(self._path) as journal:
            # A game that has ended stays as it is: only another one changes what was counted.
            ended = journal.count_ended()
            if self._counted is None or self._counted[0] != ended:
                self._counted = ended, read_people(journal)
            return self._counted[1]

    def read_later(self, deliver: Callable[[PeopleRead | HistoryFailed], object]) -> None:
        """Returns at once; a thread of its own counts, and hands over the result."""

        def count() -> None:
            try:
                deliver(PeopleRead(self.read(), monotonic_s()))
            except JournalError as error:
                log.warning("%s", error)
                deliver(HistoryFailed(error, monotonic_s()))

        # A daemon: who switches off does not wait for it.
        Thread(target=count, name="people", daemon=True).start()


def read_people(journal: Journal) -> People:
    """Returns everybody who has played in the games of an open journal.

    Only what is kept of each game as a whole is read, against its checksum: the events take thirty times as long.

    Raises:
        JournalError: the journal as a whole cannot be read.
    """
    damaged: list[GameId] = []

    def sound_games() -> Iterator[tuple[Finished, str]]:
        for entry in all_finished_entries(journal):
            if isinstance(entry, JournalError):
                damaged.append(GameId(entry.game))
            else:
                yield entry, evening_of(entry.begun_at)

    figures = {name: game.ranking[0] for name, game in GAMES.items() if game.ranking}
    # Every game is read before the damaged ones are reported: they are found on the way.
    people = count_people(sound_games(), figures)
    return people._replace(damaged=tuple(damaged))


def evening_of(at: str) -> str:
    """Returns the date of the evening to which a time of the journal belongs, by the clocks here."""
    return (datetime.fromisoformat(at).astimezone() - NIGHT).strftime("%Y-%m-%d")
