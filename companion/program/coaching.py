"""The coach at the table: when it is asked, what becomes of its answer, and where a held `right` leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.core.effects import AskCoach, SaveLineUp
from companion.core.messages import Advised, Analysed
from companion.core.model import Transition
from companion.core.table import CoachAnswer, CoachCourse
from companion.core.table_registry import at_table, can_coach, table_of

if TYPE_CHECKING:
    from companion.core.effects import Effect
    from companion.core.model import Model
    from companion.core.page import Page


def keep_choice(model: Model) -> tuple[Model, tuple[Effect, ...]]:
    """Notes with the game on the table whether the coach is on, so that a pulled plug changes nothing of it."""
    if model.game is None or not at_table(model):
        return model, ()
    lineup = model.game.lineup
    if lineup.table_options.get("coach", False) == model.coach:
        return model, ()
    lineup = replace(lineup, table_options={**lineup.table_options, "coach": model.coach})
    return replace(model, game=replace(model.game, lineup=lineup)), (SaveLineUp(lineup.to_json()),)


def ask_coach(step: Transition) -> Transition:
    """Asks about a position that the coach has not been asked about yet, where it is on."""
    model, effects = step.model, step.effects
    if not model.coach or not can_coach(model):
        return step
    if model.advice is not None and model.advice.is_about(model.game):
        return step
    asking = replace(model, advice=CoachAnswer(model.session))
    return step._replace(model=asking, effects=(*effects, AskCoach(model.session)))


def take_answer(model: Model, message: Advised | Analysed) -> Model:
    """Keeps what the coach has answered; an answer that nobody waits for any more is dropped."""
    if isinstance(message, Analysed):
        if model.analysis is None or not model.analysis.is_about(message.session):
            return model
        return replace(model, analysis=CoachAnswer(model.analysis.session, message.analysis, is_pending=False))
    waiting = model.advice
    if waiting is None or not waiting.is_about(message.session):
        return model
    said = model.course or CoachCourse()
    course = said.noting(message.session, message.advice.chances) if message.advice else said
    return replace(model, advice=CoachAnswer(waiting.session, message.advice, is_pending=False), course=course)


def ask_by_hold(model: Model) -> Transition | None:
    """Returns what a held `right` leads to; None where it means nothing."""
    # Where its press has opened the scores, the coach takes their place: nobody wants to close both.
    if at_table(model) and isinstance(model.page, type(table_of(model.session).scores())):
        model = model.with_top_page_closed()
    page = coach_page(model)
    if page is None:
        return None
    # Its press has moved the cursor: beneath the coach lies the page as it opens, which chooses what the coach advises.
    decision = table_of(model.session).pages_to_come(model)[0]
    beneath = decision if type(decision) is type(model.page) else model.page
    return Transition(model.with_page(beneath).with_page_on_top(page))


def coach_page(model: Model) -> Page | None:
    """Returns the page of the coach, or the question whether it is to be on; None where it cannot be opened."""
    if not can_coach(model):
        return None
    table = table_of(model.session)
    if table.coach is None or not isinstance(model.page, table.pages):
        return None
    if not model.coach:
        from companion.pages.consent import COACH  # noqa: PLC0415 - loaded when it is opened

        return COACH
    page = table.coach.page()
    return None if isinstance(model.page, type(page)) else page
