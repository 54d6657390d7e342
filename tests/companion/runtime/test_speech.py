"""The voice with a fake espeak-ng that reports its calls, and the spoken texts of a game."""

import dataclasses
import os
from collections.abc import Iterator
from contextlib import closing
from logging import LogRecord
from logging.handlers import QueueHandler
from pathlib import Path
from queue import SimpleQueue
from select import select
from time import perf_counter
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion.core.effects import Caption, Effect, Speak
from companion.core.messages import Pressed
from companion.core.model import Model
from companion.program.update import update
from companion.runtime import speech
from companion.runtime.speech import TIMEOUT_S, SpeechSynthesizer
from companion.tables.claimit.session import record_event
from engine.claimit import LastRound, Roll
from engine.game import Seat, Undo
from hardware.device import Button, Press
from tests.companion.pages.claimit import CALL, CROWDED, RICH, SAFE
from tests.companion.pages.sitting import set_up
from tests.engine.claimit_boards import drawn

WAIT_S = 20.0
PROGRAM = """#!/bin/sh
{{ printf '%s\\037' $$ "$@"; echo; }} > {received}
read _ < {gate}
"""


class Said(NamedTuple):
    process: int
    arguments: list[str]

    @property
    def words(self) -> str:
        return self.arguments[-1]


class Mouth:
    """The test's end of the fake program: one pipe reports the calls, one ends them."""

    def __init__(self, folder: Path) -> None:
        self.program = folder / "espeak-ng"
        received, gate = folder / "heard", folder / "gate"
        for pipe in (received, gate):
            os.mkfifo(pipe)
        self._heard, self._gate = (os.open(pipe, os.O_RDWR) for pipe in (received, gate))
        self.program.write_text(PROGRAM.format(received=received, gate=gate))
        self.program.chmod(0o755)

    def speaks(self, within_s: float = WAIT_S) -> bool:
        """Returns whether an unread call arrives within the time."""
        return bool(select([self._heard], [], [], within_s)[0])

    def hear(self) -> Said:
        """Returns the next call.

        Raises:
            TimeoutError: no call came within the timeout.
        """
        line = b""
        while not line.endswith(b"\n"):
            if not self.speaks():
                raise TimeoutError(line)
            line += os.read(self._heard, 4096)
        process, *arguments, _ = line.decode().split("\037")
        return Said(int(process), arguments)

    def finish(self) -> None:
        os.write(self._gate, b"\n")

    def close(self) -> None:
        for pipe in (self._heard, self._gate):
            os.close(pipe)


FAILING = """{speaking}
echo "ALSA lib: trying card 0" >&2
echo "no sound card" >&2
exit 3
"""


@pytest.fixture
def mouth(tmp_path: Path) -> Iterator[Mouth]:
    with closing(Mouth(tmp_path)) as mouth:
        yield mouth


@pytest.fixture
def announcer(mouth: Mouth) -> Iterator[SpeechSynthesizer]:
    with closing(SpeechSynthesizer(volume=0.8, program=str(mouth.program))) as announcer:
        yield announcer


@pytest.fixture
def shown() -> Iterator[SimpleQueue[LogRecord]]:
    shown = SimpleQueue[LogRecord]()
    speech.log.addHandler(handler := QueueHandler(shown))
    yield shown
    speech.log.removeHandler(handler)


def test_a_text_is_spoken_in_its_language(mouth: Mouth, announcer: SpeechSynthesizer) -> None:
    announcer.speak("Grün: Pech gehabt!", "de")
    assert mouth.hear().arguments == ["-a", "80", "-v", "de", "-b", "1", "--", "Grün: Pech gehabt!"]


def test_a_text_is_spoken_after_the_one_before(mouth: Mouth, announcer: SpeechSynthesizer) -> None:
    announcer.speak("Last round!", "en")
    mouth.hear()
    announcer.speak("Blue wins!", "en")
    mouth.finish()
    assert mouth.hear().words == "Blue wins!"


def test_only_the_two_newest_texts_wait_to_be_spoken(mouth: Mouth, announcer: SpeechSynthesizer) -> None:
    announcer.speak("Last round!", "en")
    mouth.hear()
    for text in ("Green: bust!", "Blue: bust!", "Green wins!"):
        announcer.speak(text, "en")
    received = []
    for _ in range(2):
        mouth.finish()
        received.append(mouth.hear().words)
    assert received == ["Blue: bust!", "Green wins!"]


def test_closing_stops_the_speech(mouth: Mouth, announcer: SpeechSynthesizer) -> None:
    announcer.speak("Last round!", "en")
    announcer.speak("Blue wins!", "en")
    process, began = mouth.hear().process, perf_counter()
    announcer.close()
    announcer.close()
    assert perf_counter() - began < TIMEOUT_S / 2
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert not mouth.speaks(0)


def test_a_hanging_speech_program_is_killed(mouth: Mouth) -> None:
    with closing(SpeechSynthesizer(volume=1, program=str(mouth.program), timeout_s=0.15)) as announcer:
        announcer.speak("Last round!", "en")
        mouth.hear()
        announcer.speak("Blue wins!", "en")
        assert mouth.hear().words == "Blue wins!"


def test_a_missing_speech_program_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    with closing(SpeechSynthesizer(volume=1, program="no-such-voice")) as announcer:
        for text in ("Last round!", "Blue wins!"):
            announcer.speak(text, "en")
    assert caplog.messages == ["no-such-voice is not installed: speech is off"]


def test_a_failing_speech_program_is_logged_once(mouth: Mouth, shown: SimpleQueue[LogRecord]) -> None:
    mouth.program.write_text(FAILING.format(speaking=mouth.program.read_text()))
    with closing(SpeechSynthesizer(volume=1, program=str(mouth.program))) as announcer:
        for words in ("Last round!", "Green: bust!", "Blue wins!"):  # the third is spoken when the second has failed
            announcer.speak(words, "en")
            assert mouth.hear().words == words
            mouth.finish()
    assert shown.get_nowait().getMessage() == f"{mouth.program} ended with status 3: no sound card"
    assert shown.empty()


BANK, OK = (Pressed(Press(button), at=0.0) for button in (Button.BANK, Button.OK))


def texts(kind: type[Caption | Speak], effects: tuple[Effect, ...]) -> list[str]:
    return [effect.text for effect in effects if isinstance(effect, kind)]


def about_to_call() -> Model:
    return set_up(RICH, *CALL[:-1])


def test_an_undo_announces_nothing_again() -> None:
    for model in [
        set_up(CROWDED, Roll((6, 6, 6), "hand"), Roll((1, 2, 3), "hand"), by_hand=True),
        set_up(dataclasses.replace(RICH, last_round=LastRound(called_by=Seat(0), turns_left=1)), *CALL),
    ]:
        effects = record_event(model, Undo()).effects
        assert texts(Caption, effects) == texts(Speak, effects) == [], model


def test_a_muted_game_does_not_speak() -> None:
    effects = update(replace(about_to_call(), sound=False), BANK).effects
    assert (texts(Speak, effects), texts(Caption, effects)[:1]) == ([], ["Last round!"])


def test_the_winners_are_spoken() -> None:
    for blue, said in [("B", "Blue wins!"), ("b", "Green and Blue share the win!")]:
        board = drawn(f"....../....../....../..{blue}.../....../......", players=2)
        last = dataclasses.replace(board, last_round=LastRound(called_by=Seat(0), turns_left=1))
        assert texts(Speak, update(set_up(last, *SAFE), BANK).effects) == [said]
