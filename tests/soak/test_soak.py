"""The soak finds what it looks for: losses, growth, faults that are not recovered from."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from time import monotonic
from typing import TYPE_CHECKING

import pytest

from hardware.device import Button
from tests.companion.games.table import TableError
from tests.soak.faults import FAULTS, full_disk, loose_wires
from tests.soak.growth import Usage, growth
from tests.soak.shown import Shown
from tests.soak.sitting import Players, sit
from tests.soak.story import Story
from tests.soak.table import SoakTable

if TYPE_CHECKING:
    from pathlib import Path

    from tests.soak.faults import Fault

AT_ONCE = ("--players", "3", "--first", "0", "--seed", "5e" * 32)
STEADY = Usage(50.0, 12, 1.0)


@pytest.mark.slow
def test_what_was_shown_and_is_no_longer_journalled_is_found(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with SoakTable(journal, *AT_ONCE) as table:
        frames = [table.frame, table.touch(Button.OK), table.kill()]
    assert all(Shown(journal).is_journalled(frame) for frame in frames)
    with closing(sqlite3.connect(journal, isolation_level=None)) as db:
        db.execute("DELETE FROM events WHERE number = ?", (frames[-1].events,))
    assert [Shown(journal).is_journalled(frame) for frame in frames] == [True, False, False]


@pytest.mark.slow
def test_another_state_than_was_journalled_is_found(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with SoakTable(journal, *AT_ONCE) as table:
        frame = table.touch(Button.OK)
        assert Shown(journal).is_journalled(frame)
        assert not Shown(journal).is_journalled(frame._replace(state={"phase": "over"}))


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_table_goes_on_after_each_fault(tmp_path: Path, fault: Fault) -> None:
    story, chance = Story(tmp_path / "journal.sqlite"), random.Random(3)
    with SoakTable(story.journal, *AT_ONCE) as table:
        players = Players(table, story, Shown(story.journal), chance)
        players.suffer(fault)
        players.check(table.touch(Button.OK))
    assert story.troubles == []
    assert not [line for line in table.errors if "Traceback" in line]


@pytest.mark.slow
@pytest.mark.parametrize("fault", [full_disk, loose_wires])
def test_a_fault_is_noticed(tmp_path: Path, fault: Fault) -> None:
    journal = tmp_path / "journal.sqlite"
    with SoakTable(journal, *AT_ONCE) as table, fault(table, journal):
        table.send("press", "ok")
        assert table.on("fault").page == "fault"


@pytest.mark.slow
def test_a_fault_without_an_end_is_a_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.soak.sitting.RECOVERED_S", 1.0)
    monkeypatch.setattr("tests.soak.sitting.ANSWERED_S", 0.3)
    story = Story(tmp_path / "journal.sqlite")
    with SoakTable(story.journal, *AT_ONCE) as table, full_disk(table, story.journal):
        table.send("press", "ok")
        table.on("fault")
        with pytest.raises(TableError, match="does not recover"):
            Players(table, story, Shown(story.journal), random.Random(3)).await_recovery("full_disk")


@pytest.mark.slow
def test_a_few_seconds_with_kills_lose_nothing(tmp_path: Path) -> None:
    story = Story(tmp_path / "journal.sqlite")
    sit(story, random.Random(5), monotonic() + 4, kills=True)
    assert story.troubles == []
    assert story.events


def test_what_stays_as_it_is_has_not_grown() -> None:
    assert growth([STEADY._replace(resident_mb=30.0)] * 2 + [STEADY] * 10) == []


def test_a_process_is_compared_with_itself_alone(tmp_path: Path) -> None:
    small = STEADY._replace(resident_mb=45.0)
    story = Story(tmp_path, usage={1: [STEADY] * 12, 2: [small] * 4 + [STEADY] * 12})
    assert story.growth() == []
    story.usage[3] = [small, STEADY, STEADY, STEADY] * 2 + [STEADY._replace(resident_mb=60.0)] * 4
    assert story.growth() == ["memory grew by 10.0 MB"]


@pytest.mark.parametrize(
    ("grown", "what"),
    [(STEADY._replace(resident_mb=55.0), "memory"), (STEADY._replace(descriptors=20), "descriptors"),
     (STEADY._replace(log_mb=9.0), "log")],
)  # fmt: skip
def test_what_grows_is_told(grown: Usage, what: str) -> None:
    (sentence,) = growth([STEADY] * 8 + [grown] * 4)
    assert what in sentence
