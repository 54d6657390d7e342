"""The coach's process: it computes win chances while the table plays on.

The table starts it (`companion.runtime.coach_process`); nobody types it. Its standard input has pickled questions, its
standard output a pickled answer for each: both ends are this program.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, BinaryIO

from engine.coach import Advice, Analysis, analyse_record
from engine.game import EngineError, Json
from engine.games import GAMES
from engine.record import follow

NICENESS = 10
"""The table, its lights and its page come first."""


def advise(game: str, state: Any) -> Advice | None:  # noqa: ANN401 - each game's own
    """Returns what the coach says of a position; None where it has nothing to say."""
    coach = GAMES[game].coach
    return None if coach is None else coach.advise(state)


def analyse(events: list[Json]) -> Analysis | None:
    """Returns what the coach says of a whole game, given as its record in the notation."""
    return analyse_record(follow(None, *events))


QUESTIONS: Mapping[str, Callable[..., Any]] = {
    "advise": advise,
    "analyse": analyse,
}


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answers questions, each a name and its arguments, until there are no more."""
    with suppress(EOFError):
        while True:
            name, *arguments = pickle.load(questions)  # noqa: S301 - it is our own process
            answer = None
            try:
                answer = QUESTIONS[name](*arguments)
            except EngineError as error:  # what was learned is damaged
                sys.stderr.write(f"companion: the coach cannot say: {error}\n")
            pickle.dump(answer, answers)
            answers.flush()


if __name__ == "__main__":
    os.nice(NICENESS)
    serve(sys.stdin.buffer, sys.stdout.buffer)
