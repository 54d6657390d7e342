"""Speech through espeak-ng, if it is installed."""

import logging
from collections import deque
from shutil import which
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from threading import Condition, Thread

log = logging.getLogger(__name__)

PROGRAM = "espeak-ng"
NORMAL_AMPLITUDE = 100
"""The default amplitude of espeak-ng; twice as much clips."""
QUEUE_LENGTH = 2
"""Maximum number of texts in the queue; older texts are out of date and dropped."""
TIMEOUT_S = 10.0
"""Timeout of a text in seconds: the program may hang without a sound card, and is then killed."""


class SpeechSynthesizer:
    """Speaks queued texts in its own thread, which sleeps while the queue is empty."""

    def __init__(self, volume: float, program: str = PROGRAM, timeout_s: float = TIMEOUT_S) -> None:
        """Searches for the program, which must have the options of espeak-ng; without it, speech is off.

        The volume is 0 to 1. A text is stopped after `timeout_s` seconds.
        """
        self._program = which(program)
        self._amplitude = round(NORMAL_AMPLITUDE * volume)
        self._timeout_s = timeout_s
        self._changed = Condition()
        self._waiting = deque[tuple[str, str]](maxlen=QUEUE_LENGTH)
        """Texts with the two-letter code of their language, which is also the name of espeak-ng's voice."""
        self._process: Popen[bytes] | None = None
        self._failed = False
        self._closing = self._program is None
        self._thread = Thread(target=self._run, name="speech", daemon=True)
        self._thread.start()
        if self._program is None:
            log.warning("%s is not installed: speech is off", program)

    def speak(self, text: str, language: str) -> None:
        with self._changed:
            self._waiting.append((text, language))
            self._changed.notify_all()

    def close(self) -> None:
        """Stops speaking at once. May be called twice."""
        with self._changed:
            self._closing = True
            if self._process is not None:
                self._process.kill()
            self._changed.notify_all()
        self._thread.join()

    def _run(self) -> None:
        try:
            while True:
                with self._changed:
                    self._changed.wait_for(lambda: self._waiting or self._closing)
                    if self._closing:
                        return
                    text, language = self._waiting.popleft()
                self._say(text, language)
        except OSError as error:
            log.warning("%s does not start: speech is off: %s", self._program, error)

    def _say(self, text: str, language: str) -> None:
        """Speaks the text to its end. Raises OSError: the program does not start."""
        # Two dashes, so that a name that begins with a dash is not an option.
        options = ("-a", str(self._amplitude), "-v", language, "-b", "1")  # UTF-8 with any locale
        command = (str(self._program), *options, "--", text)
        # Started without the lock, because `speak` must not wait for a new process. Meanwhile `close` may have been
        # called, which is checked below.
        process = Popen(command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)  # noqa: S603 - found on the PATH
        with self._changed:
            self._process = process
            if self._closing:
                process.kill()
        try:
            _, stderr = process.communicate(timeout=self._timeout_s)
        except TimeoutExpired:
            process.kill()
            _, stderr = process.communicate()
        with self._changed:
            self._process = None
        # A negative status comes from `kill`. Only the first failure is logged, because usually all texts fail.
        if process.returncode > 0 and not self._failed:
            self._failed = True
            errors = stderr.decode(errors="replace").strip()
            reason = errors.splitlines()[-1] if errors else "no error message"
            log.warning("%s ended with status %d: %s", self._program, process.returncode, reason)
