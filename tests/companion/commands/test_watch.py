import pytest
from msgspec.structs import replace

from companion.pages.menu import offered_entries
from companion.runtime.launch_config import LaunchConfig, initial_model
from companion.settings.schema import Settings
from companion.tables.claimit import TABLE
from engine.record import AnyRecord, from_lines
from hardware.device import Button
from tests.companion.games.shell import Shell
from tests.companion.program.played import played

HOUR_S = 3600.0


def shown_again(record: AnyRecord) -> Shell:
    shell = Shell()
    shell.model = replace(
        initial_model(LaunchConfig(Settings(), None, replayed_record=record)), last_press_at=0.0, language="en"
    )
    shell.model = shell.model.with_page(TABLE.replay(0.0))
    return shell


def at(shell: Shell, step: int) -> tuple[str, ...]:
    shell.model = shell.model.with_page(replace(TABLE.replay(0.0), step=step, paused=True))
    return shell.view.text[:4]


@pytest.fixture(scope="module")
def record() -> AnyRecord:
    record = from_lines(played().lines)
    assert (record.state.winners, record.state.turn) == ((0,), 1)
    return record


def test_the_winner_is_named_at_the_end_and_not_who_moved_last(record: AnyRecord) -> None:
    shell = shown_again(record)
    last = len(shell.model.session.started_record.timeline) - 1
    assert at(shell, last) == ("Turn 60", f"{last}/{last}", "Green", "wins!")


def test_the_menu_over_a_replay_offers_nothing_of_a_running_game(record: AnyRecord) -> None:
    shell = shown_again(record).press(Button.OK).hold(Button.UNDO)
    offered = {line.label for line in offered_entries(shell.model, locked=False)}
    assert offered.isdisjoint({"Back a turn", "Scores", "Check the board", "Fair dice", "Leave the game"})


def test_a_replay_that_is_paused_stays_where_it_is(record: AnyRecord) -> None:
    shell = shown_again(record).press(Button.RIGHT, Button.RIGHT)
    before = shell.model.page
    assert shell.wait(2 * HOUR_S).tick().model.page == before
