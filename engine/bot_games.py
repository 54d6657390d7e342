"""Whole games between bots, and their results.

Draw number n of a game is `engine.dice.Draws(key, n)`; the box deals hands if the game has them. The bots get their
random numbers from `chance`. So the same key and the same numbers give the same game.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.bot import Bot, BotError, BotView, Chance, is_valid_decision, run_bot
from engine.dice import Draws
from engine.game import AnyGame, EngineError, GameEvent, GameState, Illegal, Json, Seat

MOST_EVENTS = 100_000
"""The limit for a game between bots. Two random players need about 150 events in Claim It!"""


class EndlessGameError(EngineError, RuntimeError):
    """A game between bots does not end. The message says who played it."""


class GameResult(NamedTuple):
    """The result of a game."""

    winners: tuple[Seat, ...]
    """The seats that share the win, in ascending order; may be empty."""
    turns: tuple[tuple[int, ...], ...]
    """For each seat its turns in order. A turn is the number n of rolls that were not a bust, or ~n if it ended with a
    bust.

    So -1 is a bust at the first roll. A turn without a roll is 0."""
    deficit: int | None
    """How far the winner was behind the leader at most, in the first figure of `Game.ranking`.

    Measured after each turn; of several winners the largest. None: no winner, or the game has no ranking."""

    @property
    def length(self) -> int:
        return sum(map(len, self.turns))


Steps = list[tuple["GameEvent", "GameState"]]
"""The events of a game, each with the state after it. The first is None, for the start."""


def play(
    game: AnyGame, options: Json, bots: Sequence[Bot], key: bytes, chance: Chance, *, steps: Steps | None = None
) -> GameResult:
    """Plays a game between bots. Seat 0 begins.

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
    state = game.start([f"{bot.name} {seat}" for seat, bot in enumerate(bots, 1)], Seat(0), options)
    turns: tuple[list[int], ...] = tuple([] for _ in bots)
    deficits, survived, drawn = [0] * len(bots), 0, 0
    steps = [] if steps is None else steps
    steps.append((None, state))
    for _ in range(MOST_EVENTS):
        seat = game.acting_seat(state)
        if seat is None:
            winners = tuple(state.winners or ())
            deficit = max(deficits[seat] for seat in winners) if winners and game.ranking else None
            return GameResult(winners, tuple(map(tuple, turns)), deficit)
        hand = game.deal.hands(key, steps)[seat] if game.deal else None
        view = BotView(game.name, state, hand)
        event = run_bot(bots[seat], view, chance)
        is_roll = event is None
        if is_roll:
            event = game.chance_event(state, Draws(key, drawn))
            drawn += 1
            if event is None:
                raise BotError(f"The bot {bots[seat].name} wants to roll where nothing can be rolled.")
        elif not is_valid_decision(game, view, event):
            raise BotError(f"The bot {bots[seat].name} has failed: {_why_not(game, view, event)}")
        after = game.apply(state, event)
        if after.turns == state.turns:
            survived += is_roll
        else:
            turns[seat].append(~survived if is_roll else survived)
            survived = 0
            if game.ranking:
                figures = [player[game.ranking[0]] for player in game.to_json(after)["players"]]
                deficits = [max(most, max(figures) - figure) for most, figure in zip(deficits, figures, strict=True)]
        state = after
        steps.append((event, state))
    raise EndlessGameError(f"The game is not over after {MOST_EVENTS:,} events: {', '.join(bot.name for bot in bots)}.")


def _why_not(game: AnyGame, view: BotView[GameState], decision: GameEvent) -> str:
    if game.deal and (fault := game.deal.refute(view.state, view.hand, decision)):
        return fault
    try:
        game.apply(view.state, decision)
    except Illegal as refusal:
        return refusal.message
    # The rules accept this event from a recorder, but not from a player: dice, a position.
    return "it decided what may not be done now."
