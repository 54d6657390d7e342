import subprocess
from pathlib import Path

import pytest

from companion.runtime.journal import Journal
from hardware.device import Button
from tests.companion.games.table import COMPANION, Table
from tests.engine.plugged import install

AT_ONCE = ("--players", "2", "--first", "1")


def refused(folder: Path, *arguments: str) -> str:
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


def test_a_damaged_journal_is_renamed_and_the_page_says_so(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    journal.write_bytes(bytes(5000))
    with Table(journal, *AT_ONCE) as table:
        assert "a new one has begun" in " ".join(table.on("fault").text)
        assert table.touch(Button.OK).page == "turn"
    (aside,) = tmp_path.glob("journal-damaged-*.sqlite")
    assert aside.read_bytes() == bytes(5000)


def test_the_file_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    journal, diary = tmp_path / "journal.sqlite", b"Dear diary,\n" * 500
    journal.write_bytes(diary)
    with Table(journal, *AT_ONCE) as table:
        assert table.frame.page == "fault"
        assert table.touch(Button.RIGHT, Button.OK).page == "turn"  # without saving
    assert journal.read_bytes() == diary


@pytest.mark.slow
@pytest.mark.parametrize("part", ["", "-shm", ".lock"])
def test_a_folder_in_the_place_of_a_file_is_reported(tmp_path: Path, part: str) -> None:
    journal = tmp_path / "journal.sqlite"
    (tmp_path / f"journal.sqlite{part}").mkdir()
    with Table(journal, *AT_ONCE) as table:
        assert "The file cannot be read or written." in " ".join(table.frame.text)
        (tmp_path / f"journal.sqlite{part}").rmdir()
        assert table.touch(Button.OK).page == "turn"  # tried again


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
