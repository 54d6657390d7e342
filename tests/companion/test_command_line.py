"""What a command line gets that cannot be: one line that says why, and the exit status 2."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest

from companion.cli import main
from tests.companion.played import played

if TYPE_CHECKING:
    from pathlib import Path

HEADLESS = ("play", "--device", "headless")


@pytest.mark.parametrize("option", [("--recycle",), ("--dice", "hand"), ("--first", "0")])
def test_what_is_said_of_a_game_without_players_is_not_dropped_in_silence(
    option: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Without players the setup asks everything."""
    assert main([*HEADLESS, *option]) == 2
    assert f"companion: {option[0]}: nobody is named who plays" in capsys.readouterr().err


class Output:
    """A standard output that takes nothing."""

    def __init__(self, error: OSError) -> None:
        self._error = error

    def write(self, _: str) -> None:
        """Refuses."""
        raise self._error

    def close(self) -> None:
        """Refuses again: what was not taken is still to be written."""
        raise self._error


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (BrokenPipeError(), 0, ""),
        (OSError(errno.ENOSPC, "No space left on device"), 2, "companion: No space left on device\n"),
    ],
)
def test_output_that_cannot_be_written_ends_in_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: OSError, status: int, said: str
) -> None:
    """A reader that leaves is none of our business, a full disk is told in one line."""
    monkeypatch.setattr("sys.stdout", Output(error))
    assert main(["settings"]) == status
    assert capsys.readouterr().err == said


def test_a_record_that_breaks_the_rules_is_not_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The line that is wrong is named, and the rule."""
    (tmp_path / "record.jsonl").write_text('{"query":"odds"}\n' + played().lines[0] + '\n{"event":"bank"}\n')
    assert main(["replay", str(tmp_path / "record.jsonl"), "--device", "simulated"]) == 2
    assert "record.jsonl: line 3: phase: A bank cannot be now" in capsys.readouterr().err


@pytest.mark.parametrize("device", ["terminal", "simulated", "pi"])
def test_a_record_can_be_shown_on_every_device_that_people_look_at(
    device: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each is known: it is the record that is missing."""
    assert main(["replay", str(tmp_path / "none.jsonl"), "--device", device]) == 2
    assert "none.jsonl cannot be read" in capsys.readouterr().err
