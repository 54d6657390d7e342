"""The door of the rules: all that a game's rules or a bot from elsewhere import. Standard library only, and stable.

What is named here keeps its name and meaning; where it is defined may change. A game is an object of a class that
inherits from `Game` (entry point `companion.games`), a bot one that has what `Bot` asks for (`companion.bots`). How a
game is shown at the table is another matter, with a door of its own: `companion.plugin`.
"""

from engine.bot import Bot, BotView, Chance
from engine.dice import Draws, HighestSum, StartRule
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
    Illegal,
    Json,
    LaterOption,
    LuckRules,
    Risked,
    Seat,
    Start,
    Undo,
)
from engine.record import AnyEvent, AnyRecord, PlayedEvent, Record
from engine.starts import require_start

__all__ = [
    "AnyEvent", "AnyGame", "AnyRecord", "Bot", "BotView", "Chance", "ChanceOutcome", "Code", "DealRules", "Draws",
    "EngineError", "Face", "Finish", "Game", "GameEvent", "GameState", "HighestSum", "Illegal", "Json", "LaterOption",
    "LuckRules", "PlayedEvent", "Record", "Risked", "Seat", "Start", "StartRule", "Undo", "require_start",
]  # fmt: skip
