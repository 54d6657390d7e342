"""The values of positions in Claim It!: formula, expectation, learned win chance, play-outs."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain, combinations_with_replacement, permutations
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine import claimit
from engine.bot import BotView
from engine.bots import prospector, sheriff
from engine.claimit import Bank, LastRound, Phase, Place, Roll, State
from engine.claimit.expectation import expect, turn_value_of
from engine.claimit.playouts import is_bank, placement_for, play_out, roll_for
from engine.claimit.rules import end_turn
from engine.claimit.value import (
    MAX_WEIGHT,
    Figures,
    WeightsError,
    feature_names,
    figures,
    load_weights,
    parse_weights,
    read_weights,
    win_chance_value,
    win_chances,
    win_shares,
)
from engine.game import Code, Illegal, Seat
from tests.engine.claimit_boards import NAMES, drawn, placed, played

VARIANTS = [(players, recycle) for players in claimit.seats for recycle in (False, True)]


def play_by_rules(state: State, chance: Callable[[], float]) -> Iterator[State]:
    """Plays a play-out's game by the rules with the same random numbers, and returns it after each event."""
    number = 0.0 if state.phase is Phase.ROLL else chance()
    while state.phase is not Phase.OVER:
        if state.phase is Phase.PLACE:
            state = claimit.apply(state, placement_for(state, number))
        elif state.phase is Phase.CHOOSE and is_bank(number):
            state = claimit.apply(state, claimit.Bank())
        else:
            number = chance()
            state = claimit.apply(state, roll_for(number))
        yield state


def random_games(players: int, *, recycle: bool = False, games: int = 3) -> Iterator[State]:
    beginning = claimit.start(NAMES[:players], Seat(0), {"recycle": recycle})
    return chain.from_iterable(play_by_rules(beginning, Random(seed).random) for seed in range(games))


def between_turns(players: int, *, recycle: bool = False, games: int = 3) -> list[State]:
    played_games = random_games(players, recycle=recycle, games=games)
    return [state for state in played_games if state.phase in {Phase.ROLL, Phase.OVER}]


@pytest.mark.parametrize(("players", "recycle"), VARIANTS)
def test_win_chances_are_above_0_and_sum_to_1(players: int, recycle: bool) -> None:
    for state in between_turns(players, recycle=recycle):
        chances = win_chances(state)
        assert len(chances) == players
        assert sum(chances) == pytest.approx(1)
        assert state.phase is Phase.OVER or all(0 < chance < 1 for chance in chances)


@pytest.mark.parametrize("players", claimit.seats)
def test_finished_games_are_exact(players: int) -> None:
    over = [state for state in between_turns(players, games=8) if state.phase is Phase.OVER]
    assert len(over) == 8
    for state in over:
        winners = state.winners or ()
        expected = tuple(1 / len(winners) if seat in winners else 0 for seat in range(players))
        assert win_chances(state) == expected


def test_a_shared_win_is_shared_evenly() -> None:
    state = drawn("....../....../....../....../....../GGb.OO", players=3)
    assert win_shares(state.fields, state.gold) == (0.5, 0, 0.5)


