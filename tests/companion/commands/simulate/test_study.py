from collections import Counter
from random import Random

import pytest

from companion.commands.simulate import command
from companion.commands.simulate.command import FEWEST_ROLLS, summarize
from companion.commands.simulate.games import Tally, pairs, play_games
from engine.bot_games import GameResult
from engine.game import Seat
from tests.companion.commands.simulate.studies import played, study_of


def test_the_bots_change_seats_from_game_to_game() -> None:
    study = study_of(("a", "b", "c"), games=3)
    assert [study.seating(number) for number in range(3)] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert study.seating(3) == study.seating(0)


def test_a_tournament_goes_round_its_pairs() -> None:
    study = study_of(*pairs(("a", "b", "c")), games=4)
    seatings = [study.seating(number) for number in range(study.total)]
    assert seatings[:6] == [("a", "b"), ("a", "c"), ("b", "c"), ("b", "a"), ("c", "a"), ("c", "b")]
    assert set(Counter(map(frozenset, seatings)).values()) == {4}


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


@pytest.mark.usefixtures("plugged")
def test_counts_of_parts_add_up_to_those_of_all() -> None:
    study = study_of(("greenhorn", "banker"), games=12)
    whole = play_games(study, range(12)).tallies[0]
    merged = Tally()
    for numbers in (range(7, 12), range(3), range(3, 7)):
        merged.merge(play_games(study, numbers).tallies[0])
    assert merged == whole


def won_by(*seats: int, turns: tuple[tuple[int, ...], ...] = ((1,), (1,)), deficit: int = 0) -> GameResult:
    return GameResult(tuple(map(Seat, seats)), turns, deficit)


def counted(*games: tuple[str, GameResult]) -> Tally:
    tally = Tally()
    for seating, result in games:
        tally.add(tuple(seating), result)
    return tally


def test_a_shared_win_is_a_part_for_each() -> None:
    tally = counted(("ab", won_by(0)), ("ba", won_by(0, 1)), ("ab", won_by(0)), ("ba", won_by(0)))
    a, b = summarize(study_of(("a", "b")), [tally]).bots
    assert (a.overall.won.value, b.overall.won.value) == (2.5 / 4, 1.5 / 4)
    assert [seat and (seat.games, seat.won.value) for seat in a.by_seat] == [(2, 1.0), (2, 0.25)]


def test_the_share_of_a_seat_counts_every_bot_in_it() -> None:
    tally = counted(("ab", won_by(0)), ("ba", won_by(0, 1)), ("ab", won_by(1)))
    first, second = summarize(study_of(("a", "b")), [tally]).seats
    assert (first.won.value, second.won.value) == (0.5, 0.5)


def test_bots_of_one_name_share_what_they_win() -> None:
    study = study_of(("a", "b", "b", "b"), games=4)
    games = [(study.seating(number), won_by(0, turns=((1,),) * 4)) for number in range(4)]
    tally = Tally()
    for seating, result in games:
        tally.add(seating, result)
    a, b = summarize(study, [tally]).bots
    assert [each.overall.games for each in (a, b)] == [4, 4]
    assert [each.overall.won.value for each in (a, b)] == [0.25, 0.75]


def test_a_comeback_counts_for_every_smaller_deficit() -> None:
    tally = counted(("ab", won_by(0, deficit=3)), ("ab", won_by(0, deficit=1)), ("ab", won_by(0)), ("ab", won_by(0)))
    comebacks = summarize(study_of(("a", "b")), [tally]).comebacks
    assert [(each.at_least, each.games.value) for each in comebacks] == [(1, 0.5), (2, 0.25), (3, 0.25)]


def test_busts_are_shown_where_there_were_enough_rolls() -> None:
    turns = (((-1,) * 10 + (1,) * 10), ((2,) * 10))
    tally = counted(("aa", won_by(0, turns=turns)), ("aa", won_by(0, turns=((), ()))))
    ((name, (rate,)),) = summarize(study_of(("a", "a")), [tally]).busts
    assert (name, rate.survived, rate.rolls, rate.busted.value) == ("a", 0, FEWEST_ROLLS, 1 / 3)


def test_lengths_are_shown_with_their_spread() -> None:
    games = [("ab", won_by(0, turns=((1,) * half, (1,) * half))) for half in (1, 1, 2, 4)]
    lengths = summarize(study_of(("a", "b")), [counted(*games)]).lengths
    assert (lengths.mean.value, lengths.shortest, lengths.quarter, lengths.median, lengths.longest) == (4, 2, 2, 2, 8)


def test_a_tournament_shows_the_share_of_each_against_each() -> None:
    study = study_of(*pairs(("a", "b", "c")), is_tournament=True)
    tallies = [
        counted(*[("ab", won_by(0))] * 1, *[("ab", won_by(1))] * 3),
        counted(*[("ac", won_by(0))] * 2, *[("ac", won_by(1))] * 2),
        counted(*[("bc", won_by(0))] * 3, *[("bc", won_by(1))] * 1),
    ]
    summary = summarize(study, tallies)
    assert [(each.one, each.other, each.taken.won.value) for each in summary.meetings] == [
        ("a", "b", 0.25),
        ("a", "c", 0.5),
        ("b", "c", 0.75),
    ]
    assert {bot.name: bot.overall.games for bot in summary.bots} == {"a": 8, "b": 8, "c": 8}


@pytest.mark.usefixtures("plugged")
def test_the_shares_of_a_real_study_add_up_to_one() -> None:
    study = study_of(("greenhorn", "banker", "greenhorn"), games=30)
    summary = summarize(study, played(study))
    assert sum(bot.overall.won.value for bot in summary.bots) == pytest.approx(1)
    assert sum(seat.won.value for seat in summary.seats) == pytest.approx(1)
    assert summary.games == 30


def test_a_share_has_the_interval_of_the_literature() -> None:
    for hits, tries, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        found = command.share(hits, tries)
        assert found.value == hits / tries
        assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def sums(games: list[tuple[int, int]]) -> command.Moments:
    return command.Moments(
        sum(tries for tries, _ in games),
        sum(hits for _, hits in games),
        sum(tries * tries for tries, _ in games),
        sum(tries * hits for tries, hits in games),
        sum(hits * hits for _, hits in games),
    )


def game_of(random: Random) -> tuple[int, int]:
    chance, tries = random.choice([0.1, 0.5]), random.randint(10, 30)
    return tries, sum(random.random() < chance for _ in range(tries))


def test_an_interval_by_game_holds_the_truth_as_often_as_it_says() -> None:
    random, truth, held, naive = Random(4), 0.3, 0, 0
    for _ in range(1_000):
        games = [game_of(random) for _ in range(80)]
        moments = sums(games)
        found, independent = command.share_by_game(moments, len(games)), command.share(moments.hits, moments.tries)
        held += found.low <= truth <= found.high
        naive += independent.low <= truth <= independent.high
    assert 0.92 < held / 1_000 < 0.98
    assert naive / 1_000 < 0.75
