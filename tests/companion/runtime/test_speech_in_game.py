import dataclasses
from contextlib import closing

from msgspec.structs import replace

from companion.composition_root import open_simulated_box
from companion.core.effects import Caption, Effect, Speak
from companion.core.messages import Pressed
from companion.core.model import Model
from companion.program.update import update
from companion.runtime.effect_runner import EffectRunner
from companion.settings.loader import load_settings
from companion.settings.schema import Settings, wiring_from
from companion.tables.claimit.session import record_event
from engine.claimit import LastRound, Roll
from engine.game import Seat, Undo
from hardware.device import Button, Press
from tests.companion.pages.claimit import CALL, CROWDED, QUIET, RICH, SAFE
from tests.companion.pages.sitting import lay
from tests.engine.claimit_boards import drawn

BANK, OK = (Pressed(Press(button), at=0.0) for button in (Button.BANK, Button.OK))


class Parrot:
    def __init__(self) -> None:
        self.told: list[tuple[str, str]] = []

    def speak(self, words: str, language: str) -> None:
        self.told.append((words, language))


def texts(kind: type[Caption | Speak], effects: tuple[Effect, ...]) -> list[str]:
    return [effect.text for effect in effects if isinstance(effect, kind)]


def about_to_call() -> Model:
    return lay(RICH, *CALL[:-1])


def test_a_bust_is_spoken() -> None:
    effects = record_event(lay(CROWDED), Roll((6, 6, 6))).effects
    assert texts(Speak, effects) == ["Green: bust!"]


def test_the_last_round_is_spoken() -> None:
    assert texts(Speak, update(about_to_call(), BANK).effects) == ["Last round!"]


def test_what_is_spoken_is_written_too() -> None:
    called = update(about_to_call(), BANK)
    assert texts(Caption, called.effects) == ["Last round!"]
    assert texts(Caption, update(called.model, OK).effects) == ["Blue, roll!"]


def test_a_turn_that_just_ends_is_not_spoken() -> None:
    assert texts(Speak, update(lay(QUIET, *SAFE), BANK).effects) == []


def test_what_is_told_already_is_not_told_again_by_an_undo() -> None:
    for model in [
        lay(CROWDED, Roll((6, 6, 6), "hand"), Roll((1, 2, 3), "hand"), by_hand=True),
        lay(dataclasses.replace(RICH, last_round=LastRound(called_by=Seat(0), turns_left=1)), *CALL),
    ]:
        effects = record_event(model, Undo()).effects
        assert texts(Caption, effects) == texts(Speak, effects) == [], model


def test_a_muted_table_speaks_as_little_as_it_beeps() -> None:
    effects = update(replace(about_to_call(), sound=False), BANK).effects
    assert (texts(Speak, effects), texts(Caption, effects)[:1]) == ([], ["Last round!"])


def test_the_winners_are_spoken() -> None:
    for blue, said in [("B", "Blue wins!"), ("b", "Green and Blue share the win!")]:
        board = drawn(f"....../....../....../..{blue}.../....../......", players=2)
        last = dataclasses.replace(board, last_round=LastRound(called_by=Seat(0), turns_left=1))
        assert texts(Speak, update(lay(last, *SAFE), BANK).effects) == [said]


def test_the_voice_is_told_the_language_of_the_table() -> None:
    voice = Parrot()
    with closing(open_simulated_box(Settings())) as device:
        EffectRunner(None, device, None, (), voice)(Speak("Letzte Runde!", "de"))
    assert voice.told == [("Letzte Runde!", "de")]


def test_the_volume_is_the_buzzers_too() -> None:
    assert wiring_from(load_settings(None, ["sound.volume=0.25"])).sound_volume == 0.25
