"""The strength of bots against each other, and the speed of their decisions.

The published figures need 4,000 games, which is too long for `make bench`; its benchmarks play fewer games:

    python -m tests.bench.bot_strength prospector greenhorn --games 4000 --seed 1
    python -m tests.bench.bot_strength prospector bank20 --games 4000 --seed 1
    python -m tests.bench.bot_strength sheriff prospector --games 4000 --seed 1
    python -m tests.bench.bot_strength prospector greenhorn --game klondike --games 1000 --seed 1
    python -m tests.bench.bot_strength marshal greenhorn --slowest 1000 --players 5

The first bot plays one seat, the second all others. The first bot's seat changes from game to game.
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
from engine.claimit.position import ROLL_COUNT, ROLLS, bust_count
from engine.game import Json, Seat
from engine.games import GAMES
from tests.bench.benchmark import Measurement
from tests.bench.engine_playouts import positions

SEED = 1
ROUNDS = 5


class Share(NamedTuple):
    of_wins: float
    interval: float
    """Half of the 95 % confidence interval."""


class BankAt20:
    """Places at random and banks as soon as the bust chance is 20 % or more; only a baseline for other bots."""

    name = "bank20"
    title = "Bank at 20 %"
    games = ("claimit",)

    def decide(self, view: BotView[Any], random: RandomFloat) -> claimit.Event | None:
        if view.state.phase is Phase.CHOOSE:
            return Bank() if bust_count(view.state) >= 0.2 * ROLL_COUNT else None
        event: claimit.Event | None = greenhorn.decide(view, random)
        return event


def win_share(
    bot: Bot, other: Bot, games: int, *, players: int = 2, seed: int = SEED, options: Json, game: str = "claimit"
) -> Share:
    """Plays games of one bot against copies of another bot; returns its share of the wins in percent."""
    rng, shares, rules = Random(seed), list[float](), GAMES[game]
    for number in range(games):
        seat = number % players
        bots = [bot if each == seat else other for each in range(players)]
        winners = play_game(rules, options, bots, rng.randbytes(32), rng.random).winners or ()
        shares.append((seat in winners) / len(winners))
    return Share(100 * fmean(shares), 196 * sqrt(pvariance(shares) / games))


def against(bot: str, other: str, games: int, game: str = "claimit", in_full: int = 4000) -> Callable[[], Measurement]:
    """Returns a function that measures one bot against another in the basic game of two players."""

    def measure() -> Measurement:
        share = win_share(_named(bot, game), _named(other, game), games, options=GAMES[game].options, game=game)
        of_game = "" if game == "claimit" else f" --game {game}"
        full = f"python -m tests.bench.bot_strength {bot} {other}{of_game} --games {in_full} --seed {SEED}"
        return Measurement(share.of_wins, f"± {share.interval:.1f} in {games} games; in full: {full}")

    return measure


def decisions(bot: str, count: int) -> Callable[[], Measurement]:
    """Returns a function that measures the decisions of a bot per core-second."""

    def measure() -> Measurement:
        rng, rates, its = Random(SEED), [], _named(bot, claimit.name)
        views = [BotView("claimit", state) for state in _to_decide(count)]
        for _ in range(ROUNDS):
            # The processor time of this process, because other programs run at the same time.
            began = process_time()
            for view in views:
                its.decide(view, rng.random)
            rates.append(len(views) / (process_time() - began))
        return Measurement(median(rates), f"{len(views):,} placements and choices of random games")

    return measure


def slowest(bot: str, count: int, players: int = 2) -> Callable[[], Measurement]:
    """Returns a function that measures the slowest of `count` decisions, in positions from games of Greenhorn."""

    def measure() -> Measurement:
        rng, its, times = Random(SEED), _named(bot, claimit.name), list[float]()
        while len(times) < count:
            state = claimit.start([f"Seat {seat}" for seat in range(players)], Seat(0), {"recycle": False})
            while not claimit.is_over(state) and len(times) < count:
                view = BotView("claimit", state)
                # One position in three, so that the positions come from several games.
                if state.phase is not Phase.ROLL and rng.random() < 1 / 3:
                    began = process_time()
                    its.decide(view, rng.random)
                    times.append(process_time() - began)
                event = greenhorn.decide(view, rng.random)
                state = claimit.apply(state, event or claimit.Roll(rng.choice(ROLLS)))
        return Measurement(max(times), f"of {count:,} decisions, {players} players; {fmean(times):.2f} s in the mean")

    return measure


def _to_decide(count: int) -> list[claimit.State]:
    choices = [state for state in positions(count // 2) if state.phase is Phase.CHOOSE]
    rng = Random(SEED)
    rolled = (claimit.apply(state, claimit.Roll(rng.choice(ROLLS))) for state in choices)
    return [*choices, *(state for state in rolled if state.phase is Phase.PLACE)]


def _named(name: str, game: str) -> Bot:
    return BankAt20() if name == BankAt20.name else find_bot(name, game)


def main() -> int:
    parser = argparse.ArgumentParser("tests.bench.bot_strength", description="One bot against copies of another.")
    parser.add_argument("bot")
    parser.add_argument("other")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--game", default="claimit")
    parser.add_argument("--recycle", action="store_true")
    parser.add_argument("--slowest", type=int, metavar="N", help="only measure the slowest of N decisions of the first")
    given = parser.parse_args()
    if given.slowest:
        found = slowest(given.bot, given.slowest, given.players)()
        sys.stdout.write(f"{found.value:.2f} s of a core, the slowest {found.note}\n")
        return 0
    began = perf_counter()
    share = win_share(
        _named(given.bot, given.game),
        _named(given.other, given.game),
        given.games,
        players=given.players,
        seed=given.seed,
        options={**GAMES[given.game].options, **({"recycle": True} if given.recycle else {})},
        game=given.game,
    )
    sys.stdout.write(
        f"{given.bot}: {share.of_wins:.1f} ± {share.interval:.1f} % of the wins in {given.games:,} games against "
        f"{given.other}, {given.players} players, seed {given.seed}{', recycling' if given.recycle else ''}; "
        f"{perf_counter() - began:.0f} s\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
