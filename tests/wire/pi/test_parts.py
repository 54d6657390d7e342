"""The real libraries on the simulated Pi: they send the right picture and report touches."""

import pytest

from hardware.box import Box
from hardware.device import LIGHTS, Button, Colour, Frame, Part, PartFault, Press, Tone
from hardware.pi import pin_faults
from hardware.wiring import FIELD_ADDRESSES, Wiring
from tests.hardware.clocks import ManualClock
from tests.hardware.wirings import changed_wiring, make_wiring
from tests.wire.fields import FieldBox
from tests.wire.pi.conftest import MakePi
from tests.wire.pi.fake_lgpio import OUTPUT, LevelChange
from tests.wire.pi.simulated_pi import I2C_NODE, PIXELS_NODE, SPI_NODE, SPI_WIRING, TIMEOUT_S, SimulatedPi

PICTURE = Frame(
    lights=tuple(Colour(7 * field, 255 - 7 * field, field) for field in range(LIGHTS)),
    screen=bytes((row * 37 + place * 11) % 256 for row in range(64) for place in range(16)),
)


@pytest.mark.parametrize("screen", ["ssd1306", "sh1106", "ssd1309"])
@pytest.mark.parametrize("on", ["i2c", "spi"])
def test_every_controller_shows_the_picture_on_either_bus(make_pi: MakePi, screen: str, on: str) -> None:
    wiring = make_wiring(screen_controller=screen, screen_bus=on, buttons_bank=16)
    pi = make_pi(wiring)
    box = pi.box()
    box.show(PICTURE)
    assert box.flush(TIMEOUT_S)
    assert pi.screen.controller.visible_screen() == PICTURE.screen


def test_every_field_shows_its_colour(pi: SimulatedPi, box: Box) -> None:
    box.show(PICTURE)
    assert box.flush(TIMEOUT_S)
    assert len(set(pi.lights())) == LIGHTS
    assert pi.lights()[0] == Colour(0, 255, 0)


def test_a_strip_of_any_kind_shows_its_colours(make_pi: MakePi) -> None:
    for count, byteorder, fits in ((64, "GRBW", True), (150, "RGB", True), (151, "RGB", False)):
        pi = make_pi(make_wiring(lights_count=count, lights_byteorder=byteorder))
        box = pi.box()
        box.listen(pi.inputs.put)
        box.show(PICTURE)
        assert box.flush(TIMEOUT_S) is fits
        if fits:
            assert len(set(pi.lights())) == LIGHTS
        else:
            assert pi.next_fault() == PartFault(
                Part.LIGHTS, "the pixels cannot be written to: [Errno 90] Message too long"
            )
        assert pi.screen.controller.visible_screen() == PICTURE.screen
        box.close()


def test_the_pixels_get_their_clock(pi: SimulatedPi, box: Box) -> None:
    box.show(PICTURE)
    box.flush(TIMEOUT_S)
    assert pi.strip.max_speed_hz == 6_400_000


@pytest.mark.parametrize(("screen", "hertz"), [("ssd1306", 8_000_000), ("ssd1309", 8_000_000), ("sh1106", 2_000_000)])
def test_a_screen_on_spi_gets_its_clock(make_pi: MakePi, screen: str, hertz: int) -> None:
    pi = make_pi(changed_wiring(SPI_WIRING, screen_controller=screen))
    box = pi.box()
    box.show(PICTURE)
    box.flush(TIMEOUT_S)
    assert pi.screen.max_speed_hz == hertz  # type: ignore[union-attr]


def test_closing_switches_everything_off_and_closes_every_node(pi: SimulatedPi, box: Box) -> None:
    box.show(PICTURE)
    box.flush(TIMEOUT_S)
    assert pi.kernel.open_paths() == {I2C_NODE, PIXELS_NODE}
    box.close()
    assert set(pi.lights()) == {Colour(0, 0, 0)}
    assert not pi.screen.controller.on
    assert pi.kernel.open_paths() == set()


