"""The clock for turns: a warning, never a penalty (issue 26, 10)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from companion.core.clock_lengths import CLOCK_LENGTHS_S
from companion.core.journal_error import Trouble
from companion.core.lineup import LineUp
from companion.core.messages import Chosen
from companion.core.model import DEFAULT_IDLE_TIMES
from companion.core.sounds import LONG_TURN
from companion.core.turn_clock import long_turn_words
from companion.core.viewer_kind import SPECTATOR
from companion.frontends.web.description import describe, visible_page
from companion.program.view import draw_page
from companion.runtime.launch_config import LaunchConfig, initial_model
from companion.screen.icons import Icon
from companion.settings.schema import Settings, Table
from engine.game import Seat
from engine.games import GAMES
from hardware.device import Button, Part
from tests.companion.games.shell import JOURNAL, SEED, TWO, Shell
from tests.companion.pages.sitting import pick

LENGTH_S = 120
WORDS = "Green: 2 minutes"
OK, BANK, UNDO, RIGHT = Button.OK, Button.BANK, Button.UNDO, Button.RIGHT
CLAIMIT = replace(TWO, first=Seat(0))


def table(lineup: LineUp = CLAIMIT, *, guide: bool = False, length_s: int = LENGTH_S) -> Shell:
    """A game whose first turn begins now."""
    shell = Shell(lineup)
    shell.model = replace(shell.model, guide=guide, turn_clock_s=length_s)
    return shell.open()


def described(shell: Shell, language: str = "en") -> dict[str, Any]:
    """What a page gets that only watches."""
    return describe(visible_page(shell.view, shell.model), language, SPECTATOR)


def warned(shell: Shell) -> bool:
    """Whether the newest message sounded the warning."""
    return shell.tones == LONG_TURN


def is_marked(shell: Shell) -> bool:
    """Whether the sign stands in the header."""
    return Icon.CLOCK in draw_page(shell.model).badges


@pytest.mark.parametrize("game", ["claimit", "klondike", "piratenclaim"])
def test_a_long_turn_is_told_once_and_changes_nothing_else(game: str) -> None:
    shell = table(LineUp(game, TWO.players, GAMES[game].options, colours=(0, 1), first=Seat(0)))
    if shell.page == "piratenclaim_discs":
        # All lay the discs.
        assert not warned(shell.wait(LENGTH_S).tick())
        shell.press(OK)
    due_at, before = shell.now + LENGTH_S, (shell.page, shell.model.game, list(shell.kept))
    shell.wait(LENGTH_S - 1).tick()
    assert (warned(shell), is_marked(shell), WORDS in described(shell)["game"]["notice"]) == (False, False, False)
    # Nobody polls: the loop sleeps until then, or until something else changes.
    while (until := shell.view.frame.next_change) is not None and until < due_at:
        shell.wait(until - shell.now).tick()
        assert not warned(shell)
    assert until == due_at
    seen = visible_page(shell.view, shell.model)
    shell.wait(due_at - shell.now).tick()
    assert (warned(shell), shell.announced[-1], is_marked(shell)) == (True, WORDS, True)
    assert Icon.CLOCK in shell.view.text
    assert described(shell)["game"]["notice"].endswith(WORDS)
    # Pages are told also where the screen's picture has no header.
    assert (
        not visible_page(shell.view, shell.model)
        ._replace(text=seen.text, reading=seen.reading)
        .has_same_description(seen)
    )
    assert (shell.page, shell.model.game, shell.kept) == before
    assert shell.model.rejected_at is None
    for _ in range(3):
        assert not warned(shell.wait(LENGTH_S).tick())


def test_it_is_off_until_somebody_wants_it() -> None:
    shell = table(length_s=Settings().table.turn_clock_s)
    assert not warned(shell.wait(3000).tick())
    assert shell.model.turn_clock is None


def test_it_stands_still_in_the_menu_and_at_a_fault() -> None:
    shell = table().wait(60).hold(UNDO).wait(300).tick().press(UNDO)
    shell.part(Part.LIGHTS, "no answer").wait(300).tick()
    assert not is_marked(shell.part(Part.LIGHTS, None))
    shell.press(RIGHT).wait(50).tick()
    assert not warned(shell)
    assert warned(shell.wait(10).tick())
    assert not is_marked(shell.hold(UNDO))
    assert is_marked(shell.press(UNDO))


def test_it_begins_when_the_hands_are_done() -> None:
    shell = table(LineUp("klondike", TWO.players, GAMES["klondike"].options, colours=(0, 1), first=Seat(0)), guide=True)
    assert shell.page == "klondike_guide"
    assert not warned(shell.wait(300).tick())
    shell.press(BANK)
    assert not warned(shell.wait(LENGTH_S - 1).tick())
    assert warned(shell.wait(1).tick())


def test_it_stands_still_while_hands_put_back_what_was_undone() -> None:
    shell = table(guide=True)
    while shell.page != "choose":
        shell.press(OK)
    shell.press(UNDO)
    assert shell.page == "guide"
    assert not warned(shell.wait(LENGTH_S).tick())


def test_a_length_that_was_chosen_outlives_a_pulled_plug() -> None:
    shell = table(length_s=0)
    shell.hold(UNDO).take(Chosen("turn_clock_s", LENGTH_S, shell.now))
    assert (shell.restart().page, shell.model.turn_clock_s) == ("resume", 0)
    assert shell.press(OK).model.turn_clock_s == LENGTH_S
    assert not any("clock" in json.dumps(event) for event in shell.kept)
    assert table().restart().press(OK).model.turn_clock_s == LENGTH_S
    shell = table(length_s=0).restart()
    shell.model = replace(shell.model, turn_clock_s=300, usual_turn_clock_s=300)
    assert shell.press(OK).model.turn_clock_s == 300


def test_a_bot_has_no_clock() -> None:
    shell = table(replace(CLAIMIT, players=("Greenhorn", "Blue"), bots={"0": "greenhorn"}))
    shell.bots_answer = False
    for _ in range(4):
        shell.wait(LENGTH_S).tick()
        assert (warned(shell), shell.model.turn_clock) == (False, None)


def test_the_next_turn_has_its_own_time() -> None:
    shell = table().wait(LENGTH_S).tick()
    while shell.page != "choose":
        shell.press(OK)
    assert is_marked(shell)
    shell.press(BANK)
    clock = shell.model.turn_clock
    assert clock is not None
    assert (is_marked(shell), clock.turn[2], clock.due_at) == (False, Seat(1), shell.now + LENGTH_S)


def test_a_dark_screen_stays_dark() -> None:
    dark = DEFAULT_IDLE_TIMES._replace(dark_after_s=60)
    shell = table()
    shell.model = replace(shell.model, idle_times=dark)
    shell.wait(100).tick()
    assert (shell.view.frame.contrast, shell.view.frame.next_change) == (0, LENGTH_S)
    assert warned(shell.wait(LENGTH_S - shell.now).tick())
    assert (shell.view.frame.contrast, shell.view.frame.next_change) == (0, dark.leave_after_s)


def test_a_muted_box_says_it_without_a_tone() -> None:
    shell = table()
    shell.model = replace(shell.model, sound=False)
    shell.wait(LENGTH_S).tick()
    assert (shell.tones, shell.announced[-1]) == ((), WORDS)


def test_the_time_at_a_fault_of_the_journal_does_not_count() -> None:
    shell = table().press(OK)
    begun = LENGTH_S - shell.now
    shell.trouble = Trouble.FAILING
    shell.press(OK)
    assert shell.page == "fault"
    shell.wait(300).trouble = None
    shell.press(OK)
    assert (shell.page, is_marked(shell)) == ("choose", False)
    clock = shell.model.turn_clock
    assert clock is not None
    assert clock.due_at is not None
    assert clock.due_at > shell.now + begun - 1


def test_the_words_are_the_readers() -> None:
    shell = table(length_s=60).wait(60).tick()
    words = {language: described(shell, language)["game"]["notice"] for language in ("en", "de", "nl")}
    assert words == {"en": "Green: 1 minute", "de": "Grün: 1 Minute", "nl": "Groen: 1 minuut"}
    assert long_turn_words(shell.model) == words["en"]


def test_settings_and_menu_choose_the_length() -> None:
    config = LaunchConfig(Settings(table=Table(turn_clock_s=300)), JOURNAL, CLAIMIT, SEED)
    assert initial_model(config).turn_clock_s == 300
    model = table(length_s=0).model
    for length_s in (*CLOCK_LENGTHS_S[1:], 0):
        model = pick(model, "Turn clock")
        assert model.turn_clock_s == length_s
        model = model.with_only_page(model.pages_beneath[0])
