"""`companion puzzles`: a puzzle is printed, a line is its answer."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from companion.commands.cli import main
from companion.runtime.journal import Journal
from companion.runtime.puzzle_book import read_book
from engine.claimit.puzzles import shipped_puzzles
from tests.companion.program.played import BEGUN, SEED, played

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("at_home")


@pytest.fixture
def answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    """The exit status of the command after these lines, and what it writes."""

    def answered(*lines: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return main(["puzzles", "--journal", str(tmp_path / "journal.sqlite")]), *capsys.readouterr()

    return answered


def test_a_puzzle_is_answered_by_a_line(answer: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    """Nonsense is asked again; a worse choice is told with the best and the values, and comes again after three."""
    first, second, third, fourth, fifth = shipped_puzzles()[:5]
    status, said, _ = answer("7/7", min(first.values, key=first.values.__getitem__))
    assert status == 0
    assert f"That is none of the choices: {', '.join(first.values)}." in said
    assert f"Better {first.best}" in said
    assert "it leads by" in said
    said = answer(*(each.best for each in (second, third, fourth)))[1]
    assert said.count("Right!") == 3
    with Journal.read(tmp_path / "journal.sqlite") as journal:
        book = read_book(journal)
        assert book.answered[first.name].missed
        assert book.after(fourth.name) == first
    assert "Right!" in answer(first.best)[1]
    with Journal.read(tmp_path / "journal.sqlite") as journal:
        assert read_book(journal).after(first.name) == fifth


def test_nothing_is_kept_beside_a_table(answer: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    """Which has the journal: that is said, and the puzzles are asked one after the other."""
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        said = answer(*(each.best for each in shipped_puzzles()[:2]))[1]
        assert journal.puzzles() == []
    assert "not kept" in said
    assert said.count("Right!") == 2


def test_there_are_none_while_a_sealed_game_is_on(answer: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    """One sentence says so."""
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        journal.begin(played(words=("17", "4")).running.lineup.to_json(), SEED, BEGUN)
    status, said, problem = answer("bank")
    assert (status, said) == (2, "")
    assert problem.count("\n") == 1
    assert "sealed" in problem
