"""What a press and a choice by name lead to, derived from the screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from companion.core.model import Model, Transition
from companion.core.page import CursorPage
from companion.screen.art import Icon
from companion.ui.screen import Choices, Option, Screen
from hardware.device import Button

ARROWS, LIST_ARROWS = (Icon.LEFT, Icon.RIGHT), (Icon.UP, Icon.DOWN)


def keys(model: Model, screen: Screen) -> Mapping[Button, Option]:
    """Returns what the five buttons do: what the choices need, and what the page itself says."""
    choices = screen.choices
    if choices is None:
        return screen.keys
    found = dict[Button, Option]()
    if len(choices.options) > 1:
        icons = LIST_ARROWS if choices.show == "list" else ARROWS
        for button, step, icon in zip((Button.LEFT, Button.RIGHT), (-1, 1), icons, strict=True):
            found[button] = Option("", partial(_move, model, choices, step), icon=icon)
    chosen = choices.chosen
    # Without a label: a renderer that lists the options has written it already.
    found[Button.OK] = Option("", chosen.do, chosen.detail, chosen.icon or Icon.CHECK)
    return {**found, **screen.keys}


def _move(model: Model, choices: Choices, step: int) -> Transition:
    """Moves the cursor; the option after the last is the first."""
    page: CursorPage = model.page
    return Transition(model.with_page(replace(page, cursor=(choices.cursor + step) % len(choices.options))))


def choose(screen: Screen, name: str) -> Transition:
    """Returns what choosing an option by its name leads to, or pressing a button by its name.

    Raises:
        LookupError: there is no such option now.
    """
    options = screen.choices.options if screen.choices else ()
    named = [*((each.name, each) for each in options), *((button.value, each) for button, each in screen.keys.items())]
    for key, option in named:
        if key == name and option.do is not None:
            return option.do()
    raise LookupError(name)
