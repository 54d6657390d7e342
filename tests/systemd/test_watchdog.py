import os
import signal
from pathlib import Path

import pytest

from hardware.device import Button
from tests.companion.games.table import Table
from tests.systemd.manager import Manager

BITES_S = 2.0
"""Long enough to be fed in time on a busy machine."""


@pytest.mark.slow
def test_a_table_that_hangs_is_missed_and_is_back_in_the_same_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manager = Manager(str(tmp_path / "notify"))
    monkeypatch.setenv("NOTIFY_SOCKET", manager.address)
    monkeypatch.setenv("WATCHDOG_USEC", str(round(1e6 * BITES_S)))
    journal = tmp_path / "journal.sqlite"
    with Table(journal, "--players", "2", "--first", "1") as table:
        assert manager.next() == "READY=1"
        assert not manager.is_silent(BITES_S)
        left = table.touch(Button.OK, Button.OK)
        os.kill(table._process.pid, signal.SIGSTOP)
        os.waitpid(table._process.pid, os.WUNTRACED)
        manager.waiting()
        assert manager.is_silent(BITES_S)
    with Table(journal, "--resume") as again:
        assert (again.frame.page, again.frame.text, again.frame.state) == (left.page, left.text, left.state)
        assert manager.next() == "READY=1"
    manager.close()
