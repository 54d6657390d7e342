"""The house: what all viewers of one table share."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.web.stage import Stage
from hardware.device import Button

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.web.tokens import Permit, Tokens
    from companion.web.wishes import Touch

MOST_VIEWERS = 200


@dataclass(slots=True)
class House:
    """A table that can be looked at, and pressed by whoever has leave."""

    press: Callable[[Button, bool], None]
    """Presses a button, or holds it; returns at once."""
    tokens: Tokens
    stage: Stage = field(default_factory=Stage)
    ending: asyncio.Event = field(default_factory=asyncio.Event)
    """The server ends."""

    @property
    def full(self) -> bool:
        """Whether nobody else is let in."""
        return self.stage.watchers >= MOST_VIEWERS

    def refusal(self, permit: Permit, touch: Touch) -> str | None:
        """Why somebody with this leave may not do this now; None: it is all right."""
        if permit.seat is None:
            return None
        holds_menu = touch.held and touch.button is Button.UNDO
        return "turn" if holds_menu or permit.seat != self.stage.turn else None
