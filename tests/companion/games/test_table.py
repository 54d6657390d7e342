"""The driver of the headless device: it answers, waits, and tells when it waits in vain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.core.sounds import WRONG
from hardware.device import Button
from tests.companion.games.frame import parse
from tests.companion.games.table import Table, TableError
from tests.companion.games.umpire import Umpire

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

AT_ONCE = ("--players", "2", "--first", "0")


def test_waiting_for_a_page_that_does_not_come_fails(tmp_path: Path) -> None:
    with (
        Table(tmp_path / "journal.sqlite", *AT_ONCE) as table,
        pytest.raises(TableError, match=r"waited for page winner: silent for .* the last page was turn"),
    ):
        table.on("winner", patience_s=0.1)


def test_a_table_that_does_not_start_fails_with_what_it_said(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="not 9"), Table(tmp_path / "journal.sqlite", "--players", "9"):
        pass


def test_a_table_ends_with_its_input(tmp_path: Path) -> None:
    with Table(tmp_path / "journal.sqlite", measured=True) as table:
        assert table.leave() == 0


def test_a_refused_press_answers_with_the_low_tone(tmp_path: Path) -> None:
    with Table(tmp_path / "journal.sqlite", *AT_ONCE) as table:
        before = table.frame
        assert table.refuse(Button.BANK).tones == WRONG
        assert table.frame.said == before.said


def test_a_line_that_is_no_command_is_answered_with_an_error_and_changes_nothing(tmp_path: Path) -> None:
    with Table(tmp_path / "journal.sqlite", *AT_ONCE) as table:
        table.send("poke", "ok")
        with pytest.raises(ValueError, match="A command is press, hold, down or up"):
            table.on("roll")
        assert table.touch(Button.OK).events == 2


def test_an_umpire_finds_out_a_frame_that_tells_other_than_the_journal(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with Table(journal, *AT_ONCE) as table, Umpire(journal) as umpire:
        umpire.judge(table.frame)
        said = table.frame
        for other in (said._replace(events=7), said._replace(state=None), said._replace(page="winner")):
            with pytest.raises(AssertionError):
                umpire.judge(other)


def test_an_error_is_no_frame() -> None:
    with pytest.raises(ValueError, match="no frame"):
        parse(b'{"error": {}}')
