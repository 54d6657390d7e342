"""A bust on the page looks like no seat: its colours are checked for every kind of eye."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion.frontends.web
from companion.lights.colour_vision import NEAR, linear_light, pair_distances
from companion.lights.palette import SEATS
from hardware.device import Colour

STYLE = (Path(companion.frontends.web.__file__).parent / "static/moments.css").read_text()
READABLE = 7.0
"""The contrast for text that everybody can read (WCAG 2, success criterion 1.4.6)."""
SHAPE = 3.0
"""The contrast for shapes that mean something (WCAG 2, success criterion 1.4.11)."""


def declared(name: str) -> Colour:
    """The colour of a variable of the style sheet."""
    found = re.search(rf"--{name}: #([0-9a-f]{{6}});", STYLE)
    assert found
    return Colour(*bytes.fromhex(found[1]))


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours (WCAG 2, contrast ratio)."""
    lights = sorted(
        0.2126 * linear_light(each.red) + 0.7152 * linear_light(each.green) + 0.0722 * linear_light(each.blue)
        for each in (one, other)
    )
    return (lights[1] + 0.05) / (lights[0] + 0.05)


@pytest.mark.parametrize("name", ["loss", "loss-stripe", "loss-text"])
def test_no_eye_takes_a_bust_for_a_seat(name: str) -> None:
    colours = [declared(name), *(seat.colour for seat in SEATS)]
    distances = [pair.distance for pair in pair_distances(colours) if pair.first == 0]
    assert len(distances) == 4 * len(SEATS)
    assert min(distances) >= NEAR


def test_what_a_bust_says_can_be_read() -> None:
    assert contrast(declared("loss"), declared("loss-text")) >= READABLE
    assert contrast(declared("loss-stripe"), declared("loss-text")) >= SHAPE


def test_black_on_white_has_the_contrast_that_the_standard_says() -> None:
    assert contrast(Colour(0, 0, 0), Colour(255, 255, 255)) == pytest.approx(21)
