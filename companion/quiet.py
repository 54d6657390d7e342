"""When nobody is believed to be there any more, and what becomes of the page then."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.pages.fault import Fault
from companion.tables import table_of

if TYPE_CHECKING:
    from companion.model import Model, Page


def at_table(model: Model) -> bool:
    """Whether the page is one of the game that runs, or lies over one."""
    return not is_replay(model) and _is_of_the_game(model, (*model.under, model.page)[0])


def is_replay(model: Model) -> bool:
    """Whether a game is only shown again: then there is nothing to play, and nothing to come home to."""
    return _is_of_the_game(model, model.home)


def _is_of_the_game(model: Model, page: Page) -> bool:
    return model.game is not None and isinstance(page, table_of(model.game).pages)


def given_up_at(model: Model) -> float | None:
    """When nobody is there any more; None where a question must be answered, or nothing would change.

    Returns:
        Seconds of the loop's clock.
    """
    if (
        model.page == model.home
        or is_replay(model)
        or any(isinstance(page, Fault) for page in (*model.under, model.page))
    ):
        return None
    patience = model.patience
    return model.pressed + (patience.leave_after_s if at_table(model) else patience.attract_after_s)


def settled(model: Model) -> Model:
    """The model at its time: a game left alone is kept for resume, and the box attracts players again.

    A program that said farewell ends, whatever page a part that failed has opened over that.
    """
    if model.leaves_at is not None and model.now >= model.leaves_at:
        return replace(model, leaving=True)
    given_up = given_up_at(model)
    return model if given_up is None or model.now < given_up else model.alone(model.home)
