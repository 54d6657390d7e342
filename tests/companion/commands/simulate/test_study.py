from collections import Counter
from itertools import combinations

import pytest

from companion.commands.simulate import Interval, Outcome, Summary, play_games, result_of, share
from tests.companion.commands.simulate.studies import play_study, study_of


def test_the_bots_change_seats_from_game_to_game() -> None:
    study = study_of(("a", "b", "c"), games=3)
    assert [study.seating(number) for number in range(3)] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert study.seating(3) == study.seating(0)


def test_a_tournament_plays_all_pairs() -> None:
    study = study_of(*combinations("abc", 2), games=4)
    seatings = [study.seating(number) for number in range(study.total)]
    assert seatings[:6] == [("a", "b"), ("a", "c"), ("b", "c"), ("b", "a"), ("c", "a"), ("c", "b")]
    assert set(Counter(map(frozenset, seatings)).values()) == {4}


@pytest.mark.usefixtures("installed_bots")
def test_partial_counts_sum_to_the_total() -> None:
    study = study_of(("greenhorn", "banker"), games=12)
    merged = Counter[Outcome]()
    for numbers in (range(7, 12), range(3), range(3, 7)):
        merged.update(play_games(study, numbers).tally)
    assert merged == play_games(study, range(12)).tally


def summary(*games: tuple[str, tuple[int, ...]], lengths: tuple[int, ...] = ()) -> Summary:
    """Returns the summary of games with given seats and winners."""
    turns = lengths or (2,) * len(games)
    line_ups = dict.fromkeys(tuple(sorted(seating)) for seating, _ in games)
    study = study_of(*line_ups, is_tournament=len(line_ups) > 1)
    tally = Counter(Outcome(tuple(game), won, length) for (game, won), length in zip(games, turns, strict=True))
    found = result_of(study, tally).summary
    assert found is not None
    return found


def test_a_shared_win_is_divided() -> None:
    a, b = summary(("ab", (0,)), ("ba", (0, 1)), ("ab", (0,)), ("ba", (0,))).bots
    assert (a.overall.won.value, b.overall.won.value) == (2.5 / 4, 1.5 / 4)
    assert [seat and (seat.games, seat.won.value) for seat in a.by_seat] == [(2, 1.0), (2, 0.25)]


def test_the_share_of_a_seat_includes_every_bot_that_played_it() -> None:
    first, second = summary(("ab", (0,)), ("ba", (0, 1)), ("ab", (1,))).seats
    assert (first.won.value, second.won.value) == (0.5, 0.5)


def test_wins_of_bots_with_one_name_are_combined() -> None:
    a, b = summary(("abbb", (0,)), ("bbba", (0,)), ("bbab", (0,)), ("babb", (0,))).bots
    assert [each.overall.games for each in (a, b)] == [4, 4]
    assert [each.overall.won.value for each in (a, b)] == [0.25, 0.75]


def test_lengths_are_shown_with_their_spread() -> None:
    lengths = summary(*[("ab", (0,))] * 4, lengths=(2, 2, 4, 8)).lengths
    assert (lengths.mean.value, lengths.shortest, lengths.median, lengths.longest) == (4, 2, 2, 8)
    assert (lengths.mean.low, lengths.mean.high) == pytest.approx((1.23, 6.77), abs=0.01)


def test_a_tournament_shows_the_share_of_each_against_each() -> None:
    games = [("ab", 1, 3), ("ac", 2, 2), ("bc", 3, 1)]
    found = summary(
        *[(pair, (0,)) for pair, first, _ in games for _ in range(first)],
        *[(pair, (1,)) for pair, _, second in games for _ in range(second)],
    )
    assert [(each.one, each.other, each.taken.won.value) for each in found.meetings] == [
        ("a", "b", 0.25),
        ("a", "c", 0.5),
        ("b", "c", 0.75),
    ]
    assert {bot.name: bot.overall.games for bot in found.bots} == {"a": 8, "b": 8, "c": 8}


@pytest.mark.usefixtures("installed_bots")
def test_the_shares_of_a_real_study_add_up_to_one() -> None:
    found = play_study(study_of(("greenhorn", "banker", "greenhorn"), games=30)).summary
    assert found is not None
    assert sum(bot.overall.won.value for bot in found.bots) == pytest.approx(1)
    assert sum(seat.won.value for seat in found.seats) == pytest.approx(1)
    assert found.games == 30


def test_a_share_has_the_interval_of_the_literature() -> None:
    for hits, tries, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        found = share(hits, tries)
        assert Interval(found.value, round(found.low, 4), round(found.high, 4)) == Interval(hits / tries, low, high)
