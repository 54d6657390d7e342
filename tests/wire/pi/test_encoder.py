"""An encoder in the place of left, right and ok: the real libraries, with turning and bouncing contacts below them."""

import pytest

from hardware.device import Button, Input, Part, PartFault, Press
from hardware.pi import pin_faults
from tests.hardware.clocks import ManualClock, ManualScheduler
from tests.hardware.wirings import make_wiring
from tests.wire.pi.conftest import MakePi
from tests.wire.pi.fake_lgpio import LevelChange
from tests.wire.pi.simulated_pi import SimulatedPi

WIRING = make_wiring(buttons_encoder=True)
LEFT, RIGHT, OK, UNDO = Press(Button.LEFT), Press(Button.RIGHT), Press(Button.OK), Press(Button.UNDO)


@pytest.fixture
def pi(make_pi: MakePi) -> SimulatedPi:
    return make_pi(WIRING)


def received(pi: SimulatedPi) -> list[Input]:
    return [pi.inputs.get_nowait() for _ in range(pi.inputs.qsize())]


@pytest.mark.usefixtures("box")
def test_a_detent_is_a_press(pi: SimulatedPi) -> None:
    pi.turn(1)
    pi.turn(-2)
    assert received(pi) == [RIGHT, LEFT, LEFT]
    pi.turn(100)
    pi.turn(-100)
    assert received(pi) == [RIGHT] * 100 + [LEFT] * 100


@pytest.mark.usefixtures("box")
def test_contacts_that_bounce_are_one_detent(pi: SimulatedPi) -> None:
    for gpio, level in ((5, 0), (6, 0), (5, 1), (6, 1)):
        pi.pins.trace(
            gpio, [LevelChange(40 * step, (level + step + 1) % 2) for step in range(10)] + [LevelChange(400, level)]
        )
    assert received(pi) == [RIGHT]


@pytest.mark.usefixtures("box")
def test_an_incomplete_turn_of_the_encoder_does_not_count(pi: SimulatedPi) -> None:
    for gpio, level in ((5, 0), (6, 0), (6, 1), (5, 1)):
        pi.pins.trace(gpio, [LevelChange(0, level)])
    assert received(pi) == []


@pytest.mark.usefixtures("box")
def test_pushing_the_encoder_is_ok(pi: SimulatedPi, hold_calls: ManualScheduler) -> None:
    pi.push(Button.OK)
    pi.turn(1)
    hold_calls.run_all()
    pi.turn(-1)
    pi.release(Button.OK)
    pi.turn(1)
    assert received(pi) == [OK, Press(Button.OK, held=True), RIGHT]


@pytest.mark.usefixtures("box")
def test_an_encoder_with_a_stuck_button_can_still_be_turned(pi: SimulatedPi, hold_calls: ManualScheduler) -> None:
    pi.push(Button.OK)
    hold_calls.run_all()
    hold_calls.run_all()
    pi.turn(1)
    stuck = PartFault(Button.OK, "the button ok stays down", stuck=True)
    assert received(pi) == [OK, Press(Button.OK, held=True), stuck, RIGHT]


@pytest.mark.usefixtures("box")
def test_a_turn_while_undo_is_down_is_a_hold_of_that_side(pi: SimulatedPi, hold_calls: ManualScheduler) -> None:
    pi.push(Button.UNDO)
    pi.turn(-1)
    pi.turn(1)
    hold_calls.run_all()
    pi.release(Button.UNDO)
    held = [Press(Button.LEFT, held=True), Press(Button.RIGHT, held=True)]
    inputs = received(pi)
    assert inputs[:4] == [LEFT, held[0], RIGHT, held[1]]
    assert UNDO not in inputs
    assert Press(Button.UNDO, held=True) not in inputs
    pi.press(Button.UNDO)
    assert received(pi)[-1] == UNDO


@pytest.mark.usefixtures("box")
def test_a_turn_after_undo_has_opened_the_menu_is_an_ordinary_turn(
    pi: SimulatedPi, hold_calls: ManualScheduler
) -> None:
    pi.push(Button.UNDO)
    hold_calls.run_all()
    pi.turn(1)
    pi.release(Button.UNDO)
    assert received(pi) == [Press(Button.UNDO, held=True), RIGHT]


def test_the_buttons_work_when_the_encoder_s_pin_is_busy(pi: SimulatedPi) -> None:
    pi.pins.busy = {6}
    clock = ManualClock()
    box = pi.box(clock=clock)
    box.listen(pi.inputs.put)
    assert pi.next_fault() == PartFault(Part.ENCODER, "the encoder's pins cannot be used: GPIO 6: GPIO busy")
    pi.press(Button.OK)
    assert received(pi) == [OK]
    pi.pins.busy = set()
    assert clock.wait_for_waiters(0.5)
    clock.advance(0.5)
    assert pi.next_fault() == PartFault(Part.ENCODER, None)
    pi.turn(1)
    assert received(pi) == [RIGHT]


def test_an_encoder_that_rests_on_closed_contacts_is_not_stuck(pi: SimulatedPi) -> None:
    pi.push(Button.LEFT)
    pi.push(Button.RIGHT)
    box = pi.box()
    box.listen(pi.inputs.put)
    assert received(pi) == []
    box.close()
    assert pin_faults(pi.wiring) == ()