@pytest.mark.parametrize("players", claimit.seats)
def test_symmetrical_positions_have_the_same_chances(players: int) -> None:
    exchanged = tuple(6 * (field % 6) + field // 6 for field in range(36))
    half_turn = tuple(reversed(range(36)))
    for state in between_turns(players, games=1)[-24:]:
        for symmetry in (exchanged, half_turn):
            assert win_chances(transformed(state, symmetry)) == pytest.approx(win_chances(state), abs=1e-12)


@pytest.mark.parametrize(("players", "recycle"), VARIANTS)
def test_the_value_of_a_turn_s_end_is_that_of_the_position_after_it(players: int, recycle: bool) -> None:
    compared = 0
    for state in between_turns(players, recycle=recycle, games=1)[-24:-1]:
        for marks, owned in ((0, 0), (0b110110 << 12, 0), (0b110110 << 12, 0b10010 << 12)):
            ended = end_turn(state, marks & ~state.gold, owned & ~state.gold)
            value = win_chance_value(state)(marks & ~state.gold, owned & ~state.gold)
            assert value == pytest.approx(win_chances(ended)[state.turn], abs=1e-12)
            compared += ended.phase is not Phase.OVER
    assert compared > 12


def test_the_end_of_the_last_turn_is_a_win_or_a_loss() -> None:
    state = replace(
        drawn("....../....../....../....../....../GGGbbb", players=2),
        last_round=LastRound(Seat(0), 1),
    )
    value = win_chance_value(state)
    assert (value(0, 0), value(1 << 3, 0)) == (1, 1)
    behind = replace(state, fields=state.fields[::-1], gold=0)
    assert value(0, 0) != win_chance_value(replace(behind, gold=7))(0, 0) == 0


def test_win_chances_exist_only_between_turns() -> None:
    state = played(claimit.start(NAMES[:2], Seat(0), claimit.options), "4 3 1")
    with pytest.raises(Illegal, match="this turn is not over") as refused:
        win_chances(state)
    assert refused.value.code == "phase"


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("....../....../....../....../....../......", Figures()),
        # A mine of four with one goldclaim, and a single field that 3/2 would join to it.
        (
            "....../....../....../..g.../g...../gGgb..",
            Figures(
                goldclaims=1, fields=5, mine=4, locked=1, second=1, joined=6, loose=3, liberties=4, weakest=2, region=36
            ),
        ),
        (
            "....../....../....../..g.../....../gGgb..",
            Figures(
                goldclaims=1, fields=4, mine=3, locked=1, second=1, joined=5, loose=2, liberties=4, weakest=2, region=36
            ),
        ),
        # Blue's goldclaims enclose green.
        (
            "....../....../....../....../BB..../ggB...",
            Figures(fields=2, mine=2, joined=2, loose=2, weakest=1, region=2),
        ),
        # Taking the field in the middle leaves a single one.
        (
            "....../....../....../.g..../ggg.../.g....",
            Figures(fields=5, mine=5, joined=6, loose=5, liberties=6, weakest=1, region=36),
        ),
    ],
)
def test_the_figures_of_a_seat_are_counted(drawing: str, expected: Figures) -> None:
    state = drawn(drawing, players=2)
    assert figures(state.fields[0], state.gold) == expected


def test_figures_agree_with_the_standings() -> None:
    for state in between_turns(4):
        for seat, its in enumerate(claimit.standings(state)):
            found = figures(state.fields[seat], state.gold)
            assert (found.mine, found.goldclaims, found.fields) == (its.mine, its.goldclaims, its.fields)


@pytest.mark.parametrize(
    ("drawing", "chances", "in_last_round"),
    [
        ("..gGb./....../...g../.bbG../....../ggG.B.", (0.742, 0.258), (0.944, 0.056)),
        ("o.gGb./.O..../...g../.bbG../..o.../ggG.B.", (0.6637, 0.2087, 0.1276), (0.7741, 0.198, 0.0279)),
        (
            "o.gGb./.OrrB./...g../.bbG.R/..o.../ggG.B.",
            (0.6319, 0.1992, 0.0947, 0.0743),
            (0.6754, 0.2287, 0.0856, 0.0103),
        ),
        (
            "o.gGb./.OrrB./vV.g../.bbG.R/..o.vv/ggG.B.",
            (0.6351, 0.2015, 0.0638, 0.0476, 0.0521),
            (0.5293, 0.2286, 0.1071, 0.1297, 0.0052),
        ),
    ],
)
def test_the_win_chances_of_known_positions_follow_from_the_weights(
    drawing: str, chances: tuple[float, ...], in_last_round: tuple[float, ...]
) -> None:
    players = len(chances)
    state = drawn(drawing, players=players)
    assert win_chances(state) == pytest.approx(chances, abs=1e-4)
    last = replace(state, last_round=LastRound(Seat(players - 1), players - 1), recycle=True)
    assert win_chances(last) == pytest.approx(in_last_round, abs=1e-4)


@pytest.mark.parametrize("players", claimit.seats)
def test_a_larger_lead_is_worth_more(players: int) -> None:
    letters = "gborv"[:players] + "."
    board = "....../....../....../rr..vv/bb..oo/GGGG.."
    state = drawn("".join(each if each.lower() in letters + "/" else "." for each in board), players=players)
    chances = win_chances(state)
    assert chances[0] == max(chances)
    assert chances[0] > 1.2 / players


