"""The question who plays a seat: a person, or a bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.bot_names import bot_certainty, bot_title
from companion.core.form import Pick
from companion.core.lineup import PERSON
from companion.core.questions import Answer
from companion.locale.translator import N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.locale.translator import Translator


def seat_player(_: Translator, key: str, bots: Sequence[str], game: str) -> Pick:
    """Returns the question.

    Args:
        _: of the language in which it is asked.
        key: by which it is answered.
        bots: who may be chosen, by their names in the notation.
        game: what is played.
    """
    answers = (Answer(bot, bot_title(bot, game), bot_certainty(_, bot)) for bot in bots)
    return Pick(key, N_("Played by"), (Answer(PERSON, _("a person"), ""), *answers), are_names=True)
