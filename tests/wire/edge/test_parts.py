"""The real libraries on the simulated edge: they send the right picture and report what a finger does."""

import pytest

from hardware.box import Box
from hardware.device import LIGHTS, Button, Colour, Frame, Part, PartFault, Press, Tone
from hardware.pi import pin_faults
from hardware.wiring import FIELD_ADDRESSES, Wiring
from tests.hardware.clocks import StoppedClock
from tests.hardware.wirings import rewired, wired
from tests.wire.edge.box import I2C, ON_SPI, PIXELS, SPI, TIMEOUT_S, Edge
from tests.wire.edge.conftest import AtEdge
from tests.wire.edge.lines import OUTPUT
from tests.wire.edge.lines import Edge as Level
from tests.wire.fields import FieldBox

PICTURE = Frame(
    lights=tuple(Colour(7 * field, 255 - 7 * field, field) for field in range(LIGHTS)),
    screen=bytes((row * 37 + place * 11) % 256 for row in range(64) for place in range(16)),
)


@pytest.mark.parametrize("screen", ["ssd1306", "sh1106", "ssd1309"])
@pytest.mark.parametrize("on", ["i2c", "spi"])
def test_every_controller_shows_the_picture_on_either_bus(at_edge: AtEdge, screen: str, on: str) -> None:
    wiring = wired(screen_controller=screen, screen_bus=on, buttons_bank=16)
    edge = at_edge(wiring)
    box = edge.box()
    box.show(PICTURE)
    assert box.flush(TIMEOUT_S)
    assert edge.screen.controller.visible_screen() == PICTURE.screen


def test_every_field_shows_its_colour(edge: Edge, box: Box) -> None:
    box.show(PICTURE)
    assert box.flush(TIMEOUT_S)
    assert len(set(edge.lights())) == LIGHTS
    assert edge.lights()[0] == Colour(0, 255, 0)


def test_a_strip_of_any_kind_shows_its_colours(at_edge: AtEdge) -> None:
    for count, byteorder, fits in ((64, "GRBW", True), (150, "RGB", True), (151, "RGB", False)):
        edge = at_edge(wired(lights_count=count, lights_byteorder=byteorder))
        box = edge.box()
        box.listen(edge.inputs.put)
        box.show(PICTURE)
        assert box.flush(TIMEOUT_S) is fits
        if fits:
            assert len(set(edge.lights())) == LIGHTS
        else:
            assert edge.next_fault() == PartFault(
                Part.LIGHTS, "the pixels cannot be written to: [Errno 90] Message too long"
            )
        assert edge.screen.controller.visible_screen() == PICTURE.screen
        box.close()


def test_the_pixels_get_their_clock(edge: Edge, box: Box) -> None:
    box.show(PICTURE)
    box.flush(TIMEOUT_S)
    assert edge.strip.max_speed_hz == 6_400_000


@pytest.mark.parametrize(("screen", "hertz"), [("ssd1306", 8_000_000), ("ssd1309", 8_000_000), ("sh1106", 2_000_000)])
def test_a_screen_on_spi_gets_its_clock(at_edge: AtEdge, screen: str, hertz: int) -> None:
    edge = at_edge(rewired(ON_SPI, screen_controller=screen))
    box = edge.box()
    box.show(PICTURE)
    box.flush(TIMEOUT_S)
    assert edge.screen.max_speed_hz == hertz  # type: ignore[union-attr]


def test_closing_darkens_everything_and_closes_every_node(edge: Edge, box: Box) -> None:
    box.show(PICTURE)
    box.flush(TIMEOUT_S)
    assert edge.kernel.open_paths() == {I2C, PIXELS}
    box.close()
    assert set(edge.lights()) == {Colour(0, 0, 0)}
    assert not edge.screen.controller.on
    assert edge.kernel.open_paths() == set()


