"""Switched off from the menu: it ends as asked, which systemd leaves at that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hardware.device import Button
from tests.companion.games.table import PATIENCE_S, Table

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_switched_off_in_the_middle_of_a_turn_it_ends_without_a_failure_and_keeps_the_game(tmp_path: Path) -> None:
    """Status 0, and `Restart=on-failure`: it stays off. The journal is closed, all of it in one file."""
    journal = tmp_path / "journal.sqlite"
    with Table(journal, "--players", "2", "--first", "0") as table:
        table.touch(Button.OK)
        table.hold(Button.UNDO)
        assert "Switch off" in table.touch(Button.LEFT).text
        table.send("press", Button.OK)
        assert table._process.wait(PATIENCE_S) == 0
    assert journal.exists()
    assert not journal.with_name("journal.sqlite-wal").exists()
    with Table(journal) as again:
        assert again.on("resume").page == "resume"