def changed_weights(change: Callable[[dict[str, Any]], object]) -> str:
    content = json.loads(read_weights())
    change(content)
    return json.dumps(content)


def test_damaged_weights_are_reported_in_one_sentence(subtests: pytest.Subtests) -> None:
    for text in (
        "",
        "[]",
        "{}",
        read_weights()[:5000],
        changed_weights(lambda content: content.pop("networks")),
        changed_weights(lambda content: content["networks"]["2"].pop("biases")),
        changed_weights(lambda content: content["networks"].pop("5")),
        changed_weights(lambda content: content["networks"]["2"]["outputs"].pop()),
        changed_weights(lambda content: content["networks"]["2"]["outputs"].append(0.1)),
        changed_weights(lambda content: content["networks"]["3"]["features"].pop("leads")),
        changed_weights(lambda content: content["networks"]["4"]["places"]["own loose"].pop("6/6")),
        changed_weights(lambda content: content["networks"]["2"]["biases"].__setitem__(0, "1")),
        changed_weights(lambda content: content["networks"]["2"]["biases"].__setitem__(0, MAX_WEIGHT + 1)),
        changed_weights(lambda content: content["networks"]["2"]["biases"].__setitem__(0, float("nan"))),
        changed_weights(lambda content: content.__setitem__("version", None)),
        changed_weights(lambda content: content.__setitem__("version", float("inf"))),
        "[" * 100_000,
    ):
        message = r"^The weights of the win chance, \S+, are damaged\.$"
        with subtests.test(text[:80]), pytest.raises(WeightsError, match=message):
            parse_weights(text)


def test_weights_of_another_version_are_rejected() -> None:
    with pytest.raises(WeightsError, match="are of version 2; this is for 1"):
        parse_weights(changed_weights(lambda content: content.__setitem__("version", 2)))


def test_every_number_of_players_has_a_network() -> None:
    weights = load_weights()
    assert set(weights) == set(claimit.seats)
    assert all(len(weights[seats].features) == len(feature_names(seats)) for seats in weights)


def test_sheriff_takes_an_immediate_win() -> None:
    last = LastRound(Seat(0), 1)
    ahead = replace(drawn("....../....../....../....../bb..../GGG...", players=2), last_round=last)
    assert sheriff.decide(BotView("claimit", placed(ahead, "4/1 w2")), no_random_number) == Bank()
    behind = replace(drawn("....../....../....../BBB.../BBB.../BBBg..", players=2), last_round=last)
    assert sheriff.decide(BotView("claimit", placed(behind, "5/1 w2")), no_random_number) is None


def transformed(state: State, symmetry: tuple[int, ...]) -> State:
    return replace(
        state,
        fields=tuple(_transformed_fields(own, symmetry) for own in state.fields),
        gold=_transformed_fields(state.gold, symmetry),
    )


def no_random_number() -> float:
    raise AssertionError


