"""What workers do for bots and coach. Nothing but the engine is loaded for it, so that their processes stay small."""

from typing import Any

from engine.bot import BotView, chance_from
from engine.bots import find_bot
from engine.coach import Advice
from engine.game import GameEvent
from engine.games import GAMES

DECISION_S = 20.0
"""How long a bot may take, in seconds: on a small Pi the first decision takes 3, most of it to load the rules."""
ADVICE_S = 120.0
"""How long the coach may take for a position, in seconds."""
ANALYSIS_S = 600.0
"""How long the coach may take for a game, in seconds: one of 10,000 events takes a minute on a laptop."""


def decide(bot: str, view: BotView[Any], chance_seed: bytes) -> GameEvent | None:
    """Returns what a bot does, ours or a plug-in's; None if it rolls."""
    return find_bot(bot, view.game).decide(view, chance_from(chance_seed))


def advise(game: str, state: Any) -> Advice | None:  # noqa: ANN401 - each game's own
    """Returns what the coach says of a position; None if the game has no coach."""
    coach = GAMES[game].coach
    return None if coach is None else coach.advise(state)
