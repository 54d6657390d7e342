"""The pixels, pulse by pulse: the driver on one end of the wire, a simulated strip on the other."""

from __future__ import annotations

from errno import EIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from neopixel_spi import NeoPixel_SPI

from hardware.device import LIGHTS, PartFailed
from hardware.pixels import Pixels, Strip
from hardware.simulated.strip import Rgb, SimulatedStrip

LEVELS = st.binary(min_size=3 * LIGHTS, max_size=3 * LIGHTS)
RESET = bytes(64)


def shown(bus: SimulatedStrip) -> bytes:
    """The levels of all pixels, in a row."""
    return bytes(level for pixel in bus.pixels for level in pixel)


@pytest.fixture
def bus() -> SimulatedStrip:
    """36 dark pixels at the usual clock."""
    bus = SimulatedStrip(LIGHTS)
    bus.configure(baudrate=6_400_000)
    return bus


@given(st.lists(LEVELS, min_size=1, max_size=3))
def test_what_is_written_is_what_the_pixels_show(frames: list[bytes]) -> None:
    """Red, green and blue of each, in the strip's order."""
    bus = SimulatedStrip(LIGHTS)
    pixels = Pixels(lambda: Strip(bus))
    for levels in frames:
        pixels.write(levels)
        assert shown(bus) == levels


@given(LEVELS)
def test_the_table_encodes_as_the_library_does(levels: bytes) -> None:
    """The same bytes reach the bus, only sooner."""
    buses = SimulatedStrip(LIGHTS), SimulatedStrip(LIGHTS)
    ours, theirs = Strip(buses[0]), NeoPixel_SPI(buses[1], LIGHTS, auto_write=False)
    for strip in (ours, theirs):
        strip[:] = list(zip(levels[0::3], levels[1::3], levels[2::3], strict=True))
        strip.show()
    assert ours._spibuf == theirs._spibuf
    assert shown(buses[0]) == shown(buses[1]) == levels


def test_a_frame_is_992_bytes(bus: SimulatedStrip) -> None:
    """864 of colours, and a silence of 80 µs on either side."""
    Pixels(lambda: Strip(bus)).write(bytes(108))
    assert bus.sent_bytes == 992


def test_a_failing_bus_is_told_in_one_sentence(bus: SimulatedStrip) -> None:
    """And the next write works again."""
    pixels = Pixels(lambda: Strip(bus))
    bus.failure = OSError(EIO, "Input/output error")
    with pytest.raises(PartFailed, match=r"the pixels cannot be written to: .*Input/output error"):
        pixels.write(b"\x01" * 108)
    bus.failure = None
    pixels.write(b"\x01" * 108)
    assert shown(bus) == b"\x01" * 108


def test_a_bus_that_is_not_there_is_told() -> None:
    """It is looked for when something is to be shown."""

    def missing() -> Strip:
        raise FileNotFoundError("/dev/spidev0.0 does not exist")

    with pytest.raises(PartFailed, match=r"/dev/spidev0\.0 does not exist"):
        Pixels(missing).write(bytes(108))


def test_what_no_silence_follows_is_not_shown(bus: SimulatedStrip) -> None:
    """A WS2812 takes over its colour in the silence after the last pulse."""
    bus.write(RESET + b"\xf0" * 24)
    assert bus.pixels[0] == Rgb(0, 0, 0)


def test_green_comes_first(bus: SimulatedStrip) -> None:
    """Eight long pulses, then sixteen short ones."""
    bus.write(RESET + b"\xf0" * 8 + b"\xc0" * 16 + RESET)
    assert bus.pixels[0] == Rgb(0, 255, 0)


def test_other_bit_patterns_mean_the_same_when_they_last_as_long(bus: SimulatedStrip) -> None:
    """Pulses are told apart by their length alone."""
    bus.write(RESET + b"\x78" * 24 + b"\x60" * 24 + RESET)
    assert bus.pixels[:2] == (Rgb(255, 255, 255), Rgb(0, 0, 0))


def test_pixels_that_were_sent_nothing_stay_as_they_are(bus: SimulatedStrip) -> None:
    """A shorter frame changes only the first ones."""
    bus.write(RESET + b"\xf0" * 48 + RESET)
    bus.write(RESET + b"\xc0" * 24 + RESET)
    assert bus.pixels[:3] == (Rgb(0, 0, 0), Rgb(255, 255, 255), Rgb(0, 0, 0))


def test_what_is_sent_beyond_the_last_pixel_is_lost(bus: SimulatedStrip) -> None:
    """It would go on to the next strip."""
    bus.write(RESET + b"\xf0" * 24 * (LIGHTS + 1) + RESET)
    assert len(bus.pixels) == LIGHTS


def test_half_a_pixel_is_no_pixel(bus: SimulatedStrip) -> None:
    """Twelve bits are not enough to change one."""
    bus.write(RESET + b"\xf0" * 12 + RESET)
    assert bus.pixels[0] == Rgb(0, 0, 0)


def test_the_end_of_each_write_can_be_watched(bus: SimulatedStrip) -> None:
    """To measure how long a press takes."""
    ends: list[int] = []
    bus.on_write = lambda: ends.append(bus.sent_bytes)
    bus.write(RESET)
    assert ends == [64]
