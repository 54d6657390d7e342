"""The buttons: from the levels of a pin to presses."""

from collections.abc import Iterator
from queue import SimpleQueue

import pytest

from hardware import buttons
from hardware.buttons import Buttons
from hardware.clock import CLOCK, Clock
from hardware.device import Button, Part, PartFault, Press
from hardware.simulated.buses import SimulatedPin, simulated_pins
from tests.hardware.clocks import ManualClock, ManualScheduler
from tests.hardware.wirings import make_wiring

TIMEOUT_S = 20.0
LONG_S = 60.0
"""Longer than any test."""


class ButtonRig:
    def __init__(self, hold_s: float = LONG_S, clock: Clock = CLOCK) -> None:
        self.inputs: SimpleQueue[Press | PartFault] = SimpleQueue()
        self.wiring = make_wiring(buttons_debounce_ms=1, buttons_hold_ms=1000 * hold_s)
        self.factory = simulated_pins()
        self.buttons = Buttons(self.wiring, self.inputs.put, self.inputs.put, clock)
        self.missing = self.buttons.claim_pins(self.factory)
        self.buttons.report_stuck_buttons()

    def pin(self, button: Button) -> SimulatedPin:
        pin = self.factory.pin(self.wiring.pin(button))
        if not isinstance(pin, SimulatedPin):
            raise TypeError(pin)
        return pin

    def put(self, button: Button, *, down: bool) -> None:
        self.pin(button).drive_level(high=not down)
        self.pin(button).await_settled(TIMEOUT_S)

    def next_input(self) -> Press | PartFault:
        return self.inputs.get(timeout=TIMEOUT_S)

    def is_silent(self) -> bool:
        return self.inputs.empty()


@pytest.fixture
def tap_rig() -> Iterator[ButtonRig]:
    rig = ButtonRig()
    yield rig
    rig.buttons.close()


@pytest.fixture
def hold_rig() -> Iterator[ButtonRig]:
    rig = ButtonRig(hold_s=0.002)
    yield rig
    rig.buttons.close()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.mark.parametrize("button", [Button.LEFT, Button.RIGHT, Button.OK, Button.BANK])
def test_a_button_is_reported_when_it_goes_down(tap_rig: ButtonRig, button: Button) -> None:
    tap_rig.put(button, down=True)
    assert tap_rig.next_input() == Press(button)
    tap_rig.put(button, down=False)
    assert tap_rig.is_silent()


def test_undo_is_reported_when_it_is_released(tap_rig: ButtonRig) -> None:
    tap_rig.put(Button.UNDO, down=True)
    assert tap_rig.is_silent()
    tap_rig.put(Button.UNDO, down=False)
    assert tap_rig.next_input() == Press(Button.UNDO)


@pytest.mark.parametrize("button", [Button.LEFT, Button.RIGHT, Button.OK, Button.BANK])
def test_a_hold_is_reported_after_the_press(hold_rig: ButtonRig, button: Button) -> None:
    hold_rig.put(button, down=True)
    assert [hold_rig.next_input(), hold_rig.next_input()] == [Press(button), Press(button, held=True)]
    hold_rig.put(button, down=False)
    assert hold_rig.is_silent()


def test_a_held_undo_is_a_hold_without_a_press(hold_rig: ButtonRig) -> None:
    hold_rig.put(Button.UNDO, down=True)
    assert hold_rig.next_input() == Press(Button.UNDO, held=True)
    hold_rig.put(Button.UNDO, down=False)
    assert hold_rig.is_silent()


@pytest.mark.parametrize(
    ("button", "presses"),
    [(Button.OK, [Press(Button.OK), Press(Button.OK, held=True)]), (Button.UNDO, [Press(Button.UNDO, held=True)])],
)
def test_a_button_that_stays_down_is_stuck_until_its_release(
    button: Button, presses: list[Press], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buttons, "STUCK_S", 0.002)
    rig = ButtonRig(hold_s=0.002)
    rig.put(button, down=True)
    stuck = PartFault(button, f"the button {button} stays down", stuck=True)
    assert [rig.next_input() for _ in range(len(presses) + 1)] == [*presses, stuck]
    rig.put(button, down=False)
    assert rig.next_input() == PartFault(button, None)
    assert rig.is_silent()
    rig.buttons.close()


def test_a_late_call_reports_no_hold(hold_calls: ManualScheduler) -> None:
    rig = ButtonRig()
    rig.put(Button.UNDO, down=True)
    (late,) = hold_calls.calls
    rig.put(Button.UNDO, down=False)
    assert rig.next_input() == Press(Button.UNDO)
    rig.put(Button.UNDO, down=True)
    late.function()
    assert rig.is_silent()
    rig.buttons.close()


def test_each_button_has_its_own_hold_time(clock: ManualClock) -> None:
    rig = ButtonRig(hold_s=0.8, clock=clock)
    rig.put(Button.LEFT, down=True)
    rig.put(Button.OK, down=True)
    assert clock.wait_for_waiters(0.8)
    clock.advance(0.5)
    rig.put(Button.BANK, down=True)
    rig.put(Button.OK, down=False)
    assert [rig.next_input() for _ in range(3)] == [Press(Button.LEFT), Press(Button.OK), Press(Button.BANK)]
    assert clock.wait_for_waiters(0.8)
    clock.advance(0.3)
    assert rig.next_input() == Press(Button.LEFT, held=True)
    assert clock.wait_for_waiters(1.3)
    clock.advance(0.5)
    assert rig.next_input() == Press(Button.BANK, held=True)
    assert rig.is_silent()
    rig.buttons.close()


def test_closing_forgets_an_unfinished_press(hold_calls: ManualScheduler) -> None:
    rig = ButtonRig()
    rig.put(Button.UNDO, down=True)
    rig.buttons.close()
    rig.buttons.close()
    hold_calls.run_all()
    assert rig.is_silent()
    again = Buttons(rig.wiring, rig.inputs.put, rig.inputs.put)
    assert again.claim_pins(rig.factory) == {}
    again.close()


def test_a_busy_pin_disables_one_button_only(tap_rig: ButtonRig) -> None:
    second = Buttons(
        make_wiring(buttons_left=20, buttons_right=21, buttons_ok=22, buttons_bank=23),
        tap_rig.inputs.put,
        tap_rig.inputs.put,
    )
    missing = second.claim_pins(tap_rig.factory)
    assert list(missing) == [Button.UNDO]
    assert "the pin of the button undo cannot be used" in missing[Button.UNDO]
    assert second.claim_pins(tap_rig.factory) == missing
    tap_rig.factory.pin(20).drive_level(high=False)
    assert tap_rig.next_input() == Press(Button.LEFT)
    tap_rig.buttons.close()
    assert second.claim_pins(tap_rig.factory) == {}
    second.close()


def test_buttons_without_any_free_pin_are_one_missing_part(tap_rig: ButtonRig) -> None:
    second = Buttons(tap_rig.wiring, tap_rig.inputs.put, tap_rig.inputs.put)
    missing = second.claim_pins(tap_rig.factory)
    assert list(missing) == [Part.BUTTONS]
    assert "the buttons' pins cannot be used: pin GPIO5" in missing[Part.BUTTONS]
