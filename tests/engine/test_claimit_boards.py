"""The drawn positions of the tests."""

from __future__ import annotations

import pytest

from engine import claimit
from engine.claimit import OWNERSHIP_STONE, PlayerStone
from engine.game import Seat
from tests.engine.claimit_boards import drawn


def test_a_drawing_has_row_six_on_top() -> None:
    state = drawn("g...../....../....../....../....../.....B")
    assert claimit.stack(state, claimit.parse_field("1/6")) == (PlayerStone(Seat(0)),)
    assert claimit.stack(state, claimit.parse_field("6/1")) == (OWNERSHIP_STONE, PlayerStone(Seat(1)))


@pytest.mark.parametrize(
    "drawing", ["......", "......./....../....../....../....../.....", "x...../....../....../....../....../......"]
)
def test_a_bad_drawing_is_refused(drawing: str) -> None:
    with pytest.raises(ValueError, match="six rows"):
        drawn(drawing)
