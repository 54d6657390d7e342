import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.core.saved_games import DamagedGame, Finished, JournalError, JournalProblem, Unfinished
from companion.runtime.journal import Journal
from tests.companion.program.recorded_games import played, save_game

LINEUP = {"game": "claimit", "players": ["Grün", "Blue"], "options": {"recycle": False}}
SEED = bytes(range(32))
BEGUN, NOW, LATER = "2026-11-21T18:30:05Z", "2026-11-21T18:31:00Z", "2026-11-21T19:10:00Z"
BEGIN = {"event": "begin", "seat": 0, "dice": [1, 2, 3]}
ROLL = {"event": "roll", "dice": [1, 4, 5]}
PLACE = {"event": "place", "field": "5/1"}
SUMMARY = {"winners": [1], "turns": 31}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state/journal.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal.open(path) as opened:
        yield opened


@contextmanager
def opening_fails(problem: JournalProblem, path: Path) -> Iterator[None]:
    with pytest.raises(JournalError) as caught:
        yield
    assert caught.value.problem is problem
    assert str(caught.value) == problem.format(path=path)


def create_journal(path: Path, *, events: int = 200) -> bytes:
    with Journal.open(path) as journal:
        save_game(journal, played())
        journal.append(journal.begin(LINEUP, SEED, BEGUN), [ROLL] * events, NOW)
    return path.read_bytes()


def change_journal(path: Path, *statements: str) -> bytes:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)
    return path.read_bytes()


def copy_without_close(path: Path, folder: Path) -> Path:
    folder.mkdir()
    for file in path.parent.glob(f"{path.name}*"):
        shutil.copy(file, folder)
    return folder / path.name


def renamed_files(path: Path) -> list[Path]:
    return sorted(path.parent.glob("journal-*.sqlite"))


def test_a_game_survives_a_power_cut(path: Path, journal: Journal, tmp_path: Path) -> None:
    game = journal.begin(LINEUP, SEED, BEGUN)
    journal.append(game, [BEGIN, ROLL], NOW)
    journal.save_ack_cursor(game, 2)
    bots = {**LINEUP, "bots": {"1": "sheriff"}}
    journal.replace_lineup(game, bots)
    with Journal.open(copy_without_close(path, tmp_path / "later")) as later:
        assert later.unfinished() == Unfinished(game, bots, SEED, BEGUN, (BEGIN, ROLL), 2)
        later.append(game, [PLACE], LATER)
        assert later.events_of(game).events == (BEGIN, ROLL, PLACE)
        assert later.newest_lineups(5) == (bots,)


