"""The finished games of a journal, with their summaries checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.core.journal_error import JournalError, Trouble
from companion.core.saved_games import Finished, GameId, HistoryEntry
from companion.runtime.abandoned_games import abandoned_entries
from companion.runtime.clock import to_local_time
from engine.games import GAMES
from engine.starts import UNPRINTABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.runtime.journal import Journal
    from engine.game import Json


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

    Those with sealed dice that were abandoned stand among them.

    Args:
        journal: where they are kept.
        limit: how many at most.
        before: only games with a lower number; None: from the newest on.

    Raises:
        JournalError: the journal as a whole cannot be read.
    """
    finished = [_history_entry(journal, entry) for entry in finished_entries(journal, limit, before)]
    entries = sorted((*finished, *abandoned_entries(journal, before)), key=lambda entry: entry.game, reverse=True)
    return tuple(entries[:limit])


def _history_entry(journal: Journal, entry: Finished | JournalError) -> HistoryEntry:
    if isinstance(entry, JournalError):
        return HistoryEntry(GameId(entry.game), None, entry)
    damage = None
    try:
        journal.event_texts(entry.game)
    except JournalError as error:
        if not error.game:  # the journal as a whole cannot be read
            raise
        damage = error
    return HistoryEntry(entry.game, entry, damage, to_local_time(entry.begun_at, "%Y-%m-%d"))


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
    # Looked at in full: whoever edits the database, or a version with a mistake, must not make a page fail later.
    players, winners, standings = (_list_or_empty(summary.get(key)) for key in ("players", "winners", "standings"))
    seated, seats = _list_or_empty(lineup.get("players")), range(len(players))
    return (
        isinstance(lineup.get("game"), str)
        and all(isinstance(each.get(key, {}), dict) for each in (lineup, summary) for key in ("bots", "taken_over"))
        and type(summary.get("turns")) is int
        and len(seated) == len(players) == len(standings) > 0
        and all(_is_name(player) for player in (*players, *seated))
        and isinstance(summary.get("winners"), list)
        and all(type(seat) is int and seat in seats for seat in winners)
        and all(_has_figures(standing, lineup["game"]) for standing in standings)
        and ("luck" not in summary or _is_luck(summary["luck"], len(players)))
    )


def _is_name(player: object) -> bool:
    """Returns whether it can be written on a terminal: no version has journalled others, but files may be changed."""
    return isinstance(player, str) and UNPRINTABLE.search(player) is None


def _has_figures(standing: object, game: str) -> bool:
    """Returns whether a player's figures are there; those of a game that we do not know are not looked at."""
    figures = GAMES[game].ranking if game in GAMES else ()
    return isinstance(standing, dict) and all(type(standing.get(figure)) is int for figure in figures)


def _is_luck(luck: object, seats: int) -> bool:
    """Returns whether this is the luck of so many seats, as `companion.core.table.summary` keeps it."""
    return isinstance(luck, list) and len(luck) == seats and all(map(_is_seat_luck, luck))


def _is_seat_luck(luck: object) -> bool:
    if not isinstance(luck, dict):
        return False
    expected, bold = luck.get("expected_busts"), luck.get("boldest")
    return (
        type(luck.get("busts")) is int
        and isinstance(expected, int | float)
        and 0 <= expected < _MANY_BUSTS  # which NaN and the infinite are not
        and (bold is None or _is_share(bold))
    )


def _is_share(bold: object) -> bool:
    """Returns whether this is a part of a whole, such as `[17, 216]`."""
    return (
        isinstance(bold, list)
        and len(bold) == 2
        and all(type(each) is int for each in bold)
        and 0 <= bold[0] <= bold[1]
        and 0 < bold[1] < _MANY_ROLLS
    )


def _list_or_empty(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
