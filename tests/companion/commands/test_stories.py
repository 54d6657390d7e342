"""The reader of stories: journalled games, records in files, and what is wrong with them."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from io import BytesIO
from typing import TYPE_CHECKING

import pytest

from companion.commands.stories import MOMENTS, Answer, Stories, serve
from companion.core.lineup import LineUp
from companion.runtime.journal import Journal
from tests.companion.commands.long_records import events
from tests.companion.program.played import BEGUN, Played, keep, played

if TYPE_CHECKING:
    from pathlib import Path

    from engine.game import Json

ASKED = {"language": "en", "colours": [[0, 0, number] for number in range(5)], "first": 0}


def journalled(path: Path, game: int | None = 1, first: int = 0) -> Answer:
    """What is told of a game in a journal."""
    return Stories().answer({**ASKED, "journal": str(path), "game": game, "first": first})


def dropped(*lines: str, language: str = "en") -> Answer:
    """What is told of a record in a file."""
    return Stories().answer({**ASKED, "language": language, "name": "n"}, "\n".join(lines).encode())


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal with one finished game."""
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
    """Journals the first events of a game, which is not finished."""
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


def test_a_record_in_a_file_is_verified() -> None:
    status, told = dropped(*played().lines)
    assert (status, told["fair"], told["name"]) == (200, True, "n")
    assert told["verdict"][0].startswith("fair: ")
    assert told["verdict"][-1] == "The coach tells of the games in the history here only."
    lines = [line for line in played().lines if "reveal" not in line]
    assert not dropped(*lines)[1]["fair"]


def test_rolls_for_who_begins_that_go_on_after_the_decision_are_told() -> None:
    start = json.loads(played().lines[0])
    start["begins"] += [{"seat": seat, "dice": [1, 2, 3], "by": "hand"} for seat in (0, 1)]
    status, told = dropped(json.dumps(start), *played().lines[1:])
    assert (status, told["fair"]) == (200, False)
    assert told["verdict"][0] == "not fair: the rolls for who begins do not fit the seat that begins"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([""], "This is no record of a game: "),
        (["", ""], "This is no record of a game: "),
        ([*played().lines[:1], "}"], "Line 2: A line holds one JSON object in UTF-8; this one holds none."),
        (['{"event":"start","game":"chess","players":["A","B"]}'], "Line 1: The game of a start is one of: "),
        (['{"event":"bank"}'], "Line 1: No game has started"),
        (['{"query":"state"}'], "This is no record of a game: "),
        ([*played().lines[:1], '{"event":"fly"}'], "Line 2: "),
        ([*played().lines[:3], '{"event":"roll","dice":[7,1,1]}'], "Line 4: "),
        (['{"event":"start","game":"claimit","players":["A","B"],"options":{"moon":1}}'], "Line 1: "),
        (['{"event":"start","note":"' + "x" * 70_000 + '"}'], "Line 1 is too long for a record."),
        (["[" * 5_000], "This is no record of a game: "),
        (["\x89PNG"], "This is no record of a game: “Share”, “Record” in the history saves one"),
        (["name,wins", "Kim,3"], "This is no record of a game: "),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_line(lines: list[str], told: str) -> None:
    status, answer = dropped(*lines)
    assert status == 422
    assert answer["error"].startswith(told)


def test_the_reason_is_in_the_readers_language() -> None:
    _, answer = dropped('{"event":"start","game":"claimit","players":["A","A"]}', language="de")
    assert answer["error"] == "Zeile 1: Die Namen der Spieler müssen verschieden und dürfen nicht leer sein."


def test_names_are_told_as_they_are() -> None:
    name = "<b onclick=x>"
    status, told = dropped(json.dumps({"event": "start", "game": "claimit", "players": [name, "B"]}))
    assert (status, told["players"]) == (200, [name, "B"])


def test_stories_that_nobody_reads_are_closed(journal: Path) -> None:
    stories = Stories()
    for name in "abcd":
        stories.answer({**ASKED, "name": name}, "\n".join(played().lines).encode())
    assert stories.answer({**ASKED, "name": "a"})[0] == 404
    assert stories.answer({**ASKED, "name": "d"})[0] == 200
    assert stories.answer({**ASKED, "journal": str(journal), "game": 1})[0] == 200


def test_colours_that_cannot_be_are_as_in_a_new_game(tmp_path: Path) -> None:
    game = played()
    lineup = {**game.running.lineup.to_json(), "colours": [0, 9]}
    with pytest.raises(Exception, match="seat colour"):
        LineUp.from_json(lineup)
    with Journal.open(tmp_path / "journal") as journal:
        number = journal.begin(lineup, game.running.seed, BEGUN)
        journal.append(number, game.events[:-1], BEGUN)
    assert journalled(tmp_path / "journal", None)[0] == 200


class Greedy(Stories):
    """Stories for which there is no memory."""

    def answer(self, request: Json, record: bytes | None = None) -> Answer:  # type: ignore[explicit-override] # noqa: ARG002 (it comes with Python 3.12)
        """Never answers.

        Raises:
            MemoryError: always.
        """
        raise MemoryError


def test_a_record_for_which_there_is_no_memory_is_refused() -> None:
    answers = BytesIO()
    request = json.dumps({**ASKED, "language": "de", "name": "n", "bytes": 3}).encode() + b"\n"
    serve(Greedy(), BytesIO((request + b"abc") * 2), answers)
    assert answers.getvalue().count(b"413 ") == answers.getvalue().count(b"zu lang") == 2


@pytest.mark.slow
def test_a_record_of_ten_megabytes_is_refused_within_its_memory() -> None:
    record = "\n".join(map(json.dumps, events(300_000))).encode()
    small = "\n".join(played().lines).encode()
    requests = b"".join(
        json.dumps({**ASKED, "name": "n", "bytes": len(each)}).encode() + b"\n" + each for each in (record, small)
    )
    ran = subprocess.run(
        [sys.executable, "-m", "companion.commands.stories"], input=requests, capture_output=True, check=True
    )
    assert ran.stdout.startswith(b"413 ")
    assert b'"fair":true' in ran.stdout
    assert ran.stderr == b""