def test_closing_closes_the_node_of_a_screen_on_spi(make_pi: MakePi) -> None:
    pi = make_pi(SPI_WIRING)
    box = pi.box()
    box.show(PICTURE)
    box.flush(TIMEOUT_S)
    assert pi.kernel.open_paths() == {SPI_NODE, PIXELS_NODE}
    assert [pi.pins.lines[gpio].mode for gpio in (24, 25)] == [OUTPUT, OUTPUT]
    box.close()
    assert pi.kernel.open_paths() == set()
    assert OUTPUT not in {pi.pins.lines[gpio].mode for gpio in (24, 25)}


def test_a_bouncing_contact_is_one_press(pi: SimulatedPi, box: Box) -> None:  # noqa: ARG001 - it listens
    for still in (0, 1):
        bouncing = [LevelChange(420 * step, (step + still) % 2) for step in range(20)]
        pi.pins.trace(5, [*bouncing, LevelChange(8_400, still)])
    assert pi.inputs.get_nowait() == Press(Button.LEFT)
    assert pi.inputs.empty()


def test_a_glitch_does_not_count_as_a_press(pi: SimulatedPi, box: Box) -> None:  # noqa: ARG001 - it listens
    pi.pins.trace(5, [LevelChange(0, 0), LevelChange(14_000, 1)])
    assert pi.inputs.empty()


def test_a_button_that_is_down_at_the_start_is_reported_as_stuck(pi: SimulatedPi) -> None:
    pi.push(Button.BANK)
    box = pi.box()
    box.listen(pi.inputs.put)
    assert pi.next_fault() == PartFault(Button.BANK, "the button bank stays down", stuck=True)
    pi.press(Button.OK)
    pi.release(Button.BANK)
    pi.press(Button.BANK)
    reports = [pi.inputs.get_nowait() for _ in range(3)]
    assert reports == [Press(Button.OK), PartFault(Button.BANK, None), Press(Button.BANK)]
    assert pi.inputs.empty()


def test_a_button_that_is_down_when_its_pin_becomes_free_is_reported_as_stuck(pi: SimulatedPi) -> None:
    pi.push(Button.LEFT)
    pi.pins.busy = {5}
    clock = ManualClock()
    box = pi.box(clock=clock)
    box.listen(pi.inputs.put)
    busy = PartFault(Button.LEFT, "the pin of the button left cannot be used: GPIO 5: GPIO busy")
    assert pi.next_fault() == busy
    pi.pins.busy = set()
    assert clock.wait_for_waiters(0.5)
    clock.advance(0.5)
    unstuck, stuck = pi.next_fault(), pi.next_fault()
    assert (unstuck, stuck) == (
        PartFault(Button.LEFT, None),
        PartFault(Button.LEFT, "the button left stays down", stuck=True),
    )


def test_a_new_press_is_not_stuck_when_another_pin_is_tried_again(pi: SimulatedPi) -> None:
    pi.pins.busy = {26}
    clock = ManualClock()
    box = pi.box(clock=clock)
    box.listen(pi.inputs.put)
    assert pi.next_fault().part is Button.UNDO
    pi.pins.lines[5].level = 0
    assert clock.wait_for_waiters(0.5)
    clock.advance(0.5)
    assert clock.wait_for_waiters(1.5)
    assert pi.inputs.empty()


def test_the_doctor_finds_stuck_buttons_and_busy_pins_and_releases_the_pins(pi: SimulatedPi) -> None:
    pi.push(Button.OK)
    pi.push(Button.LEFT)
    assert [(fault.part, fault.stuck) for fault in pin_faults(pi.wiring)] == [
        (Button.LEFT, True),
        (Button.OK, True),
    ]
    assert pi.pins.handles == 0
    pi.release(Button.OK)
    pi.release(Button.LEFT)
    assert pin_faults(pi.wiring) == ()
    pi.pins.busy = {19}
    busy = PartFault(Button.BANK, "the pin of the button bank cannot be used: GPIO 19: GPIO busy")
    assert pin_faults(pi.wiring) == (busy,)
    pi.pins.busy = {5, 6, 12, 13, 19, 26}
    assert pin_faults(pi.wiring) == (
        PartFault(Part.BUTTONS, "the buttons' pins cannot be used: GPIO 5: GPIO busy"),
        PartFault(Part.BUZZER, "the buzzer's pin cannot be used: GPIO 12: GPIO busy"),
    )
    assert pi.pins.handles == 0


