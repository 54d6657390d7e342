import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import pytest

from companion.commands.cli import main
from companion.core.model import TABLES
from companion.runtime.archive import fetch_game
from companion.runtime.export_formats import as_bgstats_play, play_link, rules_pictures
from companion.runtime.journal import Journal
from engine.game import Json
from engine.record import from_lines, to_lines
from tests.companion.program.recorded_games import BEGUN, ENDED, played, save_game

TRIO = ("=Anna", "Blue", "Jürgen")
EVENTS: tuple[Json, ...] = (
    {"event": "begin", "seat": 0, "dice": [1, 2, 3], "by": "hand"},
    {"event": "undo"},
    {"event": "start", "game": "claimit", "players": list(TRIO), "first": 1},
    {"event": "roll", "dice": [2, 3, 5], "by": "hand"},
    {"event": "place", "field": "5/3"},
    {"event": "undo"},
    {"event": "place", "field": "3/2"},
    {"event": "bank"},
)
SUMMARY = {"players": list(TRIO), "winners": [1], "turns": 1, "standings": []}


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as journal:
        save_game(journal, played())
        game = journal.begin({"game": "claimit"}, bytes(32), BEGUN)
        journal.append(game, EVENTS[:3], BEGUN)
        journal.append(game, EVENTS[3:], ENDED)
        journal.finish(game, ENDED, SUMMARY)
    return path


@pytest.fixture
def export(path: Path, capfd: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def exported(*words: str) -> str:
        assert main(["export", "--journal", str(path), *words]) == 0
        return capfd.readouterr().out

    return exported


def test_the_record_is_the_game(export: Callable[..., str]) -> None:
    text = export("1")
    record = played().running.record
    assert record is not None
    assert from_lines(text.splitlines()) == record
    assert text == to_lines(record)
    assert [json.loads(line)["event"] for line in text.splitlines()[:: len(text.splitlines()) - 1]] == [
        "start",
        "reveal",
    ]


def test_rolls_for_the_start_are_part_of_the_start_event(export: Callable[..., str]) -> None:
    events = [json.loads(line)["event"] for line in export("2").splitlines()]
    assert events == ["start", "roll", "place", "undo", "place", "bank"]


def test_the_table_has_one_row_per_event(export: Callable[..., str]) -> None:
    rows = list(csv.DictReader(io.StringIO(export("2", "--format", "csv"))))
    assert [row["event"] for row in rows] == ["start", "roll", "place", "undo", "place", "bank"]
    assert [row["number"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert {row["seat"] + row["player"] + row["turn"] for row in rows} == {"1Blue1"}
    assert [row["at"] for row in rows] == [BEGUN, *[ENDED] * 5]
    roll, place, bank = rows[1], rows[4], rows[5]
    assert [roll[key] for key in ("die_1", "die_2", "die_3", "by", "bust_rolls", "of_rolls", "busted")] == [
        "2", "3", "5", "hand", "0", "216", "0",
    ]  # fmt: skip
    assert [place[key] for key in ("column", "row", "stone", "die_1")] == ["3", "2", "claim5", ""]
    assert [bank[key] for key in ("mine", "goldclaims", "fields")] == ["1", "0", "1"]


def test_the_lines_of_the_table_end_as_spreadsheets_expect(export: Callable[..., str]) -> None:
    text = export("2", "--format", "csv")
    assert text.startswith("number,at,turn,")
    assert text.count("\r\n") == text.count("\n") == 7


def test_names_are_not_read_as_formulas(path: Path, export: Callable[..., str]) -> None:
    with Journal.open(path) as journal:
        game = journal.begin({"game": "claimit"}, bytes(32), BEGUN)
        journal.append(game, [{**EVENTS[2], "first": 0}], BEGUN)
        journal.finish(game, ENDED, SUMMARY)
    assert ",0,'=Anna,start," in export("3", "--format", "csv")


def test_bg_stats_receives_a_play(export: Callable[..., str]) -> None:
    play = json.loads(export("1", "--format", "bgstats"))
    assert play == {
        "sourceName": "claim-companion",
        "sourcePlayId": f"{BEGUN} 1",
        "playDate": "2026-11-21 12:00:00",
        "durationMin": 42,
        "game": {
            "name": "Claim It!",
            "sourceGameId": "claimit",
            "bggId": 26162,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {"name": "Green", "sourcePlayerId": "Green", "startPlayer": True, "winner": True, "rank": 1, "score": 13},
            {"name": "Blue", "sourcePlayerId": "Blue", "startPlayer": False, "winner": False, "rank": 2, "score": 12},
        ],
        "comments": "the largest mine; 60 turns",
    }


def test_bg_stats_receives_the_played_variants(path: Path) -> None:
    with Journal.open(path) as journal:
        start = {**EVENTS[2], "options": {"recycle": True}}
        game = journal.begin({"game": "claimit"}, bytes(32), BEGUN)
        journal.append(game, [start], BEGUN)
        journal.finish(game, ENDED, SUMMARY)
        archived = fetch_game(journal, game)
    play = as_bgstats_play(archived)
    assert play["board"] == "recycle"
    link = play_link(archived)["link"]
    assert json.loads(unquote(link.partition("data=")[2])) == play
    assert " " not in link


def test_each_moment_of_a_rules_section_has_a_picture() -> None:
    moments = [len(section.moments()) if section.moments else 0 for section in TABLES["claimit"].rules]
    assert [len(rules_pictures("claimit", number)) for number in range(len(moments))] == moments
    assert rules_pictures("claimit", 99) == rules_pictures("chess", 0) == ()


def test_a_missing_number_is_reported(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "9", "--journal", str(path)]) == 2
    assert tuple(capsys.readouterr()) == ("", f"companion export: {path} has no finished game 9\n")
