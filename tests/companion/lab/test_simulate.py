"""`companion simulate`, `tournament` and `merge`: what they print and write, and what they refuse before any work."""

from __future__ import annotations

import csv
import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from companion.commands.cli import main
from companion.lab import command as simulate
from companion.lab import workers
from companion.lab.games import UNIT, play_games
from companion.lab.report import report_page
from companion.lab.result import decode_result
from companion.lab.study import GROUPS
from companion.lab.summary import summarize
from companion.lab.text import describe
from companion.lab.workers import ThisProcess, WorkersLost
from tests.companion.lab.studies import played, study_of, with_banks_and_luck

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.lab.games import Batch

STUDY = ("simulate", "--games", "12", "--bots", "greenhorn,greenhorn", "--seed", "7", "--jobs", "1")
TOURNAMENT = ("tournament", "--games", "8", "--seed", "7", "--jobs", "1", "--bots")


def changed(**options: str) -> list[str]:
    """The command of a study, with other options."""
    words = list(STUDY)
    for option, value in options.items():
        name = f"--{option}"
        if name in words:
            words[words.index(name) + 1] = value
        else:
            words += [name, value]
    return words


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What a command that succeeds prints; it complains about nothing."""
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.usefixtures("plugged")
def test_a_study_is_told_in_a_few_tables(capsys: pytest.CaptureFixture[str]) -> None:
    words = changed(bots="greenhorn,banker", games="40")
    lines = printed(capsys, *words, "--players", "2", "--option", "recycle=true").splitlines()
    assert lines[0] == "Claim It!, 2 players, 40 games, seed 7, recycle=true"
    assert lines[2].split() == ["bot", "games", "won", "95", "%", "as", "first", "as", "second"]
    assert [line.split()[0] for line in lines[3:5]] == ["greenhorn", "banker"]
    assert [line.split()[0] for line in lines[6:9]] == ["seat", "first", "second"]
    assert lines[10].startswith("turns a game: ")
    assert lines[13].startswith("busts by how many rolls")
    assert lines[-1].startswith("won after being behind by at least (mine) 1: ")


def test_a_study_as_json_is_what_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, *STUDY, "--json")
    assert out.count("\n") == 1
    assert decode_result(out) == played(study_of())


@pytest.mark.slow
def test_any_number_of_jobs_gives_the_same_result(capsys: pytest.CaptureFixture[str]) -> None:
    one, three = (printed(capsys, *changed(games="60", jobs=jobs), "--json") for jobs in ("1", "3"))
    assert one == three


def test_the_first_game_offers_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Klondike, 2 players, 2 games" in printed(capsys, *changed(games="2", game="klondike"))


def test_banks_and_luck_are_told_as_text() -> None:
    result = with_banks_and_luck(played(study_of(games=80)))
    lines = describe(result, summarize(result.study, result.tallies)).splitlines()
    at = lines.index("banks by how many rolls of the turn had gone well")
    assert lines[at + 2].split() == [
        *("greenhorn", "2", "4,000", "50.0", "%", "48.5", "to", "51.5", "%"),
        *("15", "%", "15", "to", "15", "%", "100.0", "%", "99.9", "to", "100.0", "%"),
    ]
    at = lines.index("Who had the most luck with the dice won 100.0 % of the games (95.4 to 100.0 %).")
    assert lines[at + 1] == "Luck explains 100.0 % of the variance of the results (100.0 to 100.0 %)."
    assert [line.split()[:3] for line in lines[at + 3 : at + 5]] == [["first", "50.0", "%"], ["second", "50.0", "%"]]


def test_too_few_games_for_banks_and_luck_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    told = "too few games to tell when bots bank and what was luck: that takes at least 40"
    words = changed(bots="prospector,greenhorn", games="2")
    assert told in printed(capsys, *words, "--banks").splitlines()
    assert told not in printed(capsys, *words)
    result = with_banks_and_luck(played(study_of(games=40)))
    assert told not in describe(result, summarize(result.study, result.tallies))


@pytest.mark.slow
def test_banks_and_luck_are_the_same_however_they_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words, table = [*changed(bots="prospector,greenhorn", games="4"), "--luck", "--banks"], tmp_path / "games.csv"
    whole = printed(capsys, *words, "--json", "--csv", str(table))
    (tally,) = decode_result(whole).tallies
    rows = [*csv.DictReader(table.read_text().splitlines())]
    assert all(float(row["luck1"]) == -float(row["luck2"]) != 0 for row in rows)
    assert sum(float(row["luck1"]) for row in rows) == pytest.approx(
        sum(tally.luck[0, group, 0, 1] for group in range(GROUPS)) / UNIT
    )
    assert tally.stakes.total() > 0
    words[words.index("--jobs") + 1] = "2"
    assert printed(capsys, *words, "--json") == whole
    paths = [str(tmp_path / f"{number}.json") for number in (1, 2)]
    for number, path in enumerate(paths, 1):
        (tmp_path / path).write_text(printed(capsys, *words, "--json", "--shard", f"{number}/2"))
    assert printed(capsys, "merge", "--json", *paths) == whole


def test_without_a_seed_one_is_drawn_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "--games", "3", "--bots", "greenhorn,greenhorn", "--jobs", "1", "--json"]
    first, second = (json.loads(printed(capsys, *words)) for _ in range(2))
    assert first["study"]["seed"] != second["study"]["seed"]
    again = printed(capsys, *words, "--seed", str(first["study"]["seed"]))
    assert json.loads(again) == first


def test_each_game_has_a_row_in_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.csv"
    printed(capsys, *STUDY, "--csv", str(path))
    rows = [*csv.DictReader(path.read_text().splitlines())]
    (tally,) = play_games(study_of(), range(12)).tallies
    assert [int(row["game"]) for row in rows] == [*range(12)]
    assert sum(int(row["rolls"]) for row in rows) == tally.rolls.total()
    assert sum(int(row["busts"]) for row in rows) == tally.busts.total()
    assert sorted(int(row["turns"]) for row in rows) == sorted(tally.lengths.elements())
    assert sorted(int(row["deficit"]) for row in rows) == sorted(tally.deficits.elements())
    assert {row["winners"] for row in rows} <= {"1", "2", "1+2"}
    assert {row["seat2"] for row in rows} == {"greenhorn"}


def test_a_report_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "report.html"
    path.write_text("older" * 100_000)
    assert printed(capsys, *STUDY, "--report", str(path)).startswith("Claim It!")
    assert path.read_text() == report_page(played(study_of()))


def test_shards_are_merged_from_their_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = printed(capsys, *STUDY, "--json")
    paths = [str(tmp_path / f"{number}.json") for number in range(1, 4)]
    for number, path in enumerate(paths, 1):
        out = printed(capsys, *STUDY, "--json", "--shard", f"{number}/3")
        (tmp_path / path).write_text(out)
    assert printed(capsys, "merge", "--json", *paths) == whole
    assert printed(capsys, "merge", *paths) == printed(capsys, *STUDY)
    printed(capsys, "merge", *paths, "--report", str(tmp_path / "all.html"))
    assert "12 games" in (tmp_path / "all.html").read_text()


@pytest.mark.usefixtures("plugged")
def test_a_tournament_rates_its_bots(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, *TOURNAMENT, "greenhorn,banker").splitlines()
    assert lines[0] == "Claim It!, 2 players, 8 games, seed 7, recycle=false"
    assert lines[2].split() == ["bot", "Elo", "95", "%"]
    assert {line.split()[0] for line in lines[3:5]} == {"greenhorn", "banker"}
    assert [line.split()[2] for line in lines if "greenhorn  banker" in line] == ["8"]


REFUSALS = {
    "no such bot": (changed(bots="greenhorn,wyatt"), "--bots: wyatt: There is no such bot for Claim It!; there are: g"),
    "a bot of another game": (
        changed(game="klondike", bots="marshal,greenhorn"),
        "--bots: marshal: There is no such bot",
    ),
    "a game without bots": (changed(game="piratenclaim"), "--bots: greenhorn: There is no such bot for Piratenclaim"),
    "1 player": (changed(bots="greenhorn"), "--players: 1 cannot play Claim It!; allowed: 2 to 5"),
    "6 players": (changed(players="6"), "--players: 6 cannot play Claim It!; allowed: 2 to 5"),
    "5 players of Klondike": (changed(players="5", game="klondike"), "--players: 5 cannot play Klondike; allowed: 2"),
    "too few bots": (changed(players="3"), "--bots: 2 named for 3 players; allowed: one for each"),
    "too many bots": (changed(bots=",".join(["greenhorn"] * 3), players="2"), "--bots: 3 named for 2 players"),
    "banks where nobody can bust": ([*changed(game="klondike"), "--banks"], "--banks: Klondike knows no bust risk"),
    "luck without a coach": ([*changed(game="klondike"), "--luck"], "--luck: Klondike has no coach"),
    "no game": (changed(games="0"), "--games: '0' is no whole number from 1 to 2147483647"),
    "less than no game": (changed(games="-5"), "--games: '-5' is no whole number"),
    "half a game": (changed(games="1.5"), "--games: '1.5' is no whole number"),
    "no job": (changed(jobs="0"), "--jobs: '0' is no whole number from 1 to 1024"),
    "a seed in letters": (changed(seed="luck"), "--seed: 'luck' is no whole number from 0 to 2147483647"),
    "an unknown game": (changed(game="chess"), "--game: there is no game chess; allowed: claimit, klondike"),
    "an unknown option": (
        changed(option="recycel=true"),
        "--option: Claim It! has no option recycel; allowed: recycle",
    ),
    "an option of another type": (changed(option="recycle=3"), "--option: The options of Claim It! are an object"),
    "an option without a value": (changed(option="recycle"), "--option: 'recycle' names no value"),
    "shard 5/4": (changed(shard="5/4"), "--shard: '5/4' is no shard; allowed: 1/4 to 4/4"),
    "shard 0/4": (changed(shard="0/4"), "--shard: '0/4' is no shard; allowed: 1/4 to 4/4"),
    "shard 2": (changed(shard="2"), "--shard: '2' is no shard; allowed: 1/4, 2/4"),
    "more shards than games": (changed(shard="1/40"), "--shard: 12 games are fewer than 40 shards"),
    "a shard without a seed": (
        ["simulate", "--games", "9", "--bots", "greenhorn,greenhorn", "--shard", "1/3"],
        "--shard: the shards of a study have the same seed; allowed: with --seed",
    ),
    "a report in no folder": (changed(report="/nowhere/report.html"), "--report: /nowhere/report.html cannot be"),
    "a report that is a folder": (changed(report="/"), "--report: / cannot be written: Is a directory"),
    "a table in no folder": (changed(csv="/nowhere/games.csv"), "--csv: /nowhere/games.csv cannot be written: No such"),
    "jobs of a scheduler": (changed(scheduler="tcp://127.0.0.1:1"), "--jobs: the scheduler knows its workers"),
    "a tournament of one": ([*TOURNAMENT, "greenhorn"], "--bots: a tournament is between different bots"),
    "a tournament with itself": ([*TOURNAMENT, "greenhorn,greenhorn"], "--bots: a tournament is between different"),
    "merging nothing": (["merge", "/nowhere/1.json"], "/nowhere/1.json cannot be read: No such file or directory"),
    "merging a folder": (["merge", "/"], "/ cannot be read: Is a directory"),
    "merging a text": (["merge", "README.md"], "README.md is no result of companion simulate --json"),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_what_cannot_be_is_told_in_one_line(
    case: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words, told = REFUSALS[case]

    def play_anyway(*_: object, **__: object) -> Batch:
        raise AssertionError("a game was played")

    monkeypatch.setattr(workers, "play_games", play_anyway)
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"companion {words[0]}: {told}")
    assert err.count("\n") == 1


def test_a_path_is_tried_without_a_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    older = tmp_path / "older.html"
    older.write_text("older")
    for path in (older, tmp_path / "new.html"):
        assert main(changed(report=str(path), csv="/nowhere/games.csv")) == 2
    assert "--csv" in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == ["older.html"]
    assert older.read_text() == "older"


def test_shards_that_do_not_fit_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "2.json"
    path.write_text(printed(capsys, *STUDY, "--json", "--shard", "2/3"))
    assert main(["merge", str(path)]) == 2
    assert main(["merge", str(path), str(path)]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "companion merge: missing shards 1/3, 3/3",
        f"companion merge: {path} is shard 2/3 again, which is {path} already",
    ]


def stop_after(batches: int, error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has something happen once so many batches are played."""
    play: Callable[..., Batch] = play_games
    left = iter(range(batches))

    def play_until_then(*args: Any, **options: Any) -> Batch:  # noqa: ANN401 - handed on
        if next(left, None) is None:
            raise error
        return play(*args, **options)

    monkeypatch.setattr(workers, "play_games", play_until_then)


