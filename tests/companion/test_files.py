import os
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.files import MAX_LEGIBLE, legible, replace_file
from companion.runtime.journal import Journal
from companion.settings.loader import load_settings
from companion.settings.schema import SettingsError
from tests.companion.program.recorded_games import played, save_game


def test_a_file_is_synced_before_it_is_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, seen = tmp_path / "unit", list[tuple[bytes, bytes]]()
    path.write_bytes(b"old")
    to_disk = os.fsync

    def fsync(file: int) -> None:
        to_disk(file)
        seen.append((path.read_bytes(), (tmp_path / "unit.new").read_bytes()))

    monkeypatch.setattr(os, "fsync", fsync)
    replace_file(path, b"new")
    assert seen == [(b"old", b"new")]
    assert (path.read_bytes(), path.stat().st_mode & 0o777, list(tmp_path.iterdir())) == (b"new", 0o644, [path])


def test_a_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "unit"
    path.write_bytes(b"old")

    def fails(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(OSError, match="No space"):
        replace_file(path, b"new")
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"old", [path])


def test_a_path_is_printed_in_one_short_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert legible("a\nb\x1b[0m\udcff \u00e9") == "a\\nb\\x1b[0m\\udcff \u00e9"
    assert len(legible(Path("n/" * 3000))) == MAX_LEGIBLE
    assert main(["replay", "a\nb"]) == 2
    assert capsys.readouterr().err.startswith("companion replay: a\\nb cannot be read")
    with pytest.raises(SettingsError, match=r"a\\nb: cannot be read"):
        load_settings(tmp_path / "a\nb")


@pytest.mark.parametrize("command", [["history"], ["export", "1"]])
def test_the_path_of_a_journal_is_printed_in_one_short_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    path = tmp_path / ("a\nb" * 30) / ("c\x1b" * 60) / "journal.sqlite"
    if command[0] == "export":
        with Journal.open(path) as journal:
            assert save_game(journal, played()) == 1
            if command[1] == "1":  # the game in it is damaged
                journal.connection.execute("UPDATE events SET at = '' WHERE number = 20")
    main([*command, "--journal", str(path)])
    (line,) = capsys.readouterr().err.splitlines()
    assert line.isprintable()
    assert "a\\nb" in line
    assert len(line) < 2 * MAX_LEGIBLE
