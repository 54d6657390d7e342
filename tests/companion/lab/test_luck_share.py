"""How much of the results was luck."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from statistics import correlation

import pytest

from companion.lab.games import Tally, play_games
from companion.lab.intervals import Interval
from companion.lab.study import GROUPS
from companion.lab.summary import LuckFigures, luck_figures
from engine.bot_games import GameResult
from engine.game import Seat
from tests.companion.lab.studies import study_of

BOTH = ("a", "b")


def tally_of(games: list[tuple[int, float]]) -> Tally:
    """The counts of games of `a` against `b`, who change seats: the seat that won, and the luck of the first."""
    study, tally = study_of(BOTH), Tally()
    for number, (winner, luck) in enumerate(games):
        seating = study.seating(number)
        tally.add(seating, GameResult((Seat(winner),), ((1,), (1,)), 0))
        tally.add_luck(seating, (Seat(winner),), (luck, -luck), study.group_of(number))
    return tally


def figures(games: list[tuple[int, float]]) -> LuckFigures:
    """What is told of them."""
    found = luck_figures(tally_of(games), BOTH)
    assert found is not None
    return found


def test_where_luck_is_all_it_explains_everything() -> None:
    found = figures([(0, 0.5), (1, -0.5)] * (2 * GROUPS))
    assert found.explained == Interval(1, 1, 1)
    assert found.luckiest_won.value == 1
    assert {*found.seats, *(its for _, its in found.bots)} == {(0.5, 0.5, 0.5)}


def test_where_the_stronger_always_wins_luck_explains_nothing() -> None:
    games = [(0, 0.1), (1, 0.1)] * GROUPS + [(0, -0.1), (1, -0.1)] * GROUPS
    found = figures(games)
    assert found.explained == Interval(0, 0, 0)
    assert found.luckiest_won.value == 0.5
    assert [round(its.value, 6) for _, its in found.bots] == [1, 0]


def test_what_luck_explains_is_the_squared_correlation() -> None:
    random = Random(3)
    luck = [random.choice([-0.5, -0.25, 0, 0.25, 0.5]) for _ in range(40 * GROUPS)]
    games = [(int(each + random.uniform(-0.6, 0.6) < 0), each) for each in luck]
    found = figures(games)
    assert found.explained is not None
    expected = correlation([1 - winner for winner, _ in games], luck) ** 2
    assert found.explained.value == pytest.approx(expected)
    assert found.explained.low < expected < found.explained.high
    assert 0.2 < expected < 0.8


def test_without_luck_a_share_is_the_mean_of_what_is_left() -> None:
    found = figures([(0, 0.3), (0, 0.1), (1, -0.1), (0, 0.3)])
    assert found.seats[0].value == pytest.approx((0.7 + 0.9 + 0.1 + 0.7) / 4)
    assert found.seats[1].value == pytest.approx((0.3 + 0.1 + 0.9 + 0.3) / 4)
    assert dict(found.bots)["a"].value == pytest.approx((0.7 + 0.1 + 0.1 + 0.3) / 4)
    # The standard deviation of 0.7, 0.9, 0.1, 0.7 is 0.34641.
    assert found.seats[0].high - found.seats[0].value == pytest.approx(1.95996 * 0.34641 / 2, abs=1e-5)
    assert found.luckiest_won.value == 1


def test_of_too_few_games_it_is_not_told_what_luck_explains() -> None:
    assert figures([(0, 0.3), (1, 0.1)]).explained is None
    assert figures([(0, 0.5)] * (2 * GROUPS)).explained is None


def test_a_win_that_two_share_is_half_a_win_for_each() -> None:
    tally = Tally()
    tally.add_luck(("a", "b", "a"), (Seat(0), Seat(2)), (0.1, -0.3, 0.2), 0)
    assert tally.luckiest == {2: 1}
    assert (tally.without_luck["a", 1], tally.without_luck["b", 1]) == (10_000 - 3_000, 3_000)
    assert tally.without_luck["a", 2] == 7_000**2


def test_a_group_has_as_many_games_of_each_seating() -> None:
    study = study_of(("a", "b", "c"), games=6 * GROUPS)
    seen = {(study.group_of(number), study.seating(number)) for number in range(3 * GROUPS)}
    assert len(seen) == 3 * GROUPS


@pytest.mark.slow
def test_the_counts_of_parts_add_up_to_those_of_all() -> None:
    study = replace(study_of(("prospector", "greenhorn"), games=4), banks=True, luck=True)
    whole = play_games(study, range(4), keep_games=True)
    merged = Tally()
    for numbers in (range(2, 4), range(2)):
        merged.merge(play_games(study, numbers).tallies[0])
    assert merged == whole.tallies[0]
    assert Tally.from_json(merged.to_json()) == merged
    assert sum(merged.stakes.values()) > 0
    assert all(sum(game.luck) == pytest.approx(0) and any(game.luck) for game in whole.games)


def test_a_study_that_does_not_ask_for_it_counts_no_luck() -> None:
    (tally,) = play_games(study_of(), range(2)).tallies
    assert not tally.luck
    assert not tally.stakes
    assert luck_figures(tally, BOTH) is None
