"""`companion simulate`, `companion tournament` and `companion merge`: games between bots by the thousand.

All that the command line asks for is checked before any work.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from io import FileIO, StringIO
from pathlib import Path
from typing import NamedTuple

from companion.files.line_reader import UnreadableFile
from companion.files.named_files import legible, open_to_read, open_to_write, require_writable, write
from companion.files.progress import Progress
from companion.lab import result as results
from companion.lab.games import PlayedGame, StudyError
from companion.lab.report import report_page
from companion.lab.study import WHOLE, Shard, Study, pairs
from companion.lab.summary import summarize
from companion.lab.text import describe
from companion.lab.workers import ENDING, Workers, WorkersLost, play_in_order, workers_here, workers_of
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
    """Returns what `companion simulate` was asked for. Raises SettingsError: it cannot be."""
    bots = _bots(args.bots)
    players = _number("--players", args.players, MOST) if args.players is not None else len(bots)
    game = _game(args.game)
    _require_players(game, players)
    if len(bots) != players:
        raise SettingsError(f"--bots: {len(bots)} named for {players} players; allowed: one for each, as in a,a,b")
    if args.banks and game.luck is None:
        raise SettingsError(f"--banks: {game.title} knows no bust risk; allowed: in games that do")
    if args.luck and (game.coach is None or not game.dice):
        raise SettingsError(f"--luck: {game.title} has no coach of its rolls; allowed: in games that have one")
    request = _request(args, game, (bots,), is_tournament=False)
    return request._replace(study=replace(request.study, banks=args.banks, luck=args.luck))


def read_tournament(args: argparse.Namespace) -> StudyRequest:
    """Returns what `companion tournament` was asked for. Raises SettingsError: it cannot be."""
    bots, game = _bots(args.bots), _game(args.game)
    if len(bots) < TABLE_OF_TWO or len(set(bots)) < len(bots):
        raise SettingsError("--bots: a tournament is between different bots; allowed: two or more, each once")
    _require_players(game, TABLE_OF_TWO)
    return _request(args, game, pairs(bots), is_tournament=True)


def read_output(args: argparse.Namespace) -> Output:
    """Returns where the result goes. Raises SettingsError: it cannot be written there."""
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
            find_bot(name, game.name)
        except Illegal as refusal:
            raise SettingsError(f"--bots: {legible(name)}: {refusal.message}") from refusal
    games, options = _number("--games", args.games, MOST), _options(game, args.option, len(line_ups[0]))
    if args.seed is None and args.shard is not None:
        raise SettingsError("--shard: the shards of a study have the same seed; allowed: with --seed")
    # Any seed will do, and is told with the result.
    seed = int.from_bytes(os.urandom(4)) & MOST if args.seed is None else whole_number(args.seed, MOST)
    if seed is None:
        raise SettingsError(f"--seed: {legible(args.seed)!r} is no whole number from 0 to {MOST}")
    study = Study(
        game=game.name, options=options, line_ups=line_ups, games=games, seed=seed, is_tournament=is_tournament
    )
    if args.scheduler is not None and args.jobs is not None:
        raise SettingsError("--jobs: the scheduler knows its workers; allowed: without --scheduler")
    # As many as this process may use: in a container or a batch job they are fewer than the machine has.
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
    known = choosable_options(game)
    chosen = dict(parse_option(text, known) for text in texts)
    if strange := next((name for name in chosen if name not in known), None):
        allowed = ", ".join(known) or "none"
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


class TableError(Exception):
    """The table cannot be written any further; the text says why."""


class GameTable:
    """A study as a table: a row for each game, written as the games come."""

    def __init__(self, file: FileIO, players: int, *, has_luck: bool = False) -> None:
        """Writes the head: seats count from 1, and the first begins; a winner is one of the seats, several as `1+3`.

        Args:
            file: without a buffer, so that what cannot be written is told at once, and not when it is closed.
            players: how many sit at a table.
            has_luck: whether the games come with the luck of each seat, which is a win chance from -1 to 1.

        Raises:
            TableError: it cannot be written.
        """
        self._file = file
        seats = [f"seat{seat}" for seat in range(1, players + 1)]
        luck = [f"luck{seat}" for seat in range(1, players + 1) if has_luck]
        self._write_rows([["game", *seats, "winners", "turns", "rolls", "busts", "deficit", *luck]])

    def write(self, games: Iterable[PlayedGame]) -> None:
        rows: list[list[object]] = []
        for number, seating, result, luck in games:
            turns = [turn for own in result.turns for turn in own]
            busts = sum(turn < 0 for turn in turns)
            rolls = busts + sum(max(turn, ~turn) for turn in turns)
            winners = "+".join(str(seat + 1) for seat in result.winners)
            deficit = "" if result.deficit is None else result.deficit
            lucks = (f"{each:.4f}" for each in luck)
            rows.append([number, *seating, winners, result.length, rolls, busts, deficit, *lucks])
        self._write_rows(rows)

    def _write_rows(self, rows: Iterable[Sequence[object]]) -> None:
        text = StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        left = text.getvalue().encode()
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            raise TableError(error.strerror) from error


DONE, WRONG, UNAVAILABLE, INTERRUPTED = 0, 2, 75, 130
"""The exit statuses; those of the command line (`companion.commands.cli`)."""

MOST_BYTES = 64 << 20
"""A larger file is no result."""


def simulate(args: argparse.Namespace) -> int:
    """Plays a study; returns the exit status."""
    return _run_study("simulate", args, read_simulation)


def tournament(args: argparse.Namespace) -> int:
    """Plays a round robin; returns the exit status."""
    return _run_study("tournament", args, read_tournament)


def merge(args: argparse.Namespace) -> int:
    """Puts the shards of a study together; returns the exit status."""
    try:
        output = read_output(args)
        result = results.merge_results([(legible(path), _read_result(path)) for path in args.files])
    except (SettingsError, results.MergeError, UnreadableFile) as error:
        return refuse("merge", error)
    return _write_result("merge", result, output)


def _run_study(command: str, args: argparse.Namespace, read: Callable[[argparse.Namespace], StudyRequest]) -> int:
    try:
        request = read(args)
        # What there is, is told, also where a batch system ends the job, or the terminal is closed.
        keep_games = request.output.csv is not None
        with interrupted_by(*ENDING):
            if request.scheduler is None:
                opened = workers_here(request.jobs, request.study, keep_games=keep_games)
            else:
                opened = workers_of(request.scheduler, request.study, keep_games=keep_games)
            with opened as workers:
                return _play(command, request, workers)
    except (SettingsError, StudyError) as error:
        return refuse(command, error)


def _play(command: str, request: StudyRequest, workers: Workers) -> int:
    result, status, why = results.begin_result(request.study, request.shard), DONE, ""
    progress = Progress(sys.stderr, result.due, monotonic_s)
    try:
        with _opened_table(request) as write_rows:
            progress.show(0)
            for batch in play_in_order(workers, request.shard.numbers(request.study.total), monotonic_s):
                tallies = results.merge_tallies([result.tallies, batch.tallies])
                result = replace(result, played=result.played + len(batch.numbers), tallies=tallies)
                write_rows(batch.games)
                progress.show(result.played)
    except KeyboardInterrupt:
        status, why = INTERRUPTED, "interrupted"
    except WorkersLost as error:
        status, why = UNAVAILABLE, str(error)
    except TableError as error:
        status, why = WRONG, f"--csv: {error}"
    finally:
        progress.clear()
    if status:
        sys.stderr.write(f"companion {command}: {why} after {result.played:,} of {result.due:,} games\n")
    return _write_result(command, result, request.output) or status


@contextmanager
def _opened_table(request: StudyRequest) -> Iterator[Callable[[Sequence[PlayedGame]], object]]:
    if request.output.csv is None:
        yield len
        return
    try:
        opened = open_to_write(request.output.csv)
    except OSError as error:
        raise TableError(error.strerror) from error
    with opened as file:
        yield GameTable(file, request.study.players, has_luck=request.study.luck).write


def _write_result(command: str, result: results.Result, output: Output) -> int:
    if output.as_json:
        sys.stdout.write(json.dumps(results.encode_result(result)) + "\n")
    elif result.is_telling:
        sys.stdout.write(describe(result, summarize(result.study, result.tallies)))
    if output.report is not None and result.is_telling:
        try:
            write(output.report, report_page(result).encode())
        except OSError as error:
            return refuse(command, f"--report: {legible(output.report)} cannot be written: {error.strerror}")
    return DONE


def _read_result(path: str) -> results.Result:
    try:
        with open_to_read(path) as file:
            return results.decode_result(file.read(MOST_BYTES))
    except results.DamagedResult as error:
        raise UnreadableFile(f"{legible(path)} {error}") from error
    except OSError as error:
        raise UnreadableFile(f"{legible(path)} cannot be read: {error.strerror}") from error


def refuse(command: str, reason: object, status: int = WRONG) -> int:
    """Writes in one line why a command cannot be done, or not to its end; returns the exit status."""
    sys.stderr.write(f"companion {command}: {reason}\n")
    return status
