"""`companion leaderboard`: bots of Claim It! against a fixed field, with the luck taken out.

Each bot plays so many games of two against everybody of `FIELD`, in both seats equally often. Told is its share of the
win less the luck of all rolls, as the coach sees it and never clipped: the same on the average as the share itself, by
fewer games (docs/studies.md). What a bot gets does not depend on who else is named.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from typing import Any

from companion.files.named_files import legible
from companion.files.progress import Progress
from companion.files.text_table import align_columns, join_lines
from companion.lab.command import DONE, INTERRUPTED, UNAVAILABLE, StudyRequest, read_simulation, refuse
from companion.lab.games import StudyError, Tally
from companion.lab.intervals import Interval
from companion.lab.result import merge_tallies
from companion.lab.summary import share_without_luck
from companion.lab.workers import ENDING, WorkersLost, play_in_order, workers_here
from companion.runtime.clock import monotonic_s
from companion.runtime.signals import interrupted_by
from companion.settings.schema import SettingsError
from engine.claimit.weights import VALUE_NAME

FIELD = ("prospector", "sheriff")
EVEN = Interval(0.5, 0.5, 0.5)
"""Against oneself."""
FEWEST_GAMES = 30
"""Of fewer games no interval is told: the normal distribution would make it too narrow."""


def main(args: argparse.Namespace) -> int:
    """Plays all, and tells who stands where; returns the exit status."""
    # The other options of a simulation, as they are where they are left out.
    others: dict[str, Any] = {"game": "claimit", "option": [], "players": None, "banks": False, "luck": True}
    arguments = {**others, "shard": None, "scheduler": None, "csv": None, "report": None, "json": False, **vars(args)}
    try:
        requests = [_request(arguments, bot) for bot in dict.fromkeys(map(str.strip, args.bots.split(",")))]
        progress = Progress(sys.stderr, sum(request.study.total for _, request in requests), monotonic_s)
        found, done = [], 0
        try:
            with interrupted_by(*ENDING):
                for bot, request in requests:
                    found.append((bot, _against_field(bot, request, progress, done)))
                    done += request.study.total
        finally:
            progress.clear()
    except KeyboardInterrupt:
        return refuse("leaderboard", "interrupted before every bot had met the whole field", INTERRUPTED)
    except WorkersLost as error:
        return refuse("leaderboard", error, UNAVAILABLE)
    except (SettingsError, StudyError) as error:
        return refuse("leaderboard", error)
    study = requests[0][1].study
    sys.stdout.write(
        f"Claim It! for two, {study.games:,} games against each of the field, seed {study.seed}, value {VALUE_NAME}\n"
        "Share of the win in %, less the luck of all rolls, with intervals of 95 %\n\n"
    )
    found.sort(key=lambda each: -_mean(each[1]).value)
    rows = [[legible(bot), *(_text(share, study.games) for share in (_mean(shares), *shares))] for bot, shares in found]
    sys.stdout.write(join_lines(align_columns([["", "all", *FIELD], *rows], "lrrr")))
    return DONE


def _request(arguments: dict[str, Any], bot: str) -> tuple[str, StudyRequest]:
    """Returns a bot and what it plays; raises SettingsError where it cannot be."""
    request = read_simulation(argparse.Namespace(**{**arguments, "bots": f"{bot},{FIELD[0]}"}))
    if request.study.games % 2:
        raise SettingsError(
            f"--games: {request.study.games} is odd; allowed: an even number, for both seats equally often"
        )
    line_ups = tuple((bot, rival) for rival in FIELD if rival != bot)
    return bot, request._replace(study=replace(request.study, line_ups=line_ups))


def _against_field(bot: str, request: StudyRequest, progress: Progress, done: int) -> list[Interval]:
    study, shares = request.study, {bot: EVEN}
    tallies: Sequence[Tally] = [Tally() for _ in study.line_ups]
    with workers_here(request.jobs, study, keep_games=False) as workers:
        for batch in play_in_order(workers, range(study.total), monotonic_s):
            tallies = merge_tallies([tallies, batch.tallies])
            progress.show(done + batch.numbers.stop)
    for (_, rival), tally in zip(study.line_ups, tallies, strict=True):
        shares[rival] = share_without_luck(tally, bot)
    return [shares[rival] for rival in FIELD]


def _mean(shares: Sequence[Interval]) -> Interval:
    value = sum(share.value for share in shares) / len(shares)
    half = sqrt(sum((share.high - share.low) ** 2 for share in shares)) / 2 / len(shares)
    return Interval(value, value - half, value + half)


def _text(share: Interval, games: int) -> str:
    if share is EVEN:
        return "50.0      "
    half = f"{50 * (share.high - share.low):.1f}" if games >= FEWEST_GAMES else "?  "
    return f"{100 * share.value:.1f} ± {half}"
