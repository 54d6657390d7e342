"""The jobs of workers for bots and coach. They load only the engine, so that the processes stay small."""

from typing import Any

from engine.bot import BotView, chance_from
from engine.bots import find_bot
from engine.coach import Advice, coach_of
from engine.game import GameEvent
from engine.games import GAMES

DECISION_S = 20.0
"""Timeout of a bot in seconds: on a small Pi the first decision takes 3, mostly to load the rules."""
ADVICE_S = 120.0
ANALYSIS_S = 600.0
"""Timeout of the coach for a game, in seconds: a game of 10,000 events takes a minute on a laptop."""


def decide(bot: str, view: BotView[Any], chance_seed: bytes) -> GameEvent | None:
    """Returns the decision of a built-in or plug-in bot; None for a roll."""
    return find_bot(bot, view.game).decide(view, chance_from(chance_seed))


def advise(game: str, state: Any) -> Advice | None:  # noqa: ANN401 - each game's own
    coach = coach_of(GAMES[game])
    return None if coach is None else coach.advise(state)
