"""What each of the five buttons does now, in words: from the open page's softkeys, and from what the page adds."""

from collections.abc import Mapping

from companion.core.model import ARROWS, Model, keys_of
from companion.core.observers import screen_of
from companion.locale.translator import N_
from companion.ui.art import Icon
from companion.ui.layout import TAKEN, Softkey
from companion.ui.oled import covered_keys
from companion.ui.screen import NOTHING, Option, Screen
from hardware.device import Button

VERBS: Mapping[str, str] = {
    Icon.LEFT: N_("Previous"),
    Icon.RIGHT: N_("Next"),
    Icon.UP: N_("Up"),
    Icon.DOWN: N_("Down"),
    Icon.CHECK: N_("Continue"),
    Icon.CROSS: N_("No"),
    Icon.ROLL: N_("Roll"),
    Icon.PLACE: N_("Place"),
    Icon.BANK: N_("Bank"),
    Icon.UNDO: N_("Back"),
    Icon.SKIP: N_("Skip"),
    Icon.SCORES: N_("Scores"),
    Icon.ODDS: N_("Odds"),
    Icon.PLAY: N_("Play"),
    Icon.COACH: N_("Coach"),
}
"""What a softkey's icon says where the page says no more."""
NAMES = {
    Button.LEFT: Icon.LEFT,
    Button.RIGHT: Icon.RIGHT,
    Button.OK: Icon.CHECK,
    Button.BANK: Icon.BANK,
    Button.UNDO: Icon.UNDO,
}
"""What a button without a meaning is called."""


def button_words(model: Model, screen: Screen | None = None) -> dict[Button, Option]:
    """Returns what each of the five buttons does on the open page, with a label; `screen` is its, if made already."""
    screen = screen or screen_of(model)
    _, keys, words = model.translate, keys_of(model, screen), dict[Button, Option]()
    for button in Button:
        key = keys.get(button, NOTHING)
        if not key.icon:  # what no softkey shows is not offered
            key = key._replace(do=None)
        # Players who can point at a place need no arrows to go there.
        is_arrow = key.do is not None and key.icon in ARROWS and model.page.has_places
        box_only = key.box_only or is_arrow
        label = key.label or (_(VERBS.get(key.icon, key.icon)) if key.do else _(NAMES[button]))
        words[button] = key._replace(label=label, box_only=box_only, main=button is screen.main and not box_only)
    return words


def softkeys_of(model: Model, screen: Screen | None = None) -> tuple[Softkey, ...]:
    """Returns the labels over the five buttons; the screen is the open page's, if it has been made already."""
    screen = screen or screen_of(model)
    keys, covered = keys_of(model, screen), covered_keys(screen, model.config.screen_height)
    shown = {button: key.icon for button, key in keys.items() if key.do and key.icon}
    return tuple(TAKEN if button in covered else shown.get(button) for button in Button)
