"""Damaged journals: a table tells of each, or nothing is missing."""

import random
from pathlib import Path

import pytest

from hardware.device import Button
from tests.companion.games.damage import damages, outcome
from tests.companion.games.table import Table

pytestmark = pytest.mark.slow


def test_damage_is_told_or_costs_nothing(tmp_path: Path) -> None:
    found = damages(tmp_path, 12, random.Random(6))
    assert found.total() == 12
    assert {how for _, _, how in found} <= {"told", "harmless"}


def test_an_event_that_is_missing_without_a_word_is_found_out(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with Table(journal, "--players", "2", "--first", "0") as table:
        last = table.touch(Button.OK)
        table.kill()
    assert outcome(journal, last) == "harmless"
    assert outcome(journal, last._replace(events=last.events + 1)) == "lost in silence"
    journal.with_name("journal.sqlite-wal").unlink(missing_ok=True)
    journal.write_bytes(b"no journal")
    assert outcome(journal, last) == "told"
