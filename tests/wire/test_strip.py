"""The pixels, pulse by pulse: the driver at one end of the wire, a simulated strip at the other."""

from errno import EIO
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.device import LIGHTS, Colour, PartError
from hardware.pixels import LATCH, Pixels, Strip
from hardware.simulated.buses import SimulatedStrip

LEVELS = st.binary(min_size=3 * LIGHTS, max_size=3 * LIGHTS)
RESET = LATCH


def shown_colours(bus: SimulatedStrip) -> bytes:
    return bytes(level for pixel in bus.pixels for level in pixel)


def sent_bytes(levels: bytes, count: int = LIGHTS, byteorder: str = "GRB") -> bytes:
    bus, transfers = SimulatedStrip(count, byteorder), list[bytes]()
    bus.writebytes = transfers.append  # type: ignore[assignment,method-assign]  # the wire is listened to
    Pixels(lambda: Strip(bus, count, byteorder)).write(levels)
    (frame,) = transfers
    return frame


@pytest.fixture
def bus() -> SimulatedStrip:
    bus = SimulatedStrip(LIGHTS)
    bus.max_speed_hz = 6_400_000
    return bus


@given(st.lists(LEVELS, min_size=1, max_size=3))
def test_the_pixels_show_the_written_colours(frames: list[bytes]) -> None:
    bus = SimulatedStrip(LIGHTS)
    pixels = Pixels(lambda: Strip(bus))
    for levels in frames:
        pixels.write(levels)
        assert shown_colours(bus) == levels


@given(st.sampled_from(["GRB", "RGB", "RGBW", "GRBW"]), st.integers(LIGHTS, 256), st.data())
def test_every_bit_is_sent_as_one_pulse(byteorder: str, count: int, data: st.DataObject) -> None:
    levels = Random(data.draw(st.integers(0))).randbytes(count * len(byteorder))
    channels = [levels["RGBW".index(letter) :: len(byteorder)] for letter in byteorder]
    bits = "".join(f"{level:08b}" for pixel in zip(*channels, strict=True) for level in pixel)
    assert sent_bytes(levels, count, byteorder) == LATCH + bytes(0xF0 if bit == "1" else 0xC0 for bit in bits) + LATCH


@pytest.mark.parametrize("clock_hz", [6_400_000, 6_250_000], ids=["as requested", "as the boards give it"])
def test_a_frame_ends_low_long_enough_for_every_kind_of_pixel(clock_hz: int) -> None:
    frame = sent_bytes(b"\xff" * 108)
    before, after = len(frame) - len(frame.lstrip(b"\0")), len(frame) - len(frame.rstrip(b"\0"))
    assert 8 * min(before, after) / clock_hz >= 300e-6


def test_a_failing_bus_is_reported_in_one_sentence(bus: SimulatedStrip) -> None:
    pixels = Pixels(lambda: Strip(bus))
    bus.failure = OSError(EIO, "Input/output error")
    with pytest.raises(PartError, match=r"the pixels cannot be written to: .*Input/output error"):
        pixels.write(b"\x01" * 108)
    bus.failure = None
    pixels.write(b"\x01" * 108)
    assert shown_colours(bus) == b"\x01" * 108


def test_a_missing_bus_is_reported() -> None:
    def missing() -> Strip:
        raise FileNotFoundError("/dev/spidev0.0 does not exist")

    with pytest.raises(PartError, match=r"/dev/spidev0\.0 does not exist"):
        Pixels(missing).write(bytes(108))


def test_pixels_are_shown_only_after_the_reset_pause(bus: SimulatedStrip) -> None:
    bus.writebytes(RESET + b"\xf0" * 24)
    assert bus.pixels[0] == Colour(0, 0, 0)


def test_green_is_sent_first(bus: SimulatedStrip) -> None:
    bus.writebytes(RESET + b"\xf0" * 8 + b"\xc0" * 16 + RESET)
    assert bus.pixels[0] == Colour(0, 255, 0)


def test_bit_patterns_with_the_same_durations_have_the_same_meaning(bus: SimulatedStrip) -> None:
    bus.writebytes(RESET + b"\x78" * 24 + b"\x60" * 24 + RESET)
    assert bus.pixels[:2] == (Colour(255, 255, 255), Colour(0, 0, 0))


def test_pixels_without_data_keep_their_colour(bus: SimulatedStrip) -> None:
    bus.writebytes(RESET + b"\xf0" * 48 + RESET)
    bus.writebytes(RESET + b"\xc0" * 24 + RESET)
    assert bus.pixels[:3] == (Colour(0, 0, 0), Colour(255, 255, 255), Colour(0, 0, 0))


def test_an_incomplete_pixel_is_not_shown(bus: SimulatedStrip) -> None:
    bus.writebytes(RESET + b"\xf0" * 12 + RESET)
    assert bus.pixels[0] == Colour(0, 0, 0)
