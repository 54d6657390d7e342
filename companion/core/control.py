"""What a press, pointing at a place and a choice by name lead to, derived from the screen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion.core.model import Model, Transition, reject_press
from companion.ui.art import Icon
from companion.ui.screen import NOTHING, Choices, OnDemand, Option, Screen
from hardware.device import Button

if TYPE_CHECKING:
    from engine.game import GameEvent

ARROWS, LIST_ARROWS = (Icon.LEFT, Icon.RIGHT), (Icon.UP, Icon.DOWN)


def keys(model: Model, screen: Screen) -> Mapping[Button, Option]:
    """Returns what the five buttons do: what the choices need, and what the page itself says."""
    choices = screen.choices
    if choices is None:
        return screen.keys
    found, count = dict[Button, Option](), len(choices.options)
    # Where the options are listed, it is seen where the cursor goes.
    is_listed = choices.show not in {"board", "hidden"}
    if count > 1:
        icons = LIST_ARROWS if choices.show == "list" else ARROWS
        for button, step, icon in zip((Button.LEFT, Button.RIGHT), (-1, 1), icons, strict=True):
            there = (choices.cursor + step) % count
            # Of options that are made on demand only the one under the cursor is needed here.
            is_named = not is_listed and not isinstance(choices.options, OnDemand)
            name = (choices.options[there].place or choices.options[there].label) if is_named else ""
            found[button] = Option("", partial(move, model, choices, there), name, icon)
    chosen = choices.chosen
    label = "" if choices.show == "one" else f"{chosen.label} {chosen.value}".strip()
    found[Button.OK] = Option(label, chosen.do, chosen.detail, chosen.icon or Icon.CHECK)
    return {**found, **screen.keys}


def move(model: Model, choices: Choices, cursor: int) -> Transition:
    """Returns what moving the cursor to an option leads to."""
    if choices.move is not None:
        return choices.move(cursor)
    page: Any = model.page  # it has a cursor, which no type says
    return Transition(model.with_page(replace(page, cursor=cursor)))


def press(model: Model, screen: Screen, button: Button) -> Transition:
    """Returns what a press leads to; one of a button that does nothing now is rejected."""
    do = keys(model, screen).get(button, NOTHING).do
    return reject_press(model) if do is None else do()


def point(model: Model, screen: Screen, place: str) -> Transition:
    """Returns what pointing at a place leads to: the cursor goes there; where it is already, the option is chosen.

    Raises:
        UnknownPlaceError: no place of the board has this name.
    """
    choices = screen.choices
    if choices is not None and choices.show == "board":
        chosen = choices.chosen
        # Twice the same: a finger that only looks must not place a stone.
        if chosen.place == place:
            return reject_press(model) if chosen.do is None else chosen.do()
        for number, option in enumerate(choices.options):
            if option.place == place:
                return move(model, choices, number)
    return reject_press(model) if screen.point is None else screen.point(place)


def find_option(screen: Screen, event: GameEvent) -> Option | None:
    """Returns the option that records an event; None if no option does now."""
    choices = screen.choices
    # First the one under the cursor: others may have to be made.
    options = chain((choices.chosen,), choices.options) if choices else ()
    return next((option for option in chain(screen.keys.values(), options) if option.event == event), None)


def show_option(model: Model, event: GameEvent) -> Model:
    """Returns the model with the cursor of the game's own page on the option that records an event."""
    below = model.with_only_page(model.open_pages[0])
    return model.with_lowest_page(below.page.offering(below, event))


def choose(screen: Screen, name: str) -> Transition:
    """Returns what choosing an option by its name leads to, or pressing a button by its name.

    Raises:
        LookupError: no option has this name now.
    """
    options = screen.choices.options if screen.choices else ()
    named = [*((each.name, each) for each in options), *((button.value, each) for button, each in screen.keys.items())]
    for key, option in named:
        if key == name and option.do is not None:
            return option.do()
    raise LookupError(name)
