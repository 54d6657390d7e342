"""`companion referee`: reads one JSON command per line and writes one JSON answer per line.

`companion replay` reads a file in the same way. Other programs start the referee often and for a short time, so it
loads only the rules and nothing of the device.
"""

import sys
from argparse import Namespace
from typing import Any, BinaryIO

from companion.files import LINE_BYTES, UnreadableFile, encode_line, read_file_lines, read_lines
from engine.game import Code, Illegal, Json
from engine.games import GAMES
from engine.record import AnyRecord, decode, play_json, raise_no_game
from engine.starts import without_bidi_controls

_COMMON_QUERIES = ("state", "advise")


def main(_: object) -> int:
    """Answers each line of the standard input until it ends. Returns the exit status."""
    return answer_lines(sys.stdin.buffer, sys.stdout.buffer)


def answer_lines(stdin: BinaryIO, stdout: BinaryIO) -> int:
    record: AnyRecord | None = None
    for line in read_lines(stdin):
        reply, record = answer_line(line, record)
        stdout.write(encode_line(reply))
        stdout.flush()  # the calling program waits for this answer
    return 0


def answer_line(line: bytes, record: AnyRecord | None) -> tuple[dict[str, Any], AnyRecord | None]:
    """Returns the answer to one line of JSON, and the record after it, which only a legal event changes."""
    reply, after = apply_line(line, record)
    if after is not None and after is not record:
        reply = _state_reply(after)
    return reply, after


def apply_line(line: bytes, record: AnyRecord | None) -> tuple[dict[str, Any], AnyRecord | None]:
    """Returns the same as `answer_line`; after an event the answer is empty, because a state is slow to encode."""
    try:
        command = _decode_command(line)
        if is_query(command):
            return _answer_query(command, record), record
        return {}, play_json(record, command)
    except Illegal as refusal:
        return {"error": {"code": refusal.code.value, "message": refusal.message}}, record


def is_query(command: Json) -> bool:
    """Returns whether a command is a query; all others are events."""
    return "query" in command and "event" not in command


def _decode_command(line: bytes) -> Json:
    if len(line) > LINE_BYTES:
        raise Illegal(Code.SYNTAX, f"A line is at most {LINE_BYTES} bytes long; this one is longer.")
    return decode(line)


def _answer_query(query: Json, record: AnyRecord | None) -> dict[str, Any]:
    # Common queries are answered without loading all games.
    if query["query"] not in _COMMON_QUERIES:
        # Without a game, the queries of all games are known; `raise_no_game` rejects them below.
        games = [record.game] if record else list(GAMES.values())
        known = [*_COMMON_QUERIES, *(name for game in games for name in game.queries)]
        if query["query"] not in known:
            raise Illegal(Code.SYNTAX, f"Unknown query; available: {', '.join(known)}.")
    if record is None:
        raise_no_game()
    match query["query"]:
        case "state":
            return _state_reply(record)
        case "advise":
            from engine.queries import advise  # noqa: PLC0415 - few programs need bots

            return advise(record.game, record.state, query)
        case _:
            return record.game.query(record.state, query)


def _state_reply(record: AnyRecord) -> dict[str, Any]:
    return {"state": record.game.to_json(record.state)}


VALID, ILLEGAL_EVENT, NO_RECORD = range(3)
"""Exit statuses: the record is valid; an event is illegal; the file is not a readable record."""
_EXIT_STATUS = {Code.ILLEGAL: ILLEGAL_EVENT, Code.PHASE: ILLEGAL_EVENT, Code.PLAYERS: ILLEGAL_EVENT}
"""The exit status for an event's error; after any other error the record is invalid."""


def replay(args: Namespace) -> int:
    """Applies all events of a record and prints the final state or the first error (`companion replay FILE`)."""
    record: AnyRecord | None = None
    status, first_error = VALID, ""
    # All lines are read, also those after the first error, because with --json each line has an answer.
    try:
        for number, line in enumerate(read_file_lines(args.file), 1):
            reply, record = (answer_line if args.json else apply_line)(line, record)
            if args.json:
                sys.stdout.write(encode_line(reply).decode())
            error = reply.get("error")
            # A failed query is not an error of the record.
            if error and not first_error and not _is_query_line(line):
                status = _EXIT_STATUS.get(error["code"], NO_RECORD)
                first_error = f"line {number}: {error['code']}: {without_bidi_controls(error['message'])}"
    except UnreadableFile as problem:
        status, first_error = NO_RECORD, str(problem)
    if record is None and not first_error:
        status, first_error = NO_RECORD, "this is not a record: the start event is missing."
    if record is None or first_error:
        sys.stderr.write(f"companion replay: {first_error}\n")
    elif not args.json:
        sys.stdout.write(without_bidi_controls(record.game.describe(record.state)) + "\n")
    return status


def _is_query_line(line: bytes) -> bool:
    try:
        return is_query(decode(line))
    except Illegal:
        return False
