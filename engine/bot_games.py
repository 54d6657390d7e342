"""Whole games between bots, and their results.

Draw number n of a game is `engine.dice.Draws(key, n)`; the box deals hands if the game has them. The bots get their
random numbers from `chance`. So the same key and the same numbers give the same game.
"""

from collections.abc import Sequence

from engine.bot import Bot, BotView, Chance, run_bot
from engine.dice import Draws
from engine.game import AnyGame, EngineError, GameEvent, GameState, Json, Seat

MOST_EVENTS = 100_000
"""The limit for a game between bots. Two random players need about 150 events in Claim It!"""


class EndlessGameError(EngineError, RuntimeError):
    """A game between bots does not end. The message says who played it."""


Steps = list[tuple["GameEvent", "GameState"]]
"""The events of a game, each with the state after it. The first is None, for the start."""


def play(
    game: AnyGame, options: Json, bots: Sequence[Bot], key: bytes, chance: Chance, *, steps: Steps | None = None
) -> GameState:
    """Plays a game between bots; returns the state after the end. Seat 0 begins.

    Args:
        game: the game.
        options: all its options.
        bots: the bots, by seat.
        key: the seed of the dice, 32 bytes.
        chance: the random numbers of the bots.
        steps: an empty list that receives all events.

    Raises:
        BotError: a bot fails, or its decision is not valid.
        EndlessGameError: the game does not end.
    """
    state: GameState = game.start([f"{bot.name} {seat}" for seat, bot in enumerate(bots, 1)], Seat(0), options)
    steps, drawn = [] if steps is None else steps, 0
    steps.append((None, state))
    for _ in range(MOST_EVENTS):
        seat = game.acting_seat(state)
        if seat is None:
            return state
        hand = game.deal.hands(key, steps)[seat] if game.deal else None
        view = BotView(game.name, state, hand)
        event = run_bot(game, bots[seat], view, chance)
        if event is None:
            event = game.chance_event(state, Draws(key, drawn))
            drawn += 1
        state = game.apply(state, event)
        steps.append((event, state))
    raise EndlessGameError(f"The game is not over after {MOST_EVENTS:,} events: {', '.join(bot.name for bot in bots)}.")
