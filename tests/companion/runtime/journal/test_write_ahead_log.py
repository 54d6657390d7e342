"""The log that an unclean end leaves: what a pulled plug tore is taken as it is, what broke before that is told."""

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from itertools import chain, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zlib import crc32

import pytest

from companion.commands.cli import main
from companion.composition_root import open_simulated_box
from companion.core.effects import AppendEvent, BeginGame, OpenJournal
from companion.core.journal_error import JournalError, Trouble
from companion.core.messages import JournalFailed, JournalOpened
from companion.core.saved_games import GameId
from companion.pages.fault import journal_fault
from companion.runtime.effect_runner import EffectRunner
from companion.runtime.journal import Journal, salvage
from companion.runtime.journal.write_ahead_log import FRAME_HEADER_BYTES, HEADER_BYTES, is_damaged
from companion.runtime.launch_config import LaunchConfig, initial_model
from companion.settings.schema import Settings
from tests.companion.program.played import BEGUN, SEED, keep, played

HUGE = b"%019d %019d %010d\n" % (1 << 63, 1, crc32(b"%019d %019d" % (1 << 63, 1)))
"""A note whose checksum fits, and whose game SQLite cannot look for."""
FRAME_BYTES = FRAME_HEADER_BYTES + 512
HAPPENED = played().happened[:24]
EVENTS = played().events[:24]
"""The same, as the journal keeps it."""


class Commit(NamedTuple):
    log: bytes
    events: int
    synced: bool
    """Whether the disk had to have it."""


class Play(NamedTuple):
    journal: bytes
    """Its file; it does not change."""
    game: GameId
    commits: tuple[Commit, ...]

    @property
    def newest(self) -> bytes:
        return self.commits[-1].log

    def put(self, folder: Path, log: bytes) -> Path:
        path = folder / "journal.sqlite"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        path.write_bytes(self.journal)
        path.with_name("journal.sqlite-wal").write_bytes(log)
        return path


