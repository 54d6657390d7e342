"""Simulates colours for different kinds of colour vision, and checks whether they are distinguishable.

The common forms of colour blindness are simulated in linear RGB at full severity (Machado, Oliveira, Fernandes 2009:
A Physiologically-based Model for Simulation of Color Vision Deficiency, table 1). Distances are CIEDE2000 under D65
(Sharma, Wu, Dalal 2005: The CIEDE2000 Color-Difference Formula).
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import NamedTuple

from hardware.device import Colour

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

VISIONS: dict[str, Matrix] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""The matrices of linear RGB for each kind of colour vision."""

MIN_DISTANCE = 10.0
"""Minimum difference (CIEDE2000) of colours that can be distinguished across a table; 1 is just noticeable."""

_XYZ: Matrix = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
"""Linear sRGB to CIE XYZ (IEC 61966-2-1)."""
_D65: Vector = (0.95047, 1.0, 1.08883)


class Lab(NamedTuple):
    """A colour in CIELAB under D65."""

    lightness: float
    """0 black, 100 white."""
    a: float
    """Green to red."""
    b: float
    """Blue to yellow."""


class SimilarPair(NamedTuple):
    """Two colours that are easy to confuse."""

    first: int
    """The lower index."""
    second: int
    """The higher index."""
    vision: str
    """The kind of colour vision, a name in `VISIONS`."""
    distance: float
    """Their difference with this vision (CIEDE2000)."""


def similar_pairs(colours: Sequence[Colour]) -> list[SimilarPair]:
    """Returns the pairs that are too similar for some kind of colour vision."""
    return [found for found in pair_distances(colours) if found.distance < MIN_DISTANCE]


def pair_distances(colours: Sequence[Colour]) -> Iterable[SimilarPair]:
    """Yields the difference of every pair of colours, for every kind of colour vision."""
    for vision in VISIONS:
        seen = [seen_lab(colour, vision) for colour in colours]
        for (i, one), (j, other) in combinations(enumerate(seen), 2):
            yield SimilarPair(i, j, vision, ciede2000(one, other))


def linear_light(value: int) -> float:
    """Returns the linear light of a channel's value, 0 to 1 (IEC 61966-2-1)."""
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def seen_lab(colour: Colour, vision: str = "normal") -> Lab:
    light = (linear_light(colour.red), linear_light(colour.green), linear_light(colour.blue))
    # Without one kind of cone the result may be below black or above white.
    seen = [min(1.0, max(0.0, channel)) for channel in _multiply(VISIONS[vision], light)]
    x, y, z = (_lab_root(value / white) for value, white in zip(_multiply(_XYZ, seen), _D65, strict=True))
    return Lab(116 * y - 16, 500 * (x - y), 200 * (y - z))


def ciede2000(one: Lab, other: Lab) -> float:
    """Returns the perceived difference of two colours (CIEDE2000), with the names of the paper."""
    mean_c = (hypot(one.a, one.b) + hypot(other.a, other.b)) / 2
    # Near grey, CIELAB underestimates differences between green and red, so a is stretched there (G in the paper).
    stretch = 1.5 - _chroma_weight(mean_c) / 2
    c1, c2 = (hypot(stretch * colour.a, colour.b) for colour in (one, other))
    h1, h2 = (degrees(atan2(colour.b, stretch * colour.a)) % 360 for colour in (one, other))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    mean_l, mean_c = (one.lightness + other.lightness) / 2, (c1 + c2) / 2
    mean_h = h1 + h2 if c1 * c2 == 0 else _mean_hue(h1, h2)
    s_l = 1 + 0.015 * (mean_l - 50) ** 2 / sqrt(20 + (mean_l - 50) ** 2)
    d_l = (other.lightness - one.lightness) / s_l
    d_c = (c2 - c1) / (1 + 0.045 * mean_c)
    # T in the paper: the weight of a hue difference by hue.
    waves = ((-0.17, 1, 30), (0.24, 2, 0), (0.32, 3, -6), (-0.20, 4, 63))
    t = 1 + sum(sign * cos(radians(times * mean_h - shift)) for sign, times, shift in waves)
    d_h = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * mean_c * t)
    # R_T in the paper: for blues, chroma and hue are not perceived separately.
    rotation = -sin(radians(60 * exp(-(((mean_h - 275) / 25) ** 2)))) * 2 * _chroma_weight(mean_c)
    return sqrt(d_l**2 + d_c**2 + d_h**2 + rotation * d_c * d_h)


def _multiply(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _lab_root(share: float) -> float:
    # A cube root, with a straight line near black, where it is too steep (CIE 15, CIELAB).
    return share ** (1 / 3) if share > (6 / 29) ** 3 else share * (29 / 6) ** 2 / 3 + 4 / 29


def _chroma_weight(chroma: float) -> float:
    return sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _mean_hue(h1: float, h2: float) -> float:
    """Returns the angle in the middle of two angles on the shorter way; the mean of two opposite angles."""
    total = h1 + h2
    if abs(h1 - h2) <= 180:
        return total / 2
    return (total + 360) / 2 if total < 360 else (total - 360) / 2
