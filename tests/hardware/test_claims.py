"""Claims: what is missing is told once each, tried again after ever longer pauses, and told again when it is had."""

from queue import SimpleQueue

import pytest

from hardware.box import PinClaimer
from hardware.device import Button, Missing, Part, PartFault
from tests.hardware.stopped_clock import PATIENCE_S, StoppedClock


class Pins:
    """Pins that somebody else has, until he gives them back."""

    def __init__(self, *taken: Part | Button) -> None:
        self.taken = taken
        self.error: Exception | None = None
        self.attempts = 0
        self.looks = 0
        self.told: SimpleQueue[PartFault] = SimpleQueue()
        self.clock = StoppedClock()
        self.claims = PinClaimer(self.claim, self.told.put, self.look, clock=self.clock)
        self.claims.start()

    def claim(self) -> Missing:
        self.attempts += 1
        if self.error is not None:
            raise self.error
        return {part: f"{part} is taken" for part in self.taken}

    def look(self) -> None:
        self.looks += 1

    def hear(self) -> PartFault:
        return self.told.get(timeout=PATIENCE_S)


def test_what_is_had_at_once_is_claimed_once() -> None:
    pins = Pins()
    assert pins.claims.flush(PATIENCE_S)
    pins.claims._thread.join(PATIENCE_S)
    assert not pins.claims._thread.is_alive()
    assert (pins.attempts, pins.looks, pins.told.empty()) == (1, 1, True)
    pins.claims.close()


def test_each_missing_part_is_told_once_and_again_when_it_is_had() -> None:
    pins = Pins(Button.BANK, Part.BUZZER)
    assert [pins.hear(), pins.hear()] == [
        PartFault(Button.BANK, "bank is taken"),
        PartFault(Part.BUZZER, "buzzer is taken"),
    ]
    pins.taken = (Button.BANK,)
    assert pins.clock.settle(0.5)
    pins.clock.pass_time(0.5)
    assert pins.hear() == PartFault(Part.BUZZER, None)
    pins.taken = ()
    assert pins.clock.settle(1.5)
    pins.clock.pass_time(1.0)
    assert pins.hear() == PartFault(Button.BANK, None)
    pins.claims._thread.join(PATIENCE_S)
    assert (pins.attempts, pins.looks, pins.told.empty()) == (3, 3, True)


def test_closing_gives_up_what_is_missing() -> None:
    pins = Pins(Part.BUZZER)
    pins.hear()
    for _ in range(2):
        pins.claims.close()
    assert not pins.claims._thread.is_alive()


def test_an_error_that_nobody_foresaw_is_told_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    pins = Pins(Button.BANK)
    assert pins.hear().part is Button.BANK
    pins.error = ValueError("odd")
    assert pins.clock.settle(0.5)
    pins.clock.pass_time(0.5)
    assert pins.hear() == PartFault(Part.BUTTONS, "the pins cannot be used: ValueError('odd')")
    pins.error, pins.taken = None, ()
    assert pins.clock.settle(1.5)
    pins.clock.pass_time(1.0)
    assert {pins.hear(), pins.hear()} == {PartFault(Button.BANK, None), PartFault(Part.BUTTONS, None)}
    assert [record.getMessage() for record in caplog.records] == ["claiming the pins"]
    pins.claims.close()
