"""Whole games between bots, and what is kept of each.

The dice are the box's: drawing number n of a game is `engine.dice.Draws(key, n)`, and where the box can deal hands, it
does. Chance gives the bots their numbers. So the same key and the same numbers give the same game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.bot import Bot, BotError, BotView, Chance, is_valid_decision, run_bot
from engine.dice import Draws
from engine.game import AnyGame, EngineError, GameEvent, GameState, Illegal, Json, Seat

MOST_EVENTS = 100_000
"""A game between bots that is not over then never will be: two at random need 150 events in Claim It!"""


class EndlessGameError(EngineError, RuntimeError):
    """A game between bots does not end; the text says in one sentence who played it."""


class GameResult(NamedTuple):
    """What is kept of a game."""

    winners: tuple[Seat, ...]
    """Those who share the win, in ascending order; may be none."""
    turns: tuple[tuple[int, ...], ...]
    """For each seat its turns in order: how many rolls n a turn survived; where the last one ended it (a bust), ~n.

    So -1 is a bust at the first roll. A turn without any roll is 0.
    """
    deficit: int | None
    """The most by which a winner was behind the best seat after any turn, in the first of the game's `ranking`.

    Of several winners the one that was furthest behind. None: nobody won, or the game ranks by nothing.
    """

    @property
    def length(self) -> int:
        return sum(map(len, self.turns))


Steps = list[tuple["GameEvent", "GameState"]]
"""The events of a game, each with the state after it; the first stands for the start, and is None."""


def play(
    game: AnyGame, options: Json, bots: Sequence[Bot], key: bytes, chance: Chance, *, steps: Steps | None = None
) -> GameResult:
    """Plays a game between bots, the first of which begins.

    Args:
        game: what is played.
        options: its variants, complete.
        bots: by seat.
        key: the key of the game's dice, 32 bytes.
        chance: where the bots' numbers come from.
        steps: what is given here, an empty list, gets all events.

    Raises:
        BotError: a bot fails, or decides what may not be done.
        EndlessGameError: the game does not end.
    """
    state = game.start([f"{bot.name} {seat}" for seat, bot in enumerate(bots, 1)], Seat(0), options)
    turns: tuple[list[int], ...] = tuple([] for _ in bots)
    deficits, survived, drawn = [0] * len(bots), 0, 0
    # What the contract of a deal wants; the start needs no event there.
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
    """Returns in one sentence why a bot may not decide so."""
    if game.deal and (fault := game.deal.refute(view.state, view.hand, decision)):
        return fault
    try:
        game.apply(view.state, decision)
    except Illegal as refusal:
        return refusal.message
    # What the rules take from whoever keeps the record, and from no player: dice, a position.
    return "it decided what may not be done now."
