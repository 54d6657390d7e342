"""Functions that the queries of several games share: optional keys, random numbers, and a bot's advice."""

import json
from typing import Any, TypeVar

from engine.bot import BotError, BotView, RandomFloat, random_from, run_bot
from engine.bots import find_bot
from engine.game import AnyGame, Code, GameEvent, GameState, Illegal, Json, syntax_error

_Value = TypeVar("_Value")


def advise(game: AnyGame, state: GameState, query: Json) -> dict[str, Any]:
    """Returns the answer to the query `advise`: what a bot would do.

    `bot` is the name of the bot; `seed` a whole number, 0 by default; `hand` the hand of the active seat, in games with
    hands.

    Raises:
        Illegal: `syntax`; `bot`: the bot is unknown, does not play this game, or fails; `phase` after the end;
            `illegal`: the seat cannot hold that hand, or more of it must be named.
    """
    name = optional_value(query, "bot", str)
    if name is None:
        raise syntax_error("An advise query names its bot: a string.")
    random = random_for_query(query, game.to_json(state))
    hand = game.deal.parse_hand(query.get("hand")) if game.deal else None
    bot = find_bot(name, game.name)
    if game.is_over(state):
        raise Illegal(Code.PHASE, "The game is over: there is nothing to decide.")
    if game.deal is not None:
        game.deal.check_hand(state, hand)
    view = BotView(game.name, state, hand)
    try:
        decision = run_bot(game, bot, view, random)
    except BotError as failure:
        raise Illegal(Code.BOT, str(failure)) from failure
    return {"advice": format_decision(game, decision)}


def format_decision(game: AnyGame, decision: GameEvent | None) -> dict[str, Any]:
    """Returns the notation of a bot's decision. A roll has no dice yet."""
    return {"event": "roll"} if decision is None else game.format(decision)


def parse_decision(game: AnyGame, advice: Json) -> GameEvent | None:
    """Returns a bot's decision; None is a roll. Raises Illegal: `syntax`."""
    return None if advice == {"event": "roll"} else game.parse(advice)


def random_for_query(query: Json, position: Json) -> RandomFloat:
    """Returns random numbers for a query, from its `seed` (0 by default) and the position.

    With the position, a client that sends the same seed in every query does not get the same number for each decision.
    Raises Illegal: `syntax`: the seed is not a whole number.
    """
    import hashlib  # noqa: PLC0415 - it loads OpenSSL, and few queries need random numbers

    seed = optional_value(query, "seed", int) or 0
    text = f"{seed:x} {json.dumps(position, sort_keys=True)}"
    return random_from(hashlib.sha256(text.encode()).digest())


def optional_value(query: Json, key: str, kind: type[_Value]) -> _Value | None:
    """Returns the value of an optional key. A bool is not an int.

    Raises:
        Illegal: `syntax`: the value has another type.
    """
    value = query.get(key)
    if value is None or type(value) is kind:
        return value
    raise syntax_error(f"The value of {key} is of the wrong type.")
