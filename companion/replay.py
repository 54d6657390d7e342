"""`companion replay FILE`: plays a record through and tells where it ended, or what is wrong with it."""

from __future__ import annotations

import sys
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from companion.referee import INTERRUPTED, answer, encode, is_query, lines_of
from engine.game import Code, Illegal
from engine.record import Record, decode

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from engine.game import Json

SOUND, ILLEGAL_EVENT, NO_RECORD = range(3)
"""The exit statuses."""

_STATUS = {Code.ILLEGAL: ILLEGAL_EVENT, Code.PHASE: ILLEGAL_EVENT, Code.PLAYERS: ILLEGAL_EVENT}
"""What an event's error makes of the record; any other means that it is none."""


class Fault(NamedTuple):
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
    try:
        with _opened(path) as stream:
            fault = _replay(stream, as_json=as_json)
            sys.stdout.flush()
    except BrokenPipeError:
        with suppress(BrokenPipeError):
            sys.stdout.close()  # nobody reads on; else the interpreter would complain at its end
        return SOUND
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as problem:
        fault = _unreadable(path, problem)
    if fault is None:
        return SOUND
    sys.stderr.write(f"companion replay: {fault.message}\n")
    return fault.status


def recorded(path: str) -> Record | Fault:
    """The record in a file, `-` for the standard input, to be shown again; or the first thing that is wrong with it."""
    try:
        with _opened(path) as stream:
            return _followed(stream)
    except OSError as problem:
        return _unreadable(path, problem)


def _opened(path: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb")


def _unreadable(path: str, problem: OSError) -> Fault:
    return Fault(NO_RECORD, f"{path} cannot be read: {problem.strerror}.")


def _replay(stream: BinaryIO, *, as_json: bool) -> Fault | None:
    """Writes each answer, or the final state of a sound record; returns the first fault."""
    found = _followed(stream, _write if as_json else _ignore)
    if isinstance(found, Fault):
        return found
    if not as_json:
        sys.stdout.write(found.game.describe(found.state) + "\n")
    return None


def _write(reply: Json) -> None:
    sys.stdout.write(encode(reply).decode())


def _ignore(_: Json) -> None:
    """Nobody wants to know."""


def _followed(stream: BinaryIO, tell: Callable[[Json], None] = _ignore) -> Record | Fault:
    """The record after all the lines, each answer told; or the first fault."""
    record: Record | None = None
    fault: Fault | None = None
    for number, line in enumerate(lines_of(stream), 1):
        reply, record = answer(line, record)
        fault = fault or _fault(number, line, reply)
        tell(reply)
    return fault or record or Fault(NO_RECORD, "there is no start event: this is no record.")


def _fault(number: int, line: bytes, reply: dict[str, Any]) -> Fault | None:
    error = reply.get("error")
    if error is None or _only_asks(line):
        return None
    return Fault(_STATUS.get(error["code"], NO_RECORD), f"line {number}: {error['code']}: {error['message']}")


def _only_asks(line: bytes) -> bool:
    """Whether a line is a query: one that has no answer is no fault of the record."""
    try:
        return is_query(decode(line))
    except Illegal:
        return False