def test_the_buzzer_sounds_on_its_pin(pi: SimulatedPi, box: Box) -> None:
    box.play([Tone(880, 0.001), Tone(0, 0.001), Tone(1047, 0.001)])
    assert box._buzzer is not None
    assert box._buzzer.flush(TIMEOUT_S)
    sounded = [hertz for hertz, percent in pi.pins.lines[12].pwm if percent == 50]
    assert sounded == [880, 1047]
    assert pi.pins.lines[12].pwm[-1] == (0, 0)


def test_a_silent_buzzer_draws_no_current(pi: SimulatedPi, box: Box) -> None:
    box.play([Tone(880, 0.001), Tone(1047, 0.001)])
    assert box._buzzer is not None
    assert box._buzzer.flush(TIMEOUT_S)
    assert pi.pins.lines[12].level == 0


def test_the_lowest_volume_still_sounds(make_pi: MakePi) -> None:
    pi = make_pi(make_wiring(sound_volume=0.01))
    box = pi.box()
    box.listen(pi.inputs.put)
    box.play([Tone(880, 0.001)])
    assert box._buzzer is not None
    assert box._buzzer.flush(TIMEOUT_S)
    assert (880, 1) in pi.pins.lines[12].pwm


WIRINGS = [
    changed_wiring(wiring, fields_kind=kind) for wiring in (Wiring(), SPI_WIRING) for kind in ("touch", "contacts")
]


@pytest.mark.parametrize("wiring", WIRINGS, ids=lambda wiring: f"{wiring.fields.kind} {wiring.screen.bus}")
def test_fields_and_buttons_work_together(make_pi: MakePi, wiring: Wiring) -> None:
    pi = make_pi(wiring)
    box = pi.box()
    box.listen(pi.inputs.put)
    assert box._fields is not None
    assert box._fields.await_idle(TIMEOUT_S)
    for field in range(0, 36, 7):
        pi.touch(field)
        assert box._fields.await_idle(TIMEOUT_S)
    pi.press(Button.OK)
    assert pi.inputs.get(timeout=TIMEOUT_S) == Press(Button.OK)
    box.close()
    assert (pi.kernel.open_paths(), pi.inputs.empty()) == (set(), True)


@pytest.mark.parametrize("wiring", WIRINGS, ids=lambda wiring: f"{wiring.fields.kind} {wiring.screen.bus}")
def test_real_and_simulated_field_drivers_send_the_same_bytes(make_pi: MakePi, wiring: Wiring) -> None:
    pi, simulated = make_pi(wiring), FieldBox(wiring)
    box = pi.box()
    box.listen(pi.inputs.put)
    simulated.listen()
    assert box._fields is not None
    assert box._fields.await_idle(TIMEOUT_S)
    for address in FIELD_ADDRESSES[wiring.fields.kind]:
        real, expected = pi.field_bus.chips[address], simulated.device.field_bus.chips[address]
        assert real.send(0, 22) == expected.send(0, 22)
        assert real.send(0x2B, 0x55) == expected.send(0x2B, 0x55)
    box.close()
    simulated.device.close()


def test_a_missing_node_disables_the_field_sensors_only(make_pi: MakePi) -> None:
    pi = make_pi(WIRINGS[3])
    pi.kernel.nodes[I2C_NODE].present = False
    box = pi.box()
    box.listen(pi.inputs.put)
    report = pi.inputs.get(timeout=TIMEOUT_S)
    assert isinstance(report, PartFault)
    assert (str(report.part), report.stuck) == ("fields", False)
    pi.press(Button.BANK)
    assert pi.inputs.get(timeout=TIMEOUT_S) == Press(Button.BANK)


def test_the_doctor_finds_a_busy_interrupt_pin(make_pi: MakePi) -> None:
    pi = make_pi(WIRINGS[0])
    assert pin_faults(pi.wiring) == ()
    pi.pins.busy = {27}
    busy = PartFault(Part.FIELDS, "the fields' interrupt pin cannot be used: GPIO 27: GPIO busy")
    assert pin_faults(pi.wiring) == (busy,)
    assert pin_faults(Wiring()) == ()
