import os
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.files import LEGIBLE, legible
from companion.runtime.journal import Journal
from companion.settings.loader import load_settings
from companion.settings.schema import SettingsError
from tests.companion.program.played import keep, played


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe.svg"
    os.mkfifo(path)
    return path


def test_a_pipe_that_nobody_writes_to_is_no_record(pipe: Path) -> None:
    for command in ["replay", "verify"]:
        assert main([command, str(pipe)]) == 2


def test_a_pipe_that_nobody_reads_from_is_told(pipe: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["overlay", str(pipe)]) == 2
    assert capsys.readouterr().err == f"companion overlay: {pipe} cannot be written: nobody reads from this pipe\n"


def test_a_pipe_is_no_settings_file(pipe: Path) -> None:
    with pytest.raises(SettingsError, match=r"pipe\.svg: is no file"):
        load_settings(pipe)


def test_a_path_is_told_in_one_short_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert legible("a\nb\x1b[0m\udcff \u00e9") == "a\\nb\\x1b[0m\\udcff \u00e9"
    assert len(legible(Path("n/" * 3000))) == LEGIBLE
    assert main(["replay", "a\nb"]) == 2
    assert capsys.readouterr().err.startswith("companion replay: a\\nb cannot be read")
    with pytest.raises(SettingsError, match=r"a\\nb: cannot be read"):
        load_settings(tmp_path / "a\nb")


@pytest.mark.parametrize("command", [["history"], ["export", "1"], ["export", "2"]])
def test_a_journal_s_path_is_told_in_one_short_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    path = tmp_path / ("a\nb" * 30) / ("c\x1b" * 60) / "journal.sqlite"
    if command[0] == "export":
        with Journal.open(path) as journal:
            assert keep(journal, played()) == 1
            if command[1] == "1":  # the game in it is damaged
                journal.connection.execute("UPDATE events SET at = '' WHERE number = 20")
    main([*command, "--journal", str(path)])
    (line,) = capsys.readouterr().err.splitlines()
    assert line.isprintable()
    assert "a\\nb" in line
    assert len(line) < 2 * LEGIBLE
