"""Greenhorn chooses at random, each available choice with the same probability."""

from typing import Any

from engine.bot import BotView, RandomFloat
from engine.claimit import Bank, Phase, legal_events
from engine.game import N_, GameEvent
from engine.klondike import deal

name = "greenhorn"
title = N_("Greenhorn")
games = ("claimit", "klondike")

CLAIMIT_BANKS = 1 / 3
"""The probability of a bank where it could also roll again."""


def decide(view: BotView[Any], random: RandomFloat) -> GameEvent | None:
    if view.game == "klondike":
        choices = deal.legal_events(view.state, view.hand)
        return choices[int(random() * len(choices))]
    match view.state.phase:
        case Phase.PLACE:
            available = legal_events(view.state)
            return available[int(random() * len(available))]
        case Phase.CHOOSE:
            return Bank() if random() < CLAIMIT_BANKS else None
        case _:
            return None
