"""The puzzles that there are: those of the journal's own games, and those that come with the program."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from companion.core.saved_games import Finished
from engine.claimit.puzzles import Answered, Puzzle, next_puzzle, parse_puzzle, shipped_puzzles
from engine.claimit.weights import VALUE_NAME

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.core.saved_games import GameId
    from companion.runtime.journal import Journal
    from engine.game import Json

GAMES_BACK = 20
"""Of so many finished games, the newest, puzzles are made."""


class Book(NamedTuple):
    """All puzzles, one's own first, and how they were answered."""

    puzzles: tuple[Puzzle, ...]
    answered: dict[str, Answered]
    looked_at: frozenset[str]
    """The marks of the games of which puzzles were made by the value of today."""

    def after(self, name: str) -> Puzzle:
        """Returns the puzzle that comes after the one of this name; empty: after none."""
        return next_puzzle(self.puzzles, self.answered, name)


def read_book(journal: Journal | None) -> Book:
    """Returns the puzzles; without a journal those of the program, and nothing was answered.

    Raises:
        JournalError: the journal cannot be read.
    """
    rows = journal.puzzles() if journal else []
    own = list[Puzzle]()
    for _, _, _, content in rows:
        # A row that is damaged is no puzzle, and the others still are.
        with suppress(ValueError, LookupError, TypeError):
            own.append(parse_puzzle(json.loads(content)))
    answered = {name: Answered(number, missed) for name, number, missed, _ in rows if number}
    looked_at = frozenset(name for name, _, _, content in rows if content == VALUE_NAME)
    current = tuple(puzzle for puzzle in own if puzzle.value == VALUE_NAME)
    return Book((*current, *shipped_puzzles()), answered, looked_at)


def game_to_look_at(journal: Journal, book: Book) -> tuple[GameId, tuple[Json, ...], tuple[str, ...]] | None:
    """Returns the newest finished game of Claim It! that was not looked at, its events and its bots' seats."""
    for entry in journal.entries(GAMES_BACK):
        if (
            isinstance(entry, Finished)
            and entry.lineup.get("game") == "claimit"
            and mark_of(entry.game) not in book.looked_at
        ):
            return entry.game, journal.kept(entry.game).events, tuple(entry.summary.get("bots", ()))
    return None


def mark_of(game: GameId) -> str:
    """Returns the name of the row that says that a game has been looked at."""
    return f"game {game}"


def keep(journal: Journal, game: GameId, puzzles: Iterable[Puzzle]) -> None:
    """Keeps the puzzles that were found in a game; also that none was. Raises JournalError: they cannot be written."""
    journal.keep_puzzles(game, {mark_of(game): VALUE_NAME}, {each.name: each.to_json() for each in puzzles})
