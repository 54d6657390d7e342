"""The stories on a running server: who may ask, who may drop a record, and what it costs the table."""

from __future__ import annotations

import asyncio
import json
import re
from itertools import pairwise
from statistics import median
from threading import Thread
from time import monotonic, process_time, sleep
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from companion.commands.stories import Stories
from companion.frontends.web.connection_limits import FRAMES_PER_S
from companion.frontends.web.server import RECORD_BYTES
from companion.frontends.web.stories import StoryPages
from companion.frontends.web.story_process import StoryAnswer
from companion.runtime.journal import Journal, quarantine
from tests.companion.commands.long_records import events
from tests.companion.frontends.web.served import PATIENCE_S, Served
from tests.companion.frontends.web.test_api import OPENAPI
from tests.companion.program.played import BEGUN, keep, played

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator
    from pathlib import Path

ANALYSIS_S = 120.0
"""How long the coach may take for a whole game, on a machine that has other work."""
RECORD = "\n".join(played().lines).encode()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A table with one finished game in its journal, and another one begun."""
    path = tmp_path_factory.mktemp("served") / "journal"
    with Journal.open(path) as journal:
        keep(journal, played())
    with Served(path, "--players", "2", "--first", "0") as served:
        served.patience_s = ANALYSIS_S
        yield served


def fetched(table: Served, name: str, query: str = "") -> tuple[int, Any]:
    """The status of an answer, and what it holds."""
    head, _, body = table.answer(f"/api/story/{name}{query}").partition("\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def head(table: Served, length: int, token: str, path: str = "/api/story", language: str = "en") -> str:
    """The head of a request that drops a record."""
    fields = {
        "Host": table.host,
        "Content-Length": str(length),
        "Authorization": f"companion {token}",
        "Accept-Language": language,
        "Connection": "close",
    }
    return f"POST {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items()) + "\r\n"


def answer(connection: socket.socket) -> tuple[int, Any]:
    """What comes over a connection until it ends."""
    connection.settimeout(3 * PATIENCE_S)
    story = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
    first, _, body = story.partition("\r\n\r\n")
    return int(first.split()[1]), json.loads(body)


def drop(table: Served, record: bytes, token: str = "", language: str = "en") -> tuple[int, Any]:
    """Drops a record: the head and the body in one go."""
    with table.raw(head(table, len(record), token or table.token, language=language)) as connection:
        connection.sendall(record)
        return answer(connection)


def test_a_finished_game_is_told_to_everybody(table: Served) -> None:
    status, story = fetched(table, "1", "?first=2&language=de")
    assert (status, story["first"]) == (200, 2)
    assert "Anspruchstein" in story["moments"][0]["caption"]
    assert fetched(table, "1", "?language=xx")[1]["moments"][0]["caption"] == "Green begins"
    assert set(OPENAPI["components"]["schemas"]["Story"]["required"]) <= set(story)
    assert fetched(table, "1")[1]["moments"][0]["game"]["players"][0]["colour"] == "#00cc88"


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("2", 404),
        ("9" * 5000, 404),
        ("table", 404),
        ("x", 404),
        ("A" * 22, 404),
        ("1?first=x", 400),
        ("1?first=" + "9" * 5000, 400),
    ],
)
def test_what_cannot_be_told_has_a_status(table: Served, name: str, status: int) -> None:
    assert fetched(table, name)[0] == status


@pytest.mark.slow
def test_the_coach_goes_through_a_finished_game(table: Served) -> None:
    status, story = analysed(table, "1?language=de")
    assert status == 200
    assert set(story) == set(OPENAPI["components"]["schemas"]["Analysis"]["required"])
    assert story["players"] == ["Grün", "Blau"]
    assert sum(story["without_luck"]) == pytest.approx(1, abs=0.01)
    assert story["sums"][4][0] == "Korrekturen des Trainers"
    assert {len(row) for row in story["sums"]} == {3}
    assert 0 < story["moment"]["step"] < len(played().lines)
    for each in (story["moment"], *story["blunders"]):
        told_of = r"Die Gewinnchance ging von|(Schwerer Fehler|Fehler|Zweifelhaft): Das kostete"
        assert re.fullmatch(rf"(Grün|Blau)[^.!]*[.!] ({told_of}) \d+%.*\.", each["text"])
    began = process_time()
    assert analysed(table, "1?language=de") == (200, story)
    assert process_time() - began < 1


class Counting:
    """Answers as the coach's process does, at once: each question has an answer of its own."""

    longest_s = 1.0

    def __init__(self) -> None:
        self.asked = 0

    async def ask(self, *_: object) -> StoryAnswer:
        """Answers with the number of the question."""
        self.asked += 1
        return StoryAnswer(200, str(self.asked).encode())


