"""Three bots that bank by a rule of thumb, to find out what such a rule is worth: see docs/strategy.md.

They place as Prospector does, and play the last round as it does; only "again, or bank?" is answered by the rule.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.bots import prospector
from engine.claimit import ROLL_COUNT, Bank, Event, Phase, State, bust_count
from engine.plugin import BotView, RandomFloat


@dataclass(frozen=True)
class Thumb:
    """A bot that banks where its rule says so."""

    name: str
    title: str
    banks: Callable[[int, float], bool]
    """Whether it banks with so many stones placed in the turn, at such a bust risk, 0 to 1."""
    games: tuple[str, ...] = ("claimit",)

    def decide(self, view: BotView[Any], random: RandomFloat) -> Event | None:
        """Returns what it does; None: it rolls."""
        state: State = view.state
        if state.phase is not Phase.CHOOSE or state.last_round:
            return prospector.decide(view, random)
        return Bank() if self.banks(stones(state), bust_count(state) / ROLL_COUNT) else None


def stones(state: State) -> int:
    """Returns how many stones of the turn lie on the board."""
    return sum(map(bool, state.claims)) + state.owned.bit_count()


EIGHTY = Thumb("eighty", "Stones by risk", lambda count, risk: count * risk >= 0.8)
TWENTY = Thumb("twenty", "At 20 %", lambda _, risk: risk >= 0.2)
FOUR = Thumb("four", "At four stones", lambda count, _: count >= 4)
