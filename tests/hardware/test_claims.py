"""Claims: each missing part is reported once, tried again after growing pauses, and reported again when it works."""

from queue import SimpleQueue

import pytest

from hardware.box import PinClaimer
from hardware.device import Button, Missing, Part, PartFault
from tests.hardware.clocks import PATIENCE_S, StoppedClock


class Pins:
    """Pins that another program uses until it releases them."""

    def __init__(self, *taken: Part | Button) -> None:
        self.taken = taken
        self.error: Exception | None = None
        self.attempts = 0
        self.looks = 0
        self.faults: SimpleQueue[PartFault] = SimpleQueue()
        self.clock = StoppedClock()
        self.claims = PinClaimer(self.claim, self.faults.put, self.look, clock=self.clock)
        self.claims.start()

    def claim(self) -> Missing:
        self.attempts += 1
        if self.error is not None:
            raise self.error
        return {part: f"{part} is taken" for part in self.taken}

    def look(self) -> None:
        self.looks += 1

    def next_fault(self) -> PartFault:
        return self.faults.get(timeout=PATIENCE_S)


def test_pins_that_are_free_are_claimed_once() -> None:
    pins = Pins()
    assert pins.claims.flush(PATIENCE_S)
    pins.claims._thread.join(PATIENCE_S)
    assert not pins.claims._thread.is_alive()
    assert (pins.attempts, pins.looks, pins.faults.empty()) == (1, 1, True)
    pins.claims.close()


def test_each_missing_part_is_reported_once_and_again_when_it_works() -> None:
    pins = Pins(Button.BANK, Part.BUZZER)
    assert [pins.next_fault(), pins.next_fault()] == [
        PartFault(Button.BANK, "bank is taken"),
        PartFault(Part.BUZZER, "buzzer is taken"),
    ]
    pins.taken = (Button.BANK,)
    assert pins.clock.settle(0.5)
    pins.clock.pass_time(0.5)
    assert pins.next_fault() == PartFault(Part.BUZZER, None)
    pins.taken = ()
    assert pins.clock.settle(1.5)
    pins.clock.pass_time(1.0)
    assert pins.next_fault() == PartFault(Button.BANK, None)
    pins.claims._thread.join(PATIENCE_S)
    assert (pins.attempts, pins.looks, pins.faults.empty()) == (3, 3, True)


def test_closing_ends_the_attempts_to_claim_missing_pins() -> None:
    pins = Pins(Part.BUZZER)
    pins.next_fault()
    for _ in range(2):
        pins.claims.close()
    assert not pins.claims._thread.is_alive()


def test_an_unexpected_error_is_reported_and_the_claim_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    pins = Pins(Button.BANK)
    assert pins.next_fault().part is Button.BANK
    pins.error = ValueError("odd")
    assert pins.clock.settle(0.5)
    pins.clock.pass_time(0.5)
    assert pins.next_fault() == PartFault(Part.BUTTONS, "the pins cannot be used: ValueError('odd')")
    pins.error, pins.taken = None, ()
    assert pins.clock.settle(1.5)
    pins.clock.pass_time(1.0)
    assert {pins.next_fault(), pins.next_fault()} == {PartFault(Button.BANK, None), PartFault(Part.BUTTONS, None)}
    assert [record.getMessage() for record in caplog.records] == ["claiming the pins"]
    pins.claims.close()
