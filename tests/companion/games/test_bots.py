from pathlib import Path

import pytest

from hardware.device import Button
from tests.companion.games.table import Frame, Table
from tests.companion.games.test_full_games import replayed
from tests.companion.games.umpire import Umpire

SEED = "c1" * 32
AT_ONCE = ("--set", "table.bot_step_s=0", "--set", "table.guide=false")
OK, BANK, LEFT, RIGHT, UNDO = Button.OK, Button.BANK, Button.LEFT, Button.RIGHT, Button.UNDO
PERSON = "Green"


def wait_for_decision(table: Table) -> None:
    table.until(lambda frame: frame.page == "roll" and "thinking…" not in frame.text, "a decision")


def sit_down(table: Table, *players: str) -> None:
    table.touch(OK, OK, LEFT, OK)
    assert table.frame.page == "seating"
    for player in players:
        for _ in range(12):
            if player in table.frame.text:
                break
            table.touch(RIGHT)
        table.touch(OK)
    table.touch(BANK, OK, OK, OK)
    table.on("begins")


def is_asked(frame: Frame) -> bool:
    if frame.page == "begins":
        return PERSON in frame.text[:2]
    if frame.page == "bust":
        return frame.text[0] == PERSON
    return frame.state is not None and frame.state["turn"] == 0


def play(table: Table, until: str = "winner") -> None:
    while table.frame.page != until:
        table.until(lambda frame: frame.page == until or is_asked(frame), "a person's turn")
        if table.frame.page != until:
            table.touch(BANK if table.frame.page == "choose" else OK)


@pytest.mark.slow
def test_a_person_plays_a_game_with_two_bots_by_buttons_only(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    with Table(journal, "--seed", SEED, *AT_ONCE) as table:
        umpire = Umpire(journal)
        sit_down(table, PERSON, "Greenhorn", "Prospector")
        play(table)
        frame = table.frame
        umpire.judge(frame)
        table.touch(OK)
        assert table.on("attract").events == 0
        assert table.leave() == 0
    with umpire:
        start = next(event for event in umpire.events if event["event"] == "start")
        assert (start["players"], start["bots"]) == (
            [PERSON, "Greenhorn", "Prospector"],
            {"1": "greenhorn", "2": "prospector"},
        )
        assert frame.state is not None
        assert replayed(umpire.lines, tmp_path)[-1] == {"state": frame.state}
        rolls = {event.get("by") for event in umpire.events if event["event"] == "roll"}
        assert rolls == {None}


def test_a_pulled_plug_in_a_bot_s_turn_goes_on_with_the_bot(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite"
    players = ("--names", PERSON + ",Kim", "--bot", "2=prospector", "--first", "2", "--seed", SEED)
    with Table(journal, *players, "--set", "table.bot_step_s=10", "--set", "table.guide=false") as table:
        table.touch(OK)
        wait_for_decision(table)
        chosen = table.frame.text
    with Table(journal, "--resume", "--set", "table.bot_step_s=10", "--set", "table.guide=false") as table:
        wait_for_decision(table)
        assert table.frame.text == chosen
    with Table(journal, "--resume", *AT_ONCE) as table:
        table.until(lambda frame: frame.state is not None and frame.state["turn"] == 0, "the person's turn")
