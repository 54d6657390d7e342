import pytest

from companion.lab.games import Tally, play_games
from engine.bot_games import GameResult
from engine.game import Seat
from tests.companion.lab.studies import study_of

ONE_WINNER = GameResult((Seat(1),), ((2, -1, 1), (~3, 3)), 4)
"""The first seat banked after two rolls, then busted at the first, then banked after one; the second busted at the
fourth roll, then banked after three."""


def tally_of(*games: tuple[tuple[str, ...], GameResult]) -> Tally:
    tally = Tally()
    for seating, result in games:
        tally.add(seating, result)
    return tally


def test_a_roll_is_counted_by_what_had_gone_well_before() -> None:
    tally = tally_of((("a", "b"), ONE_WINNER))
    assert {place: tally.rolls["a", place] for place in range(3)} == {0: 3, 1: 1, 2: 0}
    assert {place: tally.rolls["b", place] for place in range(5)} == {0: 2, 1: 2, 2: 2, 3: 1, 4: 0}
    assert tally.busts == {("a", 0): 1, ("b", 3): 1}


def test_bots_of_one_name_in_a_game_count_together() -> None:
    tally = tally_of((("a", "a"), ONE_WINNER))
    assert (tally.rolls["a", 0], tally.rolls_squared["a", 0]) == (5, 25)
    assert (tally.rolls_times_busts["a", 0], tally.busts_squared["a", 0]) == (5, 1)
    assert tally.wins == {("a", 1, 1): 1}
    assert tally.seated == {("a", 0): 1, ("a", 1): 1}


def test_a_shared_win_is_kept_with_how_many_share_it() -> None:
    shared = ONE_WINNER._replace(winners=(Seat(0), Seat(1)))
    assert tally_of((("a", "b"), shared)).wins == {("a", 0, 2): 1, ("b", 1, 2): 1}


def test_a_game_that_nobody_wins_has_no_comeback() -> None:
    tally = tally_of((("a", "b"), GameResult((), ((), ()), None)))
    assert (tally.games, tally.lengths, tally.deficits.total()) == (1, {0: 1}, 0)


def test_a_turn_without_rolls_counts_none() -> None:
    tally = tally_of((("a", "b"), GameResult((Seat(0),), ((0, 0), (0,)), 1)))
    assert (tally.rolls.total(), tally.lengths) == (0, {3: 1})


@pytest.mark.usefixtures("plugged")
def test_counts_of_parts_add_up_to_those_of_all() -> None:
    study = study_of(("greenhorn", "banker"), games=12)
    whole = play_games(study, range(12)).tallies[0]
    merged = Tally()
    for numbers in (range(7, 12), range(3), range(3, 7)):
        merged.merge(play_games(study, numbers).tallies[0])
    assert merged == whole
