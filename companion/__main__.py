"""The command `companion`, also as `python -m companion`."""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - a checkout may be started with any Python
    sys.exit("companion: Python 3.11 or newer is needed; this is %d.%d" % sys.version_info[:2])  # noqa: UP031 - old, too

try:
    import signal
except KeyboardInterrupt:  # in the first 5 ms, before `run` handles the signal
    sys.exit(130)


def run() -> None:
    """Runs the command of the command line, and exits with its status.

    Ctrl-C ends the program at once and without a message, even during an import. Code that has to clean up enables the
    exception KeyboardInterrupt (`companion.commands.simulate`) or handles the signal (`companion.main`).
    """
    # If the signal is ignored, as with `nohup` or in the background of a script, it stays ignored.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from companion.commands.cli import main  # noqa: PLC0415 - after the signal is set

    try:
        status = main()
    finally:
        # Also after a failed command: an exception must not interrupt the interpreter's exit.
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(status)


if __name__ == "__main__":
    run()
