import json
from collections.abc import Iterator
from time import process_time
from typing import Any

import pytest

from companion.runtime.journal import Journal
from tests.companion.program.recorded_games import played, save_game
from tests.companion.web.served import Served
from tests.companion.web.test_api import OPENAPI

ANALYSIS_S = 120.0
"""Maximum time of the coach for a whole game on a busy machine."""


@pytest.fixture(scope="module")
def companion(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    path = tmp_path_factory.mktemp("served") / "journal"
    with Journal.open(path) as journal:
        save_game(journal, played())
    with Served(path, "--players", "2", "--first", "1") as served:
        served.timeout_s = ANALYSIS_S
        yield served


def fetched(companion: Served, name: str, query: str = "") -> tuple[int, Any]:
    head, _, body = companion.request(f"/api/story/{name}{query}").partition("\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def test_every_viewer_gets_the_story_of_a_finished_game(companion: Served) -> None:
    status, story = fetched(companion, "1", "?first=2&language=de")
    assert (status, story["first"]) == (200, 2)
    assert "Anspruchstein" in story["moments"][0]["caption"]
    assert fetched(companion, "1", "?language=xx")[1]["moments"][0]["caption"] == "Green starts"
    assert set(OPENAPI["components"]["schemas"]["Story"]["required"]) <= set(story)
    assert fetched(companion, "1")[1]["moments"][0]["game"]["players"][0]["colour"] == "#00cc88"


def test_a_story_that_is_missing_has_a_status(companion: Served) -> None:
    for name, status in [
        ("2", 404),
        ("9" * 5000, 404),
        ("table", 404),
        ("x", 404),
        ("A" * 22, 404),
        ("1?first=x", 400),
        ("1?first=" + "9" * 5000, 400),
    ]:
        assert fetched(companion, name)[0] == status


@pytest.mark.slow
def test_the_coach_analyses_a_finished_game(companion: Served) -> None:
    status, story = analysed(companion, "1?language=de")
    assert status == 200
    assert set(story) == set(OPENAPI["components"]["schemas"]["Analysis"]["required"])
    assert story["players"] == ["Grün", "Blau"]
    assert story["sums"][2][0] == "eigene Entscheidungen"
    assert {len(row) for row in story["sums"]} == {3}
    assert 0 < story["moment"]["step"] < len(played().lines)
    began = process_time()
    assert analysed(companion, "1?language=de") == (200, story)
    assert process_time() - began < 1


def test_only_finished_games_can_be_analysed(companion: Served) -> None:
    for name in ["2", "table", "x", "A" * 22]:
        assert analysed(companion, name)[0] == 404


def analysed(companion: Served, name: str) -> tuple[int, Any]:
    head, _, body = companion.request(f"/api/analysis/{name}").partition("\r\n\r\n")
    return int(head.split()[1]), json.loads(body)
