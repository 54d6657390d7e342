from pathlib import Path
from threading import Event, Thread

import pytest

from companion.core.effects import Power
from companion.runtime.power import VARIABLE
from hardware.device import Button
from tests.companion.games.table import PATIENCE_S, Table

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


def test_left_in_the_middle_of_a_turn_it_ends_without_a_failure_and_keeps_the_game(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with Table(journal, "--players", "2", "--first", "1", measured=True) as table:
        in_mid_turn(table, Button.LEFT)
        assert "Quit" in table.frame.text
        assert table.touch(Button.OK, Button.LEFT).page == "consent"
        table.send("press", Button.OK)
        assert table._process.wait(PATIENCE_S) == 0
    assert journal.exists()
    assert not journal.with_name("journal.sqlite-wal").exists()
    with Table(journal) as again:
        assert again.on("resume").page == "resume"


@pytest.mark.parametrize(
    ("power", "to_the_line"), [(Power.OFF, [Button.LEFT]), (Power.RESTART, [Button.LEFT, Button.LEFT])]
)
def test_after_a_yes_root_is_asked_when_the_journal_is_closed(
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


def test_a_box_that_nobody_switched_off_says_so_when_it_is_on_again(tmp_path: Path, run: Path) -> None:
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
