"""The finished games of a journal."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from companion.core.journal_error import DamagedGame, JournalError
from companion.core.saved_games import GameId, HistoryEntry
from companion.runtime.archive import ArchiveError, fetch_game
from companion.runtime.clock import to_local_time
from companion.runtime.journal import Journal
from engine.fairness import Finding, Line, check_fairness
from engine.record import AnyRecord, format  # noqa: A004 - the notation's name; the built-in is not used here

DICE_S = 60.0
"""How long the dice of a game may take to be verified, in seconds."""


def history_entries(journal: Journal, limit: int | None, before: GameId | None = None) -> tuple[HistoryEntry, ...]:
    """Returns a page of the history, the newest game first: the finished ones, each with its events checked.

    Only games with a number below `before` are listed.

    Raises:
        JournalError: the journal as a whole cannot be read.
    """
    entries = list[HistoryEntry]()
    for entry in islice(journal.finished_games(before), limit):
        if isinstance(entry, DamagedGame):
            entries.append(HistoryEntry(GameId(entry.game), None, entry))
            continue
        damage = None
        try:
            journal.event_texts(entry.game)
        except DamagedGame as error:
            damage = error
        entries.append(HistoryEntry(entry.game, entry, damage, to_local_time(entry.begun_at, "%Y-%m-%d")))
    return tuple(entries)


def verified_draws(record: AnyRecord) -> str | None:
    """Returns what the box drew, `dice` or `tiles`, if all of it follows from the seed that it had committed to.

    None if a draw differs, the seed was not revealed, or a roll was entered by hand, which cannot be checked.
    """
    events = (format(event, record.game) for event in record.events)
    verdict = check_fairness([Line(number, event) for number, event in enumerate(events, 1)])
    if verdict.finding is not Finding.FAIR or not all(roll.due == roll.dice for roll in verdict.rolls):
        return None
    return "tiles" if verdict.from_hands else "dice"


def verified_draws_of(path: Path, game: GameId) -> str | None:
    """Returns the same of a finished game in a journal, for a worker: a long one takes seconds on a small machine."""
    try:
        with Journal.read(path) as journal:
            return verified_draws(fetch_game(journal, game).record)
    except (ArchiveError, JournalError):  # what is wrong with it is shown where it is opened
        return None
