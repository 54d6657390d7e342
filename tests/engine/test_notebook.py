"""Positions and records as notebooks show them."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from engine import claimit
from engine.record import follow

START = {"event": "start", "game": "claimit", "players": ["Green", "<Blue>"]}


def test_a_notebook_shows_the_position_and_the_game() -> None:
    record = follow(None, START, {"event": "roll", "dice": [1, 4, 5]}, {"event": "place", "field": "4/1"})
    picture = ET.fromstring(record.state._repr_svg_())  # noqa: S314 - it is our own
    words = [each.text for each in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert "<Blue>: mine 0, goldclaims 0, fields 0" in words
    assert "&lt;Blue&gt;" in record._repr_html_()
    assert record._repr_svg_() == record.state._repr_svg_() == record.state._repr_html_()
    klondike = follow(None, {**START, "game": "klondike"})
    assert klondike._repr_svg_() is None
    assert "<pre>Klondike, round 1" in klondike._repr_html_()


def test_the_throws_and_their_weights() -> None:
    assert (len(claimit.ROLL_WEIGHTS), sum(claimit.ROLL_WEIGHTS.values())) == (56, claimit.ROLL_COUNT)
    assert [claimit.ROLL_WEIGHTS[dice] for dice in ((3, 3, 3), (3, 3, 4), (1, 4, 5))] == [1, 3, 6]
