import io
import json
from argparse import Namespace
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.commands.cli import main
from companion.commands.referee import replay as replay_file
from engine.games import GAMES
from tests.companion.program.recorded_games import played

SEED = bytes(range(32))
START = '{"event":"start","game":"claimit","players":["Green","Blue"]}'
ROLL = '{"event":"roll","dice":[2,3,5]}'
PLACE = '{"event":"place","field":"3/5"}'
BANK = '{"event":"bank"}'


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def replay(record: Path, *lines: str, as_json: bool = False) -> int:
    record.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return replay_file(Namespace(file=str(record), json=as_json))


def test_replaying_a_valid_record_prints_the_final_board(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(record, START, ROLL, PLACE, BANK) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Claim It!, turn 2: Blue to roll.",
        "",
        "6  .    .    .    .    .    .",
        "5  .    .    a    .    .    .",
        "4  .    .    .    .    .    .",
        "3  .    .    .    .    .    .",
        "2  .    .    .    .    .    .",
        "1  .    .    .    .    .    .",
        "   1    2    3    4    5    6",
        "   (a: player stone, A: goldclaim of player a, 4: claim stone, #: ownership stone; the top stone is last)",
        "",
        "          mine  goldclaims  fields  stones",
        "a  Green     1           0       1      23",
        "b  Blue      0           0       0      24",
    ]


def test_names_in_a_record_do_not_reverse_the_text(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in GAMES:
        replay(record, json.dumps({"event": "start", "game": game, "players": ["A\u202e", "\u2066B"]}))
        output = capsys.readouterr()
        assert output.out + output.err
        assert not {"\u202e", "\u2066"} & set(output.out + output.err)


def test_a_bust_the_last_round_and_the_winner_are_printed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    fields = [f"{column}/{row}" for column, row in [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)]]
    players = START.replace('"Green","Blue"', '"Green","Blue","Red","Orange","Violet"')
    lines = [players]
    for field in fields:
        lines += [
            f'{{"event":"roll","dice":[{field[0]},{field[0]},{field[0]}]}}',
            f'{{"event":"place","field":"{field}"}}',
        ] * 2
    lines.append(BANK)
    for _ in range(5):
        replay(record, *lines)
        shown.append(capsys.readouterr().out)
        lines.append('{"event":"roll","dice":[1,1,1]}')
    replay(record, *lines)
    assert "Last round, called by Green: turns left 5." in shown[0]
    assert "The previous roll was a bust." in shown[1]
    assert "over after 6 turns. Won by Green (decided by: mine)." in capsys.readouterr().out


def test_an_illegal_event_gives_exit_status_1(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for lines, complaint in [
        (
            [START, ROLL, '{"event":"place","field":"2/2"}'],
            "line 3: illegal: 2/2 is not available: the roll does not name",
        ),
        ([START, BANK], "line 2: phase: A bank is not possible now"),
        ([START.replace("Blue", "Green")], "line 1: players:"),
    ]:
        assert replay(record, *lines) == 1
        assert complaint in capsys.readouterr().err


def test_a_query_in_a_record_is_ignored(record: Path) -> None:
    queries = ['{"query":"odds"}', '{"query":"advise","bot":"x"}', '{"query":"fly"}']
    assert replay(record, START, ROLL, *queries) == 0


def test_json_answers_every_line(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(record, START, BANK, "rubbish", ROLL, '{"query":"state"}', as_json=True) == 1
    replies = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [next(iter(reply)) for reply in replies] == ["state", "error", "error", "state", "state"]


def test_a_missing_file_gives_exit_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay_file(Namespace(file=str(tmp_path / "none.jsonl"), json=False)) == 2
    assert "none.jsonl cannot be read: No such file" in capsys.readouterr().err


def lines() -> list[str]:
    return played().lines


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(lines()), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def test_a_fair_record_is_reported_as_fair(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(game_file)]) == 0
    assert capsys.readouterr().out == (
        "fair: the secret number matches its check code, and all rolls of the box follow from it\n99 rolls of the box\n"
    )


def test_each_game_of_a_record_is_judged(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed = [line.replace("[6, 4, 6]", "[6, 4, 5]") for line in lines()]
    game_file.write_text("\n".join([*changed, *lines()]), encoding="utf-8")
    assert main(["verify", str(game_file)]) == 1
    first, differs, _, second, fair, *_ = capsys.readouterr().out.splitlines()
    assert (first, second) == ("game 1 of 2:", "game 2 of 2:")
    assert (differs.startswith("not fair: line 1: roll 0"), fair.startswith("fair:")) == (True, True)


def test_undone_rolls_are_listed(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game_file.write_text("\n".join([*lines()[:2], '{"event": "undo"}', *lines()[1:]]), encoding="utf-8")
    assert main(["verify", str(game_file)]) == 0
    assert capsys.readouterr().out.splitlines()[2:] == ["undone: line 2, roll 2, 2 3 6"]


def test_the_error_names_the_roll_that_differs(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game_file.write_text(game_file.read_text(encoding="utf-8").replace("[6, 4, 6]", "[6, 4, 5]"), encoding="utf-8")
    assert main(["verify", str(game_file)]) == 1
    assert "line 1: roll 0, counted from 0, is 6 4 5 instead of 6 4 6\n" in capsys.readouterr().out


def test_rolls_by_hand_are_listed(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rolled = played(by_hand=True).lines
    game_file.write_text("\n".join(rolled), encoding="utf-8")
    assert main(["verify", str(game_file)]) == 1
    first, count, *by_hand = capsys.readouterr().out.splitlines()
    assert (first, count) == ("nothing to check: the box did not roll", "0 rolls of the box")
    assert len(by_hand) == sum(line.count('"dice"') for line in rolled)
    assert by_hand[0].startswith("real dice, not checked: line 1, ")


def test_a_record_may_have_passed_through_an_editor_on_windows(game_file: Path) -> None:
    for command in ["verify", "replay"]:
        game_file.write_bytes("\ufeff".encode() + b"".join(line.encode() + b"\r\n" for line in [*lines(), ""]))
        assert main([command, str(game_file)]) == 0


def test_the_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join([lines()[0], '{"query": "state"}', *lines()[1:]])
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    assert main(["verify", "-"]) == 0


def test_an_invalid_record_gives_a_one_line_error(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text, message in [
        ("", "it contains no events"),
        ('{"query": "state"}', "it contains no events"),
        ("rubbish", "line 1: A line must be one JSON object"),
        (lines()[0] + "\n" + lines()[1][:-3], "line 2: A line must be one JSON object"),
        (lines()[0] + '\n{"event": "dance"}', "line 2: Claim It! has the events"),
    ]:
        game_file.write_text(text, encoding="utf-8")
        assert main(["verify", str(game_file)]) == 2, (text, message)
        error = capsys.readouterr().err
        assert error.startswith(f"companion verify: {message}")
        assert error.count("\n") == 1, (text, message)