@cache
def play(*, restarted: bool = False) -> Play:
    """Real play: each event is committed, and most are acknowledged, some twice.

    Args:
        restarted: whether the log begins anew before it, over the frames of an older one.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite"
        log, commits = path.with_name("journal.sqlite-wal"), list[Commit]()
        with Journal.open(path) as journal:
            game = journal.begin({"game": "claimit"}, SEED, BEGUN)
            if restarted:
                for event in played().events:
                    journal.append(game, [event], BEGUN)
                journal.discard(game, BEGUN)
                journal._db.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
                game = journal.begin({"game": "claimit"}, SEED, BEGUN)
            for number, event in enumerate(EVENTS, 1):
                journal.append(game, [event], BEGUN)
                commits.append(Commit(log.read_bytes(), number, synced=True))
                for mark in range(number % 4):
                    journal.note_acknowledged(game, 10 * number + mark)
                    commits.append(Commit(log.read_bytes(), number, synced=False))
            return Play(path.read_bytes(), game, tuple(commits))


def torn(before: bytes, after: bytes, block_bytes: int) -> Iterator[bytes]:
    """What the disk may hold when the plug is pulled while one log becomes another: any of the blocks, or none."""
    places = range(0, len(after), block_bytes)
    grown = before.ljust(len(after), b"\0")
    changed = [at for at in places if grown[at : at + block_bytes] != after[at : at + block_bytes]]
    for written in product((False, True), repeat=len(changed)):
        left = bytearray(grown)
        for at in (at for at, is_written in zip(changed, written, strict=True) if is_written):
            left[at : at + block_bytes] = after[at : at + block_bytes]
        yield bytes(left)


def last_group(commits: tuple[Commit, ...]) -> tuple[Commit, Commit]:
    """The newest commit that the disk had to have before the last one was on its way, and the last one."""
    return next(commit for commit in reversed(commits[:-1]) if commit.synced), commits[-1]


def flipped(log: bytes, place: int, bit: int) -> bytes:
    changed = bytearray(log)
    changed[place] ^= 1 << bit
    return bytes(changed)


def refusal(opens: Callable[[], object]) -> Trouble | None:
    try:
        opens()
    except JournalError as error:
        return error.trouble
    return None


def test_what_real_play_leaves_is_never_damage() -> None:
    for restarted in [False, True]:
        commits = play(restarted=restarted).commits
        assert not any(is_damaged(commit.log) for commit in commits), restarted
        if not restarted:
            assert not any(
                is_damaged(commits[-1].log[:cut]) for cut in range(len(commits[-2].log), len(commits[-1].log), 20)
            ), restarted


@pytest.mark.slow
@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("block_bytes", [512, 4096])
def test_a_torn_end_is_no_damage_and_costs_no_event_that_was_shown(
    tmp_path: Path, block_bytes: int, restarted: bool
) -> None:
    table, ends = play(restarted=restarted), 0
    for number in range(len(table.commits) - 20, len(table.commits)):
        before, after = last_group(table.commits[: number + 1])
        for log in torn(before.log, after.log, block_bytes):
            assert not is_damaged(log)
            ends += 1
            if ends % 20 == 0:
                with Journal.open(table.put(tmp_path / "cut", log)) as journal:
                    assert journal.events(table.game) in (EVENTS[: before.events], EVENTS[: after.events])
    assert ends >= 40


@pytest.mark.slow
@pytest.mark.parametrize("restarted", [False, True])
def test_a_second_torn_end_over_the_first_one_is_no_damage(tmp_path: Path, restarted: bool) -> None:
    table, chance = play(restarted=restarted), random.Random(5)
    for number in [number for number in range(8, len(table.commits)) if table.commits[number].synced][-6:]:
        before, after = last_group(table.commits[: number + 1])
        first = chance.choice(list(torn(before.log, after.log, 512)))
        path = table.put(tmp_path / "torn", first)
        with Journal.open(path) as journal:
            opened = log_of(path.parent)
            journal.append(table.game, [{"event": "undo"}], BEGUN)
            second = log_of(path.parent)
        # Opening has copied all of the log into the file: the next event begins it anew, and a header is on the disk
        # before the frames.
        begun_anew = second[:HEADER_BYTES] + opened[HEADER_BYTES:]
        ends = chain(torn(first, opened, 512), torn(begun_anew, second, 512))
        assert not any(is_damaged(log) for log in (opened, second, *ends))


def test_a_flipped_bit_before_newer_events_is_told() -> None:
    for restarted in [False, True]:
        table, chance = play(restarted=restarted), random.Random(11)
        synced = [commit for commit in table.commits if commit.synced]
        safe = end(synced[-4].log, table)
        places = [*range(HEADER_BYTES), *chance.sample(range(HEADER_BYTES, safe), 60)]
        frames = range(HEADER_BYTES, safe - FRAME_BYTES, FRAME_BYTES)
        places += [start + chance.randrange(FRAME_HEADER_BYTES) for start in chance.sample(frames, 30)]
        silent = [place for place in places if not is_damaged(flipped(table.newest, place, chance.randrange(8)))]
        assert silent == [], restarted


def end(log: bytes, table: Play) -> int:
    """Where a log ends that later became the newest: what is behind it has changed since."""
    pairs = zip(log, table.newest, strict=False)
    return next((at for at, (one, other) in enumerate(pairs) if one != other), len(log))


@pytest.mark.slow
@pytest.mark.parametrize("length", [1, 512, 4096])
def test_damage_is_told_and_what_stands_before_it_is_offered(tmp_path: Path, length: int) -> None:
    table, chance = play(), random.Random(length)
    for number in range(4):
        place = chance.randrange(HEADER_BYTES + 25 * FRAME_BYTES, 60 * FRAME_BYTES)
        damage = bytes(byte ^ 0x5A for byte in table.newest[place : place + length])
        log = table.newest[:place] + damage + table.newest[place + length :]
        path = table.put(tmp_path / str(number), log)
        assert refusal(lambda path=path: Journal.read(path)) is Trouble.DAMAGED  # type: ignore[misc]
        with (
            closing(open_simulated_box(Settings())) as device,
            closing(EffectRunner(path, device, None, ())) as errands,
        ):
            failed = errands(OpenJournal())
            assert isinstance(failed, JournalFailed)
            assert failed.error.trouble is Trouble.DAMAGED
            opened = errands(OpenJournal(quarantine=True))
            assert isinstance(opened, JournalOpened)
            assert opened.unfinished is not None
            before = opened.unfinished.events
            assert 0 < len(before) < len(EVENTS)
            assert before == EVENTS[: len(before)]
            errands(AppendEvent(HAPPENED[len(before)]))
        (aside,) = path.parent.glob("*.damaged-*-wal")
        assert aside.read_bytes() == log
        assert aside.with_name(aside.name.removesuffix("-wal")).read_bytes() == table.journal


def test_a_finished_game_before_the_damage_is_exported_on_request(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, kept = tmp_path / "journal.sqlite", tmp_path / "kept"
    log = path.with_name("journal.sqlite-wal")
    with Journal.open(path) as journal:
        keep(journal, played())
        journal.append(journal.begin({}, SEED, BEGUN), EVENTS, BEGUN)
        safe = log.stat().st_size
        for event in EVENTS:
            journal.append(GameId(2), [event], BEGUN)
        shutil.copytree(tmp_path, kept)
    (kept / log.name).write_bytes(flipped(log_of(kept), safe + 100, 1))
    export = ["export", "1", "--journal", str(kept / path.name)]
    assert main(export) == 2
    assert "is damaged" in capsys.readouterr().err
    assert main([*export, "--salvage"]) == 0
    assert capsys.readouterr().out.splitlines() == played().lines


def log_of(folder: Path) -> bytes:
    return (folder / "journal.sqlite-wal").read_bytes()


def test_a_log_is_not_looked_at_while_it_is_written(tmp_path: Path) -> None:
    table = play()
    path = table.put(tmp_path / "playing", table.newest)
    log = path.with_name("journal.sqlite-wal")
    with Journal.open(path) as journal:
        content = log.read_bytes()
        log.write_bytes(flipped(content, 30 * FRAME_BYTES, 1))
        assert refusal(Journal.read(path).close) is None
        log.write_bytes(content)
        assert journal.events(table.game) == EVENTS


def test_a_log_without_its_journal_is_damage_and_is_kept_aside(tmp_path: Path) -> None:
    table = play()
    path = table.put(tmp_path / "alone", table.newest)
    path.unlink()
    assert refusal(lambda: Journal.open(path)) is Trouble.DAMAGED
    assert salvage(path) is None
    with closing(open_simulated_box(Settings())) as device, closing(EffectRunner(path, device, None, ())) as errands:
        assert isinstance(errands(OpenJournal()), JournalFailed)
        assert isinstance(errands(OpenJournal(quarantine=True)), JournalOpened)
    (aside,) = path.parent.glob("*.damaged-*")
    assert aside.read_bytes() == table.newest


@pytest.mark.parametrize("cut", ["log removed", "log cut off", "newest commit flipped", "journal emptied"])
def test_events_that_are_missing_at_the_end_are_told_until_that_is_accepted(tmp_path: Path, cut: str) -> None:
    path = tmp_path / "journal.sqlite"
    log, kept = path.with_name("journal.sqlite-wal"), tmp_path / "kept"
    with closing(open_simulated_box(Settings())) as device, closing(EffectRunner(path, device, None, ())) as errands:
        errands(OpenJournal())
        errands(BeginGame({"game": "claimit"}, SEED))
        shutil.copy(path, kept)
        for event in HAPPENED:
            errands(AppendEvent(event))
        content = log.read_bytes()
    if cut == "journal emptied":
        path.write_bytes(b"")
    else:
        kept.rename(path)
        log.write_bytes(flipped(content, len(content) - 100, 3) if "flipped" in cut else content[: 40 * FRAME_BYTES])
    if cut == "log removed":
        log.unlink()
    with closing(open_simulated_box(Settings())) as device, closing(EffectRunner(path, device, None, ())) as errands:
        for _ in range(2):  # a pulled plug may come before somebody has read it
            failed = errands(OpenJournal())
            assert isinstance(failed, JournalFailed)
            assert failed.error.trouble is (Trouble.LOG_MISSING if cut == "log removed" else Trouble.OLDER)
        opened = errands(OpenJournal(accepts_loss=True))
    assert isinstance(opened, JournalOpened)
    with closing(open_simulated_box(Settings())) as device, closing(EffectRunner(path, device, None, ())) as errands:
        assert isinstance(errands(OpenJournal()), JournalOpened)
    assert opened.unfinished is None or opened.unfinished.events == EVENTS[: len(opened.unfinished.events)]


def test_a_journal_that_somebody_removed_begins_anew_without_a_word(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    for aside in (False, True):
        with (
            closing(open_simulated_box(Settings())) as device,
            closing(EffectRunner(path, device, None, ())) as errands,
        ):
            assert isinstance(errands(OpenJournal(quarantine=aside)), JournalOpened)
            errands(BeginGame({"game": "claimit"}, SEED))
            errands(AppendEvent(HAPPENED[0]))
        with (
            closing(open_simulated_box(Settings())) as device,
            closing(EffectRunner(path, device, None, ())) as errands,
        ):
            assert isinstance(errands(OpenJournal()), JournalOpened)
            errands(OpenJournal(quarantine=True))
        Journal.open(path).close()
        path.with_name("journal.sqlite.lock").write_bytes(b"7 41" if aside else HUGE)  # no note of ours
        with (
            closing(open_simulated_box(Settings())) as device,
            closing(EffectRunner(path, device, None, ())) as errands,
        ):
            assert isinstance(errands(OpenJournal()), JournalOpened)
        path.unlink()


def test_a_restored_backup_is_told_as_what_it_is_and_keeps_its_history(tmp_path: Path) -> None:
    path, backup = tmp_path / "journal.sqlite", tmp_path / "backup"
    with Journal.open(path) as journal:
        keep(journal, played())
        game = journal.begin(played().running.lineup.to_json(), SEED, BEGUN)
        journal.append(game, EVENTS[:13], BEGUN)
    shutil.copy(path, backup)
    with Journal.open(path) as journal:
        journal.append(game, EVENTS[13:18], BEGUN)
    backup.rename(path)
    with closing(open_simulated_box(Settings())) as device, closing(EffectRunner(path, device, None, ())) as errands:
        failed = errands(OpenJournal())
        assert isinstance(failed, JournalFailed)
        page = journal_fault(failed, None)
        assert (failed.error.trouble, page.title) == (Trouble.OLDER, "Events are missing")
        (first_way,) = page.actions[0].run(initial_model(LaunchConfig(Settings(), path, None))).effects
        opened = errands(first_way)
    assert isinstance(opened, JournalOpened)
    assert opened.unfinished is not None
    assert opened.unfinished.events == EVENTS[:13]
    with Journal.open(path) as journal:
        assert len(journal.history(10)) == 1
    assert not list(tmp_path.glob("*.damaged-*"))
