import pytest

from companion.lab.games import Tally, pairs
from companion.lab.summary import FEWEST_ROLLS, summarize
from engine.bot_games import GameResult
from engine.game import Seat
from tests.companion.lab.studies import played, study_of


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


def test_a_seat_s_share_is_of_whoever_sits_there() -> None:
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


def test_a_bot_that_never_sat_somewhere_has_no_share_there() -> None:
    a, _ = summarize(study_of(("a", "b")), [counted(("ab", won_by(0)))]).bots
    assert a.by_seat[1] is None


def test_a_comeback_counts_for_every_smaller_deficit() -> None:
    tally = counted(("ab", won_by(0, deficit=3)), ("ab", won_by(0, deficit=1)), ("ab", won_by(0)), ("ab", won_by(0)))
    comebacks = summarize(study_of(("a", "b")), [tally]).comebacks
    assert [(each.at_least, each.games.value) for each in comebacks] == [(1, 0.5), (2, 0.25), (3, 0.25)]


def test_busts_are_told_where_there_were_rolls_enough() -> None:
    turns = (((-1,) * 10 + (1,) * 10), ((2,) * 10))
    tally = counted(("aa", won_by(0, turns=turns)), ("aa", won_by(0, turns=((), ()))))
    ((name, (rate,)),) = summarize(study_of(("a", "a")), [tally]).busts
    assert (name, rate.survived, rate.rolls, rate.busted.value) == ("a", 0, FEWEST_ROLLS, 1 / 3)


def test_lengths_are_told_by_their_spread() -> None:
    games = [("ab", won_by(0, turns=((1,) * half, (1,) * half))) for half in (1, 1, 2, 4)]
    lengths = summarize(study_of(("a", "b")), [counted(*games)]).lengths
    assert (lengths.mean.value, lengths.shortest, lengths.quarter, lengths.median, lengths.longest) == (4, 2, 2, 2, 8)


def test_a_tournament_tells_who_takes_how_much_from_whom() -> None:
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
