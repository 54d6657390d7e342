"""What the rivals still need in the last round of Claim It!."""

from __future__ import annotations

import pytest

from engine.claimit import LastRound, Phase, Place, Roll, State, apply, parse_field, rivals
from engine.game import Seat

SIX = sum(1 << parse_field(f"{column}/1") for column in range(1, 7))
OTHER_SIX = sum(1 << parse_field(f"{column}/6") for column in range(1, 7))
LONE = 1 << parse_field("1/3") | 1 << parse_field("3/3")


@pytest.mark.parametrize(
    ("fields", "gold", "needs"),
    [
        ((SIX, OTHER_SIX), SIX, 6),  # as large, with more goldclaims: it leads
        ((SIX, OTHER_SIX), OTHER_SIX, 7),  # fewer goldclaims
        ((SIX | LONE, OTHER_SIX), 0, 6),  # as many goldclaims, more fields
        ((SIX, OTHER_SIX), 0, 7),  # fewer fields, since the mover has marked one more
        ((LONE, OTHER_SIX), LONE, 6),  # a mine as large as the mover's would do
    ],
)
def test_a_rival_needs_a_mine_that_wins_with_its_goldclaims_and_fields(
    fields: tuple[int, int], gold: int, needs: int
) -> None:
    # rules, The end
    state = State(
        players=("Green", "Blue"), recycle=False, turn=Seat(1), fields=fields, gold=gold, phase=Phase.ROLL,
        last_round=LastRound(called_by=Seat(0), turns_left=2),
    )  # fmt: skip
    marked = apply(apply(state, Roll((5, 4, 1))), Place(parse_field("5/4")))
    (rival,) = rivals(marked)
    assert rival.needs == needs
