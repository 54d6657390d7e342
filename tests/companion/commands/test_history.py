import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands.cli import main
from companion.runtime.journal import Journal
from engine.game import Json
from tests.companion.program.recorded_games import BEGUN, ENDED, forged_game, played, save_game

pytestmark = pytest.mark.usefixtures("at_home")
SUMMARY = {
    "players": ["Anna", "Blue"],
    "winners": [0, 1],
    "turns": 7,
    "standings": [{"fields": 3, "goldclaims": 1, "mine": 2, "stones": 21}] * 2,
}
LINEUP = {"game": "claimit", "players": ["Anna", "Blue"]}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def run_history(path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    def shown(*words: str) -> list[str]:
        assert main(["history", "--journal", str(path), *words]) == 0
        return capsys.readouterr().out.splitlines()

    return shown


def finish(path: Path, games: int, summary: Json = SUMMARY, lineup: Json = LINEUP) -> None:
    with Journal.open(path) as journal:
        for _ in range(games):
            journal.finish(journal.begin(lineup, bytes(32), BEGUN), ENDED, summary)


def test_a_game_is_marked_as_verified_or_as_played_with_given_dice(
    path: Path, run_history: Callable[..., list[str]]
) -> None:
    games = (played(), forged_game(), played(by_hand=True), played(fair=False), played(fair=False, by_hand=True))
    with Journal.open(path) as journal:
        for game in games:
            save_game(journal, game)
    output = [run_history(str(number)) for number in range(1, len(games) + 1)]
    assert ["Dice verified" in each for each in output] == [True, False, False, False, False]
    assert ["Not random: fixed secret number" in each for each in output] == [False, False, False, True, False]


def test_the_finished_games_are_listed_newest_first(path: Path, run_history: Callable[..., list[str]]) -> None:
    finish(path, 1)
    finish(path, 1, {**SUMMARY, "winners": [0]})
    assert run_history() == [
        "no.  date        game       players     won by      turns  min",
        "  2  2026-11-21  Claim It!  Anna, Blue  Anna            7    0",
        "  1  2026-11-21  Claim It!  Anna, Blue  Anna, Blue      7    0",
    ]


def test_an_unfinished_game_is_not_listed(path: Path, run_history: Callable[..., list[str]]) -> None:
    with Journal.open(path) as journal:
        journal.discard(journal.begin(LINEUP, bytes(32), BEGUN))
        journal.begin(LINEUP, bytes(32), BEGUN)
    assert run_history() == ["No finished games yet."]


def test_the_newest_games_are_listed(path: Path, run_history: Callable[..., list[str]]) -> None:
    finish(path, 5)
    assert [row.split()[0] for row in run_history("--limit", "2")[1:]] == ["5", "4"]


def test_dates_are_in_local_time(path: Path, run_history: Callable[..., list[str]]) -> None:
    with Journal.open(path) as journal:
        game = journal.begin(LINEUP, bytes(32), "2026-11-21T23:30:00Z")
        journal.finish(game, "2026-11-22T00:10:00Z", SUMMARY)
    assert run_history()[1].split()[1] == "2026-11-22"


def test_one_game_is_printed_with_its_luck(path: Path, run_history: Callable[..., list[str]]) -> None:
    with Journal.open(path) as journal:
        save_game(journal, played())
    head, won, verified, _, columns, green, blue = run_history("1")
    assert verified == "Dice verified"
    assert head == "Game 1, Claim It!, 2026-11-21 13:00, 42 min, turns: 60"
    assert won == "won by Green: the largest mine"
    assert columns.split("  ")[-1] == "riskiest successful roll"
    assert green.split() == ["Green", "13", "9", "18", "48", "2", "2.1", "19.0%", "(41/216)"]
    assert blue.split() == ["Blue", "12", "14", "18", "49", "1", "2.4", "19.0%", "(41/216)"]


def test_the_bot_of_a_seat_is_named_after_the_player(path: Path, run_history: Callable[..., list[str]]) -> None:
    with Journal.open(path) as journal:
        game = played()
        lineup = replace(game.running.lineup, bots={"1": "sheriff"})
        save_game(journal, game._replace(running=replace(game.running, lineup=lineup)))
    _, _, _, _, _, green, blue, *_ = run_history("1")
    assert (green.split()[0], blue.split()[:2]) == ("Green", ["Blue", "(Sheriff)"])


def run_with_damage(path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[list[str], list[str]]:
    assert main(["history", "--journal", str(path), *words]) == 1
    output = capsys.readouterr()
    return output.out.splitlines(), output.err.splitlines()


def damage(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        assert db.execute(statement).rowcount == 1


EVENT = "UPDATE events SET json = replace(json, ':', ': ') WHERE game = 2 AND number = 5"
ENTRY = "UPDATE events SET json = replace(json, 'Green', 'Grean') WHERE game = 2 AND number = -1"


@pytest.mark.parametrize("statement", [EVENT, ENTRY])
def test_a_damaged_game_is_marked_in_the_list(path: Path, capsys: pytest.CaptureFixture[str], statement: str) -> None:
    with Journal.open(path) as journal:
        for _ in range(3):
            save_game(journal, played())
    damage(path, statement)
    (_, third, second, first), (reason,) = run_with_damage(path, capsys)
    assert (third.split()[0], second.split()[0], first.split()[0]) == ("3", "2", "1")
    assert [entry.endswith("  damaged") for entry in (third, second, first)] == [False, True, False]
    assert reason.startswith("companion history: ")
    assert "game 2 in" in reason


def error_of(path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["history", "--journal", str(path), *words]) == 2
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)
    return output.err.removeprefix("companion history: ").removesuffix("\n")


def test_an_unknown_game_number_is_reported(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    finish(path, 1)
    with Journal.open(path) as journal:
        journal.begin(LINEUP, bytes(32), BEGUN)
    assert error_of(path, capsys, "2") == f"{path} has no finished game 2"


def test_a_missing_journal_is_reported(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "has no saved games yet" in error_of(path, capsys)
    assert not path.exists()


def test_an_impossible_game_is_reported(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal.open(path) as journal:
        game = journal.begin(LINEUP, bytes(32), BEGUN)
        journal.append(game, [{"event": "start", "game": "claimit", "players": ["A", "B"]}, {"event": "bank"}], BEGUN)
        journal.finish(game, ENDED, SUMMARY)
    assert error_of(path, capsys, "1").startswith(f"game 1 in {path} cannot be replayed: A bank is not possible now")


PEOPLE_BEGUN, PEOPLE_ENDED = "2026-11-2{}T19:00:00Z", "2026-11-2{}T20:00:00Z"
HOSTILE = "<b>\u05d0\u05d1</b> 🎲"


@pytest.fixture
def people_journal(tmp_path: Path) -> Path:
    journal = tmp_path / "journal.sqlite"
    with Journal.open(journal) as opened:
        for day, players in enumerate((("Ann", "Blue"), ("Ann", HOSTILE))):
            save_game(opened, played(players, bytes([day]) * 32), PEOPLE_BEGUN.format(day), PEOPLE_ENDED.format(day))
    return journal


@pytest.fixture
def list_people(people_journal: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    def shown(*words: str) -> tuple[int, str, str]:
        status = main(["people", "--journal", str(people_journal), *words])
        return status, *capsys.readouterr()

    return shown


def test_all_people_are_listed(list_people: Callable[..., tuple[int, str, str]]) -> None:
    status, out, err = list_people()
    heads, ann, other = out.splitlines()
    assert (status, err) == (0, "")
    assert heads.split("  ")[0] == "name"
    assert ann.split()[:2] == ["Ann", "2"]
    assert other.startswith(HOSTILE)


def test_one_person_is_printed_in_full(list_people: Callable[..., tuple[int, str, str]]) -> None:
    status, out, _ = list_people("ann")
    assert status == 0
    lines = out.splitlines()
    assert lines[0].startswith("Ann: 2 games, ")
    assert lines[1].startswith("luck ")
    assert lines[2].startswith("boldest roll ")
    assert lines[3].startswith("the largest mine ")
    assert lines[4].startswith("Claim It! ")
    assert lines[5].startswith("2 players ")
    assert len(lines) == 6


def test_an_unknown_name_is_reported(people_journal: Path, list_people: Callable[..., tuple[int, str, str]]) -> None:
    status, out, err = list_people("Zoe\x1b[2J")
    assert (status, out) == (2, "")
    assert err == f"companion people: Zoe\\x1b[2J has not finished a game in {people_journal}\n"
