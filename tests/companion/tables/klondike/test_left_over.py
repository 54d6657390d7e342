"""The tile that three players leave over: the setup asks whether it lies open, and the table which one it is."""

from dataclasses import replace

import pytest

from companion.commands.cli import main
from companion.core.game_session import DEALT
from companion.core.lineup import LineUp
from companion.core.viewer_kind import BOX
from companion.pages.setup_questions import Decisions, complete_answers
from companion.tables.klondike import TABLE
from engine.game import Seat
from hardware.device import Button
from tests.companion.games.shell import Shell

LEFT, RIGHT, OK, BANK, UNDO = Button
PLAYERS = ("Green", "Blue", "Orange")
OPEN = LineUp(
    "klondike", PLAYERS, {"deal": "basic", "centre_each_round": False}, colours=(0, 1, 2), table_options={"seen": True}
)
SEEN = {"deal": "basic", "centre_each_round": False, "checked_pass": True, "seen": True}


def decided(players: int, **chosen: object) -> Decisions:
    """What a setup comes to in which these answers were chosen."""
    return complete_answers(Shell().open().model, ("klondike", players), chosen)


@pytest.mark.parametrize(
    ("players", "chosen", "is_asked"),
    [
        (3, {"deal": "basic"}, True),
        (3, {"deal": "draw"}, False),
        (3, {"deal": "basic", DEALT: True}, False),
        (3, {"deal": "basic", "bot 2": "prospector"}, False),
        (2, {"deal": "basic"}, False),
        (4, {}, False),
    ],
)
def test_the_setup_asks_where_three_players_leave_a_real_tile_over(
    players: int, chosen: dict[str, object], is_asked: bool
) -> None:
    setup = decided(players, **chosen)
    assert ("seen" in {question.key for question in setup.questions}) is is_asked
    assert not setup.lineup().table_options.get("seen")
    assert decided(players, seen=True, **chosen).lineup().table_options.get("seen", False) is is_asked


@pytest.mark.parametrize("first", [None, Seat(0)])
def test_the_tile_is_named_before_the_match_starts(first: Seat | None) -> None:
    shell = Shell(replace(OPEN, first=first)).open().press(OK)
    assert (shell.page, shell.kept) == ("klondike_left_over", [])
    assert shell.press(UNDO).page == "klondike_begins"
    shell.press(OK, RIGHT, RIGHT, OK, LEFT, LEFT, OK)
    assert (shell.kept[0]["options"], shell.kept[0]["set_aside"]) == (SEEN, [2, 5])
    told = [shell.view.text] + [shell.press(OK).view.text for _ in range(3)]
    assert "without the open tile" in " ".join(map(str, told[2]))
    assert shell.page == "klondike_turn"
    assert "without 2·5" in shell.view.text
    assert "without 2·5" in TABLE.snapshot(shell.model, BOX).supply
    assert "it stays out" in shell.press(OK, RIGHT, RIGHT, OK, LEFT, LEFT).view.text


@pytest.mark.parametrize("option", ["deal=draw", "dealt=true"])
def test_where_none_lies_open_the_command_line_refuses_it_in_one_sentence(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = (
        "--option",
        "seen=true",
        "--option",
        option,
        *(("--option", "deal=basic") if option[:5] == "dealt" else ()),
    )
    assert main(["play", "--device", "headless", "--game", "klondike", "--players", "3", *options]) == 2
    assert 'allowed: with deal="basic", dealt=false' in capsys.readouterr().err
