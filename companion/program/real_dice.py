"""Real dice that are heard: what a message of one changes, when a roll is taken, and when the box listens."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.dice_kinds import Motion
from companion.core.effects import ListenForDice
from companion.core.model import Transition
from companion.tables.real_dice_pages import ForgetDicePage, HeardDicePage, RealDicePage

if TYPE_CHECKING:
    from companion.core.messages import DieHeard
    from companion.core.model import Model


def hear_die(model: Model, message: DieHeard) -> Transition:
    """Notes what a die says; a message that comes after the box has ceased to listen changes nothing."""
    wanted = _wanted(model)
    if wanted is None:
        return Transition(model)
    heard = replace(model, real_dice=model.real_dice.hear(message.die, message.at))
    if message.die.motion is Motion.MOVES and message.die.id in wanted:
        # Who rolls is there: the screen stays bright.
        heard = replace(heard, last_press_at=model.now)
    return take_roll(heard) or Transition(heard)


def take_roll(model: Model) -> Transition | None:
    """Returns the roll of the dice that have rested long enough; None: there is none yet."""
    step = model.page.settle(model) if isinstance(model.page, RealDicePage) else None
    if step is None:
        return None
    return step._replace(model=replace(step.model, real_dice=step.model.real_dice._replace(taken_at=model.now)))


def dice_due(model: Model) -> float | None:
    """Returns when time alone changes what the page of the dice shows, or takes them."""
    return model.page.due(model) if isinstance(model.page, RealDicePage) else None


def follow_page(before: Model, after: Model) -> tuple[Model, tuple[ListenForDice, ...]]:
    """Begins and ends listening with the page that asks for a roll; what was heard before it does not count.

    A fault that is known stays until the box listens.
    """
    was, now = _wanted(before), _wanted(after)
    if was is None and now is not None:
        after = replace(after, real_dice=after.real_dice._replace(heard={}, listens_since=None))
    return after, (ListenForDice(now),) if now != was else ()


def _wanted(model: Model) -> frozenset[str] | None:
    # While it is looked at how the dice are, it is listened on; not beneath anything else, such as the menu.
    page = next(page for page in reversed(model.open_pages) if not isinstance(page, HeardDicePage | ForgetDicePage))
    if not isinstance(page, RealDicePage):
        return None
    return frozenset() if page.is_learning(model) else frozenset(page.known(model))
