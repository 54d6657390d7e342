"""Answers for the bots of the house and of plug-ins: the table runs it as a process of its own, so no press waits.

Each request is a line with a number of bytes, and so many bytes: a pickle of the bot's name, what it may see and what
its chance is made of. Each answer is a line of JSON: `{"event":…}` in the game's notation, null where the bot rolls.
It ends with its input. Only the table writes to it.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from typing import BinaryIO

from engine.bot import BotView, chance_from
from engine.bots import find_bot
from engine.games import GAMES

NICENESS = 10
"""Whoever presses comes first, also on a machine with one core."""


def main(stdin: BinaryIO, stdout: BinaryIO) -> int:
    """Answers until the input ends; what a bot raises ends it, and the traceback stands in the log."""
    for line in stdin:
        # What is read was written by the table itself: nobody else has the other end of the pipe.
        request: tuple[str, BotView[object], bytes] = pickle.loads(stdin.read(int(line)))  # noqa: S301
        bot, view, seed = request
        event = find_bot(bot, view.game).decide(view, chance_from(seed))
        answer = {"event": None if event is None else GAMES[view.game].format(event)}
        stdout.write(json.dumps(answer).encode() + b"\n")
        stdout.flush()
    return 0


if __name__ == "__main__":
    os.nice(NICENESS)
    sys.exit(main(sys.stdin.buffer, sys.stdout.buffer))
