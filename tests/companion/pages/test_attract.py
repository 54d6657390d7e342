import pytest
from msgspec.structs import replace

from companion.core.effects import DiscardGame
from companion.core.lineup import LineUp
from companion.core.messages import Chosen
from companion.core.model import FormPage
from companion.core.viewer_kind import HOST
from companion.program.bots import bot_chooses
from engine.claimit import Place, Roll
from hardware.device import Button
from tests.companion.games.shell import Shell

OK = Button.OK


def choose(shell: Shell, name: str) -> Shell:
    shell.now += 1
    shell.take(Chosen(name, value=True, at=shell.now, sender=HOST))
    return shell


def offers(shell: Shell) -> list[str]:
    page = shell.model.page
    assert isinstance(page, FormPage)
    return [item.question.key for item in page.form(shell.model).items]


def test_everything_is_one_press_away() -> None:
    games = ["klondike", "piratenclaim"]
    shell = Shell().open()
    assert offers(shell) == ["solo", "table", *games, "watch"]
    shell.model = replace(shell.model, last_lineup=LineUp("claimit", ("Kim", "Ann")))
    assert choose(shell, "klondike").page == "setup"
    page = shell.model.page
    assert isinstance(page, FormPage)
    answers = {item.question.key: item.value for item in page.form(shell.model).items}
    assert (answers["again"], answers["game"]) == (False, "klondike")
    again = next(item.question for item in page.form(shell.model).items if item.question.key == "again")
    assert again.answers[0].detail == "Claim It!"  # chosen after all, it is a game of that
    left = choose(Shell().open(), "solo").restart()
    left.model = left.model.with_only_page(left.model.home)
    assert offers(left) == ["resume", "solo", "table", *games, "watch", "discard"]
    assert choose(left, "resume").page == "turn"


def test_an_older_game_that_was_left_is_offered_once_the_newest_is_discarded() -> None:
    shell = choose(Shell().open(), "solo").restart()
    shell.model = shell.model.with_only_page(shell.model.home)
    assert choose(shell, "discard").page == "consent"
    assert shell.press(OK).model.game is not None  # no is under the cursor
    choose(choose(shell, "discard"), "yes")
    assert (shell.page, shell.model.game) == ("attract", None)
    assert shell.ended == [DiscardGame()]


@pytest.mark.slow
def test_the_first_stone_takes_three_presses() -> None:
    placed = 0
    for number in range(60):
        shell = choose(Shell(seed=bytes([number]) * 32).open(), "solo").press(OK)
        if shell.page != "roll":
            continue  # the first roll fits everywhere on an empty board
        events = shell.press(OK).model.session.timeline
        assert [type(event) for event in events[1:]] == [Roll, Place]
        placed += 1
    assert placed >= 50


def test_who_watches_sees_bots_play() -> None:
    shell = choose(Shell().open(), "watch")
    assert set(shell.model.session.lineup.bots) == {"0", "1"}
    assert (shell.page, bot_chooses(shell.model), shell.model.bot_turn is not None) == ("turn", False, True)
