"""Greenhorn plays at random, by the rules: whatever may be done, each as likely as the next."""

from __future__ import annotations

from typing import Any

from engine import piratenclaim
from engine.bot import BotView, Chance
from engine.claimit import Bank, Phase, legal_events
from engine.game import N_, GameEvent
from engine.klondike import deal
from engine.piratenclaim import BuyShip, Claim, LoadCube, Refuel, Sink, Trade, Travel, UnloadCube
from engine.piratenclaim import Phase as Phases
from engine.piratenclaim.heuristic import require_voyage

name = "greenhorn"
title = N_("Greenhorn")
games = ("claimit", "klondike", "piratenclaim")

CLAIMIT_BANKS = 1 / 3
"""How often it banks where it could roll again."""
PIRATENCLAIM_COURSE = 6
"""Events of a turn's course in a voyage, at most."""
_COURSE = (Travel, Refuel, Trade, LoadCube, UnloadCube, Claim, Sink, BuyShip)


def decide(view: BotView[Any], chance: Chance) -> GameEvent | None:
    """Returns what it does; None: it rolls."""
    if view.game == "klondike":
        may = deal.legal_events(view.state, view.hand)
        return may[int(chance() * len(may))]
    if view.game == "piratenclaim":
        return _sail(view.state, chance)
    match view.state.phase:
        case Phase.PLACE:
            usable = legal_events(view.state)
            return usable[int(chance() * len(usable))]
        case Phase.CHOOSE:
            return Bank() if chance() < CLAIMIT_BANKS else None
        case _:
            return None


def _sail(state: piratenclaim.State, chance: Chance) -> GameEvent | None:
    """Returns an event of a voyage. Each event of a turn's course is as likely as its end; the sixth is the last."""
    require_voyage(state)
    may = piratenclaim.legal_events(state)
    if piratenclaim.ledger_of(state).acts >= PIRATENCLAIM_COURSE:
        may = tuple(event for event in may if not isinstance(event, _COURSE))
    can_roll = state.phase in (Phases.DISCS, Phases.TRAVEL) or bool(state.used and piratenclaim.owed(state))
    drawn = int(chance() * (len(may) + can_roll))
    return may[drawn] if drawn < len(may) else None
