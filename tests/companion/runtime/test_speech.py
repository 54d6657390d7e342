import os
from collections.abc import Iterator
from contextlib import closing
from logging import LogRecord
from logging.handlers import QueueHandler
from pathlib import Path
from queue import SimpleQueue
from subprocess import Popen
from threading import Event
from time import perf_counter

import pytest

from companion.runtime import speech
from companion.runtime.speech import TIMEOUT_S, SpeechSynthesizer
from tests.companion.runtime.mouth import PATIENCE_S, Mouth

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
def told() -> Iterator[SimpleQueue[LogRecord]]:
    told = SimpleQueue[LogRecord]()
    speech.log.addHandler(handler := QueueHandler(told))
    yield told
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


def test_of_many_texts_the_two_newest_wait(mouth: Mouth, announcer: SpeechSynthesizer) -> None:
    announcer.speak("Last round!", "en")
    mouth.hear()
    for text in ("Green: bust!", "Blue: bust!", "Green wins!"):
        announcer.speak(text, "en")
    heard = []
    for _ in range(2):
        mouth.finish()
        heard.append(mouth.hear().words)
    assert heard == ["Blue: bust!", "Green wins!"]


def test_closing_falls_silent_at_once(mouth: Mouth, announcer: SpeechSynthesizer) -> None:
    announcer.speak("Last round!", "en")
    announcer.speak("Blue wins!", "en")
    process, began = mouth.hear().process, perf_counter()
    announcer.close()
    announcer.close()
    assert perf_counter() - began < TIMEOUT_S / 2
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert not mouth.speaks(0)


def test_a_voice_that_hangs_is_ended(mouth: Mouth) -> None:
    with closing(SpeechSynthesizer(volume=1, program=str(mouth.program), longest_s=0.15)) as announcer:
        announcer.speak("Last round!", "en")
        mouth.hear()
        announcer.speak("Blue wins!", "en")
        assert mouth.hear().words == "Blue wins!"


def test_without_a_voice_there_is_silence_and_one_line(caplog: pytest.LogCaptureFixture) -> None:
    with closing(SpeechSynthesizer(volume=1, program="no-such-voice")) as announcer:
        for text in ("Last round!", "Blue wins!"):
            announcer.speak(text, "en")
    assert caplog.messages == ["no-such-voice is not installed: nothing is spoken"]


def test_a_voice_that_fails_is_told_once(mouth: Mouth, told: SimpleQueue[LogRecord]) -> None:
    mouth.program.write_text(FAILING.format(speaking=mouth.program.read_text()))
    with closing(SpeechSynthesizer(volume=1, program=str(mouth.program))) as announcer:
        for words in ("Last round!", "Green: bust!", "Blue wins!"):  # the third is heard when the second has failed
            announcer.speak(words, "en")
            assert mouth.hear().words == words
            mouth.finish()
    assert told.get_nowait().getMessage() == f"{mouth.program} ended with status 3: no sound card"
    assert told.empty()


def test_nobody_waits_for_a_voice_to_start(mouth: Mouth, monkeypatch: pytest.MonkeyPatch) -> None:
    starting, may_start = Event(), Event()

    def start(command: tuple[str, ...], **pipes: int) -> Popen[bytes]:
        starting.set()
        may_start.wait(PATIENCE_S)
        return Popen(command, **pipes)  # type: ignore[call-overload,no-any-return]  # noqa: S603 - the test's own program

    monkeypatch.setattr(speech, "Popen", start)
    with closing(SpeechSynthesizer(volume=1, program=str(mouth.program))) as announcer:
        announcer.speak("Last round!", "en")
        assert starting.wait(PATIENCE_S)
        announcer.speak("Blue wins!", "en")
        assert not mouth.speaks(0)
        may_start.set()
        assert mouth.hear().words == "Last round!"


def test_a_voice_that_does_not_start_is_told_once(mouth: Mouth, told: SimpleQueue[LogRecord]) -> None:
    mouth.program.write_bytes(b"\x00 no program")
    with closing(SpeechSynthesizer(volume=1, program=str(mouth.program))) as announcer:
        announcer.speak("Last round!", "en")
        assert "does not start" in told.get(timeout=PATIENCE_S).getMessage()
        announcer.speak("Blue wins!", "en")
    assert told.empty()
