"""Buttons: from levels on a pin to presses."""

from collections.abc import Iterator
from queue import SimpleQueue

import pytest

from hardware.buttons import Buttons
from hardware.clock import CLOCK, Clock
from hardware.device import Button, Part, PartFault, Press
from hardware.simulated.buses import SimulatedPin, simulated_pins
from hardware.wiring import Wiring
from tests.hardware.manual_scheduler import ManualScheduler
from tests.hardware.stopped_clock import StoppedClock

PATIENCE_S = 20.0
LONG_S = 60.0
"""Longer than any test."""


class Hand:
    def __init__(self, hold_s: float = LONG_S, stuck_s: float = LONG_S, clock: Clock = CLOCK) -> None:
        self.heard: SimpleQueue[Press | PartFault] = SimpleQueue()
        self.wiring = Wiring(buttons_debounce_ms=1, buttons_hold_ms=1000 * hold_s, buttons_stuck_s=stuck_s)
        self.factory = simulated_pins()
        self.buttons = Buttons(self.wiring, self.heard.put, self.heard.put, clock)
        self.missing = self.buttons.claim_pins(self.factory)
        self.buttons.report_stuck_buttons()

    def pin(self, button: Button) -> SimulatedPin:
        pin = self.factory.pin(self.wiring.pin(button))
        if not isinstance(pin, SimulatedPin):
            raise TypeError(pin)
        return pin

    def put(self, button: Button, *, down: bool) -> None:
        self.pin(button).drive_level(high=not down)
        self.pin(button).await_settled(PATIENCE_S)

    def hears(self) -> Press | PartFault:
        return self.heard.get(timeout=PATIENCE_S)

    def hears_nothing(self) -> bool:
        """Whether nothing was told that was not asked for."""
        return self.heard.empty()


@pytest.fixture
def tapping() -> Iterator[Hand]:
    hand = Hand()
    yield hand
    hand.buttons.close()


@pytest.fixture
def holding() -> Iterator[Hand]:
    """A hand for which everything soon counts as held."""
    hand = Hand(hold_s=0.002)
    yield hand
    hand.buttons.close()


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.mark.parametrize("button", [Button.LEFT, Button.RIGHT, Button.OK, Button.BANK])
def test_a_button_is_told_as_it_goes_down(tapping: Hand, button: Button) -> None:
    tapping.put(button, down=True)
    assert tapping.hears() == Press(button)
    tapping.put(button, down=False)
    assert tapping.hears_nothing()


def test_undo_is_told_when_it_is_let_go(tapping: Hand) -> None:
    tapping.put(Button.UNDO, down=True)
    assert tapping.hears_nothing()
    tapping.put(Button.UNDO, down=False)
    assert tapping.hears() == Press(Button.UNDO)


@pytest.mark.parametrize("button", [Button.LEFT, Button.RIGHT, Button.OK, Button.BANK])
def test_a_hold_is_told_besides_the_press(holding: Hand, button: Button) -> None:
    holding.put(button, down=True)
    assert [holding.hears(), holding.hears()] == [Press(button), Press(button, held=True)]
    holding.put(button, down=False)
    assert holding.hears_nothing()


def test_a_held_undo_is_a_hold_alone(holding: Hand) -> None:
    holding.put(Button.UNDO, down=True)
    assert holding.hears() == Press(Button.UNDO, held=True)
    holding.put(Button.UNDO, down=False)
    assert holding.hears_nothing()


@pytest.mark.parametrize(
    ("button", "presses"),
    [(Button.OK, [Press(Button.OK), Press(Button.OK, held=True)]), (Button.UNDO, [Press(Button.UNDO, held=True)])],
)
def test_a_button_that_is_not_let_go_is_stuck_until_it_is(button: Button, presses: list[Press]) -> None:
    hand = Hand(hold_s=0.002, stuck_s=0.002)
    hand.put(button, down=True)
    stuck = PartFault(button, f"the button {button} stays down", stuck=True)
    assert [hand.hears() for _ in range(len(presses) + 1)] == [*presses, stuck]
    hand.put(button, down=False)
    assert hand.hears() == PartFault(button, None)
    assert hand.hears_nothing()
    hand.buttons.close()


def test_a_call_that_comes_too_late_holds_nothing(hold_calls: ManualScheduler) -> None:
    hand = Hand()
    hand.put(Button.UNDO, down=True)
    (late,) = hold_calls.calls
    hand.put(Button.UNDO, down=False)
    assert hand.hears() == Press(Button.UNDO)
    hand.put(Button.UNDO, down=True)
    late.function()
    assert hand.hears_nothing()
    hand.buttons.close()


def test_each_button_is_held_at_its_own_time(clock: StoppedClock) -> None:
    hand = Hand(hold_s=0.8, clock=clock)
    hand.put(Button.LEFT, down=True)
    hand.put(Button.OK, down=True)
    assert clock.settle(0.8)
    clock.pass_time(0.5)
    hand.put(Button.BANK, down=True)
    hand.put(Button.OK, down=False)
    assert [hand.hears() for _ in range(3)] == [Press(Button.LEFT), Press(Button.OK), Press(Button.BANK)]
    assert clock.settle(0.8)
    clock.pass_time(0.3)
    assert hand.hears() == Press(Button.LEFT, held=True)
    assert clock.settle(1.3)
    clock.pass_time(0.5)
    assert hand.hears() == Press(Button.BANK, held=True)
    assert hand.hears_nothing()
    hand.buttons.close()


def test_closing_forgets_a_press_that_is_under_way(hold_calls: ManualScheduler) -> None:
    hand = Hand()
    hand.put(Button.UNDO, down=True)
    hand.buttons.close()
    hand.buttons.close()
    hold_calls.elapse()
    assert hand.hears_nothing()
    again = Buttons(hand.wiring, hand.heard.put, hand.heard.put)
    assert again.claim_pins(hand.factory) == {}
    again.close()


def test_a_busy_pin_costs_one_button(tapping: Hand) -> None:
    second = Buttons(
        Wiring(buttons_left=20, buttons_right=21, buttons_ok=22, buttons_bank=23), tapping.heard.put, tapping.heard.put
    )
    missing = second.claim_pins(tapping.factory)
    assert list(missing) == [Button.UNDO]
    assert "the pin of the button undo cannot be used" in missing[Button.UNDO]
    assert second.claim_pins(tapping.factory) == missing
    tapping.factory.pin(20).drive_level(high=False)
    assert tapping.hears() == Press(Button.LEFT)
    tapping.buttons.close()
    assert second.claim_pins(tapping.factory) == {}
    second.close()


def test_buttons_that_all_are_busy_are_one_missing_part(tapping: Hand) -> None:
    second = Buttons(tapping.wiring, tapping.heard.put, tapping.heard.put)
    missing = second.claim_pins(tapping.factory)
    assert list(missing) == [Part.BUTTONS]
    assert "the buttons' pins cannot be used: pin GPIO5" in missing[Part.BUTTONS]