def test_the_coach_tells_of_no_game_of_a_journal_that_was_set_aside(tmp_path: Path) -> None:
    path, coach = tmp_path / "journal", Counting()
    pages = StoryPages(SimpleNamespace(broadcaster=SimpleNamespace(colours=(), language="en")), path)  # type: ignore[arg-type]
    pages._analyst = coach  # type: ignore[assignment]

    async def analysed(language: str = "en") -> bytes:
        request: Any = SimpleNamespace(
            path_params={"name": "1"},
            query_params={"language": language},
            state=SimpleNamespace(rate_limiter=SimpleNamespace(allows=lambda *_: True), limit_time=lambda _: None),
        )
        return bytes((await pages._answer_analysis(request)).body)

    for expected, game in ((b"1", played()), (b"3", played(seed=bytes(32)))):
        with Journal.open(path) as journal:
            keep(journal, game)
        assert [asyncio.run(analysed()) for _ in range(2)] == [expected] * 2
        assert asyncio.run(analysed("de")) != expected
        quarantine(path, BEGUN)


@pytest.mark.parametrize("name", ["2", "table", "x", "A" * 22])
def test_there_is_no_analysis_of_what_is_no_finished_game(table: Served, name: str) -> None:
    assert analysed(table, name)[0] == 404


def analysed(table: Served, name: str) -> tuple[int, Any]:
    """The status of an answer of the coach, and what it holds."""
    head, _, body = table.answer(f"/api/analysis/{name}").partition("\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def test_a_dropped_record_is_verified_and_can_be_read_on(table: Served) -> None:
    status, story = drop(table, RECORD, language="nl")
    assert (status, story["fair"], len(story["name"])) == (200, True, 22)
    assert story["verdict"][0].startswith("eerlijk: ")
    status, end = fetched(table, story["name"], "?first=1000")
    assert (status, end["moments"][0]["caption"]) == (200, end["moments"][-1]["caption"])


def test_what_is_wrong_with_a_record_is_said_and_no_blank_is_lost(table: Served) -> None:
    said = {"error": "Line 2: A line holds one JSON object in UTF-8; this one holds none."}
    assert drop(table, RECORD.splitlines()[0] + b"\nx") == (422, said)
    start = json.dumps({"event": "start", "game": "claimit", "players": ["A   A", "B"]})
    assert drop(table, start.encode())[1]["players"] == ["A   A", "B"]


@pytest.mark.parametrize("pieces", [(2,), (60,), (-2,), (-4, -2), (2, 30, 60)])
def test_a_head_may_come_in_pieces(table: Served, pieces: tuple[int, ...]) -> None:
    start = json.dumps({"event": "start", "game": "claimit", "players": ["A   A", "B"]}).encode()
    kept = head(table, len(start), table.token).replace("Connection: close", "X: y").encode()
    cuts = [0, *(cut % len(kept) for cut in pieces), len(kept)]
    with table.raw("") as connection:
        for one, other in pairwise(cuts):
            connection.sendall(kept[one:other] + (start if other == len(kept) else b""))
            sleep(0.05)
        story = connection.recv(65536)
        assert story.startswith(b"HTTP/1.1 200 ")
        while not story.endswith(b"}"):
            story += connection.recv(65536)
        assert b'"A   A"' in story
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b" \t" * 7000 + b"\x00b\r\n\r\n")
        refused = connection.recv(65536)
        assert refused.startswith(b"HTTP/1.1 400 ")


