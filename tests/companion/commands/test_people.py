import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.runtime.journal import Journal
from tests.companion.program.played import keep, played

pytestmark = pytest.mark.usefixtures("at_home")

BEGUN, ENDED = "2026-11-2{}T19:00:00Z", "2026-11-2{}T20:00:00Z"
HOSTILE = "<b>\u05d0\u05d1</b> 🎲"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    journal = tmp_path / "journal.sqlite"
    with Journal.open(journal) as opened:
        for day, players in enumerate((("Ann", "Blue"), ("Ann", HOSTILE))):
            keep(opened, played(players, bytes([day]) * 32), BEGUN.format(day), ENDED.format(day))
    return journal


@pytest.fixture
def tell(path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def told(*words: str) -> tuple[int, str, str]:
        status = main(["people", "--journal", str(path), *words])
        return status, *capsys.readouterr()

    return told


def test_everybody_is_listed(tell: Callable[..., tuple[int, str, str]]) -> None:
    status, out, err = tell()
    heads, ann, other = out.splitlines()
    assert (status, err) == (0, "")
    assert heads.split("  ")[0] == "name"
    assert ann.split()[:2] == ["Ann", "2"]
    assert other.startswith(HOSTILE)


def test_one_person_is_told_of_in_full(tell: Callable[..., tuple[int, str, str]]) -> None:
    status, out, _ = tell("ann")
    assert status == 0
    lines = out.splitlines()
    assert lines[0].startswith("Ann: 2 games, ")
    assert lines[1].startswith("luck ")
    assert lines[2].startswith("boldest roll ")
    assert lines[3].startswith("the largest mine ")
    assert lines[4].startswith("Claim It! ")
    assert lines[5].startswith("2 players ")
    assert lines[6].startswith("luck over 2 evenings, 2026-11-20 to 2026-11-21")
    assert len(lines[7]) == 2


def test_the_same_is_told_as_json(tell: Callable[..., tuple[int, str, str]]) -> None:
    everybody = json.loads(tell("--json")[1])
    ann = json.loads(tell("Ann", "--json")[1])
    assert everybody["people"][0] == ann
    assert everybody["damaged"] == []
    assert (ann["name"], ann["games"], ann["by_players"][0]["players"]) == ("Ann", 2, 2)
    assert {"game", "title", "games", "wins"} == set(ann["by_game"][0])
    assert [each["date"] for each in ann["evenings"]] == ["2026-11-20", "2026-11-21"]


def test_a_damaged_game_is_named_and_the_others_are_counted(
    path: Path, tell: Callable[..., tuple[int, str, str]]
) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE events SET json = '{' WHERE game = 1 AND number = -1")
    status, out, err = tell()
    assert (status, err) == (1, "companion people: 1 damaged game is not counted: 1\n")
    assert len(out.splitlines()) == 3


def test_nobody_of_that_name_is_said(path: Path, tell: Callable[..., tuple[int, str, str]]) -> None:
    status, out, err = tell("Zoe\x1b[2J")
    assert (status, out) == (2, "")
    assert err == f"companion people: nobody called Zoe\\x1b[2J has finished a game in {path}\n"


def test_an_empty_journal_has_no_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal.open(tmp_path / "empty") as journal:
        keep(journal, played())  # Green and Blue
    assert main(["people", "--journal", str(tmp_path / "empty")]) == 0
    assert capsys.readouterr().out == "Nobody has finished a game under a name.\n"
