"""Reads everybody who has played from a journal, and counts them again only after another game has ended."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from companion.core.journal_error import DamagedGame
from companion.core.people import People, count_people
from companion.core.saved_games import Finished, GameId
from companion.runtime.journal import Journal
from engine.games import GAMES

PEOPLE_S = 60.0
"""How long counting may take, in seconds."""
NIGHT = timedelta(hours=6)
"""Whoever begins a game before six in the morning still plays on the evening before."""

_counted: dict[Path, tuple[tuple[int, str], People]] = {}
"""What this process has counted, and the number of ended games by then with the end of the last."""


def people_of(path: Path) -> People:
    """Returns everybody who has played, for a worker: 10,000 games take half a second on a PC.

    Raises:
        JournalError: the journal as a whole cannot be read.
    """
    with Journal.read(path) as journal:
        # A game that has ended stays as it is: only another one changes what was counted.
        ended = journal.count_ended()
        if path not in _counted or _counted[path][0] != ended:
            _counted[path] = ended, read_people(journal)
        return _counted[path][1]


def read_people(journal: Journal) -> People:
    """Returns everybody who has played in the games of an open journal.

    Only what is kept of each game as a whole is read, against its checksum: the events take thirty times as long.

    Raises:
        JournalError: the journal as a whole cannot be read.
    """
    damaged: list[GameId] = []

    def sound_games() -> Iterator[tuple[Finished, str]]:
        for entry in journal.finished_games():
            if isinstance(entry, DamagedGame):
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
