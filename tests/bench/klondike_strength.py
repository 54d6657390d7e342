"""The strength of a bot at Klondike with the same tiles: each deal is played once from every seat.

The bot plays one seat, Prospectors play the others. So all have the same tiles and begin equally often.

    nice -n 15 python -m tests.bench.klondike_strength sheriff --players 2 --deals 1000 --seed 1
    nice -n 15 python -m tests.bench.klondike_strength sheriff --players 3 --deals 1000 --seed 1

It prints after each deal: the bot's share of the chips of the bot and one Prospector (with more players the mean of
the Prospectors); its share of all chips relative to an equal share; its share of the matches (a shared win counts in
part); the time of a decision. The intervals are 95 % confidence intervals over the deals.
"""

import argparse
import sys
from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, median
from time import process_time
from typing import Any

from engine import klondike
from engine.bot import BotView
from engine.bots import find_bot
from engine.game import Seat, Start
from engine.klondike import deal
from engine.record import start_record

NAMES = ("Green", "Blue", "Orange", "Red")


def play_match(bot: str, seat: int, players: int, *, form: str, key: bytes, times: list[float]) -> klondike.State:
    """Plays a match with the bot in one seat; returns the final state; adds the time of each choice to `times`."""
    rng = Random(key + bytes([seat]))
    bots = [find_bot(bot if each == seat else "prospector", "klondike") for each in range(players)]
    record = start_record(Start("klondike", NAMES[:players], Seat(0), {**klondike.options, "deal": form}))
    while not klondike.is_over(record.state):
        turn = record.state.turn
        view = BotView("klondike", record.state, deal.hands(key, record.timeline)[turn])
        began = process_time()
        event: Any = bots[turn].decide(view, rng.random)
        if turn == seat and len(deal.legal_events(view.state, view.hand)) > 1:
            times.append(process_time() - began)
        record = record.play(event)
    end: klondike.State = record.state
    return end


def ratio(parts: Sequence[float], wholes: Sequence[float]) -> str:
    """Returns the ratio of two sums over the deals, with half of its 95 % confidence interval."""
    share = sum(parts) / sum(wholes)
    spread = sqrt(sum((part - share * whole) ** 2 for part, whole in zip(parts, wholes, strict=True)))
    return f"{share:.3f} ± {1.96 * spread / sum(wholes):.3f}"


def main() -> int:
    parser = argparse.ArgumentParser("tests.bench.klondike_strength", description="A bot against Prospectors.")
    parser.add_argument("bot")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deal", default="", choices=("", "basic", "draw"))
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng, times = Random(given.seed), list[float]()
    own, pair, every, wins = list[float](), list[float](), list[float](), list[float]()
    for number in range(given.deals):
        key, ends = rng.randbytes(32), list[tuple[int, klondike.State]]()
        for seat in range(given.players):
            ends.append((seat, play_match(given.bot, seat, given.players, form=given.deal, key=key, times=times)))
        won, chips = sum(end.chips[seat] for seat, end in ends), sum(sum(end.chips) for _, end in ends)
        own.append(won)
        pair.append(won + (chips - won) / (given.players - 1))
        every.append(chips / given.players)
        wins.append(fmean((seat in (end.winners or ())) / len(end.winners or (0,)) for seat, end in ends))
        sys.stdout.write(
            f"{number + 1} deals: chips of the two {ratio(own, pair)}, x equal share {ratio(own, every)}, "
            f"matches {ratio(wins, [1.0] * len(wins))}; {1000 * median(times):.0f} ms a decision\n"
        )
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
