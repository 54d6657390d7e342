"""Observers: features that follow a game, such as the bots. Pages and games do not depend on them.

An observer keeps one value in `Model.observer_values`, under a name of its own. It may change the transition of each
message, handle messages of its own, and change what a page shows and offers. Everything that people see or press goes
through `screen_of`, so an observer can pause the game, add a button, or mark the option that it advises.

To add one, write a module in `companion.features` and add it to `MODULES`.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from companion.core.lineup import ViewerKind
from companion.core.messages import ActionMessage, Message
from companion.core.model import Model, Page, Transition, open_on_top
from companion.core.questions import FormItem
from companion.core.snapshot import Snapshot
from companion.ui.screen import Do, Option, Screen

MODULES = {"companion.features.coach": "claimit", "companion.features.bots": ""}
"""The game that each module observes, empty for all games; `OBSERVER` in the module is its observer.

The modules are imported with their game, and called in this order.
"""


class MenuEntry(NamedTuple):
    label: str
    """In English, to be translated."""
    find: Callable[[Model], Page | Do | FormItem | None]
    """Returns its page, its action, or the setting with its answers; None if it is not available now."""
    for_guests: bool = True
    """Whether guests may use it in kiosk mode."""
    after: str = ""
    """The label of the entry that it follows, if an observer adds it."""

    def option(self, model: Model) -> Option:
        found = self.find(model)
        if isinstance(found, FormItem):
            return found.option(model.translate)
        do = open_on_top(model, found) if isinstance(found, Page) else found
        return Option(model.translate(self.label), do, key=self.label)


class Observer:
    """The base class of all observers; its methods change nothing."""

    def follow(self, before: Model, step: Transition) -> Transition:
        """Returns a message's transition with the observer's additions. It must be fast: each message calls it."""
        return step

    def handle(self, model: Model, message: Message) -> Transition | None:
        """Returns the transition for a message; None if it is not for this observer."""
        return None

    def menu(self) -> tuple[MenuEntry, ...]:
        return ()

    def due(self, model: Model) -> float | None:
        """Returns when to send `Ticked`, in seconds of the loop's clock; None if nothing is due."""
        return None

    def decorate(self, model: Model, screen: Screen) -> Screen:
        """Returns the screen of the open page with its additions."""
        return screen

    def annotate(self, model: Model, snapshot: Snapshot) -> Snapshot:
        """Returns the snapshot of the game with its additions."""
        return snapshot

    def describe(self, model: Model, viewer: ViewerKind, may: Callable[[ActionMessage], bool]) -> dict[str, Any]:
        """Returns its additions to the description for the web page, as JSON.

        `may` returns whether this viewer is allowed an action now.
        """
        return {}


@cache
def observers_of_game(game: str) -> tuple[Observer, ...]:
    return tuple(import_module(name).OBSERVER for name, observed in MODULES.items() if observed in {"", game})


def observers_of(model: Model) -> tuple[Observer, ...]:
    return () if model.maybe_session is None else observers_of_game(model.maybe_session.lineup.game)
