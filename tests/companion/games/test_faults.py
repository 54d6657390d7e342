import json
import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.runtime.journal import Journal
from engine.fairness import Line, check_games
from hardware.device import Button
from tests.companion.games.companion_process import COMPANION, CompanionProcess, Frame
from tests.companion.games.players import Player
from tests.engine.plug_ins import install

BEGUN = ("--players", "2", "--first", "1", "--seed", "5e" * 32)


@pytest.mark.parametrize("damage", ["folder renamed", "garbage"])
def test_a_damaged_journal_is_replaced_and_has_the_whole_game(tmp_path: Path, damage: str) -> None:
    journal = tmp_path / "games" / "journal.sqlite"
    with CompanionProcess(journal, *BEGUN) as companion:
        companion.press(Button.OK)
        companion.quit()  # so that the file itself has the game
    with CompanionProcess(journal, "--resume") as companion:
        before = companion.frame.events
        match damage:
            case "folder renamed":
                journal.parent.rename(tmp_path / "moved")
            case _:
                (tmp_path / "garbage").write_bytes(random.Random(2).randbytes(9000))
                (tmp_path / "garbage").rename(journal)
        companion.press(*Player(random.Random(1), 2).moves(companion.frame))
        assert (companion.frame.page, companion.frame.events) == ("fault", before + 1)
        assert "a new one is used" in " ".join(companion.frame.text)
        assert companion.press(Button.OK).page != "fault"
        companion.kill()
    with Journal.read(journal) as stored:
        found = stored.unfinished()
    assert found is not None
    assert len(found.events) == before + 1
    assert bool(list(journal.parent.glob("journal-damaged-*.sqlite"))) == (damage == "garbage")


@contextmanager
def small_disk(folder: Path, *options: str) -> Iterator[Path]:
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


def test_a_disk_that_becomes_read_only_is_reported(tmp_path: Path) -> None:
    with small_disk(tmp_path) as place:
        with CompanionProcess(place / "journal.sqlite", *BEGUN) as companion:
            before = companion.press(Button.OK).events
            subprocess.run(["mount", "-o", "remount,abort", str(place)], check=True)  # noqa: S603, S607
            assert companion.press(Button.OK).page == "fault"
            assert "The file cannot be read or written." in " ".join(companion.frame.text)
            assert companion.frame.events == before
            companion.kill()
        with Journal.read(place / "journal.sqlite") as journal:
            found = journal.unfinished()
    assert found is not None
    assert len(found.events) == before


@pytest.mark.slow
def test_a_full_disk_is_reported_and_the_game_continues_when_there_is_space(tmp_path: Path) -> None:
    with small_disk(tmp_path) as place:
        with CompanionProcess(place / "journal.sqlite", *BEGUN) as companion:
            filler = place / "filler"
            with suppress(OSError), filler.open("wb", buffering=0) as file:
                while True:
                    file.write(bytes(512))
            before = press_until_fault(companion)
            assert "The disk is full." in companion.frame.text
            filler.unlink()
            companion.press(Button.OK)
            assert (companion.frame.page != "fault", companion.frame.events) == (True, before + 1)
            companion.kill()
        with Journal.read(place / "journal.sqlite") as journal:
            found = journal.unfinished()
    assert found is not None
    assert len(found.events) == before + 1


def press_until_fault(companion: CompanionProcess) -> int:
    player = Player(random.Random(1), 2)
    while companion.frame.page != "fault":
        companion.press(*player.moves(companion.frame))
    return companion.frame.events


START_NOW = ("--players", "2", "--first", "1")


def rejected_start(folder: Path, *arguments: str) -> str:
    journal = folder / "journals" / "journal.sqlite"
    command = (COMPANION, "play", "--device", "headless", "--journal", str(journal), *arguments)
    done = subprocess.run(command, capture_output=True, text=True, input="", check=False)  # noqa: S603 (our own program)
    assert (done.returncode, done.stdout, journal.parent.exists()) == (2, "", False)
    return done.stderr


