"""The program of a worker process. It imports nothing else of the companion, because each module costs memory."""

import os
import pickle
import select
import sys
from contextlib import suppress
from threading import Thread
from traceback import format_exc

NICENESS = 10


def main() -> None:
    """Runs the jobs from standard input and writes their answers to standard output, until the companion ends."""
    with suppress(OSError):  # the service's sandbox refuses it
        os.nice(NICENESS)
    Thread(target=_end_with_companion, daemon=True).start()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # The output of a job that prints must not be mixed with the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with suppress(EOFError, OSError):  # the companion has ended
        while True:
            function, arguments = pickle.load(sys.stdin.buffer)  # noqa: S301 - of our own process
            answer: tuple[object, Exception | None]
            try:
                answer = function(*arguments), None
            except Exception as problem:  # noqa: BLE001 - the exception is passed to the companion
                problem.add_note(format_exc())
                answer = None, problem
            pickle.dump(answer, answers)
            answers.flush()


def _end_with_companion() -> None:
    """Ends the process, also during a job, when the other end of standard input is closed."""
    hangup = select.poll()
    hangup.register(sys.stdin, 0)
    hangup.poll()
    os._exit(1)
