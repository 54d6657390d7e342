"""The registry of bots: the built-in ones, one module each, and plug-ins by the entry points `companion.bots`."""

from typing import Any

from engine.bot import Bot, BotView, random_from
from engine.game import Code, GameEvent, Illegal
from engine.games import title_of
from engine.registry import BrokenPlugin, Registry
from engine.starts import require_names


def _title_fault(bot: Bot) -> str | None:
    """Returns what is wrong with a title: it becomes a player's name, and texts replace words in braces."""
    try:
        require_names((bot.title,))
    except Illegal:
        return "its title is not valid as the name of a player"
    return "its title has braces" if {"{", "}"} & set(bot.title) else None


BOTS: Registry[Bot] = Registry(
    "engine.bots",
    ("greenhorn", "prospector", "sheriff", "marshal"),
    group="companion.bots",
    contract=Bot,
    find_problem=_title_fault,
)


def bots_for(game: str) -> tuple[str, ...]:
    """Returns the names of the bots that play a game, the built-in ones first."""
    return tuple(name for name, bot in BOTS.items() if game in bot.games)


def find_bot(name: str, game: str) -> Bot:
    """Returns a bot.

    Raises:
        Illegal: `bot`: the bot is unknown, does not play this game, or is a plug-in that cannot be loaded.
    """
    try:
        bot = BOTS[name]
    except BrokenPlugin as problem:
        raise Illegal(Code.BOT, problem.message) from problem
    except KeyError:
        bot = None
    if bot is not None and game in bot.games:
        return bot
    available = ", ".join(bots_for(game)) or "none"
    raise Illegal(Code.BOT, f"This bot is unknown for {title_of(game)}; available: {available}.")


def decide(bot: str, view: BotView[Any], seed: bytes) -> GameEvent | None:
    """Returns the decision of the bot with this name, None for a roll; `seed` is that of its random numbers."""
    return find_bot(bot, view.game).decide(view, random_from(seed))
