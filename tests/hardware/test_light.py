"""Gamma, brightness and power budget."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.device import LIGHTS, OFF, Colour
from hardware.pixels import gamma_curve, sent_levels
from hardware.wiring import Lights
from tests.hardware.wirings import estimated_ma

WHITE = (Colour(255, 255, 255),) * LIGHTS
LEVEL = st.integers(0, 255)
PICTURES = st.lists(st.builds(Colour, LEVEL, LEVEL, LEVEL), min_size=LIGHTS, max_size=LIGHTS)


@pytest.mark.parametrize(("wanted", "sent"), [(0, 0), (64, 5), (128, 37), (192, 115), (255, 255)])
def test_gamma_makes_brightness_steps_look_even(wanted: int, sent: int) -> None:
    assert gamma_curve(2.8, 1.0)[wanted] == sent


def test_a_gamma_of_one_keeps_the_levels() -> None:
    assert gamma_curve(1.0, 1.0) == bytes(range(256))


@settings(max_examples=100)
@given(PICTURES, st.floats(0, 1), st.integers(0, 8000), st.integers(LIGHTS, 256), st.booleans())
def test_the_budget_is_never_exceeded(
    picture: list[Colour], brightness: float, budget_ma: int, count: int, white: bool
) -> None:
    lights = Lights(brightness=brightness, budget_ma=budget_ma, count=count, byteorder="GRBW" if white else "GRB")
    sent = sent_levels(lights, picture)
    assert len(sent) == LIGHTS * (4 if white else 3)
    assert estimated_ma(sent, count) <= max(budget_ma, count)


@settings(max_examples=50)
@given(PICTURES)
def test_white_replaces_the_common_part_of_the_colours(picture: list[Colour]) -> None:
    plain, with_white = (sent_levels(Lights(budget_ma=10_000, byteorder=order), picture) for order in ("GRB", "GRBW"))
    reds, greens, blues, whites = (with_white[channel::4] for channel in range(4))
    assert not any(map(min, reds, greens, blues))
    for channel, levels in enumerate((reds, greens, blues)):
        assert bytes(map(sum, zip(levels, whites, strict=True))) == plain[channel::3]


def test_the_current_of_unused_pixels_and_of_white_is_counted() -> None:
    lone = (Colour(255, 255, 255),) + (OFF,) * 35
    assert sent_levels(Lights(brightness=1.0, budget_ma=73, count=64, byteorder="GRBW"), lone)[:4] == bytes(
        (0, 0, 0, 114)
    )
    assert sent_levels(Lights(brightness=1.0, budget_ma=84, count=64, byteorder="GRBW"), lone)[:4] == bytes(
        (0, 0, 0, 255)
    )
    assert estimated_ma(bytes((255, 255, 255, 255)), count=64) == 144


@settings(max_examples=50)
@given(PICTURES, st.floats(0.01, 1))
def test_a_level_above_0_stays_above_0(picture: list[Colour], brightness: float) -> None:
    sent = sent_levels(Lights(brightness=brightness), picture)
    assert [level > 0 for level in sent] == [level > 0 for colour in picture for level in colour]


@settings(max_examples=50)
@given(PICTURES, st.integers(36, 2300))
def test_dimming_keeps_the_order_of_the_levels(picture: list[Colour], budget_ma: int) -> None:
    full, dimmed = (
        sent_levels(Lights(brightness=1.0, budget_ma=10_000), picture),
        sent_levels(Lights(brightness=1.0, budget_ma=budget_ma), picture),
    )
    levels = [level for _, level in sorted(zip(full, dimmed, strict=True))]
    assert levels == sorted(levels)


def test_full_white_fills_the_default_budget() -> None:
    drawn = estimated_ma(sent_levels(Lights(brightness=1.0), WHITE))
    assert 1490 < drawn <= 1500


def test_one_channel_can_use_the_whole_budget() -> None:
    picture = (Colour(255, 0, 0),) + (OFF,) * 35
    assert sent_levels(Lights(brightness=1.0, budget_ma=46), picture)[0] == 127


def test_a_dimmed_frame_loses_none_of_its_dim_colours() -> None:
    picture = (Colour(255, 255, 255),) * 30 + (Colour(40, 40, 40),) * 6
    assert sent_levels(Lights(brightness=1.0, budget_ma=300), picture)[90:] == bytes([1] * 18)


def test_a_frame_within_the_budget_is_sent_as_it_is() -> None:
    picture = (Colour(255, 255, 255),) * 6 + (OFF,) * 30
    assert sent_levels(Lights(brightness=1.0, budget_ma=396), picture) == bytes([255] * 18 + [0] * 90)


def test_dim_colours_are_switched_off_only_if_the_budget_requires_it() -> None:
    faint = (Colour(1, 1, 1),) * LIGHTS
    assert sent_levels(Lights(brightness=1.0, budget_ma=44), faint) == bytes(108)
    assert sent_levels(Lights(brightness=1.0, budget_ma=45), faint) == bytes([1] * 108)


def test_a_frame_may_be_dimmed_to_a_share_of_the_brightness() -> None:
    assert sent_levels(Lights(brightness=0.5), WHITE, share=0.5) == bytes([64] * 108)
