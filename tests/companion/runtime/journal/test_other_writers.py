import os
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.composition_root import open_simulated_box
from companion.core.effects import AppendEvent, BeginGame, OpenJournal, RewriteGame
from companion.core.saved_games import GameId
from companion.runtime.effect_runner import EffectRunner
from companion.runtime.journal import Journal, JournalError, Trouble
from companion.settings.schema import Settings
from tests.companion.program.played import BEGUN, SEED
from tests.companion.runtime.journal.test_write_ahead_log import EVENTS, HAPPENED

MANY = [{"event": "undo"}] * 400
"""They fill pages enough that garbage over the log's frames, copied into the file, would break it."""


def overwrite(path: Path, start: int, stop: int) -> None:
    """Writes garbage there, in a tick of the kernel's clock in which the journal has written nothing."""
    before = path.stat().st_mtime_ns
    with path.open("r+b", buffering=0) as file:
        while path.stat().st_mtime_ns == before:
            file.seek(start)
            file.write(random.Random(1).randbytes(stop - start))


def begun(journal: Journal) -> GameId:
    """A game of many events that is in the file, and newer events that are in the log alone."""
    game = journal.begin({"game": "claimit"}, SEED, BEGUN)
    journal.append(game, MANY, BEGUN)
    return game


def places(path: Path, name: str) -> tuple[Path, int, int]:
    log = path.with_name(path.name + "-wal")
    return {
        "the log": (log, 0, log.stat().st_size),
        "the log's header": (log, 0, 32),
        "one frame": (log, 32 + 536, 32 + 2 * 536),
        "the newest frame": (log, log.stat().st_size - 536, log.stat().st_size),
        "the file": (path, 0, path.stat().st_size),
        "the file but its header": (path, 512, path.stat().st_size),
    }[name]


@pytest.mark.parametrize("place", ["the log", "the log's header", "one frame", "the newest frame"])
def test_a_log_that_is_overwritten_is_told_before_the_next_event_and_harms_no_file(tmp_path: Path, place: str) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as journal:
        begun(journal)
    with Journal.open(path) as journal:
        content = path.read_bytes()
        game = journal.begin({"game": "claimit"}, SEED, BEGUN)
        journal.append(game, [{"event": "undo"}], BEGUN)
        overwrite(*places(path, place))
        garbage = path.with_name("journal.sqlite-wal").read_bytes()
        with pytest.raises(JournalError) as caught:
            journal.append(game, [{"event": "undo"}], BEGUN)
        assert caught.value.trouble is Trouble.DAMAGED
    assert path.read_bytes() == content
    assert path.with_name("journal.sqlite-wal").read_bytes() == garbage


@pytest.mark.parametrize("place", ["the file", "the file but its header"])
def test_a_file_that_is_overwritten_is_told_before_the_next_event(tmp_path: Path, place: str) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as journal:
        begun(journal)
    with Journal.open(path) as journal:
        game = journal.begin({"game": "claimit"}, SEED, BEGUN)
        overwrite(*places(path, place))
        with pytest.raises(JournalError) as caught:
            journal.append(game, [{"event": "undo"}], BEGUN)
    assert caught.value.trouble is Trouble.DAMAGED


def test_a_log_that_is_overwritten_before_the_end_is_not_copied_into_the_file(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as journal:
        begun(journal)
    with Journal.open(path) as journal:
        content = path.read_bytes()
        begun(journal)
        overwrite(*places(path, "the log"))
    assert path.read_bytes() == content
    with pytest.raises(JournalError) as caught:
        Journal.open(path)
    assert caught.value.trouble is Trouble.DAMAGED


def test_other_times_of_the_same_content_are_no_damage(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    log = path.with_name("journal.sqlite-wal")
    with Journal.open(path) as journal:
        game = begun(journal)
        with closing(sqlite3.connect(path)) as other:
            other.execute("PRAGMA wal_checkpoint(RESTART)")  # the next event begins at the log's start
        for number in range(3):
            for file in (path, log):
                os.utime(file, (number, number))
            journal.append(game, [{"event": "undo"}], BEGUN)
        with log.open("ab") as end:
            end.write(bytes(700))
        journal.append(game, [{"event": "undo"}], BEGUN)
        assert len(journal.events(game)) == len(MANY) + 4


def test_what_another_program_commits_is_told_and_the_game_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(open_simulated_box(Settings())) as device, closing(EffectRunner(path, device, None, ())) as errands:
        errands(OpenJournal())
        errands(BeginGame({"game": "claimit"}, SEED))
        for event in HAPPENED[:-1]:
            errands(AppendEvent(event))
        with closing(sqlite3.connect(path)) as other, other:
            other.execute('UPDATE events SET json = \'{"event":"undo"}\' WHERE number = 3')
        for _ in range(2):
            with pytest.raises(JournalError) as caught:
                errands(AppendEvent(HAPPENED[-1]))
            assert caught.value.trouble is Trouble.CHANGED
        errands(RewriteGame({"game": "claimit"}, SEED, HAPPENED, 0))
    with Journal.open(path) as journal:
        found = journal.unfinished()
    assert found is not None
    assert (found.events, found.damaged) == (EVENTS, None)
    assert not list(tmp_path.glob("journal.sqlite.damaged-*"))


@pytest.mark.parametrize("place", ["the log", "one frame", "the file"])
def test_the_whole_game_is_written_anew_beside_what_was_overwritten(tmp_path: Path, place: str) -> None:
    path = tmp_path / "journal.sqlite"
    with Journal.open(path) as journal:
        begun(journal)
    with closing(open_simulated_box(Settings())) as device, closing(EffectRunner(path, device, None, ())) as errands:
        errands(OpenJournal())
        errands(BeginGame({"game": "claimit"}, SEED))
        for event in HAPPENED[:-1]:
            errands(AppendEvent(event))
        overwrite(*places(path, place))
        with pytest.raises(JournalError) as caught:
            errands(AppendEvent(HAPPENED[-1]))
        assert caught.value.trouble is Trouble.DAMAGED
        errands(RewriteGame({"game": "claimit"}, SEED, HAPPENED, 0))
    with Journal.open(path) as journal:
        found = journal.unfinished()
    assert found is not None
    assert found.events == EVENTS
    assert list(tmp_path.glob("journal.sqlite.damaged-*"))
