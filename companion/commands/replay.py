"""`companion replay FILE`: plays a record through and tells where it ended, or what is wrong with it."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from companion.commands.referee import answer, apply_line, is_query
from companion.files.line_reader import UnreadableFile, encode_line, read_file_lines
from engine.game import Code, Illegal
from engine.record import AnyRecord, decode
from engine.starts import unturned

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.game import Json

SOUND, ILLEGAL_EVENT, NO_RECORD = range(3)
"""The exit statuses."""

_STATUS = {Code.ILLEGAL: ILLEGAL_EVENT, Code.PHASE: ILLEGAL_EVENT, Code.PLAYERS: ILLEGAL_EVENT}
"""What an event's error makes of the record; any other means that it is none."""


class RecordProblem(NamedTuple):
    """What is wrong with a record."""

    status: int
    """The exit status."""
    message: str
    """Which line and which rule, for people."""


def main(path: str, *, as_json: bool) -> int:
    """Replays a file, `-` for the standard input.

    Returns:
        The exit status: 0 the record is sound, 1 an event in it is illegal, 2 it cannot be read or is no record.
    """
    found = _replay_file(path, _written if as_json else _taken)
    if isinstance(found, RecordProblem):
        sys.stderr.write(f"companion replay: {found.message}\n")
        return found.status
    if not as_json:
        sys.stdout.write(unturned(found.game.describe(found.state)) + "\n")
    return SOUND


def read_record(path: str) -> AnyRecord | RecordProblem:
    """The record in a file, `-` for the standard input, to be shown again; or the first thing that is wrong with it."""
    return _replay_file(path)


def _written(line: bytes, record: AnyRecord | None) -> tuple[Json, AnyRecord | None]:
    """The answer to a line, which is written out."""
    reply, record = answer(line, record, recorded=True)
    sys.stdout.write(encode_line(reply).decode())
    return reply, record


_taken = partial(apply_line, recorded=True)
_Play: TypeAlias = "Callable[[bytes, AnyRecord | None], tuple[Json, AnyRecord | None]]"


def _replay_file(path: str, play: _Play = _taken) -> AnyRecord | RecordProblem:
    """The record after all the lines; or the first fault."""
    record: AnyRecord | None = None
    fault: RecordProblem | None = None
    try:
        for number, line in enumerate(read_file_lines(path), 1):
            reply, record = play(line, record)
            fault = fault or _problem(number, line, reply)
    except UnreadableFile as problem:
        return RecordProblem(NO_RECORD, str(problem))
    return fault or record or RecordProblem(NO_RECORD, "there is no start event: this is no record.")


def _problem(number: int, line: bytes, reply: Json) -> RecordProblem | None:
    error = reply.get("error")
    if error is None or _only_asks(line):
        return None
    message = f"line {number}: {error['code']}: {unturned(error['message'])}"
    return RecordProblem(_STATUS.get(error["code"], NO_RECORD), message)


def _only_asks(line: bytes) -> bool:
    """Whether a line is a query: one that has no answer is no fault of the record."""
    try:
        return is_query(decode(line))
    except Illegal:
        return False
