from collections import Counter

import pytest

from companion.lab.games import StudyError, pairs, play_games
from tests.companion.lab.studies import study_of


def test_the_bots_change_seats_from_game_to_game() -> None:
    study = study_of(("a", "b", "c"), games=3)
    assert [study.seating(number) for number in range(3)] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert study.seating(3) == study.seating(0)


def test_a_tournament_goes_round_its_pairs() -> None:
    study = study_of(*pairs(("a", "b", "c")), games=4)
    seatings = [study.seating(number) for number in range(study.total)]
    assert seatings[:6] == [("a", "b"), ("a", "c"), ("b", "c"), ("b", "a"), ("c", "a"), ("c", "b")]
    assert set(Counter(map(frozenset, seatings)).values()) == {4}


def test_each_game_of_each_seed_has_a_key_of_its_own() -> None:
    keys = [study_of(seed=seed).key(number) for seed in (1, 2, 11) for number in (0, 1, 10, 11, 110)]
    assert len(set(keys)) == len(keys)
    assert {len(key) for key in keys} == {32}


@pytest.mark.usefixtures("plugged")
def test_the_games_of_a_bot_that_breaks_the_rules_are_told_by_number() -> None:
    with pytest.raises(StudyError, match=r"^game 1: The bot liar wants to roll where nothing can be rolled\.$"):
        play_games(study_of(("liar", "greenhorn")), range(1, 3))
