"""`companion simulate`, `companion tournament` and `companion merge`: games between bots by the thousand."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.commands.simulate.arguments import Output, StudyRequest, read_output, read_simulation, read_tournament
from companion.commands.simulate.csv_rows import GameTable
from companion.commands.simulate.progress import Progress
from companion.commands.simulate.text import describe
from companion.commands.simulate.workers import Workers, WorkersLost, play_in_order, workers_here
from companion.files.line_reader import UnreadableFile
from companion.files.named_files import legible, open_to_read, write
from companion.runtime.clock import monotonic_s
from companion.settings.schema import SettingsError
from companion.studies.games import StudyError
from companion.studies.merging import MergeError, merge_results
from companion.studies.report import report_page
from companion.studies.result import DamagedResult, Result, begin_result, decode_result, encode_result, merge_tallies
from companion.studies.summary import summarize

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable
    from contextlib import AbstractContextManager

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
        with _opened_workers(request) as workers, ExitStack() as files:
            return _play(command, request, workers, files)
    except (SettingsError, StudyError) as error:
        return _refuse(command, error)


def _opened_workers(request: StudyRequest) -> AbstractContextManager[Workers]:
    keep_games = request.output.csv is not None
    if request.scheduler is None:
        return workers_here(request.jobs, request.study, keep_games=keep_games)
    from companion.commands.simulate.cluster import workers_of  # noqa: PLC0415 - an extra that few need

    return workers_of(request.scheduler, request.study, keep_games=keep_games)


def _play(command: str, request: StudyRequest, workers: Workers, files: ExitStack) -> int:
    result = begin_result(request.study, request.shard)
    table = None
    if request.output.csv is not None:
        table = GameTable(files.enter_context(request.output.csv.open("w", encoding="utf-8")), request.study.players)
    progress, status, why = Progress(sys.stderr, result.due, monotonic_s), DONE, ""
    try:
        progress.show(0)
        for batch in play_in_order(workers, request.shard.numbers(request.study.total), monotonic_s):
            tallies = merge_tallies([result.tallies, batch.tallies])
            result = replace(result, played=result.played + len(batch.numbers), tallies=tallies)
            if table is not None:
                table.write(batch.games)
            progress.show(result.played)
    except KeyboardInterrupt:
        status, why = INTERRUPTED, "interrupted"
    except WorkersLost as error:
        status, why = UNAVAILABLE, str(error)
    finally:
        progress.clear()
    if status:
        sys.stderr.write(f"companion {command}: {why} after {result.played:,} of {result.due:,} games\n")
    return _write_result(command, result, request.output) or status


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
