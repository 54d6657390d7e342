import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.journal_error import JournalError, Trouble
from companion.core.saved_games import Finished, Unfinished
from companion.runtime.journal import Journal
from engine.game import Json

LINEUP = {"game": "claimit", "players": ["Grün", "Blue"], "options": {"recycle": False}}
SEED = bytes(range(32))
BEGUN, NOW, LATER = "2026-11-21T18:30:05Z", "2026-11-21T18:31:00Z", "2026-11-21T19:10:00Z"
BEGIN = {"event": "begin", "seat": 0, "dice": [1, 2, 3]}
ROLL = {"event": "roll", "dice": [1, 4, 5]}
PLACE = {"event": "place", "field": "5/1"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state/journal.sqlite"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal.open(path) as opened:
        yield opened


def unplugged(path: Path, folder: Path) -> Path:
    """The files as they lie on the disk now, copied: what a pulled plug would leave of an open journal."""
    folder.mkdir()
    for file in path.parent.glob(f"{path.name}*"):
        shutil.copy(file, folder)
    return folder / path.name


def test_a_seat_that_changed_hands_is_there_after_a_pulled_plug(path: Path, journal: Journal, tmp_path: Path) -> None:
    game = journal.begin(LINEUP, SEED, BEGUN)
    journal.append(game, [BEGIN, ROLL], NOW)
    journal.note_acknowledged(game, 2)
    journal.replace_lineup(game, {**LINEUP, "bots": {"1": "sheriff"}})
    with Journal.open(unplugged(path, tmp_path / "later")) as later:
        kept = Unfinished(game, {**LINEUP, "bots": {"1": "sheriff"}}, SEED, BEGUN, (BEGIN, ROLL), 2)
        assert later.unfinished() == kept
        later.append(game, [PLACE], LATER)
        later.finish(game, LATER, {})
        assert later.events(game) == (BEGIN, ROLL, PLACE)
        assert [entry.lineup for entry in later.history(1)] == [kept.lineup]


def test_every_event_is_still_vouched_for_when_a_seat_has_changed_hands(path: Path, journal: Journal) -> None:
    game = journal.begin(LINEUP, SEED, BEGUN)
    journal.append(game, [BEGIN, ROLL, PLACE], NOW)
    journal.replace_lineup(game, {**LINEUP, "bots": {"1": "sheriff"}})
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE events SET json = json || ' ' WHERE number = 2")
    assert journal.kept(game).damaged == 2


def test_a_damaged_game_takes_no_other_line_up(path: Path, journal: Journal) -> None:
    game = journal.begin(LINEUP, SEED, BEGUN)
    journal.append(game, [BEGIN, ROLL], NOW)
    journal.close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE events SET json = '{}' WHERE number = 1")
    with Journal.open(path) as damaged:
        with pytest.raises(JournalError) as failed:
            damaged.replace_lineup(game, {})
        unfinished = damaged.unfinished()
    assert failed.value.trouble is Trouble.DAMAGED
    assert unfinished is not None
    assert (unfinished.lineup, unfinished.damaged) == (LINEUP, 1)


def test_a_game_comes_back_with_all_its_events(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin(LINEUP, SEED, BEGUN)
        journal.append(game, [BEGIN, ROLL], NOW)
        journal.append(game, [PLACE], LATER)
        journal.note_acknowledged(game, 2)
    with Journal.open(path) as journal:
        assert journal.unfinished() == Unfinished(game, LINEUP, SEED, BEGUN, (BEGIN, ROLL, PLACE), 2)


def test_events_survive_a_pulled_plug(path: Path, journal: Journal, tmp_path: Path) -> None:
    game = journal.begin(LINEUP, SEED, BEGUN)
    journal.append(game, [ROLL, PLACE], NOW)
    journal.note_acknowledged(game, 2)
    with Journal.open(unplugged(path, tmp_path / "copy")) as found:
        assert found.unfinished() == journal.unfinished()


def test_a_log_cut_off_anywhere_leaves_the_first_events(path: Path, journal: Journal, tmp_path: Path) -> None:
    game = journal.begin(LINEUP, SEED, BEGUN)
    for _ in range(10):
        journal.append(game, [ROLL, PLACE], NOW)
    log = (path.parent / f"{path.name}-wal").stat().st_size
    for cut in range(1777, log, 1777):
        copy = unplugged(path, tmp_path / str(cut))
        with copy.with_name(f"{copy.name}-wal").open("r+b") as file:
            file.truncate(cut)
        with Journal.open(copy) as found:
            events = found.events(game)
        assert events == (ROLL, PLACE) * (len(events) // 2)


def test_several_events_are_appended_all_or_none(journal: Journal) -> None:
    game = journal.begin(LINEUP, SEED, BEGUN)
    with pytest.raises(TypeError):
        journal.append(game, [ROLL, {"event": object()}], NOW)
    assert journal.events(game) == ()


def test_appending_is_forced_to_the_disk(journal: Journal) -> None:
    levels = []

    def events() -> Iterator[Json]:
        levels.append(journal._db.execute("PRAGMA synchronous").fetchone()[0])
        yield ROLL

    game = journal.begin(LINEUP, SEED, BEGUN)
    journal.append(game, events(), NOW)
    journal.note_acknowledged(game, 1)
    journal.append(game, events(), NOW)
    assert levels == [2, 2]


def test_a_finished_game_is_not_resumed(journal: Journal) -> None:
    game = journal.begin(LINEUP, SEED, BEGUN)
    journal.finish(game, LATER, {"winners": [1], "turns": 31})
    assert journal.unfinished() is None
    assert journal.history(10) == (Finished(game, LINEUP, BEGUN, 0, {"winners": [1], "turns": 31}),)


@pytest.mark.parametrize(
    ("clocks", "minutes"),
    [
        (["10:00", "10:20", "10:45"], 45),
        (["10:00", "10:20", "3d 10:25", "3d 10:30"], 25),  # the clock was set forward, or the night lay between
        (["3d 10:00", "3d 10:20", "10:25", "10:30"], 25),  # the clock was set back
        (["10:00", "10:30", "11:01"], 30),
    ],
)
def test_the_minutes_of_a_game_leave_out_breaks_and_changes_of_the_clock(
    journal: Journal, clocks: list[str], minutes: int
) -> None:
    game = journal.begin(LINEUP, SEED, BEGUN)
    for clock in clocks:
        days, time = ("4", clock[3:]) if "d" in clock else ("1", clock)
        journal.append(game, [ROLL], f"2026-11-0{days}T{time}:00Z")
    journal.finish(game, "2026-11-09T10:00:00Z", {"winners": [1], "turns": 31})
    assert journal.history(10)[0].minutes == minutes


def test_a_discarded_game_is_kept_but_neither_resumed_nor_in_the_history(journal: Journal) -> None:
    game = journal.begin(LINEUP, SEED, BEGUN)
    journal.append(game, [ROLL], NOW)
    journal.discard(game, LATER)
    assert (journal.unfinished(), journal.history(10), journal.events(game)) == (None, (), (ROLL,))


def test_of_two_open_games_the_newer_is_resumed_first(journal: Journal) -> None:
    older, newer = (journal.begin(LINEUP, SEED, BEGUN) for _ in range(2))
    first = journal.unfinished()
    journal.discard(newer, LATER)
    second = journal.unfinished()
    assert (first and first.game, second and second.game) == (newer, older)


def test_games_do_not_mix(journal: Journal) -> None:
    one, other = (journal.begin(LINEUP, SEED, BEGUN) for _ in range(2))
    journal.append(one, [ROLL], NOW)
    journal.append(other, [BEGIN], NOW)
    journal.append(one, [PLACE], NOW)
    assert (journal.events(one), journal.events(other)) == ((ROLL, PLACE), (BEGIN,))


def test_the_history_is_read_page_by_page(journal: Journal) -> None:
    for turns in range(5):
        journal.finish(journal.begin(LINEUP, SEED, BEGUN), LATER, {"turns": turns})
    pages: list[tuple[Finished, ...]] = [journal.history(2)]
    for _ in range(3):
        pages.append(journal.history(2, before=pages[-1][-1].game) if pages[-1] else ())
    assert [[line.summary["turns"] for line in page] for page in pages] == [[4, 3], [2, 1], [0], []]


def test_text_of_any_kind_comes_back_as_it_was(journal: Journal) -> None:
    odd = {"name": "Grün \"'\n\0 \udc80 {n} 🎲"}
    game = journal.begin(odd, SEED, BEGUN)
    journal.append(game, [odd], NOW)
    found = journal.unfinished()
    assert found is not None
    assert (found.lineup, found.events) == (odd, (odd,))


def test_a_closed_journal_leaves_one_file_and_its_lock(path: Path) -> None:
    Journal.open(path).close()
    assert sorted(file.name for file in path.parent.iterdir()) == ["journal.sqlite", "journal.sqlite.lock"]


def test_a_page_of_events_that_cannot_be_read_hides_no_other_game(path: Path) -> None:
    """In a file that is too large to be checked in full when it is opened."""
    with Journal.open(path) as journal:
        for _ in range(40):
            game = journal.begin(LINEUP, SEED, BEGUN)
            journal.append(game, [{"event": "undo", "note": "x" * 900}] * 60, BEGUN)
            journal.finish(game, BEGUN, {"winners": [1], "turns": 31})
    content = bytearray(path.read_bytes())
    assert len(content) > 1 << 20
    middle = content.index(b"x" * 400, len(content) // 2) // 512 * 512
    content[middle : middle + 512] = bytes(512)
    path.write_bytes(content)
    with Journal.read(path) as journal:
        assert len(journal.history(100)) == 40
        assert journal.damaged_games()