@pytest.mark.slow
def test_a_game_that_cannot_be_loaded_is_rejected_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sorry_game.py").write_text("raise SystemExit")
    monkeypatch.setenv("PYTHONPATH", str(install(tmp_path, "sorry", games={"sorry": "sorry_game"})))
    shown = rejected_start(tmp_path, "--players", "2", "--game", "sorry")
    assert shown.endswith("The plug-in sorry of the package sorry cannot be loaded: SystemExit.\n")
    assert shown.count("\n") == 1


@pytest.mark.slow
def test_a_journal_in_use_by_another_companion_is_not_opened(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with CompanionProcess(journal, *START_NOW) as first:
        with CompanionProcess(journal, *START_NOW) as second:
            assert second.frame.page == "fault"
            second.press(Button.RIGHT, Button.OK, Button.OK)
            assert second.frame.page == "roll"
        assert first.press(Button.OK).events == 2
    with Journal.read(journal) as stored:
        found = stored.unfinished()
    assert found is not None
    assert len(found.events) == 2


KILLS = 6
LONGEST_WAIT_S = 0.012
"""Maximum time of a press: the kill comes before, during or after it."""
LATER_FAULTS = {
    "by_hand": {"begins", "turn", "choose"},
    "bust": {"guide", "turn", "winner"},
    "guide": {"turn", "choose", "roll", "last_round", "winner"},
    "last_round": {"turn"},
}
"""The pages after a press without an event, or with a half-entered event."""


def play_on(companion: CompanionProcess, player: Player, pages: int) -> None:
    for _ in range(pages):
        if companion.frame.page == "winner":
            break
        companion.press(*player.moves(companion.frame))


def cut_power(companion: CompanionProcess, player: Player, rng: random.Random) -> Frame:
    moves = player.moves(companion.frame)
    for button in moves if rng.random() < 0.5 else moves[:1]:
        companion.send("press", button)
    companion.read_for(rng.uniform(0, LONGEST_WAIT_S) if rng.random() < 0.8 else 0)
    return companion.kill()


def resume(companion: CompanionProcess, last: Frame) -> None:
    assert companion.frame.page == "resume"
    found = companion.press(Button.OK)
    assert found.events >= last.events
    if found.events == last.events:
        assert found.state == last.state
        assert found.page in {last.page} | LATER_FAULTS.get(last.page, set())


def test_a_game_with_six_kills_is_played_to_the_winner_and_loses_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal, record, rng = tmp_path / "journal.sqlite", tmp_path / "record.jsonl", random.Random(4)
    player, last = Player(rng, 2), None
    arguments: tuple[str, ...] = ("--players", "2", "--seed", "5e" * 32)
    for _ in range(KILLS):
        with CompanionProcess(journal, *arguments) as companion:
            if last:
                resume(companion, last)
            play_on(companion, player, rng.randrange(4, 16))
            last = cut_power(companion, player, rng)
        with Journal.read(journal) as stored:
            stored.check()
        arguments = ()
    assert last
    with CompanionProcess(journal, measured=True) as companion:
        resume(companion, last)
        play_on(companion, player, pages=1000)
        won = companion.frame
        assert (won.page, companion.press(Button.OK).page) == ("winner", "attract")
        assert companion.quit() == 0
    assert main(["export", "1", "--journal", str(journal)]) == 0
    record.write_text(capsys.readouterr().out)
    assert main(["verify", "--game", "1", "--journal", str(journal)]) == 1
    assert main(["replay", "--json", str(record)]) == 0
    verdict, *_, last_answer = capsys.readouterr().out.splitlines()
    assert verdict == "not fair: the dice were fixed for a test"
    assert json.loads(last_answer) == {"state": won.state}
    (checked,) = check_games([Line(*line) for line in enumerate(map(json.loads, record.read_text().splitlines()), 1)])
    assert checked.differing is None
