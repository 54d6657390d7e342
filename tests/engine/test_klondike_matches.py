"""Whole matches of Klondike by chance: what always holds, and how often a round fills up."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from tests.engine.klondike_hands import DEALT, play, shares
from tests.engine.klondike_watch import look

MATCHES = 400
"""Of each form of dealing: 2,000 in all."""
FILLED = {(2, "basic"): 0.999, (2, "draw"): 0.999, (3, "basic"): 0.47, (3, "draw"): 0.999, (4, "basic"): 0.999}
"""The share of the rounds that fill all 24 slots (rules, 5); with a tile set aside 43 to 51 %."""
PASSED = {(2, "basic"): 0.38, (3, "draw"): 0.63, (4, "basic"): 0.70}
"""The share of the rounds in which somebody passes (rules, 4.4), where there is a figure."""
LEEWAY = 0.04
"""Three standard deviations of 1,600 rounds, the smallest sample."""


@cache
def matches(players: int, deal: str) -> tuple[float, float]:
    """Plays them all under watch: the share of the rounds that fill up, and of those with a pass."""
    chance = Random(players)
    return shares([told for _ in range(MATCHES) for told in play(players, deal, chance, look)])


@pytest.mark.no_cover
@pytest.mark.slow
@pytest.mark.parametrize(("players", "deal"), DEALT)
def test_rounds_of_random_matches_fill_up_as_often_as_the_rules_tell(players: int, deal: str) -> None:
    filled, _ = matches(players, deal)
    assert filled == pytest.approx(FILLED[players, deal], abs=LEEWAY)


@pytest.mark.no_cover
@pytest.mark.slow
@pytest.mark.parametrize(("players", "deal"), PASSED)
def test_players_have_to_pass_as_often_as_the_rules_tell(players: int, deal: str) -> None:
    _, passed = matches(players, deal)
    assert passed == pytest.approx(PASSED[players, deal], abs=LEEWAY)


def test_a_match_has_two_rounds_for_every_player() -> None:
    assert [len(play(players, "basic", Random(1))) for players in (2, 3, 4)] == [4, 6, 8]
