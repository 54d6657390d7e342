"""The games of a journal that nobody plays any more: the finished ones, and abandoned ones with sealed dice.

Whoever edits the database, or a version with a mistake, must not make a page fail later: each summary is checked in
full before anybody reads a figure from it. And once a commitment was shown, the game is told of: whoever abandons one
game after the other could look for a seed that suits.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from companion.core.journal_error import JournalError, Trouble
from companion.core.players import players_of
from companion.core.saved_games import Abandoned, AbandonedGame, Finished, GameId, HistoryEntry
from companion.runtime.archive import record_since_start
from companion.runtime.clock import to_local_time, utc_now
from companion.runtime.journal import Journal
from engine.dice import commitment
from engine.game import Illegal, Json
from engine.games import GAMES
from engine.record import AnyRecord
from engine.registry import BrokenPlugin
from engine.starts import UNPRINTABLE, parse_seat_word, parse_start_roll

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

    Those with sealed dice that were abandoned stand among them. Only games with a number below `before` are listed.

    Raises:
        JournalError: the journal as a whole cannot be read.
    """
    entries = abandoned_entries(journal, before)
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
    return tuple(sorted(entries, key=lambda entry: entry.game, reverse=True)[:limit])


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


def abandoned_entries(journal: Journal, before: GameId | None = None) -> list[HistoryEntry]:
    """Returns the history's entries of the games that were abandoned, the newest first; only those below `before`."""
    return [
        HistoryEntry(each.game, None, None, to_local_time(each.begun_at, "%Y-%m-%d"), describe_abandoned(each))
        for each in journal.abandoned_seals()
        if before is None or each.game < before
    ]


def count_abandoned_today(journal: Journal, *, with_newest_open: bool) -> int:
    """Returns how many games with sealed dice were abandoned today, by the clocks here.

    The newest open game counts where it is left, too, because another one is about to begin.
    """
    left = journal.abandoned_seals(with_newest_open=with_newest_open)
    today = to_local_time(utc_now(), "%Y-%m-%d")
    return sum(to_local_time(each.ended_at or each.begun_at, "%Y-%m-%d") == today for each in left)


def describe_abandoned(abandoned: Abandoned) -> AbandonedGame:
    """Returns what is told of one."""
    # The row may have been changed by anybody.
    players = [name for name in players_of(abandoned.lineup) if isinstance(name, str)]
    words: dict[int, str] = {}
    for event in abandoned.events:
        if event.get("event") == "word":
            with suppress(Illegal):
                word = parse_seat_word(event)
                words[word.seat] = word.text
    name = str(abandoned.lineup.get("game", ""))
    return AbandonedGame(
        game=name,
        begun_at=abandoned.begun_at,
        players=tuple(players),
        words=tuple(words.get(seat) for seat in range(len(players))),
        commitment=commitment(abandoned.seed),
        draws=_count_draws(name, abandoned.events),
        # Whoever may still resume it must not know what will be rolled.
        seed=None if abandoned.ended_at is None else abandoned.seed.hex(),
    )


def record_of(abandoned: Abandoned) -> AnyRecord | None:
    """Returns what was played of one; None where it had not started, or what happened cannot be by our rules."""
    try:
        return record_since_start(abandoned.events)
    except Illegal:
        return None


def _count_draws(name: str, events: tuple[Json, ...]) -> int | None:
    """Returns how much the box had drawn; None where the game's rules cannot be loaded."""
    try:
        game = GAMES[name]
    except (KeyError, BrokenPlugin):
        return None
    drawn = 0
    for event in events:
        with suppress(Illegal):  # an event of all games, such as the start, is none of this game's
            own = parse_start_roll(event, game).roll if event.get("event") == "begin" else game.parse(event)
            drawing = game.drawing(own)
            drawn += drawing is not None and drawing.by is None
    return drawn
