from msgspec.structs import replace

from companion.core.effects import FinishGame
from companion.core.messages import Chosen
from companion.core.model import Model
from companion.core.table import summary
from companion.core.viewer_kind import HOST
from engine.game import Seat
from hardware.device import Button
from tests.companion.games.shell import TWO, Shell
from tests.companion.program.played import played

OK, RIGHT = Button.OK, Button.RIGHT


def restarted(shell: Shell) -> Shell:
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


def left_on_the_winners_page() -> Shell:
    shell = Shell()
    shell.lineup, shell.kept, shell.over = played().running.lineup.to_json(), list(played().events[:-1]), False
    return shell.open(unfinished=shell.unfinished)


def test_a_game_that_is_over_gets_into_the_history_whatever_follows() -> None:
    for presses in [(RIGHT, RIGHT, OK), (RIGHT, OK, OK, OK, OK, OK, OK), (OK,) * 4]:
        shell = left_on_the_winners_page()
        assert (shell.page, "finished" in shell.view.text) == ("resume", True), presses
        shell.press(*presses)
        assert shell.ended == [FinishGame(summary(played().running))], presses
        assert shell.model.game is None or shell.model.game.record is None, presses


def test_the_title_puts_a_game_that_is_over_into_the_history_without_a_question() -> None:
    shell = left_on_the_winners_page()
    shell.model = shell.model.with_only_page(shell.model.home)
    shell.take(Chosen("discard", value=True, at=shell.now, sender=HOST))
    assert (shell.page, shell.model.game) == ("attract", None)
    assert shell.ended == [FinishGame(summary(played().running))]


def test_a_game_that_was_asked_for_follows_one_that_is_over() -> None:
    shell = left_on_the_winners_page()
    shell.model = replace(shell.model, requested_lineup=replace(TWO, first=Seat(0)))
    shell.press(RIGHT, OK)
    assert (shell.ended, shell.kept[0]["event"]) == ([FinishGame(summary(played().running))], "start")
    assert (shell.model.session.events, shell.over) == (1, False)


def test_without_an_unfinished_game_the_box_attracts_players() -> None:
    assert restarted(Shell()).page == "attract"
