"""Why a choice is better: whatever the coach says can be checked on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from engine import claimit
from engine.claimit import Bank, Field, LastRound, OwnershipStone, Phase, Place, Roll, State, coach, parse_field
from engine.claimit.coach import why
from engine.claimit.placements import ROLLS
from engine.coach import Reason
from engine.game import Seat
from tests.engine.claimit_boards import NAMES, drawn, placed, played

QUIET = drawn("....../....../....../....../....../......", players=2)
TWO_MINES = drawn("....../..gg../....../..gg../....../......", players=2)
RIVAL = drawn("....../.bbb../....../....../....../......", players=2)
ALMOST = drawn("GGGGGG/GGGGGG/gg..../BBBBBB/BBBBBB/bbb...", players=2)
"""Green calls the last round with one more goldclaim."""
LAST_TURN = replace(
    drawn("ggg.../bbb.../....../....../....../......", players=2), last_round=LastRound(called_by=Seat(0), turns_left=1)
)


def said(state: State, better: str, worse: str) -> Reason | None:
    return why(state, Place(parse_field(better)), Place(parse_field(worse)))


def test_a_field_that_joins_two_mines_says_so() -> None:
    state = played(TWO_MINES, "3 4 1")
    assert said(state, "3/4", "4/1") == Reason(coach.JOINS, {"mine": 5})


def test_a_field_that_makes_the_largest_mine_larger_says_so() -> None:
    state = played(TWO_MINES, "2 3 6")
    assert said(state, "2/3", "6/2") == Reason(coach.GROWS, {"mine": 3, "other": 2})


def test_a_field_that_makes_a_bank_call_the_last_round_says_so() -> None:
    state = played(ALMOST, "1 4 6")
    assert said(state, "1/4", "6/4") == Reason(coach.READY, {})
    assert said(replace(state, last_round=LastRound(Seat(1), 2)), "1/4", "6/4") == Reason(coach.LOCKS, {})


def test_a_field_in_the_middle_of_a_rivals_mine_cuts_it() -> None:
    state = played(RIVAL, "3 5 2")
    assert said(state, "3/5", "2/3") == Reason(coach.CUTS, {"mine": 1}, Seat(1))


def test_an_ownership_stone_is_never_lost_again() -> None:
    state = played(drawn("....../.g..../....../....../.g..../......", players=2), "2 5 6")
    assert said(state, "2/5", "6/5") == Reason(coach.LOCKS, {})


def test_of_two_ownership_stones_neither_is_a_reason() -> None:
    state = played(drawn("....../.g..../....../....../.g...g/......", players=2), "2 5 2")
    assert all(isinstance(claimit.legal(state)[parse_field(name)], OwnershipStone) for name in ("2/2", "2/5"))
    assert coach.LOCKS not in {getattr(said(state, *pair), "text", None) for pair in (("2/2", "2/5"), ("2/5", "2/2"))}


def test_a_field_that_is_taken_from_a_rival_says_so() -> None:
    state = played(drawn("bb..../....../....../....../b...../......", players=2), "1 2 3")
    assert said(state, "1/2", "3/1") == Reason(coach.TAKES, {}, Seat(1))


def test_of_two_fields_alike_the_next_roll_may_bust_less_often() -> None:
    state = played(placed(QUIET, "1/1 w1"), "2 5 6")
    pairs = permutations(claimit.legal(state), 2)
    safer = [
        found for found in (why(state, Place(a), Place(b)) for a, b in pairs) if found and found.text == coach.SAFER
    ]
    assert all(found.numbers["busts"] < found.numbers["other"] for found in safer)


def test_a_bank_says_what_it_leads_to_or_what_a_bust_costs() -> None:
    winning = placed(LAST_TURN, "4/6 w1")
    assert why(winning, Bank(), None) == Reason(coach.WINS, {})
    assert why(placed(ALMOST, "1/4 w1"), Bank(), None) == Reason(coach.CALLS, {})
    assert why(placed(QUIET, "2/3 w5"), Bank(), None) == Reason(coach.AT_STAKE[1, 0], {"fields": 1, "goldclaims": 0})
    assert why(placed(drawn("g...../....../....../....../....../......", players=2), "1/6 w1"), Bank(), None) is None


def test_a_roll_says_that_a_bank_does_not_win_or_how_often_it_busts() -> None:
    losing = placed(replace(LAST_TURN, fields=(LAST_TURN.fields[0] & 1, LAST_TURN.fields[1])), "6/1 w1")
    assert why(losing, None, Bank()) == Reason(coach.LOSES, {})
    assert why(placed(QUIET, "2/3 w5"), None, Bank()) == Reason(coach.RARE, {"busts": 1})
    safe = placed(drawn("g...../....../....../....../....../......", players=2), "1/6 w1")
    assert why(safe, None, Bank()) == Reason(coach.SAFE, {})


def positions(seed: int, players: int) -> Iterator[State]:
    """Positions of a game by chance in which something is to be decided."""
    chance, state = Random(seed), claimit.start(NAMES[:players], Seat(0), {"recycle": bool(seed % 2)})
    while state.phase is not Phase.OVER:
        if state.phase is Phase.PLACE or state.phase is Phase.CHOOSE:
            yield state
        rolls = state.phase is Phase.ROLL or (state.phase is Phase.CHOOSE and chance.random() < 0.7)
        state = claimit.apply(
            state, Roll(chance.choice(ROLLS)) if rolls else chance.choice(claimit.legal_events(state))
        )


def after(state: State, field: Field) -> State:
    return claimit.apply(claimit.apply(state, Place(field)), Bank())


def mine(state: State, seat: int) -> int:
    """The largest mine, field by field instead of by shifts."""
    own = {field for field in claimit.FIELDS if state.fields[seat] >> field & 1}
    best = 0
    while own:
        group, grows = set[int](), [own.pop()]
        while grows:
            field = grows.pop()
            group.add(field)
            with_neighbours = {each for each in own if _touch(field, each)}
            own -= with_neighbours
            grows += with_neighbours
        best = max(best, len(group))
    return best


def _touch(one: int, other: int) -> bool:
    columns, rows = abs(one % 6 - other % 6), abs(one // 6 - other // 6)
    return columns + rows == 1


def gold(state: State, seat: int) -> int:
    return claimit.standing(state, Seat(seat)).goldclaims


TRUE: dict[str, Callable[[State, Field, Field, Reason], bool]] = {
    coach.JOINS: lambda s, a, _, why: (
        mine(after(s, a), s.turn) >= why.numbers["mine"] and not (s.fields[s.turn] >> a & 1)
    ),
    coach.GROWS: lambda s, a, b, why: (
        (mine(after(s, a), s.turn), mine(after(s, b), s.turn)) == (why.numbers["mine"], why.numbers["other"])
    ),
    coach.READY: lambda s, a, b, _: after(s, a).last_round is not None and after(s, b).last_round is None,
    coach.CUTS: lambda s, a, b, why: (
        why.seat is not None
        and mine(after(s, a), why.seat) == why.numbers["mine"]
        and why.numbers["mine"] < mine(s, why.seat)
        and why.numbers["mine"] < mine(after(s, b), why.seat)
    ),
    coach.LOCKS: lambda s, a, b, _: gold(after(s, a), s.turn) == gold(after(s, b), s.turn) + 1,
    coach.TAKES: lambda s, a, b, why: (
        why.seat is not None and after(s, a).fields[why.seat].bit_count() < after(s, b).fields[why.seat].bit_count()
    ),
    coach.SAFER: lambda s, a, b, why: (
        (why.numbers["busts"], why.numbers["other"]) == (_busts(s, a), _busts(s, b)) and _busts(s, a) < _busts(s, b)
    ),
    coach.OWNABLE: lambda s, a, b, why: (
        (why.numbers["fields"], why.numbers["other"]) == (_ownable(s, a), _ownable(s, b))
        and _ownable(s, a) > _ownable(s, b)
    ),
}
"""For each statement about two fields whether it is true, worked out in another way."""


def _busts(state: State, field: Field) -> int:
    """How many of the 216 rolls end the turn after a placement, rolled one by one."""
    put = claimit.apply(state, Place(field))
    return sum(claimit.apply(put, Roll(dice)).busted for dice in ROLLS)


def _ownable(state: State, field: Field) -> int:
    """How many fields some roll could put an ownership stone on after a placement."""
    put = claimit.apply(state, Place(field))
    found = set[int]()
    for dice in ROLLS:
        rolled = claimit.apply(put, Roll(dice))
        if rolled.phase is Phase.PLACE:
            found |= {each for each, stone in claimit.legal(rolled).items() if isinstance(stone, OwnershipStone)}
    return len(found)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 2), (3, 3), (4, 5)])
def test_whatever_is_said_of_two_fields_is_true(seed: int, players: int) -> None:
    said: set[str] = set()
    for state in positions(seed, players):
        if state.phase is Phase.PLACE:
            for better, worse in permutations(list(claimit.legal(state))[:3], 2):
                reason = why(state, Place(better), Place(worse))
                if reason is not None:
                    assert TRUE[reason.text](state, better, worse, reason), (reason, state, better, worse)
                    said.add(reason.text)
    assert len(said) >= 5


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3)])
def test_whatever_is_said_of_a_bank_and_a_roll_is_true(seed: int, players: int) -> None:
    for state in positions(seed, players):
        if state.phase is not Phase.CHOOSE:
            continue
        banked, busts = claimit.apply(state, Bank()), sum(claimit.apply(state, Roll(dice)).busted for dice in ROLLS)
        roll, bank = why(state, None, Bank()), why(state, Bank(), None)
        assert roll is not None
        if roll.text == coach.LOSES:
            assert state.turn not in (banked.winners or ())
        else:
            assert roll == (Reason(coach.RARE, {"busts": busts}) if busts else Reason(coach.SAFE, {}))
        if bank is not None and bank.text == coach.WINS:
            assert banked.winners == (state.turn,)
        elif bank is not None and bank.text == coach.CALLS:
            assert banked.last_round is not None
            assert state.last_round is None
        elif bank is not None:
            lost = banked.fields[state.turn].bit_count() - state.fields[state.turn].bit_count()
            more = gold(banked, state.turn) - gold(state, state.turn)
            assert busts
            assert bank.numbers == {"fields": lost, "goldclaims": more}
