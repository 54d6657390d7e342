"""The command `companion`, also as `python -m companion`."""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - a checkout may be started with any Python
    sys.exit("companion: Python 3.11 or newer is needed; this is %d.%d" % sys.version_info[:2])  # noqa: UP031 - old, too

try:
    import signal
except KeyboardInterrupt:  # the first 5 ms, before `run` can end the program without a word
    sys.exit(130)


def run() -> None:
    """Runs the command that the command line names, and ends the program with its exit status.

    Ctrl-C ends the program at once and without a word, as other programs do, also in the middle of an import: as an
    exception it could come where nobody catches it, and where it is only told of. What has something to put in order
    asks for the exception (`companion.runtime.signals`), or handles the signal (`companion.main`).
    """
    # Where it is ignored, as behind `nohup` or in the background of a script, it stays so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from companion.commands.cli import main  # noqa: PLC0415 - only now

    try:
        status = main()
    finally:
        # What the command has set may have gone wrong halfway; the interpreter's end is not to be interrupted either.
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(status)


if __name__ == "__main__":
    run()