@pytest.mark.parametrize(
    ("error", "status", "why"),
    [(KeyboardInterrupt(), 130, "interrupted"), (WorkersLost("the worker is gone"), 75, "the worker is gone")],
)
def test_what_there_is_is_told_where_it_stops(
    error: BaseException, status: int, why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stop_after(2, error, monkeypatch)
    assert main([*STUDY, "--json"]) == status
    out, err = capsys.readouterr()
    result = decode_result(out)
    assert err == f"companion simulate: {why} after {result.played} of 12 games\n"
    assert 0 < result.played < 12
    assert result.tallies == play_games(study_of(), range(result.played)).tallies


def test_an_interrupted_study_is_told_as_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stop_after(1, KeyboardInterrupt(), monkeypatch)
    assert main(changed(report=str(tmp_path / "part.html"))) == 130
    assert capsys.readouterr().out.startswith("Claim It!, 2 players, the first 1 of 12 games, seed 7")
    assert "the first 1 of 12 games" in (tmp_path / "part.html").read_text()


def test_without_a_single_game_there_is_nothing_to_tell(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stop_after(0, KeyboardInterrupt(), monkeypatch)
    assert main(changed(report=str(tmp_path / "none.html"))) == 130
    assert capsys.readouterr() == ("", "companion simulate: interrupted after 0 of 12 games\n")
    assert not [*tmp_path.iterdir()]


@pytest.mark.usefixtures("plugged")
def test_a_bot_that_breaks_the_rules_ends_the_study(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(changed(bots="greenhorn,liar")) == 2
    told = "companion simulate: game 0: The bot liar wants to roll where nothing can be rolled.\n"
    assert capsys.readouterr().err == told


def test_report_and_table_are_two_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "games.csv")
    assert main(changed(report=str(tmp_path / "link"), csv=str(tmp_path / "games.csv"))) == 2
    assert "link is the file of --csv; allowed: another one" in capsys.readouterr().err
    assert [each.name for each in tmp_path.iterdir()] == ["link"]


def test_a_report_is_written_through_a_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "report.html")
    printed(capsys, *STUDY, "--report", str(link))
    assert link.is_symlink()
    assert (tmp_path / "report.html").read_text().startswith("<!doctype html>")


def test_a_table_is_not_written_to_a_pipe_without_a_reader(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert main(changed(csv=str(tmp_path / "pipe"))) == 2
    assert "nobody reads from this pipe after 0 of 12 games" in capsys.readouterr().err


def test_a_report_that_cannot_be_written_in_the_end_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(changed(report="/dev/full")) == 2
    out, err = capsys.readouterr()
    assert out.startswith("Claim It!")
    assert err == "companion simulate: --report: /dev/full cannot be written: No space left on device\n"


def test_a_table_that_fills_the_disk_ends_the_study(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*changed(csv="/dev/full"), "--json"]) == 2
    out, err = capsys.readouterr()
    assert err == "companion simulate: --csv: No space left on device after 0 of 12 games\n"
    assert decode_result(out).played == 0


def test_one_job_plays_in_this_process() -> None:
    with workers.workers_here(1, study_of(), keep_games=False) as found:
        assert isinstance(found, ThisProcess)
    assert simulate.DONE == 0
