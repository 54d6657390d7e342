"""Wrong command lines and settings, and journals that cannot be used, as the command tells them."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.runtime.journal import Journal
from hardware.device import Button
from tests.companion.games.table import COMPANION, Table
from tests.engine.plugged import install

AT_ONCE = ("--players", "2", "--first", "1")


def refused(folder: Path, *arguments: str) -> str:
    """What a command line that cannot be gets on stderr; nothing was shown, no journal made."""
    journal = folder / "journals" / "journal.sqlite"
    command = (COMPANION, "play", "--device", "headless", "--journal", str(journal), *arguments)
    done = subprocess.run(command, capture_output=True, text=True, input="", check=False)  # noqa: S603 (our own program)
    assert (done.returncode, done.stdout, journal.parent.exists()) == (2, "", False)
    return done.stderr


@pytest.mark.slow
def test_a_game_that_cannot_be_loaded_is_refused_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sorry_game.py").write_text("raise SystemExit")
    monkeypatch.setenv("PYTHONPATH", str(install(tmp_path, "sorry", games={"sorry": "sorry_game"})))
    told = refused(tmp_path, "--players", "2", "--game", "sorry")
    assert told.endswith("The plug-in sorry of the package sorry cannot be loaded: SystemExit.\n")
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    "content", ["[lights]\nbrightness = 7\n", "[light]\n", "no TOML at all", "[buttons]\nok = '5'\n"]
)
def test_a_wrong_settings_file_is_refused_in_one_line(tmp_path: Path, content: str) -> None:
    file = tmp_path / "companion.toml"
    file.write_text(content)
    told = refused(tmp_path, "--config", str(file))
    assert told.startswith(f"companion: {file}: ")
    assert told.count("\n") == 1


def test_a_damaged_journal_is_kept_aside_by_a_press_and_never_written_over(tmp_path: Path) -> None:
    journal, diary = tmp_path / "journal.sqlite", b"Dear diary,\n" * 500
    journal.write_bytes(diary)
    with Table(journal, *AT_ONCE) as table:
        assert (table.frame.page, journal.read_bytes()) == ("fault", diary)
        assert table.touch(Button.OK).page == "turn"
    (aside,) = tmp_path.glob("journal.sqlite.damaged-*")
    assert aside.read_bytes() == diary


@pytest.mark.slow
@pytest.mark.parametrize("part", ["", "-wal", "-shm", ".lock"])
@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_what_is_no_file_is_kept_aside_by_two_presses(tmp_path: Path, part: str, make: Callable[[Path], None]) -> None:
    journal = tmp_path / "journal.sqlite"
    make(journal.with_name(journal.name + part))
    with Table(journal, *AT_ONCE) as table:
        if table.frame.page == "fault":  # SQLite removes a pipe in the place of its log by itself
            assert table.touch(Button.RIGHT, Button.OK).page == "turn"
        assert table.touch(Button.OK).page == "roll"
    with Journal.read(journal) as kept:
        assert kept.unfinished() is not None


@pytest.mark.slow
def test_a_journal_that_another_companion_plays_on_is_left_to_it(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with Table(journal, *AT_ONCE) as first:
        with Table(journal, *AT_ONCE) as second:
            assert second.frame.page == "fault"
            second.touch(Button.RIGHT, Button.OK, Button.OK)
            assert second.frame.page == "roll"
        assert first.touch(Button.OK).events == 2
    with Journal.read(journal) as kept:
        found = kept.unfinished()
    assert found is not None
    assert len(found.events) == 2


@pytest.mark.slow
def test_a_locked_journal_is_opened_by_trying_again_once_it_is_free(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with Table(journal, *AT_ONCE) as first, Table(journal) as second:
        assert second.frame.page == "fault"
        first.kill()
        assert second.touch(Button.OK).page == "resume"
