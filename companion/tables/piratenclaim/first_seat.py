"""The page that says who begins a game of Piratenclaim: the texts do not tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from companion.tables import first_seat
from companion.tables.piratenclaim.turn_flow import record_event

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.core.model import Model, Transition
    from engine.game import Start


@dataclass(frozen=True, slots=True)
class FirstSeatPage(first_seat.FirstSeatPage):
    """Names the player who will begin."""

    name: ClassVar[str] = "piratenclaim_begins"
    begin: ClassVar[Callable[[Model, Start], Transition]] = staticmethod(record_event)
