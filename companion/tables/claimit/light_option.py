"""Which fields the lights show while a roll lies there, as the online game has it: decided in the setup."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from companion.core.questions import Answer, Choice
from companion.locale.translator import N_

if TYPE_CHECKING:
    from companion.tables.claimit.session import Session


class Light(StrEnum):
    """What is lit of the fields that a roll may use."""

    ON = "on"
    """All of them."""
    CHOSEN = "chosen"
    """Only the one under the cursor."""
    OFF = "off"
    """None: the players find them, and the box judges."""


QUESTION = Choice(
    "light",
    N_("Light"),
    (
        Answer(Light.ON.value, N_("on"), N_("all usable fields blink")),
        Answer(Light.CHOSEN.value, N_("chosen"), N_("only the chosen field")),
        Answer(Light.OFF.value, N_("off"), N_("you find the fields")),
    ),
)


def light_of(session: Session) -> Light:
    """Returns what was decided for this game; games that were begun before there was a choice light all fields."""
    chosen = session.lineup.table_options.get(QUESTION.key)
    return Light(chosen) if chosen in set(Light) else Light.ON
