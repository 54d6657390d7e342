"""`companion replay FILE`: plays a record through and tells where it ended, or what is wrong with it."""

from __future__ import annotations

import json
import sys
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from companion.commands.referee import answer_line, apply_line, is_query
from companion.files.line_reader import UnreadableFile, encode_line, read_file_lines
from engine.dice import dice_key
from engine.game import Code, Illegal, Reveal
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
    found = _replay_file(path, _write_answer if as_json else _taken)
    if isinstance(found, RecordProblem):
        sys.stderr.write(f"companion replay: {found.message}\n")
        return found.status
    if not as_json:
        sys.stdout.write(unturned(found.game.describe(found.state) + _hands_text(found)) + "\n")
    return SOUND


def _hands_text(record: AnyRecord) -> str:
    """Returns the hands that the box had dealt and that were left, once the seed is told."""
    deal, reveal = record.game.deal, record.timeline[-1].event
    if deal is None or record.start.notes.get("dealt") is not True:
        return ""
    if not isinstance(reveal, Reveal):
        return "\nThe box dealt the hands; they are secret until the seed is told."
    hands = deal.hands(dice_key(reveal.seed, record.start.words), record.timeline)
    left = zip(record.state.players, hands, strict=True)
    lines = [f"   {name}  {json.dumps(hand, separators=(',', ':'))}" for name, hand in left]
    return "\n".join(["", "", "Left in the hands that the box had dealt:", *lines])


def read_record(path: str) -> AnyRecord | RecordProblem:
    """Returns the record in a file, `-` for the standard input; or the first thing that is wrong with it."""
    return _replay_file(path)


def _write_answer(line: bytes, record: AnyRecord | None) -> tuple[Json, AnyRecord | None]:
    """Plays a line and writes the answer out."""
    reply, record = answer_line(line, record, recorded=True)
    sys.stdout.write(encode_line(reply).decode())
    return reply, record


_taken = partial(apply_line, recorded=True)
_Play: TypeAlias = "Callable[[bytes, AnyRecord | None], tuple[Json, AnyRecord | None]]"


def _replay_file(path: str, play: _Play = _taken) -> AnyRecord | RecordProblem:
    """Returns the record after all the lines; or the first fault."""
    record: AnyRecord | None = None
    fault: RecordProblem | None = None
    # All lines are read, also those after the first fault: with --json each has its answer.
    try:
        for number, line in enumerate(read_file_lines(path), 1):
            reply, record = play(line, record)
            error = reply.get("error")
            # A query without an answer is no fault of the record.
            if error and not fault and not _is_query_line(line):
                message = f"line {number}: {error['code']}: {unturned(error['message'])}"
                fault = RecordProblem(_STATUS.get(error["code"], NO_RECORD), message)
    except UnreadableFile as problem:
        return RecordProblem(NO_RECORD, str(problem))
    return fault or record or RecordProblem(NO_RECORD, "there is no start event: this is no record.")


def _is_query_line(line: bytes) -> bool:
    try:
        return is_query(decode(line))
    except Illegal:
        return False
