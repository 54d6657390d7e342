"""`companion referee`: one JSON command a line in, one JSON answer a line out.

This is what other programs (bots, analysis, a second opinion in a dispute) start, often and briefly: it loads the rules
and nothing of the device.
"""

from __future__ import annotations

from typing import Any, BinaryIO

from companion.files.line_reader import LINE_BYTES, encode_line, read_lines
from engine.game import Code, Illegal, Json
from engine.games import GAMES
from engine.queries import advise
from engine.record import AnyRecord, decode, follow, refuse_without_game

_COMMON_QUERIES = ("state", "advise")


def main(stdin: BinaryIO, stdout: BinaryIO) -> int:
    """Answers each line until the input ends.

    Returns:
        The exit status.
    """
    record: AnyRecord | None = None
    for line in read_lines(stdin):
        reply, record = answer_line(line, record)
        stdout.write(encode_line(reply))
        # At once: the program that asks waits for this answer before it goes on.
        stdout.flush()
    return 0


def answer_line(
    line: bytes, record: AnyRecord | None, *, recorded: bool = False
) -> tuple[dict[str, Any], AnyRecord | None]:
    """Returns the answer to one line, and the record after it: the same one unless the line was a legal event.

    Args:
        line: a command, in JSON.
        record: what has happened before; None: nothing.
        recorded: whether it has been played already, perhaps before names had a limit.
    """
    reply, after = apply_line(line, record, recorded=recorded)
    return reply if after is None or after is record else _state_reply(after), after


def apply_line(
    line: bytes, record: AnyRecord | None, *, recorded: bool = False
) -> tuple[dict[str, Any], AnyRecord | None]:
    """Does as `answer_line`, but leaves out the state after an event, which takes longer to tell than to reach."""
    try:
        command = _decode_command(line)
        if is_query(command):
            return _answer_query(command, record), record
        return {}, follow(record, command, recorded=recorded)
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
