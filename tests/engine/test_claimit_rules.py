"""The rules of Claim It!, each test with its place in the rules (rules/claimit.md; R: the rulebook)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import claimit
from engine.claimit import Phase
from engine.claimit.placements import ROLLS
from engine.game import Code, Illegal, Seat, StartRoll
from tests.engine.claimit_boards import NAMES, drawn, placed, played

GREEN = Seat(0)
SEATS = (GREEN, Seat(1), Seat(2))
EMPTY = "....../....../....../....../....../......"
CALLED = "GGGGGG/GGGGGG/....../....../....../......"
"""Two players: green is one goldclaim short of calling the last round."""


def usable(state: claimit.State) -> dict[str, str]:
    """What the roll on the table may use, by names."""
    return {claimit.format_field(field): stone.name for field, stone in claimit.legal(state).items()}


def stack(state: claimit.State, field: str) -> tuple[str, ...]:
    return tuple(stone.name for stone in claimit.stack(state, claimit.parse_field(field)))


def refusal(state: claimit.State, *moves: str) -> Illegal:
    state = played(state, *moves[:-1])
    with pytest.raises(Illegal) as caught:
        played(state, moves[-1])
    return caught.value


def test_a_turn_begins_with_a_roll() -> None:
    assert refusal(drawn(EMPTY), "bank").code is Code.PHASE


def test_three_different_dice_name_six_fields() -> None:
    assert usable(played(drawn(EMPTY), "2 3 5")) == {
        "3/5": "claim2", "5/3": "claim2", "2/5": "claim3", "5/2": "claim3", "2/3": "claim5", "3/2": "claim5",
    }  # fmt: skip


def test_the_usable_fields_come_in_the_order_of_the_board() -> None:
    fields = list(claimit.legal(played(drawn(EMPTY), "2 3 5")))
    assert fields == sorted(fields)


def test_a_pair_names_three_fields() -> None:
    assert usable(played(drawn(EMPTY), "4 4 1")) == {"4/1": "claim4", "1/4": "claim4", "4/4": "claim1"}


def test_a_triple_names_one_field() -> None:
    assert usable(played(drawn(EMPTY), "6 6 6")) == {"6/6": "claim6"}


def test_a_roll_must_be_placed_before_anything_else() -> None:
    assert refusal(drawn(EMPTY), "2 3 5", "bank").code is Code.PHASE
    assert refusal(drawn(EMPTY), "2 3 5", "1 1 1").code is Code.PHASE


def test_a_field_that_the_roll_does_not_name_cannot_be_used() -> None:
    refused = refusal(drawn(EMPTY), "2 3 5", "2/2")
    assert refused.code is Code.ILLEGAL
    assert claimit.Refusal.NOT_NAMED in refused.message
    assert "3/2, 5/2, 2/3, 5/3, 2/5, 3/5" in refused.message


def test_a_pair_does_not_name_a_field_with_a_die_used_twice() -> None:
    assert refusal(drawn(EMPTY), "4 4 1", "1/1").code is Code.ILLEGAL


def test_a_goldclaim_cannot_be_used() -> None:
    state = drawn("....../O...../....../....../....../......")
    assert claimit.Refusal.GOLDCLAIM in refusal(state, "1 5 3", "1/5").message


def test_the_movers_goldclaim_cannot_be_used_either() -> None:
    assert "1/5" not in usable(played(drawn("....../G...../....../....../....../......"), "1 5 3"))


def test_an_ownership_stone_of_this_turn_cannot_be_used() -> None:
    state = placed(drawn(EMPTY), "5/4 w5", "5/4 w1")
    assert claimit.Refusal.OWNED in refusal(state, "5 4 1", "5/4").message


def test_a_claim_stone_of_this_turn_takes_an_ownership_stone() -> None:
    state = placed(drawn(EMPTY), "4/1 w2")
    assert usable(played(state, "4 1 2"))["4/1"] == "own"
    assert stack(placed(state, "4/1 w2"), "4/1") == ("claim2", "own")


def test_a_stone_of_the_mover_takes_an_ownership_stone() -> None:
    state = placed(drawn("....../....../....../....../....../....g."), "5/1 w4")
    assert stack(state, "5/1") == ("p0", "own")


def test_an_opponents_stone_takes_a_claim_stone() -> None:
    state = placed(drawn("....../b...../....../....../....../......"), "1/5 w4")
    assert stack(state, "1/5") == ("p1", "claim4")


def test_a_claim_stone_on_the_board_cannot_be_used_again() -> None:
    assert "claim stone 5 is on the board already" in refusal(placed(drawn(EMPTY), "2/2 w5"), "1 4 5", "1/4").message


def test_a_claim_stone_under_an_ownership_stone_cannot_be_used_again() -> None:
    assert "claim stone 5" in refusal(placed(drawn(EMPTY), "2/2 w5", "2/2 w1"), "1 4 5", "1/4").message


def test_with_thirty_ownership_stones_on_the_board_no_more_is_placed() -> None:
    state = drawn("GGGGGG/GGGGGG/BBBBBB/BBBBBB/OOOOOO/g.....", players=3)
    refused = refusal(state, "1 1 2", "1/1")
    assert claimit.Refusal.NO_STONE_LEFT in refused.message
    assert usable(played(state, "1 1 2")) == {"2/1": "claim1"}


def test_a_roll_without_a_use_is_a_bust() -> None:
    state = played(drawn("....../....../....../..B.../....../......"), "3 3 3")
    assert (state.phase, state.turn, state.turns, state.busted) == (Phase.ROLL, 1, 1, True)


def test_a_bust_takes_off_this_turns_stones_only() -> None:
    before = drawn("..B.../....../....../....../...g../......")
    state = placed(before, "2/1 w6", "4/4 w1", "6/3 w3", "6/3 w2", "4/2 w5")
    after = played(state, "3 4 6")
    assert after.busted
    assert (after.fields, after.gold, claimit.marks(after)) == (before.fields, before.gold, 0)


def test_the_bust_is_forgotten_with_the_next_event() -> None:
    assert not played(drawn("....../....../....../..B.../....../......"), "3 3 3", "1 2 3").busted


def test_after_a_placement_the_player_may_roll_again() -> None:
    assert played(placed(drawn(EMPTY), "2/2 w5"), "1 1 1").phase is Phase.PLACE


def test_a_bank_takes_what_was_marked() -> None:
    before = drawn("....b./....../..o.../....../.....g/......")
    state = placed(before, "5/5 w1", "5/6 w6", "6/2 w1", "4/3 w5", "3/4 w2", "4/3 w6", "3/4 w1")
    assert stack(state, "3/4") == ("p2", "claim2", "own")
    after = played(state, "bank")
    assert [stack(after, field) for field in ("5/5", "5/6", "6/2", "4/3", "3/4")] == [
        ("p0",), ("p0",), ("own", "p0"), ("own", "p0"), ("own", "p0"),
    ]  # fmt: skip


def test_a_bank_moves_stones_between_hands_and_board() -> None:
    before = drawn("....b./....../..o.../....../.....g/......")
    state = placed(before, "5/5 w1", "5/6 w6", "6/2 w1", "4/3 w5", "3/4 w2", "4/3 w6", "3/4 w1")
    after = played(state, "bank")
    hands = [claimit.standing(after, seat).stones - claimit.standing(before, seat).stones for seat in SEATS]
    assert hands == [-4, 1, 1]
    assert after.claims == (0, 0, 0, 0, 0, 0)


def test_nothing_is_the_movers_before_the_bank() -> None:
    before = drawn("....../b...../....../....../....../......")
    assert placed(before, "1/5 w4", "2/2 w3").fields == before.fields


def test_banking_goes_on_when_the_stones_have_run_out() -> None:
    state = drawn("gggggg/gggggg/gggggg/gggggg/....../......")
    after = played(placed(state, "1/1 w5"), "bank")
    assert claimit.standing(after, GREEN)[::3] == (25, 0)


def test_play_goes_round() -> None:
    state = drawn(EMPTY, players=2)
    one_turn = played(placed(state, "1/1 w6"), "bank")
    two_turns = played(placed(one_turn, "2/2 w6"), "bank")
    assert (state.turn, one_turn.turn, two_turns.turn) == (0, 1, 0)


def test_recycle_gives_the_claim_stone_back_at_once() -> None:
    state = placed(drawn(EMPTY, recycle=True), "4/3 w5", "4/3 w1")
    assert stack(state, "4/3") == ("own",)
    assert usable(played(state, "2 6 5"))["2/6"] == "claim5"


def test_recycle_leaves_the_ownership_stone_on_an_opponents_stone() -> None:
    state = placed(drawn("....../....../....../...b../....../......", recycle=True), "4/3 w5", "4/3 w1")
    assert stack(state, "4/3") == ("p1", "own")
    assert stack(played(state, "bank"), "4/3") == ("own", "p0")


def test_a_bust_with_recycle_clears_bare_fields_too() -> None:
    state = placed(drawn(EMPTY, recycle=True), "4/3 w5", "4/3 w1", "1/1 w1", "1/1 w1")
    after = played(state, "1 1 1")
    assert after.busted
    assert (after.owned, after.gold) == (0, 0)


@pytest.mark.parametrize(("players", "needed"), [(2, 13), (3, 9), (4, 7), (5, 6)])
def test_enough_goldclaims_call_the_last_round(players: int, needed: int) -> None:
    row = ("G." * 18)[: 2 * (needed - 1)].ljust(36, ".")
    state = drawn("/".join(row[at : at + 6] for at in range(0, 36, 6)), players=players)
    assert played(placed(state, "6/1 w1"), "bank").last_round is None
    after = played(placed(state, "6/1 w1", "6/1 w1"), "bank")
    assert after.last_round == (0, players)


def test_the_caller_moves_last() -> None:
    state = played(placed(drawn(CALLED, players=2), "1/1 w1", "1/1 w1"), "bank")
    state = played(placed(state, "2/2 w1"), "bank")
    assert (state.turn, state.last_round) == (0, (0, 1))
    state = played(placed(state, "3/3 w1"), "bank")
    assert (state.phase, state.turn, state.last_round, state.winners) == (Phase.OVER, 0, None, (0,))


def test_the_last_turn_may_end_in_a_bust() -> None:
    before = drawn("....../....../....../..B.../....../......", players=2)
    over = played(replace(before, last_round=claimit.LastRound(GREEN, turns_left=1)), "3 3 3")
    assert (over.phase, over.busted, over.winners) == (Phase.OVER, True, (1,))


def test_reaching_the_number_again_changes_nothing() -> None:
    state = drawn("GGGGGG/GGGGGG/BBBBBB/BBBBBB/....../......", players=2)
    state = played(placed(state, "1/1 w1", "1/1 w1"), "bank")
    state = played(placed(state, "2/2 w1", "2/2 w1"), "bank")
    assert state.last_round == (0, 1)


def test_after_the_end_nothing_goes_on() -> None:
    over = replace(drawn(EMPTY), phase=Phase.OVER)
    for move in ("1 2 3", "1/1", "bank"):
        assert refusal(over, move).code is Code.PHASE


def test_names_are_kept_by_seat() -> None:
    assert drawn(EMPTY).players == NAMES[:3]


@pytest.mark.parametrize(("dice", "count"), [((2, 3, 5), 6), ((2, 5, 2), 3), ((4, 4, 4), 1)])
def test_a_roll_has_as_many_readings_as_its_dice_have_orders(dice: claimit.Dice, count: int) -> None:
    # rules, Placement
    assignments = claimit.assignments(drawn(EMPTY), dice)
    assert len({assignment.field for assignment in assignments}) == len(assignments) == count
    assert all(assignment.refusal is None for assignment in assignments)


def test_the_readings_of_every_roll_agree_with_what_is_legal() -> None:
    state = placed(drawn("bb..OB/bBg.o./bGGb../g.GGo./.gbO../gg.Oob"), "3/6 w6", "1/6 w2", "3/5 w3")
    for dice in ROLLS:
        free = {assignment.field for assignment in claimit.assignments(state, dice) if assignment.refusal is None}
        assert free == set(claimit.legal(replace(state, roll=dice)))


def start_rolls(*rolls: tuple[int, claimit.Dice]) -> list[StartRoll[claimit.Event]]:
    return [StartRoll(Seat(seat), claimit.Roll(dice)) for seat, dice in rolls]


def test_the_highest_sum_begins() -> None:
    rolls = start_rolls((0, (1, 2, 3)), (1, (6, 6, 1)), (2, (4, 4, 4)))
    assert claimit.start_rule.opening(3, rolls[:2]).to_roll == 2
    assert claimit.start_rule.opening(3, rolls).first == 1


def test_only_those_who_tie_roll_again() -> None:
    rolls = start_rolls((0, (1, 2, 3)), (1, (6, 6, 1)), (2, (5, 5, 3)), (1, (1, 1, 1)), (2, (1, 1, 2)))
    tied = claimit.start_rule.opening(3, rolls[:3])
    assert (tied.rolling, tied.first, tied.to_roll) == ((1, 2), None, 1)
    assert claimit.start_rule.opening(3, rolls).first == 2


def test_it_is_sensible_to_bank_when_a_roll_risks_more_than_it_gains() -> None:
    one = placed(drawn(EMPTY), "1/1 w1")
    assert not claimit.is_bank_sensible(one)
    many = placed(drawn(EMPTY), "1/1 w1", "2/1 w2", "3/1 w3", "4/1 w4", "5/1 w5")
    assert claimit.bust(many) * claimit.at_risk(many).fields > claimit.ROLL_COUNT - claimit.bust(many)
    assert claimit.is_bank_sensible(many)
    last = claimit.LastRound(GREEN, 1)
    wins = replace(placed(drawn(CALLED, players=2), "1/1 w1"), last_round=last)
    assert claimit.apply(wins, claimit.Bank()).winners == (GREEN,)
    assert claimit.is_bank_sensible(wins)
    loses = replace(placed(drawn(CALLED.replace("G", "B"), players=2), "1/1 w1"), last_round=last)
    assert not claimit.is_bank_sensible(loses)
