import os
import signal
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.core.effects import Power
from companion.runtime.systemd import VARIABLE
from hardware.device import Button
from tests.companion.games.table import PATIENCE_S, Table
from tests.systemd.manager import Manager

pytestmark = pytest.mark.slow
LOOK_S = 0.01


class Root:
    def __init__(self, folder: Path, journal: Path) -> None:
        self.taken: Power | None = None
        self.journal_was_closed = False
        self._folder, self._log = folder, journal.with_name(f"{journal.name}-wal")
        self._ended = Event()
        self._thread = Thread(target=self._watch)
        self._thread.start()

    def end(self) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while self.taken is None and not self._ended.wait(LOOK_S):
            for power in Power:
                if (self._folder / power).exists():
                    self.taken, self.journal_was_closed = power, not self._log.exists()
                    (self._folder / power).unlink()


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    monkeypatch.setenv(VARIABLE, str(folder))
    return folder


def in_mid_turn(table: Table, *to_the_line: Button) -> None:
    table.touch(Button.OK)
    table.hold(Button.UNDO)
    table.touch(*to_the_line)


@pytest.mark.parametrize(
    ("power", "to_the_line"), [(Power.OFF, [Button.LEFT]), (Power.RESTART, [Button.LEFT, Button.LEFT])]
)
def test_after_a_yes_root_gets_the_request_when_the_journal_is_closed(
    tmp_path: Path, run: Path, power: Power, to_the_line: list[Button]
) -> None:
    journal = tmp_path / "journal.sqlite"
    root = Root(run, journal)
    with Table(journal, "--players", "2", "--first", "1", measured=True) as table:
        in_mid_turn(table, *to_the_line, Button.OK)
        assert list(run.iterdir()) == []
        assert table.touch(Button.LEFT, Button.OK).page == "farewell"
        table.send("press", Button.OK)
        assert table._process.wait(PATIENCE_S) == 0
    root.end()
    assert (root.taken, root.journal_was_closed) == (power, True)
    assert list(run.iterdir()) == []
    with Table(journal) as again:
        assert again.on("resume").page == "resume"


def test_a_box_that_was_not_switched_off_says_so_at_the_next_start(tmp_path: Path, run: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with Table(journal, "--players", "2", "--first", "1") as table:
        in_mid_turn(table, Button.LEFT, Button.OK)
        table.touch(Button.LEFT, Button.OK)
        table.send("press", Button.OK)
        assert table._process.wait(PATIENCE_S) == 1
    with Table(journal, "--resume") as again:
        assert again.frame.page == "fault"
        assert "You may pull the plug." in " ".join(again.frame.text)
        assert again.touch(Button.OK).page == "roll"
    assert list(run.iterdir()) == []


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
