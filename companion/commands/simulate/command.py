"""`companion simulate` and `companion tournament`: thousands of games between bots.

The whole command line is checked before the first game.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from companion.commands.simulate.games import Study, StudyError, Tally, no_tallies, pairs
from companion.commands.simulate.summary import describe, summarize
from companion.commands.simulate.workers import ENDING, Workers, WorkersLost, play_in_order, workers_here, workers_of
from companion.console import Progress
from companion.files import legible
from companion.runtime.clock import monotonic_s
from companion.runtime.signals import interrupted_by
from companion.settings.schema import SettingsError
from companion.settings.text_values import parse_option, whole_number
from engine.bots import find_bot
from engine.game import AnyGame, Illegal
from engine.games import GAMES
from engine.record import begin
from engine.starts import choosable_options, parse_start

MOST = (1 << 31) - 1
MOST_JOBS = 1024
TABLE_OF_TWO = 2
"""Number of players in a game of a tournament."""
DONE, WRONG, UNAVAILABLE, INTERRUPTED = 0, 2, 75, 130
"""Exit statuses, as in `companion.commands.cli`."""


def simulate(args: argparse.Namespace) -> int:
    """Plays a study; returns the exit status."""
    return _run("simulate", args)


def tournament(args: argparse.Namespace) -> int:
    """Plays a round robin; returns the exit status."""
    return _run("tournament", args)


def read_simulation(args: argparse.Namespace) -> Study:
    """Returns the study of `companion simulate`. Raises SettingsError: an argument is wrong."""
    bots, game = _bots(args.bots), _game(args.game)
    players = len(bots) if args.players is None else _number("--players", args.players, MOST)
    _require_players(game, players)
    if len(bots) != players:
        raise SettingsError(f"--bots: {len(bots)} for {players} players; allowed: one for each player, as in a,a,b")
    return _read_study(args, game, (bots,), is_tournament=False)


def read_tournament(args: argparse.Namespace) -> Study:
    """Returns the study of `companion tournament`. Raises SettingsError: an argument is wrong."""
    bots, game = _bots(args.bots), _game(args.game)
    if len(bots) < TABLE_OF_TWO or len(set(bots)) < len(bots):
        raise SettingsError("--bots: a tournament needs different bots; allowed: two or more, each once")
    _require_players(game, TABLE_OF_TWO)
    return _read_study(args, game, pairs(bots), is_tournament=True)


def _read_study(
    args: argparse.Namespace, game: AnyGame, line_ups: tuple[tuple[str, ...], ...], *, is_tournament: bool
) -> Study:
    for name in dict.fromkeys(name for line_up in line_ups for name in line_up):
        try:
            find_bot(name, game.name)
        except Illegal as refusal:
            raise SettingsError(f"--bots: {legible(name)}: {refusal.message}") from refusal
    games, options = _number("--games", args.games, MOST), _options(game, args.option, len(line_ups[0]))
    # A random seed is reported with the result.
    seed = int.from_bytes(os.urandom(4)) & MOST if args.seed is None else whole_number(args.seed, MOST)
    if seed is None:
        raise SettingsError(f"--seed: {legible(args.seed)!r} is not a whole number from 0 to {MOST}")
    return Study(game.name, options, line_ups, games, seed, is_tournament)


def _game(name: str | None) -> AnyGame:
    if name is not None and name not in GAMES:
        raise SettingsError(f"--game: unknown game {legible(name)}; allowed: {', '.join(GAMES)}")
    return GAMES[name or next(iter(GAMES))]


def _bots(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _require_players(game: AnyGame, players: int) -> None:
    if players not in game.seats:
        allowed = f"{game.seats[0]} to {game.seats[-1]}"
        raise SettingsError(f"--players: {players} cannot play {game.title}; allowed: {allowed}")


def _options(game: AnyGame, texts: Sequence[str], players: int) -> dict[str, object]:
    known = choosable_options(game)
    chosen = dict(parse_option(text, known) for text in texts)
    if strange := next((name for name in chosen if name not in known), None):
        allowed = ", ".join(known) or "none"
        raise SettingsError(f"--option: {game.title} has no option {legible(strange)}; allowed: {allowed}")
    names = [str(seat) for seat in range(players)]
    try:
        start = parse_start({"game": game.name, "players": names, "options": chosen})
        begin(start)  # the game checks the values of its options
    except Illegal as refusal:
        raise SettingsError(f"--option: {refusal.message}") from refusal
    return dict(start.options)


def _number(option: str, text: str, most: int) -> int:
    number = whole_number(text, most)
    if not number:
        raise SettingsError(f"{option}: {legible(text)!r} is not a whole number from 1 to {most}")
    return number


def _jobs(args: argparse.Namespace) -> int:
    if args.jobs is None:
        # The cores that this process can use: in a container or a batch job not all cores of the machine.
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if args.scheduler is not None:
        raise SettingsError("--jobs: the scheduler decides the number of workers; allowed: without --scheduler")
    return _number("--jobs", args.jobs, MOST_JOBS)


def _run(command: str, args: argparse.Namespace) -> int:
    try:
        study, jobs = (read_tournament if command == "tournament" else read_simulation)(args), _jobs(args)
        with interrupted_by(*ENDING):
            opened = workers_here(jobs, study) if args.scheduler is None else workers_of(args.scheduler, study)
            with opened as workers:
                return _play(command, study, workers, as_json=args.json)
    except (SettingsError, StudyError) as error:
        sys.stderr.write(f"companion {command}: {error}\n")
        return WRONG


def _play(command: str, study: Study, workers: Workers, *, as_json: bool) -> int:
    tallies, played, status, why = no_tallies(study), 0, DONE, ""
    progress = Progress(sys.stderr, study.total, monotonic_s)
    try:
        progress.show(0)
        for batch in play_in_order(workers, range(study.total), monotonic_s):
            for tally, found in zip(tallies, batch.tallies, strict=True):
                tally.merge(found)
            played += len(batch.numbers)
            progress.show(played)
    # The games so far are reported, also if a batch system ends the job or the terminal is closed.
    except KeyboardInterrupt:
        status, why = INTERRUPTED, "interrupted"
    except WorkersLost as error:
        status, why = UNAVAILABLE, str(error)
    finally:
        progress.clear()
    if status:
        sys.stderr.write(f"companion {command}: {why} after {played:,} of {study.total:,} games\n")
    if as_json:
        sys.stdout.write(json.dumps(result_json(study, tallies)) + "\n")
    elif all(tally.games for tally in tallies):
        sys.stdout.write(describe(study, summarize(study, tallies)))
    return status


def result_json(study: Study, tallies: Sequence[Tally]) -> dict[str, Any]:
    """Returns the result as JSON: the study, the number of games played, and the summary or null."""
    played = sum(tally.games for tally in tallies)
    summary = _plain(summarize(study, tallies)) if all(tally.games for tally in tallies) else None
    return {"study": _plain(study), "played": played, "summary": summary}


def _plain(value: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict()
    elif isinstance(value, Struct):
        value = asdict(value)
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
