"""How strong bots are against each other, and how fast they decide.

The figures that were promised take 4,000 games, which is too long for `make bench`; its rows play fewer:

    python -m tests.bench.bot_strength prospector greenhorn --games 4000 --seed 1
    python -m tests.bench.bot_strength prospector bank20 --games 4000 --seed 1
    python -m tests.bench.bot_strength sheriff prospector --games 4000 --seed 1
    python -m tests.bench.bot_strength prospector greenhorn --game klondike --games 1000 --seed 1
    python -m tests.bench.bot_strength marshal greenhorn --slowest 1000 --players 5

The first bot has one seat, the second all others. The seats alternate: who begins is the next one in each game.
"""

import argparse
import sys
from collections.abc import Callable
from math import sqrt
from random import Random
from statistics import fmean, median, pvariance
from time import perf_counter, process_time
from typing import Any, NamedTuple

from engine import claimit
from engine.bot import Bot, BotView, RandomFloat, play_game
from engine.bots import find_bot, greenhorn
from engine.claimit import Bank, Phase
from engine.claimit.position import ROLL_COUNT, ROLLS, bust
from engine.game import Json, Seat
from engine.games import GAMES
from tests.bench.engine_playouts import positions
from tests.bench.figure import Reading

SEED = 1
ROUNDS = 5


class Share(NamedTuple):
    of_wins: float
    interval: float
    """Half of the interval of 95 %."""


class BankAt20:
    """Places at random, and banks once the next roll is a bust with 20 % or more: a yardstick, no bot to play with."""

    name = "bank20"
    title = "Bank at 20 %"
    games = ("claimit",)

    def decide(self, view: BotView[Any], random: RandomFloat) -> claimit.Event | None:
        if view.state.phase is Phase.CHOOSE:
            return Bank() if bust(view.state) >= 0.2 * ROLL_COUNT else None
        event: claimit.Event | None = greenhorn.decide(view, random)
        return event


def win_share(
    bot: Bot,
    other: Bot,
    games: int,
    *,
    players: int = 2,
    seed: int = SEED,
    options: Json,
    game: str = "claimit",
) -> Share:
    """Plays games of one bot against others of one kind, and returns its share of the wins."""
    random, shares, rules = Random(seed), list[float](), GAMES[game]
    for number in range(games):
        seat = number % players
        bots = [bot if each == seat else other for each in range(players)]
        winners = play_game(rules, options, bots, random.randbytes(32), random.random).winners or ()
        shares.append((seat in winners) / len(winners))
    return Share(100 * fmean(shares), 196 * sqrt(pvariance(shares) / games))


def against(bot: str, other: str, games: int, game: str = "claimit", in_full: int = 4000) -> Callable[[], Reading]:
    """Returns what measures a row of the bench: a bot against another one, in the basic game of two."""

    def measure() -> Reading:
        share = win_share(_named(bot, game), _named(other, game), games, options=GAMES[game].options, game=game)
        of_game = "" if game == "claimit" else f" --game {game}"
        full = f"python -m tests.bench.bot_strength {bot} {other}{of_game} --games {in_full} --seed {SEED}"
        return Reading(share.of_wins, f"± {share.interval:.1f} in {games} games; in full: {full}")

    return measure


def decisions(bot: str, count: int) -> Callable[[], Reading]:
    """Returns what measures the placements and choices that a bot decides in a second of one core, as many of each."""

    def measure() -> Reading:
        random, rates, its = Random(SEED), [], _named(bot, claimit.name)
        views = [BotView("claimit", state) for state in _to_decide(count)]
        for _ in range(ROUNDS):
            # The core's time: what else runs here does not count.
            began = process_time()
            for view in views:
                its.decide(view, random.random)
            rates.append(len(views) / (process_time() - began))
        return Reading(median(rates), f"{len(views):,} placements and choices of random games")

    return measure


def slowest(bot: str, count: int, players: int = 2) -> Callable[[], Reading]:
    """Returns what measures the slowest of this many decisions, in positions of Greenhorn's games."""

    def measure() -> Reading:
        random, its, times = Random(SEED), _named(bot, claimit.name), list[float]()
        while len(times) < count:
            state = claimit.start([f"Seat {seat}" for seat in range(players)], Seat(0), {"recycle": False})
            while not claimit.is_over(state) and len(times) < count:
                view = BotView("claimit", state)
                # One in three: so they come from several games.
                if state.phase is not Phase.ROLL and random.random() < 1 / 3:
                    began = process_time()
                    its.decide(view, random.random)
                    times.append(process_time() - began)
                event = greenhorn.decide(view, random.random)
                state = claimit.apply(state, event or claimit.Roll(random.choice(ROLLS)))
        return Reading(max(times), f"of {count:,} decisions, {players} players; {fmean(times):.2f} s in the mean")

    return measure


def _to_decide(count: int) -> list[claimit.State]:
    choices = [state for state in positions(count // 2) if state.phase is Phase.CHOOSE]
    random = Random(SEED)
    rolled = (claimit.apply(state, claimit.Roll(random.choice(ROLLS))) for state in choices)
    return [*choices, *(state for state in rolled if state.phase is Phase.PLACE)]


def _named(name: str, game: str) -> Bot:
    return BankAt20() if name == BankAt20.name else find_bot(name, game)


def main() -> int:
    parser = argparse.ArgumentParser("tests.bench.bot_strength", description="One bot against others of one kind.")
    parser.add_argument("bot")
    parser.add_argument("other")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--game", default="claimit")
    parser.add_argument("--recycle", action="store_true")
    parser.add_argument("--slowest", type=int, metavar="N", help="only the slowest of N decisions of the first")
    wanted = parser.parse_args()
    if wanted.slowest:
        found = slowest(wanted.bot, wanted.slowest, wanted.players)()
        sys.stdout.write(f"{found.value:.2f} s of a core, the slowest {found.note}\n")
        return 0
    began = perf_counter()
    share = win_share(
        _named(wanted.bot, wanted.game),
        _named(wanted.other, wanted.game),
        wanted.games,
        players=wanted.players,
        seed=wanted.seed,
        options={**GAMES[wanted.game].options, **({"recycle": True} if wanted.recycle else {})},
        game=wanted.game,
    )
    sys.stdout.write(
        f"{wanted.bot}: {share.of_wins:.1f} ± {share.interval:.1f} % of the wins in {wanted.games:,} games against "
        f"{wanted.other}, {wanted.players} players, seed {wanted.seed}{', recycling' if wanted.recycle else ''}; "
        f"{perf_counter() - began:.0f} s\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
