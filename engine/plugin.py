"""The public API of the rules: everything that games and bots of other packages import.

These names keep their meaning; the modules that define them may change. A game is an object of a class that inherits
from `Game` (entry point `companion.games`), a bot an object with the interface of `Bot` (`companion.bots`). Pages,
lights and texts of a game are in `companion.plugin`.
"""

from engine.bot import Bot, BotView, RandomFloat
from engine.dice import Draws
from engine.game import (
    AnyGame,
    ChanceOutcome,
    Code,
    DealRules,
    EngineError,
    Face,
    Finish,
    Game,
    GameEvent,
    GameState,
    HighestSum,
    Illegal,
    Json,
    LaterOption,
    LuckRules,
    RollRisk,
    Seat,
    Start,
    Undo,
)
from engine.record import AnyEvent, AnyRecord, Record, TimelineStep
from engine.starts import require_start

__all__ = [
    "AnyEvent", "AnyGame", "AnyRecord", "Bot", "BotView", "ChanceOutcome", "Code", "DealRules", "Draws",
    "EngineError", "Face", "Finish", "Game", "GameEvent", "GameState", "HighestSum", "Illegal", "Json", "LaterOption",
    "LuckRules", "RandomFloat", "Record", "RollRisk", "Seat", "Start", "TimelineStep", "Undo", "require_start",
]  # fmt: skip