def _transformed_fields(fields: int, symmetry: tuple[int, ...]) -> int:
    return sum(1 << to for to, field in enumerate(symmetry) if fields >> field & 1)


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_unreadable_weights_are_reported_in_one_sentence(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.claimit.value.get_data", lambda *_: (tmp_path / "weights.json").read_bytes())
    if content is not None:
        (tmp_path / "weights.json").write_bytes(content)
    with pytest.raises(WeightsError, match=r"^The weights of the win chance, \S+, cannot be read\.$"):
        load_weights.__wrapped__()


EMPTY = "....../....../....../....../....../......"
CROWDED = "GGGGGG/GGGGGB/BBBBBB/BBBBBB/OOOO../gggbo."
"""28 goldclaims, so two ownership stones are left."""
WEIGHTED_ROLLS = [(dice, len(set(permutations(dice)))) for dice in combinations_with_replacement(range(1, 7), 3)]


def arbitrary_value(active: int) -> Callable[[State], float]:
    def value(state: State) -> float:
        return Random(f"{active} {state.fields} {state.gold} {state.last_round} {state.winners}").random()

    return value


def rolled_value(state: State, value: Callable[[State], float], depth: int) -> float:
    """The value of the position after a roll, by the rules: the best placement or the bust."""
    if state.phase is not Phase.PLACE:
        return value(state)
    return max(placement_value(claimit.apply(state, Place(field)), value, depth) for field in claimit.legal(state))


def placement_value(state: State, value: Callable[[State], float], depth: int) -> float:
    bank = value(claimit.apply(state, Bank()))
    return max(bank, roll_value(state, value, depth)) if depth else bank


def roll_value(state: State, value: Callable[[State], float], depth: int) -> float:
    worth = (
        weight * rolled_value(claimit.apply(state, Roll(dice)), value, depth - 1) for dice, weight in WEIGHTED_ROLLS
    )
    return sum(worth) / 216


def assert_agrees(state: State, depth: int) -> None:
    value = arbitrary_value(state.turn)
    found = expect(state, turn_value_of(state, value), depth=depth)
    if state.phase is Phase.PLACE:
        by_rules = {
            field: placement_value(claimit.apply(state, Place(field)), value, depth) for field in claimit.legal(state)
        }
        assert list(found.fields) == list(by_rules)
        assert found.fields == pytest.approx(by_rules, abs=1e-12)
        assert (found.roll, found.bank) == (None, None)
    else:
        assert found.roll == pytest.approx(roll_value(state, value, depth), abs=1e-12)
        assert found.bank == (value(claimit.apply(state, Bank())) if state.phase is Phase.CHOOSE else None)
        assert found.fields == {}


@pytest.mark.parametrize(("players", "recycle"), VARIANTS)
def test_one_roll_ahead_is_exact(players: int, recycle: bool) -> None:
    unfinished = [state for state in random_games(players, recycle=recycle) if state.phase is not Phase.OVER]
    for state in Random(1).sample(unfinished, 8):
        assert_agrees(state, 1)


@pytest.mark.parametrize("recycle", [False, True])
def test_a_turn_with_stones_on_stones_is_exact(recycle: bool) -> None:
    begun = drawn(EMPTY, recycle=recycle)
    state = placed(begun, "1/1 w1", "1/1 w5", "2/2 w2", "2/2 w6", "6/6 w3", "5/5 w4")
    assert_agrees(state, 1)
    assert_agrees(state, 2)


def test_the_last_ownership_stones_are_counted() -> None:
    assert_agrees(drawn(CROWDED), 1)
    assert_agrees(drawn(CROWDED), 2)
    assert_agrees(placed(drawn(CROWDED), "1/1 w6"), 1)
    assert_agrees(played(placed(drawn(CROWDED), "1/1 w6"), "2 1 6"), 1)
    assert_agrees(placed(drawn(CROWDED), "1/1 w6", "2/1 w6"), 1)


def test_a_placement_that_no_roll_may_follow_has_the_value_of_a_bank() -> None:
    assert_agrees(played(drawn(EMPTY), "1 2 3"), 0)


def test_the_value_before_a_roll_is_the_average_of_the_values_after_it() -> None:
    state = placed(drawn("GGgg../b...../..b.../....../....../......"), "3/3 w1")
    value = turn_value_of(state, arbitrary_value(state.turn))
    before = expect(state, value, depth=2)
    after = []
    for dice, weight in WEIGHTED_ROLLS:
        rolled = claimit.apply(state, Roll(dice))
        bust = rolled.phase is not Phase.PLACE
        after.append(weight * (value(0, 0) if bust else expect(rolled, value, depth=1).value))
    assert before.roll == pytest.approx(sum(after) / 216, abs=1e-12)


def test_the_best_choice_has_the_highest_value() -> None:
    choice, rolled = placed(drawn(EMPTY), "1/1 w2"), played(drawn(EMPTY), "1 2 3")
    assert expect(choice, lambda marks, _: marks.bit_count()).best is None
    assert expect(choice, lambda marks, _: -marks.bit_count() if marks else -9).best == Bank()
    assert expect(choice, lambda _marks, _owned: 0.0).best == Bank()
    assert expect(drawn(EMPTY), lambda _marks, _owned: 0.0).best is None
    assert expect(rolled, lambda _marks, _owned: 0.0).best == claimit.legal_events(rolled)[0]
    corner = 1 << claimit.field_at(3, 2)
    assert expect(rolled, lambda marks, _: bool(marks & corner)).best == Place(claimit.field_at(3, 2))


def test_a_finished_game_has_no_expected_value() -> None:
    over = replace(drawn(EMPTY), phase=Phase.OVER, winners=(Seat(0),))
    with pytest.raises(Illegal) as caught:
        expect(over, lambda _marks, _owned: 0.0)
    assert caught.value.code is Code.PHASE


@pytest.mark.parametrize(("players", "recycle"), VARIANTS)
def test_a_playout_ends_when_the_rules_end_the_game(players: int, recycle: bool) -> None:
    states = list(random_games(players, recycle=recycle))
    for seed, state in enumerate([*states[:2], *Random(1).sample(states, 30)]):
        *_, expected = [state, *play_by_rules(state, Random(seed).random)]
        assert play_out(state, Random(seed).random) == expected


def test_a_playout_uses_at_most_thirty_ownership_stones() -> None:
    state = drawn("GGGGGG/GGGGGB/BBBBBB/BBBBBB/OOOOO./gggggg", players=3)
    ends = [play_out(state, Random(seed).random) for seed in range(200)]
    assert max(end.gold.bit_count() for end in ends) == 30


def test_a_playout_with_one_turn_left_takes_one_turn() -> None:
    called = played(placed(drawn("GGGGGG/GGGGGG/....../....../....../......", players=2), "1/1 w1", "1/1 w1"), "bank")
    assert play_out(called, Random(1).random).turns == called.turns + 2


def test_the_random_numbers_reach_every_roll_and_both_sides_of_the_coin() -> None:
    numbers = [(part + 0.5) / 432 for part in range(432)]
    assert len({roll_for(number) for number in numbers}) == 216
    assert sum(map(is_bank, numbers)) == 216


def test_the_random_numbers_reach_every_usable_field_equally() -> None:
    state = played(drawn("....../....../....../....../....../......"), "1 2 3")
    picks = [placement_for(state, share / 6 / 432 + 1e-9) for share in range(6)]
    assert [place.field for place in picks] == list(claimit.legal(state))


AHEAD = "....../....../....../....../BBBb../GGGg.."
"""Green and blue each have a mine of four, three goldclaims and four fields."""


def last_turn(drawing: str, turns_left: int = 1) -> State:
    return replace(drawn(drawing, players=2), last_round=LastRound(Seat(0), turns_left))


def prospectors_decision(state: State) -> claimit.Event | None:
    return prospector.decide(BotView("claimit", state), lambda: inf)


def test_prospector_rolls_at_the_start_of_a_turn() -> None:
    assert prospectors_decision(drawn(EMPTY)) is None


def test_prospector_banks_a_win() -> None:
    state = placed(last_turn(AHEAD), "5/1 w1")
    assert claimit.winners(claimit.apply(state, Bank())) == (0,)
    assert prospectors_decision(state) == Bank()


def test_prospector_does_not_bank_a_loss() -> None:
    state = placed(last_turn("....../....../....../bbbbbb/BBBb../GGGg.."), "5/1 w1")
    assert claimit.winners(claimit.apply(state, Bank())) == (1,)
    assert prospectors_decision(state) is None


def test_prospector_places_to_win_in_the_last_turn() -> None:
    state = played(last_turn("....../....../....../....../BBBB../GGGg.."), "5 1 4")
    assert claimit.Place(claimit.field_at(4, 1)) in claimit.legal_events(state)
    assert prospectors_decision(state) == Place(claimit.field_at(5, 1))


def test_prospector_takes_risks_while_it_is_behind() -> None:
    ahead = placed(last_turn("....../....../....../....../BB..../GGGGgg", 2), "6/2 w1", "5/2 w3", "4/2 w2")
    behind = placed(last_turn("....../....../bbbbbb/bbbbbb/BBBBBB/gg....", 2), "3/1 w1")
    assert prospectors_decision(ahead) == Bank()
    assert prospectors_decision(behind) is None


def test_prospector_joins_mines() -> None:
    state = played(drawn("....../....../....../....../....../ggg.gg"), "4 1 6")
    assert prospectors_decision(state) == Place(claimit.field_at(4, 1))
