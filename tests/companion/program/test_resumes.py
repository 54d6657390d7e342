"""`--resume`: after the watchdog has bitten, the players sit before the same page as before."""

from dataclasses import replace

from companion.core.model import Model
from engine.game import Seat
from hardware.device import Button
from tests.companion.games.shell import TWO, Shell

OK = Button.OK


def restarted(shell: Shell) -> Shell:
    """The same journal, opened by a companion that was told to resume."""
    again = Shell()
    again.model = replace(again.model, resumes=True)
    return again.open(unfinished=shell.unfinished if shell.kept else None)


def place(model: Model) -> tuple[str, object]:
    return model.page.name, model.game and model.game.state


def test_an_unfinished_game_goes_on_at_once_in_the_same_place() -> None:
    shell, pages = Shell(replace(TWO, first=Seat(0))).open(), set[str]()
    for _ in range(8):
        again = restarted(shell)
        assert place(again.model) == place(shell.model)
        pages.add(again.page)
        shell.press(OK)
    assert {"turn", "roll", "choose"} <= pages


def test_without_an_unfinished_game_the_box_attracts_players() -> None:
    assert restarted(Shell()).page == "attract"