def test_a_truncated_log_keeps_the_first_events(path: Path, journal: Journal, tmp_path: Path) -> None:
    game = journal.begin(LINEUP, SEED, BEGUN)
    for _ in range(10):
        journal.append(game, [ROLL, PLACE], NOW)
    for cut in range(17_777, path.with_name("journal.sqlite-wal").stat().st_size, 7777):
        copy = copy_without_close(path, tmp_path / str(cut))
        with copy.with_name("journal.sqlite-wal").open("r+b") as file:
            file.truncate(cut)
        with Journal.open(copy) as found:
            events = found.events_of(game).events
        assert events == (ROLL, PLACE) * (len(events) // 2)


def test_several_events_are_appended_all_or_none(journal: Journal) -> None:
    game = journal.begin(LINEUP, SEED, BEGUN)
    with pytest.raises(TypeError):
        journal.append(game, [ROLL, {"event": object()}], NOW)
    assert journal.events_of(game).events == ()


def test_a_finished_game_is_listed_and_a_discarded_one_is_not(journal: Journal) -> None:
    older, discarded, finished = (journal.begin(LINEUP, SEED, BEGUN) for _ in range(3))
    journal.append(discarded, [ROLL], NOW)
    journal.finish(finished, LATER, SUMMARY)
    journal.discard(discarded)
    assert list(journal.finished_games()) == [Finished(finished, LINEUP, BEGUN, 0, SUMMARY)]
    assert list(journal.finished_games(before=finished)) == []
    assert journal.events_of(discarded).events == (ROLL,)
    found = journal.unfinished()
    assert found is not None
    assert found.number == older


@pytest.mark.parametrize(
    ("clocks", "minutes"),
    [
        (["10:00", "10:20", "10:45"], 45),
        (["10:00", "10:20", "3d 10:25", "3d 10:30"], 25),  # the clock was set forward, or a night passed
        (["3d 10:00", "3d 10:20", "10:25", "10:30"], 25),  # the clock was set back
    ],
)
def test_the_minutes_of_a_game_leave_out_breaks_and_changes_of_the_clock(
    journal: Journal, clocks: list[str], minutes: int
) -> None:
    game = journal.begin(LINEUP, SEED, BEGUN)
    for clock in clocks:
        days, time = ("4", clock[3:]) if "d" in clock else ("1", clock)
        journal.append(game, [ROLL], f"2026-11-0{days}T{time}:00Z")
    journal.finish(game, "2026-11-09T10:00:00Z", SUMMARY)
    (found,) = journal.finished_games()
    assert isinstance(found, Finished)
    assert found.minutes == minutes


def test_text_is_stored_unchanged(journal: Journal) -> None:
    odd = {"name": "Grün \"'\n\0 \udc80 {n} 🎲"}
    game = journal.begin(odd, SEED, BEGUN)
    journal.append(game, [odd], NOW)
    found = journal.unfinished()
    assert found is not None
    assert (found.lineup, found.events) == (odd, (odd,))


def test_the_file_alone_contains_finished_games_and_copied_turns(path: Path, journal: Journal) -> None:
    alone = path.with_name("alone.sqlite")
    save_game(journal, played())
    game = journal.begin(LINEUP, SEED, BEGUN)
    journal.append(game, [ROLL, PLACE], NOW)
    for is_copied, events in ((False, None), (True, (ROLL, PLACE))):
        if is_copied:
            journal.copy_log()
        shutil.copy(path, alone)
        with Journal.read(alone) as copy:
            assert len(list(copy.finished_games())) == 1
            found = copy.unfinished()
        assert (found and found.events) == events


def test_a_clean_stop_leaves_only_the_file_and_its_private_lock(path: Path) -> None:
    create_journal(path)
    assert {file.name for file in path.parent.iterdir()} == {"journal.sqlite", "journal.sqlite.lock"}
    assert {file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == {0o600}


@pytest.mark.skipif(not shutil.which("strace"), reason="strace is missing")
def test_an_event_waits_for_the_disk_once(tmp_path: Path) -> None:
    script = """if True:
        import sys
        from pathlib import Path
        from companion.runtime.journal import Journal, restore
        with Journal.open(Path(sys.argv[1])) as journal:
            game = journal.begin({}, bytes(32), "2026-11-21T18:31:00Z")
            for number in range(9):
                Path(f"/event {number}").exists()
                journal.append(game, [{}], "2026-11-21T18:31:00Z")
                Path("/shown").exists()
                journal.copy_log()
    """
    watched = ("strace", "-y", "-e", "trace=fsync,fdatasync,stat,newfstatat", sys.executable, "-c", script)
    output = subprocess.run([*watched, tmp_path / "journal"], check=True, capture_output=True, text=True).stderr  # noqa: S603
    before = [part.partition('"/shown"')[0].count("-wal>)") for part in output.split('"/event ')[1:]]
    assert before == [1] * 9


def test_a_second_companion_is_rejected_under_any_name(path: Path, journal: Journal) -> None:
    journal.begin(LINEUP, SEED, BEGUN)
    link = path.parent.parent / "link"
    link.symlink_to(path.parent, target_is_directory=True)
    with opening_fails(JournalProblem.LOCKED, link / path.name):
        Journal.open(link / path.name)
    with Journal.read(path) as reader:
        assert reader.unfinished() is not None


def test_a_full_disk_leaves_nothing_half_written(path: Path, journal: Journal) -> None:
    game = journal.begin(LINEUP, SEED, BEGUN)
    journal.append(game, [ROLL], NOW)
    journal.connection.execute("PRAGMA max_page_count = 8")
    with opening_fails(JournalProblem.FULL, path):
        journal.append(game, [{"text": "x" * 100}] * 500, NOW)
    assert journal.events_of(game).events == (ROLL,)
    journal.connection.execute("PRAGMA max_page_count = 1000000")
    journal.append(game, [PLACE], NOW)
    assert journal.events_of(game).events == (ROLL, PLACE)


def test_a_disk_that_is_full_at_the_start_is_reported(path: Path) -> None:
    Journal.open(path).close()
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, usual[1]))
    try:
        with opening_fails(JournalProblem.FULL, path):
            Journal.open(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    Journal.open(path).close()


def test_an_unusable_path_of_the_journal_is_reported(path: Path) -> None:
    for place in (Path("/proc/companion/journal.sqlite"), path.parent):
        path.parent.mkdir(exist_ok=True)
        with opening_fails(JournalProblem.READ_ONLY, place):
            Journal.open(place)


def test_a_journal_in_a_folder_that_cannot_be_written_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    create_journal(path)
    names = sorted(path.parent.iterdir())
    monkeypatch.setattr("os.access", lambda folder, _: folder != path.parent)
    with Journal.read(path) as reader:
        assert reader.unfinished() is not None
        assert sorted(path.parent.iterdir()) == names
        with opening_fails(JournalProblem.READ_ONLY, path):
            reader.begin(LINEUP, SEED, NOW)


@pytest.mark.parametrize("statements", [["PRAGMA user_version = 4"], ["PRAGMA application_id = 7", "DROP TABLE games"]])
def test_the_file_of_a_newer_version_or_another_program_is_not_changed(path: Path, statements: list[str]) -> None:
    create_journal(path)
    content = change_journal(path, *statements)
    for opens in (Journal.open, Journal.read):
        with opening_fails(JournalProblem.NEWER, path):
            opens(path)
    assert (path.read_bytes(), renamed_files(path)) == (content, [])


def test_a_file_that_is_not_a_journal_is_not_changed(path: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"Dear diary")
    for opens in (Journal.open, Journal.read):
        with opening_fails(JournalProblem.NEWER, path):
            opens(path)
    assert (path.read_bytes(), renamed_files(path)) == (b"Dear diary", [])


@pytest.mark.parametrize("place", [0, 19_968])
def test_a_damaged_file_is_renamed_with_its_log(path: Path, place: int) -> None:
    content = bytearray(create_journal(path))
    content[place : place + 60] = b"\xa5" * 60
    path.write_bytes(content)
    path.with_name("journal.sqlite-wal").write_bytes(b"log")
    with Journal.open(path) as journal:
        assert (journal.is_replacement, journal.unfinished(), list(journal.finished_games())) == (True, None, [])
    (renamed,) = renamed_files(path)
    assert renamed.name.startswith("journal-damaged-20")
    assert renamed.read_bytes() == bytes(content)
    assert renamed.with_name(f"{renamed.name}-wal").read_bytes() == b"log"


def test_a_journal_with_damaged_tables_is_renamed(path: Path) -> None:
    content = bytearray(create_journal(path))
    content[content.index(b"KEY, status")] = 0xE8
    path.write_bytes(content)
    with pytest.raises(JournalError) as refused, Journal.read(path) as journal:
        journal.unfinished()
    assert refused.value.problem is JournalProblem.DAMAGED
    with Journal.open(path) as journal:
        assert journal.is_replacement


@pytest.mark.parametrize(("first", "last", "has_log"), [(0, 100, False), (0, 5000, True)])
def test_a_journal_with_a_damaged_header_is_renamed(
    path: Path, tmp_path: Path, first: int, last: int, has_log: bool
) -> None:
    create_journal(path)
    with Journal.open(path) as journal:
        journal.append(journal.begin(LINEUP, SEED, BEGUN), [ROLL], NOW)
        path = copy_without_close(path, tmp_path / "later")
    log = path.with_name("journal.sqlite-wal")
    if has_log:
        log.write_bytes(log.read_bytes()[:40])
    else:
        log.unlink()
    content = path.read_bytes()
    path.write_bytes(content[:first] + random.Random(3).randbytes(last - first) + content[last:])
    with Journal.open(path) as journal:
        assert (journal.is_replacement, journal.unfinished()) == (True, None)
    assert len(renamed_files(path)) == 1


def test_a_log_without_its_file_is_kept(path: Path, journal: Journal, tmp_path: Path) -> None:
    journal.append(journal.begin(LINEUP, SEED, BEGUN), [BEGIN, ROLL], NOW)
    copy = copy_without_close(path, tmp_path / "later")
    copy.write_bytes(b"")
    log = copy.with_name("journal.sqlite-wal")
    content = log.read_bytes()
    with opening_fails(JournalProblem.DAMAGED, copy):
        Journal.read(copy)
    assert (copy.read_bytes(), log.read_bytes()) == (b"", content)
    with Journal.open(copy) as later:
        assert (later.is_replacement, later.unfinished()) == (True, None)
    (renamed,) = renamed_files(copy)
    assert renamed.with_name(f"{renamed.name}-wal").read_bytes() == content


def test_a_removed_file_is_reported_at_the_next_event(path: Path, journal: Journal) -> None:
    game = journal.begin(LINEUP, SEED, NOW)
    path.unlink()
    with pytest.raises(JournalError) as caught:
        journal.append(game, [ROLL], NOW)
    assert caught.value.problem is JournalProblem.DAMAGED


@pytest.mark.parametrize(
    "rubbish",
    [
        "UPDATE events SET json = CAST(x'ff' AS TEXT) WHERE game = 2 AND number = 100",
        "UPDATE events SET json = replace(json, '4', '6') WHERE game = 2 AND number = 100",
        "UPDATE events SET number = 1000 WHERE game = 2 AND number = 100",
    ],
)
def test_a_wrong_crc_affects_only_its_game(path: Path, rubbish: str) -> None:
    create_journal(path)
    change_journal(path, rubbish)
    with Journal.open(path) as journal:
        found, (finished,) = journal.unfinished(), journal.finished_games()
        assert found is not None
        assert (journal.is_replacement, found.first_damaged_event, len(found.events)) == (False, 100, 99)
        assert isinstance(finished, Finished)
        assert [journal.events_of(each.number).first_damaged_event for each in (finished, found)] == [None, 100]


@pytest.mark.parametrize("number", [0, -1])
def test_checksums_cover_the_start_and_end_of_a_game(path: Path, number: int) -> None:
    create_journal(path)
    change_journal(path, f"UPDATE events SET json = replace(json, '1', '2') WHERE game = 1 AND number = {number}")  # noqa: S608
    with Journal.read(path) as journal:
        (found,) = journal.finished_games()
        assert isinstance(found, DamagedGame)
        assert len(journal.newest_lineups(5)) == 1


def test_an_open_game_whose_beginning_is_damaged_cannot_be_resumed(path: Path) -> None:
    create_journal(path)
    change_journal(path, "UPDATE events SET json = replace(json, '0', '1') WHERE game = 2 AND number = 0")
    with Journal.open(path) as journal:
        found = journal.unfinished()
        assert found is not None
        assert found.first_damaged_event == 0
        journal.discard(found.number)
        assert journal.unfinished() is None


def test_a_large_file_is_checked_later(path: Path) -> None:
    create_journal(path, events=20_000)
    content = bytearray(path.read_bytes())
    assert len(content) > 1 << 20
    content[-700_000 : -700_000 + 4096] = bytes(4096)
    path.write_bytes(content)
    with Journal.open(path) as journal:
        assert (journal.is_replacement, journal.is_checked) == (False, False)
        with pytest.raises(JournalError) as caught:
            journal.check()
        assert caught.value.problem is JournalProblem.DAMAGED
    with Journal.open(path, replace_file=True) as journal:
        assert journal.is_replacement
    (renamed,) = renamed_files(path)
    with Journal.read(renamed) as journal:
        assert len(list(journal.finished_games())) == 1


def test_damage_at_any_byte_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = create_journal(tmp_path / "sound.sqlite")
    with Journal.open(tmp_path / "sound.sqlite") as journal:
        sound = list(journal.finished_games()), journal.unfinished()
    rng = random.Random(7)
    for number in range(25):
        path = tmp_path / str(number) / "journal.sqlite"
        path.parent.mkdir()
        path.write_bytes(damage(content, rng))
        for command in (["history"], ["export", "1"]):
            status = main([*command, "--journal", str(path)])
            output = capsys.readouterr().err.splitlines()
            assert (status > 0, all(line.startswith("companion ") for line in output)) == (bool(output), True)
        try:
            with Journal.open(path) as journal:
                found = list(journal.finished_games()), (left := journal.unfinished())
                is_reported = journal.is_replacement or (left is not None and left.first_damaged_event is not None)
        except JournalError:
            continue  # a damaged version number
        assert is_reported or any(isinstance(entry, DamagedGame) for entry in found[0]) or found == sound


def damage(content: bytes, rng: random.Random) -> bytes:
    place, length = rng.randrange(len(content)), rng.choice((2, 16, 200, 1024))
    match rng.randrange(4):
        case 0:
            return content[:place] + bytes([content[place] ^ 1 << rng.randrange(8)]) + content[place + 1 :]
        case 1:
            return content[:place] + rng.randbytes(length) + content[place + length :]
        case 2:
            other = rng.randrange(len(content))
            return content[:place] + content[other : other + length] + content[place + length :]
        case _:
            return content[:place]
