import pytest
from msgspec.structs import replace

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
    return complete_answers(Shell().open().model, ("klondike", players), chosen)


def test_the_setup_asks_where_three_players_leave_a_real_tile_over() -> None:
    cases: list[tuple[int, dict[str, object], bool]] = [
        (3, {"deal": "basic"}, True),
        (3, {"deal": "draw"}, False),
        (3, {"deal": "basic", DEALT: True}, False),
        (3, {"deal": "basic", "bot 2": "prospector"}, False),
        (2, {"deal": "basic"}, False),
        (4, {}, False),
    ]
    for players, chosen, is_asked in cases:
        setup = decided(players, **chosen)
        assert ("seen" in {question.key for question in setup.questions}) is is_asked
        assert not setup.lineup().table_options.get("seen"), (players, chosen, is_asked)
        assert decided(players, seen=True, **chosen).lineup().table_options.get("seen", False) is is_asked


def test_the_tile_is_named_before_the_match_starts() -> None:
    for first in [None, Seat(0)]:
        shell = Shell(replace(OPEN, first=first)).open().press(OK)
        assert (shell.page, shell.kept) == ("klondike_left_over", []), first
        assert shell.press(UNDO).page == "klondike_begins", first
        shell.press(OK, RIGHT, RIGHT, OK, LEFT, LEFT, OK)
        assert (shell.kept[0]["options"], shell.kept[0]["set_aside"]) == (SEEN, [2, 5]), first
        told = [shell.view.text] + [shell.press(OK).view.text for _ in range(3)]
        assert "without the open tile" in " ".join(map(str, told[2])), first
        assert shell.page == "klondike_turn", first
        assert "without 2·5" in shell.view.text, first
        assert "without 2·5" in TABLE.snapshot(shell.model, BOX).supply, first
        assert "it stays out" in shell.press(OK, RIGHT, RIGHT, OK, LEFT, LEFT).view.text, first


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
