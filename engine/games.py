"""The registry of games: the built-in ones, and plug-ins by entry point."""

from engine.game import AnyGame, Game
from engine.registry import BrokenPlugin, Registry

GAMES: Registry[AnyGame] = Registry(
    "engine", ("claimit", "klondike", "piratenclaim"), group="companion.games", contract=Game
)


def title_of(name: str) -> str:
    """Returns the title of a game; its name if the game is unknown, such as one of a plug-in that was removed."""
    try:
        return GAMES[name].title
    except (KeyError, BrokenPlugin):
        return name
