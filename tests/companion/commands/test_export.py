import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.core.model import TABLES
from companion.runtime.export_formats import rules_pictures
from companion.runtime.journal import Journal
from engine.game import Json
from engine.record import from_lines, to_lines
from tests.companion.program.played import BEGUN, ENDED, keep, played

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
        keep(journal, played())
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


def test_the_rolls_for_who_begins_are_left_to_the_start(export: Callable[..., str]) -> None:
    events = [json.loads(line)["event"] for line in export("2").splitlines()]
    assert events == ["start", "roll", "place", "undo", "place", "bank"]


def test_each_moment_of_a_section_of_the_rules_is_a_picture() -> None:
    moments = [len(section.moments()) if section.moments else 0 for section in TABLES["claimit"].rules]
    assert [len(rules_pictures("claimit", number)) for number in range(len(moments))] == moments
    assert rules_pictures("claimit", 99) == rules_pictures("chess", 0) == ()


def test_a_missing_number_is_said(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "9", "--journal", str(path)]) == 2
    assert tuple(capsys.readouterr()) == ("", f"companion export: {path} has no finished game 9\n")