def test_closing_closes_the_node_of_a_screen_on_spi(at_edge: AtEdge) -> None:
    edge = at_edge(ON_SPI)
    box = edge.box()
    box.show(PICTURE)
    box.flush(TIMEOUT_S)
    assert edge.kernel.open_paths() == {SPI, PIXELS}
    assert [edge.pins.lines[gpio].mode for gpio in (24, 25)] == [OUTPUT, OUTPUT]
    box.close()
    assert edge.kernel.open_paths() == set()
    assert OUTPUT not in {edge.pins.lines[gpio].mode for gpio in (24, 25)}


def test_a_bouncing_contact_is_one_press(edge: Edge, box: Box) -> None:  # noqa: ARG001 - it listens
    for still in (0, 1):
        bouncing = [Level(420 * step, (step + still) % 2) for step in range(20)]
        edge.pins.trace(5, [*bouncing, Level(8_400, still)])
    assert edge.inputs.get_nowait() == Press(Button.LEFT)
    assert edge.inputs.empty()


def test_a_glitch_does_not_count_as_a_press(edge: Edge, box: Box) -> None:  # noqa: ARG001 - it listens
    edge.pins.trace(5, [Level(0, 0), Level(14_000, 1)])
    assert edge.inputs.empty()


def test_a_button_that_is_down_at_the_start_is_reported_as_stuck(edge: Edge) -> None:
    edge.push(Button.BANK)
    box = edge.box()
    box.listen(edge.inputs.put)
    assert edge.next_fault() == PartFault(Button.BANK, "the button bank stays down", stuck=True)
    edge.press(Button.OK)
    edge.release(Button.BANK)
    edge.press(Button.BANK)
    reports = [edge.inputs.get_nowait() for _ in range(3)]
    assert reports == [Press(Button.OK), PartFault(Button.BANK, None), Press(Button.BANK)]
    assert edge.inputs.empty()


def test_a_button_that_is_down_when_its_pin_becomes_free_is_reported_as_stuck(edge: Edge) -> None:
    edge.push(Button.LEFT)
    edge.pins.busy = {5}
    clock = StoppedClock()
    box = edge.box(clock=clock)
    box.listen(edge.inputs.put)
    busy = PartFault(Button.LEFT, "the pin of the button left cannot be used: GPIO 5: GPIO busy")
    assert edge.next_fault() == busy
    edge.pins.busy = set()
    assert clock.settle(0.5)
    clock.pass_time(0.5)
    there, stuck = edge.next_fault(), edge.next_fault()
    assert (there, stuck) == (
        PartFault(Button.LEFT, None),
        PartFault(Button.LEFT, "the button left stays down", stuck=True),
    )


def test_a_new_press_is_not_stuck_when_another_pin_is_tried_again(edge: Edge) -> None:
    edge.pins.busy = {26}
    clock = StoppedClock()
    box = edge.box(clock=clock)
    box.listen(edge.inputs.put)
    assert edge.next_fault().part is Button.UNDO
    edge.pins.lines[5].level = 0
    assert clock.settle(0.5)
    clock.pass_time(0.5)
    assert clock.settle(1.5)
    assert edge.inputs.empty()


def test_the_doctor_finds_stuck_buttons_and_busy_pins_and_releases_the_pins(edge: Edge) -> None:
    edge.push(Button.OK)
    edge.push(Button.LEFT)
    assert [(fault.part, fault.stuck) for fault in pin_faults(edge.wiring)] == [
        (Button.LEFT, True),
        (Button.OK, True),
    ]
    assert edge.pins.handles == 0
    edge.release(Button.OK)
    edge.release(Button.LEFT)
    assert pin_faults(edge.wiring) == ()
    edge.pins.busy = {19}
    busy = PartFault(Button.BANK, "the pin of the button bank cannot be used: GPIO 19: GPIO busy")
    assert pin_faults(edge.wiring) == (busy,)
    edge.pins.busy = {5, 6, 12, 13, 19, 26}
    assert pin_faults(edge.wiring) == (
        PartFault(Part.BUTTONS, "the buttons' pins cannot be used: GPIO 5: GPIO busy"),
        PartFault(Part.BUZZER, "the buzzer's pin cannot be used: GPIO 12: GPIO busy"),
    )
    assert edge.pins.handles == 0


