"""What a bot is doing, in a word or two for the screen, where its name stands already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.bot_seat import acting_bot
from companion.tables.claimit.session import session_of
from engine.claimit import Bank, Phase, Place

if TYPE_CHECKING:
    from companion.core.model import Model


def is_thinking(model: Model) -> bool:
    """Returns whether the open page is a bot's, and it has not decided yet: then nothing is chosen."""
    bot = acting_bot(model)
    return bot is not None and bot.decision is None


def bot_words(model: Model) -> str:
    """Returns what the bot on the open page is doing; "" where people act, or the page shows it."""
    _, bot, session = model.translate, acting_bot(model), session_of(model)
    if bot is None:
        return ""
    # First: as long as it thinks, ok has nothing to do.
    if bot.decision is None:
        return _("thinking …")
    if bot.waits:
        return _("press ok")
    match bot.decision.event:
        case Place():
            return ""
        case Bank():
            return _("banks")
        case _ if session.lineup.by_hand:
            return _("roll for it!")
        case _:
            return _("rolls again") if session.state.phase is Phase.CHOOSE else _("rolls")
