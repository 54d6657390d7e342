"""The buzzer: what its pin sounds."""

from collections.abc import Iterator

import pytest
from gpiozero import Factory
from gpiozero.pins import PinInfo
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.buzzer import Buzzer
from hardware.device import PartError, PartFault, Tone
from hardware.simulated.buses import simulated_pins
from hardware.wiring import Pin

TIMEOUT_S = 20.0
LONG_S = 60.0
"""Longer than any test."""


class RecordingPin(MockPWMPin):  # type: ignore[misc]  # published without types
    """A pin that records its tones and the duty cycles that it was set to."""

    def __init__(self, factory: Factory, info: PinInfo) -> None:
        self.tones: list[Tone] = []
        self.shares: set[float] = set()
        self._began = 0.0
        super().__init__(factory, info)

    def _set_frequency(self, value: float | None) -> None:
        now = self.factory.ticks()
        if self._frequency and self._state:
            self.tones.append(Tone(round(self._frequency, 1), now - self._began))
        self._began = now
        super()._set_frequency(value)

    def _change_state(self, value: float) -> bool:
        self.shares.add(round(value, 3))
        changed: bool = super()._change_state(value)
        return changed


class BuzzerRig:
    def __init__(self, volume: float = 1.0) -> None:
        self.faults: list[PartFault] = []
        factory = MockFactory(pin_class=RecordingPin)
        self.buzzer = Buzzer(Pin(12), factory, self.faults.append, volume)
        self.pin: RecordingPin = factory.pin(12)

    def take_tones(self) -> list[Tone]:
        self.buzzer.flush(TIMEOUT_S)
        tones, self.pin.tones = self.pin.tones, []
        return tones


@pytest.fixture
def rig() -> Iterator[BuzzerRig]:
    rig = BuzzerRig()
    yield rig
    rig.buzzer.close()


def test_tones_sound_one_after_the_other(rig: BuzzerRig) -> None:
    rig.buzzer.play([Tone(880, 0.002), Tone(0, 0.002), Tone(988, 0.002), Tone(1047, 0.002)])
    assert [tone.hertz for tone in rig.take_tones()] == [880, 988, 1047]


def test_a_tone_lasts_for_its_duration(rig: BuzzerRig) -> None:
    rig.buzzer.play([Tone(880, 0.03)])
    assert rig.take_tones()[0].seconds >= 0.029


def test_new_tones_replace_the_current_tones(rig: BuzzerRig) -> None:
    rig.buzzer.play([Tone(440, LONG_S), Tone(494, LONG_S)])
    rig.buzzer.play([Tone(880, 0.002)])
    assert rig.take_tones()[-1].hertz == 880
    assert rig.buzzer.flush(0)


def test_playing_no_tones_stops_the_buzzer(rig: BuzzerRig) -> None:
    rig.buzzer.play([Tone(440, LONG_S)])
    rig.buzzer.play([])
    assert rig.buzzer.flush(TIMEOUT_S)


def test_a_tone_out_of_range_becomes_the_nearest_in_range(rig: BuzzerRig) -> None:
    for hertz, sounds in ((30, 30), (100, 100), (7000, 7000), (5, 27.5), (20_000, 7040)):
        rig.buzzer.play([Tone(hertz, 0.002)])
        assert [tone.hertz for tone in rig.take_tones()] == [sounds]
    assert rig.faults == []


def test_closing_stops_a_tone_immediately() -> None:
    rig = BuzzerRig()
    rig.buzzer.play([Tone(440, LONG_S)])
    rig.buzzer.close()
    rig.buzzer.close()
    assert not rig.buzzer._thread.is_alive()


def test_a_pin_that_cannot_be_used_is_a_failed_part() -> None:
    factory = simulated_pins()
    first = Buzzer(Pin(12), factory, print)
    with pytest.raises(PartError, match="the buzzer's pin cannot be used"):
        Buzzer(Pin(12), factory, print)
    first.close()


@pytest.mark.parametrize(("volume", "shares"), [(0.0, {0.0}), (0.5, {0.0, 0.167}), (1.0, {0.0, 0.5})])
def test_the_volume_sets_the_duty_cycle(volume: float, shares: set[float]) -> None:
    rig = BuzzerRig(volume)
    rig.buzzer.play([Tone(440, 0.002), Tone(880, 0.002)])
    rig.take_tones()
    assert rig.pin.shares == shares
    rig.buzzer.close()
