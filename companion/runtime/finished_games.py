"""The finished games of a journal.

A database that was edited, or written by a version with a mistake, must not make a page fail later: each summary is
checked in full before a figure is read from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.core.journal_error import JournalError, Trouble
from companion.core.saved_games import Finished, GameId, HistoryEntry
from companion.runtime.clock import to_local_time
from companion.runtime.journal import Journal
from engine.fairness import Finding, Line, check_fairness
from engine.game import Json
from engine.games import GAMES
from engine.record import AnyRecord, format  # noqa: A004 - the notation's name; the built-in is not used here
from engine.starts import UNPRINTABLE

_PAGE = 200
"""So many games are asked of the journal at a time where all are read."""
_MANY_BUSTS, _MANY_ROLLS = 1e6, 1 << 32
"""More than any game has: beyond these a figure was not written by us."""


def all_finished_entries(journal: Journal) -> Iterator[Finished | JournalError]:
    """Yields every finished game unchecked, the newest first, with the error in the place of each damaged one."""
    # Page by page: a journal may hold more games than fit into the memory of a small Pi.
    found = finished_entries(journal, _PAGE)
    while found:
        yield from found
        found = finished_entries(journal, _PAGE, GameId(found[-1].game))


def history_entries(journal: Journal, limit: int, before: GameId | None = None) -> tuple[HistoryEntry, ...]:
    """Returns a page of the history, the newest game first: the finished ones, each with its events checked.

    Only games with a number below `before` are listed.

    Raises:
        JournalError: the journal as a whole cannot be read.
    """
    entries = list[HistoryEntry]()
    for entry in finished_entries(journal, limit, before):
        if isinstance(entry, JournalError):
            entries.append(HistoryEntry(GameId(entry.game), None, entry))
            continue
        damage = None
        try:
            journal.event_texts(entry.game)
        except JournalError as error:
            if not error.game:  # the journal as a whole cannot be read
                raise
            damage = error
        entries.append(HistoryEntry(entry.game, entry, damage, to_local_time(entry.begun_at, "%Y-%m-%d")))
    return tuple(entries)


def finished_entries(journal: Journal, limit: int, before: GameId | None = None) -> list[Finished | JournalError]:
    """Returns the same games unchecked, with the error in the place of each of which nothing can be told."""
    entries: list[Finished | JournalError] = []
    for entry in journal.entries(limit, before):
        try:
            entries.append(check_summary(journal, entry) if isinstance(entry, Finished) else entry)
        except JournalError as error:
            entries.append(error)
    return entries


def check_summary(journal: Journal, game: Finished, seats: int | None = None) -> Finished:
    """Returns the game if its summary is complete, and has the right number of players where that is known.

    Raises:
        JournalError: `DAMAGED_GAME`.
    """
    if not _is_complete(game.lineup, game.summary) or seats not in {None, len(game.summary["players"])}:
        raise JournalError(Trouble.DAMAGED_GAME, journal.path, game=game.game)
    return game


def _is_complete(lineup: Json, summary: Json) -> bool:
    players, winners, standings = (_list_or_empty(summary.get(key)) for key in ("players", "winners", "standings"))
    seated, seats = _list_or_empty(lineup.get("players")), range(len(players))
    luck, game = _list_or_empty(summary.get("luck")), lineup.get("game")
    # `type`, and not `isinstance`, which takes true and false for numbers.
    return (
        isinstance(game, str)
        and all(isinstance(each.get(key, {}), dict) for each in (lineup, summary) for key in ("bots", "taken_over"))
        and type(summary.get("turns")) is int
        and len(seated) == len(players) == len(standings) > 0
        # Names go to terminals as they are: no version has journalled unprintable ones, but files may be changed.
        and all(isinstance(name, str) and UNPRINTABLE.search(name) is None for name in (*players, *seated))
        and isinstance(summary.get("winners"), list)
        and all(type(seat) is int and seat in seats for seat in winners)
        and all(_has_figures(standing, game) for standing in standings)
        and ("luck" not in summary or len(luck) == len(players))
        and all(map(_is_luck, luck))
    )


def _has_figures(standing: object, game: str) -> bool:
    """Returns whether a player's figures are there; those of a game that we do not know are not looked at."""
    figures = GAMES[game].ranking if game in GAMES else ()
    return isinstance(standing, dict) and all(type(standing.get(figure)) is int for figure in figures)


def _is_luck(luck: object) -> bool:
    """Returns whether this is the luck of a seat, as `companion.core.table.summary` keeps it."""
    if not isinstance(luck, dict):
        return False
    expected, bold = luck.get("expected_busts"), luck.get("boldest")
    if type(luck.get("busts")) is not int or not isinstance(expected, int | float):
        return False
    if not 0 <= expected < _MANY_BUSTS:  # which NaN and the infinite are not
        return False
    # The boldest roll is a part of a whole, such as `[17, 216]`.
    is_pair = isinstance(bold, list) and len(bold) == 2 and all(type(each) is int for each in bold)
    return bold is None or (is_pair and 0 <= bold[0] <= bold[1] and 0 < bold[1] < _MANY_ROLLS)


def _list_or_empty(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def verified_draws(record: AnyRecord) -> str | None:
    """Returns what the box drew, `dice` or `tiles`, if all of it follows from the seed that it had committed to.

    None if a draw differs, the seed was not revealed, or a roll was entered by hand, which cannot be checked.
    """
    events = (format(event, record.game) for event in record.events)
    verdict = check_fairness([Line(number, event) for number, event in enumerate(events, 1)])
    if verdict.finding is not Finding.FAIR or not all(roll.due == roll.dice for roll in verdict.rolls):
        return None
    return "tiles" if verdict.from_hands else "dice"