def test_a_note_of_a_start_that_is_none_is_said(table: Served) -> None:
    _, kept = drop(table, RECORD)
    start = {"event": "start", "game": "claimit", "players": ["A", "B"], "begins": 0}
    status, story = drop(table, json.dumps(start).encode())
    assert (status, story) == (422, {"error": "line 1: The rolls for who begins are a list of objects."})
    assert fetched(table, kept["name"])[0] == 200


@pytest.mark.parametrize("token", ["", "x" * 22])
def test_a_record_without_a_link_is_cut(table: Served, token: str) -> None:
    with table.raw(head(table, len(RECORD), token)) as connection:
        assert connection.recv(65536).startswith(b"HTTP/1.1 400 ")


def test_nothing_else_may_have_a_body(table: Served) -> None:
    for request in (
        head(table, 5, table.token, "/api/history"),
        head(table, RECORD_BYTES + 1, table.token),
        head(table, 5, table.token).replace("POST", "PUT"),
        head(table, 5, table.token).replace("Content-Length: 5", "Transfer-Encoding: chunked"),
    ):
        with table.raw(request) as connection:
            assert connection.recv(65536).startswith(b"HTTP/1.1 400 ")
    assert "403 Forbidden" in table.answer("/api/story", "POST", Authorization="companion x")


def test_whoever_plays_a_seat_may_drop_a_record_whoever_may_only_join_may_not(table: Served) -> None:
    with table.viewer(token=table.token) as viewer:
        viewer.connection.send('{"invite":true}')
        links = viewer.until("invitations")
    seat, joining = (link["link"].partition("#")[2] for link in (links["seats"][0], links["join"]))
    assert drop(table, RECORD, seat)[0] == 200
    with table.raw(head(table, len(RECORD), joining)) as connection:
        assert connection.recv(65536).startswith(b"HTTP/1.1 400 ")


def test_one_record_is_checked_at_a_time(table: Served) -> None:
    with table.raw(head(table, len(RECORD), table.token)) as first:
        first.sendall(RECORD[:100])
        assert fetched(table, "1")[0] == 200  # by now the first has begun
        assert drop(table, RECORD) == (409, {"error": "another record is being checked"})
        first.sendall(RECORD[100:])
        assert answer(first)[0] == 200
    with table.raw(head(table, len(RECORD), table.token)) as gone:
        gone.sendall(RECORD[:100])
    assert drop(table, RECORD)[0] in {200, 409}  # the table may not know yet that it was given up
    assert fetched(table, "1")[0] == 200
    assert drop(table, RECORD)[0] == 200


@pytest.mark.slow
def test_a_record_of_ten_megabytes_is_answered(table: Served) -> None:
    record = "\n".join(map(json.dumps, events(300_000))).encode()
    status, story = drop(table, record[:RECORD_BYTES], language="de")
    assert (status, story) == (413, {"error": "Diese Aufzeichnung ist zu lang, um hier gezeigt zu werden."})
    assert drop(table, RECORD)[0] == 200


@pytest.mark.slow
def test_the_table_plays_on_while_a_record_is_checked(table: Served) -> None:
    record = "\n".join(map(json.dumps, events(60_000))).encode()
    began_s = process_time()
    Stories().answer({"language": "en", "colours": [[0, 0, 0]] * 5, "first": 0, "name": "n"}, record)
    check_s = process_time() - began_s
    with table.viewer(token=table.token) as viewer:
        viewer.until("may")

        def answer_s() -> float:
            sleep(2 / FRAMES_PER_S)  # faster would be no finger
            began = monotonic()
            viewer.connection.send('{"alive":true}')
            viewer.until("alive")
            return monotonic() - began

        alone = sorted(answer_s() for _ in range(20))
        before_s = table.cpu_s
        checking = Thread(target=drop, args=(table, record))
        checking.start()
        beside = []
        while checking.is_alive():
            beside.append(answer_s())
        checking.join()
    assert table.cpu_s - before_s < check_s / 3
    # On one core the other process may have it for a time slice or two.
    assert median(beside) < 10 * median(alone) + 0.05
    assert len(beside) > 5
