"""Matches of Klondike between bots with hands that are dealt from a seed, for tests and benchmarks."""

from collections.abc import Iterator, Sequence
from random import Random

from engine import klondike
from engine.bot import Bot, BotView, is_valid_decision
from engine.game import Seat, Start
from engine.klondike import State, deal
from engine.record import start_record

NAMES = ("Green", "Blue", "Orange", "Red")


def views(bots: Sequence[Bot], form: str = "", seed: int = 1) -> Iterator[tuple[BotView[State], State]]:
    """Yields the view of the seat at each decision of a match of these bots, and the state after it. Each decision is
    checked.
    """
    rng, key = Random(seed), seed.to_bytes(32, "big")
    record = start_record(Start("klondike", NAMES[: len(bots)], Seat(0), {**klondike.options, "deal": form}))
    while not klondike.is_over(record.state):
        seat = record.state.turn
        view = BotView("klondike", record.state, deal.hands(key, record.timeline)[seat])
        event = bots[seat].decide(view, rng.random)
        assert is_valid_decision(klondike, view, event)
        record = record.play(event)
        yield view, record.state
