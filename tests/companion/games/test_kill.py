"""Pulled plugs: a table that is killed at any moment goes on exactly there."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from engine import dice
from hardware.device import Button
from tests.companion.games.frame import NOTHING
from tests.companion.games.kill import Tally, counted, kills, resume
from tests.companion.games.player import Player, state_of
from tests.companion.games.table import Table
from tests.companion.games.umpire import Umpire

if TYPE_CHECKING:
    from pathlib import Path

SEED = "5e" * 32


def test_twenty_kills_lose_no_event_that_was_shown(tmp_path: Path) -> None:
    tally = kills(tmp_path, 20, random.Random(4))
    assert tally.kills >= 20  # the last of them may have been followed by one more, at its start
    assert (tally.lost_events, tally.damages) == (0, 0)


@pytest.mark.parametrize("throws", range(4))
def test_a_kill_while_it_is_rolled_who_begins_resumes_there(tmp_path: Path, throws: int) -> None:
    journal = tmp_path / "journal.sqlite"
    with Table(journal, "--players", "3", "--seed", SEED) as table:
        table.touch(*(Button.OK,) * throws)
        last = table.kill()
    with Table(journal) as table, Umpire(journal) as umpire:
        resume(table, umpire, last)
        table.touch(Button.OK)
        umpire.judge(table.frame)
        fell = [tuple(event["dice"]) for event in umpire.events if event["event"] == "begin"]
    assert (last.page, last.state, last.events) == ("begins", None, throws)
    assert fell == [dice.throw(bytes.fromhex(SEED), counter, 3) for counter in range(min(throws + 1, 3))]


def test_pulling_the_plug_does_not_roll_anew(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with Table(journal, "--players", "2", "--first", "0", "--seed", SEED) as table:
        shown = state_of(table.touch(Button.OK))["roll"]
        table.kill()
    with Table(journal) as table:
        again = state_of(table.touch(Button.OK))["roll"]
    assert shown == again == list(dice.throw(bytes.fromhex(SEED), 0, 3))


def test_a_kill_behind_resume_leaves_the_game_to_be_resumed(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with Table(journal, "--players", "2", "--first", "1") as table:
        last = table.touch(Button.OK)
        table.kill()
    with Table(journal) as table:
        assert table.kill().page == "resume"
    with Table(journal) as table, Umpire(journal) as umpire:
        resume(table, umpire, last)
        assert table.frame.said == last.said


def test_a_table_that_shows_other_than_was_shown_fails_the_comparison(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with Table(journal, "--players", "2", "--first", "0") as table:
        last = table.touch(Button.OK)
        table.kill()
    for other in (last._replace(events=last.events + 1), last._replace(page="turn"), last._replace(state=None)):
        with Table(journal) as table, Umpire(journal) as umpire, pytest.raises(AssertionError):
            resume(table, umpire, other)


def test_lost_events_and_damage_are_counted(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with Table(journal, "--players", "2", "--first", "0") as table:
        last = table.kill()
    assert counted(Tally(), last._replace(events=4), journal) == Tally(kills=1, lost_events=3)
    assert counted(Tally(), NOTHING, journal) == Tally(kills=1, unshown_events=1, before_start=1)


def test_a_player_does_not_press_what_the_page_does_not_offer() -> None:
    assert Player(random.Random(1), 2).moves(NOTHING) == (Button.OK,)
