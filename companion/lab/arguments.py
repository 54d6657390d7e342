"""What the command line asks a study to be, checked before any work."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from companion.files.bot_loader import load_bot
from companion.files.named_files import legible, require_writable
from companion.lab.study import WHOLE, Shard, Study, pairs
from companion.settings.schema import SettingsError
from companion.settings.text_values import parse_option, whole_number
from engine.game import AnyGame, Illegal
from engine.games import GAMES
from engine.record import begin
from engine.starts import parse_start

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

MOST = (1 << 31) - 1
MOST_JOBS = 1024
TABLE_OF_TWO = 2
"""How many sit at a table of a tournament: Elo knows games of two."""


class StudyRequest(NamedTuple):
    """What is to be done."""

    study: Study
    shard: Shard
    jobs: int
    scheduler: str | None
    output: Output


class Output(NamedTuple):
    """Where the result goes."""

    as_json: bool
    report: Path | None
    csv: Path | None


def read_simulation(args: argparse.Namespace) -> StudyRequest:
    """Returns what `companion simulate` was asked for.

    Raises:
        SettingsError: it cannot be.
    """
    bots = _bots(args.bots)
    players = _number("--players", args.players, MOST) if args.players is not None else len(bots)
    game = _game(args.game)
    _require_players(game, players)
    if len(bots) != players:
        raise SettingsError(f"--bots: {len(bots)} named for {players} players; allowed: one for each, as in a,a,b")
    if args.banks and game.luck is None:
        raise SettingsError(f"--banks: {game.title} knows no bust risk; allowed: in games that do")
    if args.luck and game.coach is None:
        raise SettingsError(f"--luck: {game.title} has no coach; allowed: in games that have one")
    request = _request(args, game, (bots,), is_tournament=False)
    return request._replace(study=replace(request.study, banks=args.banks, luck=args.luck))


def read_tournament(args: argparse.Namespace) -> StudyRequest:
    """Returns what `companion tournament` was asked for.

    Raises:
        SettingsError: it cannot be.
    """
    bots, game = _bots(args.bots), _game(args.game)
    if len(bots) < TABLE_OF_TWO or len(set(bots)) < len(bots):
        raise SettingsError("--bots: a tournament is between different bots; allowed: two or more, each once")
    _require_players(game, TABLE_OF_TWO)
    return _request(args, game, pairs(bots), is_tournament=True)


def read_output(args: argparse.Namespace) -> Output:
    """Returns where the result goes.

    Raises:
        SettingsError: it cannot be written there.
    """
    output = Output(args.json, args.report, getattr(args, "csv", None))
    for option, path in (("--report", output.report), ("--csv", output.csv)):
        if path is not None:
            try:
                require_writable(path)
            except OSError as error:
                raise SettingsError(f"{option}: {legible(path)} cannot be written: {error.strerror}") from error
    if output.report and output.csv and output.report.resolve() == output.csv.resolve():
        raise SettingsError(f"--report: {legible(output.report)} is the file of --csv; allowed: another one")
    return output


def _request(
    args: argparse.Namespace, game: AnyGame, line_ups: tuple[tuple[str, ...], ...], *, is_tournament: bool
) -> StudyRequest:
    for name in dict.fromkeys(name for line_up in line_ups for name in line_up):
        try:
            load_bot(name, game.name)
        except Illegal as refusal:
            raise SettingsError(f"--bots: {legible(name)}: {refusal.message}") from refusal
    games = _number("--games", args.games, MOST)
    study = Study(
        game=game.name,
        options=_options(game, args.option, len(line_ups[0])),
        line_ups=line_ups,
        games=games,
        seed=_seed(args.seed, args.shard),
        is_tournament=is_tournament,
    )
    if args.scheduler is not None and args.jobs is not None:
        raise SettingsError("--jobs: the scheduler knows its workers; allowed: without --scheduler")
    jobs = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if args.jobs is not None:
        jobs = _number("--jobs", args.jobs, MOST_JOBS)
    return StudyRequest(study, _shard(args.shard, study.total), jobs, args.scheduler, read_output(args))


def _game(name: str | None) -> AnyGame:
    if name is not None and name not in GAMES:
        raise SettingsError(f"--game: there is no game {legible(name)}; allowed: {', '.join(GAMES)}")
    return GAMES[name or next(iter(GAMES))]


def _bots(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _require_players(game: AnyGame, players: int) -> None:
    if players not in game.seats:
        allowed = f"{game.seats[0]} to {game.seats[-1]}"
        raise SettingsError(f"--players: {players} cannot play {game.title}; allowed: {allowed}")


def _options(game: AnyGame, texts: Sequence[str], players: int) -> dict[str, object]:
    chosen = dict(parse_option(text, game.options) for text in texts)
    if strange := next((name for name in chosen if name not in game.options), None):
        allowed = ", ".join(game.options) or "none"
        raise SettingsError(f"--option: {game.title} has no option {legible(strange)}; allowed: {allowed}")
    names = [str(seat) for seat in range(players)]
    try:
        start = parse_start({"game": game.name, "players": names, "options": chosen})
        begin(start)  # the game itself knows which values its options have
    except Illegal as refusal:
        raise SettingsError(f"--option: {refusal.message}") from refusal
    return dict(start.options)


def _number(option: str, text: str, most: int) -> int:
    number = whole_number(text, most)
    if not number:
        raise SettingsError(f"{option}: {legible(text)!r} is no whole number from 1 to {most}")
    return number


def _seed(text: str | None, shard: str | None) -> int:
    if text is None and shard is not None:
        raise SettingsError("--shard: the shards of a study have the same seed; allowed: with --seed")
    # Any seed will do, and is told with the result.
    number = int.from_bytes(os.urandom(4)) & MOST if text is None else whole_number(text, MOST)
    if number is None:
        raise SettingsError(f"--seed: {legible(text)!r} is no whole number from 0 to {MOST}")
    return number


def _shard(text: str | None, total: int) -> Shard:
    if text is None:
        return WHOLE
    number, slash, of = text.partition("/")
    shard = Shard(whole_number(number, MOST) or 0, whole_number(of, MOST) or 0)
    if not slash or not 1 <= shard.number <= shard.of:
        allowed = f"1/{shard.of} to {shard.of}/{shard.of}" if shard.of else "1/4, 2/4, …"
        raise SettingsError(f"--shard: {legible(text)!r} is no shard; allowed: {allowed}")
    if not shard.numbers(total):
        raise SettingsError(f"--shard: {total:,} games are fewer than {shard.of:,} shards; allowed: a game for each")
    return shard
