"""What the coach says of the position on the table, as JSON for the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.core.messages import Pressed
from companion.core.table import reason_words, whole_per_cent
from companion.core.table_registry import table_of
from companion.program.actions import refuse_sender
from companion.program.coaching import coach_page
from hardware.device import Button, Press

if TYPE_CHECKING:
    from companion.core.model import Model
    from companion.core.table import TableCoach
    from companion.core.viewer_kind import ViewerKind
    from engine.coach import Advice


def describe_coach(model: Model, viewer: ViewerKind) -> dict[str, Any]:
    """Returns whether the coach is on, what it says, and whether this viewer may ask it now."""
    ask = Pressed(Press(Button.RIGHT, held=True), model.now, viewer)
    told: dict[str, Any] = {
        "on": model.coach,
        "may_ask": coach_page(model) is not None and refuse_sender(model, ask) is None,
        "is_open": False,
        "chances": [],
        "options": [],
        "why": "",
    }
    coach, asked = table_of(model.session).coach, model.advice
    if not model.coach or coach is None or asked is None or not asked.is_about(model.game) or asked.answer is None:
        return told
    chances = [{"share": share, "text": whole_per_cent(share)} for share in asked.answer.chances]
    is_open = isinstance(model.page, type(coach.page()))
    return {
        **told,
        "chances": chances,
        "is_open": is_open,
        **(_describe_advice(model, coach, asked.answer) if is_open else {}),
    }


def _describe_advice(model: Model, coach: TableCoach, advice: Advice) -> dict[str, Any]:
    _ = model.translate
    return {
        "options": [
            {
                "label": coach.option_words(_, option.event),
                "share": option.chance,
                "text": whole_per_cent(option.chance),
            }
            for option in advice.options
        ],
        "why": reason_words(_, advice.reason, model.session.lineup.players),
    }
