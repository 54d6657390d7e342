"""The games with sealed dice that were not played to their end: once their commitment was shown, they are told of."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from companion.core.players import players_of
from companion.core.saved_games import AbandonedGame, HistoryEntry
from companion.runtime.archive import since_start
from companion.runtime.clock import to_local_time, utc_now
from engine.dice import commitment
from engine.game import Illegal
from engine.games import GAMES
from engine.record import follow
from engine.registry import BrokenPlugin
from engine.starts import parse_seat_word, parse_start_roll

if TYPE_CHECKING:
    from companion.core.saved_games import Abandoned, GameId
    from companion.runtime.journal import Journal
    from engine.game import AnyGame, Json
    from engine.record import AnyRecord


def abandoned_entries(journal: Journal, before: GameId | None = None) -> list[HistoryEntry]:
    """Returns the history's entries of the games that were abandoned, the newest first.

    Args:
        journal: where they are kept.
        before: only games with a lower number; None: all.
    """
    return [
        HistoryEntry(each.game, None, None, to_local_time(each.begun_at, "%Y-%m-%d"), describe_abandoned(each))
        for each in journal.abandoned_seals()
        if before is None or each.game < before
    ]


def count_abandoned_today(journal: Journal, *, with_newest_open: bool) -> int:
    """Returns how many games with sealed dice were abandoned today, by the clocks here.

    Args:
        journal: where they are kept.
        with_newest_open: whether the newest open game is left, too: then another one is about to begin.
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
        return follow(None, *since_start(abandoned.events), recorded=True)
    except Illegal:
        return None


def _count_draws(name: str, events: tuple[Json, ...]) -> int | None:
    """Returns how much the box had drawn; None where the game's rules cannot be loaded."""
    try:
        game = GAMES[name]
    except (KeyError, BrokenPlugin):
        return None
    return sum(_is_drawn(game, event) for event in events)


def _is_drawn(game: AnyGame, event: Json) -> bool:
    try:
        own = parse_start_roll(event, game).roll if event.get("event") == "begin" else game.parse(event)
    except Illegal:  # an event of all games, such as the start
        return False
    drawing = game.drawing(own)
    return drawing is not None and drawing.by is None
