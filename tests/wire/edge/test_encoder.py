"""An encoder in the place of left, right and ok: the real libraries, with turning and bouncing contacts below them."""

import pytest

from hardware.device import Button, Input, Part, PartFault, Press
from hardware.pi import pin_faults
from tests.hardware.clocks import ManualScheduler, StoppedClock
from tests.hardware.wirings import wired
from tests.wire.edge.box import Edge
from tests.wire.edge.conftest import AtEdge
from tests.wire.edge.lines import Edge as Level

WIRING = wired(buttons_encoder=True)
LEFT, RIGHT, OK, UNDO = Press(Button.LEFT), Press(Button.RIGHT), Press(Button.OK), Press(Button.UNDO)


@pytest.fixture
def edge(at_edge: AtEdge) -> Edge:
    return at_edge(WIRING)


def taken(edge: Edge) -> list[Input]:
    return [edge.inputs.get_nowait() for _ in range(edge.inputs.qsize())]


@pytest.mark.usefixtures("box")
def test_a_detent_is_a_press(edge: Edge) -> None:
    edge.turn(1)
    edge.turn(-2)
    assert taken(edge) == [RIGHT, LEFT, LEFT]
    edge.turn(100)
    edge.turn(-100)
    assert taken(edge) == [RIGHT] * 100 + [LEFT] * 100


@pytest.mark.usefixtures("box")
def test_contacts_that_bounce_are_one_detent(edge: Edge) -> None:
    for gpio, level in ((5, 0), (6, 0), (5, 1), (6, 1)):
        edge.pins.trace(gpio, [Level(40 * step, (level + step + 1) % 2) for step in range(10)] + [Level(400, level)])
    assert taken(edge) == [RIGHT]


@pytest.mark.usefixtures("box")
def test_a_turn_that_goes_back_before_the_detent_does_not_count(edge: Edge) -> None:
    for gpio, level in ((5, 0), (6, 0), (6, 1), (5, 1)):
        edge.pins.trace(gpio, [Level(0, level)])
    assert taken(edge) == []


@pytest.mark.usefixtures("box")
def test_pushing_the_knob_is_ok(edge: Edge, hold_calls: ManualScheduler) -> None:
    edge.push(Button.OK)
    edge.turn(1)
    hold_calls.elapse()
    edge.turn(-1)
    edge.release(Button.OK)
    edge.turn(1)
    assert taken(edge) == [OK, Press(Button.OK, held=True), RIGHT]


@pytest.mark.usefixtures("box")
def test_a_knob_that_is_stuck_can_still_be_turned(edge: Edge, hold_calls: ManualScheduler) -> None:
    edge.push(Button.OK)
    hold_calls.elapse()
    hold_calls.elapse()
    edge.turn(1)
    stuck = PartFault(Button.OK, "the button ok stays down", stuck=True)
    assert taken(edge) == [OK, Press(Button.OK, held=True), stuck, RIGHT]


@pytest.mark.usefixtures("box")
def test_a_turn_while_undo_is_down_is_a_hold_of_that_side(edge: Edge, hold_calls: ManualScheduler) -> None:
    edge.push(Button.UNDO)
    edge.turn(-1)
    edge.turn(1)
    hold_calls.elapse()
    edge.release(Button.UNDO)
    held = [Press(Button.LEFT, held=True), Press(Button.RIGHT, held=True)]
    inputs = taken(edge)
    assert inputs[:4] == [LEFT, held[0], RIGHT, held[1]]
    assert UNDO not in inputs
    assert Press(Button.UNDO, held=True) not in inputs
    edge.press(Button.UNDO)
    assert taken(edge)[-1] == UNDO


@pytest.mark.usefixtures("box")
def test_a_turn_after_undo_has_opened_the_menu_is_an_ordinary_turn(edge: Edge, hold_calls: ManualScheduler) -> None:
    edge.push(Button.UNDO)
    hold_calls.elapse()
    edge.turn(1)
    edge.release(Button.UNDO)
    assert taken(edge) == [Press(Button.UNDO, held=True), RIGHT]


def test_the_buttons_work_when_the_encoder_s_pin_is_busy(edge: Edge) -> None:
    edge.pins.busy = {6}
    clock = StoppedClock()
    box = edge.box(clock=clock)
    box.listen(edge.inputs.put)
    assert edge.next_fault() == PartFault(Part.ENCODER, "the encoder's pins cannot be used: GPIO 6: GPIO busy")
    edge.press(Button.OK)
    assert taken(edge) == [OK]
    edge.pins.busy = set()
    assert clock.settle(0.5)
    clock.pass_time(0.5)
    assert edge.next_fault() == PartFault(Part.ENCODER, None)
    edge.turn(1)
    assert taken(edge) == [RIGHT]


def test_an_encoder_that_rests_on_closed_contacts_is_not_stuck(edge: Edge) -> None:
    edge.push(Button.LEFT)
    edge.push(Button.RIGHT)
    box = edge.box()
    box.listen(edge.inputs.put)
    assert taken(edge) == []
    box.close()
    assert pin_faults(edge.wiring) == ()
