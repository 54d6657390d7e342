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


class Call(NamedTuple):
    process: int
    arguments: list[str]

    @property
    def words(self) -> str:
        return self.arguments[-1]


class FakeSpeaker:
    """The test's end of the fake program: one pipe reports the calls, one ends them."""

    def __init__(self, folder: Path) -> None:
        self.program = folder / "espeak-ng"
        received, gate = folder / "heard", folder / "gate"
        for pipe in (received, gate):
            os.mkfifo(pipe)
        self._calls, self._gate = (os.open(pipe, os.O_RDWR) for pipe in (received, gate))
        self.program.write_text(PROGRAM.format(received=received, gate=gate))
        self.program.chmod(0o755)

    def is_called(self, within_s: float = WAIT_S) -> bool:
        return bool(select([self._calls], [], [], within_s)[0])

    def next_call(self) -> Call:
        line = b""
        while not line.endswith(b"\n"):
            if not self.is_called():
                raise TimeoutError(line)
            line += os.read(self._calls, 4096)
        process, *arguments, _ = line.decode().split("\037")
        return Call(int(process), arguments)

    def finish(self) -> None:
        os.write(self._gate, b"\n")

    def close(self) -> None:
        for pipe in (self._calls, self._gate):
            os.close(pipe)


FAILING = """{speaking}
echo "ALSA lib: trying card 0" >&2
echo "no sound card" >&2
exit 3
"""


@pytest.fixture
def speaker(tmp_path: Path) -> Iterator[FakeSpeaker]:
    with closing(FakeSpeaker(tmp_path)) as speaker:
        yield speaker


@pytest.fixture
def announcer(speaker: FakeSpeaker) -> Iterator[SpeechSynthesizer]:
    with closing(SpeechSynthesizer(volume=0.8, program=str(speaker.program))) as announcer:
        yield announcer


@pytest.fixture
def log_records() -> Iterator[SimpleQueue[LogRecord]]:
    log_records = SimpleQueue[LogRecord]()
    speech.log.addHandler(handler := QueueHandler(log_records))
    yield log_records
    speech.log.removeHandler(handler)


def test_a_text_is_spoken_in_its_language(speaker: FakeSpeaker, announcer: SpeechSynthesizer) -> None:
    announcer.speak("Grün: Pech gehabt!", "de")
    assert speaker.next_call().arguments == ["-a", "80", "-v", "de", "-b", "1", "--", "Grün: Pech gehabt!"]


def test_a_text_is_spoken_after_the_one_before(speaker: FakeSpeaker, announcer: SpeechSynthesizer) -> None:
    announcer.speak("Last round!", "en")
    speaker.next_call()
    announcer.speak("Blue wins!", "en")
    speaker.finish()
    assert speaker.next_call().words == "Blue wins!"


def test_only_the_two_newest_texts_wait_to_be_spoken(speaker: FakeSpeaker, announcer: SpeechSynthesizer) -> None:
    announcer.speak("Last round!", "en")
    speaker.next_call()
    for text in ("Green: bust!", "Blue: bust!", "Green wins!"):
        announcer.speak(text, "en")
    received = []
    for _ in range(2):
        speaker.finish()
        received.append(speaker.next_call().words)
    assert received == ["Blue: bust!", "Green wins!"]


def test_closing_stops_the_speech(speaker: FakeSpeaker, announcer: SpeechSynthesizer) -> None:
    announcer.speak("Last round!", "en")
    announcer.speak("Blue wins!", "en")
    process, began = speaker.next_call().process, perf_counter()
    announcer.close()
    announcer.close()
    assert perf_counter() - began < TIMEOUT_S / 2
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert not speaker.is_called(0)


def test_a_hanging_speech_program_is_killed(speaker: FakeSpeaker) -> None:
    with closing(SpeechSynthesizer(volume=1, program=str(speaker.program), timeout_s=0.15)) as announcer:
        announcer.speak("Last round!", "en")
        speaker.next_call()
        announcer.speak("Blue wins!", "en")
        assert speaker.next_call().words == "Blue wins!"


def test_a_missing_speech_program_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    with closing(SpeechSynthesizer(volume=1, program="no-such-voice")) as announcer:
        for text in ("Last round!", "Blue wins!"):
            announcer.speak(text, "en")
    assert caplog.messages == ["no-such-voice is not installed: speech is off"]


def test_a_failing_speech_program_is_logged_once(speaker: FakeSpeaker, log_records: SimpleQueue[LogRecord]) -> None:
    speaker.program.write_text(FAILING.format(speaking=speaker.program.read_text()))
    with closing(SpeechSynthesizer(volume=1, program=str(speaker.program))) as announcer:
        for words in ("Last round!", "Green: bust!", "Blue wins!"):  # the third is spoken when the second has failed
            announcer.speak(words, "en")
            assert speaker.next_call().words == words
            speaker.finish()
    assert log_records.get_nowait().getMessage() == f"{speaker.program} ended with status 3: no sound card"
    assert log_records.empty()


BANK, OK = (Pressed(Press(button), at=0.0) for button in (Button.BANK, Button.OK))


def texts(kind: type[Caption | Speak], effects: tuple[Effect, ...]) -> list[str]:
    return [effect.text for effect in effects if isinstance(effect, kind)]


def before_last_round() -> Model:
    return set_up(RICH, *CALL[:-1])


def test_an_undo_repeats_no_announcement() -> None:
    for model in [
        set_up(CROWDED, Roll((6, 6, 6), "hand"), Roll((1, 2, 3), "hand"), by_hand=True),
        set_up(dataclasses.replace(RICH, last_round=LastRound(called_by=Seat(0), turns_left=1)), *CALL),
    ]:
        effects = record_event(model, Undo()).effects
        assert texts(Caption, effects) == texts(Speak, effects) == [], model


def test_a_muted_game_does_not_speak() -> None:
    effects = update(replace(before_last_round(), sound=False), BANK).effects
    assert (texts(Speak, effects), texts(Caption, effects)[:1]) == ([], ["Last round!"])


def test_the_winners_are_spoken() -> None:
    for blue, sentence in [("B", "Blue wins!"), ("b", "Green and Blue share the win!")]:
        board = drawn(f"....../....../....../..{blue}.../....../......", players=2)
        last = dataclasses.replace(board, last_round=LastRound(called_by=Seat(0), turns_left=1))
        assert texts(Speak, update(set_up(last, *SAFE), BANK).effects) == [sentence]
