import json
import pickle
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.core.people import People
from companion.core.saved_games import DamagedGame, GameId, JournalError
from companion.runtime import archive, story_reader
from companion.runtime.archive import ArchiveError, read_people_at
from companion.runtime.journal import Journal
from companion.runtime.story_reader import MAX_MOMENTS, read_story
from engine.coach import Analysis, ResultParts
from engine.game import Json
from engine.record import AnyRecord
from tests.companion.program.recorded_games import BEGUN, Played, played, save_game

PLAYERS = ("Ann", "Blue")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    journal = tmp_path / "journal.sqlite"
    with Journal.open(journal) as opened:
        for _ in range(2):
            save_game(opened, played(PLAYERS))
    return journal


def change(path: Path, statement: str, *values: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(statement, values)


def test_the_luck_of_a_game_is_kept_with_it(path: Path) -> None:
    game = played(PLAYERS)
    risks = [risk for risk in game.running.game.luck.risks(game.running.record.timeline) if risk.seat == 0]  # type: ignore[union-attr]
    (ann,) = read_people_at(path).persons
    assert ann.games == 2
    assert ann.busts == 2 * sum(risk.busted for risk in risks)
    assert ann.expected_busts == pytest.approx(2 * sum(risk.bust / risk.of for risk in risks))
    assert ann.boldest is not None
    assert ann.boldest.bust == max(risk.bust for risk in risks if not risk.busted)


def test_a_damaged_game_is_skipped_and_named(path: Path) -> None:
    change(path, "UPDATE events SET json = replace(json, '\"turns\":', '\"turns\":1') WHERE game = 2 AND number = -1")
    change(path, "UPDATE events SET json = '{}' WHERE game = 1 AND number > 0")
    people = read_people_at(path)
    assert ([each.games for each in people.persons], people.damaged) == ([1], (GameId(2),))


def test_people_are_counted_again_only_after_another_game(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read, counts = archive.read_people, list[int]()

    def counting(journal: Journal) -> People:
        counts.append(1)
        return read(journal)

    monkeypatch.setattr(archive, "read_people", counting)
    assert read_people_at(path) == read_people_at(path)
    with Journal.open(path) as journal:
        journal.discard(journal.begin({}, bytes(32), BEGUN))
        assert read_people_at(path).persons[0].games == 2
        save_game(journal, played(PLAYERS))
        assert read_people_at(path) == read_people_at(path)
        assert read_people_at(path).persons[0].games == 3
    assert len(counts) == 3


REQUEST = {"language": "en", "colours": [[0, 0, number] for number in range(5)], "first": 0}


def answer_to(request: Json) -> dict[str, Any]:
    shown: dict[str, Any] = json.loads(read_story(request))
    return shown


def story_of(path: Path, game: int | None = 1, first: int = 0) -> dict[str, Any]:
    return answer_to({**REQUEST, "journal": str(path), "game": game, "first": first})


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    with Journal.open(tmp_path / "journal") as journal:
        save_game(journal, played())
    return tmp_path / "journal"


def test_a_story_can_be_read_from_any_moment(journal: Path) -> None:
    shown = story_of(journal)
    assert (shown["number"], shown["begun_at"], shown["title"]) == (1, BEGUN, "Claim It!")
    assert [shown["first"], len(shown["moments"])] == [0, MAX_MOMENTS]
    end = story_of(journal, first=10**9)
    assert (end["first"], len(end["moments"])) == (shown["length"] - 1, 1)
    assert end["moments"][0]["screen"]["sentence"].endswith("wins!")


def test_a_replaced_journal_has_no_stories_and_no_analyses(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    analysed = list[AnyRecord]()

    def analyse(record: AnyRecord) -> Analysis:
        analysed.append(record)
        return Analysis(((0.5, 0.5),), (), (ResultParts(0.0, 0.5, 0.0, 0.0, 0.0, 0.0),) * 2, None)

    monkeypatch.setattr(story_reader, "analyse_record", analyse)
    story = {**REQUEST, "journal": str(journal), "game": 1}
    account = {**story, "first": None}
    for requested in (story, account, account):
        assert answer_to(requested)["players"] == ["Green", "Blue"]
    content = journal.read_bytes()
    journal.write_bytes(bytes(100) + content[100:])
    with Journal.open(journal) as other:
        assert other.is_replacement
        for requested in (account, story):
            with pytest.raises(ArchiveError):
                read_story(requested)
        save_game(other, played(("Orange", "Blue"), bytes(32)))
    for requested in (account, story):
        assert answer_to(requested)["players"] == ["Orange", "Blue"]
    assert [record.start.players for record in analysed] == [("Green", "Blue"), ("Orange", "Blue")]


def test_a_story_of_a_missing_or_damaged_game_is_an_error(journal: Path, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError) as missing:
        story_of(journal, 2)
    assert vars(pickle.loads(pickle.dumps(missing.value))) == vars(missing.value)  # noqa: S301 - ours
    with pytest.raises(JournalError):
        story_of(tmp_path / "none")
    with closing(sqlite3.connect(journal)) as database, database:
        database.execute("UPDATE events SET json = '{}' WHERE game = 1 AND number = 5")
    with pytest.raises(DamagedGame):
        story_of(journal)


def save_beginning(path: Path, game: Played, count: int) -> None:
    with Journal.open(path) as journal:
        number = journal.begin(game.running.lineup.to_json(), game.running.seed, BEGUN)
        journal.append(number, game.events[:count], BEGUN)


def test_the_current_game_has_a_story_after_its_end(tmp_path: Path) -> None:
    game = played()
    save_beginning(tmp_path / "on", game, len(game.events) - 2)
    save_beginning(tmp_path / "over", game, len(game.events) - 1)
    shown = story_of(tmp_path / "over", None, first=10**9)
    assert shown["moments"][0]["screen"]["sentence"].endswith("wins!")
    with Journal.open(tmp_path / "empty"):
        pass
    for name in ("on", "empty"):
        with pytest.raises(ArchiveError):
            story_of(tmp_path / name, None)
