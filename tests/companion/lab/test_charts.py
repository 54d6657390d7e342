"""Charts: where things stand in the picture, and that it is a picture."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from companion.lab.intervals import Interval
from companion.lab.report import Curve, Row, Scale, bar_chart, curve_chart, interval_chart, nice_ticks

HALF = Interval(0.5, 0.4, 0.6)


def parsed(chart: str) -> ElementTree.Element:
    """The chart as XML."""
    return ElementTree.fromstring(f"<page>{chart}</page>")  # noqa: S314 - our own


def places(chart: str, tag: str, name: str) -> list[float]:
    """An attribute of all elements of a kind."""
    return [float(element.attrib[name]) for element in parsed(chart).iter(tag) if name in element.attrib]


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0.347, 0.461, [0.325, 0.35, 0.375, 0.4, 0.425, 0.45, 0.475]),
        (1203, 1797, [1200, 1400, 1600, 1800]),
        (0.99, 1.0, [0.99, 0.992, 0.994, 0.996, 0.998, 1.0]),
    ],
)
def test_ticks_are_round_and_hold_all(low: float, high: float, ticks: list[float]) -> None:
    assert nice_ticks(low, high) == ticks


def test_ticks_of_one_figure_have_room_around_it() -> None:
    found = nice_ticks(0.5, 0.5)
    assert found[0] < 0.5 < found[-1]
    assert len({round(after - before, 9) for before, after in pairwise(found)}) == 1


def test_a_scale_leads_from_figures_to_places() -> None:
    assert [Scale(0, 10, 100, 200)(value) for value in (0, 5, 10)] == [100, 150, 200]
    assert Scale(0, 1, 200, 0)(0.25) == 150


def test_a_dot_stands_in_its_interval() -> None:
    chart = interval_chart("shares", [Row("a", HALF, "50 %"), Row("b", Interval(0.7, 0.65, 0.75), "70 %")], str, (0, 1))
    dots = places(chart, "circle", "cx")
    whiskers = [line for line in parsed(chart).iter("line") if "whisker" in line.attrib["class"]]
    assert dots == sorted(dots)
    for dot, line in zip(dots, whiskers, strict=True):
        assert float(line.attrib["x1"]) < dot < float(line.attrib["x2"])


def test_an_axis_keeps_to_its_limits() -> None:
    chart = interval_chart("shares", [Row("a", Interval(1, 0.97, 1.0), "100 %")], lambda tick: f"{tick:.3f}", (0, 1))
    assert "1.000" in chart
    assert max(float(each) for each in re.findall(r">([01]\.\d{3})<", chart)) == 1


def test_bars_are_as_high_as_their_shares() -> None:
    low, high = places(bar_chart("lengths", [(1, 0.2), (3, 0.4)], "turns"), "rect", "height")
    assert high == pytest.approx(2 * low, abs=0.2)


def test_many_numbers_share_bars() -> None:
    chart = bar_chart("lengths", [(number, 0.005) for number in range(200)], "turns")
    notes = [element.text or "" for element in parsed(chart).iter("title")]
    assert len(notes) == 50
    assert notes[0] == "0 to 3: 2.00 %"


def test_a_curve_goes_through_its_points() -> None:
    points = ((0, Interval(0.1, 0.05, 0.15)), (1, Interval(0.3, 0.2, 0.4)))
    chart = curve_chart("busts", [Curve("a", 0, points), Curve("b", 1, points[:1])], "rolls")
    first, second, _ = places(chart, "circle", "cy")
    assert first > second
    assert [element.text for element in parsed(chart).iter("title")] == ["a, 0: 10.0 %", "a, 1: 30.0 %", "b, 0: 10.0 %"]


def test_names_cannot_break_a_chart() -> None:
    name = '<script>"&'
    rows, curves = [Row(name, HALF, name)], [Curve(name, 0, ((0, HALF),))]
    for chart in (interval_chart(name, rows, str, (0, 1)), curve_chart(name, curves, name)):
        assert "<script" not in chart
        assert name in "".join(parsed(chart).itertext())
