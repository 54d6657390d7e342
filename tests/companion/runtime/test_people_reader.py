import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.journal_error import JournalError
from companion.core.people import People
from companion.core.saved_games import GameId
from companion.runtime import archive
from companion.runtime.archive import evening_of, people_of
from companion.runtime.journal import Journal
from tests.companion.program.played import BEGUN, keep, played

PLAYERS = ("Ann", "Blue")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    journal = tmp_path / "journal.sqlite"
    with Journal.open(journal) as opened:
        for _ in range(2):
            keep(opened, played(PLAYERS))
    return journal


@pytest.fixture
def in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as there:
        there.setenv("TZ", "UTC-1")
        time.tzset()
        yield
    time.tzset()


def change(path: Path, statement: str, *values: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(statement, values)


def test_the_luck_of_a_game_is_kept_with_it(path: Path) -> None:
    game = played(PLAYERS)
    risks = [risk for risk in game.running.game.luck.risks(game.running.record.timeline) if risk.seat == 0]  # type: ignore[union-attr]
    (ann,) = people_of(path).persons
    assert ann.games == 2
    assert ann.busts == 2 * sum(risk.busted for risk in risks)
    assert ann.expected_busts == pytest.approx(2 * sum(risk.bust / risk.of for risk in risks))
    assert ann.boldest is not None
    assert ann.boldest.bust == max(risk.bust for risk in risks if not risk.busted)


def test_a_damaged_game_is_left_out_and_named(path: Path) -> None:
    change(path, "UPDATE events SET json = replace(json, '\"turns\":', '\"turns\":1') WHERE game = 2 AND number = -1")
    change(path, "UPDATE events SET json = '{}' WHERE game = 1 AND number > 0")
    people = people_of(path)
    assert ([each.games for each in people.persons], people.damaged) == ([1], (GameId(2),))


def test_people_are_counted_anew_only_after_another_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read, counts = archive.read_people, list[int]()

    def counting(journal: Journal) -> People:
        counts.append(1)
        return read(journal)

    monkeypatch.setattr(archive, "read_people", counting)
    assert people_of(path) == people_of(path)
    with Journal.open(path) as journal:
        journal.discard(journal.begin({}, bytes(32), BEGUN))
        assert people_of(path).persons[0].games == 2
        keep(journal, played(PLAYERS))
        assert people_of(path) == people_of(path)
        assert people_of(path).persons[0].games == 3
    assert len(counts) == 3


def test_a_journal_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(JournalError):
        people_of(tmp_path / "none")


@pytest.mark.usefixtures("in_berlin")
def test_a_night_belongs_to_the_evening_before_it() -> None:
    for at, date in [
        ("2026-11-21T19:00:00Z", "2026-11-21"),
        ("2026-11-22T01:30:00Z", "2026-11-21"),
        ("2026-11-22T05:00:00Z", "2026-11-22"),
    ]:
        assert evening_of(at) == date
