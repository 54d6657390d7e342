"""Seating in the setup: everyone presses for colour and place, in the order in which they sit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from companion.core.messages import Chosen
from companion.core.model import FormPage
from companion.core.viewer_kind import HOST
from companion.pages.seating import SeatingPage
from hardware.device import Button
from tests.companion.games.shell import Shell

if TYPE_CHECKING:
    from companion.core.game_session import LineUp

LEFT, RIGHT, OK, BANK, UNDO = Button.LEFT, Button.RIGHT, Button.OK, Button.BANK, Button.UNDO
GREEN, BLUE, ORANGE, RED, VIOLET = range(5)
RULES_DICE_AND_LIGHT = (OK, OK, OK)


def seating(*names: str, game: tuple[Button, ...] = (OK,)) -> Shell:
    """Nobody sits yet; the settings offer these names."""
    shell = Shell()
    shell.model = replace(shell.model, offered_names=names)
    return shell.open().press(OK, *game, LEFT, OK)


def seated(shell: Shell) -> tuple[int, ...]:
    """The colours of those who sit."""
    assert isinstance(shell.model.page, SeatingPage)
    return shell.model.page.seated


def chooses(shell: Shell, *choices: tuple[str, Any]) -> Shell:
    """Answers by name, as the page does."""
    for name, value in choices:
        shell.now += 1
        shell.take(Chosen(name, value, shell.now, HOST))
    return shell


def lineup(shell: Shell) -> LineUp:
    """The line-up of the game that has begun."""
    return shell.model.session.lineup


def test_a_press_takes_a_colour_and_the_next_place() -> None:
    """Who sits first is seat 0, whatever the colour; the number of players is that of those who sit."""
    shell = seating().press(LEFT, OK, RIGHT, OK, OK, BANK, *RULES_DICE_AND_LIGHT)
    assert (lineup(shell).players, lineup(shell).colours) == (("Violet", "Blue", "Green"), (VIOLET, BLUE, GREEN))


def test_who_does_not_care_for_a_colour_presses_once() -> None:
    """The next free colour is under the cursor; the last place of all goes on by itself."""
    shell = seating().press(*[OK] * 5)
    assert shell.page == "setup"
    assert lineup(shell.press(*RULES_DICE_AND_LIGHT)).colours == (GREEN, BLUE, ORANGE, RED, VIOLET)


def test_the_last_place_is_the_game_s() -> None:
    """Klondike seats four: the fourth goes on."""
    shell = seating(game=(RIGHT, OK)).press(*[OK] * 4)
    assert shell.page == "setup"


def test_one_alone_is_not_enough() -> None:
    """`bank` means nothing before two sit."""
    shell = seating().press(OK)
    assert shell.view.text.count("all") == 0
    assert seated(shell.press(BANK)) == (GREEN,)
    assert shell.model.rejected_at is not None


def test_undo_gets_the_newest_up_again() -> None:
    """With that colour under the cursor; with nobody seated it leads back to the question."""
    shell = seating().press(RIGHT, OK, RIGHT, RIGHT, OK, UNDO)
    assert (seated(shell), shell.view.text[2]) == ((BLUE,), "Red")
    shell.press(UNDO, UNDO)
    assert (shell.page, shell.view.text[2]) == ("setup", "each chooses")


def test_back_at_the_question_the_number_of_those_who_sit_is_under_the_cursor() -> None:
    """A press of ok keeps who sits where."""
    shell = seating().press(LEFT, OK, OK, OK, BANK, UNDO, OK, *RULES_DICE_AND_LIGHT)
    assert lineup(shell).colours == (VIOLET, GREEN, BLUE)


def test_names_from_the_settings_are_asked_for_by_colour() -> None:
    """In the order in which they sit."""
    shell = seating("Kim", "Ann").press(LEFT, OK, OK, BANK)
    assert shell.view.text[0] == "Violet"
    shell.press(RIGHT, OK, OK, *RULES_DICE_AND_LIGHT)
    assert (lineup(shell).players, lineup(shell).colours) == (("Ann", "Kim"), (VIOLET, GREEN))


def test_who_keeps_the_colour_s_name_is_called_after_it() -> None:
    """It is the last of the answers."""
    shell = seating("Kim").press(LEFT, OK, OK, BANK, LEFT, OK, OK, *RULES_DICE_AND_LIGHT)
    assert lineup(shell).players == ("Violet", "Kim")


def test_on_the_page_everyone_taps_a_colour() -> None:
    """A form of those that are free, and of nobody else once there are enough."""
    shell = chooses(Shell().open().press(OK), ("players", 4), ("seating", True), ("colour 3", True))
    page = shell.model.page
    assert isinstance(page, FormPage)
    form = page.form(shell.model)
    assert [item.question.key for item in form.items] == [*(f"colour {free}" for free in (0, 1, 2, 4)), "undo"]
    assert (form.title, form.note, form.cursor) == ("Who sits next?", "Red", "colour 0")
    chooses(shell, ("colour 0", True), ("bank", True), ("begin", True))
    assert (lineup(shell).players, lineup(shell).colours) == (("Red", "Green"), (RED, GREEN))


def test_a_name_that_was_typed_goes_with_its_colour() -> None:
    """Who has typed a name first, and then sits down."""
    shell = chooses(Shell().open().press(OK), ("seat 1", "Kim"), ("seating", True))
    chooses(shell, ("colour 1", True), ("colour 4", True), ("bank", True), ("begin", True))
    assert (lineup(shell).players, lineup(shell).colours) == (("Kim", "Violet"), (BLUE, VIOLET))


@pytest.mark.parametrize("name", ["colour 0", "bank", "ok", ""])
def test_what_is_not_offered_cannot_be_chosen(name: str) -> None:
    """A colour that somebody has, and nobody else while one sits alone."""
    shell = chooses(seating().press(OK), (name, True))
    assert seated(shell) == (GREEN,)


def test_the_same_players_can_still_be_told_to_choose() -> None:
    """After a game: others, then each chooses."""
    shell = chooses(Shell().open().press(OK), ("begin", True))
    shell.model = replace(shell.model, last_lineup=shell.model.session.lineup, game=None)
    shell.model = shell.model.with_only_page(shell.model.home)
    shell.press(OK, RIGHT, OK, OK, LEFT, OK, RIGHT, OK, OK, BANK, *RULES_DICE_AND_LIGHT)
    assert lineup(shell).colours == (BLUE, GREEN)
