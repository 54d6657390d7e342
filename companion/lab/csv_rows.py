"""A study as a table: a row for each game."""

from __future__ import annotations

import csv
from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from io import FileIO

    from companion.lab.games import PlayedGame


class TableError(Exception):
    """The table cannot be written any further; the text says why."""


class GameTable:
    """Writes the rows as the games come."""

    def __init__(self, file: FileIO, players: int, *, has_luck: bool = False) -> None:
        """Writes the head: seats count from 1, and the first begins; a winner is one of the seats, several as `1+3`.

        Args:
            file: without a buffer, so that what cannot be written is told at once, and not when it is closed.
            players: how many sit at a table.
            has_luck: whether the games come with the luck of each seat, which is a win chance from -1 to 1.

        Raises:
            TableError: it cannot be written.
        """
        self._file = file
        seats = [f"seat{seat}" for seat in range(1, players + 1)]
        luck = [f"luck{seat}" for seat in range(1, players + 1) if has_luck]
        self._write_rows([["game", *seats, "winners", "turns", "rolls", "busts", "deficit", *luck]])

    def write(self, games: Iterable[PlayedGame]) -> None:
        self._write_rows(map(_row, games))

    def _write_rows(self, rows: Iterable[Sequence[object]]) -> None:
        text = StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        left = text.getvalue().encode()
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            raise TableError(error.strerror) from error


def _row(game: PlayedGame) -> list[object]:
    number, seating, result, luck = game
    turns = [turn for own in result.turns for turn in own]
    busts = sum(turn < 0 for turn in turns)
    rolls = busts + sum(max(turn, ~turn) for turn in turns)
    winners = "+".join(str(seat + 1) for seat in result.winners)
    deficit = "" if result.deficit is None else result.deficit
    return [number, *seating, winners, result.length, rolls, busts, deficit, *(f"{each:.4f}" for each in luck)]
