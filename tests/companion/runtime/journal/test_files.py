"""The journal's files under its hands: links, locks and names that are removed or lead elsewhere."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.composition_root import open_simulated_box
from companion.core.effects import AppendEvent, BeginGame, OpenJournal, RewriteGame
from companion.core.journal_error import JournalError, Trouble
from companion.core.lineup import LineUp
from companion.runtime.effect_runner import EffectRunner
from companion.runtime.journal import Journal, quarantine, salvage
from companion.settings.schema import Settings
from engine.claimit import Roll
from tests.companion.program.played import keep, played
from tests.companion.runtime.journal.test_trouble import no_file_longer_than

NOW = "2026-11-21T18:31:00Z"
ROLL = {"event": "roll", "dice": [1, 4, 5]}
SEED = bytes(range(32))
TWO = LineUp("claimit", ("Green", "Blue"), {"recycle": False}, colours=(0, 1)).to_json()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


def test_two_ways_to_one_file_meet_at_one_lock(path: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(path)
    (tmp_path / "folder").symlink_to(tmp_path, target_is_directory=True)
    with Journal.open(path):
        for other in (tmp_path / "link", tmp_path / "folder/journal.sqlite"):
            with pytest.raises(JournalError) as caught:
                Journal.open(other)
            assert caught.value.trouble is Trouble.LOCKED


def test_a_journal_behind_a_link_is_kept_aside_itself(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    Journal.open(path).close()
    link.symlink_to(path)
    assert quarantine(link, NOW).name == "journal.sqlite.damaged-2026-11-21"
    Journal.open(link).close()
    assert path.is_file()


def test_a_journal_is_kept_from_other_users(path: Path) -> None:
    Journal.open(path).close()
    files = [path, path.with_name(f"{path.name}.lock")]
    for file in files:
        file.chmod(0o664)
    with Journal.open(path):
        files += [path.with_name(path.name + part) for part in ("-wal", "-shm")]
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


@pytest.mark.parametrize("name", ["journal.sqlite", "other.sqlite"])
def test_a_file_with_two_names_is_refused_under_either(path: Path, name: str) -> None:
    Journal.open(path).close()
    path.with_name("other.sqlite").hardlink_to(path)
    with pytest.raises(JournalError) as caught:
        Journal.open(path.with_name(name))
    assert caught.value.trouble is Trouble.LINKED


@pytest.mark.parametrize("part", ["", "-wal", "-shm", ".lock"])
def test_a_file_that_was_removed_is_told_before_the_next_event_is(path: Path, part: str) -> None:
    with Journal.open(path) as journal:
        game = journal.begin(TWO, SEED, NOW)
        path.with_name(path.name + part).unlink()
        with pytest.raises(JournalError) as caught:
            journal.append(game, [ROLL], NOW)
    assert caught.value.trouble is Trouble.REPLACED


def test_a_file_that_is_removed_while_an_event_is_written_is_told(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin(TWO, SEED, NOW)

        def events() -> list[object]:
            path.unlink()
            return [ROLL]

        with pytest.raises(JournalError) as caught:
            journal.append(game, (event for event in events()), NOW)  # type: ignore[misc]
    assert caught.value.trouble is Trouble.REPLACED


def test_a_copy_in_the_place_of_the_journal_is_told(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin(TWO, SEED, NOW)
        shutil.copy(path, path.with_name("copy"))
        path.with_name("copy").rename(path)
        with pytest.raises(JournalError) as caught:
            journal.append(game, [ROLL], NOW)
    assert caught.value.trouble is Trouble.REPLACED


@pytest.mark.parametrize("removes_lock", [False, True])
def test_a_second_companion_under_another_name_is_turned_away(path: Path, *, removes_lock: bool) -> None:
    with Journal.open(path) as first:
        game = first.begin(TWO, SEED, NOW)
        if removes_lock:
            path.with_name("journal.sqlite.lock").unlink()
            other = path
        else:
            other = path.with_name("other.sqlite")
            other.hardlink_to(path)
        for opens in (lambda: Journal.open(other), lambda: quarantine(other, NOW)):
            with pytest.raises(JournalError) as caught:
                opens()
            assert caught.value.trouble is Trouble.LOCKED
        if not removes_lock:
            other.unlink()
            first.append(game, [ROLL], NOW)
            assert first.events(game) == (ROLL,)


@pytest.mark.parametrize("part", ["", "-wal"])
@pytest.mark.parametrize("kept_bytes", [0, 600])
def test_a_file_that_was_cut_off_is_told_before_the_next_event_is(path: Path, part: str, kept_bytes: int) -> None:
    with Journal.open(path) as journal:
        game = journal.begin(TWO, SEED, NOW)
        journal.append(game, [ROLL], NOW)
        os.truncate(path.with_name(path.name + part), min(kept_bytes, path.stat().st_size - 1))
        with pytest.raises(JournalError) as caught:
            journal.append(game, [ROLL], NOW)
    assert caught.value.trouble is Trouble.DAMAGED


@pytest.mark.slow
def test_a_log_that_sqlite_itself_cuts_off_is_no_trouble(path: Path) -> None:
    log = path.with_name("journal.sqlite-wal")
    events = [{"event": "roll", "text": "x" * 300_000}]
    with Journal.open(path) as journal:
        game = journal.begin(TWO, SEED, NOW)
        with Journal.read(path) as reader:
            reader._db.execute("BEGIN")
            reader.events(game)
            for _ in range(20):
                journal.append(game, events, NOW)
            longest = log.stat().st_size
        for _ in range(10):
            journal.append(game, events, NOW)
        assert longest > 4 << 20 >= log.stat().st_size
        assert len(journal.events(game)) == 30


def test_a_second_name_that_is_given_in_play_is_told_before_the_next_event_is(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin(TWO, SEED, NOW)
        path.with_name("other.sqlite").hardlink_to(path)
        with pytest.raises(JournalError) as caught:
            journal.append(game, [ROLL], NOW)
        assert caught.value.trouble is Trouble.LINKED
        path.with_name("other.sqlite").unlink()
        journal.append(game, [ROLL], NOW)
        assert journal.events(game) == (ROLL,)


@pytest.mark.parametrize("opens", [Journal.open, Journal.read])
def test_an_emptied_journal_beside_its_log_is_damaged_and_keeps_the_log(
    path: Path, opens: Callable[[Path], Journal]
) -> None:
    log, kept = path.with_name("journal.sqlite-wal"), path.with_name("kept")
    with Journal.open(path) as journal:
        journal.append(journal.begin(TWO, SEED, NOW), [ROLL], NOW)
        shutil.copy(log, kept)
    path.write_bytes(b"")
    kept.rename(log)
    before = log.read_bytes()
    assert salvage(path) is None
    with pytest.raises(JournalError) as caught:
        opens(path)
    assert (caught.value.trouble, log.read_bytes()) == (Trouble.DAMAGED, before)


@pytest.mark.parametrize("removed", [("",), ("-wal",), ("", "-wal", "-shm"), (".lock",)])
def test_what_was_removed_is_written_anew(path: Path, removed: tuple[str, ...]) -> None:
    with closing(open_simulated_box(Settings())) as device, closing(EffectRunner(path, device, None, ())) as errands:
        errands(OpenJournal())
        errands(BeginGame(TWO, SEED))
        errands(AppendEvent(Roll((1, 4, 5))))
        for part in removed:
            path.with_name(path.name + part).unlink()
        with pytest.raises(JournalError):
            errands(AppendEvent(Roll((1, 4, 5))))
        errands(RewriteGame(TWO, SEED, (Roll((1, 4, 5)), Roll((1, 4, 5))), 17))
        errands(AppendEvent(Roll((1, 4, 5))))
    with Journal.open(path) as journal:
        found = journal.unfinished()
        assert found is not None
        assert (found.events, found.seen, found.damaged) == ((ROLL, ROLL, ROLL), 17, None)
        journal.discard(found.game, NOW)
        assert journal.unfinished() is None


def test_an_event_without_a_checksum_is_damaged(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin(TWO, SEED, NOW)
        journal.append(game, [ROLL], NOW)
    with closing(sqlite3.connect(path)) as other, other:
        other.execute('INSERT INTO events VALUES (1, 2, \'{"event":"undo"}\', ?)', (NOW,))
    with Journal.open(path) as journal:
        assert (journal.kept(game).events, journal.kept(game).damaged) == ((ROLL,), 2)


def test_a_journal_of_an_earlier_version_is_reported_and_kept_aside(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.begin(TWO, SEED, NOW)
    with closing(sqlite3.connect(path)) as earlier:
        earlier.execute("DROP TABLE checksums")
        earlier.execute("PRAGMA user_version = 1")
    before = path.read_bytes()
    for opens in (Journal.open, Journal.read):
        with pytest.raises(JournalError) as refused:
            opens(path)
        assert refused.value.trouble is Trouble.OUTDATED
    assert path.read_bytes() == before
    aside = quarantine(path, NOW)
    assert aside.read_bytes() == before
    Journal.open(path).close()


@pytest.mark.parametrize("column", ["begun_at = '2026-11-21T18:31:01Z'", "seed = x'%s'" % ("01" * 32), "lineup = '{}'"])
def test_what_a_game_began_with_is_checked_too(path: Path, column: str) -> None:
    with Journal.open(path) as journal:
        journal.append(journal.begin(TWO, SEED, NOW), [ROLL], NOW)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"UPDATE games SET {column}")  # noqa: S608 - from the list above
    with Journal.open(path) as journal:
        found = journal.unfinished()
    assert found is not None
    assert (found.damaged, found.events) == (0, ())


def test_an_acknowledgement_that_is_damaged_is_asked_for_again(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.note_acknowledged(journal.begin(TWO, SEED, NOW), 9)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE games SET seen = seen + 2")
    with Journal.open(path) as journal:
        found = journal.unfinished()
    assert found is not None
    assert found.seen == 0


def test_a_damaged_checksum_alone_costs_no_event(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin(TWO, SEED, NOW)
        journal.append(game, [ROLL] * 5, NOW)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE checksums SET value = value + 1 WHERE number = 3")
    with Journal.read(path) as journal:
        assert journal.kept(game).damaged is None


def test_a_write_to_a_disk_that_has_become_read_only_is_told_as_that(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal.open(path) as journal:
        game = journal.begin(TWO, SEED, NOW)
        usual = os.statvfs(path.parent)
        told = os.statvfs_result((*usual[:8], usual.f_flag | os.ST_RDONLY, usual.f_namemax))
        monkeypatch.setattr("os.statvfs", lambda _: told)
        with (
            no_file_longer_than(path.with_name("journal.sqlite-wal").stat().st_size),
            pytest.raises(JournalError) as no,
        ):
            journal.append(game, [ROLL], NOW)
    assert no.value.trouble is Trouble.READ_ONLY_DISK


def test_what_stands_before_a_damaged_event_is_written_on_request(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal.open(path) as journal:
        keep(journal, played())
    arguments = ["1", "--journal", str(path)]
    assert main(["export", *arguments]) == 0
    whole, said = (text.splitlines() for text in capsys.readouterr())
    assert said == []
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE events SET json = replace(json, 'roll', 'role') WHERE number = 20")
    for command in (["export", *arguments], ["verify", "--game", *arguments]):
        assert main(command) == 2
        assert "game 1" in (told := capsys.readouterr().err)
        assert "event 20" in told
    assert main(["export", *arguments, "--salvage"]) == 0
    saved, said = (text.splitlines() for text in capsys.readouterr())
    assert (len(saved) > 10, saved) == (True, whole[: len(saved)])
    assert said == [f"companion export: game 1 in {path} is damaged: what is exported stops before event 20"]


def test_a_journalled_game_is_verified_with_its_checksums(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal.open(path) as journal:
        keep(journal, played())
    assert main(["verify", "--game", "1", "--journal", str(path)]) == 0
    assert "every event is as it was written" in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["link to the journal", "link to nothing", "hard link"])
def test_another_name_in_the_place_of_the_lock_is_told_and_kept_aside(path: Path, kind: str) -> None:
    Journal.open(path).close()
    lock = path.with_name("journal.sqlite.lock")
    lock.unlink()
    if kind == "hard link":
        lock.hardlink_to(path)
    else:
        lock.symlink_to(path if "journal" in kind else path.with_name("nothing"))
    with pytest.raises(JournalError) as caught:
        Journal.open(path)
    assert caught.value.trouble is (Trouble.LINKED if kind == "hard link" else Trouble.READ_ONLY)
    quarantine(path, NOW)
    Journal.open(path).close()
    assert (lock.is_symlink(), lock.stat().st_nlink, path.with_name("nothing").exists()) == (False, 1, False)
