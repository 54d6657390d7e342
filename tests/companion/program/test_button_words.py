"""What each button does, in words: on every page, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.messages import Pressed
from companion.locale.translator import languages
from companion.program.button_words import button_words, softkeys_of
from companion.program.update import update
from companion.program.view import draw_page
from hardware.device import Button, Press
from tests.companion.pages.scenes import SCENES


@pytest.mark.parametrize("scene", SCENES)
def test_a_button_has_a_meaning_exactly_where_a_press_is_accepted(scene: str) -> None:
    """So what is offered works, and what is not offered is answered with the low tone."""
    model = replace(SCENES[scene], rejected_at=None)
    for button in button_words(model):
        pressed = update(model, Pressed(Press(Button(button.name)), model.now + 1)).model
        assert button.enabled == (pressed.rejected_at is None), button.name


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("scene", SCENES)
def test_every_button_says_what_it_does(scene: str, language: str) -> None:
    """Nobody needs to know what an icon stands for. One that does nothing says why, or is not shown on the page."""
    model = replace(SCENES[scene], language=language)
    buttons = button_words(model, draw_page(model).reading.chosen)
    assert [button.name for button in buttons] == list(Button)
    assert all(button.label for button in buttons)


def test_no_button_is_called_by_a_sign() -> None:
    """On a page in words a question mark says nothing; a number or a field is a choice."""
    labels = {each.label for model in SCENES.values() for each in button_words(model) if each.enabled}
    assert {label for label in labels if not any(map(str.isalnum, label))} == set()


def told(scene: str, button: Button) -> tuple[str, str]:
    """The words of a button."""
    found = next(each for each in button_words(SCENES[scene]) if each.name == button)
    return found.label, found.effect


def test_the_table_says_what_follows() -> None:
    """Of a placement, of a roll, of a bank that calls the last round; and why there is nothing to bank."""
    assert told("turn_first", Button.OK) == ("Roll", "three dice")
    assert told("turn_first", Button.BANK) == ("bank", "roll first")
    assert told("roll_opponent", Button.OK) == ("Place claim stone 3 on 5/6", "covers Blue")
    assert told("roll_own", Button.OK) == ("Place an ownership stone on 2/5", "a goldclaim once you bank")
    assert told("roll_opponent", Button.RIGHT) == ("Next", "5/3")
    assert told("choose_8", Button.OK) == ("Roll again", "7.9 % bust")
    assert told("choose_8", Button.BANK) == ("Bank 2 fields", "then Blue rolls")
    assert told("choose_100", Button.BANK) == ("Bank 6 fields", "calls the last round: 9/9 goldclaims")
    assert told("choose_8", Button.UNDO) == ("Take back", "3/5")
    assert told("roll_slot_wins_two", Button.OK) == ("Lay 0·4 on 1/3E", "wins 2")
    assert told("turn_tile", Button.BANK) == ("Pass", "only if nothing fits")


def test_what_a_list_offers_is_what_ok_does() -> None:
    """The line under the cursor."""
    model = SCENES["menu_middle"]
    assert button_words(model, draw_page(model).reading.chosen)[2].label == "Rules"


@pytest.mark.parametrize("scene", SCENES)
def test_what_a_page_says_is_read_without_its_softkeys(scene: str) -> None:
    """All of its lines are above the items or among them; nothing is left out."""
    canvas = draw_page(SCENES[scene])
    reading = canvas.reading
    keys = [str(key) for key in softkeys_of(SCENES[scene]) if key]
    left = list(canvas.lines)
    for key in keys:
        left.remove(key)
    said = " ".join((*reading.lines, *reading.items))
    assert [line for line in left if line not in said] == []
