"""Puzzles on a real table: by buttons alone, and over a pulled plug."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.pages.menu import offered_entries
from companion.runtime.journal import Journal
from companion.runtime.puzzle_book import read_book
from engine.claimit.puzzles import choice_of, shipped_puzzles
from hardware.device import Button
from tests.companion.games.table import Table
from tests.companion.pages.sitting import BOX

if TYPE_CHECKING:
    from pathlib import Path

    from engine.claimit.puzzles import Puzzle


def open_puzzle(table: Table) -> None:
    """From the page that invites, by the menu."""
    table.on("attract")
    table.hold(Button.UNDO)
    entries = [entry.key for entry in offered_entries(BOX, locked=False)]
    table.touch(*[Button.RIGHT] * entries.index("Puzzles"), Button.OK)
    table.on("puzzle")


def answer(table: Table, puzzle: Puzzle, choice: str) -> None:
    """Gives an answer as a finger would."""
    if choice in puzzle.values and choice not in {"bank", "roll"}:
        fields = [choice_of(event) for event in puzzle.record.game.legal_events(puzzle.record.state)]
        table.touch(*[Button.RIGHT] * fields.index(choice))
    table.touch(Button.BANK if choice == "bank" else Button.OK)


@pytest.mark.slow
def test_a_kill_between_answer_and_next_puzzle_loses_nothing(tmp_path: Path) -> None:
    journal, shipped = tmp_path / "journal.sqlite", shipped_puzzles()
    worst = min(shipped[0].values, key=shipped[0].values.__getitem__)
    with Table(journal) as table:
        open_puzzle(table)
        answer(table, shipped[0], worst)
        assert any("%" in line for line in table.frame.text)
        table.kill()
    with Table(journal) as table:
        open_puzzle(table)
        for puzzle in (*shipped[1:4], shipped[0]):
            answer(table, puzzle, puzzle.best)
            assert any("Right!" in line for line in table.frame.text)
            table.touch(Button.OK)
        assert table.touch(Button.UNDO).page == "menu"
        table.kill()
    with Journal.read(journal) as opened:
        answered = read_book(opened).answered
    assert {name: each.missed for name, each in answered.items()} == {each.name: False for each in shipped[:4]}
    assert answered[shipped[0].name].number == 5
