"""`companion simulate`, `companion tournament` and `companion merge`: games between bots by the thousand."""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.files.ghost_folder import introduce_ghosts
from companion.files.line_reader import UnreadableFile
from companion.files.named_files import legible, open_to_read, open_to_write, write
from companion.files.progress import Progress
from companion.lab.arguments import Output, StudyRequest, read_output, read_simulation, read_tournament
from companion.lab.csv_rows import GameTable, TableError
from companion.lab.games import StudyError
from companion.lab.merging import MergeError, merge_results
from companion.lab.report import report_page
from companion.lab.result import DamagedResult, Result, begin_result, decode_result, encode_result, merge_tallies
from companion.lab.summary import summarize
from companion.lab.text import describe
from companion.lab.workers import ENDING, Workers, WorkersLost, play_in_order, workers_here
from companion.runtime.clock import monotonic_s
from companion.runtime.signals import interrupted_by
from companion.settings.schema import SettingsError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from companion.lab.games import PlayedGame

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
        result = merge_results([(legible(path), _read_result(path)) for path in args.files])
    except (SettingsError, MergeError, UnreadableFile) as error:
        return _refuse("merge", error)
    return _write_result("merge", result, output)


def _run_study(command: str, args: argparse.Namespace, read: Callable[[argparse.Namespace], StudyRequest]) -> int:
    try:
        request = read(args)
        introduce_ghosts(request.study.bots, sys.stderr)
        # What there is, is told, also where a batch system ends the job, or the terminal is closed.
        with interrupted_by(*ENDING), _opened_workers(request) as workers:
            return _play(command, request, workers)
    except (SettingsError, StudyError) as error:
        return _refuse(command, error)


def _opened_workers(request: StudyRequest) -> AbstractContextManager[Workers]:
    keep_games = request.output.csv is not None
    if request.scheduler is None:
        return workers_here(request.jobs, request.study, keep_games=keep_games)
    from companion.lab.cluster import workers_of  # noqa: PLC0415 - an extra that few need

    return workers_of(request.scheduler, request.study, keep_games=keep_games)


def _play(command: str, request: StudyRequest, workers: Workers) -> int:
    result, status, why = begin_result(request.study, request.shard), DONE, ""
    progress = Progress(sys.stderr, result.due, monotonic_s)
    try:
        with _opened_table(request) as write_rows:
            progress.show(0)
            for batch in play_in_order(workers, request.shard.numbers(request.study.total), monotonic_s):
                tallies = merge_tallies([result.tallies, batch.tallies])
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
    """Yields what takes the games of a batch."""
    if request.output.csv is None:
        yield len
        return
    try:
        opened = open_to_write(request.output.csv)
    except OSError as error:
        raise TableError(error.strerror) from error
    with opened as file:
        yield GameTable(file, request.study.players, has_luck=request.study.luck).write


def _write_result(command: str, result: Result, output: Output) -> int:
    if output.as_json:
        sys.stdout.write(json.dumps(encode_result(result)) + "\n")
    elif result.is_telling:
        sys.stdout.write(describe(result, summarize(result.study, result.tallies)))
    if output.report is not None and result.is_telling:
        try:
            write(output.report, report_page(result).encode())
        except OSError as error:
            return _refuse(command, f"--report: {legible(output.report)} cannot be written: {error.strerror}")
    return DONE


def _read_result(path: str) -> Result:
    try:
        with open_to_read(path) as file:
            return decode_result(file.read(MOST_BYTES))
    except DamagedResult as error:
        raise UnreadableFile(f"{legible(path)} {error}") from error
    except OSError as error:
        raise UnreadableFile(f"{legible(path)} cannot be read: {error.strerror}") from error


def _refuse(command: str, reason: object, status: int = WRONG) -> int:
    sys.stderr.write(f"companion {command}: {reason}\n")
    return status
