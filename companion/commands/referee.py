"""`companion referee`: one JSON command a line in, one JSON answer a line out. `companion replay` reads a file so.

This is what other programs (bots, analysis, a second opinion in a dispute) start, often and briefly: it loads the rules
and nothing of the device.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from companion.files import LINE_BYTES, UnreadableFile, encode_line, read_file_lines, read_lines
from engine.game import Code, Illegal, Json, Reveal
from engine.games import GAMES
from engine.queries import advise
from engine.record import AnyRecord, decode, follow, refuse_without_game
from engine.starts import without_bidi_controls

_COMMON_QUERIES = ("state", "advise")


def main(stdin: BinaryIO, stdout: BinaryIO) -> int:
    """Answers each line until the input ends. Returns the exit status."""
    record: AnyRecord | None = None
    for line in read_lines(stdin):
        reply, record = answer_line(line, record)
        stdout.write(encode_line(reply))
        # At once: the program that asks waits for this answer before it goes on.
        stdout.flush()
    return 0


def answer_line(line: bytes, record: AnyRecord | None) -> tuple[dict[str, Any], AnyRecord | None]:
    """Returns the answer to one line of JSON, and the record after it: the same one unless it was a legal event."""
    reply, after = apply_line(line, record)
    return reply if after is None or after is record else _state_reply(after), after


def apply_line(line: bytes, record: AnyRecord | None) -> tuple[dict[str, Any], AnyRecord | None]:
    """Does as `answer_line`, but leaves out the state after an event, which takes longer to tell than to reach."""
    try:
        command = _decode_command(line)
        if is_query(command):
            return _answer_query(command, record), record
        return {}, follow(record, command)
    except Illegal as refusal:
        return {"error": {"code": refusal.code.value, "message": refusal.message}}, record


def is_query(command: Json) -> bool:
    """Returns whether a command only asks; all others are events."""
    return "query" in command and "event" not in command


def _decode_command(line: bytes) -> Json:
    if len(line) > LINE_BYTES:
        raise Illegal(Code.SYNTAX, f"A line is at most {LINE_BYTES} bytes long; this one is longer.")
    return decode(line)


def _answer_query(query: Json, record: AnyRecord | None) -> dict[str, Any]:
    # What every game answers: whoever asks for it before a game need not wait until all of them are loaded.
    if query["query"] not in _COMMON_QUERIES:
        # Without a game, a query that some game answers comes too early; one that none answers is a mistake.
        games = [record.game] if record else list(GAMES.values())
        known = [*_COMMON_QUERIES, *(name for game in games for name in game.queries)]
        if query["query"] not in known:
            raise Illegal(Code.SYNTAX, f"There is no such query; there are: {', '.join(known)}.")
    if record is None:
        refuse_without_game()
    match query["query"]:
        case "state":
            return _state_reply(record)
        case "advise":
            return advise(record.game, record.state, query)
        case _:
            return record.game.query(record.state, query)


def _state_reply(record: AnyRecord) -> dict[str, Any]:
    return {"state": record.game.to_json(record.state)}


SOUND, ILLEGAL_EVENT, NO_RECORD = range(3)

_STATUS = {Code.ILLEGAL: ILLEGAL_EVENT, Code.PHASE: ILLEGAL_EVENT, Code.PLAYERS: ILLEGAL_EVENT}
"""What an event's error makes of the record; any other means that it is none."""


class RecordProblem(NamedTuple):
    """What is wrong with a record."""

    status: int
    message: str
    """Which line and which rule, for people."""


def replay(path: str, *, as_json: bool) -> int:
    """`companion replay FILE`: plays a record through and tells where it ended, or what is wrong with it.

    Returns:
        The exit status: 0 the record is sound, 1 an event in it is illegal, 2 it cannot be read or is no record.
    """
    found = read_record(path, _write_answer if as_json else apply_line)
    if isinstance(found, RecordProblem):
        sys.stderr.write(f"companion replay: {found.message}\n")
        return found.status
    if not as_json:
        sys.stdout.write(without_bidi_controls(found.game.describe(found.state) + _hands_text(found)) + "\n")
    return SOUND


def _hands_text(record: AnyRecord) -> str:
    """Returns the hands that the box had dealt and that were left, once the seed is told."""
    deal, reveal = record.game.deal, record.timeline[-1].event
    if deal is None or record.start.notes.get("dealt") is not True:
        return ""
    if not isinstance(reveal, Reveal):
        return "\nThe box dealt the hands; they are secret until the seed is told."
    hands = deal.hands(reveal.seed, record.timeline)
    left = zip(record.state.players, hands, strict=True)
    lines = [f"   {name}  {json.dumps(hand, separators=(',', ':'))}" for name, hand in left]
    return "\n".join(["", "", "Left in the hands that the box had dealt:", *lines])


def _write_answer(line: bytes, record: AnyRecord | None) -> tuple[Json, AnyRecord | None]:
    reply, record = answer_line(line, record)
    sys.stdout.write(encode_line(reply).decode())
    return reply, record


_Play: TypeAlias = "Callable[[bytes, AnyRecord | None], tuple[Json, AnyRecord | None]]"


def read_record(path: str, play: _Play = apply_line) -> AnyRecord | RecordProblem:
    """Returns the record in a file, `-` for the standard input; or the first thing that is wrong with it."""
    record: AnyRecord | None = None
    fault: RecordProblem | None = None
    # All lines are read, also those after the first fault: with --json each has its answer.
    try:
        for number, line in enumerate(read_file_lines(path), 1):
            reply, record = play(line, record)
            error = reply.get("error")
            # A query without an answer is no fault of the record.
            if error and not fault and not _is_query_line(line):
                message = f"line {number}: {error['code']}: {without_bidi_controls(error['message'])}"
                fault = RecordProblem(_STATUS.get(error["code"], NO_RECORD), message)
    except UnreadableFile as problem:
        return RecordProblem(NO_RECORD, str(problem))
    return fault or record or RecordProblem(NO_RECORD, "there is no start event: this is no record.")


def _is_query_line(line: bytes) -> bool:
    try:
        return is_query(decode(line))
    except Illegal:
        return False
