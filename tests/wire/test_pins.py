"""The simulated pins keep no history: a table may stand there for weeks."""

from hardware.simulated.buses import KEPT_TONES, simulated_pins

GPIO = 12


def test_a_pin_forgets_the_levels_before() -> None:
    pin = simulated_pins().pin(GPIO)
    for _ in range(50):
        pin.drive_high()
        pin.drive_low()
    assert [each.state for each in pin.states] == [False]


def test_a_pin_keeps_only_the_newest_tones_that_nobody_asked_for() -> None:
    pin = simulated_pins().pin(GPIO)
    pin.function = "output"
    for hertz in range(1, KEPT_TONES + 4):
        pin.frequency, pin.state = hertz, 0.5
    assert [tone.hertz for tone in pin.take_tones()][:: KEPT_TONES - 1] == [3, KEPT_TONES + 2]
