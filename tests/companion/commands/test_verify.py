import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.commands.cli import main
from tests.companion.program.played import played


def lines() -> list[str]:
    return played().lines


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(lines()), encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")


def test_a_fair_record_is_called_fair(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(record)]) == 0
    assert capsys.readouterr().out == (
        "fair: the seed fits its commitment, and every roll of the box follows from it\n99 rolls of the box\n"
    )


def test_rolls_that_were_taken_back_are_listed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text("\n".join([*lines()[:2], '{"event": "undo"}', *lines()[1:]]), encoding="utf-8")
    assert main(["verify", str(record)]) == 0
    assert capsys.readouterr().out.splitlines()[2:] == ["taken back: line 2, roll 2, 2 3 6"]


def test_the_roll_that_differs_is_named(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text(record.read_text(encoding="utf-8").replace("[6, 4, 6]", "[6, 4, 5]"), encoding="utf-8")
    assert main(["verify", str(record)]) == 1
    assert "line 1: roll 0, counted from 0, must be 6 4 6, not 6 4 5\n" in capsys.readouterr().out


def test_rolls_by_hand_are_listed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rolled = played(by_hand=True).lines
    record.write_text("\n".join(rolled), encoding="utf-8")
    assert main(["verify", str(record)]) == 1
    first, count, *by_hand = capsys.readouterr().out.splitlines()
    assert (first, count) == ("nothing to check: the box rolled no dice", "0 rolls of the box")
    assert len(by_hand) == sum(line.count('"dice"') for line in rolled)
    assert by_hand[0].startswith("by hand, not to be checked: line 1, ")


def test_fixed_dice_are_called_so(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text("\n".join(played(fair=False).lines), encoding="utf-8")
    assert main(["verify", str(record)]) == 1
    assert capsys.readouterr().out.startswith("not fair: the dice were fixed for a test\n")


def test_an_event_that_cannot_be_is_told(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text("\n".join([lines()[0], '{"event": "bank"}']), encoding="utf-8")
    assert main(["verify", str(record)]) == 1
    assert capsys.readouterr().out.startswith("not fair: line 2 cannot be: A bank cannot be now")


def test_programs_get_one_object(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--json", str(record)]) == 0
    verdict = json.loads(capsys.readouterr().out)
    assert (verdict["fair"], verdict["finding"], verdict["fault"]) == (True, "fair", None)
    assert verdict["rolls"][0] == {
        "line": 1,
        "dice": [6, 4, 6],
        "counter": 0,
        "due": [6, 4, 6],
        "taken_back": False,
        "differs": False,
    }


def test_a_record_may_have_passed_through_an_editor_on_windows(record: Path) -> None:
    for command in ["verify", "replay"]:
        record.write_bytes("\ufeff".encode() + b"".join(line.encode() + b"\r\n" for line in [*lines(), ""]))
        assert main([command, str(record)]) == 0


def test_only_one_blank_line_at_the_end_is_no_fault(record: Path) -> None:
    for each in [[lines()[0], "", *lines()[1:]], [*lines(), "", ""]]:
        record.write_text("".join(line + "\n" for line in each), encoding="utf-8")
        assert main(["verify", str(record)]) == 2, each


def test_the_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join([lines()[0], '{"query": "state"}', *lines()[1:]])
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    assert main(["verify", "-"]) == 0


def test_what_is_no_record_is_said_in_one_line(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text, message in [
        ("", "it holds no event"),
        ('{"query": "state"}', "it holds no event"),
        ("rubbish", "line 1: A line holds one JSON object"),
        (lines()[0] + "\n" + lines()[1][:-3], "line 2: A line holds one JSON object"),
        (lines()[0] + '\n{"event": "dance"}', "line 2: Claim It! has the events"),
    ]:
        record.write_text(text, encoding="utf-8")
        assert main(["verify", str(record)]) == 2, (text, message)
        error = capsys.readouterr().err
        assert error.startswith(f"companion verify: {message}")
        assert error.count("\n") == 1, (text, message)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path / "none")]) == 2
    assert "none cannot be read: No such file or directory." in capsys.readouterr().err
