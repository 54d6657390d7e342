import pytest

from companion.lights.colour_vision import Lab, ciede2000, seen_lab, similar_pairs
from companion.lights.composition import AMBER, DIM, SEATS, WHITE, dim
from hardware.device import Colour

PALETTE = (*(seat.colour for seat in SEATS), AMBER, WHITE)

SHARMA = (
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((50.0, -0.001, 2.49), (50.0, 0.0009, -2.49), 4.8045),
    ((50.0, -0.001, 2.49), (50.0, 0.0011, -2.49), 4.7461),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
    ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.9030),
    ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((61.2901, 3.7196, -5.3901), (61.4292, 2.2480, -4.9620), 1.8731),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
)
"""Pairs of the table that Sharma, Wu and Dalal published with the formula, those that reach its corners."""


def test_the_difference_is_the_published_one() -> None:
    for one, other, expected in SHARMA:
        assert ciede2000(Lab(*one), Lab(*other)) == pytest.approx(expected, abs=5e-5)


def test_a_colour_has_its_known_place_in_cielab() -> None:
    for colour, expected in [
        (Colour(255, 255, 255), (100.0, 0.0, 0.0)),
        (Colour(0, 0, 0), (0.0, 0.0, 0.0)),
        (Colour(255, 0, 0), (53.24, 80.09, 67.20)),
        (Colour(0, 0, 255), (32.30, 79.19, -107.86)),
    ]:
        assert seen_lab(colour) == pytest.approx(expected, abs=0.02)


def test_colours_that_a_form_of_colour_blindness_mixes_up_are_found() -> None:
    for vision, one, other in [
        ("protanopia", Colour(70, 90, 130), Colour(250, 30, 130)),
        ("deuteranopia", Colour(0, 190, 110), Colour(240, 0, 120)),
        ("tritanopia", Colour(20, 180, 240), Colour(10, 210, 50)),
    ]:
        assert [(near.first, near.second, near.vision) for near in similar_pairs([one, other])] == [(0, 1, vision)]


def test_every_eye_tells_the_palette_apart() -> None:
    for level in [1.0, DIM]:
        assert similar_pairs([dim(colour, level) for colour in PALETTE]) == []


def test_the_seats_are_called_what_their_stones_are_called() -> None:
    assert [seat.name for seat in SEATS] == ["Green", "Blue", "Orange", "Red", "Violet"]
