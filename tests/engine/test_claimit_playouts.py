"""Play-outs: the fast loop plays by the same rules as everything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from engine import claimit
from engine.claimit import Phase
from engine.claimit.playouts import is_bank, placement_for, play_out, roll_for
from engine.game import Seat
from tests.engine.claimit_boards import NAMES, drawn, placed, played


def steps(state: claimit.State, chance: Callable[[], float]) -> Iterator[claimit.State]:
    """A play-out's game by the rules, with the same chance, told after each event."""
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


def last(states: Iterator[claimit.State]) -> claimit.State:
    *_, state = states
    return state


def beginning(players: int, *, recycle: bool) -> claimit.State:
    return claimit.start(NAMES[:players], Seat(players - 1), {"recycle": recycle})


@pytest.mark.slow
@pytest.mark.parametrize("recycle", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_playout_ends_where_the_rules_end(players: int, recycle: bool) -> None:
    for seed in range(40):
        state = beginning(players, recycle=recycle)
        assert play_out(state, Random(seed).random) == last(steps(state, Random(seed).random))


@pytest.mark.slow
@pytest.mark.parametrize("recycle", [False, True])
def test_a_playout_can_begin_anywhere(recycle: bool) -> None:
    begun = steps(beginning(3, recycle=recycle), Random(11).random)
    for seed, state in enumerate(begun):
        expected = last(iter([state, *steps(state, Random(seed).random)]))
        assert play_out(state, Random(seed).random) == expected


def test_a_playout_keeps_to_thirty_ownership_stones() -> None:
    state = drawn("GGGGGG/GGGGGB/BBBBBB/BBBBBB/OOOOO./gggggg", players=3)
    ends = [play_out(state, Random(seed).random) for seed in range(200)]
    assert max(end.gold.bit_count() for end in ends) == 30


def test_a_playout_with_one_turn_left_takes_one_turn() -> None:
    called = played(placed(drawn("GGGGGG/GGGGGG/....../....../....../......", players=2), "1/1 w1", "1/1 w1"), "bank")
    assert play_out(called, Random(1).random).turns == called.turns + 2


def test_the_numbers_reach_every_throw_and_both_sides_of_the_coin() -> None:
    numbers = [(part + 0.5) / 432 for part in range(432)]
    assert len({roll_for(number) for number in numbers}) == 216
    assert sum(map(is_bank, numbers)) == 216


def test_the_numbers_reach_every_usable_field_alike() -> None:
    state = played(drawn("....../....../....../....../....../......"), "1 2 3")
    picks = [placement_for(state, share / 6 / 432 + 1e-9) for share in range(6)]
    assert [place.field for place in picks] == list(claimit.legal(state))