def test_the_buzzer_sounds_on_its_pin(edge: Edge, box: Box) -> None:
    box.play([Tone(880, 0.001), Tone(0, 0.001), Tone(1047, 0.001)])
    assert box._buzzer is not None
    assert box._buzzer.flush(TIMEOUT_S)
    sounded = [hertz for hertz, percent in edge.pins.lines[12].pwm if percent == 50]
    assert sounded == [880, 1047]
    assert edge.pins.lines[12].pwm[-1] == (0, 0)


def test_a_silent_buzzer_draws_no_current(edge: Edge, box: Box) -> None:
    box.play([Tone(880, 0.001), Tone(1047, 0.001)])
    assert box._buzzer is not None
    assert box._buzzer.flush(TIMEOUT_S)
    assert edge.pins.lines[12].level == 0


def test_the_lowest_volume_still_sounds(at_edge: AtEdge) -> None:
    edge = at_edge(wired(sound_volume=0.01))
    box = edge.box()
    box.listen(edge.inputs.put)
    box.play([Tone(880, 0.001)])
    assert box._buzzer is not None
    assert box._buzzer.flush(TIMEOUT_S)
    assert (880, 1) in edge.pins.lines[12].pwm


WIRINGS = [rewired(wiring, fields_kind=kind) for wiring in (Wiring(), ON_SPI) for kind in ("touch", "contacts")]


@pytest.mark.parametrize("wiring", WIRINGS, ids=lambda wiring: f"{wiring.fields.kind} {wiring.screen.bus}")
def test_fields_and_buttons_work_together(at_edge: AtEdge, wiring: Wiring) -> None:
    edge = at_edge(wiring)
    box = edge.box()
    box.listen(edge.inputs.put)
    assert box._fields is not None
    assert box._fields.await_idle(TIMEOUT_S)
    for field in range(0, 36, 7):
        edge.touch(field)
        assert box._fields.await_idle(TIMEOUT_S)
    edge.press(Button.OK)
    assert edge.inputs.get(timeout=TIMEOUT_S) == Press(Button.OK)
    box.close()
    assert (edge.kernel.open_paths(), edge.inputs.empty()) == (set(), True)


@pytest.mark.parametrize("wiring", WIRINGS, ids=lambda wiring: f"{wiring.fields.kind} {wiring.screen.bus}")
def test_the_chips_get_the_same_bytes_as_on_the_simulated_box(at_edge: AtEdge, wiring: Wiring) -> None:
    edge, simulated = at_edge(wiring), FieldBox(wiring)
    box = edge.box()
    box.listen(edge.inputs.put)
    simulated.listen()
    assert box._fields is not None
    assert box._fields.await_idle(TIMEOUT_S)
    for address in FIELD_ADDRESSES[wiring.fields.kind]:
        real, wanted = edge.field_bus.chips[address], simulated.device.field_bus.chips[address]
        assert real.send(0, 22) == wanted.send(0, 22)
        assert real.send(0x2B, 0x55) == wanted.send(0x2B, 0x55)
    box.close()
    simulated.device.close()


def test_a_missing_node_disables_the_field_sensors_only(at_edge: AtEdge) -> None:
    edge = at_edge(WIRINGS[3])
    edge.kernel.nodes[I2C].present = False
    box = edge.box()
    box.listen(edge.inputs.put)
    report = edge.inputs.get(timeout=TIMEOUT_S)
    assert isinstance(report, PartFault)
    assert (str(report.part), report.stuck) == ("fields", False)
    edge.press(Button.BANK)
    assert edge.inputs.get(timeout=TIMEOUT_S) == Press(Button.BANK)


def test_the_doctor_finds_a_busy_interrupt_pin(at_edge: AtEdge) -> None:
    edge = at_edge(WIRINGS[0])
    assert pin_faults(edge.wiring) == ()
    edge.pins.busy = {27}
    busy = PartFault(Part.FIELDS, "the fields' interrupt pin cannot be used: GPIO 27: GPIO busy")
    assert pin_faults(edge.wiring) == (busy,)
    assert pin_faults(Wiring()) == ()
