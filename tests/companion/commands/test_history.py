import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.commands.cli import main
from companion.commands.history import draw_bars, thin_out
from companion.runtime.journal import Journal
from engine.game import Json
from tests.companion.program.played import BEGUN, ENDED, forged_game, keep, played

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
def tell(path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    def told(*words: str) -> list[str]:
        assert main(["history", "--journal", str(path), *words]) == 0
        return capsys.readouterr().out.splitlines()

    return told


def finish(path: Path, games: int, summary: Json = SUMMARY, lineup: Json = LINEUP) -> None:
    with Journal.open(path) as journal:
        for _ in range(games):
            journal.finish(journal.begin(lineup, bytes(32), BEGUN), ENDED, summary)


def test_a_game_says_that_its_dice_are_verified_if_every_draw_is_right_or_that_they_were_given(
    path: Path, tell: Callable[..., list[str]]
) -> None:
    games = (played(), forged_game(), played(by_hand=True), played(fair=False), played(fair=False, by_hand=True))
    with Journal.open(path) as journal:
        for game in games:
            keep(journal, game)
    said = [tell(str(number)) for number in range(1, len(games) + 1)]
    assert ["Dice verified" in each for each in said] == [True, False, False, False, False]
    assert ["Not random: a given seed" in each for each in said] == [False, False, False, True, False]


@pytest.mark.slow
def test_the_coach_tells_what_decided_a_game(path: Path, tell: Callable[..., list[str]]) -> None:
    with Journal.open(path) as journal:
        keep(journal, played())
    said = tell("1", "--coach")
    at = next(number for number, line in enumerate(said) if line.split() == ["Green", "Blue"])
    told = {" ".join(line.split()[:-2]): [int(each) for each in line.split()[-2:]] for line in said[at + 1 : at + 8]}
    terms = ["own choices", "choices of the others", "= all choices", "even share", "going first", "dice", "= result"]
    assert list(told) == terms
    for seat in (0, 1):
        own, others, choices, even, first, dice, result = (told[term][seat] for term in terms)
        assert (own + others, choices + even + first + dice) == (choices, result)
        assert result in {0, 100}
    assert any(line.startswith("The moment, event ") for line in said[at:])
    assert re.fullmatch(r"(Green|Blue): \d+ smaller ones?: -\d+", said[-1])


@pytest.mark.slow
def test_the_coach_shows_on_a_terminal_how_far_it_is(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal.open(path) as journal:
        keep(journal, played())
    outputs = []
    for is_terminal in (False, True):
        monkeypatch.setattr("sys.stderr.isatty", lambda is_terminal=is_terminal: is_terminal)
        assert main(["history", "--journal", str(path), "1", "--coach"]) == 0
        outputs.append(capsys.readouterr())
    piped, shown = outputs
    assert piped.err == ""
    assert shown.out == piped.out
    lines = shown.err.split("\r")[1:]
    assert next(line for line in lines if "%" in line).startswith(f"[{'-' * 16}]   0 %")
    assert any(line.startswith("[####") for line in lines)
    assert lines[-1] == "\x1b[K"


def test_the_finished_games_are_listed_newest_first(path: Path, tell: Callable[..., list[str]]) -> None:
    finish(path, 1)
    finish(path, 1, {**SUMMARY, "winners": [0]})
    assert tell() == [
        "no.  date        game       players     won by         turns  min",
        "  2  2026-11-21  Claim It!  Anna, Blue  Anna               7    0",
        "  1  2026-11-21  Claim It!  Anna, Blue  Anna and Blue      7    0",
    ]


def test_an_unfinished_game_is_no_history(path: Path, tell: Callable[..., list[str]]) -> None:
    with Journal.open(path) as journal:
        journal.discard(journal.begin(LINEUP, bytes(32), BEGUN))
        journal.begin(LINEUP, bytes(32), BEGUN)
    assert tell() == ["There are no finished games."]
    assert tell("--dice") == ["There are no finished games with fair dice."]


def test_the_pages_follow_each_other(path: Path, tell: Callable[..., list[str]]) -> None:
    finish(path, 5)
    first, second = tell("--limit", "2"), tell("--limit", "2", "--before", "4")
    third = tell("--limit", "2", "--before", "2")
    assert (first[-1], second[-1]) == ("older games: --before 4", "older games: --before 2")
    assert [row.split()[0] for row in first[1:3] + second[1:3] + third[1:]] == ["5", "4", "3", "2", "1"]


def test_the_date_is_that_of_the_clocks_here(path: Path, tell: Callable[..., list[str]]) -> None:
    with Journal.open(path) as journal:
        game = journal.begin(LINEUP, bytes(32), "2026-11-21T23:30:00Z")
        journal.finish(game, "2026-11-22T00:10:00Z", SUMMARY)
    assert tell()[1].split()[1] == "2026-11-22"


def test_one_game_is_told_with_its_luck(path: Path, tell: Callable[..., list[str]]) -> None:
    with Journal.open(path) as journal:
        keep(journal, played())
    head, won, verified, _, columns, green, blue, _, chart, green_mines, blue_mines = tell("1")
    assert verified == "Dice verified"
    assert head == "Game 1, Claim It!, 2026-11-21 13:00, 42 min, turns: 60"
    assert won == "won by Green: the largest mine"
    assert columns.split("  ")[-1] == "boldest that held"
    assert green.split() == ["Green", "13", "9", "18", "48", "2", "2.1", "19.0%", "(41/216)"]
    assert blue.split() == ["Blue", "12", "14", "18", "49", "1", "2.4", "19.0%", "(41/216)"]
    assert chart == "the largest mine, turn by turn (highest: 18)"
    assert green_mines.startswith("Green   ▁▁")
    assert len(blue_mines) <= 80


def test_a_bot_is_named_behind_the_name_that_it_played_under(path: Path, tell: Callable[..., list[str]]) -> None:
    with Journal.open(path) as journal:
        game = played()
        lineup = replace(game.running.lineup, bots={"1": "sheriff"})
        keep(journal, game._replace(running=replace(game.running, lineup=lineup)))
    _, _, _, _, _, green, blue, *_ = tell("1")
    assert (green.split()[0], blue.split()[:2]) == ("Green", ["Blue", "(Sheriff)"])


def test_the_dice_are_tested_over_all_games(path: Path, tell: Callable[..., list[str]]) -> None:
    with Journal.open(path) as journal:
        keep(journal, played())
        keep(journal, played(by_hand=True))
        keep(journal, played(fair=False))
    heads, box, hand, meaning = tell("--dice")
    assert heads.split() == ["face", "1", "2", "3", "4", "5", "6", "chi-square", "p"]
    assert box.split() == ["the", "box's", "dice", "55", "44", "56", "57", "40", "45", "5.44", "0.364"]
    assert hand.split() == ["dice", "by", "hand", "49", "56", "42", "48", "44", "55", "3.27", "0.659"]
    assert meaning == "p: how likely it is that fair dice fall at least so unevenly"


def test_more_games_than_a_page_are_all_counted(path: Path, tell: Callable[..., list[str]]) -> None:
    with Journal.open(path) as journal:
        keep(journal, played())
    finish(path, 201)
    assert tell("--dice")[1].split()[3] == "55"


def told_of_damage(path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[list[str], list[str]]:
    assert main(["history", "--journal", str(path), *words]) == 1
    said = capsys.readouterr()
    return said.out.splitlines(), said.err.splitlines()


def damage(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        assert db.execute(statement).rowcount == 1


EVENT = "UPDATE events SET json = replace(json, ':', ': ') WHERE game = 2 AND number = 5"
ENTRY = "UPDATE events SET json = replace(json, 'Green', 'Grean') WHERE game = 2 AND number = -1"


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        (EVENT, "game 2 in {path} is damaged from event 5 on"),
        (ENTRY, "game 2 in {path} is damaged"),
    ],
)
def test_a_damaged_game_is_not_counted_and_is_named(
    path: Path, capsys: pytest.CaptureFixture[str], statement: str, sentence: str
) -> None:
    with Journal.open(path) as journal:
        keep(journal, played())
    assert main(["history", "--journal", str(path), "--dice"]) == 0
    whole = capsys.readouterr().out.splitlines()
    with Journal.open(path) as journal:
        keep(journal, played())
    damage(path, statement)
    assert told_of_damage(path, capsys, "--dice") == (
        whole,
        [f"companion history: not counted: {sentence.format(path=path)}"],
    )


@pytest.mark.parametrize("statement", [EVENT, ENTRY])
def test_a_damaged_game_is_marked_in_the_list(path: Path, capsys: pytest.CaptureFixture[str], statement: str) -> None:
    with Journal.open(path) as journal:
        for _ in range(3):
            keep(journal, played())
    damage(path, statement)
    (_, third, second, first), (reason,) = told_of_damage(path, capsys)
    assert (third.split()[0], second.split()[0], first.split()[0]) == ("3", "2", "1")
    assert [entry.endswith("  damaged") for entry in (third, second, first)] == [False, True, False]
    assert reason.startswith("companion history: ")
    assert "game 2 in" in reason
    assert main(["history", "--journal", str(path), "--before", "2"]) == 0


def refused(path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["history", "--journal", str(path), *words]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    return said.err.removeprefix("companion history: ").removesuffix("\n")


def test_a_number_without_a_game_is_said(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    finish(path, 1)
    with Journal.open(path) as journal:
        journal.begin(LINEUP, bytes(32), BEGUN)
    assert refused(path, capsys, "2") == f"there is no finished game 2 in {path}"


def test_a_missing_journal_is_said(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "holds no journal yet" in refused(path, capsys)
    assert not path.exists()


def test_a_damaged_journal_is_said(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path.write_bytes(b"rubbish" * 100)
    assert "is damaged" in refused(path, capsys)
    assert path.read_bytes() == b"rubbish" * 100


def test_a_game_that_cannot_be_is_said(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal.open(path) as journal:
        game = journal.begin(LINEUP, bytes(32), BEGUN)
        journal.append(game, [{"event": "start", "game": "claimit", "players": ["A", "B"]}, {"event": "bank"}], BEGUN)
        journal.finish(game, ENDED, SUMMARY)
    assert refused(path, capsys, "1").startswith(f"game 1 in {path} cannot be replayed: A bank cannot be now")


def test_what_is_no_number_of_a_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for number in ["0", "-1", "x", "99999999999", "²"]:
        with pytest.raises(SystemExit, match="2"):
            main(["history", f"--before={number}"])
        assert "is no whole number from 1 to 2147483647" in capsys.readouterr().err, number


def test_bars_are_of_one_scale() -> None:
    assert draw_bars([0, 1, 50, 99, 100], 100) == " ▁▄██"
    assert draw_bars([0, 0], 0) == "  "


def test_a_long_course_keeps_its_ends() -> None:
    assert thin_out(range(101), 3) == [0, 50, 100]
    assert thin_out(range(3), 3) == range(3)


def test_a_text_that_is_none_any_more_damages_its_own_game_only(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for column, number, game, said in (
        ("json", 20, 1, "game 1 in {path} is damaged from event 20 on"),
        ("at", 20, 2, "game 2 in {path} is damaged from event 20 on"),
        ("json", -1, 3, "game 3 in {path} is damaged"),
        ("json", 0, 4, "game 4 in {path} is damaged"),
    ):
        path.unlink(missing_ok=True)
        with Journal.open(path) as journal:
            for _ in range(5):
                keep(journal, played())
        broken = f"CAST(CAST(substr({column}, 1, 5) AS BLOB) || x'e9' || CAST(substr({column}, 7) AS BLOB) AS TEXT)"
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(f"UPDATE events SET {column} = {broken} WHERE game = {game} AND number = {number}")  # noqa: S608 - from the list above
        assert main(["history", "--journal", str(path)]) == 1
        told = capsys.readouterr()
        assert [line.split()[0] for line in told.out.splitlines()[1:]] == ["5", "4", "3", "2", "1"]
        assert told.err == f"companion history: {said.format(path=path)}\n"
        assert main(["history", "--dice", "--journal", str(path)]) == 1
        assert main(["people", "--journal", str(path)]) in {0, 1}
        capsys.readouterr()


def test_a_game_whose_row_is_gone_or_has_another_number_is_told(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal.open(path) as journal:
        for _ in range(5):
            keep(journal, played())
    for change, damaged in (
        ("DELETE FROM events WHERE game = 2 AND number = 0", ["2"]),
        ("DELETE FROM events WHERE game = 5 AND number < 9", ["5"]),
    ):
        content = path.read_bytes()
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(change)
        numbers = sorted({"1", "2", "3", "4", "5", *damaged}, key=int, reverse=True)
        for first, second in (([], []), (["--limit", "2"], ["--before", numbers[1]])):
            told: list[str] = []
            for words in (first, second):
                main(["history", "--journal", str(path), *words])
                lines = capsys.readouterr().out.splitlines()
                told += [line for line in lines if line.split()[:1] and line.split()[0].isdigit() and line not in told]
            assert [line.split()[0] for line in told] == numbers
            assert [line.split()[0] for line in told if line.endswith("damaged")] == damaged
        assert main(["history", damaged[-1], "--journal", str(path)]) == 2
        assert f"game {damaged[-1]} in" in capsys.readouterr().err
        with Journal.open(path) as journal:
            game = keep(journal, played())
            assert (game, journal.kept(game).events) == (6, played().events)
        path.write_bytes(content)
