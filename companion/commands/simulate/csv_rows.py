"""A study as a table: a row for each game."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

    from companion.studies.games import PlayedGame


class GameTable:
    """Writes the rows as the games come."""

    def __init__(self, out: TextIO, players: int) -> None:
        """Writes the head: seats count from 1, and the first begins; a winner is one of the seats, several as `1+3`."""
        self._out, self._rows = out, csv.writer(out, lineterminator="\n")
        seats = [f"seat{seat}" for seat in range(1, players + 1)]
        self._rows.writerow(["game", *seats, "winners", "turns", "rolls", "busts", "deficit"])

    def write(self, games: Iterable[PlayedGame]) -> None:
        """Writes a row for each game; they are in the file when it returns."""
        for number, seating, result in games:
            turns = [turn for own in result.turns for turn in own]
            busts = sum(turn < 0 for turn in turns)
            rolls = busts + sum(max(turn, ~turn) for turn in turns)
            winners = "+".join(str(seat + 1) for seat in result.winners)
            deficit = "" if result.deficit is None else result.deficit
            self._rows.writerow([number, *seating, winners, result.length, rolls, busts, deficit])
        self._out.flush()
