from msgspec.structs import replace

from companion.core.model import DEFAULT_IDLE_TIMES
from companion.program.idle import idle_deadline
from hardware.device import Button
from tests.companion.games.shell import Shell, at_table

AROUND_S, GAME_S = DEFAULT_IDLE_TIMES.attract_after_s, DEFAULT_IDLE_TIMES.leave_after_s


def test_a_running_game_waits_an_hour_for_its_players() -> None:
    for presses in [(), (Button.OK,), (Button.OK, Button.OK)]:
        shell = at_table(*presses)
        page = shell.page
        assert shell.wait(GAME_S - 1).tick().page == page, presses
        assert shell.wait(1).tick().page == "attract", presses
        assert not shell.over, presses


def test_the_menu_over_a_running_game_waits_as_long_as_the_game() -> None:
    shell = at_table().hold(Button.UNDO)
    assert shell.wait(GAME_S - 1).tick().page == "menu"
    assert shell.wait(1).tick().page == "attract"


def test_a_page_around_a_game_gives_way_after_five_minutes() -> None:
    shell = Shell().open().hold(Button.UNDO)
    assert shell.wait(AROUND_S - 1).tick().page == "menu"
    assert shell.wait(1).tick().page == "attract"


def test_a_setup_in_which_something_was_entered_waits_as_long_as_a_game_but_not_in_a_kiosk() -> None:
    shell = Shell().open().press(Button.OK)
    assert (shell.page, idle_deadline(shell.model)) == ("setup", shell.model.last_press_at + AROUND_S)
    entered = shell.press(Button.OK)
    assert entered.wait(GAME_S - 1).tick().page == "setup"
    assert idle_deadline(replace(entered.model, kiosk=True)) == entered.model.last_press_at + AROUND_S
    assert entered.wait(1).tick().page == "attract"


def test_a_press_begins_the_wait_anew() -> None:
    shell = Shell().open().hold(Button.UNDO).wait(AROUND_S - 1).press(Button.BANK)
    assert shell.wait(AROUND_S - 1).tick().page == "menu"


def test_nothing_is_due_where_nobody_is_waited_for() -> None:
    shell = Shell().open().wait(2 * GAME_S).tick()
    assert shell.page == "attract"
    assert idle_deadline(shell.model) is None


def test_who_has_said_farewell_leaves_at_that_moment_and_not_before() -> None:
    shell = at_table(Button.OK)
    shell.model = replace(shell.model, exits_at=GAME_S)
    assert not shell.wait(GAME_S - shell.now - 1).tick().model.is_leaving
    assert shell.wait(1).tick().model.is_leaving


def test_an_hour_and_five_minutes_are_what_is_waited() -> None:
    assert (GAME_S, AROUND_S) == (3600, 300)
