import json

import pytest

from companion.commands import simulate
from companion.commands.cli import main
from companion.commands.simulate import Batch
from tests.companion.commands.simulate.studies import as_json, study_of

STUDY = ("simulate", "--games", "12", "--bots", "greenhorn,greenhorn", "--seed", "7", "--jobs", "1")
TOURNAMENT = ("tournament", "--games", "8", "--seed", "7", "--jobs", "1", "--bots")


def study_with(**options: str) -> list[str]:
    words = list(STUDY)
    for option, value in options.items():
        name = f"--{option}"
        if name in words:
            words[words.index(name) + 1] = value
        else:
            words += [name, value]
    return words


def output_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.usefixtures("installed_bots")
def test_a_study_is_printed_in_a_few_tables(capsys: pytest.CaptureFixture[str]) -> None:
    words = study_with(bots="greenhorn,banker", games="40")
    lines = output_of(capsys, *words, "--option", "recycle=true").splitlines()
    assert lines[0] == "Claim It!, 2 players, 40 games, seed 7, recycle=true"
    assert lines[2].split() == ["bot", "games", "won", "95", "%", "as", "first", "as", "second"]
    assert [line.split()[0] for line in lines[3:5]] == ["greenhorn", "banker"]
    assert [line.split()[0] for line in lines[6:9]] == ["seat", "first", "second"]
    assert lines[10].startswith("turns a game: ")


def test_a_study_as_json_contains_the_played_games(capsys: pytest.CaptureFixture[str]) -> None:
    out = output_of(capsys, *STUDY, "--json")
    assert out.count("\n") == 1
    assert json.loads(out) == as_json(study_of())


@pytest.mark.slow
def test_the_number_of_jobs_does_not_change_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    one, three = (output_of(capsys, *study_with(games="60", jobs=jobs), "--json") for jobs in ("1", "3"))
    assert one == three


def test_without_a_seed_one_is_drawn_and_printed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "--games", "3", "--bots", "greenhorn,greenhorn", "--jobs", "1", "--json"]
    first, second = (json.loads(output_of(capsys, *words)) for _ in range(2))
    assert first["study"]["seed"] != second["study"]["seed"]
    again = output_of(capsys, *words, "--seed", str(first["study"]["seed"]))
    assert json.loads(again) == first


@pytest.mark.usefixtures("installed_bots")
def test_a_tournament_shows_the_share_of_each_against_each(capsys: pytest.CaptureFixture[str]) -> None:
    lines = output_of(capsys, *TOURNAMENT, "greenhorn,banker").splitlines()
    assert lines[0] == "Claim It!, 2 players, 8 games, seed 7, recycle=false"
    assert lines[2].split() == ["bot", "against", "games", "won", "95", "%"]
    assert lines[3].split()[:3] == ["greenhorn", "banker", "8"]


REFUSALS = {
    "no such bot": (
        study_with(bots="greenhorn,wyatt"),
        "--bots: wyatt: This bot is unknown for Claim It!; available: g",
    ),
    "a game without bots": (
        study_with(game="piratenclaim"),
        "--bots: greenhorn: This bot is unknown for Piratenclaim",
    ),
    "1 player": (study_with(bots="greenhorn"), "--bots: 1 cannot play Claim It!; allowed: 2 to 5 players"),
    "an unknown game": (study_with(game="chess"), "--game: unknown game chess; allowed: claimit, klondike"),
    "an unknown option": (
        study_with(option="recycel=true"),
        "--option: Claim It! has no option recycel; allowed: recycle",
    ),
    "an option without a value": (study_with(option="recycle"), "--option: 'recycle' has no value"),
    "jobs of a scheduler": (study_with(scheduler="tcp://127.0.0.1:1"), "--jobs: the scheduler decides"),
    "a tournament of one": ([*TOURNAMENT, "greenhorn"], "--bots: a tournament needs different bots"),
}


def test_impossible_arguments_give_a_one_line_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def play_anyway(*_: object, **__: object) -> Batch:
        raise AssertionError("a game was played")

    monkeypatch.setattr(simulate, "play_games", play_anyway)
    for case, (words, error) in REFUSALS.items():
        assert main(words) == 2, case
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1), case
        assert err.startswith(f"companion {words[0]}: {error}"), case


@pytest.mark.usefixtures("installed_bots")
def test_a_bot_that_breaks_the_rules_ends_the_study(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(study_with(bots="greenhorn,liar")) == 2
    error = "companion simulate: game 0: The bot liar has failed: its decision is not legal now.\n"
    assert capsys.readouterr().err == error
