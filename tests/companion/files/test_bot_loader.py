"""Every bot by its name: those that are installed, and ghosts in files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.files.bot_loader import (
    absolute_name,
    can_play,
    ghost_path,
    kept_ghosts,
    load_bot,
    load_ghost,
    public_name,
)
from engine.bots import find_bot
from engine.game import Code, Illegal
from tests.engine.ghosts import write_ghost


def refusal(name: str, game: str = "claimit") -> str:
    """Why there is no such bot, in one line."""
    assert not can_play(name, game)
    with pytest.raises(Illegal) as caught:
        load_bot(name, game)
    assert (caught.value.code, "\n" in caught.value.message) == (Code.BOT, False)
    return caught.value.message


def test_a_bot_of_the_house_is_found_by_its_name() -> None:
    assert load_bot("prospector", "klondike") is find_bot("prospector", "klondike")
    assert load_ghost("prospector") is None
    assert refusal("nobody").startswith("There is no such bot for Claim It!; there are: ")


def test_a_ghost_is_found_by_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = write_ghost(tmp_path / "anna.json")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    ghost = load_bot(name, "claimit")
    assert ghost.title == "Anna's ghost"
    assert load_bot("ghost:anna.json", "claimit") == load_bot("ghost:~/anna.json", "claimit") == ghost
    assert [absolute_name(each) for each in ("ghost:anna.json", "ghost:~/anna.json", "sheriff")] == [
        name, name, "sheriff",
    ]  # fmt: skip
    assert [public_name(each) for each in (name, "sheriff")] == ["ghost:anna.json", "sheriff"]


def test_a_ghost_that_was_read_stays(tmp_path: Path) -> None:
    name = write_ghost(tmp_path / "anna.json")
    ghost = load_bot(name, "claimit")
    (tmp_path / "anna.json").unlink()
    assert load_bot(name, "claimit") is ghost


def test_a_ghost_plays_its_own_game_only(tmp_path: Path) -> None:
    name = write_ghost(tmp_path / "anna.json")
    assert refusal(name, "klondike") == "A ghost plays Claim It!, and not Klondike."


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is no ghost's file, or it is damaged."),
        (b"\xff\xfe", "is no ghost's file."),
        (b"{}", "is no ghost's file: companion ghost NAME writes one."),
        (b" " * 100_000, "is no ghost's file, or it is damaged."),
    ],
)
def test_a_file_that_is_no_ghost_s_is_told(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "other.json"
    path.write_bytes(content)
    assert refusal(f"ghost:{path}") == f"{path} {reason}"


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(f"ghost:{tmp_path / 'gone'}") == f"{tmp_path / 'gone'} cannot be read: No such file or directory."
    assert refusal(f"ghost:{tmp_path}") == f"{tmp_path} cannot be read: it is no file."
    assert refusal(f"ghost:{tmp_path / 'pipe'}") == f"{tmp_path / 'pipe'} cannot be read: it is no file."
    assert refusal("ghost:") == ". cannot be read: it is no file."
    assert refusal("ghost:a\0b") == r"a\x00b is no ghost's file."
    assert refusal("ghost:~nobody-here/x").startswith("~nobody-here/x cannot be read")


def test_the_folder_beside_the_journal_is_offered(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    journal = tmp_path / "journal.sqlite"
    assert kept_ghosts(journal) == ()
    names = [write_ghost(ghost_path(journal, person), person) for person in ("anna b", "zoë")]
    ghost_path(journal, "damaged").write_text("{")
    assert kept_ghosts(journal) == tuple(names)
    assert [Path(name).name for name in names] == ["anna-b.json", "zoë.json"]
    assert "damaged.json is no ghost's file" in caplog.text


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    assert ghost_path(journal, "../../etc/passwd").parent == tmp_path / "ghosts"
