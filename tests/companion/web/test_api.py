import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest

from companion.runtime.archive import ArchiveError, fetch_game
from companion.runtime.journal import Journal
from companion.runtime.workers import Workers
from companion.ui.pictures import qr_rows
from companion.web.api import MAX_NUMBER, MAX_ROWS, Api
from companion.web.room import Room
from companion.web.tokens import Tokens
from tests.companion.program.recorded_games import BEGUN, ENDED, played, save_game
from tests.companion.svg import Drawing
from tests.companion.web.served import Served

OPENAPI = json.loads(files("companion.web").joinpath("static", "openapi.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def companion(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    path = tmp_path_factory.mktemp("served") / "journal"
    with Journal.open(path) as journal:
        save_game(journal, played())
    with Served(path, "--players", "2", "--first", "2") as served:
        yield served


def fetched(companion: Served, path: str) -> tuple[int, Any]:
    head, _, body = companion.request(path).partition("\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def required(schema: dict[str, Any]) -> list[str]:
    if "$ref" in schema:
        return required(OPENAPI["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    return [*schema.get("required", ()), *(key for part in schema.get("allOf", ()) for key in required(part))]


def test_the_state_has_texts_and_the_notation(companion: Served) -> None:
    status, state = fetched(companion, "/api/state")
    assert status == 200
    assert state["state"]["turn"] == 1
    assert state["table"]["screen"]["sentence"] == "Blue, roll the dice"
    properties = OPENAPI["components"]["schemas"]["State"]["properties"]["table"]["properties"]
    assert set(properties["game"]["required"]) <= set(state["table"]["game"])
    assert set(properties) == set(state["table"])
    assert set(properties["coach"]["required"]) == set(state["table"]["coach"])


def test_the_history_is_returned_in_pages(companion: Served) -> None:
    status, games = fetched(companion, "/api/history")
    assert (status, [game["number"] for game in games]) == (200, [1])
    assert set(required({"$ref": "#/components/schemas/Line"})) <= set(games[0])
    assert fetched(companion, "/api/history?before=1") == (200, [])


def test_a_damaged_game_is_marked_in_the_history(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal.open(path) as journal:
        for _ in range(3):
            save_game(journal, played())
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE events SET json = '{' WHERE game = 2 AND number = -1")
        database.execute("UPDATE events SET json = '{}' WHERE game = 1 AND number = 5")
    with Served(path, "--players", "2") as served:
        status, games = fetched(served, "/api/history")
        assert (status, [game["damaged"] for game in games]) == (200, [False, True, True])
        assert games[1] == {"number": 2, "damaged": True}
        assert games[2]["title"] == "Claim It!"
        for number in (1, 2):
            for what in ("", "/record.jsonl", "/picture.svg", "/bgstats"):
                assert fetched(served, f"/api/record/{number}{what}") == (500, {"error": "this game is damaged"})


def test_a_record_contains_the_luck(companion: Served) -> None:
    status, game = fetched(companion, "/api/record/1")
    assert status == 200
    assert game["events"] == [json.loads(line) for line in played().lines]
    assert len(game["times"]) == len(game["events"])
    assert game["verified"] == "dice"
    assert [len(seat["course"]) for seat in game["luck"]] == [game["turns"] + 1] * 2
    assert set(required({"$ref": "#/components/schemas/Game"})) <= set(game)


def test_a_record_can_be_downloaded(companion: Served) -> None:
    head, _, body = companion.request("/api/record/1/record.jsonl").partition("\r\n\r\n")
    assert "content-type: application/jsonl" in head.lower()
    assert [json.loads(line) for line in body.splitlines()] == [json.loads(line) for line in played().lines]


def test_the_picture_has_the_requested_language(companion: Served) -> None:
    for language, says in [("de", "gewinnt!"), ("en", "wins!"), ("xx", "wins!"), ("../..", "wins!")]:
        head, _, body = companion.request(f"/api/record/1/picture.svg?language={language}").partition("\r\n\r\n")
        assert "content-type: image/svg+xml" in head.lower(), (language, says)
        assert "default-src 'none'" in head, (language, says)
        assert says in Drawing(body).texts[0]


def test_the_current_game_can_be_shared_after_its_end(tmp_path: Path) -> None:
    game, path = played(("Kim", "Zoe")), tmp_path / "journal"
    with Journal.open(path) as journal:
        number = journal.begin(game.running.lineup.to_json(), game.running.seed, BEGUN)
        journal.append(number, game.events[:-2], ENDED)
        with pytest.raises(ArchiveError):
            fetch_game(journal, None)
        journal.append(number, game.events[-2:], ENDED)
    with Served(path) as served:
        picture = served.request("/api/record/table/picture.svg").partition("\r\n\r\n")[2]
        assert {"Kim", "Zoe"} <= set(Drawing(picture).texts)
        assert fetched(served, "/api/record/table/bgstats")[0] == 200
        assert '"Zoe"' in served.request("/api/record/table/record.jsonl")
        assert fetched(served, "/api/record/table")[0] == 200
    with Journal.open(path) as journal:
        journal.discard(number)
        with pytest.raises(ArchiveError):
            fetch_game(journal, None)


def test_a_game_is_sent_to_bg_stats_by_link_and_qr_code(companion: Served) -> None:
    status, play = fetched(companion, "/api/record/1/bgstats")
    assert status == 200
    address, _, data = play["link"].partition("?data=")
    assert address == "https://app.bgstatsapp.com/createPlay.html"
    assert json.loads(unquote(data))["game"]["name"] == "Claim It!"
    assert tuple(play["code"]) == qr_rows(play["link"])


def test_people_are_returned_in_pages(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal.open(path) as journal:
        for number in range(MAX_ROWS // 2 + 1):
            save_game(journal, played((f"Ann {number}", f"Bob {number}")))
        save_game(journal, played(("Ann 7", "Blue")))
        save_game(journal, played(("Ann 7", "Blue")))
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE events SET json = '{' WHERE game = ? AND number = -1", (MAX_ROWS // 2 + 3,))
    with Served(path, "--players", "2") as served:
        status, first = fetched(served, "/api/people")
        assert (status, first["total"], first["damaged"]) == (200, MAX_ROWS + 2, [MAX_ROWS // 2 + 3])
        assert (first["people"][0]["name"], first["people"][0]["games"], len(first["people"])) == ("Ann 7", 2, MAX_ROWS)
        schema = OPENAPI["paths"]["/api/people"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        assert set(schema["required"]) == set(first)
        assert set(schema["properties"]["people"]["items"]["required"]) == set(first["people"][0])
        rest = fetched(served, f"/api/people?after={MAX_ROWS}")[1]["people"]
        assert len(rest) == 2
        assert fetched(served, f"/api/people?after={MAX_NUMBER}")[1]["people"] == []


NAMES = ("Kim", "<b>x</b>&amp;", "שרה", "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 12, "a/b?c=d")


def test_a_person_is_found_by_name(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal.open(path) as journal:
        for name in NAMES:
            save_game(journal, played((name, "Blue")))
    schema = OPENAPI["components"]["schemas"]["Person"]
    with Served(path, "--players", "2") as served:
        for name in NAMES:
            status, person = fetched(served, f"/api/person?name={quote(name, safe='')}")
            assert (status, person["name"], person["games"]) == (200, name, 1)
            assert set(schema["required"]) == set(schema["properties"]) == set(person)
            for key in ("by_game", "by_players", "bests"):
                assert set(schema["properties"][key]["items"]["required"]) == set(person[key][0])
            assert set(schema["properties"]["boldest"]["required"]) == set(person["boldest"])


def test_missing_resources_are_http_errors(companion: Served) -> None:
    for path, status in [
        ("/api/person", 404),
        ("/api/person?name=Nobody", 404),
        ("/api/person?name=%FF%00", 404),
        ("/api/people?after=x", 400),
        ("/api/record/2", 404),
        ("/api/record/x/bgstats", 404),
        ("/api/record/" + "9" * 5000, 404),
        ("/api/record/%D9%A1", 404),
        ("/api/history?before=x", 400),
        ("/api/history?before=" + "9" * 5000, 400),
    ]:
        assert fetched(companion, path)[0] == status


def test_every_answer_is_documented() -> None:
    room = Room(lambda *_: None, str, Tokens())
    routes = Api(room, None, Workers()).routes()
    assert [route.path for route in routes] == list(OPENAPI["paths"])
