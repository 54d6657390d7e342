"""What the queries of several games have in common: optional fields, chance from a seed, and a bot's advice."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from engine.bot import BotError, BotView, Chance, chance_from, is_valid_decision, run_bot
from engine.bots import find_bot
from engine.game import AnyGame, Code, GameEvent, GameState, Illegal, Json

_Known = TypeVar("_Known")


def advise(game: AnyGame, state: GameState, query: Json) -> dict[str, Any]:
    """Returns what a bot would do, as the answer to `advise`.

    Args:
        game: what is played.
        state: the position.
        query: `bot` is its name; `seed` a whole number, 0 where it is left out; `hand` what the acting seat holds, in
            games with hands.

    Raises:
        Illegal: `syntax`; `bot`: there is none of that name for this game, or it fails; `phase` after the end;
            `illegal`: nobody can hold that hand, or too little of it is named.
    """
    name = optional_value(query, "bot", str)
    if name is None:
        raise Illegal(Code.SYNTAX, "An advise query names its bot: a string.")
    chance = chance_of_query(query, game.to_json(state))
    hand = game.deal.parse_hand(query.get("hand")) if game.deal else None
    bot = find_bot(name, game.name)
    if game.is_over(state):
        raise Illegal(Code.PHASE, "The game is over: there is nothing to decide any more.")
    if game.deal is not None:
        game.deal.check_hand(state, hand)
    view = BotView(game.name, state, hand)
    try:
        decision = run_bot(bot, view, chance)
    except BotError as failure:
        raise Illegal(Code.BOT, str(failure)) from failure
    if not is_valid_decision(game, view, decision):
        raise Illegal(Code.BOT, f"The bot {name} has failed: it decided what may not be done now.")
    return {"advice": format_decision(game, decision)}


def format_decision(game: AnyGame, decision: GameEvent | None) -> dict[str, Any]:
    """Returns the notation of what a bot decided; a roll has no dice yet."""
    return {"event": "roll"} if decision is None else game.format(decision)


def parse_decision(game: AnyGame, advice: Json) -> GameEvent | None:
    """Returns what a bot decided; None is a roll. Raises Illegal: `syntax`."""
    return None if advice == {"event": "roll"} else game.parse(advice)


def chance_of_query(query: Json, position: Json) -> Chance:
    """Returns the chance for the answer to a query: of its `seed`, 0 where it has none, and of the position.

    The position is part of it, so that who asks with the same seed all through a game does not get the same number
    for each decision. Raises Illegal: `syntax`, where the seed is no whole number.
    """
    import hashlib  # noqa: PLC0415 - it loads OpenSSL, and few queries need chance

    seed = optional_value(query, "seed", int) or 0
    text = f"{seed:x} {json.dumps(position, sort_keys=True)}"
    return chance_from(hashlib.sha256(text.encode()).digest())


def optional_value(query: Json, key: str, kind: type[_Known]) -> _Known | None:
    """Returns the value of a key that may be left out; a bool is no int.

    Raises:
        Illegal: `syntax`, where it is of another type.
    """
    value = query.get(key)
    if value is None or type(value) is kind:
        return value
    raise Illegal(Code.SYNTAX, f"The value of {key} is of the wrong type.")


def format_source(by: str | None) -> dict[str, str]:
    """Returns the notation of who rolled; nothing for the box."""
    return {} if by is None else {"by": by}
