"""`companion ghost`: what it learns from the games of a journal."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from companion.commands.cli import main
from companion.commands.ghost import played_decisions
from companion.runtime.journal import Journal
from engine.game import Seat
from tests.companion.program.played import keep, played

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("at_home")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with ten games of Ann, five of Ben."""
    journal = tmp_path_factory.mktemp("games") / "journal.sqlite"
    with Journal.open(journal) as opened:
        for number in range(10):
            keep(opened, played(("Ann", "Ben" if number % 2 else "Blue"), bytes([number]) * 32))
    return journal


@pytest.mark.slow
def test_a_ghost_is_told_of(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What it was learned from, how sure it is, what counts; the name in capitals or not."""
    assert main(["ghost", "ann", "--journal", str(path), "--games", "4"]) == 0
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert lines[0] == "ann's ghost, learned from 10 games"
    assert sum(" in other games (" in line for line in lines) == 2
    assert "what speaks for a field:" in lines
    assert lines[-1].endswith("of 4 games against Prospector")


@pytest.mark.slow
def test_a_ghost_is_told_of_as_json(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same for programs; half of the time the players of these games bank, whatever the risk."""
    assert main(["ghost", "Ann", "--journal", str(path), "--json"]) == 0
    ghost = json.loads(capsys.readouterr().out)
    assert (ghost["name"], ghost["fitted_to"], ghost["wins"], ghost["of"]) == ("ghost:Ann", 10, None, None)
    assert ghost["banking"]["decisions"] > 100
    assert ghost["banking"]["low"] < 0.55
    assert (len(ghost["bank"]), len(ghost["place"])) == (6, 5)


@pytest.mark.parametrize(("name", "games"), [("Ben", 5), ("Nobody", 0), ("\x1b[2J", 0)])
def test_too_few_games_are_no_ghost(path: Path, capsys: pytest.CaptureFixture[str], name: str, games: int) -> None:
    """One sentence, before anything is learned."""
    assert main(["ghost", name, "--journal", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("companion ghost: a ghost needs 10 finished games of Claim It!; of ")
    assert f"there are {games} in " in err
    assert "\x1b" not in err


def test_a_game_in_which_a_bot_took_over_is_left_out(tmp_path: Path) -> None:
    """Also where the seat was given back: nobody knows which decisions were Ann's. Ben played all of it."""
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        game = played(("Ann", "Ben"))
        lineup = game.running.lineup.with_bot(Seat(0), "sheriff").with_bot(Seat(0), None)
        keep(journal, game._replace(running=replace(game.running, lineup=lineup)))
        assert [len(played_decisions(journal, name)) for name in ("Ann", "Ben")] == [0, 1]


def test_a_damaged_game_is_left_out(path: Path, tmp_path: Path) -> None:
    """The others count."""
    copy = tmp_path / "journal.sqlite"
    copy.write_bytes(path.read_bytes())
    with closing(sqlite3.connect(copy)) as database, database:
        database.execute("UPDATE events SET json = '{}' WHERE game = 3 AND number = 9")
        database.execute("UPDATE games SET summary = '{' WHERE id = 5")
    with Journal.read(copy) as journal:
        assert len(played_decisions(journal, "Ann")) == 8
