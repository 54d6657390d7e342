"""A journal that goes away while somebody plays: the table says so, and makes no other one without being told to."""

import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from companion.runtime.journal import Journal
from hardware.device import Button
from tests.companion.games.player import Player
from tests.companion.games.table import Table

BEGUN = ("--players", "2", "--first", "1", "--seed", "5e" * 32)


def press_on(table: Table) -> None:
    """Four presses of `ok`; the fault looks the same after each, until `right` leads to its second way out."""
    table.touch(Button.OK)
    for _ in range(3):
        table.send("press", Button.OK)
    table.touch(Button.RIGHT)


@pytest.mark.parametrize("part", ["", "-wal", "-shm", ".lock"])
def test_presses_go_no_further_without_the_journal_s_files(tmp_path: Path, part: str) -> None:
    journal = tmp_path / "journal.sqlite"
    with Table(journal, *BEGUN) as table:
        before = table.touch(Button.OK).events
        journal.with_name(journal.name + part).unlink()
        left = set(tmp_path.iterdir())
        press_on(table)
        assert (table.frame.page, table.frame.events) == ("fault", before)
        assert set(tmp_path.iterdir()) == left


@pytest.mark.slow
def test_a_folder_that_was_renamed_is_made_again_only_when_told_to(tmp_path: Path) -> None:
    folder, moved = tmp_path / "games", tmp_path / "moved"
    with Table(folder / "journal.sqlite", *BEGUN) as table:
        before = table.touch(Button.OK).events
        folder.rename(moved)
        press_on(table)
        assert (table.frame.page, table.frame.events, folder.exists()) == ("fault", before, False)
        table.touch(Button.OK)
        assert table.frame.events == before + 1
    with Journal.read(folder / "journal.sqlite") as journal:
        found = journal.unfinished()
    assert found is not None
    assert len(found.events) == before + 1


@pytest.mark.slow
@pytest.mark.parametrize("part", ["", "-wal"])
@pytest.mark.parametrize("left_bytes", [0, 300])
def test_a_journal_that_was_cut_off_is_kept_aside_by_the_first_way_out(
    tmp_path: Path, part: str, left_bytes: int
) -> None:
    journal = tmp_path / "journal.sqlite"
    with Table(journal, *BEGUN) as table:
        before = table.touch(Button.OK).events
        os.truncate(journal.with_name(journal.name + part), left_bytes)
        assert table.touch(Button.OK).page == "fault"
        table.touch(Button.OK)
        assert table.frame.events == before + 1
        table.kill()
    assert list(tmp_path.glob("journal.sqlite.damaged-*"))
    with Journal.read(journal) as kept:
        found = kept.unfinished()
    assert found is not None
    assert len(found.events) == before + 1


@pytest.mark.slow
@pytest.mark.parametrize("part", ["", "-wal"])
def test_a_game_is_written_anew_at_once_whatever_lies_in_the_journal_s_place(tmp_path: Path, part: str) -> None:
    journal, garbage = tmp_path / "journal.sqlite", tmp_path / "garbage"
    with Table(journal, *BEGUN) as table:
        table.touch(Button.OK)
        table.leave()  # so that the file itself holds the game
    garbage.write_bytes(random.Random(2).randbytes(5000))
    with Table(journal) as table:
        before = table.touch(Button.OK).events
        garbage.rename(journal.with_name(journal.name + part))
        press_on(table)
        assert (table.frame.page, table.frame.events) == ("fault", before)
        table.touch(Button.OK)
        assert (table.frame.page != "fault", table.frame.events) == (True, before + 1)
        table.kill()
    with Journal.read(journal) as kept:
        found = kept.unfinished()
    assert found is not None
    assert len(found.events) == before + 1


@contextmanager
def disk(folder: Path, *options: str) -> Iterator[Path]:
    if os.geteuid() != 0 or not shutil.which("mke2fs"):
        pytest.skip("mounting a disk needs root and mke2fs")
    image, place = folder / "disk", folder / "mounted"
    place.mkdir()
    subprocess.run(["mke2fs", "-q", "-F", "-t", "ext4", str(image), "16m"], check=True)  # noqa: S603, S607 (fixed words)
    if subprocess.run(["mount", "-o", "loop", *options, str(image), str(place)], check=False).returncode:  # noqa: S603, S607
        pytest.skip("this system mounts no files")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)  # noqa: S603, S607


def test_a_disk_that_becomes_read_only_in_play_is_told_as_that(tmp_path: Path) -> None:
    with disk(tmp_path) as place:
        with Table(place / "journal.sqlite", *BEGUN) as table:
            before = table.touch(Button.OK).events
            subprocess.run(["mount", "-o", "remount,abort", str(place)], check=True)  # noqa: S603, S607
            assert table.touch(Button.OK).page == "fault"
            assert "The disk has become read-only." in table.frame.text
            assert table.frame.events == before
            table.kill()
        with Journal.read(place / "journal.sqlite") as journal:
            found = journal.unfinished()
    assert found is not None
    assert len(found.events) == before


@pytest.mark.slow
def test_a_full_disk_is_told_and_played_on_once_there_is_room(tmp_path: Path) -> None:
    with disk(tmp_path) as place:
        with Table(place / "journal.sqlite", *BEGUN) as table:
            filler = place / "filler"
            with suppress(OSError), filler.open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(512))
            before = press_until_fault(table)
            assert "The disk is full." in table.frame.text
            filler.unlink()
            table.touch(Button.OK)
            assert (table.frame.page != "fault", table.frame.events) == (True, before + 1)
            table.kill()
        with Journal.read(place / "journal.sqlite") as journal:
            found = journal.unfinished()
    assert found is not None
    assert len(found.events) == before + 1


def press_until_fault(table: Table) -> int:
    """Plays on until nothing can be saved; returns how many events were shown."""
    player = Player(random.Random(1), 2)
    while table.frame.page != "fault":
        table.touch(*player.moves(table.frame))
    return table.frame.events
