"""What the coach calls the things that may be done in Claim It!"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import claimit
from engine.claimit import Bank, Place

if TYPE_CHECKING:
    from companion.locale.translator import Translator
    from engine.claimit import Event


def option_words(_: Translator, event: Event | None) -> str:
    """Returns what one of them is called; None is a roll."""
    match event:
        case Place(field):
            return claimit.format_field(field)
        case Bank():
            return _("bank")
        case _:
            return _("roll")
