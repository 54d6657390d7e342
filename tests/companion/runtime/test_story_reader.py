import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.runtime import story_reader
from companion.runtime.journal import Journal
from companion.runtime.story_reader import MOMENTS, Answer, Stories, tell_story
from engine.game import Json
from tests.companion.program.played import BEGUN, Played, keep, played

ASKED = {"language": "en", "colours": [[0, 0, number] for number in range(5)], "first": 0}


def journalled(path: Path, game: int | None = 1, first: int = 0) -> Answer:
    return Stories().answer({**ASKED, "journal": str(path), "game": game, "first": first})


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    with Journal.open(tmp_path / "journal") as journal:
        keep(journal, played())
    return tmp_path / "journal"


def test_a_finished_game_is_told_from_any_moment_on(journal: Path) -> None:
    status, told = journalled(journal)
    assert (status, told["number"], told["begun_at"], told["title"]) == (200, 1, BEGUN, "Claim It!")
    assert [told["first"], len(told["moments"])] == [0, MOMENTS]
    status, end = journalled(journal, first=10**9)
    assert (end["first"], len(end["moments"])) == (told["length"] - 1, 1)
    assert end["moments"][0]["game"]["status"].endswith("wins!")


def test_no_story_of_a_journal_that_was_set_aside(journal: Path) -> None:
    stories, asked = Stories(), {**ASKED, "journal": str(journal), "game": 1}
    before = stories.answer(asked).content
    journal.unlink()
    with Journal.open(journal) as other:
        keep(other, played(("Orange", "Blue"), bytes(32)))
    after = stories.answer(asked).content
    assert (before["begun_at"], before["commitment"] != after["commitment"]) == (after["begun_at"], True)
    assert after["players"] == ["Orange", "Blue"]


def test_no_story_of_what_is_not_there(journal: Path, tmp_path: Path) -> None:
    assert journalled(journal, 2) == (404, {"error": "there is no such finished game"})
    assert journalled(tmp_path / "none")[0] == 503
    with closing(sqlite3.connect(journal)) as database, database:
        database.execute("UPDATE events SET json = '{}' WHERE game = 1 AND number = 5")
    assert journalled(journal) == (500, {"error": "this game is damaged"})


def begun(path: Path, game: Played, count: int) -> None:
    with Journal.open(path) as journal:
        number = journal.begin(game.running.lineup.to_json(), game.running.seed, BEGUN)
        journal.append(number, game.events[:count], BEGUN)


def test_the_game_on_the_table_is_told_once_it_is_over(tmp_path: Path) -> None:
    game = played()
    begun(tmp_path / "on", game, len(game.events) - 2)
    begun(tmp_path / "over", game, len(game.events) - 1)
    assert journalled(tmp_path / "on", None)[0] == 404
    status, told = journalled(tmp_path / "over", None, first=10**9)
    assert (status, told["moments"][0]["game"]["status"].endswith("wins!")) == (200, True)
    with Journal.open(tmp_path / "empty"):
        pass
    assert journalled(tmp_path / "empty", None)[0] == 404


class Greedy(Stories):
    def answer(self, request: Json) -> Answer:  # type: ignore[explicit-override] # noqa: ARG002 (it comes with Python 3.12)
        """Never answers.

        Raises:
            MemoryError: always.
        """
        raise MemoryError


def test_a_record_for_which_there_is_no_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(story_reader, "limit_memory", lambda: None)  # it would be the tests' own
    status, content = tell_story({**ASKED, "language": "de", "journal": "journal", "game": 1}, Greedy())
    assert status == 413
    assert "zu lang" in json.loads(content)["error"]
