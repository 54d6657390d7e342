"""`companion puzzles`: a puzzle is printed, a line is its answer."""

from __future__ import annotations

import io
import os
import sys
from subprocess import run
from typing import TYPE_CHECKING, Any

import pytest

from companion.commands.cli import main
from companion.core.messages import PuzzlesFound
from companion.runtime.coach_process import Coach
from companion.runtime.journal import Journal
from companion.runtime.puzzle_book import read_book
from engine.claimit.puzzles import shipped_puzzles
from engine.claimit.weights import VALUE_NAME
from tests.companion.program.played import BEGUN, SEED, keep, played
from tests.engine.claimit_puzzles import BANK

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
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        said = answer(*(each.best for each in shipped_puzzles()[:2]))[1]
        assert journal.puzzles() == []
    assert "not kept" in said
    assert said.count("Right!") == 2


def test_there_are_none_while_a_sealed_game_is_on(answer: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        journal.begin(played(words=("17", "4")).running.lineup.to_json(), SEED, BEGUN)
        journal.begin(played().running.lineup.to_json(), bytes(32), BEGUN)
    status, said, problem = answer("bank")
    assert (status, said) == (2, "")
    assert problem.count("\n") == 1
    assert "sealed" in problem


def test_ones_own_mistakes_are_made_into_puzzles_meanwhile(
    answer: Callable[..., tuple[int, str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played()
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        keep(journal, game)
    own = BANK._replace(value=VALUE_NAME)

    def make(_: Coach, find: Callable[[], Any], deliver: Callable[[PuzzlesFound], object]) -> None:
        if (found := find()) is not None:
            deliver(PuzzlesFound(found[0], (own,), 0.0))

    monkeypatch.setattr(Coach, "make_puzzles", make)
    said = answer(shipped_puzzles()[0].best, own.best)[1]
    assert said.count("Right!") == 2
    with Journal.read(tmp_path / "journal.sqlite") as journal:
        assert not read_book(journal).answered[own.name].missed


def test_what_no_keyboard_writes_is_none_of_the_choices(tmp_path: Path) -> None:
    ask = [sys.executable, "-m", "companion", "puzzles", "--journal", str(tmp_path / "journal.sqlite")]
    environ = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    asked = run(ask, input=b"w\xc3\n\n", capture_output=True, env=environ, check=False, timeout=60)  # noqa: S603 - this program
    assert (asked.returncode, asked.stderr) == (0, b"")
    assert b"none of the choices" in asked.stdout
